package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/producers"
)

// Component makes a producer or evaluators for the decoders of engines. What is to be
// known of it beside what it reads, name, defaults and a sentence about it, its producer
// and the features of its evaluators say themselves.
type Component struct {
	Name string // by which it is left out; that of a producer is the producer's
	// About says in a sentence what it is for, where the features of its evaluators, which
	// say so themselves, depend on models.
	About string
	// Source says where more is said of it: a paper and its section, or documentation.
	Source string
	// Needs are the parts of a bundle that it reads, by the names that they have for
	// Sentences. Where one is not there, an engine does without an optional component,
	// and does not decode with one that is not.
	Needs    []string
	Optional bool

	Producer   func(*Models) (beam.Producer, error)    // nil for evaluators
	Evaluators func(*Models) ([]beam.Evaluator, error) // nil for a producer
}

// Producer returns the component of a producer that needs no parts.
func Producer(p beam.Producer) Component {
	return Component{Name: p.Name(), Producer: func(*Models) (beam.Producer, error) { return p, nil }}
}

// Evaluator returns the component of an evaluator that needs no parts. It has the name
// of the evaluator's first feature.
func Evaluator(e beam.Evaluator) Component {
	name := ""
	if f := e.Features(); len(f) > 0 {
		name = f[0].Name
	}
	return Component{Name: name, Evaluators: func(*Models) ([]beam.Evaluator, error) { return []beam.Evaluator{e}, nil }}
}

// Search bounds of the product's producers, by development score and time.
const (
	nBest        = 8 // label sequences that the edit-word-marker proposes at most
	nBestMargin  = 4 // how far in log-probability they may be below the best
	repeatWindow = producers.Window
)

// productComponents are the components of the product, in the order in which they are
// prepared.
func productComponents() []Component {
	producer := func(name string, of func(*Models) beam.Producer, needs ...string) Component {
		return Component{Name: name, Needs: needs, Producer: func(m *Models) (beam.Producer, error) { return of(m), nil }}
	}
	evaluator := func(name string, of func(*Models) beam.Evaluator, needs ...string) Component {
		return Component{Name: name, Needs: needs, Evaluators: func(m *Models) ([]beam.Evaluator, error) { return []beam.Evaluator{of(m)}, nil }}
	}
	optional := func(c Component) Component {
		c.Optional = true
		return c
	}
	from := func(source string, cs ...Component) []Component {
		for i := range cs {
			cs[i].Source = source
		}
		return cs
	}
	return slices.Concat(from("COLING 2014, section 4.3",
		producer(producers.FillerWordsName, func(m *Models) beam.Producer { return producers.NewFillerWords(m.Stages) }),
		producer(producers.EditWordsName, func(m *Models) beam.Producer { return producers.NewEditWords(m.Stages, nBest, nBestMargin) }),
		producer(producers.RepetitionName, func(*Models) beam.Producer { return producers.NewRepetition(repeatWindow) }),
		producer(producers.DictionaryName, func(m *Models) beam.Producer { return producers.NewDictionary(m.Phrases) }, PartPhrases),
	), from("docs/design.md, Corrections with an editing term",
		optional(producer(producers.CorrectionsName, func(m *Models) beam.Producer { return producers.NewCorrections(m.Stages, m.Corrections) }, PartClasses, PartCorrections)),
	), from("docs/design.md, The network",
		optional(producer(producers.NetworkName, func(m *Models) beam.Producer { return producers.NewNetwork(m.Stages, m.Network) }, PartNetwork)),
	), from("COLING 2014, section 4.4",
		evaluator(evaluators.M3NDisfluent, func(m *Models) beam.Evaluator { return evaluators.NewDisfluent(m.Stages) }),
		evaluator(evaluators.M3NFluent, func(m *Models) beam.Evaluator { return evaluators.NewFluent(m.Stages) }),
		evaluator(evaluators.FluentLM, func(m *Models) beam.Evaluator { return evaluators.NewFluentLM(m.Stages.LanguageModels().Fluent) }),
		evaluator(evaluators.DisfluentLM, func(m *Models) beam.Evaluator { return evaluators.NewDisfluentLM(m.Stages.LanguageModels().Disfluent) }),
	), from("docs/design.md, The decoder",
		evaluator("counts", func(*Models) beam.Evaluator { return evaluators.Counts{} }),
	), from("COLING 2014, sections 4.4 and 4.6",
		Component{Name: PartExperts, About: "log-probability of the labels, words of a class of tags under their expert", Needs: []string{PartExperts}, Optional: true, Evaluators: func(m *Models) ([]beam.Evaluator, error) {
			return evaluators.NewExperts(m.Stages, m.Experts), nil
		}},
	), from("docs/design.md, The decoder",
		evaluator(evaluators.RepairsName, func(m *Models) beam.Evaluator { return evaluators.NewRepairs(m.Stages, m.Repairs) }, PartRepairs),
	), from("docs/design.md, Corrections with an editing term",
		optional(evaluator(evaluators.CorrectionsName, func(m *Models) beam.Evaluator { return evaluators.NewCorrections(m.Stages, m.Corrections) }, PartClasses, PartCorrections)),
	), from("docs/design.md, The network",
		optional(evaluator(evaluators.NetworkName, func(m *Models) beam.Evaluator { return evaluators.NewNetwork(m.Stages, m.Network) }, PartNetwork)),
	), from("docs/design.md, Interruption points",
		optional(evaluator(evaluators.ProsodyName, func(m *Models) beam.Evaluator { return evaluators.NewProsody(m.Interruptions) }, PartVoiceRepairs)),
	))
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
	for _, part := range c.Needs {
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
		m := made{Component: c}
		var err error
		if c.Producer != nil {
			if m.producer, err = c.Producer(e.Models()); err != nil {
				return nil, &beam.ComponentError{Kind: "producer", Name: c.Name, Err: err}
			}
		}
		if c.Evaluators != nil {
			if m.evaluators, err = c.Evaluators(e.Models()); err != nil {
				return nil, &beam.ComponentError{Kind: "evaluator", Name: c.Name, Err: err}
			}
		}
		out = append(out, m)
	}
	return out, checkNames(out)
}

// checkNames returns why components cannot be told apart in settings and by --without. All
// are looked at, also those that a decoder leaves out as their weights are 0.
func checkNames(all []made) error {
	features, producers := make(map[string]bool), make(map[string]bool)
	for i := range all {
		m := &all[i]
		if m.producer == nil && m.evaluators == nil {
			return fmt.Errorf("the component %q makes neither a producer nor evaluators", m.Name)
		}
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
	About    string // of a producer, or of features that depend on models
	Source   string // where more is said, "" if that is not known
	Features []beam.Feature
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
		d.Missing = e.missing(c)
		for k := range all {
			if all[k].Component == c {
				d.Features = all[k].features()
				if d.Producer {
					d.About = all[k].producer.About()
				}
			}
		}
		out = append(out, d)
	}
	return out
}

func (c *Component) describe() Described {
	return Described{Name: c.Name, Producer: c.Producer != nil, About: c.About, Source: c.Source, Needs: c.Needs, Optional: c.Optional}
}

// withoutModels describes a component of the product as far as that takes no models: what
// it says of itself does not depend on those that it is made of.
func (c *Component) withoutModels() Described {
	none := &Models{Stages: new(stages.Labeller)}
	d := c.describe()
	switch {
	case c.Producer != nil:
		if p, err := c.Producer(none); err == nil {
			d.About = p.About()
		}
	case d.About == "":
		es, _ := c.Evaluators(none)
		for _, e := range es {
			d.Features = append(d.Features, e.Features()...)
		}
	}
	return d
}

// ProductComponents describes the components of the product as far as that takes no
// models.
func ProductComponents() []Described {
	var out []Described
	for _, c := range productComponents() {
		out = append(out, c.withoutModels())
	}
	return out
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
