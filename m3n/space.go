package m3n

import (
	"fmt"
	"slices"
	"strings"
)

// Layer is one layer of a factorised label space.
type Layer struct {
	Name   string
	Labels []string
}

// Space is a factorised label space: a label is a tuple with one label of each layer, as
// in the factorial CRF of Sutton et al. (2007) and Lu and Ng (2010), section 5. Tuples that
// a grammar forbids do not exist, and transitions that it forbids are never visited in
// training and labelling. Inference is exact: that of a chain of tuples, whose weights are
// tied by layer. See Templates.
//
// A Space is immutable and may be shared between goroutines.
type Space struct {
	layers []Layer
	labels []uint8 // of the tuples, one after the other
	number []int16 // of the tuple with the labels, the last layer's running fastest; -1: forbidden
	start  int     // the tuple that stands before every sequence, -1: none
	arcs   *arcs   // nil: every tuple may follow every other, and end a sequence
}

// maxTuples is how many tuples a space has at most.
const maxTuples = 255

// Layers returns the layers, in the order of the file that declares them.
func (s *Space) Layers() []Layer { return s.layers }

// Size returns the number of tuples that are not forbidden. They are numbered from 0.
func (s *Space) Size() int { return len(s.labels) / len(s.layers) }

// Tuple returns the tuple with one label of each layer, and false if the grammar forbids it.
// It panics if there are more or fewer labels than layers.
func (s *Space) Tuple(labels ...uint8) (uint8, bool) {
	if len(labels) != len(s.layers) {
		panic(fmt.Sprintf("m3n: %d labels for %d layers", len(labels), len(s.layers)))
	}
	at := 0
	for l, y := range labels {
		if int(y) >= len(s.layers[l].Labels) {
			return 0, false
		}
		at = at*len(s.layers[l].Labels) + int(y)
	}
	n := s.number[at]
	return uint8(max(n, 0)), n >= 0
}

// Label returns the label of a layer in a tuple.
func (s *Space) Label(layer int, tuple uint8) uint8 {
	return s.labels[int(tuple)*len(s.layers)+layer]
}

// Names returns names of the tuples: those of their labels, with + between them.
func (s *Space) Names() []string {
	out := make([]string, s.Size())
	for u := range out {
		var names []string
		for l := range s.layers {
			names = append(names, s.layers[l].Labels[s.Label(l, uint8(u))])
		}
		out[u] = strings.Join(names, "+")
	}
	return out
}

// Check returns an error that names the first position at which a sequence of tuples breaks
// the grammar, if it does.
func (s *Space) Check(tuples []uint8) error {
	names := s.Names()
	for t, u := range tuples {
		before := s.start
		if t > 0 {
			before = int(tuples[t-1])
		}
		switch {
		case int(u) >= len(names):
			return fmt.Errorf("position %d: tuple %d of %d", t, u, len(names))
		case before >= 0 && !s.arcs.follows(before, int(u)):
			if t == 0 {
				return fmt.Errorf("position 0: a sequence cannot begin with %s", names[u])
			}
			return fmt.Errorf("position %d: %s cannot follow %s", t, names[u], names[before])
		case t+1 == len(tuples) && !s.arcs.mayEnd(int(u)):
			return fmt.Errorf("position %d: a sequence cannot end with %s", t, names[u])
		}
	}
	return nil
}

// Loss returns a loss matrix of the tuples, row gold, for Hinge and LogLoss: the sum of those
// of the layers, L x L each, nil for none. It panics if there are more or fewer than layers, or
// one is of another size.
func (s *Space) Loss(of ...[]float64) []float64 {
	if len(of) != len(s.layers) {
		panic(fmt.Sprintf("m3n: %d losses for %d layers", len(of), len(s.layers)))
	}
	n := s.Size()
	out := make([]float64, n*n)
	for l, loss := range of {
		if loss == nil {
			continue
		}
		L := len(s.layers[l].Labels)
		if len(loss) != L*L {
			panic(fmt.Sprintf("m3n: the loss of layer %s has %d values, not %d", s.layers[l].Name, len(loss), L*L))
		}
		for u := range n {
			for v := range n {
				out[u*n+v] += loss[int(s.Label(l, uint8(u)))*L+int(s.Label(l, uint8(v)))]
			}
		}
	}
	return out
}

// Marginal returns the probabilities of the labels of a layer, T x L, from those of the
// tuples, T x Size, in the memory of out where that is large enough.
func (s *Space) Marginal(layer int, node, out []float64) []float64 {
	n, L := s.Size(), len(s.layers[layer].Labels)
	out = grow(out, len(node)/n*L)
	clear(out)
	for i, p := range node {
		out[i/n*L+int(s.Label(layer, uint8(i%n)))] += p
	}
	return out
}

// layerNamed returns the number of a layer.
func (s *Space) layerNamed(name string) (int, error) {
	i := slices.IndexFunc(s.layers, func(l Layer) bool { return l.Name == name })
	if i >= 0 {
		return i, nil
	}
	if len(s.layers) == 0 {
		return 0, fmt.Errorf("no layer %q: declare it first, as in `layer %s A B`", name, name)
	}
	var names []string
	for _, l := range s.layers {
		names = append(names, l.Name)
	}
	return 0, fmt.Errorf("no layer %q: there are %s", name, strings.Join(names, ", "))
}

// tupleOf returns the labels of a number in which the last layer's run fastest.
func (s *Space) tupleOf(number int) []uint8 {
	out := make([]uint8, len(s.layers))
	for l := len(out) - 1; l >= 0; l-- {
		L := len(s.layers[l].Labels)
		out[l], number = uint8(number%L), number/L
	}
	return out
}

// tuplesOf returns how many tuples layers have, none forbidden.
func (s *Space) tuplesOf(set layerSet) int {
	n := 1
	for _, l := range set {
		n *= len(s.layers[l].Labels)
	}
	return n
}

// labelOf spells one of them, the last layer's labels running fastest.
func (s *Space) labelOf(set layerSet, number int) string {
	labels := make([]string, len(set))
	for i := len(set) - 1; i >= 0; i-- {
		of := s.layers[set[i]].Labels
		labels[i], number = of[number%len(of)], number/len(of)
	}
	return strings.Join(labels, "+")
}

// maxProduct bounds what layers have of tuples before any is forbidden.
const maxProduct = 1 << 14

// build numbers the tuples that no rule forbids.
func (s *Space) build(rules []rule) error {
	total := 1
	for _, l := range s.layers {
		total = min(total*len(l.Labels), maxProduct+1)
	}
	if total > maxProduct {
		return fmt.Errorf("the layers have more than %d tuples of labels: they need fewer labels", maxProduct)
	}
	for number := range total {
		tuple := s.tupleOf(number)
		forbidden := slices.ContainsFunc(rules, func(r rule) bool { return r.kind == ruleTuple && r.before.met(tuple) })
		if forbidden {
			s.number = append(s.number, -1)
			continue
		}
		s.number = append(s.number, int16(s.Size()))
		s.labels = append(s.labels, tuple...)
	}
	s.start = -1
	switch n := s.Size(); {
	case n < 2:
		return fmt.Errorf("the grammar leaves %d of %d tuples of labels: at least 2 must not be forbidden", n, total)
	case n > maxTuples:
		return fmt.Errorf("%d tuples of labels are too many: at most %d; forbid some, or declare fewer labels", n, maxTuples)
	}
	return nil
}

// setStart sets the tuple that stands before every sequence, nil for none.
func (s *Space) setStart(labels []uint8) error {
	if labels == nil {
		return nil
	}
	u, ok := s.Tuple(labels...)
	if !ok {
		return fmt.Errorf("the grammar forbids the tuple of start: name another")
	}
	s.start = int(u)
	return nil
}

// buildArcs lists what may follow what, where there are rules about that.
func (s *Space) buildArcs(rules []rule) error {
	if !slices.ContainsFunc(rules, func(r rule) bool { return r.kind != ruleTuple }) {
		return nil
	}
	n := s.Size()
	tuple := func(u int) []uint8 { return s.labels[u*len(s.layers) : (u+1)*len(s.layers)] }
	s.arcs = newArcs(n, func(u, v int) bool {
		return !slices.ContainsFunc(rules, func(r rule) bool {
			return r.kind == ruleFollows && r.before.met(tuple(u)) && r.after.met(tuple(v))
		})
	}, func(u int) bool {
		return !slices.ContainsFunc(rules, func(r rule) bool { return r.kind == ruleEnd && r.before.met(tuple(u)) })
	})
	return s.arcs.check(s.start, s.Names())
}

// rule is a line of a grammar.
type rule struct {
	kind          ruleKind
	before, after conditions
}

type ruleKind uint8

const (
	ruleTuple   ruleKind = iota // the tuple does not exist
	ruleFollows                 // after does not follow before
	ruleEnd                     // it ends no sequence
)

// conditions are labels of layers, all of which a tuple must have: nil is any.
type conditions [][]uint8

// met reports whether a tuple fulfils the conditions.
func (c conditions) met(tuple []uint8) bool {
	for l, labels := range c {
		if labels != nil && !slices.Contains(labels, tuple[l]) {
			return false
		}
	}
	return true
}
