package producers_test

import (
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/producers"
)

// What the network-marker proposes depends on what the network says and the hypothesis
// alone.
func TestNetwork(t *testing.T) {
	e := bundletest.WithNetwork(t).Sentences()
	p := producers.NewNetwork(e.Stages(), neural.NewAdvisor(e.Models().Network.Model(), 1))
	if p.Name() != producers.NetworkName || p.About() == "" {
		t.Errorf("%q, %q", p.Name(), p.About())
	}
	// P(E) of each word; the rest is for O, or for F where it is written negative.
	for _, c := range []struct {
		edits []float32
		of    string
		want  []string
	}{
		{nil, "OOO", nil}, // it is not asked
		{[]float32{0, 0, 0}, "OOO", []string{"OOO"}},
		{[]float32{0.9, 0, 0}, "OOO", []string{"EOO", "EOO"}},
		{[]float32{0.9, 0.3, 0.05}, "OOO", []string{"EOO", "EOO", "EEO"}},
		{[]float32{0.9, 0.3, 0.15}, "OOO", []string{"EOO", "EOO", "EEO", "EEE"}},
		{[]float32{0.9, 0.3, 0.05}, "EOO", []string{"EOO", "EEO"}},
		{[]float32{0.2, 0.05, 0.2}, "OOO", []string{"OOO", "EOO", "OOE"}},
		{[]float32{0.9, 0, -0.3}, "FOO", []string{"EOF", "EOO", "FOE"}},
		{[]float32{0.05, 0.05, 0.9}, "EEE", []string{"OOE", "OOE"}},
		{[]float32{0.05, 0.3, 0.9}, "EEE", []string{"OOE", "OOE", "OEE"}},
		{[]float32{0.9, 0.9, -0.2}, "EEE", []string{"EEF", "EEF"}},
	} {
		s := bundletest.Sentence("we saw it")
		for _, x := range c.edits {
			if x < 0 {
				s.Heard = append(s.Heard, [data.NumLabels]float32{0, 1 + x, -x})
			} else {
				s.Heard = append(s.Heard, [data.NumLabels]float32{1 - x, 0, x})
			}
		}
		in := beam.NewInput(s)
		q, err := p.Prepare(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		h := &beam.Hypothesis{}
		for _, y := range c.of {
			h.Labels = append(h.Labels, map[rune]data.Label{'O': data.O, 'F': data.F, 'E': data.E}[y])
		}
		for range 2 {
			var got []string
			if err := q.Propose(h, func(l []data.Label) { got = append(got, beam.LabelString(l)) }); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("P(E) %v of %s: %v, want %v", c.edits, c.of, got, c.want)
			}
		}
		in.Release()
	}
}

// Of a filler of two words the network, which labels each by itself, never takes one alone.
func TestNetworkTerms(t *testing.T) {
	e := bundletest.WithNetwork(t).Sentences()
	p := producers.NewNetwork(e.Stages(), neural.NewAdvisor(e.Models().Network.Model(), 1))
	for _, c := range []struct {
		text    string
		fillers [3]float32 // P(F) of each word; the rest is for O
		want    string
	}{
		{"you know it", [3]float32{0.6, 0.45, 0}, "FFO"},
		{"You know it", [3]float32{0.55, 0.4, 0}, "OOO"},
		{"you know it", [3]float32{0.3, 0.9, 0}, "FFO"},
		{"so I mean", [3]float32{0.9, 0.2, 0.6}, "FOO"},
		{"you know it", [3]float32{0.6, 0.6, 0.6}, "FFF"},
		{"we know it", [3]float32{0.6, 0.45, 0}, "FOO"},
	} {
		s := bundletest.Sentence(c.text)
		for _, x := range c.fillers {
			s.Heard = append(s.Heard, [data.NumLabels]float32{1 - x, x, 0})
		}
		in := beam.NewInput(s)
		q, err := p.Prepare(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if err := q.Propose(&beam.Hypothesis{Labels: make([]data.Label, 3)}, func(l []data.Label) { got = append(got, beam.LabelString(l)) }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s, P(F) %v: %v, want %s", c.text, c.fillers, got, c.want)
		}
		in.Release()
	}
}
