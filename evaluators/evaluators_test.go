package evaluators_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/models/repairs"
	"github.com/tidytalk/tidytalk/models/stages"
)

// models returns the engine for sentences of the default bundle.
func models(t testing.TB) *engine.Engine {
	t.Helper()
	return bundletest.Default(t).Sentences()
}

// product returns the evaluators of an engine's decoder.
func product(e *engine.Engine) []beam.Evaluator {
	l, m := e.Stages(), e.Models()
	lms := l.LanguageModels()
	return slices.Concat([]beam.Evaluator{
		evaluators.NewDisfluent(l), evaluators.NewFluent(l), evaluators.NewFluentLM(lms.Fluent), evaluators.NewDisfluentLM(lms.Disfluent),
		evaluators.Counts{}, evaluators.NewRepairs(l, m.Repairs),
		evaluators.NewEditTerms(l, m.EditTerms), evaluators.NewMarkers(l, m.Markers), evaluators.NewNetwork(l, m.Network),
	}, evaluators.NewExperts(l, m.Experts))
}

// cases is how many random cases a test tries.
const cases = 100

// drawn calls f with random sentences and what draws labels for them. rng is of the seed.
func drawn(stream uint64, f func(seed uint64, s *data.Sentence, rng *rand.Rand)) {
	n := uint64(cases)
	if testing.Short() {
		n = 20
	}
	for seed := range n {
		rng := rand.New(rand.NewPCG(seed, stream))
		f(seed, sentence(texts[rng.IntN(len(texts))]), rng)
	}
}

var texts = []string{
	"so i i mean we went uh we want to go to the to boston uh i mean to denver",
	"the the the cat",
	"uh",
	"you know it 's it 's like um he was he is there and and we saw we saw the xyzzy",
}

func sentence(text string) *data.Sentence {
	s := &data.Sentence{}
	for i, w := range strings.Fields(text) {
		s.Tokens = append(s.Tokens, data.Token{Text: w, Timed: true, Start: float64(i) * 0.4, End: float64(i)*0.4 + 0.3})
	}
	return s
}

// values are the features of labels by name, computed for several label sequences
// in one decoding.
func values(t testing.TB, e beam.Evaluator, s *data.Sentence, labels ...[]data.Label) [][]float64 {
	t.Helper()
	w := make(beam.Weights)
	for _, n := range e.Features() {
		w[n.Name] = 1
	}
	d, err := beam.New(nil, []beam.Evaluator{e}, w, beam.Options{})
	if err != nil {
		t.Fatal(err)
	}
	hyps, err := d.Evaluate(context.Background(), s, labels...)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]float64
	for i := range hyps {
		out = append(out, hyps[i].Features)
	}
	return out
}

func drawLabels(rng *rand.Rand, n int) []data.Label {
	out := make([]data.Label, n)
	for i := range out {
		out[i] = data.Label(rng.IntN(3))
	}
	return out
}

// The incremental language model scores are those of scoring the words afresh.
func TestLM(t *testing.T) {
	lms := models(t).Stages().LanguageModels()
	for stream, c := range []struct {
		e beam.Evaluator
		m *lm.Model
	}{{evaluators.NewFluentLM(lms.Fluent), lms.Fluent}, {evaluators.NewDisfluentLM(lms.Disfluent), lms.Disfluent}} {
		drawn(uint64(stream), func(seed uint64, s *data.Sentence, rng *rand.Rand) {
			labels := drawLabels(rng, len(s.Tokens))
			var ids []uint32
			for i, l := range labels {
				if l == data.O {
					ids = append(ids, c.m.Vocabulary().ID(s.Tokens[i].Text))
				}
			}
			want := c.m.Sentence(ids) / float64(len(ids)+1)
			if got := values(t, c.e, s, labels)[0][0]; math.Abs(got-want) > 1e-9 {
				t.Fatalf("%s, seed %d: labels %v: %v, want %v", c.e.Features()[0].Name, seed, labels, got, want)
			}
		})
	}
}

// The M3N disfluent score is a joint log-probability: those of all label sequences
// add up to 1.
func TestDisfluent(t *testing.T) {
	e := evaluators.NewDisfluent(models(t).Stages())
	s := sentence("i uh i went")
	var all [][]data.Label
	for k := range 81 {
		labels := make([]data.Label, 4)
		for i := range labels {
			labels[i] = data.Label(k % 3)
			k /= 3
		}
		all = append(all, labels)
	}
	total := 0.0
	for _, v := range values(t, e, s, all...) {
		total += math.Exp(4 * v[0])
	}
	if math.Abs(total-1) > 1e-9 {
		t.Errorf("the probabilities add up to %v", total)
	}
}

// What hypotheses share does not depend on which came first, and no feature is
// above its cap.
func TestOrder(t *testing.T) {
	for stream, e := range product(models(t)) {
		features := e.Features()
		drawn(uint64(stream), func(seed uint64, s *data.Sentence, rng *rand.Rand) {
			n := len(s.Tokens)
			x, y, z := drawLabels(rng, n), drawLabels(rng, n), drawLabels(rng, n)
			alone := values(t, e, s, x)[0]
			after := values(t, e, s, z, y, x)[2]
			for i := range alone {
				if math.Abs(alone[i]-after[i]) > 1e-12 {
					t.Fatalf("seed %d: %s: %v alone, %v after others: %v after %v and %v", seed, features[i].Name, alone[i], after[i], x, z, y)
				}
				if c, ok := e.(beam.Capped); ok && alone[i] > c.Cap() {
					t.Fatalf("seed %d: %s: %v is above the cap: %v", seed, features[i].Name, alone[i], x)
				}
			}
		})
	}
}

// The score of the repairs is the sum of the weights of all features, and RemovalGain is
// the difference of two log-probabilities.
func TestRepairsAndRemovalGain(t *testing.T) {
	e := models(t)
	model := e.Models().Repairs
	scorer := model.NewScorer()
	var reader repairs.Reader
	drawn(1, func(seed uint64, s *data.Sentence, rng *rand.Rand) {
		session, err := e.Stages().NewSession(s)
		if err != nil {
			t.Fatal(err)
		}
		defer session.Release()
		scorer.Reset(session)
		reader.Reset(session, model.Tags())
		for range 4 {
			labels := drawLabels(rng, len(s.Tokens))
			want := model.Sum(reader.Features(labels, nil))
			if got := scorer.Score(labels); math.Abs(got-want) > 1e-6 {
				t.Fatalf("seed %d: %v: score %v, the weights add up to %v", seed, labels, got, want)
			}
			from := rng.IntN(len(labels))
			to := from + rng.IntN(len(labels)-from+1)
			undone := append([]data.Label(nil), labels...)
			for i := from; i < to; i++ {
				if undone[i] == data.E {
					undone[i] = data.O
				}
			}
			d := session.Whole().LogProb(labels) - session.Whole().LogProb(undone)
			if got := session.Whole().RemovalGain(labels, from, to, data.E); math.Abs(got-d) > 1e-9 {
				t.Fatalf("seed %d: RemovalGain %v [%d,%d) is %v, want %v", seed, labels, from, to, got, d)
			}
		}
	})
}

// The analysis of the whole sentence is that of the baseline.
func TestSessionIsBaseline(t *testing.T) {
	l := models(t).Stages()
	for _, text := range texts {
		s := sentence(text)
		session, err := l.NewSession(s)
		if err != nil {
			t.Fatal(err)
		}
		out := l.Label(s, true)
		best := session.Whole().NBest(1, 0)[0].Labels
		for i, y := range best {
			if data.Label(y) != out[i].Label || session.Tag(i) != out[i].Tag {
				t.Errorf("%q word %d: %v/%s, the baseline says %v/%s", text, i, data.Label(y), session.Tag(i), out[i].Label, out[i].Tag)
			}
			for y := range data.Label(data.NumLabels) {
				if p := session.Whole().Posterior(i, y); math.Abs(p-out[i].Posteriors[y]) > 1e-12 {
					t.Errorf("%q word %d: posterior %v, the baseline says %v", text, i, p, out[i].Posteriors[y])
				}
			}
		}
		kinds := make([]data.Kind, len(out))
		session.Kinds(data.LabelsOf(out), func(i int, k data.Kind) { kinds[i] = k })
		for i := range kinds {
			if kinds[i] != out[i].Kind {
				t.Errorf("%q word %d: kind %v, the baseline says %v", text, i, kinds[i], out[i].Kind)
			}
		}
		session.Release()
	}
}

func TestCounts(t *testing.T) {
	got := values(t, evaluators.Counts{}, sentence("a b c d"), []data.Label{data.E, data.E, data.F, data.O}, make([]data.Label, 4))
	if got[0][0] != 0.5 || got[0][1] != 0.25 || got[1][0] != 0 || got[1][1] != 0 {
		t.Errorf("%v", got)
	}
}

// An input serves sentences of no words, too.
func TestNoWords(t *testing.T) {
	for _, e := range product(models(t)) {
		for i, v := range values(t, e, &data.Sentence{}, nil)[0] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s is %v", e.Features()[i].Name, v)
			}
		}
	}
}

func BenchmarkRepairs(b *testing.B) {
	m := models(b)
	s := sentence(texts[0])
	session, err := m.Stages().NewSession(s)
	if err != nil {
		b.Fatal(err)
	}
	scorer := m.Models().Repairs.NewScorer()
	labels := make([]data.Label, len(s.Tokens))
	labels[1], labels[10], labels[11] = data.E, data.E, data.F
	session.Whole()
	b.ReportAllocs()
	for b.Loop() {
		scorer.Reset(session)
		scorer.Score(labels)
	}
}

// BenchmarkAnalysis is what a cleaned-up sentence costs.
func BenchmarkAnalysis(b *testing.B) {
	l := models(b).Stages()
	s := sentence(texts[0])
	var sessions *stages.Session
	b.ReportAllocs()
	for b.Loop() {
		var err error
		if sessions, err = l.NewSession(s); err != nil {
			b.Fatal(err)
		}
		sessions.Analysis(1, []int32{0, 1, 2, 5, 6, 7})
		sessions.Release()
	}
}
