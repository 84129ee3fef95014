package m3n

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// layerHead collects what a template file says of layers: they are whole only when it has
// been read.
type layerHead struct {
	rules   []rule
	start   []uint8
	line    int  // of the last that says something about tuples
	startAt int  // the line of start
	used    bool // a line has named layers: no more can be declared
}

// layerHeads are the words that begin the lines that are about layers alone.
var layerHeads = []string{"layer", "start", "forbid", "bias"}

// isLayerHead reports whether a line of a template file is one of them.
func isLayerHead(line string) bool {
	fields := strings.Fields(line)
	return len(fields) > 0 && slices.Contains(layerHeads, fields[0])
}

// parse reads a line if it is about layers.
func (h *layerHead) parse(t *Templates, text string, line int) (is bool, err error) {
	fields := strings.Fields(text)
	word, rest := fields[0], fields[1:]
	if word == "layer" {
		h.line = line
		return true, h.layer(t, rest)
	}
	if t.space == nil {
		if slices.Contains(layerHeads, word) {
			return true, fmt.Errorf("%s: declare layers first, as in `layer name A B`", word)
		}
		return false, nil
	}
	switch word {
	case "start":
		h.startAt = line
		err = h.parseStart(t.space, rest)
	case "forbid":
		h.line = line
		err = h.forbid(t.space, rest)
	case "bias":
		err = t.bias(rest, line)
	case "transitions":
		err = t.layerTransitions(rest, line)
	default:
		return false, nil
	}
	h.used = true
	return true, err
}

// layer declares a layer.
func (h *layerHead) layer(t *Templates, fields []string) error {
	switch {
	case h.used || len(t.Lines) > 0:
		return fmt.Errorf("layers are declared before the lines that name them, and before all templates")
	case t.Transitions > 0:
		return fmt.Errorf("layers are declared before transitions")
	case len(fields) < 3:
		return fmt.Errorf("a layer has a name and at least two labels, as in `layer df E F O`")
	}
	if t.space == nil {
		t.space = &Space{}
	}
	s := t.space
	name, labels := fields[0], fields[1:]
	p := &templateParser{s: name}
	switch {
	case p.name() != name:
		return fmt.Errorf("%q is no name of a layer: use letters, then digits and _, too", name)
	case slices.ContainsFunc(s.layers, func(l Layer) bool { return l.Name == name }):
		return fmt.Errorf("layer %s is declared twice", name)
	case len(s.layers) == maxLayers:
		return fmt.Errorf("layer %s is one too many: at most %d layers", name, maxLayers)
	case len(labels) > maxTuples:
		return fmt.Errorf("layer %s has %d labels: at most %d", name, len(labels), maxTuples)
	}
	for i, y := range labels {
		if slices.Contains(labels[:i], y) {
			return fmt.Errorf("layer %s has the label %s twice", name, y)
		}
		if strings.ContainsAny(y, ",=*+") || y == "->" {
			return fmt.Errorf("%q is no label: it may have no comma, =, * or +, and not be ->", y)
		}
	}
	s.layers = append(s.layers, Layer{name, labels})
	return nil
}

// maxLayers is how many layers a space has at most.
const maxLayers = 3

// parseStart reads the tuple before every sequence.
func (h *layerHead) parseStart(s *Space, fields []string) error {
	if h.start != nil {
		return fmt.Errorf("start is there twice: one tuple stands before every sequence")
	}
	c, err := parseConditions(s, fields)
	if err != nil {
		return err
	}
	for l, labels := range c {
		if len(labels) != 1 {
			return fmt.Errorf("start names one label of every layer: there are %d of layer %s", len(labels), s.layers[l].Name)
		}
		h.start = append(h.start, labels[0])
	}
	return nil
}

// forbid reads a rule of the grammar.
func (h *layerHead) forbid(s *Space, fields []string) error {
	var r rule
	var err error
	arrow := slices.Index(fields, "->")
	if arrow < 0 {
		r.before, err = parseConditions(s, fields)
	} else if r.before, err = parseConditions(s, fields[:arrow]); err == nil {
		if after := fields[arrow+1:]; len(after) == 1 && after[0] == "end" {
			r.kind = ruleEnd
		} else {
			r.kind = ruleFollows
			r.after, err = parseConditions(s, after)
		}
	}
	h.rules = append(h.rules, r)
	return err
}

// finish builds the space; an error is one of the line.
func (h *layerHead) finish(t *Templates) (line int, err error) {
	if t.space == nil {
		return 0, nil
	}
	if err := t.space.build(h.rules); err != nil {
		return h.line, err
	}
	if err := t.space.setStart(h.start); err != nil {
		return h.startAt, err
	}
	if err := t.space.buildArcs(h.rules); err != nil {
		return max(h.line, h.startAt), err
	}
	return t.checkTables()
}

// maxCells is how many cells a table of cliques has at most.
const maxCells = math.MaxUint16

// checkTables makes sure that the tables of cliques that weights need are no larger than
// what can be trained.
func (t *Templates) checkTables() (line int, err error) {
	for _, f := range t.fixed {
		if err := t.space.checkTable(f.order, []layerSet{f.layers}); err != nil {
			return f.line, err
		}
	}
	var kinds []Template // one of each
	for _, l := range t.Lines {
		if err := t.space.checkTable(l.Order, l.blocks); err != nil {
			return l.Line, err
		}
		if slices.ContainsFunc(kinds, l.sameKind) {
			continue
		}
		if kinds = append(kinds, l); len(kinds) > maxKinds {
			return l.Line, fmt.Errorf("at most %d different pairs of order= and layers= in a file: feed here what another line feeds", maxKinds)
		}
	}
	return 0, nil
}

// checkTable checks the tables of an order.
func (s *Space) checkTable(order int, sets []layerSet) error {
	cells := func(n int) int {
		out := 1
		for range order {
			out = min(out*n, maxCells+1)
		}
		return out
	}
	if n := s.Size(); cells(n) > maxCells {
		return fmt.Errorf("%d tuples of labels are too many for clique order %d: forbid some, or lower the order", n, order)
	}
	for _, set := range sets {
		if n := s.tuplesOf(set); cells(n) > maxCells {
			return fmt.Errorf("%s has %d labels, too many for clique order %d: use fewer layers together, or lower the order", s.nameOf(set), n, order)
		}
	}
	return nil
}

// sameKind reports whether the features of two lines are of one kind.
func (t Template) sameKind(o Template) bool {
	return t.Order == o.Order && slices.EqualFunc(t.blocks, o.blocks, slices.Equal[layerSet])
}

// parseConditions reads labels of layers, as in pu=COMMA,PERIOD df=F.
func parseConditions(s *Space, fields []string) (conditions, error) {
	if len(fields) == 0 {
		return nil, fmt.Errorf("expected labels of a layer, as in %s=%s", s.layers[0].Name, s.layers[0].Labels[0])
	}
	c := make(conditions, len(s.layers))
	for _, f := range fields {
		name, labels, ok := strings.Cut(f, "=")
		if !ok {
			return nil, fmt.Errorf("%q: expected labels of a layer, as in %s=%s", f, s.layers[0].Name, s.layers[0].Labels[0])
		}
		l, err := s.layerNamed(name)
		if err != nil {
			return nil, err
		}
		if c[l] != nil {
			return nil, fmt.Errorf("layer %s is named twice", name)
		}
		for _, y := range strings.Split(labels, ",") {
			k := slices.Index(s.layers[l].Labels, y)
			if k < 0 {
				return nil, fmt.Errorf("layer %s has no label %q: there are %s", name, y, strings.Join(s.layers[l].Labels, ", "))
			}
			c[l] = append(c[l], uint8(k))
		}
	}
	return c, nil
}

// bias reads `bias pu,pu*df`.
func (t *Templates) bias(fields []string, line int) error {
	if len(fields) == 0 {
		return fmt.Errorf("bias needs layers, as in `bias %s`", t.space.nameOf(t.space.all()))
	}
	sets, err := parseLayers(t.space, strings.Join(fields, " "))
	if err != nil {
		return err
	}
	t.addFixed(1, sets, line)
	return nil
}

// layerTransitions reads `transitions 3` and `transitions pu*df 2`.
func (t *Templates) layerTransitions(fields []string, line int) error {
	order := -1
	if len(fields) > 0 {
		if n, err := strconv.Atoi(fields[len(fields)-1]); err == nil {
			order = n
		}
	}
	if order < 0 || order > 3 {
		return fmt.Errorf("transitions needs layers, or none, and an integer from 0 to 3, as in `transitions %s 2`", t.space.layers[0].Name)
	}
	sets := t.space.each()
	if len(fields) > 1 {
		var err error
		if sets, err = parseLayers(t.space, strings.Join(fields[:len(fields)-1], " ")); err != nil {
			return err
		}
	}
	for o := 2; o <= order; o++ {
		t.addFixed(o, sets, line)
	}
	return nil
}

// addFixed adds weights that are not there yet.
func (t *Templates) addFixed(order int, sets []layerSet, line int) {
	for _, l := range sets {
		if f := (fixedWeights{order, l, line}); !slices.ContainsFunc(t.fixed, f.equal) {
			t.fixed = append(t.fixed, f)
		}
	}
}

func (f fixedWeights) equal(g fixedWeights) bool {
	return f.order == g.order && slices.Equal(f.layers, g.layers)
}

// parseLayers reads sets of layers, as in pu,df,pu*df.
func parseLayers(s *Space, text string) ([]layerSet, error) {
	p := &templateParser{s: text}
	sets, err := p.layers(s)
	if p.space(); err == nil && p.i < len(p.s) {
		err = fmt.Errorf("%q are no layers: write them as in %s", text, s.nameOf(s.all()))
	}
	return sets, err
}

// layers parses sets of layers.
func (p *templateParser) layers(s *Space) ([]layerSet, error) {
	if s == nil {
		return nil, fmt.Errorf("no layers are declared: begin with a line such as `layer name A B`")
	}
	var sets []layerSet
	for {
		var set layerSet
		for {
			name := p.name()
			if name == "" {
				return nil, fmt.Errorf("expected the name of a layer, as in %s", s.nameOf(s.all()))
			}
			l, err := s.layerNamed(name)
			if err != nil {
				return nil, err
			}
			if slices.Contains(set, l) {
				return nil, fmt.Errorf("layer %s is named twice", name)
			}
			set = append(set, l)
			if !p.eat("*") {
				break
			}
		}
		slices.Sort(set)
		if slices.ContainsFunc(sets, func(o layerSet) bool { return slices.Equal(o, set) }) {
			return nil, fmt.Errorf("%s is there twice", s.nameOf(set))
		}
		sets = append(sets, set)
		if !p.eat(",") {
			return sets, nil
		}
	}
}

// each returns the layers, each by itself; none for a nil space.
func (s *Space) each() []layerSet {
	if s == nil {
		return nil
	}
	var out []layerSet
	for l := range s.layers {
		out = append(out, layerSet{l})
	}
	return out
}

// all returns the set of all layers.
func (s *Space) all() layerSet {
	var out layerSet
	for l := range s.layers {
		out = append(out, l)
	}
	return out
}

// nameOf spells a set of layers as template files do.
func (s *Space) nameOf(set layerSet) string {
	var names []string
	for _, l := range set {
		names = append(names, s.layers[l].Name)
	}
	return strings.Join(names, "*")
}

// Space returns the label space of a file that declares layers, nil for others.
func (t *Templates) Space() *Space { return t.space }
