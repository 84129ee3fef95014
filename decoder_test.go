package tidytalk

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/stages"
)

func defaultBundle(t testing.TB) *Bundle {
	t.Helper()
	b, err := LoadBundle(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func newCleaner(t testing.TB, o Options) *Cleaner {
	t.Helper()
	c, err := New(defaultBundle(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func tokens(text string) *data.Sentence {
	s := &data.Sentence{}
	for _, w := range strings.Fields(text) {
		s.Tokens = append(s.Tokens, data.Token{Text: w})
	}
	return s
}

const story = `so i i mean we went uh we wanted to go to the to the beach
and and he he was um he is you know a a very good friend of of mine
it was it was like the the best thing that that ever happened
well i do n't know if if you uh if you remember
that is all`

// The counters of a fixed text: a change of the search shows here.
func TestGoldenCounters(t *testing.T) {
	d, err := defaultBundle(t).NewDecoder(DecoderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got beam.Counters
	for _, line := range strings.Split(story, "\n") {
		words, _ := stages.Words(tokens(line))
		r, err := d.Decode(t.Context(), &words, nil)
		if err != nil {
			t.Fatal(err)
		}
		got = got.Plus(r.Counters)
	}

	want := beam.Counters{Rounds: 9, Made: 34, Merged: 6, Pruned: 28, Expanded: 10, Cleaned: 32, Skipped: 24}
	if got != want {
		t.Errorf("%+v\nwant %+v", got, want)
	}
	if got.Cleaned >= got.Made || got.Skipped == 0 {
		t.Errorf("%+v: nothing is shared or saved", got)
	}
}

// Repairs that everyone would remove, and words that everyone would keep.
func TestDecoderExamples(t *testing.T) {
	c := newCleaner(t, Options{})
	for _, e := range [][2]string{
		{"we want uh we want to go", "we want to go"},
		{"i i think that 's right", "i think that 's right"},
		{"the the the cat", "the cat"},
		{"that is all", "that is all"},
		{"i had had enough", "i had had enough"},
	} {
		s := tokens(e[0])
		l, err := c.Label(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if got := keptText(s, l.Labels); got != e[1] {
			t.Errorf("%q becomes %q, want %q", e[0], got, e[1])
		}
	}
}

// The labels do not depend on the number of goroutines.
func TestJobsAgree(t *testing.T) {
	var sentences []data.Sentence
	for range 5 {
		for _, line := range strings.Split(story, "\n") {
			sentences = append(sentences, *tokens(line))
		}
	}
	var first []*Labelling
	for _, jobs := range []int{1, 4} {
		c := newCleaner(t, Options{Jobs: jobs, Confidence: 0.5, Posteriors: true})
		out, err := c.LabelAll(t.Context(), sentences, nil)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = out
		}
		if diff := cmp.Diff(first, out); diff != "" {
			t.Errorf("%d jobs: %s", jobs, diff)
		}
	}
}

// Sentences of any length are labelled: long ones in pieces.
func TestLengths(t *testing.T) {
	c := newCleaner(t, Options{})
	long := strings.Repeat(strings.ReplaceAll(story, "\n", " ")+" ", 80)
	for _, n := range []int{0, 1, 2, beam.DefaultMaxWords, beam.DefaultMaxWords + 1, 5000} {
		s := tokens(long)
		s.Tokens = s.Tokens[:min(n, len(s.Tokens))]
		l, err := c.Label(t.Context(), s)
		if err != nil {
			t.Fatalf("%d words: %v", n, err)
		}
		if len(l.Labels) != len(s.Tokens) || len(l.Kinds) != len(s.Tokens) || len(l.POS) != len(s.Tokens) {
			t.Errorf("%d words: %d labels", n, len(l.Labels))
		}
	}
}

// What is removed with more confidence is part of what is removed with less, and
// filled pauses always go.
func TestConfidence(t *testing.T) {
	var before *Labelling
	s := tokens(strings.ReplaceAll(story, "\n", " "))
	for _, p := range []float64{0.01, 0.5, 0.9, 0.99, 1} {
		l, err := newCleaner(t, Options{Confidence: p}).Label(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		for i := range s.Tokens {
			if before != nil && l.Labels[i] != data.O && before.Labels[i] == data.O {
				t.Errorf("%q is removed at %v, but not at less", s.Tokens[i].Text, p)
			}
			if c := l.Confidence[i]; !(c > 0 && c <= 1) {
				t.Errorf("confidence %v", c)
			}
			if s.Tokens[i].Text == "uh" && l.Labels[i] == data.O {
				t.Errorf("uh stays at %v", p)
			}
		}
		before = l
	}
}

// broken is an evaluator that fails on a word.
type broken struct{}

func (broken) Names() []string { return []string{"broken"} }

func (broken) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	for i := range in.Sentence.Tokens {
		if in.Sentence.Tokens[i].Text == "bad" {
			return nil, errors.New("no luck")
		}
	}
	return broken{}, nil
}

func (broken) Score(_ *beam.Hypothesis, out []float64) ([]float64, error) { return append(out, 0), nil }

// One bad sentence gets the baseline's labels, and is named; the others are
// decoded.
func TestFallback(t *testing.T) {
	c := newCleaner(t, Options{})
	var err error
	if c.decoder, err = beam.New(c.bundle.Producers(), []beam.Evaluator{broken{}}, beam.Weights{"broken": 1}, beam.Options{}); err != nil {
		t.Fatal(err)
	}
	sentences := []data.Sentence{*tokens("we we go"), *tokens("the bad uh thing"), *tokens("so it goes")}
	var problems []int
	out, err := c.LabelAll(t.Context(), sentences, func(i int, err error) {
		var component *beam.ComponentError
		if !errors.As(err, &component) || component.Name != "broken" {
			t.Errorf("the problem is %v", err)
		}
		problems = append(problems, i)
	})
	if err != nil || len(problems) != 1 || problems[0] != 1 {
		t.Fatalf("problems with %v, %v", problems, err)
	}
	if out[1].Labels[2] != data.F {
		t.Errorf("the bad sentence is %v, not what the baseline says", out[1].Labels)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.LabelAll(ctx, sentences, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
}

func TestOptionsRefused(t *testing.T) {
	b := defaultBundle(t)
	for name, o := range map[string]Options{
		"mode":       {Mode: "best"},
		"beam":       {Decoder: DecoderOptions{Beam: -1}},
		"confidence": {Confidence: 1.5},
		"NaN":        {Confidence: math.NaN()},
		"baseline":   {Mode: ModeBaseline, Confidence: 0.9},
		"calibration": {Confidence: 0.9, Decoder: DecoderOptions{Settings: &Settings{Weights: func() beam.Weights {
			s, _ := b.Settings()
			return s.Weights
		}()}}},
	} {
		if _, err := New(b, o); !errors.Is(err, ErrOptions) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := New(b, Options{Decoder: DecoderOptions{Without: []string{"nothing"}}}); err == nil {
		t.Error("a component that is not there can be left out")
	}
	if _, err := New(b, Options{Decoder: DecoderOptions{Settings: &Settings{Weights: beam.Weights{"x": 1}}}}); !errors.Is(err, beam.ErrWeights) {
		t.Errorf("other weights: %v", err)
	}
	plain, err := LoadBundle(bundle.Default()[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(plain, Options{}); !errors.Is(err, ErrNoDecoder) {
		t.Errorf("a bundle without decoder: %v", err)
	}
	if _, err := New(plain, Options{Mode: ModeBaseline}); err != nil {
		t.Errorf("a bundle without decoder, in the mode baseline: %v", err)
	}
}

func TestSettings(t *testing.T) {
	s := Settings{Weights: beam.Weights{"a": 0.25, "b": -1e-7}, Repairs: Calibration{1, 2, 3, 4, 5}, Fillers: Calibration{-1, 0, 0.5}}
	got, err := ReadSettings(strings.NewReader("# tuned\n"+s.String()), "s.txt")
	if err != nil || !cmp.Equal(got, s) {
		t.Errorf("%+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"a 1\ncalibrate-repairs 1 2":         "s.txt:2: calibrate-repairs takes 5 numbers, not 2",
		"\ncalibrate-fillers 1 2 3 4 x":      `s.txt:2: "x" is not a finite number`,
		"calibrate-fillers 1 2 3 4 5\na b c": `wrong weights: s.txt:2: "a b c" is not a feature name and a weight`,
	} {
		if _, err := ReadSettings(strings.NewReader(text), "s.txt"); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzReadSettings(f *testing.F) {
	f.Add("a 1\ncalibrate-repairs 1 2 3 4 5\n# x\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ReadSettings(strings.NewReader(text), "s")
		if err != nil {
			return
		}
		again, err := ReadSettings(strings.NewReader(s.String()), "s")
		if err != nil || !cmp.Equal(s, again) {
			t.Fatalf("%+v becomes %+v, %v", s, again, err)
		}
	})
}

// goldStory is the story with annotation: repeated words are repairs.
func goldStory() []data.Sentence {
	var out []data.Sentence
	for i, line := range strings.Split(story, "\n") {
		s := tokens(line)
		s.Conv = 1 + i%2
		for j := range s.Tokens {
			t := &s.Tokens[j]
			switch {
			case t.Text == "uh" || t.Text == "um":
				t.Kind = data.FilledPause
			case j+1 < len(s.Tokens) && t.Text == s.Tokens[j+1].Text:
				t.Edit = true
			}
		}
		out = append(out, *s)
	}
	return out
}

// Tuning does not depend on the number of workers, reuses pools, and is never worse
// on its corpus than the start.
func TestTune(t *testing.T) {
	b := defaultBundle(t)
	sentences := goldStory()
	var first *Tuned
	for _, workers := range []int{1, 3} {
		var rounds []mert.Round
		o := TuneOptions{Tuner: mert.Tuner{Optimiser: mert.Optimiser{Restarts: 3, Workers: workers}, Report: func(r mert.Round) { rounds = append(rounds, r) }}}
		tuned, err := b.Tune(t.Context(), sentences, o)
		if err != nil {
			t.Fatal(err)
		}
		if tuned.Value < rounds[0].Decoded {
			t.Errorf("tuned from %v to %v", rounds[0].Decoded, tuned.Value)
		}
		if first == nil {
			first = tuned
		}
		if diff := cmp.Diff(first.Settings, tuned.Settings); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
	}
	again, err := b.Tune(t.Context(), sentences, TuneOptions{Pool: first.Pool, Tuner: mert.Tuner{Optimiser: mert.Optimiser{Restarts: 3}}})
	if err != nil || again.Value < first.Value {
		t.Errorf("with a pool: %v, %v", again, err)
	}
	if _, err := b.Tune(t.Context(), sentences[:2], TuneOptions{Pool: first.Pool}); !errors.Is(err, mert.ErrOtherPool) {
		t.Errorf("with the pool of other sentences: %v", err)
	}
	if _, err := b.Tune(t.Context(), sentences, TuneOptions{Tuner: mert.Tuner{Optimiser: mert.Optimiser{Objective: mert.PunctF1{}}}}); !errors.Is(err, ErrNoPunctuation) {
		t.Errorf("for punctuation: %v", err)
	}
	if b.PoolKey(sentences, DecoderOptions{}) == b.PoolKey(sentences[:2], DecoderOptions{}) {
		t.Error("pools of different sentences have the same key")
	}
}

// The calibration finds the probability that the evidence was made with.
func TestFitCalibration(t *testing.T) {
	var all []judged
	for odds := -3.0; odds <= 3; odds += 0.1 {
		p := 1 / (1 + math.Exp(-(0.5 + 0.8*odds)))
		all = append(all, judged{Evidence: Evidence{Label: data.E, Words: 1, Odds: odds}, words: 1000, right: int(1000*p + 0.5)})
	}
	c := fitCalibration(all, data.E)
	if math.Abs(c[0]-0.5) > 0.02 || math.Abs(c[1]-0.8) > 0.02 {
		t.Errorf("%v", c)
	}
	if c := fitCalibration(all, data.F); c != (Calibration{}) {
		t.Errorf("of nothing: %v", c)
	}
}

// A trace finds out about a wanted text.
func TestTraceWant(t *testing.T) {
	c := newCleaner(t, Options{})
	s := tokens("we want uh we want to go")
	for _, w := range []struct {
		want string
		wins bool
		err  error
	}{
		{"we want to go", true, nil},
		{"We want, we want to go.", false, nil},
		{"we go", false, nil},
		{"go we", false, ErrWant},
		{"we want cake", false, ErrWant},
	} {
		traces, err := c.Trace(t.Context(), s, w.want)
		if !errors.Is(err, w.err) {
			t.Errorf("%q: %v", w.want, err)
		}
		if err != nil {
			continue
		}
		tr := traces[0]
		if (tr.Want.Hypothesis == tr.Winner) != w.wins || w.wins && tr.Want.WinningBeam != 1 {
			t.Errorf("%q: %+v, the winner is %d", w.want, tr.Want, tr.Winner)
		}
		if h := &tr.Hypotheses[tr.Want.Hypothesis]; !w.wins && h.Score > tr.Hypotheses[tr.Winner].Score {
			t.Errorf("%q is better than the winner", w.want)
		}
	}
	if _, err := newCleaner(t, Options{Mode: ModeBaseline}).Trace(t.Context(), s, ""); !errors.Is(err, ErrNotDecoding) {
		t.Errorf("the baseline is traced: %v", err)
	}
}

func TestStatsOf(t *testing.T) {
	s := &goldStory()[0]
	labels := make([]data.Label, len(s.Tokens))
	labels[0], labels[6] = data.E, data.F
	got := StatsOf(s, labels)
	want := mert.Stats{Edit: metric.Counts{FP: 1, FN: 1}, Filler: metric.Counts{TP: 1}}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func BenchmarkLabel(b *testing.B) {
	for _, mode := range []Mode{ModeDecoder, ModeBaseline} {
		b.Run(string(mode), func(b *testing.B) {
			c := newCleaner(b, Options{Mode: mode})
			var sentences []*data.Sentence
			words := 0
			for _, line := range strings.Split(story, "\n") {
				sentences = append(sentences, tokens(line))
				words += len(sentences[len(sentences)-1].Tokens)
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range sentences {
					if _, err := c.Label(b.Context(), s); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(words*b.N)/b.Elapsed().Seconds(), "words/s")
		})
	}
}
