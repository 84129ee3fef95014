package engine_test

import (
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/producers"
)

// A component that is added is in the decoders of all engines of the new bundle, at its
// default weight, and in none of the old one.
func TestAdd(t *testing.T) {
	b := bundletest.Default(t)
	added := b.Add(engine.Evaluator(constant{beam.Feature{Name: "one", Default: 0.25}}), engine.Evaluator(constant{beam.Feature{Name: "idle"}}))
	for _, e := range added.Engines() {
		d, err := e.NewDecoder(engine.DecoderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if w := d.Weights()["one"]; w != 0.25 {
			t.Errorf("%s: weight %v", e.Name(), w)
		}
		if slices.Contains(d.Names(), "idle") {
			t.Errorf("%s: a feature without weight is computed", e.Name())
		}
		all, err := e.NewDecoder(engine.DecoderOptions{Unweighted: true})
		if err != nil || !slices.Contains(all.Names(), "idle") {
			t.Errorf("%s: features %v, %v", e.Name(), all.Names(), err)
		}
		if !e.Knows("one") || b.Engine(e.Name()).Knows("one") {
			t.Errorf("%s: the component is not just in the new bundle", e.Name())
		}
		without, err := e.NewDecoder(engine.DecoderOptions{Without: []string{"one"}})
		if err != nil || slices.Contains(without.Names(), "one") {
			t.Errorf("%s without it: %v, %v", e.Name(), without.Names(), err)
		}
		components := e.Components()
		if last := components[len(components)-2]; last.Name != "one" || last.Producer || len(last.Features) != 1 || len(last.Missing) > 0 {
			t.Errorf("%s: it is described as %+v", e.Name(), last)
		}
	}
	if _, err := b.Add(engine.Evaluator(constant{beam.Feature{Name: "repairs"}})).Sentences().NewDecoder(engine.DecoderOptions{Unweighted: true}); err == nil {
		t.Error("two features have one name")
	}
}

// Defaulted names the features that no settings know, and the weights that no feature
// has; bundles with these load, and decode when the component is there.
func TestDefaulted(t *testing.T) {
	b := bundletest.Default(t)
	one := engine.Evaluator(constant{beam.Feature{Name: "one", Default: 0.25}})
	for _, e := range b.Engines() {
		if features, unknown := e.Defaulted(); len(features)+len(unknown) > 0 {
			t.Errorf("%s: %v have defaults, %v are unknown", e.Name(), features, unknown)
		}
		added := b.Add(one).Engine(e.Name())
		if features, unknown := added.Defaulted(); len(features) != 1 || features[0].Name != "one" || len(unknown) > 0 {
			t.Errorf("%s with a component: %v have defaults, %v are unknown", e.Name(), features, unknown)
		}
		s := e.Settings()
		s.Engine, s.Weights = e.Name(), maps.Clone(s.Weights)
		s.Weights["one"] = 0.5
		file, err := b.WithSettings(s)
		if err != nil {
			t.Fatal(err)
		}
		saved := bundletest.Load(t, file)
		if features, unknown := saved.Engine(e.Name()).Defaulted(); len(features) > 0 || !slices.Equal(unknown, []string{"one"}) {
			t.Errorf("%s, saved: %v have defaults, %v are unknown", e.Name(), features, unknown)
		}
		if _, err := saved.Engine(e.Name()).NewDecoder(engine.DecoderOptions{}); !errors.Is(err, beam.ErrWeights) {
			t.Errorf("%s without the component: %v", e.Name(), err)
		}
		d, err := saved.Add(one).Engine(e.Name()).NewDecoder(engine.DecoderOptions{})
		if err != nil || d.Weights()["one"] != 0.5 {
			t.Errorf("%s with the component again: %v, %v", e.Name(), d.Weights(), err)
		}
	}
	plain := bundletest.Load(t, bundle.Default()[0]).Sentences()
	if features, unknown := plain.Defaulted(); len(features)+len(unknown) > 0 {
		t.Errorf("without settings: %v have defaults, %v are unknown", features, unknown)
	}
}

// A component that cannot be made is named by whoever needs it, with what to do about it.
func TestBrokenComponent(t *testing.T) {
	mine := constant{beam.Feature{Name: "mine"}}
	never := func(*stages.Labeller, *int) constant { panic("it is made without its part") }
	nothing := func(err error) func([]byte) (*int, error) {
		return func([]byte) (*int, error) { return nil, err }
	}
	declared := engine.EvaluatorOf("mine", engine.NeedNothing, func(*stages.Labeller, struct{}) constant { return mine })
	declared.Features = []beam.Feature{{Name: "other"}}
	for what, c := range map[string]struct {
		component        engine.Component
		kind, name, says string
	}{
		"a part of another kind":     {engine.EvaluatorOf("mine", engine.NeedPart(engine.PartPhrases, nothing(errors.New("this is no list"))), never), "evaluator", "mine", "part phrases: this is no list"},
		"a part that is read as nil": {engine.EvaluatorOf("mine", engine.NeedPart(engine.PartPhrases, nothing(nil)), never), "evaluator", "mine", "let it return what it reads"},
		"no evaluator":               {engine.EvaluatorOf("mine", engine.NeedNothing, func(*stages.Labeller, struct{}) beam.Evaluator { return nil }), "evaluator", "mine", "has to return an evaluator"},
		"a nil evaluator":            {engine.EvaluatorOf("mine", engine.NeedNetwork, func(*stages.Labeller, *neural.Advisor) *evaluators.Network { return nil }), "evaluator", "mine", "has to return an evaluator"},
		"no producer":                {engine.ProducerOf("mine", engine.NeedNothing, func(*stages.Labeller, struct{}) beam.Producer { return nil }), "producer", "mine", "has to return a producer"},
		"nil for an evaluator":       {engine.Evaluator(nil), "evaluator", "", "has to return an evaluator"},
		"nil for a producer":         {engine.Producer((*producers.Network)(nil)), "producer", "", "has to return a producer"},
		"other features":             {declared, "evaluator", "mine", "they have to be the same"},
		"another name":               {engine.ProducerOf("mine", engine.NeedNothing, func(*stages.Labeller, struct{}) drops { return drops{} }), "producer", "mine", `its Name() is "drops"`},
	} {
		_, err := bundletest.Default(t).Add(c.component).Sentences().NewDecoder(engine.DecoderOptions{})
		var component *beam.ComponentError
		if !errors.As(err, &component) || component.Kind != c.kind || component.Name != c.name || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", what, err)
		}
	}
	e := bundletest.Default(t).Add(engine.Component{Name: "mine"}).Sentences()
	if _, err := e.NewDecoder(engine.DecoderOptions{Without: []string{"mine"}}); err == nil || !strings.Contains(err.Error(), `"mine" makes nothing: let engine.Producer`) {
		t.Errorf("a component of no constructor: %v", err)
	}
}

// A component is not made where a part is missing that it needs. One that is optional may
// declare its features: settings that were tuned with it serve without.
func TestMissingPart(t *testing.T) {
	b := bundletest.WithoutNetwork(t)
	feature := beam.Feature{Name: "mine", Default: 0.25}
	for name, c := range map[string]engine.Component{
		"a part of one's own": engine.EvaluatorOf("mine", engine.NeedPart("mine", func([]byte) (int, error) { panic("it is read") }),
			func(*stages.Labeller, int) beam.Evaluator { panic("it is made") }),
		"a part of the product": engine.EvaluatorOf("mine", engine.NeedNetwork, func(*stages.Labeller, *neural.Advisor) beam.Evaluator { panic("it is made") }),
	} {
		c.Features = []beam.Feature{feature}
		if err := b.Add(c).Sentences().CanDecode(); !errors.Is(err, engine.ErrNoDecoder) || !strings.Contains(err.Error(), "bundle set --part") {
			t.Errorf("%s: %v", name, err)
		}
		c.Optional = true
		e := b.Add(c).Sentences()
		s := e.Settings()
		s.Weights = maps.Clone(s.Weights)
		s.Weights[feature.Name] = 1
		d, err := e.NewDecoder(engine.DecoderOptions{Settings: &s})
		if err != nil || slices.Contains(d.Names(), feature.Name) {
			t.Errorf("%s, optional: %v", name, err)
		}
		all := e.Components()
		if last := all[len(all)-1]; len(last.Missing) != 1 || last.Features != nil || last.Name != "mine" {
			t.Errorf("%s is described as %+v", name, last)
		}
	}
}

// What the table of the product says without models is what the components say of themselves.
func TestProductComponents(t *testing.T) {
	design, err := os.ReadFile("../../docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []*engine.Engine{bundletest.Default(t).Sentences(), bundletest.WithNetwork(t).Sentences()} {
		declared := engine.ProductComponents()
		if _, err := e.NewDecoder(engine.DecoderOptions{}); err != nil {
			t.Fatal(err)
		}
		for i, c := range e.Components() {
			d := declared[i]
			if heading, ok := strings.CutPrefix(d.Source, "docs/design.md, "); ok && !strings.Contains(string(design), "# "+heading+"\n") {
				t.Errorf("%s: docs/design.md has no heading %q: say in decode/engine/product.go where more is said of it", c.Name, heading)
			}
			if d.Name != c.Name || d.Source == "" || (d.About == "") == (len(d.Features) == 0) {
				t.Errorf("%s: declare in decode/engine/product.go its source, and what it is about, or its features: %+v", c.Name, d)
			}
			if len(c.Missing) == 0 && d.Features != nil && !slices.Equal(d.Features, c.Features) {
				t.Errorf("%s has the features %+v, and declares %+v", c.Name, c.Features, d.Features)
			}
		}
	}
}

// A producer of one's own, with an evaluator that wants what it proposes.
func TestAddProducer(t *testing.T) {
	b := bundletest.Default(t)
	words, _ := stages.Words(bundletest.Sentence("we go to elephant the beach"))
	for _, c := range []struct {
		b    *engine.Bundle
		want string
	}{
		{b, "we go to elephant the beach"},
		{b.Add(engine.Producer(drops{})), "we go to elephant the beach"},
		{b.Add(engine.Producer(drops{}), engine.Evaluator(wants{})), "we go to the beach"},
	} {
		l, err := c.b.Sentences().NewLabeller(engine.LabelOptions{})
		if err != nil {
			t.Fatal(err)
		}
		out, err := l.Label(t.Context(), &words, l.Read(&words))
		if err != nil || out.Problem != nil {
			t.Fatal(err, out.Problem)
		}
		if got := bundletest.Kept(&words, out.Decisions); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
