package beam

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func TestWeights(t *testing.T) {
	w, err := ReadWeights(strings.NewReader("# weights\n\nb -0.25\n a  1e-3 \n"), "w.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := w.Write(&b); err != nil || b.String() != "a 0.001\nb -0.25\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	for text, want := range map[string]string{
		"a":          `wrong weights: w.txt:1: "a" is not a feature name and a weight`,
		"\na x":      `wrong weights: w.txt:2: "x" is not a finite number`,
		"a NaN":      `wrong weights: w.txt:1: "NaN" is not a finite number`,
		"a 1\na 2\n": `wrong weights: w.txt:2: a second weight for a`,
	} {
		if _, err := ReadWeights(strings.NewReader(text), "w.txt"); err == nil || err.Error() != want || !errors.Is(err, ErrWeights) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	f.Add("a 1\n# x\nb -2e3")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := ReadWeights(strings.NewReader(text), "w")
		if err != nil {
			return
		}
		var b strings.Builder
		if err := w.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := ReadWeights(strings.NewReader(b.String()), "w")
		if err != nil || !maps.Equal(w, again) {
			t.Fatalf("%v: %v, %v", w, again, err)
		}
	})
}

// described is an evaluator of features that are all 1.
type described []Feature

func (e described) Features() []Feature                             { return e }
func (e described) Prepare(context.Context, *Input) (Scorer, error) { return e, nil }

func (e described) Score(_ *Hypothesis, out []float64) ([]float64, error) {
	for range e {
		out = append(out, 1)
	}
	return out, nil
}

// A feature without a weight has its default, which may be 0; one with a weight has that,
// also if it is 0.
func TestDefaultWeights(t *testing.T) {
	es := []Evaluator{
		described{{Name: "none"}, {Name: "half", Default: 0.5}},
		described{{Name: "minus", Default: -2}, {Name: "given", Default: 3}, {Name: "off", Default: 5}},
	}
	for _, c := range []struct {
		given, want Weights
		score       float64
	}{
		{nil, Weights{"none": 0, "half": 0.5, "minus": -2, "given": 3, "off": 5}, 6.5},
		{Weights{}, Weights{"none": 0, "half": 0.5, "minus": -2, "given": 3, "off": 5}, 6.5},
		{Weights{"given": 0.25, "off": 0}, Weights{"none": 0, "half": 0.5, "minus": -2, "given": 0.25, "off": 0}, -1.25},
		{Weights{"none": 1, "half": 0, "minus": 0, "given": 0, "off": 0}, Weights{"none": 1, "half": 0, "minus": 0, "given": 0, "off": 0}, 1},
	} {
		d, err := New([]Producer{flip{"flip"}}, es, c.given, Options{})
		if err != nil {
			t.Fatalf("%v: %v", c.given, err)
		}
		if got := d.Weights(); !maps.Equal(got, c.want) {
			t.Errorf("%v: the weights are %v, want %v", c.given, got, c.want)
		}
		r, err := d.Decode(context.Background(), sentence("a", "b"), nil)
		if err != nil || r.Best().Score != c.score {
			t.Errorf("%v: score %v, want %v (%v)", c.given, r.Best().Score, c.score, err)
		}
	}
}

// Features without any say at all decode: the labels break ties.
func TestAllDefaultsZero(t *testing.T) {
	a := newTable("a", 3, rand.New(rand.NewPCG(1, 1)))
	d, err := New([]Producer{flip{"flip"}}, []Evaluator{a, capped{newTable("b", 3, rand.New(rand.NewPCG(2, 2)))}}, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Decode(context.Background(), sentence("a", "b", "c"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if h := r.Best(); h.Score != 0 || LabelString(h.Labels) != "OOO" || h.Features[0] != a.value(h.Labels) {
		t.Errorf("the best is %s with score %v and features %v", LabelString(h.Labels), h.Score, h.Features)
	}
}

// Sum undoes the division that made a mean.
func TestMeanSum(t *testing.T) {
	for _, labels := range []string{"", "O", "E", "OEFO", "EEEF", "OOOOO"} {
		h := &Hypothesis{Labels: make([]data.Label, len(labels)), Cleaned: &Cleaned{}}
		for i, l := range labels {
			if l == 'O' {
				h.Cleaned.Kept = append(h.Cleaned.Kept, int32(i))
			}
		}
		kept := strings.Count(labels, "O")
		for m, over := range map[Mean]int{NoMean: 1, PerWord: len(labels), PerKept: kept, PerKeptEnd: kept + 1} {
			sum := -7.25
			if over == 0 {
				sum = 0
			}
			if got := m.Sum(sum/float64(max(1, over)), h); math.Abs(got-sum) > 1e-12 {
				t.Errorf("mean %d of %q over %d: the sum is %v, want %v", m, labels, over, got, sum)
			}
			// Of nothing, the sum is 0 whatever the mean is said to be.
			if over == 0 && m.Sum(3, h) != 0 {
				t.Errorf("mean %d of %q: a sum of nothing is %v", m, labels, m.Sum(3, h))
			}
		}
	}
}
