package translation

import (
	"slices"

	"github.com/tidytalk/tidytalk/lm"
)

// forest is a hypergraph of derivations: a node for all that are worth the same to what
// follows, an edge for each way to make one from others.
type forest struct {
	keep   bool // all edges; else the best one of each node
	nodes  []node
	edges  []edge
	yields []labelYield // by label; see best

	// Of best.
	lists  []list
	listOf []int32 // by node; -1: noNode
	used   int     // of lists
	looked int
}

// node is a set of derivations.
type node struct {
	score float64  // of the best one
	state lm.State // of the language model after it
	lead  int32    // chart: tokens that it begins with
	edge  int32    // last of its edges
	best  int32    // the best of them
	run   uint8    // marks that it ends with
}

// edge makes derivations of a node from those of up to two others.
type edge struct {
	cost  float64 // what it adds to their scores
	a, b  int32   // nodes; none: -1
	label int32   // the rule, as the decoder numbers them; below 0: it yields no tokens
	next  int32   // another edge of the node; -1: noNode
}

// noNode stands where there is no node or edge.
const noNode = -1

func (f *forest) reset(keep bool) {
	f.keep, f.nodes, f.edges, f.yields = keep, f.nodes[:0], f.edges[:0], f.yields[:0]
}

// node adds a node with its first edge, which leads to a score.
func (f *forest) node(n node, score float64, label, a, b int32) int32 {
	n.score, n.edge, n.best = score, int32(len(f.edges)), int32(len(f.edges))
	f.nodes, f.edges = append(f.nodes, n), append(f.edges, edge{f.cost(score, a, b), a, b, label, noNode})
	return int32(len(f.nodes) - 1)
}

// edge adds an edge to a node, or leaves it out if it is no better and not all are kept.
func (f *forest) edge(n *node, score float64, label, a, b int32) {
	better := score > n.score
	switch {
	case f.keep:
		f.edges = append(f.edges, edge{f.cost(score, a, b), a, b, label, n.edge})
		n.edge = int32(len(f.edges) - 1)
		if better {
			n.best = n.edge
		}
	case better:
		f.edges[n.edge] = edge{f.cost(score, a, b), a, b, label, noNode}
	}
	if better {
		n.score = score
	}
}

func (f *forest) cost(score float64, a, b int32) float64 {
	if a >= 0 {
		score -= f.nodes[a].score
	}
	if b >= 0 {
		score -= f.nodes[b].score
	}
	return score
}

// yield is a hash of the tokens of a derivation that can be put together: the value of a
// polynomial, and the power of its base that the tokens take.
type yield struct{ hash, power uint64 }

// labelYield are the tokens of a rule before and behind what fills its gap.
type labelYield struct{ pre, post yield }

const yieldBase = 0x9e3779b97f4a7c15

func (y yield) then(o yield) yield { return yield{y.hash*o.power + o.hash, y.power * o.power} }

// yieldOf returns the yield of codes of tokens.
func yieldOf(codes []uint8) yield {
	y := yield{0, 1}
	for _, c := range codes {
		v := (uint64(c) + 1) * 0xbf58476d1ce4e5b9
		y.hash, y.power = y.hash*yieldBase+(v^v>>29), y.power*yieldBase
	}
	return y
}

// list are the best derivations of a node with different yields, as far as they were asked
// for (Huang and Chiang 2005, algorithm 3). A derivation whose yield a better one of the
// node has cannot be a part of one of the best with different yields, and is left out.
type list struct {
	out    []derivation
	open   heap[derivation] // candidates for the next one; their yields are not set
	opened bool             // all edges have their candidates
	next   bool             // what follows the last one is among the candidates
}

// derivation is an edge and, for the nodes that it is made from, the ranks of derivations.
type derivation struct {
	score  float64
	edge   int32
	ra, rb int32
	yield  yield
}

// mostLooked is how many derivations are looked at for each one that is asked for.
const mostLooked = 20000

// best returns how many derivations with different yields, up to n, are found of a node.
// They can be walked then.
func (f *forest) best(root int32, n int) int {
	f.used, f.looked = 0, 0
	f.listOf = slices.Grow(f.listOf[:0], len(f.nodes))[:len(f.nodes)]
	for i := range f.listOf {
		f.listOf[i] = noNode
	}
	k := 0
	for k < n && f.find(root, int32(k), n*mostLooked) {
		k++
	}
	return k
}

// list returns the list of a node. It has the best derivation from the start.
func (f *forest) list(node int32) int32 {
	if at := f.listOf[node]; at >= 0 {
		return at
	}
	at := int32(f.used)
	if f.used++; f.used > len(f.lists) {
		f.lists = append(f.lists, list{})
	}
	f.listOf[node] = at
	d := derivation{score: f.nodes[node].score, edge: f.nodes[node].best}
	f.yield(&d)
	l := &f.lists[at]
	l.out, l.open, l.opened, l.next = append(l.out[:0], d), l.open[:0], false, false
	return at
}

// yield sets the yield of a derivation.
func (f *forest) yield(d *derivation) {
	e := &f.edges[d.edge]
	d.yield = yield{0, 1}
	if e.label >= 0 {
		d.yield = f.yields[e.label].pre
	}
	if e.a >= 0 {
		d.yield = d.yield.then(f.lists[f.list(e.a)].out[d.ra].yield)
	}
	if e.b >= 0 {
		d.yield = d.yield.then(f.lists[f.list(e.b)].out[d.rb].yield)
	}
	if e.label >= 0 {
		d.yield = d.yield.then(f.yields[e.label].post)
	}
}

// find reports whether a node has a derivation of a rank, which is at most one above those
// found before.
func (f *forest) find(node, rank int32, limit int) bool {
	if rank == 0 {
		return true
	}
	at := f.list(node)
	if l := &f.lists[at]; !l.opened && int(rank) >= len(l.out) {
		l.opened = true
		for e := f.nodes[node].edge; e >= 0; e = f.edges[e].next {
			if e != f.nodes[node].best {
				f.push(at, e, 0, 0, limit)
			}
		}
	}
	for int(rank) >= len(f.lists[at].out) {
		if l := &f.lists[at]; !l.next {
			l.next = true
			f.follow(at, l.out[len(l.out)-1], limit)
		}
		l := &f.lists[at]
		if len(l.open) == 0 || f.looked >= limit {
			return false
		}
		f.looked++
		d := l.open.pop()
		f.yield(&d)
		l = &f.lists[at]
		if slices.ContainsFunc(l.out, func(o derivation) bool { return o.yield == d.yield }) {
			f.follow(at, d, limit)
			continue
		}
		l.out, l.next = append(l.out, d), false
	}
	return true
}

// follow adds what comes next after a derivation: each pair of ranks comes next after one
// other only.
func (f *forest) follow(at int32, d derivation, limit int) {
	e := &f.edges[d.edge]
	if e.b >= 0 {
		f.push(at, d.edge, d.ra, d.rb+1, limit)
	}
	if e.a >= 0 && d.rb == 0 {
		f.push(at, d.edge, d.ra+1, 0, limit)
	}
}

// push adds a candidate, if there are derivations of the ranks.
func (f *forest) push(at, edge, ra, rb int32, limit int) {
	e := &f.edges[edge]
	d := derivation{score: e.cost, edge: edge, ra: ra, rb: rb}
	for _, part := range [2]struct{ node, rank int32 }{{e.a, ra}, {e.b, rb}} {
		switch {
		case part.node < 0:
		case part.rank == 0:
			d.score += f.nodes[part.node].score
		case f.find(part.node, part.rank, limit):
			d.score += f.lists[f.listOf[part.node]].out[part.rank].score
		default:
			return
		}
	}
	f.lists[at].open.push(d.score, d)
}

// walk calls visit for the edges of a derivation of a node, before and after those that it
// is made from; rank is that among the best, noNode of them having been asked for if all
// edges are not kept.
func (f *forest) walk(node, rank int32, visit func(e *edge, after bool)) {
	e, ra, rb := f.nodes[node].best, int32(0), int32(0)
	if f.keep {
		d := &f.lists[f.list(node)].out[rank]
		e, ra, rb = d.edge, d.ra, d.rb
	}
	visit(&f.edges[e], false)
	if a := f.edges[e].a; a >= 0 {
		f.walk(a, ra, visit)
	}
	if b := f.edges[e].b; b >= 0 {
		f.walk(b, rb, visit)
	}
	visit(&f.edges[e], true)
}
