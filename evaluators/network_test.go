package evaluators_test

import (
	"math"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/neural"
)

// The score of the network is the mean of the logarithms of what it says of each word, 0
// where it is not asked.
func TestNetwork(t *testing.T) {
	e := bundletest.WithNetwork(t).Sentences()
	model := e.Models().Network.Model()
	heard := [][data.NumLabels]float32{{0.5, 0.25, 0.25}, {1, 0, 0}}
	for _, c := range []struct {
		text   string
		gate   float64
		heard  [][data.NumLabels]float32
		labels []data.Label
		want   float64
	}{
		// With the same weight the two are the log-probability of the labels.
		{"thank you", 0.5, nil, []data.Label{data.E, data.O}, 0},
		{"thank you", 0.5, heard, []data.Label{data.E, data.O}, math.Log(0.25) / 2},
		{"thank you", 0.5, heard, []data.Label{data.O, data.F}, (math.Log(0.5) + math.Log(1e-6)) / 2},
		{"it was it was like", 0, nil, []data.Label{data.E, data.E, data.O, data.F, data.O}, math.NaN()},
		{"", 0, nil, nil, 0},
	} {
		v := evaluators.NewNetwork(e.Stages(), neural.NewAdvisor(model, c.gate))
		s := bundletest.Sentence(c.text)
		s.Heard = c.heard
		if math.IsNaN(c.want) {
			var p neural.Prediction
			model.Read(e.Stages().Read(s), neural.Sentence, neural.Hidden{}, &p)
			c.want = 0
			for i, y := range c.labels {
				c.want += math.Log(max(1e-6, float64(p.Labels[i][y]))) / float64(len(c.labels))
			}
		}
		both := values(t, v, s, c.labels)[0]
		if got := both[0] + both[1]; math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%q, gate %v, %v: %v, want %v", c.text, c.gate, c.labels, got, c.want)
		}
	}
}

// All that the engine has with a network has names of its own, and what hypotheses share
// does not change with it.
func TestNetworkInEngine(t *testing.T) {
	for _, e := range bundletest.WithNetwork(t).Engines() {
		d, err := e.NewDecoder(engine.DecoderOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if w := d.Weights()[evaluators.NetworkName]; w <= 0 {
			t.Errorf("%s: the weight %v", e.Name(), w)
		}
		for _, f := range d.Features() {
			if f.Name == evaluators.NetworkName && (f.Joint || f.Fixed || f.Mean != beam.PerWord) {
				t.Errorf("%s: %+v", e.Name(), f)
			}
		}
	}
}

// Hypotheses are scored without allocation.
func TestNetworkAllocations(t *testing.T) {
	e := bundletest.WithNetwork(t).Sentences()
	s := bundletest.Sentence("it was it was like")
	in := beam.NewInput(s)
	defer in.Release()
	scorer, err := evaluators.NewNetwork(e.Stages(), e.Models().Network).Prepare(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	h := &beam.Hypothesis{Labels: make([]data.Label, len(s.Tokens))}
	var buf [4]float64
	if n := testing.AllocsPerRun(100, func() { _, _ = scorer.Score(h, buf[:0]) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
