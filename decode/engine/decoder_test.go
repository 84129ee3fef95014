package engine_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/stages"
)

// The counters of a fixed text: a change of the search shows here.
func TestGoldenCounters(t *testing.T) {
	d, err := bundletest.Default(t).Sentences().NewDecoder(engine.DecoderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got beam.Counters
	for _, line := range bundletest.Lines() {
		words, _ := stages.Words(line)
		r, err := d.Decode(t.Context(), &words, nil)
		if err != nil {
			t.Fatal(err)
		}
		got = got.Plus(r.Counters)
	}

	want := beam.Counters{Rounds: 9, Made: 39, Merged: 22, Pruned: 33, Expanded: 10, Cleaned: 37, Skipped: 29, Exact: 10}
	if got != want {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if got.Cleaned >= got.Made || got.Skipped == 0 {
		t.Errorf("%+v: nothing is shared or saved", got)
	}
}

// Features of weight 0 are computed only where that is asked for, and change
// nothing.
func TestUnweighted(t *testing.T) {
	e := bundletest.Default(t).Sentences()
	settings := e.Fit(e.Settings())
	for _, n := range expertNames(e) {
		settings.Weights[n] = 0
	}
	var decoders [2]*beam.Decoder
	for i := range decoders {
		var err error
		if decoders[i], err = e.NewDecoder(engine.DecoderOptions{Settings: &settings, Unweighted: i == 1}); err != nil {
			t.Fatal(err)
		}
		if has := slices.Contains(decoders[i].Names(), evaluators.ExpertPrefix+"1"); has != (i == 1) {
			t.Errorf("unweighted %v: features %v", i == 1, decoders[i].Names())
		}
	}
	for _, line := range bundletest.Lines() {
		words, _ := stages.Words(line)
		var best [2][]data.Label
		for i, d := range decoders {
			r, err := d.Decode(t.Context(), &words, nil)
			if err != nil {
				t.Fatal(err)
			}
			best[i] = r.Best().Labels
		}
		if !slices.Equal(best[0], best[1]) {
			t.Errorf("%v: %v and %v", line.Tokens, best[0], best[1])
		}
	}
}

// A weight that is missing is the feature's default; one that no component has a feature
// for is an error of every engine's decoder.
func TestWeightsOfDecoders(t *testing.T) {
	for _, e := range bundletest.Default(t).Engines() {
		d, err := e.NewDecoder(engine.DecoderOptions{Settings: &engine.Settings{Untuned: true}, Unweighted: true})
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range d.Features() {
			if w := d.Weights()[f.Name]; w != f.Default || d.Names()[i] != f.Name {
				t.Errorf("%s: the weight of %s is %v by default, want %v", e.Name(), f.Name, w, f.Default)
			}
		}
		other := engine.DecoderOptions{Settings: &engine.Settings{Weights: beam.Weights{"x": 1}}}
		if _, err := e.NewDecoder(other); !errors.Is(err, beam.ErrWeights) {
			t.Errorf("%s: a weight that nothing has: %v", e.Name(), err)
		}
		if _, err := e.NewDecoder(engine.DecoderOptions{Without: []string{"nothing"}}); err == nil {
			t.Errorf("%s: a component that is not there can be left out", e.Name())
		}
	}
}

// What is left out has no feature in the decoder, be it named by component or feature.
func TestWithout(t *testing.T) {
	e := bundletest.Default(t).Sentences()
	for _, c := range []struct{ without, removed string }{
		{evaluators.RepairsName, evaluators.RepairsName},
		{engine.PartExperts, evaluators.ExpertPrefix + "1"},
		{"counts", evaluators.FillerWords},
		{evaluators.EditWords, evaluators.EditWords},
	} {
		d, err := e.NewDecoder(engine.DecoderOptions{Without: []string{c.without}, Unweighted: true})
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(d.Names(), c.removed) {
			t.Errorf("without %s: %v", c.without, d.Names())
		}
	}
}

func TestCanDecode(t *testing.T) {
	plain := bundletest.Load(t, bundle.Default()[0])
	if err := plain.Sentences().CanDecode(); !errors.Is(err, engine.ErrNoDecoder) {
		t.Errorf("a bundle without decoder: %v", err)
	}
	if _, err := plain.Streams(); !errors.Is(err, engine.ErrNoStreams) {
		t.Errorf("a bundle without streams: %v", err)
	}
	if plain.Restoring() != nil || plain.Engine("other") != nil {
		t.Error("a bundle has what it lacks")
	}
	for _, e := range bundletest.Default(t).Engines() {
		if err := e.CanDecode(); err != nil {
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
}

// expertNames returns the names of the experts' features.
func expertNames(e *engine.Engine) []string {
	var names []string
	for _, c := range e.Components() {
		if c.Name == engine.PartExperts {
			for _, f := range c.Features {
				names = append(names, f.Name)
			}
		}
	}
	return names
}

// An engine does without the components that it has no parts for.
func TestMissingParts(t *testing.T) {
	plain := bundletest.Load(t, bundle.Default()[0]).Sentences()
	for _, c := range plain.Components() {
		if plain.Knows(c.Name) != (len(c.Missing) == 0) || len(c.Missing) > 0 && len(c.Features) > 0 {
			t.Errorf("%+v", c)
		}
	}
	d, err := plain.NewSearch(beam.Options{})
	if err != nil || slices.Contains(d.Names(), evaluators.RepairsName) || !slices.Contains(d.Names(), evaluators.FluentLM) {
		t.Errorf("features %v, %v", d.Names(), err)
	}
}
