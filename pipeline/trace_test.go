package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/pipeline"
)

// A trace finds out about a wanted text.
func TestTraceWant(t *testing.T) {
	p := newPipeline(t, pipeline.Options{})
	s := bundletest.Sentence("we want uh we want to go")
	for _, w := range []struct {
		want string
		wins bool
		err  error
	}{
		{"we want to go", true, nil},
		{"We want, we want to go.", false, nil},
		{"we go", false, nil},
		{"go we", false, pipeline.ErrWant},
		{"we want cake", false, pipeline.ErrWant},
	} {
		traces, err := p.Trace(t.Context(), s, w.want)
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
	baseline := newPipeline(t, pipeline.Options{LabelOptions: engine.LabelOptions{Mode: engine.ModeBaseline}})
	if _, err := baseline.Trace(t.Context(), s, ""); !errors.Is(err, pipeline.ErrNotDecoding) {
		t.Errorf("the baseline is traced: %v", err)
	}
}

// Long sentences have a trace for each piece, and no wanted text.
func TestTracePieces(t *testing.T) {
	p := newPipeline(t, pipeline.Options{})
	s := bundletest.Sentence(strings.Repeat("so we went home ", 40))
	traces, err := p.Trace(t.Context(), s, "")
	if err != nil || len(traces) < 2 {
		t.Errorf("%d traces, %v", len(traces), err)
	}
	if _, err := p.Trace(t.Context(), s, "so"); !errors.Is(err, beam.ErrTooLong) {
		t.Errorf("a wanted text of a long sentence: %v", err)
	}
}

func BenchmarkSentence(b *testing.B) {
	for _, mode := range []engine.Mode{engine.ModeDecoder, engine.ModeBaseline} {
		b.Run(string(mode), func(b *testing.B) {
			p := newPipeline(b, pipeline.Options{LabelOptions: engine.LabelOptions{Mode: mode}})
			sentences, words := bundletest.Lines(), 0
			for _, s := range sentences {
				words += len(s.Tokens)
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range sentences {
					if _, err := p.Sentence(b.Context(), s, false); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(words*b.N)/b.Elapsed().Seconds(), "words/s")
		})
	}
}
