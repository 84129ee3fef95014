package experts_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

// odd are sentences whose edit words the baseline does not expect: a noun before
// the same noun with "and" in between is removed, other repeated words are kept.
func odd(n int) []data.Sentence {
	rng := rand.New(rand.NewPCG(4, 4))
	nouns := []string{"house", "river", "car", "dog", "school", "city"}
	out := make([]data.Sentence, n)
	for i := range out {
		s := &out[i]
		s.Conv = 2000 + i/4
		noun, other := nouns[rng.IntN(len(nouns))], nouns[rng.IntN(len(nouns))]
		for j, w := range strings.Fields(fmt.Sprintf("we saw a %s and %s with the %s", noun, noun, other)) {
			s.Tokens = append(s.Tokens, data.Token{Text: w, Edit: j == 3})
		}
	}
	return out
}

// trainer trains quickly, and far.
func trainer() experts.Trainer {
	tr := experts.DefaultTrainer()
	tr.Rate, tr.Runs, tr.Passes, tr.Workers = 0.1, 1, 4, 2
	tr.Classes = experts.Classes{{Name: "nouns", Boost: 4, Tags: []string{"NN", "NNS"}}, {Name: "other", Boost: 1, Tags: []string{"DT", "PRP"}}}
	return tr
}

func examples(t testing.TB, e *engine.Engine) *stages.Examples {
	t.Helper()
	ex, jackknifed, err := train.ExpertExamples(t.Context(), e, &stages.Trainer{Workers: 2}, odd(80))
	if err != nil || jackknifed {
		t.Fatalf("%v, jackknifed %v", err, jackknifed)
	}
	return ex
}

// Training on what the baseline gets wrong makes experts that get it right, and the
// same ones for any number of workers and for training that goes on.
func TestTrain(t *testing.T) {
	b := bundletest.Default(t)
	e := b.Sentences()
	ex := examples(t, e)
	tr := trainer()
	var balance experts.Balance
	tr.Balanced = func(b experts.Balance) { balance = b }
	dir := t.TempDir()
	if testing.Short() {
		tr.Dir = dir
	}
	part, err := train.Experts(t.Context(), e, tr, ex)
	if err != nil {
		t.Fatal(err)
	}
	if balance.Expert[0].F1() < 0.95 || balance.Baseline[0].F1() > 0.5 {
		t.Errorf("nouns: F1 %.2f for the expert, %.2f for the baseline", balance.Expert[0].F1(), balance.Baseline[0].F1())
	}
	m, err := e.ReadExperts(part)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Trained()) != 2 || m.Classes().String() != tr.Classes.String() {
		t.Errorf("experts %v of %v", m.Trained(), m.Classes())
	}
	with := bundleWith(t, b, part)
	scores, err := train.ScoreByClass(t.Context(), with.Sentences(), odd(40), 2)
	if err != nil {
		t.Fatal(err)
	}
	nouns := scores.Classes[0]
	if nouns.Expert.F1() < 0.95 || nouns.Baseline.F1() > 0.5 || scores.Combined.F1() < 0.95 || scores.Baseline != nouns.Baseline {
		t.Errorf("%+v", scores)
	}
	cleaner, err := pipeline.New(with, pipeline.Options{LabelOptions: engine.LabelOptions{Mode: engine.ModeExperts, Posteriors: true}})
	if err != nil {
		t.Fatal(err)
	}
	s := odd(1)[0]
	out, err := cleaner.Sentence(t.Context(), &s, false)
	if err != nil || out.Problem != nil {
		t.Fatalf("%v, %v", err, out.Problem)
	}
	if d := out.Decisions; d[3].Label != data.E || d[3].Tag != "NN" || d[3].Posteriors[data.E] < 0.5 || d[0].Label != data.O {
		t.Errorf("%+v", d)
	}

	if tr = trainer(); !testing.Short() {
		tr.Workers, tr.Dir = 1, dir
		if again, err := train.Experts(t.Context(), e, tr, ex); err != nil || !bytes.Equal(again, part) {
			t.Errorf("one worker that keeps its steps: the experts differ, %v", err)
		}
	}
	// Going on, nothing is trained again.
	tr = trainer()
	tr.Dir, tr.Report = dir, func(e stages.Event) {
		if !e.Taken {
			t.Errorf("step %s again", e.Step)
		}
	}
	if again, err := train.Experts(t.Context(), e, tr, ex); err != nil || !bytes.Equal(again, part) {
		t.Errorf("the experts differ, %v", err)
	}
}

// bundleWith returns the bundle with other experts and settings that fit them: their
// features have their default weight, those of the experts before have none.
func bundleWith(t testing.TB, b *engine.Bundle, part []byte) *engine.Bundle {
	t.Helper()
	load := func(file []byte, err error) *engine.Bundle {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		b, err := engine.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	with := load(b.With(map[string][]byte{engine.PartExperts: part}))
	fit := with.Sentences().Fit(b.Sentences().Settings())
	out := load(with.WithSettings(fit))
	for name, w := range out.Sentences().Settings().Weights {
		own := name == evaluators.ExpertPrefix+"nouns" || name == evaluators.ExpertPrefix+"other"
		if strings.HasPrefix(name, evaluators.ExpertPrefix) && (!own || w != 0) {
			t.Errorf("%s has the weight %v", name, w)
		}
	}
	return out
}

func TestTrainSome(t *testing.T) {
	e := bundletest.Default(t).Sentences()
	ex := examples(t, e)
	tr := trainer()
	tr.Only, tr.Balance = []string{"other"}, false
	part, err := train.Experts(t.Context(), e, tr, ex)
	if err != nil {
		t.Fatal(err)
	}
	m, err := e.ReadExperts(part)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Trained(), []int{1}) {
		t.Errorf("trained %v", m.Trained())
	}
	names := e.Stages().TagNames()
	for i, tag := range names {
		want := -1
		if tag == "DT" || tag == "PRP" {
			want = 0
		}
		if got := m.Expert(uint8(i)); got != want {
			t.Errorf("the expert for %s is %d, want %d", tag, got, want)
		}
	}
	tr.Only = []string{"none"}
	if _, err := train.Experts(t.Context(), e, tr, ex); err == nil {
		t.Error("an unknown class passed")
	}
	tr.Only = []string{}
	if _, err := train.Experts(t.Context(), e, tr, ex); err == nil {
		t.Error("no class passed")
	}
}
