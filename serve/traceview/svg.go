package traceview

import (
	_ "embed"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/visible"
	"github.com/tidytalk/tidytalk/producers"
)

// Style is the style sheet of the graph, without that of a page around it.
//
//go:embed graph.css
var Style string

// ownClasses are the classes of edges of the product's producers, so that they look the
// same in every trace.
var ownClasses = []string{producers.FillerWordsName, producers.EditWordsName, producers.RepetitionName, producers.DictionaryName, producers.EditTermsName, producers.NetworkName}

// classes is how many classes there are: p0, p1 and so on. Producers of others share those
// behind the product's.
const classes = 8

// looks is how a producer looks: the number of its class, and its letter.
func looks(t *pipeline.Traced, producer string) (class int, letter string) {
	if i := slices.Index(ownClasses, producer); i >= 0 {
		return i, string([]rune("FERDCN")[i])
	}
	var others []string
	for i := range t.Hypotheses {
		if p := t.Hypotheses[i].Producer; p != "" && !slices.Contains(ownClasses, p) && !slices.Contains(others, p) {
			others = append(others, p)
		}
	}
	i := max(0, slices.Index(others, producer))
	first, _ := utf8.DecodeRuneInString(producer)
	if !unicode.IsLetter(first) {
		first = '?'
	}
	return len(ownClasses) + i%(classes-len(ownClasses)), strings.ToUpper(string(first))
}

// SVG returns the graph of a trace. It has classes alone: the page that it is part of has
// the style sheet, which is in Style.
func SVG(t *pipeline.Traced) string { return draw(t, false) }

// File returns the graph of a trace as a file of its own, with its style sheet and a legend,
// and with what people see when they point at a hypothesis.
func File(t *pipeline.Traced) string { return draw(t, true) }

// drawing is what is drawn so far.
type drawing struct {
	strings.Builder
	*graph
	alone bool
}

func draw(t *pipeline.Traced, alone bool) string {
	d := &drawing{graph: lay(t), alone: alone}
	height := d.height
	if alone {
		height += legendRow * (len(producersOf(t)) + 3)
	}
	width := max(d.width, 480)
	fmt.Fprintf(d, `<svg xmlns="http://www.w3.org/2000/svg" class="trace-graph %s" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">`+"\n",
		d.size.class, width, height, width, height, escape(about(t)))
	if alone {
		fmt.Fprintf(d, "<style>\n%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n", Style)
	}
	for k, l := range d.layers {
		if len(l.ids) == 0 {
			continue
		}
		name := fmt.Sprintf("round %d", k)
		switch k {
		case 0:
			name = "start"
		case len(d.layers) - 1:
			name = "compared"
		}
		fmt.Fprintf(d, `<text class="layer" x="%d" y="%d">%s</text>`+"\n", l.x, margin+12, name)
	}
	d.edges()
	for id := range d.nodes {
		d.node(id)
	}
	if alone {
		d.legend()
	}
	d.WriteString("</svg>\n")
	return d.String()
}

// about says what a trace is of.
func about(t *pipeline.Traced) string {
	return fmt.Sprintf("Trace of “%s”: %d hypotheses in %d rounds; the winner keeps “%s”", strings.Join(t.Words, " "), len(t.Hypotheses), len(t.Rounds), t.Clean)
}

// escape returns text as it stands in SVG and HTML.
func escape(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, visible.String(s)))
}

// edges draws the proposals: one path for each where they are few, and those of hypotheses
// that were not kept in one for each producer where they are many.
func (d *drawing) edges() {
	type bundle struct {
		producer string
		merged   bool
		path     strings.Builder
	}
	var bundles []*bundle
	var single strings.Builder
	for _, r := range d.t.Rounds {
		for _, x := range r.Proposals {
			class, _ := looks(d.t, x.Producer)
			to := &d.nodes[x.Hypothesis]
			onPath := !x.Merged && to.path && d.nodes[x.Parent].path
			if d.size.one && !onPath && (x.Merged || to.fate == pruned) {
				i := slices.IndexFunc(bundles, func(b *bundle) bool { return b.producer == x.Producer && b.merged == x.Merged })
				if i < 0 {
					i, bundles = len(bundles), append(bundles, &bundle{producer: x.Producer, merged: x.Merged})
				}
				bundles[i].path.WriteString(d.line(x.Parent, x.Hypothesis))
				continue
			}
			kind := ""
			if x.Merged {
				kind = " merged"
			} else {
				kind = " " + string(to.fate)
			}
			if onPath {
				kind += " path"
			}
			fmt.Fprintf(&single, `<path class="edge p%d%s" data-from="%d" data-to="%d" data-producer="%s" d="%s"/>`+"\n", class, kind, x.Parent, x.Hypothesis, escape(x.Producer), d.line(x.Parent, x.Hypothesis))
		}
	}
	for _, b := range bundles {
		class, _ := looks(d.t, b.producer)
		kind := "pruned"
		if b.merged {
			kind = "merged"
		}
		fmt.Fprintf(d, `<path class="edge all p%d %s" data-producer="%s" d="%s"/>`+"\n", class, kind, escape(b.producer), b.path.String())
	}
	d.WriteString(single.String())
}

// line returns the way from a hypothesis to another.
func (d *drawing) line(from, to int) string {
	a, b, s := &d.nodes[from], &d.nodes[to], d.size
	x, y, u, v := a.x+s.w, a.y+s.h/2, b.x, b.y+s.h/2
	if !s.curved {
		return fmt.Sprintf("M%d %dL%d %d", x, y, u, v)
	}
	bend := max(24, (u-x)/2)
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x, y, x+bend, y, u-bend, v, u, v)
}

// node draws a hypothesis.
func (d *drawing) node(id int) {
	h, n, s := &d.t.Hypotheses[id], &d.nodes[id], d.size
	class, letter := looks(d.t, h.Producer)
	name := "hyp " + string(n.fate)
	if h.Producer != "" && n.fate != compared {
		name += fmt.Sprintf(" p%d", class)
	} else if letter = "?"; id == 0 {
		letter = ""
	}
	if n.path {
		name += " path"
	}
	if id == d.t.Winner {
		name += " winner"
		letter += "★"
	}
	hint := ""
	if d.alone {
		hint = "<title>" + escape(d.describe(id)) + "</title>"
	}
	open := fmt.Sprintf(`class="%s" data-id="%d"`, name, id)
	if s.one {
		end := "/>\n"
		if hint != "" {
			end = ">" + hint
		}
		if n.fate == pruned || n.fate == compared {
			if hint != "" {
				end += "</circle>\n"
			}
			fmt.Fprintf(d, `<circle %s cx="%d" cy="%d" r="3"%s`, open, n.x+s.w/2, n.y+s.h/2, end)
			return
		}
		if hint != "" {
			end += "</rect>\n"
		}
		fmt.Fprintf(d, `<rect %s x="%d" y="%d" width="%d" height="%d"%s`, open, n.x, n.y, s.w, s.h, end)
		return
	}
	round := 3
	if n.fate == pruned || n.fate == compared {
		round = s.h / 2
	}
	fmt.Fprintf(d, `<g %s transform="translate(%d %d)">%s<rect width="%d" height="%d" rx="%d"/>`, open, n.x, n.y, hint, s.w, s.h, round)
	number := fmt.Sprintf("%.3f", h.Score)
	if n.out > 0 {
		number = fmt.Sprintf("-%.2f", n.below)
	}
	if s.class == "brief" {
		fmt.Fprintf(d, `<text x="7" y="14">%s%d</text><text class="score" x="%d" y="14">%s</text></g>`+"\n", letter, id, s.w-7, number)
		return
	}
	fmt.Fprintf(d, `<text x="10" y="16">%s</text><text class="score" x="%d" y="16">%.5f</text>`, strings.TrimSpace(fmt.Sprintf("%s %d", letter, id)), s.w-10, h.Score)
	what, below := removes(h.Removed), ""
	room := 28
	if n.out > 0 {
		below, room = number, 22
	}
	fmt.Fprintf(d, `<text class="what" x="10" y="32">%s</text>`, escape(cut(what, room)))
	if below != "" {
		fmt.Fprintf(d, `<text class="score below" x="%d" y="32">%s</text>`, s.w-10, below)
	}
	d.WriteString("</g>\n")
}

// removes says what a hypothesis removes.
func removes(stretches []string) string {
	if len(stretches) == 0 {
		return "nothing"
	}
	return strings.Join(stretches, " | ")
}

// cut cuts text to so many characters.
func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// describe says all of a hypothesis in a line.
func (g *graph) describe(id int) string {
	h := &g.t.Hypotheses[id]
	from := "the first, which removes nothing"
	if h.Parent >= 0 {
		from = fmt.Sprintf("by %s from %d in round %d", h.Producer, h.Parent, h.Round)
	} else if id > 0 {
		from = "for comparison (" + h.Producer + ")"
	}
	return fmt.Sprintf("%d: %s; score %.5f; %s; removes %s", id, from, h.Score, g.outcome(id), removes(h.Removed))
}

// outcome says what became of a hypothesis.
func (g *graph) outcome(id int) string {
	n := &g.nodes[id]
	out := "kept"
	switch {
	case id == g.t.Winner:
		out = "the winner"
	case n.fate == compared:
		out = "no producer made it"
	case n.fate == left:
		out = fmt.Sprintf("kept for a while, dropped in round %d at rank %d, -%.5f", n.out, n.rank, n.below)
	case n.fate == pruned:
		out = fmt.Sprintf("pruned in round %d at rank %d, -%.5f", n.out, n.rank, n.below)
	}
	if n.merged > 0 {
		out += fmt.Sprintf(", %d equal ones merged into it", n.merged)
	}
	return out
}

// legendRow is the height of a row of the legend of a file.
const legendRow = 20

// legend says below the graph what lines and letters mean.
func (d *drawing) legend() {
	row := func(k int) (y int) { return d.height + 8 + k*legendRow }
	names := producersOf(d.t)
	for k, p := range names {
		class, letter := looks(d.t, p)
		fmt.Fprintf(d, `<path class="edge kept p%d" d="M%d %dh22"/><text class="key" x="%d" y="%d">%s %s</text>`+"\n", class, margin, row(k), margin+28, row(k)+4, letter, escape(p))
	}
	k := len(names)
	fmt.Fprintf(d, `<path class="edge merged" d="M%d %dh22"/><text class="key" x="%d" y="%d">merged into an equal one</text>`+"\n", margin, row(k), margin+28, row(k)+4)
	fmt.Fprintf(d, `<text class="key" x="%d" y="%d">square: kept; round: pruned, by so much; thick: the path of the winner, ★</text>`+"\n", margin, row(k+1)+4)
}

// producersOf returns the producers of which a trace has proposals, the first first.
func producersOf(t *pipeline.Traced) []string {
	var out []string
	for _, r := range t.Rounds {
		for _, x := range r.Proposals {
			if !slices.Contains(out, x.Producer) {
				out = append(out, x.Producer)
			}
		}
	}
	return out
}
