package stages

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/metric"
)

// invented makes sentences of a small language with fillers and repetitions.
func invented(n int, seed uint64) []data.Sentence {
	rng := rand.New(rand.NewPCG(seed, 1))
	words := []struct{ text, tag string }{{"we", "PRP"}, {"they", "PRP"}, {"saw", "VBD"}, {"found", "VBD"}, {"the", "DT"}, {"a", "DT"}, {"river", "NN"}, {"house", "NN"}, {"quickly", "RB"}, {"old", "JJ"}}
	out := make([]data.Sentence, n)
	for i := range out {
		s := &out[i]
		s.Conv = 2000 + i/10
		now := 0.0
		add := func(text, tag string, kind data.Kind, edit bool) {
			s.Tokens = append(s.Tokens, data.Token{Text: text, POS: tag, Kind: kind, Edit: edit, Timed: true, Start: now, End: now + 0.2})
			now += 0.2
		}
		if rng.IntN(4) == 0 {
			add("well", "UH", data.DiscourseMarker, false)
		}
		for range 3 + rng.IntN(4) {
			w := words[rng.IntN(len(words))]
			if rng.IntN(5) == 0 {
				add(w.text, w.tag, data.NoKind, true)
				now += 0.3
				if rng.IntN(2) == 0 {
					add("uh", "UH", data.FilledPause, false)
				}
			}
			add(w.text, w.tag, data.NoKind, false)
		}
	}
	return out
}

func quickConfig() Config {
	c := DefaultConfig()
	c.Folds = 2
	for _, s := range []*StageConfig{&c.Tagger, &c.Filler, &c.Edit, &c.Kinds} {
		s.Passes, s.Runs = 3, 1
	}
	return c
}

// taught is what is trained on.
func taught() []data.Sentence { return invented(drawn.Few(400, 220), 1) }

func trained(t testing.TB, c Config, workers int, dir string) map[Part][]byte {
	t.Helper()
	tr := &Trainer{Config: c, Workers: workers, Dir: dir}
	parts, err := tr.Train(context.Background(), taught(), Parts...)
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

var quickParts = sync.OnceValues(func() (map[Part][]byte, error) {
	return (&Trainer{Config: quickConfig(), Workers: 2}).Train(context.Background(), taught(), Parts...)
})

// quick returns what is trained with quickConfig, once.
func quick(t testing.TB) map[Part][]byte {
	t.Helper()
	parts, err := quickParts()
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

func labeller(t testing.TB, parts map[Part][]byte) *Labeller {
	t.Helper()
	models, err := LoadModels(func(p Part) []byte { return parts[p] })
	if err != nil {
		t.Fatal(err)
	}
	l, err := NewLabeller(models)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func score(l *Labeller, sentences []data.Sentence) *metric.Disfluency {
	s := new(metric.Disfluency)
	for i := range sentences {
		s.Add(&sentences[i], l.Label(&sentences[i], false))
	}
	return s
}

func TestTrainAndLabel(t *testing.T) {
	for _, scheme := range []Scheme{EFO, EO, BIES}[:drawn.Few(3, 1)] {
		for _, method := range []Method{SubgradientMethod, BCFWMethod, LBFGSMethod} {
			if scheme != EFO && method != SubgradientMethod {
				continue
			}
			t.Run(string(scheme)+"/"+string(method), func(t *testing.T) {
				c := quickConfig()
				c.Scheme, c.Edit.Method = scheme, method
				if scheme == BIES {
					c.Lower = 1
				}
				if method == LBFGSMethod {
					c.Edit.Passes, c.Edit.L2 = 20, 0.1
				}
				l := labeller(t, trained(t, c, 2, ""))
				unseen := invented(drawn.Few(200, 50), 2)
				s := score(l, unseen)
				if s.Edit.F1() < 0.95 || s.Filler.F1() < 0.95 || s.TagAccuracy() < 0.99 || s.Kinds[data.FilledPause].F1() < 0.95 || s.Kinds[data.DiscourseMarker].F1() < 0.95 {
					t.Errorf("edit F1 %.3f, filler F1 %.3f, tags %.3f, kinds %v", s.Edit.F1(), s.Filler.F1(), s.TagAccuracy(), s.Kinds)
				}
				for i := range unseen {
					out := l.Label(&unseen[i], true)
					for _, d := range out {
						sum := 0.0
						for _, v := range d.Posteriors {
							sum += v
						}
						if math.Abs(sum-1) > 1e-6 {
							t.Fatalf("posteriors %v", d.Posteriors)
						}
						if d.Label == data.F && d.Kind == data.NoKind {
							t.Fatal("a filler without a kind")
						}
					}
				}
			})
		}
	}
}

func TestLabelOddTokens(t *testing.T) {
	l := labeller(t, quick(t))
	s := data.Sentence{Tokens: []data.Token{{Text: ","}, {Text: "th-"}, {Text: "We"}, {Text: "Uh"}, {Text: "..."}, {Text: "WE"}, {Text: "東京"}, {Text: ""}}}
	out := l.Label(&s, true)
	if got := data.LabelsOf(out); got[0] != data.O || got[1] != data.E || got[2] != data.E || got[3] != data.F || got[4] != data.O || got[7] != data.O {
		t.Errorf("labels %v", got)
	}
	if out[0].Tag != "" || out[5].Tag != "PRP" {
		t.Errorf("tags %q and %q", out[0].Tag, out[5].Tag)
	}
	if out := l.Label(&data.Sentence{}, true); len(out) != 0 {
		t.Errorf("an empty sentence has decisions %v", out)
	}
	if s := l.Label(&data.Sentence{Tokens: []data.Token{{Text: "--"}}}, true); s[0].Label != data.O || s[0].Posteriors[data.O] != 1 {
		t.Errorf("punctuation alone: %+v", s)
	}
}

// TestTrainingIsDeterministic also checks that a training that resumes from a
// folder of finished steps ends with the same bytes.
func TestTrainingIsDeterministic(t *testing.T) {
	c := quickConfig()
	c.Filler.Runs = 2
	dir := t.TempDir()
	want := trained(t, c, 1, "")
	for name, got := range map[string]map[Part][]byte{
		"with checkpoints": trained(t, c, 3, dir), "resumed": trained(t, c, 2, dir),
	} {
		for _, p := range Parts {
			if !bytes.Equal(got[p], want[p]) {
				t.Errorf("%s: the %s differs", name, p)
			}
		}
	}
	c.Seed++
	if bytes.Equal(trained(t, c, 1, "")[PartEdit], want[PartEdit]) {
		t.Error("the seed changes nothing")
	}
}

func TestTrainingStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	tr := &Trainer{Config: quickConfig()}
	if _, err := tr.Train(ctx, invented(50, 1), PartTagger); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := tr.Train(context.Background(), invented(1, 1), PartTagger); err == nil {
		t.Error("one sentence is no training corpus")
	}
	untagged := invented(50, 1)
	for i := range untagged {
		for j := range untagged[i].Tokens {
			untagged[i].Tokens[j].POS = ""
		}
	}
	if _, err := tr.Train(context.Background(), untagged, PartTagger); err == nil || !strings.Contains(err.Error(), "no part-of-speech tags") {
		t.Errorf("untagged corpus: %v", err)
	}
}

func TestDump(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine dumps, and so little text as is trained on names not all features")
	}
	l := labeller(t, quick(t))
	for _, p := range LabelParts {
		weights, named, err := l.Dump(p, taught())
		if err != nil {
			t.Fatal(err)
		}
		if named != l.Model(p).Features() {
			t.Errorf("%s: %d of %d features named in the training text", p, named, l.Model(p).Features())
		}
		for _, w := range weights {
			if strings.Contains(w.Values, "?") {
				t.Errorf("%s: %q %q is not spelled out", p, w.Template, w.Values)
				break
			}
		}
	}
}

func BenchmarkLabel(b *testing.B) {
	l := labeller(b, quick(b))
	sentences := invented(500, 3)
	words := 0
	for i := range sentences {
		words += len(sentences[i].Tokens)
	}
	b.ReportAllocs()
	for b.Loop() {
		for i := range sentences {
			l.Label(&sentences[i], false)
		}
	}
	b.ReportMetric(float64(words)*float64(b.N)/b.Elapsed().Seconds(), "words/s")
}

// TestTrainsOnlyWhatIsRead checks that no step runs whose result nobody reads.
func TestTrainsOnlyWhatIsRead(t *testing.T) {
	for _, c := range []struct {
		parts []Part
		steps []string
	}{
		{[]Part{PartFluent}, nil},
		{[]Part{PartTagger}, []string{"tagger"}},
		{[]Part{PartFiller, PartDisfluent}, []string{"tagger, fold 1 of 2", "tagger, fold 2 of 2", "filler stage"}},
		{[]Part{PartEdit}, []string{"tagger, fold 1 of 2", "tagger, fold 2 of 2", "filler stage, fold 1 of 2", "filler stage, fold 2 of 2", "edit stage"}},
	} {
		var steps []string
		tr := &Trainer{Config: quickConfig(), Report: func(e Event) {
			if e.Done {
				steps = append(steps, e.Step)
			}
		}}
		files, err := tr.Train(context.Background(), invented(100, 1), c.parts...)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range c.parts {
			if files[p] == nil {
				t.Errorf("%v: no %s", c.parts, p)
			}
		}
		if len(files) != len(c.parts) || !slices.Equal(steps, c.steps) {
			t.Errorf("%v: %d files, steps %q, want %q", c.parts, len(files), steps, c.steps)
		}
	}
}
