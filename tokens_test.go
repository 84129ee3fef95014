package tidytalk_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// The decisions do not depend on the number of goroutines.
func TestJobsAgree(t *testing.T) {
	var sentences [][]tidytalk.Word
	for range 5 {
		sentences = append(sentences, words(strings.Split(bundletest.Story, "\n")...)...)
	}
	for _, segment := range []transcript.Segmentation{transcript.SegmentLine, transcript.SegmentAuto} {
		var first []tidytalk.Sentence
		for _, jobs := range []int{1, 4} {
			c := newCleaner(t, tidytalk.Options{Jobs: jobs, Segment: segment, Confidence: 0.5, Posteriors: true})
			out, err := c.Tokens(t.Context(), sentences)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = out
			}
			for i := range out {
				if !reflect.DeepEqual(first[i], out[i]) {
					t.Errorf("sentence %d with %d jobs: %+v, want %+v", i, jobs, out[i], first[i])
				}
			}
		}
	}
}

// Tokens are sentences, or streams in which sentences end.
func TestTokens(t *testing.T) {
	in := words("do you like it yeah i do", "the dog , you know , barked !", "", "th-")
	for _, c := range []struct {
		o        tidytalk.Options
		restored bool
		ends     []int // tokens after which sentences of the first end
	}{
		{tidytalk.Options{}, true, []int{3, 6}},
		{tidytalk.Options{Segment: transcript.SegmentLine}, true, []int{6}},
		{tidytalk.Options{Segment: transcript.SegmentLine, AsWritten: true}, false, nil},
		{tidytalk.Options{AsWritten: true}, true, []int{3, 6}}, // they are needed to find the ends
	} {
		out, err := newCleaner(t, c.o).Tokens(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range out {
			if s.Restored != c.restored || len(s.Decisions) != len(in[i]) || s.Problem != nil {
				t.Errorf("%+v: %+v", c.o, s)
			}
		}
		var ends []int
		for i, d := range out[0].Decisions {
			if d.End {
				ends = append(ends, i)
			}
		}
		if !reflect.DeepEqual(ends, c.ends) {
			t.Errorf("%+v: sentences end after %v, want %v", c.o, ends, c.ends)
		}
		if last := out[0].Decisions[6]; c.restored && last.Punct < data.Period {
			t.Errorf("%+v: the last word is decided as %+v", c.o, last)
		}
		if got := kept(in[1], out[1].Decisions); got != "the dog , , barked !" {
			t.Errorf("%+v: %q", c.o, got)
		}
		if d := out[3].Decisions[0]; d.Why != data.PartialWords || d.Label != data.E {
			t.Errorf("%+v: a partial word is decided as %+v", c.o, d)
		}
	}
	plain := cleanerOf(t, bundletest.Load(t, bundle.Default()[:2]...), tidytalk.Options{})
	out, err := plain.Tokens(t.Context(), in)
	if err != nil || out[0].Restored {
		t.Errorf("with nothing to restore: %+v, %v", out, err)
	}
}

// A trace is that of a sentence, whatever Tokens takes words for.
func TestTrace(t *testing.T) {
	s := words("we want uh we want to go")[0]
	traces, err := newCleaner(t, tidytalk.Options{}).Trace(t.Context(), s, "we want to go")
	if err != nil || len(traces) != 1 || traces[0].Clean != "we want to go" || traces[0].Want.Hypothesis != traces[0].Winner {
		t.Errorf("%+v, %v", traces, err)
	}
	if _, err := newCleaner(t, tidytalk.Options{}).Trace(t.Context(), s, "go we"); !errors.Is(err, tidytalk.ErrWant) {
		t.Errorf("other words: %v", err)
	}
	if _, err := newCleaner(t, tidytalk.Options{Mode: tidytalk.ModeBaseline}).Trace(t.Context(), s, ""); !errors.Is(err, tidytalk.ErrNotDecoding) {
		t.Errorf("the baseline is traced: %v", err)
	}
}

// broken is an evaluator that fails on a word.
type broken struct{}

func (broken) Features() []beam.Feature { return []beam.Feature{{Name: "broken", Default: 1}} }

func (broken) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	for i := range in.Sentence.Tokens {
		if in.Sentence.Tokens[i].Text == "bad" {
			return nil, errors.New("no luck")
		}
	}
	return broken{}, nil
}

func (broken) Score(_ *beam.Hypothesis, out []float64) ([]float64, error) { return append(out, 0), nil }

func isBroken(err error) bool {
	var component *beam.ComponentError
	return errors.As(err, &component) && component.Kind == "evaluator" && component.Name == "broken"
}

// One bad sentence gets the decisions of the stages, and is named; the others are decoded.
func TestFallback(t *testing.T) {
	b := bundletest.Default(t).Add(engine.Evaluator(broken{}))
	in := words("we we go", "the bad uh thing", "so it goes")
	for _, segment := range []transcript.Segmentation{transcript.SegmentLine, transcript.SegmentAuto} {
		c := cleanerOf(t, b, tidytalk.Options{Segment: segment, Jobs: 1})
		out, err := c.Tokens(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		// Where the decoder fails all features of the stages count.
		stages, err := newCleaner(t, tidytalk.Options{Segment: segment, Mode: tidytalk.ModeBaseline, AllFeatures: true}).Tokens(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := newCleaner(t, tidytalk.Options{Segment: segment}).Tokens(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		for i := range out {
			want := decoded[i].Decisions
			if i == 1 {
				want = stages[i].Decisions
			}
			if (out[i].Problem != nil) != (i == 1) || i == 1 && !isBroken(out[i].Problem) {
				t.Errorf("sentence %d: the problem is %v", i, out[i].Problem)
			}
			if !reflect.DeepEqual(out[i].Decisions, want) {
				t.Errorf("sentence %d: %+v, want %+v", i, out[i].Decisions, want)
			}
		}
		if out[1].Decisions[2].Label != data.F {
			t.Errorf("the bad sentence is %v, not what the stages say", data.LabelsOf(out[1].Decisions))
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := c.Tokens(ctx, in); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled context: %v", err)
		}
	}
}

// Documents, streams and words name what the decoder failed on, too.
func TestProblems(t *testing.T) {
	c := cleanerOf(t, bundletest.Default(t).Add(engine.Evaluator(broken{})), tidytalk.Options{})
	const text = "we we go\nthe bad uh thing\nso it goes\n"
	d, err := transcript.ParseText(text, "text")
	if err != nil {
		t.Fatal(err)
	}
	cleaned, err := c.Clean(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if p := cleaned.Problems; len(p) != 1 || cleaned.Segments[p[0].Segment].Turn != 1 || !isBroken(p[0].Err) {
		t.Errorf("problems with %+v", p)
	}
	const want = "We go.\nThe bad thing.\nSo it goes.\n"
	if got := cleaned.Edit(transcript.Rewriting{}).Text(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var out strings.Builder
	var lines []int
	s, err := c.NewStream(t.Context(), &out, tidytalk.StreamOptions{Problem: func(line int, err error) {
		if lines = append(lines, line); !isBroken(err) {
			t.Errorf("line %d: the problem is %v", line, err)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil || out.String() != want || !reflect.DeepEqual(lines, []int{2}) {
		t.Errorf("%q with problems in %v, %v", out.String(), lines, err)
	}
	n, problems := 0, 0
	for w, err := range c.Words(t.Context(), spoken("the bad uh thing", nil)) {
		if err != nil {
			t.Fatal(err)
		}
		if w.Problem != nil {
			if problems++; n != 0 || !isBroken(w.Problem) {
				t.Errorf("word %d: the problem is %v", n, w.Problem)
			}
		}
		n++
	}
	if n != 4 || problems != 1 {
		t.Errorf("%d problems in %d words", problems, n)
	}
}
