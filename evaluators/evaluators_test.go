package evaluators_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/repairs"
	"github.com/tidytalk/tidytalk/stages"
)

func models(t testing.TB) *tidytalk.Bundle {
	t.Helper()
	b, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	return b
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
	for _, n := range e.Names() {
		w[n] = 1
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

func drawLabels(t *rapid.T, n int) []data.Label {
	out := make([]data.Label, n)
	for i := range out {
		out[i] = data.Label(rapid.IntRange(0, 2).Draw(t, "label"))
	}
	return out
}

// The incremental language model score is that of scoring the words afresh.
func TestLM(t *testing.T) {
	b := models(t)
	m := b.LanguageModels().Fluent
	e := evaluators.NewLM(evaluators.FluentLM, m)
	rapid.Check(t, func(rt *rapid.T) {
		s := sentence(rapid.SampledFrom(texts).Draw(rt, "text"))
		labels := drawLabels(rt, len(s.Tokens))
		var ids []uint32
		for i, l := range labels {
			if l == data.O {
				ids = append(ids, m.Vocabulary().ID(s.Tokens[i].Text))
			}
		}
		want := m.Sentence(ids) / float64(len(ids)+1)
		if got := values(t, e, s, labels)[0][0]; math.Abs(got-want) > 1e-9 {
			rt.Fatalf("%v, want %v", got, want)
		}
	})
}

// The M3N disfluent score is a joint log-probability: those of all label sequences
// add up to 1.
func TestDisfluent(t *testing.T) {
	e := evaluators.NewDisfluent(models(t).Labeller())
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
	b := models(t)
	for _, e := range b.Evaluators() {
		rapid.Check(t, func(rt *rapid.T) {
			s := sentence(rapid.SampledFrom(texts).Draw(rt, "text"))
			x, y, z := drawLabels(rt, len(s.Tokens)), drawLabels(rt, len(s.Tokens)), drawLabels(rt, len(s.Tokens))
			alone := values(t, e, s, x)[0]
			after := values(t, e, s, z, y, x)[2]
			for i := range alone {
				if math.Abs(alone[i]-after[i]) > 1e-12 {
					rt.Fatalf("%s: %v alone, %v after others", e.Names()[i], alone[i], after[i])
				}
				if c, ok := e.(beam.Capped); ok && alone[i] > c.Cap() {
					rt.Fatalf("%s: %v is above the cap", e.Names()[i], alone[i])
				}
			}
		})
	}
}

// The score of the repairs is the sum of the weights of all features, and Undo is
// the difference of two log-probabilities.
func TestRepairsAndUndo(t *testing.T) {
	b := models(t)
	l := b.Labeller()
	scorer := b.Repairs().NewScorer()
	var reader repairs.Reader
	rapid.Check(t, func(rt *rapid.T) {
		s := sentence(rapid.SampledFrom(texts).Draw(rt, "text"))
		session, err := l.NewSession(s)
		if err != nil {
			rt.Fatal(err)
		}
		defer session.Release()
		scorer.Reset(session)
		reader.Reset(session, b.Repairs().Tags())
		for range 4 {
			labels := drawLabels(rt, len(s.Tokens))
			want := b.Repairs().Sum(reader.Features(labels, nil))
			if got := scorer.Score(labels); math.Abs(got-want) > 1e-6 {
				rt.Fatalf("%v: score %v, the weights add up to %v", labels, got, want)
			}
			from := rapid.IntRange(0, len(labels)-1).Draw(rt, "from")
			to := rapid.IntRange(from, len(labels)).Draw(rt, "to")
			undone := append([]data.Label(nil), labels...)
			for i := from; i < to; i++ {
				if undone[i] == data.E {
					undone[i] = data.O
				}
			}
			d := session.Whole().LogProb(labels) - session.Whole().LogProb(undone)
			if got := session.Whole().Undo(labels, from, to, data.E); math.Abs(got-d) > 1e-9 {
				rt.Fatalf("Undo %v [%d,%d) is %v, want %v", labels, from, to, got, d)
			}
		}
	})
}

// The analysis of the whole sentence is that of the baseline.
func TestSessionIsBaseline(t *testing.T) {
	l := models(t).Labeller()
	for _, text := range texts {
		s := sentence(text)
		session, err := l.NewSession(s)
		if err != nil {
			t.Fatal(err)
		}
		out := l.Label(s, true)
		best := session.Whole().NBest(1, 0)[0].Labels
		for i, y := range best {
			if data.Label(y) != out.Labels[i] || session.Tag(i) != out.POS[i] {
				t.Errorf("%q word %d: %v/%s, the baseline says %v/%s", text, i, data.Label(y), session.Tag(i), out.Labels[i], out.POS[i])
			}
			for y := range data.Label(data.NumLabels) {
				if p := session.Whole().Posterior(i, y); math.Abs(p-out.Posteriors[i][y]) > 1e-12 {
					t.Errorf("%q word %d: posterior %v, the baseline says %v", text, i, p, out.Posteriors[i][y])
				}
			}
		}
		kinds := session.Kinds(out.Labels)
		for i := range kinds {
			if kinds[i] != out.Kinds[i] {
				t.Errorf("%q word %d: kind %v, the baseline says %v", text, i, kinds[i], out.Kinds[i])
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
	for _, e := range models(t).Evaluators() {
		for i, v := range values(t, e, &data.Sentence{}, nil)[0] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s is %v", e.Names()[i], v)
			}
		}
	}
}

func BenchmarkRepairs(b *testing.B) {
	m := models(b)
	s := sentence(texts[0])
	session, err := m.Labeller().NewSession(s)
	if err != nil {
		b.Fatal(err)
	}
	scorer := m.Repairs().NewScorer()
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
	l := models(b).Labeller()
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

// An expert's score is Eqn. 7, and without words of its class that of the baseline.
func TestExpert(t *testing.T) {
	b := models(t)
	m := b.Experts()
	all := evaluators.NewExperts(b.Labeller(), m)
	if len(all) != len(m.Trained()) {
		t.Fatalf("%d evaluators of %d experts", len(all), len(m.Trained()))
	}
	r := m.NewReader()
	rapid.Check(t, func(rt *rapid.T) {
		s := sentence(rapid.SampledFrom(texts).Draw(rt, "text"))
		labels := drawLabels(rt, len(s.Tokens))
		session, err := b.Labeller().NewSession(s)
		if err != nil {
			rt.Fatal(err)
		}
		defer session.Release()
		r.Read(session, true)
		base, own := r.Posteriors(nil, nil)
		for k, e := range all {
			if want := evaluators.ExpertPrefix + m.Classes()[m.Trained()[k]].Name; e.Names()[0] != want {
				rt.Fatalf("%s, want %s", e.Names()[0], want)
			}
			sum := 0.0
			for i, l := range labels {
				p := base[i*int(data.NumLabels)+int(l)]
				if m.Expert(session.TagIndex(i)) == k {
					p = own[i*int(data.NumLabels)+int(l)]
				}
				sum += math.Log(max(p, 1e-9))
			}
			want := sum / float64(len(labels))
			if got := values(t, e, s, labels)[0][0]; math.Abs(got-want) > 1e-9 {
				rt.Fatalf("%s: %v, want %v", e.Names()[0], got, want)
			}
		}
	})
}
