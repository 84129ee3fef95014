package m3n

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Templates is a parsed template file.
//
// A template file is text, one template a line; # starts a comment. Settings
// come first:
//
//	threshold 5     features seen less often in training are dropped
//	transitions 3   clique order of the transition features: 0, 1, 2 or 3
//
// A template is
//
//	order=K [min=N] [VAR=RANGES]... ATOM ATOM ...
//
// K is the clique order (1 node, 2 edge, 3 second-order edge), min overrides the
// threshold, and each loop variable (a single letter) multiplies the template:
// i=-4..4 makes nine templates, j=-10..-1,1..10 twenty. A feature is the
// conjunction of the template (with the values of its loop variables) and the
// values of its atoms:
//
//	w[0]  w[i-1]  w[i+1]   the value of column w at an offset from the position
//	w[1..6]                the value at any offset of the range: one feature for each
//	w[-2!f]                the second position to the left (+2!f: to the right) of those where column f is Absent
//	I(w[0],w[j]; p[0],p[j]) which of the pairs are equal, as bits; no feature if none is
//	if(w[0]=w[j])          a condition: no feature unless it holds; also !=
//	bin(pause[0])          a continuous column in 10 cumulative bins (Liu et al. 2006):
//	                       one feature for each threshold that the value reaches
//
// A position outside the sequence has the value Begin or End, and is equal to
// nothing. An Absent value suppresses the feature.
//
// Where the labels are tuples of several layers (see Space), the file declares the layers
// first, and lines say which of them they are about:
//
//	layer pu NONE COMMA PERIOD QMARK     a layer and its labels
//	layer df E F O
//	start pu=PERIOD df=O                 the tuple that stands before every sequence; without, edges do not count there
//	forbid pu=COMMA,PERIOD df=F          no such tuple
//	forbid pu=PERIOD -> df=F             what may not follow
//	forbid pu=COMMA -> end               what may not end a sequence
//	transitions 3                        of each layer by itself
//	transitions pu*df 2                  of the layers together, or of one, beside or instead
//	bias pu*df                           weights of the labels at a position, whatever is seen there
//	order=1 layers=pu,df w[0]            a template that feeds these layers, each by itself; default: all, each by itself
//	order=1 layers=pu*df w[0]            or the tuples of both (an edge between chains)
type Templates struct {
	Threshold   int
	Transitions int // where there are no layers
	Lines       []Template
	source      string

	space *Space // nil: no layers
	fixed []fixedWeights
}

// Template is one line of a template file before expansion.
type Template struct {
	Order int
	Min   int // frequency threshold of this template
	Line  int // line number in the file
	Text  string
	loops []loop
	atoms []atom

	blocks []layerSet // what it feeds
}

// layerSet are layers whose labels weights look at together, ascending.
type layerSet []int

// fixedWeights are the weights of layers that depend on no observation: of the labels at a
// position (order 1), or of transitions.
type fixedWeights struct {
	order  int
	layers layerSet
	line   int
}

type loop struct {
	name   byte
	values []int
}

type atomKind uint8

const (
	atomValue  atomKind = iota // w[0]
	atomRange                  // w[1..6]
	atomSkip                   // w[-2!f]
	atomEquals                 // I(...)
	atomIf                     // if(a=b)
	atomBin                    // bin(x[0])
)

type atom struct {
	kind   atomKind
	refs   []ref // one; for atomEquals and atomIf the sides of the pairs, in turn
	negate bool  // atomIf: !=
}

// ref is a column at an offset, a range of offsets, or counted past a skip column.
type ref struct {
	column string
	lo, hi index
	skip   string
}

// index is an integer plus, optionally, a loop variable.
type index struct {
	variable byte
	offset   int
}

// TemplateError reports a mistake in a template file.
type TemplateError struct {
	Name   string // file name
	Line   int
	Reason string
}

func (e *TemplateError) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Reason)
}

// Continuous returns the names of the continuous columns that the templates read.
func (t *Templates) Continuous() []string {
	var out []string
	for i := range t.Lines {
		for _, a := range t.Lines[i].atoms {
			if a.kind == atomBin {
				out = append(out, a.refs[0].column)
			}
		}
	}
	return out
}

// String returns the text that the templates were parsed from.
func (t *Templates) String() string { return t.source }

// ParseTemplates reads a template file; name is used in errors. Errors are
// *TemplateError.
func ParseTemplates(r io.Reader, name string) (*Templates, error) {
	t := &Templates{Threshold: 1}
	var src strings.Builder
	var head layerHead
	sc := bufio.NewScanner(r)
	for line := 1; sc.Scan(); line++ {
		src.WriteString(sc.Text())
		src.WriteByte('\n')
		text, _, _ := strings.Cut(sc.Text(), "#")
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		is, err := head.parse(t, text, line)
		if !is && err == nil {
			err = t.parseLine(text, line)
		}
		if err != nil {
			return nil, &TemplateError{name, line, err.Error()}
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if line, err := head.finish(t); err != nil {
		return nil, &TemplateError{name, line, err.Error()}
	}
	t.source = src.String()
	return t, nil
}

// Lowered returns the templates with every clique order above 1, and that of the
// transitions, lowered by n, though to no less than 1; edges between labels stay.
func (t *Templates) Lowered(n int) *Templates {
	if n == 0 {
		return t
	}
	lowered := func(order int) int { return max(order-n, min(order, 2)) }
	low := &Templates{Threshold: t.Threshold, Transitions: lowered(t.Transitions), Lines: slices.Clone(t.Lines), space: t.space}
	var src strings.Builder
	fmt.Fprintf(&src, "threshold %d\n", low.Threshold)
	if t.space == nil {
		fmt.Fprintf(&src, "transitions %d\n", low.Transitions)
	}
	for line := range strings.Lines(t.source) {
		if isLayerHead(line) {
			src.WriteString(line)
		}
	}
	for _, f := range t.fixed {
		if f.order = lowered(f.order); !slices.ContainsFunc(low.fixed, f.equal) {
			low.fixed = append(low.fixed, f)
			if f.order > 1 {
				fmt.Fprintf(&src, "transitions %s %d\n", t.space.nameOf(f.layers), f.order)
			}
		}
	}
	for i := range low.Lines {
		l := &low.Lines[i]
		order := max(1, l.Order-n)
		l.Text = strings.Replace(l.Text, fmt.Sprintf("order=%d", l.Order), fmt.Sprintf("order=%d", order), 1)
		l.Order = order
		fmt.Fprintln(&src, l.Text)
	}
	low.source = src.String()
	return low
}

func (t *Templates) parseLine(text string, line int) error {
	for _, s := range []struct {
		name     string
		to       *int
		min, max int
	}{{"threshold", &t.Threshold, 1, 1 << 30}, {"transitions", &t.Transitions, 0, 3}} {
		if rest, ok := strings.CutPrefix(text, s.name+" "); ok {
			n, err := strconv.Atoi(strings.TrimSpace(rest))
			if err != nil || n < s.min || n > s.max {
				return fmt.Errorf("%s needs an integer from %d to %d, not %q", s.name, s.min, s.max, rest)
			}
			*s.to = n
			return nil
		}
	}
	p := &templateParser{s: text}
	tpl, err := p.template(t.Threshold, t.space)
	if err != nil {
		return fmt.Errorf("column %d: %w", p.i+1, err)
	}
	tpl.Line, tpl.Text = line, text
	t.Lines = append(t.Lines, tpl)
	return nil
}

// templateParser is a recursive-descent parser of one template.
type templateParser struct {
	s string
	i int
}

func (p *templateParser) space() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\t') {
		p.i++
	}
}

func (p *templateParser) eat(tok string) bool {
	p.space()
	if strings.HasPrefix(p.s[p.i:], tok) {
		p.i += len(tok)
		return true
	}
	return false
}

func (p *templateParser) expect(tok string) error {
	if !p.eat(tok) {
		return fmt.Errorf("expected %q", tok)
	}
	return nil
}

func (p *templateParser) name() string {
	p.space()
	start := p.i
	for p.i < len(p.s) && (isLetter(p.s[p.i]) || p.i > start && (p.s[p.i] >= '0' && p.s[p.i] <= '9' || p.s[p.i] == '_')) {
		p.i++
	}
	return p.s[start:p.i]
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func (p *templateParser) integer() (int, error) {
	p.space()
	start := p.i
	if p.i < len(p.s) && (p.s[p.i] == '-' || p.s[p.i] == '+') {
		p.i++
	}
	for p.i < len(p.s) && p.s[p.i] >= '0' && p.s[p.i] <= '9' {
		p.i++
	}
	n, err := strconv.Atoi(p.s[start:p.i])
	if err != nil {
		return 0, fmt.Errorf("expected an integer")
	}
	return n, nil
}

func (p *templateParser) template(threshold int, space *Space) (Template, error) {
	t := Template{Min: threshold, blocks: space.each()}
	for {
		start := p.i
		name := p.name()
		if name == "" || !p.eat("=") {
			p.i = start
			break
		}
		var err error
		switch {
		case name == "order":
			t.Order, err = p.integer()
		case name == "min":
			t.Min, err = p.integer()
		case name == "layers":
			t.blocks, err = p.layers(space)
		case len(name) == 1:
			var values []int
			values, err = p.ranges()
			t.loops = append(t.loops, loop{name[0], values})
		default:
			err = fmt.Errorf("unknown setting %q: use order, min, layers, or a loop variable of one letter", name)
		}
		if err != nil {
			return t, err
		}
	}
	if t.Order < 1 || t.Order > 3 {
		return t, fmt.Errorf("a template starts with order=1, order=2 or order=3")
	}
	for p.space(); p.i < len(p.s); p.space() {
		a, err := p.atom(t.loops)
		if err != nil {
			return t, err
		}
		t.atoms = append(t.atoms, a)
	}
	if len(t.atoms) == 0 {
		return t, fmt.Errorf("a template needs at least one atom such as w[0]")
	}
	return t, nil
}

func (p *templateParser) ranges() ([]int, error) {
	var values []int
	for {
		lo, err := p.integer()
		if err != nil {
			return nil, err
		}
		hi := lo
		if p.eat("..") {
			if hi, err = p.integer(); err != nil {
				return nil, err
			}
		}
		if hi < lo || hi-lo > 2*pad {
			return nil, fmt.Errorf("the range %d..%d is empty or too long", lo, hi)
		}
		for v := lo; v <= hi; v++ {
			values = append(values, v)
		}
		if !p.eat(",") {
			return values, nil
		}
	}
}

func (p *templateParser) atom(loops []loop) (atom, error) {
	start := p.i
	switch name := p.name(); {
	case name == "I" && p.eat("("):
		a := atom{kind: atomEquals}
		for {
			if err := p.pair(&a, ",", loops); err != nil {
				return a, err
			}
			if len(a.refs) > 16 {
				return a, fmt.Errorf("at most 8 pairs in I()")
			}
			if !p.eat(";") {
				return a, p.expect(")")
			}
		}
	case name == "if" && p.eat("("):
		a := atom{kind: atomIf}
		r, err := p.plain(loops)
		if err != nil {
			return a, err
		}
		if a.negate = p.eat("!="); !a.negate {
			if err := p.expect("="); err != nil {
				return a, err
			}
		}
		q, err := p.plain(loops)
		if err != nil {
			return a, err
		}
		a.refs = []ref{r, q}
		return a, p.expect(")")
	case name == "bin" && p.eat("("):
		r, err := p.plain(loops)
		if err != nil {
			return atom{}, err
		}
		return atom{kind: atomBin, refs: []ref{r}}, p.expect(")")
	}
	p.i = start
	r, err := p.ref(loops)
	a := atom{kind: atomValue, refs: []ref{r}}
	switch {
	case r.skip != "":
		a.kind = atomSkip
	case r.hi != r.lo:
		a.kind = atomRange
	}
	return a, err
}

func (p *templateParser) pair(a *atom, sep string, loops []loop) error {
	r, err := p.plain(loops)
	if err != nil {
		return err
	}
	if err := p.expect(sep); err != nil {
		return err
	}
	q, err := p.plain(loops)
	if err != nil {
		return err
	}
	a.refs = append(a.refs, r, q)
	return nil
}

// plain parses a reference that may be neither a range nor counted past a skip
// column.
func (p *templateParser) plain(loops []loop) (ref, error) {
	r, err := p.ref(loops)
	if err == nil && (r.skip != "" || r.lo != r.hi) {
		err = fmt.Errorf("only a single offset can stand here, as in w[0]")
	}
	return r, err
}

func (p *templateParser) ref(loops []loop) (ref, error) {
	var r ref
	if r.column = p.name(); r.column == "" {
		return r, fmt.Errorf("expected a column such as w[0]")
	}
	if err := p.expect("["); err != nil {
		return r, err
	}
	var err error
	if r.lo, err = p.index(loops); err != nil {
		return r, err
	}
	r.hi = r.lo
	if p.eat("..") {
		if r.hi, err = p.index(loops); err != nil {
			return r, err
		}
	} else if p.eat("!") {
		if r.skip = p.name(); r.skip == "" {
			return r, fmt.Errorf("expected the name of the column whose positions are skipped")
		}
	}
	return r, p.expect("]")
}

func (p *templateParser) index(loops []loop) (index, error) {
	p.space()
	if p.i < len(p.s) && isLetter(p.s[p.i]) {
		x := index{variable: p.s[p.i]}
		known := false
		for _, l := range loops {
			known = known || l.name == x.variable
		}
		if !known {
			return x, fmt.Errorf("unknown loop variable %q", string(x.variable))
		}
		p.i++
		if p.space(); p.i < len(p.s) && (p.s[p.i] == '+' || p.s[p.i] == '-') {
			var err error
			x.offset, err = p.integer()
			return x, err
		}
		return x, nil
	}
	n, err := p.integer()
	return index{offset: n}, err
}
