package main

import (
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// The settings that training the decoder writes know no experts: they take their default,
// and get a line for each in a bundle that keeps some. Weights of experts that are not there any more are removed.
func TestFitted(t *testing.T) {
	b, err := engine.Load(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	e := b.Sentences()
	own := e.Settings()
	s := own
	s.Weights = beam.Weights{"expert-gone": 1, "repairs": 0.25}
	file, err := b.WithSettings(s)
	if err != nil {
		t.Fatal("settings without all weights do not fit:", err)
	}
	if file, err = fitted(file); err != nil {
		t.Fatal(err)
	}
	again, err := engine.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	got := again.Sentences().Settings().Weights
	for n := range own.Weights {
		if _, ok := got[n]; !ok {
			t.Errorf("%s has no weight", n)
		}
	}
	if got["repairs"] != 0.25 || got["expert-1"] != 0 || got["m3n-disfluent"] != 0.5 {
		t.Errorf("weights %v", got)
	}
	without := bundletest.Files(t, b)
	for _, name := range engine.PartsOf(engine.DecoderParts) {
		delete(without, name)
	}
	for _, name := range engine.PartsOf(engine.StreamParts) {
		delete(without, name)
	}
	if file, err = engine.Build(b.Manifest(), without); err == nil {
		_, err = fitted(file)
	}
	if err != nil {
		t.Errorf("no settings: %v", err)
	}
}
