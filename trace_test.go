package tidytalk_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Documents are traced as they are cleaned: the decoder's winners are what is kept, whoever
// asks for how little of them.
func TestTraceDocument(t *testing.T) {
	c, err := tidytalk.New(bundletest.Default(t), tidytalk.Options{Level: tidytalk.LevelFull})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		"A: So we want, uh, we want to go. That is all, you know.\nB: I I don't know if, if it was there.\n",
		strings.ReplaceAll(bundletest.Story, " n't", "n't"),
		"one two",
	} {
		d, err := transcript.ParseText(text, "talk.txt")
		if err != nil {
			t.Fatal(err)
		}
		traces, err := c.TraceDocument(t.Context(), d, tidytalk.TraceOptions{})
		if err != nil {
			t.Fatal(err)
		}
		cleaned, err := c.Clean(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		pieces, err := c.TracePieces(t.Context(), d, tidytalk.TraceOptions{})
		if err != nil || len(pieces) != len(traces) {
			t.Errorf("%d pieces, %d traces: %v", len(pieces), len(traces), err)
		}
		for i := range traces {
			tr := &traces[i]
			if pieces[i] != tr.Tokens {
				t.Errorf("piece %d is %v, and its trace of %v", i, pieces[i], tr.Tokens)
			}
			n := tr.Tokens[1] - tr.Tokens[0]
			if n != len(tr.Words) {
				continue // words that models read as two, and what is no word
			}
			for k, label := range tr.Hypotheses[tr.Winner].Labels {
				if got := cleaned.Decisions[tr.Tokens[0]+k].Label.String(); got[:1] != string(label) {
					t.Errorf("%q: %s is decided about as %s, and traced as %c", text, tr.Words[k], got, label)
				}
			}
			alone, err := c.TraceDocument(t.Context(), d, tidytalk.TraceOptions{From: tr.Tokens[0], To: tr.Tokens[0] + 1, Want: tr.Clean, SkipBeams: true})
			if err != nil || len(alone) != 1 || !alone[0].Want.Proposed {
				t.Errorf("%q alone: %d traces, %v", tr.Clean, len(alone), err)
				continue
			}
			alone[0].Want = nil
			if !reflect.DeepEqual(&alone[0], tr) {
				t.Errorf("%q is traced in another way alone", tr.Clean)
			}
			features, producers, err := c.ExplainTrace(tr)
			if err != nil || len(features) < len(tr.Features) || len(producers) == 0 {
				t.Errorf("%d features, %d producers: %v", len(features), len(producers), err)
			}
		}
	}
}

// What cannot be traced is told.
func TestTraceErrors(t *testing.T) {
	c, err := tidytalk.New(bundletest.Default(t), tidytalk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := transcript.ParseText("So we want to go. That is all.", "talk.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		o   tidytalk.TraceOptions
		err error
	}{
		{tidytalk.TraceOptions{Want: "so we go that is all"}, tidytalk.ErrSeveral},
		{tidytalk.TraceOptions{Want: "so we cake", From: 0, To: 2}, tidytalk.ErrWant},
		{tidytalk.TraceOptions{From: 3, To: 3}, tidytalk.ErrOptions},
		{tidytalk.TraceOptions{From: 0, To: 1000}, tidytalk.ErrOptions},
		{tidytalk.TraceOptions{Rounds: -1}, tidytalk.ErrOptions},
		{tidytalk.TraceOptions{Weights: map[string]float64{"networks": 1}}, beam.ErrWeights},
	} {
		if _, err := c.TraceDocument(t.Context(), d, x.o); !errors.Is(err, x.err) {
			t.Errorf("%+v: %v", x.o, err)
		}
	}
	if _, err := c.TraceDocument(t.Context(), nil, tidytalk.TraceOptions{}); !errors.Is(err, tidytalk.ErrNil) {
		t.Errorf("no document: %v", err)
	}
	if _, err := c.TraceWith(t.Context(), nil, tidytalk.TraceOptions{}); !errors.Is(err, tidytalk.ErrNil) {
		t.Errorf("no sentence: %v", err)
	}
	if _, _, err := c.ExplainTrace(nil); !errors.Is(err, tidytalk.ErrNil) {
		t.Errorf("no trace: %v", err)
	}
}

// BenchmarkTrace is what moving a slider costs.
func BenchmarkTrace(b *testing.B) {
	c, err := tidytalk.New(bundletest.Default(b), tidytalk.Options{})
	if err != nil {
		b.Fatal(err)
	}
	s := bundletest.Lines()[0]
	for _, x := range []struct {
		name string
		o    tidytalk.TraceOptions
	}{
		{"as it is", tidytalk.TraceOptions{}},
		{"weights", tidytalk.TraceOptions{Weights: map[string]float64{"network": 0.3}}},
		{"want", tidytalk.TraceOptions{Want: "so i mean we wanted to go to the beach"}},
		{"want, no beams", tidytalk.TraceOptions{Want: "so i mean we wanted to go to the beach", SkipBeams: true}},
	} {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.TraceWith(b.Context(), s, x.o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
