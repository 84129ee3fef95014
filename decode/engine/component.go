package engine

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Component makes a producer or evaluators for the decoders of engines: Producer, Evaluator,
// ProducerOf and EvaluatorOf return one. What it says of itself it says without models, so
// that it is listed where they are not.
type Component struct {
	// Name is that by which it is left out. A producer has the same.
	Name string
	// About says in a sentence what it is for: of a producer, and where the features of
	// evaluators, which say so themselves, depend on models.
	About string
	// Source says where more is said of it: a paper and its section, or documentation.
	Source string
	// Features are those of its evaluators. Where none are declared they are known when the
	// parts are there that it needs.
	Features []beam.Feature
	// Optional components are left out by engines that lack a part that they need. Without
	// other components such engines do not decode.
	Optional bool

	kind  string   // "producer" or "evaluator"
	needs []string // parts of a bundle, by the names that they have for Sentences
	build func(*Models) (beam.Producer, []beam.Evaluator, error)
}

// The kinds of components.
const (
	aProducer   = "producer"
	anEvaluator = "evaluator"
)

// Producer returns the component of a producer that needs no parts.
func Producer(p beam.Producer) Component {
	if isNil(p) {
		return ProducerOf("", NeedNothing, func(*stages.Labeller, struct{}) beam.Producer { return nil })
	}
	c := ProducerOf(p.Name(), NeedNothing, func(*stages.Labeller, struct{}) beam.Producer { return p })
	c.About = p.About()
	return c
}

// Evaluator returns the component of an evaluator that needs no parts. It has the name
// of the evaluator's first feature.
func Evaluator(e beam.Evaluator) Component {
	if isNil(e) {
		return EvaluatorOf("", NeedNothing, func(*stages.Labeller, struct{}) beam.Evaluator { return nil })
	}
	name, features := "", e.Features()
	if len(features) > 0 {
		name = features[0].Name
	}
	c := EvaluatorOf(name, NeedNothing, func(*stages.Labeller, struct{}) beam.Evaluator { return e })
	c.Features = features
	return c
}

// ProducerOf returns the component of a producer that is made of the stages of an engine and
// of what it needs besides. It has the producer's name.
func ProducerOf[M any, P beam.Producer](name string, n Need[M], of func(*stages.Labeller, M) P) Component {
	return Component{Name: name, kind: aProducer, needs: n.parts, build: func(m *Models) (beam.Producer, []beam.Evaluator, error) {
		read, err := n.open(m)
		if err != nil {
			return nil, nil, err
		}
		return of(m.Stages, read), nil, nil
	}}
}

// EvaluatorOf returns the component of an evaluator that is made of the stages of an engine
// and of what it needs besides.
func EvaluatorOf[M any, E beam.Evaluator](name string, n Need[M], of func(*stages.Labeller, M) E) Component {
	return evaluatorsOf(name, n, func(l *stages.Labeller, read M) []beam.Evaluator { return []beam.Evaluator{of(l, read)} })
}

// evaluatorsOf is EvaluatorOf for as many evaluators as models say.
func evaluatorsOf[M any](name string, n Need[M], of func(*stages.Labeller, M) []beam.Evaluator) Component {
	return Component{Name: name, kind: anEvaluator, needs: n.parts, build: func(m *Models) (beam.Producer, []beam.Evaluator, error) {
		read, err := n.open(m)
		if err != nil {
			return nil, nil, err
		}
		return nil, of(m.Stages, read), nil
	}}
}

// isNil reports whether a value is nil, or a nil pointer behind an interface.
func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}

// Add returns the bundle with further components in the decoders of all its engines.
// Their features have their default weights until the engines are tuned: see package
// train.
func (b *Bundle) Add(components ...Component) *Bundle {
	out := *b
	out.components = slices.Concat(b.components, components)
	out.engines = nil
	for _, e := range b.engines {
		own := *e
		own.components = out.components
		out.engines = append(out.engines, &own)
	}
	return &out
}

// missing returns the parts that a component needs and the engine does not have.
func (e *Engine) missing(c *Component) []string {
	var out []string
	for _, part := range c.needs {
		if e.part(part) == nil {
			out = append(out, part)
		}
	}
	return out
}

// made is a component that an engine has the parts for.
type made struct {
	*Component
	producer   beam.Producer
	evaluators []beam.Evaluator
}

// features returns the features of the component, none of a producer.
func (m *made) features() []beam.Feature {
	var out []beam.Feature
	for _, e := range m.evaluators {
		out = append(out, e.Features()...)
	}
	return out
}

// make makes the components that the engine has the parts for.
func (e *Engine) make() ([]made, error) {
	var out []made
	for i := range e.components {
		c := &e.components[i]
		if len(e.missing(c)) > 0 {
			continue
		}
		m, err := c.make(e.Models())
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, checkNames(out)
}

// make makes the component of models that are all there. The error says what is to be done
// about it.
func (c *Component) make(m *Models) (made, error) {
	out := made{Component: c}
	if c.build == nil {
		return out, fmt.Errorf("the component %q makes nothing: let engine.Producer, engine.Evaluator, engine.ProducerOf or engine.EvaluatorOf return it", c.Name)
	}
	var err error
	if out.producer, out.evaluators, err = c.build(m); err == nil {
		err = out.check()
	}
	if err != nil {
		return out, &beam.ComponentError{Kind: c.kind, Name: c.Name, Err: err}
	}
	return out, nil
}

// check returns why a component is not what it says of itself.
func (m *made) check() error {
	if m.kind == aProducer {
		switch {
		case isNil(m.producer):
			return errors.New("it is nil: the function given to engine.ProducerOf has to return a producer")
		case m.producer.Name() != m.Name:
			return fmt.Errorf("its Name() is %q: give engine.ProducerOf the same name", m.producer.Name())
		}
		return nil
	}
	if slices.ContainsFunc(m.evaluators, func(e beam.Evaluator) bool { return isNil(e) }) {
		return errors.New("it is nil: the function given to engine.EvaluatorOf has to return an evaluator")
	}
	if features := m.features(); m.Features != nil && !slices.Equal(m.Features, features) {
		return fmt.Errorf("its Features() are %+v, and those of the component %+v: they have to be the same", features, m.Features)
	}
	return nil
}

// checkNames returns why components cannot be told apart in settings and by --without. All
// are looked at, also those that a decoder leaves out as their weights are 0.
func checkNames(all []made) error {
	features, producers := make(map[string]bool), make(map[string]bool)
	for i := range all {
		m := &all[i]
		for _, f := range m.features() {
			switch {
			case f.Name == "" || strings.ContainsAny(f.Name, " \t\r\n,") || f.Name[0] == '#':
				return fmt.Errorf("%q is no name of a feature: names have no blanks and commas, and do not start with #", f.Name)
			case f.Name == engineLine || f.Name == calibrateRepairs || f.Name == calibrateFillers:
				return fmt.Errorf("%q is no name of a feature: lines of settings start with it", f.Name)
			case features[f.Name]:
				return fmt.Errorf("two features have the name %s", f.Name)
			}
			features[f.Name] = true
		}
	}
	for i := range all {
		if all[i].producer == nil {
			continue
		}
		switch name := all[i].producer.Name(); {
		case producers[name]:
			return fmt.Errorf("two producers have the name %s", name)
		case features[name]:
			return fmt.Errorf("a producer and a feature have the name %s", name)
		default:
			producers[name] = true
		}
	}
	return nil
}

// features returns the features of the components that the engine has the parts for.
func (e *Engine) features() []beam.Feature {
	all, err := e.make()
	if err != nil {
		return nil // NewDecoder says so
	}
	var out []beam.Feature
	for i := range all {
		out = append(out, all[i].features()...)
	}
	return out
}

// Described is a component as it is shown to people.
type Described struct {
	Name     string
	Producer bool
	About    string         // of a producer, or of features that depend on models
	Source   string         // where more is said, "" if that is not known
	Features []beam.Feature // of an engine's component: none where parts are missing
	Needs    []string
	Optional bool
	Missing  []string // of what it needs
}

// Components describes the components of the engine, also those that it lacks the parts
// for.
func (e *Engine) Components() []Described {
	all, _ := e.make()
	var out []Described
	for i := range e.components {
		c := &e.components[i]
		d := c.describe()
		if d.Missing = e.missing(c); len(d.Missing) > 0 {
			d.Features = nil // the engine does not have them
		}
		for k := range all {
			if all[k].Component == c {
				d.Features = all[k].features()
				if d.Producer && d.About == "" {
					d.About = all[k].producer.About()
				}
			}
		}
		out = append(out, d)
	}
	return out
}

// describe describes the component as far as that takes no models.
func (c *Component) describe() Described {
	return Described{Name: c.Name, Producer: c.kind == aProducer, About: c.About, Source: c.Source, Features: c.Features, Needs: c.needs, Optional: c.Optional}
}

// Fit returns the settings as the engine needs them: without the weights of experts that
// it does not have, with the default weights of the features that have none, and with the
// weight 0 for features that tuning did without.
func (e *Engine) Fit(s Settings, without ...string) Settings {
	features := e.features()
	known, others := s.split(features)
	for _, n := range others {
		if !strings.HasPrefix(n, evaluators.ExpertPrefix) {
			known.Weights[n] = s.Weights[n] // of a component that is not here
		}
	}
	for _, f := range features {
		if _, ok := known.Weights[f.Name]; !ok {
			known.Weights[f.Name] = f.Default
		}
		if slices.Contains(without, f.Name) {
			known.Weights[f.Name] = 0
		}
	}
	return known
}

// Defaulted returns the features that have their default weight because the settings of
// the engine have none, but for those whose weight is fixed, and the names of weights that
// no component of the engine has a feature for.
func (e *Engine) Defaulted() (features []beam.Feature, unknown []string) {
	all := e.features()
	for _, f := range all {
		if _, ok := e.open().settings.Weights[f.Name]; !ok && !f.Fixed && e.open().settings.Weights != nil {
			features = append(features, f)
		}
	}
	_, unknown = e.open().settings.split(all)
	return features, unknown
}
