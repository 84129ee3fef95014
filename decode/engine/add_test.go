package engine_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/stages"
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

// A component that cannot be made is named by whoever needs it.
func TestBrokenComponent(t *testing.T) {
	for kind, c := range map[string]engine.Component{
		"producer":  {Name: "mine", Producer: func(*engine.Models) (beam.Producer, error) { return nil, errors.New("no luck") }},
		"evaluator": {Name: "mine", Evaluators: func(*engine.Models) ([]beam.Evaluator, error) { return nil, errors.New("no luck") }},
	} {
		_, err := bundletest.Default(t).Add(c).Sentences().NewDecoder(engine.DecoderOptions{})
		var component *beam.ComponentError
		if !errors.As(err, &component) || component.Kind != kind || component.Name != "mine" {
			t.Errorf("a %s: %v", kind, err)
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
