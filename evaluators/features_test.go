package evaluators_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/evaluators"
)

// What a feature says of itself is fit for settings, help and tuning; evaluators made here
// are all that the engine has.
func TestFeatures(t *testing.T) {
	e := models(t)
	seen := make(map[string]bool)
	for _, v := range product(e) {
		features := v.Features()
		if len(features) == 0 {
			t.Errorf("%T has no features", v)
		}
		for _, f := range features {
			if f.Name == "" || len(strings.Fields(f.Name)) != 1 || strings.TrimSpace(f.Name) != f.Name || strings.HasPrefix(f.Name, "#") {
				t.Errorf("%q is no name for a line of settings", f.Name)
			}
			if seen[f.Name] {
				t.Errorf("two features have the name %s", f.Name)
			}
			seen[f.Name] = true
			if f.About == "" || strings.HasSuffix(f.About, ".") || strings.TrimSpace(f.About) != f.About {
				t.Errorf("%s: about %q: it is a sentence without a full stop", f.Name, f.About)
			}
			if math.IsNaN(f.Default) || math.IsInf(f.Default, 0) {
				t.Errorf("%s has the default %v", f.Name, f.Default)
			}
			if f.Mean == beam.NoMean || f.Mean > beam.PerKeptEnd {
				t.Errorf("%s is a mean over %d", f.Name, f.Mean)
			}
		}
	}
	for _, c := range e.Components() {
		for _, f := range c.Features {
			if !seen[f.Name] {
				t.Errorf("%s is a feature of the engine and is not tried here", f.Name)
			}
			delete(seen, f.Name)
		}
	}
	for name := range seen {
		t.Errorf("%s is no feature of the engine", name)
	}
}

// The mean of a feature times what it is a mean over is the sum over the sentence.
func TestSums(t *testing.T) {
	e := models(t)
	l := e.Stages()
	lms := l.LanguageModels()
	all := []beam.Evaluator{
		evaluators.NewDisfluent(l), evaluators.NewFluent(l), evaluators.Counts{}, evaluators.NewRepairs(l, e.Models().Repairs),
		evaluators.NewFluentLM(lms.Fluent), evaluators.NewDisfluentLM(lms.Disfluent),
	}
	d, err := beam.New(nil, all, nil, beam.Options{})
	if err != nil {
		t.Fatal(err)
	}
	features := d.Features()
	scorer := e.Models().Repairs.NewScorer()
	drawn(7, func(seed uint64, s *data.Sentence, rng *rand.Rand) {
		n := len(s.Tokens)
		labels := drawLabels(rng, n)
		switch seed % 8 {
		case 0: // nothing is removed
			labels = make([]data.Label, n)
		case 1: // nothing is left
			for i := range labels {
				labels[i] = data.E
			}
		}
		session, err := l.NewSession(s)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Release()
		hyps, err := d.Evaluate(context.Background(), s, labels)
		if err != nil {
			t.Fatal(err)
		}
		h := &hyps[0]
		want := map[string]float64{evaluators.M3NDisfluent: session.Whole().LogProb(labels)}
		id := 0
		if len(h.Cleaned.Kept) < n {
			id = 1
		}
		left := session.Analysis(id, h.Cleaned.Kept)
		var ids [2][]uint32
		for i, y := range labels {
			switch y {
			case data.E:
				want[evaluators.EditWords]++
			case data.F:
				want[evaluators.FillerWords]++
			}
			if y == data.O {
				for k, m := range []interface{ ID(string) uint32 }{lms.Fluent.Vocabulary(), lms.Disfluent.Vocabulary()} {
					ids[k] = append(ids[k], m.ID(s.Tokens[i].Text))
				}
			}
		}
		for t := range h.Cleaned.Kept {
			want[evaluators.M3NFluent] += math.Log(max(left.Posterior(t, data.O), math.SmallestNonzeroFloat64))
		}
		scorer.Reset(session)
		want[evaluators.RepairsName] = scorer.Score(labels)
		want[evaluators.FluentLM], want[evaluators.DisfluentLM] = lms.Fluent.Sentence(ids[0]), lms.Disfluent.Sentence(ids[1])
		for k, f := range features {
			if got := f.Mean.Sum(h.Features[k], h); math.Abs(got-want[f.Name]) > 1e-6 {
				t.Fatalf("seed %d: labels %v: the sum of %s is %v, want %v", seed, labels, f.Name, got, want[f.Name])
			}
		}
	})
}
