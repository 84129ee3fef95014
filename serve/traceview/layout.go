package traceview

import (
	"cmp"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/decode/pipeline"
)

// fate is what became of a hypothesis.
type fate string

const (
	kept     fate = "kept"     // on the stack to the end
	left     fate = "left"     // on the stack for a while
	pruned   fate = "pruned"   // never on it
	compared fate = "compared" // scored for comparison: no producer made it
)

// node is a hypothesis in the graph.
type node struct {
	fate   fate
	out    int     // round after which it was not on the stack; 0: it stayed
	rank   int     // in that round, or in its layer
	below  float64 // below the last that stayed then
	merged int     // equal ones that were proposed
	path   bool    // the winner, or what it was made of
	layer  int
	x, y   int // upper left corner
}

// size is how nodes are drawn.
type size struct {
	class       string
	most        int // up to so many hypotheses
	w, h        int // of a node
	dx, dy      int // from one to the next
	gap         int // between layers
	rows        int // of a column; layers with more have several columns
	curved, one bool
}

// sizes are for more and more hypotheses: with what they remove, with a number each, and
// as marks.
var sizes = []size{
	{class: "full", most: 80, w: 196, h: 40, dx: 212, dy: 52, gap: 84, rows: 20, curved: true},
	{class: "brief", most: 400, w: 92, h: 20, dx: 100, dy: 26, gap: 72, rows: 36, curved: true},
	{class: "marks", most: math.MaxInt, w: 10, h: 10, dx: 15, dy: 14, gap: 110, one: true},
}

// margin is the room around the graph, title that above it for the names of layers.
const (
	margin = 16
	title  = 28
)

// graph is a trace laid out.
type graph struct {
	t             *pipeline.Traced
	size          size
	nodes         []node // by ID
	layers        []layer
	width, height int
}

// layer is a round: hypotheses that it made.
type layer struct {
	ids []int // best first
	x   int
}

// lay lays a trace out.
func lay(t *pipeline.Traced) *graph {
	g := &graph{t: t, nodes: make([]node, len(t.Hypotheses))}
	for _, s := range slices.Backward(sizes) {
		if len(t.Hypotheses) <= s.most {
			g.size = s
		}
	}
	g.fates()
	for id, at := t.Winner, 0; id >= 0 && at <= len(t.Hypotheses); id, at = t.Hypotheses[id].Parent, at+1 {
		g.nodes[id].path = true
	}
	g.place()
	return g
}

// fates finds what became of the hypotheses.
func (g *graph) fates() {
	t := g.t
	for i := range g.nodes {
		n := &g.nodes[i]
		n.fate, n.layer = compared, t.Hypotheses[i].Round
		if i == 0 || t.Hypotheses[i].Parent >= 0 {
			n.fate = pruned
		}
	}
	if len(t.Hypotheses) > 0 {
		g.nodes[0].fate = kept // where no round follows
	}
	for _, r := range t.Rounds {
		for _, x := range r.Proposals {
			if x.Merged {
				g.nodes[x.Hypothesis].merged++
			}
		}
		for _, id := range r.Stack {
			g.nodes[id].fate, g.nodes[id].out = kept, 0
		}
		for _, x := range r.Pruned {
			n := &g.nodes[x.Hypothesis]
			if n.fate == kept {
				n.fate = left
			}
			n.out, n.rank, n.below = r.Round, x.Rank, x.Margin
		}
	}
	for i := range g.nodes {
		if g.nodes[i].fate == compared {
			g.nodes[i].layer = len(t.Rounds) + 1
		}
	}
}

// place gives the nodes their places: those of a layer by score, in columns, moved down so
// that the path of the winner is in one row.
func (g *graph) place() {
	t, s := g.t, g.size
	g.layers = make([]layer, len(t.Rounds)+2)
	for id := range g.nodes {
		l := &g.layers[g.nodes[id].layer]
		l.ids = append(l.ids, id)
	}
	largest := 0
	for _, l := range g.layers {
		slices.SortStableFunc(l.ids, func(a, b int) int { return cmp.Compare(t.Hypotheses[b].Score, t.Hypotheses[a].Score) })
		largest = max(largest, len(l.ids))
	}
	rows := s.rows
	if rows == 0 {
		rows = int(math.Ceil(math.Sqrt(float64(largest) * 1.5)))
	}
	onPath := make([]int, len(g.layers)) // row
	lowest := 0
	for k, l := range g.layers {
		for i, id := range l.ids {
			if g.nodes[id].path {
				onPath[k] = i % rows
				lowest = max(lowest, i%rows)
			}
		}
	}
	x := margin
	for k := range g.layers {
		l := &g.layers[k]
		if l.x = x; len(l.ids) == 0 {
			continue
		}
		for i, id := range l.ids {
			n := &g.nodes[id]
			n.x, n.y = x+i/rows*s.dx, margin+title+(i%rows+lowest-onPath[k])*s.dy
			if n.rank == 0 {
				n.rank = i + 1
			}
			g.width, g.height = max(g.width, n.x+s.w+margin), max(g.height, n.y+s.h+margin)
		}
		x += (len(l.ids)-1)/rows*s.dx + s.w + s.gap
	}
}
