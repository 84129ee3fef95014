package pipeline_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

func newPipeline(t testing.TB, o pipeline.Options) *pipeline.Pipeline {
	t.Helper()
	p, err := pipeline.New(bundletest.Default(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// decide returns the decisions about a sentence.
func decide(t testing.TB, p *pipeline.Pipeline, s *data.Sentence) []data.Decision {
	t.Helper()
	out, err := p.Sentence(t.Context(), s, false)
	if err != nil || out.Problem != nil {
		t.Fatal(err, out.Problem)
	}
	return out.Decisions
}

// Repairs that everyone would remove, and words that everyone would keep.
func TestDecoderExamples(t *testing.T) {
	p := newPipeline(t, pipeline.Options{})
	for _, e := range [][2]string{
		{"we want uh we want to go", "we want to go"},
		{"i i think that 's right", "i think that 's right"},
		{"the the the cat", "the cat"},
		{"that is all", "that is all"},
		{"we told them that i had had enough", "we told them that i had had enough"},
	} {
		s := bundletest.Sentence(e[0])
		if got := bundletest.Kept(s, decide(t, p, s)); got != e[1] {
			t.Errorf("%q becomes %q, want %q", e[0], got, e[1])
		}
	}
}

// Sentences of any length get decisions: long ones in pieces.
func TestLengths(t *testing.T) {
	p := newPipeline(t, pipeline.Options{})
	long := strings.Repeat(strings.ReplaceAll(bundletest.Story, "\n", " ")+" ", 80)
	for _, n := range []int{0, 1, 2, beam.DefaultMaxWords, beam.DefaultMaxWords + 1, 5000}[:drawn.Few(6, 5)] {
		s := bundletest.Sentence(long)
		s.Tokens = s.Tokens[:min(n, len(s.Tokens))]
		got := decide(t, p, s)
		if len(got) != len(s.Tokens) {
			t.Errorf("%d words: %d decisions", n, len(got))
		}
		for i := range got {
			if got[i].Tag == "" {
				t.Fatalf("%d words: %q at %d has no tag", n, s.Tokens[i].Text, i)
			}
		}
	}
}

// What is removed with more confidence is part of what is removed with less, and
// filled pauses always go.
func TestConfidence(t *testing.T) {
	var before []data.Decision
	s := bundletest.Sentence(bundletest.Story)
	for _, p := range []float64{0.01, 0.5, 0.9, 0.99, 1} {
		got := decide(t, newPipeline(t, pipeline.Options{LabelOptions: engine.LabelOptions{Confidence: p}}), s)
		for i, d := range got {
			if before != nil && d.Label != data.O && before[i].Label == data.O {
				t.Errorf("%q is removed at %v, but not at less", s.Tokens[i].Text, p)
			}
			if c := d.Confidence; !(c > 0 && c <= 1) {
				t.Errorf("confidence %v", c)
			}
			if s.Tokens[i].Text == "uh" && d.Label == data.O {
				t.Errorf("uh is kept at %v", p)
			}
		}
		before = got
	}
}

func TestModeExperts(t *testing.T) {
	p := newPipeline(t, pipeline.Options{LabelOptions: engine.LabelOptions{Mode: engine.ModeExperts, Posteriors: true}})
	for _, e := range [][2]string{
		{"we went to the to the beach", "we went to the beach"},
		{"uh", ""},
		{"th- the dog , you know , barked", "the dog , , barked"},
		{"", ""},
		{strings.Repeat("a b c d e f g h i j k l m ", 20), strings.Repeat("a b c d e f g h i j k l m ", 20)}, // longer than the decoder takes
	} {
		s := bundletest.Sentence(e[0])
		var kept []string
		for i, d := range decide(t, p, s) {
			sum := 0.0
			for _, p := range d.Posteriors {
				sum += p
			}
			if sum < 0.999 || sum > 1.001 {
				t.Errorf("%q: posteriors %v of %s", e[0], d.Posteriors, s.Tokens[i].Text)
			}
			if d.Label == data.O || d.Kind == data.Conjunction {
				kept = append(kept, s.Tokens[i].Text)
			}
		}
		if got := strings.Join(kept, " "); got != strings.TrimSpace(e[1]) {
			t.Errorf("%q becomes %q", e[0], got)
		}
	}
	confident := engine.LabelOptions{Mode: engine.ModeExperts, Confidence: 0.5}
	if _, err := pipeline.New(bundletest.Default(t), pipeline.Options{LabelOptions: confident}); !errors.Is(err, engine.ErrOptions) {
		t.Errorf("a confidence of experts: %v", err)
	}
}

// Streams are refused by bundles that have no parts for them, and end when ctx is done.
func TestStreamsRefused(t *testing.T) {
	p, err := pipeline.New(bundletest.Load(t, bundle.Default()[:2]...), pipeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Stream(); !errors.Is(err, engine.ErrNoStreams) || p.Restores() {
		t.Errorf("a bundle without streams: %v", err)
	}
	if _, err := p.Whole(t.Context(), bundletest.Sentence("a b c")); !errors.Is(err, engine.ErrNoStreams) {
		t.Errorf("a bundle without streams: %v", err)
	}
	out, err := p.Sentence(t.Context(), bundletest.Sentence("we we go"), true)
	if err != nil || out.Decisions[0].Label != data.E || out.Decisions[2].Punct != data.NoPunct {
		t.Errorf("a sentence with nothing to restore it: %+v, %v", out, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p = newPipeline(t, pipeline.Options{})
	if _, err := p.Whole(ctx, bundletest.Sentence("a b c")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := p.Sentence(ctx, bundletest.Sentence("a b c"), true); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// A sentence ends after the punctuation of the source that stands as tokens.
func TestEndOfSentence(t *testing.T) {
	p := newPipeline(t, pipeline.Options{})
	for _, text := range []string{"the dog barked", "the dog , you know , barked !", "we left - - ."} {
		s := bundletest.Sentence(text)
		out, err := p.Sentence(t.Context(), s, true)
		if err != nil {
			t.Fatal(err)
		}
		for i, d := range out.Decisions {
			if last := i+1 == len(s.Tokens); d.End != last {
				t.Errorf("%q: after %q a sentence ends: %v", text, s.Tokens[i].Text, d.End)
			}
			// The punctuation there is kept with the word.
			if word := slices.Contains([]string{"barked", "left"}, s.Tokens[i].Text); word != (d.EndPunct >= data.Period) {
				t.Errorf("%q: after %q a sentence ends with %v", text, s.Tokens[i].Text, d.EndPunct)
			}
		}
	}
}
