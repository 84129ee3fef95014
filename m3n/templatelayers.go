package m3n

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// layerHead collects what a template file says of layers: they are whole only when it has
// been read.
type layerHead struct {
	rules []rule
	start []uint8
	line  int  // of the last that says something about tuples
	used  bool // a line has named layers: no more can be declared
}

// layerHeads are the words that begin the lines that are about layers alone.
var layerHeads = []string{"layer", "start", "forbid", "bias"}

// isLayerHead reports whether a line of a template file is one of them.
func isLayerHead(line string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return slices.Contains(layerHeads, word)
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
	h.used = true
	switch word {
	case "start":
		h.line = line
		return true, h.parseStart(t.space, rest)
	case "forbid":
		h.line = line
		return true, h.forbid(t.space, rest)
	case "bias":
		sets, err := parseLayers(t.space, strings.Join(rest, ""))
		t.addFixed(1, sets)
		return true, err
	case "transitions":
		return true, t.layerTransitions(rest)
	}
	return false, nil
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
		return fmt.Errorf("%q is no name of a layer: use letters, digits and _", name)
	case slices.ContainsFunc(s.layers, func(l Layer) bool { return l.Name == name }):
		return fmt.Errorf("layer %s is declared twice", name)
	case len(s.layers) == maxLayers:
		return fmt.Errorf("at most %d layers", maxLayers)
	case len(labels) > maxTuples:
		return fmt.Errorf("at most %d labels", maxTuples)
	}
	for i, y := range labels {
		if slices.Contains(labels[:i], y) {
			return fmt.Errorf("layer %s has the label %s twice", name, y)
		}
		if strings.ContainsAny(y, ",=*") || y == "->" {
			return fmt.Errorf("%q is no label: it may have no comma, = or *", y)
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
		return fmt.Errorf("there is one start")
	}
	c, err := parseConditions(s, fields)
	if err != nil {
		return err
	}
	for l, labels := range c {
		if len(labels) != 1 {
			return fmt.Errorf("start names one label of every layer; layer %s has %d", s.layers[l].Name, len(labels))
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

// finish builds the space.
func (h *layerHead) finish(t *Templates) error {
	if t.space == nil {
		return nil
	}
	return t.space.build(h.rules, h.start)
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

// layerTransitions reads `transitions 3` and `transitions pu*df 2`.
func (t *Templates) layerTransitions(fields []string) error {
	sets := t.space.each()
	if len(fields) > 1 {
		var err error
		if sets, err = parseLayers(t.space, strings.Join(fields[:len(fields)-1], "")); err != nil {
			return err
		}
	}
	order := -1
	if len(fields) > 0 {
		if n, err := strconv.Atoi(fields[len(fields)-1]); err == nil {
			order = n
		}
	}
	if order < 0 || order > 3 {
		return fmt.Errorf("transitions needs layers, or none, and an integer from 0 to 3, as in `transitions %s 2`", t.space.layers[0].Name)
	}
	for o := 2; o <= order; o++ {
		t.addFixed(o, sets)
	}
	return nil
}

// addFixed adds weights that are not there yet.
func (t *Templates) addFixed(order int, sets []layerSet) {
	for _, l := range sets {
		if f := (fixedWeights{order, l}); !slices.ContainsFunc(t.fixed, f.equal) {
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
	if err == nil && p.i < len(p.s) {
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
