package engine_test

import (
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

func TestParseWeight(t *testing.T) {
	for _, c := range []struct {
		in   string
		want engine.Weight
		says string // of the error
	}{
		{"network=0.3", engine.Weight{Feature: "network", Value: 0.3}, ""},
		{"streams:network=-1e-7", engine.Weight{Engine: "streams", Feature: "network", Value: -1e-7}, ""},
		{" network = 2 ", engine.Weight{Feature: "network", Value: 2}, ""},
		{"network", engine.Weight{}, `"network" is not NAME=VALUE`},
		{"", engine.Weight{}, `"" is not NAME=VALUE`},
		{"=1", engine.Weight{}, `"=1" is not NAME=VALUE`},
		{":network=1", engine.Weight{}, "is not NAME=VALUE"},
		{"streams:=1", engine.Weight{}, "is not NAME=VALUE"},
		{"network=", engine.Weight{}, "which is not a finite number"},
		{"network=x", engine.Weight{}, `that of network is "x", which is not a finite number`},
		{"network=NaN", engine.Weight{}, "which is not a finite number"},
		{"network=-Inf", engine.Weight{}, "which is not a finite number"},
		{"network=2e9", engine.Weight{}, "it is 1e+09 at most"},
	} {
		got, err := engine.ParseWeight(c.in)
		if c.says == "" && (err != nil || got != c.want) || c.says != "" && (!errors.Is(err, beam.ErrWeights) || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%q: %+v, %v", c.in, got, err)
		}
	}
	// What is written is read again, to the last bit.
	rng := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		w := engine.Weight{Engine: []string{"", engine.Streams}[rng.IntN(2)], Feature: "expert-NN_1", Value: rng.NormFloat64()}
		if got, err := engine.ParseWeight(w.String()); err != nil || got != w {
			t.Fatalf("%s: %+v, %v", w, got, err)
		}
	}
}

// Settings and weights that are given change what they say, and nothing else.
func TestInUse(t *testing.T) {
	e := bundletest.Default(t).Streams
	streams, err := e()
	if err != nil {
		t.Fatal(err)
	}
	own := streams.Settings()
	with := func(weights beam.Weights) engine.Settings {
		s := own
		s.Weights = maps.Clone(own.Weights)
		maps.Copy(s.Weights, weights)
		return s
	}
	calibrated := with(beam.Weights{"network": 0.5})
	calibrated.Repairs = engine.Calibration{1}
	network := engine.Weight{Feature: "network", Value: 0.25}
	for name, c := range map[string]struct {
		o    engine.DecoderOptions
		want engine.Settings
	}{
		"nothing":     {engine.DecoderOptions{}, own},
		"empty":       {engine.DecoderOptions{Settings: &engine.Settings{}}, own},
		"one line":    {engine.DecoderOptions{Settings: &engine.Settings{Weights: beam.Weights{"repairs": 0.5}}}, with(beam.Weights{"repairs": 0.5})},
		"calibration": {engine.DecoderOptions{Settings: &engine.Settings{Weights: beam.Weights{"network": 0.5}, Repairs: calibrated.Repairs}}, calibrated},
		"a weight":    {engine.DecoderOptions{Weights: []engine.Weight{network}}, with(beam.Weights{"network": 0.25})},
		"the last of two": {engine.DecoderOptions{Weights: []engine.Weight{{Feature: "network", Value: 3}, network}},
			with(beam.Weights{"network": 0.25})},
		"both":    {engine.DecoderOptions{Settings: &engine.Settings{Weights: beam.Weights{"repairs": 0.5, "network": 1}}, Weights: []engine.Weight{network}}, with(beam.Weights{"repairs": 0.5, "network": 0.25})},
		"untuned": {engine.DecoderOptions{Settings: &engine.Settings{Untuned: true}, Weights: []engine.Weight{network}}, engine.Settings{Untuned: true, Weights: beam.Weights{"network": 0.25}}},
	} {
		before := maps.Clone(own.Weights)
		if got := streams.InUse(&c.o); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n%+v, want\n%+v", name, got, c.want)
		}
		if !maps.Equal(before, own.Weights) {
			t.Fatalf("%s: the engine's own weights have changed", name)
		}
		d, err := streams.NewDecoder(c.o)
		if err != nil {
			t.Fatal(err)
		}
		for name, w := range d.Weights() {
			if want, ok := c.want.Weights[name]; ok && w != want {
				t.Errorf("%s: the decoder weighs %s %v, want %v", name, name, w, want)
			}
		}
	}
}

// Weights of what nobody has are refused, with what there is.
func TestCheckWeights(t *testing.T) {
	b := bundletest.Default(t)
	for _, c := range []struct {
		w    engine.Weight
		is   error
		says string
	}{
		{engine.Weight{Feature: "network", Value: 1}, nil, ""},
		{engine.Weight{Engine: engine.Written, Feature: "network", Value: 1}, nil, ""},
		{engine.Weight{Feature: "netwrok", Value: 1}, beam.ErrWeights, `did you mean "network"?`},
		{engine.Weight{Feature: "colour", Value: 1}, beam.ErrWeights, "there are m3n-disfluent, m3n-fluent"},
		{engine.Weight{Engine: engine.Streams, Feature: "colour", Value: 1}, beam.ErrWeights, "no feature of streams has the name"},
		{engine.Weight{Engine: "radio", Feature: "network", Value: 1}, beam.ErrWeights, `the weight radio:network=1 is for "radio", and there are sentences`},
		{engine.Weight{Feature: "network", Value: -2e9}, beam.ErrWeights, "at most"},
	} {
		if err := b.CheckWeights([]engine.Weight{c.w}); !errors.Is(err, c.is) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.w, err)
		}
	}
	e := b.Sentences()
	if err := e.CheckWeights([]engine.Weight{{Engine: engine.Streams, Feature: "network"}}); !errors.Is(err, beam.ErrWeights) {
		t.Errorf("a weight for another engine: %v", err)
	}
	if got := e.In([]engine.Weight{{Feature: "network"}, {Engine: engine.Streams, Feature: "network"}, {Feature: "colour"}, {Engine: e.Name(), Feature: "x"}}); len(got) != 2 {
		t.Errorf("for sentences are %v", got)
	}
}
