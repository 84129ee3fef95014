package studio

import (
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// Weights that the service was started with are where learning starts, and what was learned in an
// engine is in their place there, and nowhere else.
func TestWeightsGiven(t *testing.T) {
	given := []engine.Weight{{Feature: "network", Value: 0.5}, {Engine: engine.Streams, Feature: "repairs", Value: 0.75}}
	s := newClient(t, Options{Cleaner: tidytalk.Options{
		Decoder:  tidytalk.DecoderOptions{Weights: given},
		Settings: []tidytalk.Settings{{Engine: engine.Streams, Weights: beam.Weights{"edit-words": 0.125}}},
	}}).s
	b := s.options.Bundle
	streams := b.Engine(engine.Streams)
	was := streams.Settings()
	before := s.settingsOf(streams)
	for name, want := range map[string]float64{"network": 0.5, "repairs": 0.75, "edit-words": 0.125, "m3n-disfluent": was.Weights["m3n-disfluent"]} {
		if before.Weights[name] != want {
			t.Errorf("learning starts with %s at %v, want %v", name, before.Weights[name], want)
		}
	}
	if before.Repairs != was.Repairs {
		t.Error("learning starts without the calibration of the models")
	}
	if o := s.tuning(&job{}, streams, &before); o.Decoder.Weights != nil {
		t.Errorf("what is learned has the weights %v", o.Decoder.Weights)
	}
	learnt := engine.Settings{Engine: engine.Streams, Weights: beam.Weights{"network": 0.25}}
	left := s.weightsBut(&learnt)
	for _, w := range left {
		if w.Engine == engine.Streams || w.Feature != "network" || w.Value != 0.5 {
			t.Errorf("beside what was learned there is the weight %s", w)
		}
	}
	if len(left) != len(b.Engines())-1 {
		t.Errorf("beside what was learned there are the weights %v", left)
	}
	if _, err := s.cleanerWith(&learned{settings: learnt}, nil); err != nil {
		t.Error(err)
	}
}
