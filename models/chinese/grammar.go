package chinese

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
)

// passSet says which punctuation marks a pass finds: those of some of the passes of the paper, one
// after the other. Marks of those before are there before.
type passSet struct{ from, to Pass }

func (p passSet) own(m Mark) bool { return p.from <= m.Pass() && m.Pass() < p.to }

func (p passSet) earlier(m Mark) bool { return m.Pass() < p.from }

// passSets returns the passes that begin with the given ones of the paper; nil: all.
func passSets(starts []Pass) ([]passSet, error) {
	if starts == nil {
		starts = []Pass{Finals, Internals, Indicators}
	}
	var out []passSet
	for i, from := range starts {
		if i == 0 && from != Finals || from >= NumPasses || i > 0 && from <= starts[i-1] {
			return nil, fmt.Errorf("passes that begin with %v: the first one begins with %d, and others behind those before", starts, Finals)
		}
		if i > 0 {
			out[i-1].to = from
		}
		out = append(out, passSet{from, NumPasses})
	}
	if out == nil {
		return nil, errors.New("there are no passes")
	}
	return out, nil
}

// find returns what the pass has to find in each gap.
func (p passSet) find(gaps [][]Sign) [][]Sign {
	out := make([][]Sign, len(gaps))
	for g, signs := range gaps {
		if len(signs) > 0 {
			_, out[g] = split(signs, p.own, p.earlier)
		}
	}
	return out
}

// grammar is what a pass can find in gaps: what stands in a gap, and what is open behind it. A
// label is a pair of both, so that a chain that follows the rules of head finds pairs that are
// balanced and nested.
type grammar struct {
	passSet
	found  []string // what is found in a gap, by signsName; the first is nothing
	nests  []string // what is open, by nestingName; the first is nothing
	labels [][2]int // of found and nests: labels that there are
	first  []bool   // of found: it may stand before the first word
	last   []bool   // it may stand behind the last one
}

// learnGrammar lists what a pass finds in texts with balanced pairs, in at least so many.
func learnGrammar(p passSet, text [][][]Sign, least int) *grammar {
	g := &grammar{passSet: p}
	g.count(text, least)
	near := make([][][]Sign, len(text))
	for i, gaps := range text {
		near[i] = g.nearest(gaps)
	}
	g.count(near, 1) // what is left, so that there is a text with every label
	g.first, g.last = make([]bool, len(g.found)), make([]bool, len(g.found))
	g.first[0], g.last[0] = true, true
	for nest := range g.nests {
		g.labels = append(g.labels, [2]int{0, nest})
	}
	for _, gaps := range near {
		labels := g.encode(gaps)
		for _, l := range labels {
			if !slices.Contains(g.labels, l) {
				g.labels = append(g.labels, l)
			}
		}
		g.first[labels[0][0]], g.last[labels[len(labels)-1][0]] = true, true
	}
	return g
}

// count lists what is found in gaps, and what is open behind them.
func (g *grammar) count(text [][][]Sign, least int) {
	found, nests := newTally(), newTally()
	for _, gaps := range text {
		var open nesting
		for _, signs := range g.find(gaps) {
			if len(signs) > 0 {
				found.see(signsName(signs))
				open, _ = open.after(signs)
				nests.see(nestingName(open))
			}
		}
		found.end()
		nests.end()
	}
	g.found, g.nests = found.often(NoMark.String(), least), nests.often(nestingName(nil), least)
}

// nearest returns gaps without the signs of the pass that it cannot find.
func (g *grammar) nearest(gaps [][]Sign) [][]Sign {
	signs := flatten(gaps)
	for {
		gaps = unflatten(signs, len(gaps))
		bad := g.unknown(gaps, signs)
		if bad < 0 {
			return gaps
		}
		signs[bad].removed = true
		if p := signs[bad].partner; p >= 0 {
			signs[p].removed = true
		}
	}
}

// unknown returns a sign that must be removed for the gaps to be what the pass can find, -1 for none:
// one without which the rest of its gap is known, or else the last one of the gap.
func (g *grammar) unknown(gaps [][]Sign, signs []flatSign) int {
	find := g.find(gaps)
	for gap, f := range find {
		if len(f) == 0 || slices.Contains(g.found, signsName(f)) {
			continue
		}
		last := -1
		for i := len(signs) - 1; i >= 0; i-- {
			if s := &signs[i]; s.gap == gap && !s.removed && g.own(s.Mark) {
				last = max(last, i)
				s.removed = true
				rest := g.find(unflatten(signs, len(gaps)))[gap]
				if s.removed = false; slices.Contains(g.found, signsName(rest)) {
					return i
				}
			}
		}
		return last
	}
	var open nesting
	for i, s := range signs {
		if !s.removed && g.own(s.Mark) {
			if open, _ = open.after([]Sign{s.Sign}); s.Side == Open && !g.nested(find, signs, i, open) {
				return i
			}
		}
	}
	return -1
}

// nested reports whether what is open behind the gap of a sign is known, where that sign is the
// last one that opens there.
func (g *grammar) nested(find [][]Sign, signs []flatSign, i int, open nesting) bool {
	for _, s := range signs[i+1:] {
		if s.gap != signs[i].gap {
			break
		}
		if !s.removed && s.Side == Open {
			return true // it is another's turn
		}
	}
	return slices.Contains(g.nests, nestingName(open))
}

// encode returns the labels of gaps that the pass can find.
func (g *grammar) encode(gaps [][]Sign) [][2]int {
	out := make([][2]int, len(gaps))
	var open nesting
	for i, f := range g.find(gaps) {
		open, _ = open.after(f)
		out[i] = [2]int{slices.Index(g.found, signsName(f)), slices.Index(g.nests, nestingName(open))}
	}
	return out
}

// The names of layers and of the label before a text.
const (
	foundLayer = "sign"
	nestLayer  = "open"
	before     = "BOT"
)

// head returns the beginning of a template file: the labels, and which may follow which.
func (g *grammar) head() string {
	var b strings.Builder
	fmt.Fprintf(&b, "layer %s %s %s\n", foundLayer, strings.Join(g.found, " "), before)
	nested := len(g.nests) > 1
	start, both := foundLayer+"="+before, foundLayer
	if nested {
		fmt.Fprintf(&b, "layer %s %s\n", nestLayer, strings.Join(g.nests, " "))
		start += " " + nestLayer + "=" + g.nests[0]
		both += "*" + nestLayer
	}
	fmt.Fprintf(&b, "start %s\n", start)
	forbid := func(which []string, format string, args ...any) {
		if len(which) > 0 {
			fmt.Fprintf(&b, "forbid "+strings.ReplaceAll(format, "%s", strings.Join(which, ","))+"\n", args...)
		}
	}
	pick := func(names []string, want func(i int) bool) (out []string) {
		for i, name := range names {
			if want(i) {
				out = append(out, name)
			}
		}
		return out
	}
	if nested {
		for f, name := range g.found {
			forbid(pick(g.nests, func(n int) bool { return !slices.Contains(g.labels, [2]int{f, n}) }), foundLayer+"="+name+" "+nestLayer+"=%s")
		}
		forbid(g.nests[1:], foundLayer+"="+before+" "+nestLayer+"=%s")
	}
	all := append(slices.Clone(g.found), before)
	forbid(all, foundLayer+"=%s -> "+foundLayer+"="+before)
	forbid(pick(g.found, func(f int) bool { return !g.first[f] }), foundLayer+"="+before+" -> "+foundLayer+"=%s")
	forbid(pick(g.found, func(f int) bool { return !g.last[f] }), foundLayer+"=%s -> end")
	if nested {
		for _, l := range g.labels {
			forbid(pick(g.nests, func(n int) bool { return !g.leads(n, l) }), nestLayer+"=%s -> "+foundLayer+"="+g.found[l[0]]+" "+nestLayer+"="+g.nests[l[1]])
		}
		forbid(g.nests[1:], nestLayer+"=%s -> end")
	}
	fmt.Fprintf(&b, "bias %s\ntransitions %s 2\n", both, foundLayer)
	return b.String()
}

// leads reports whether what is found in a gap leads from what was open to what is open.
func (g *grammar) leads(from int, label [2]int) bool {
	open, err := parseNesting(g.nests[from])
	found, err2 := parseSigns(g.found[label[0]])
	if err != nil || err2 != nil {
		return false
	}
	open, ok := open.after(found)
	return ok && nestingName(open) == g.nests[label[1]]
}

// tally counts in how many texts names are.
type tally struct {
	texts map[string]int
	seen  map[string]bool // in the text at hand
	order []string
}

func newTally() *tally { return &tally{make(map[string]int), make(map[string]bool), nil} }

func (t *tally) see(name string) {
	if !t.seen[name] {
		t.seen[name] = true
		if t.texts[name]++; t.texts[name] == 1 {
			t.order = append(t.order, name)
		}
	}
}

func (t *tally) end() { clear(t.seen) }

// often returns a first name, and those that are in at least so many texts, the most frequent
// ones first.
func (t *tally) often(first string, least int) []string {
	out := []string{first}
	for _, name := range t.order {
		if name != first && t.texts[name] >= least {
			out = append(out, name)
		}
	}
	slices.SortStableFunc(out[1:], func(a, b string) int { return t.texts[b] - t.texts[a] })
	return out
}

// decoder turns the labels of a chain into what is found.
type decoder struct {
	space *m3n.Space
	found [][]Sign // of each label of foundLayer
}

// newDecoder reads the labels of templates that begin with the head of a grammar.
func newDecoder(space *m3n.Space) (*decoder, error) {
	if space == nil || space.Layers()[0].Name != foundLayer {
		return nil, fmt.Errorf("the templates declare no layer %s", foundLayer)
	}
	d := &decoder{space: space}
	for _, name := range space.Layers()[0].Labels {
		var signs []Sign
		if name != before {
			var err error
			if signs, err = parseSigns(name); err != nil {
				return nil, err
			}
		}
		d.found = append(d.found, signs)
	}
	return d, nil
}

// of returns what a label says is found.
func (d *decoder) of(label uint8) []Sign { return d.found[d.space.Label(0, label)] }
