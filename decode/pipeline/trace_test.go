package pipeline_test

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
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

// Long sentences have a trace for each piece, and a wanted text is about all of them.
func TestTracePieces(t *testing.T) {
	p := newPipeline(t, pipeline.Options{LabelOptions: engine.LabelOptions{Decoder: engine.DecoderOptions{Beam: drawn.Few(0, 2)}}})
	n := drawn.Few(40, 34)
	s := bundletest.Sentence(strings.Repeat("so we went home ", n))
	traces, err := p.Trace(t.Context(), s, "")
	if err != nil || len(traces) < 2 {
		t.Errorf("%d traces, %v", len(traces), err)
	}
	want := strings.Repeat("so we went home ", n-1) + "so we went"
	wanted, err := p.TraceWith(t.Context(), s, pipeline.TraceOptions{Want: want, SkipBeams: true})
	if err != nil || len(wanted) != len(traces) {
		t.Fatalf("%d traces, %v", len(wanted), err)
	}
	var clean []string
	at := 0
	for i := range wanted {
		clean = append(clean, wanted[i].Want.Clean)
		if wanted[i].Tokens[0] != at {
			t.Errorf("piece %d has the tokens %v, after %d", i, wanted[i].Tokens, at)
		}
		at = wanted[i].Tokens[1]
	}
	if strings.Join(clean, " ") != want || at != len(s.Tokens) {
		t.Errorf("%q is wanted, up to token %d", clean, at)
	}
	last, err := p.TraceWith(t.Context(), s, pipeline.TraceOptions{From: at - 1, To: at})
	if err != nil || len(last) != 1 || !reflect.DeepEqual(last[0], traces[len(traces)-1]) {
		t.Errorf("the last piece alone: %d traces, %v", len(last), err)
	}
	if pieces, err := p.Pieces(t.Context(), s, pipeline.TraceOptions{}); err != nil || len(pieces) != len(traces) || pieces[1] != traces[1].Tokens {
		t.Errorf("pieces %v, %v", pieces, err)
	}
}

// Traces are of the engine that decodes the text when it is cleaned, and say the same.
func TestTraceEngines(t *testing.T) {
	p := newPipeline(t, pipeline.Options{})
	typed := bundletest.Sentence("So we want , uh , we want to go")
	typed.Written = make([]data.Written, len(typed.Tokens))
	for _, c := range []struct {
		name   string
		s      *data.Sentence
		stream bool
		engine string
	}{
		{"a sentence", bundletest.Sentence("so we want uh we want to go"), false, engine.Sentences},
		{"typed text", typed, false, engine.Written},
		{"a stream of one sentence", bundletest.Sentence("so we want uh we want to go"), true, engine.Sentences},
		{"a stream", bundletest.Sentence(strings.Join(strings.Fields(bundletest.Story), " ")), true, engine.Streams},
	} {
		traces, err := p.TraceWith(t.Context(), c.s, pipeline.TraceOptions{Stream: c.stream})
		if err != nil {
			t.Fatal(err)
		}
		decide := func() (pipeline.Outcome, error) { return p.Sentence(t.Context(), c.s, false) }
		if c.stream {
			decide = func() (pipeline.Outcome, error) { return p.Whole(t.Context(), c.s) }
		}
		out, err := decide()
		if err != nil {
			t.Fatal(err)
		}
		var labels, traced string
		for i := range traces {
			if traces[i].Engine != c.engine {
				t.Errorf("%s: engine %s", c.name, traces[i].Engine)
			}
			traced += traces[i].Hypotheses[traces[i].Winner].Labels
		}
		for i, d := range out.Decisions {
			if c.s.Tokens[i].Text != "," {
				labels += d.Label.String()[:1]
			}
		}
		if traced != labels {
			t.Errorf("%s: traced as\n%s, and decided as\n%s", c.name, traced, labels)
		}
	}
}

// Weights and bounds of the search may be others for one trace.
func TestTraceWeights(t *testing.T) {
	p := newPipeline(t, pipeline.Options{})
	s := bundletest.Sentence("so we want uh we want to go to the to boston")
	trace := func(o pipeline.TraceOptions) (*pipeline.Traced, error) {
		traces, err := p.TraceWith(t.Context(), s, o)
		if err != nil {
			return nil, err
		}
		return &traces[0], nil
	}
	as, err := trace(pipeline.TraceOptions{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := trace(pipeline.TraceOptions{Weights: map[string]float64{"edit-words": -20}})
	if err != nil || other.Clean == as.Clean || other.Weights[slices.Index(other.Features, "edit-words")] != -20 {
		t.Errorf("with edit words at -20: %v", err)
	}
	huge, err := trace(pipeline.TraceOptions{Weights: map[string]float64{"network": pipeline.MaxWeight, "edit-words": -pipeline.MaxWeight}, Want: "so we want to go to boston"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(huge); err != nil {
		t.Errorf("with the largest weights: %v", err)
	}
	if again, err := trace(pipeline.TraceOptions{}); err != nil || !reflect.DeepEqual(as, again) {
		t.Errorf("other weights are kept: %v", err)
	}
	narrow, err := trace(pipeline.TraceOptions{Beam: 1, Rounds: 1, Margin: 9})
	if err != nil || len(narrow.Rounds) != 1 || len(narrow.Rounds[0].Stack) != 1 {
		t.Errorf("a beam of one: %v", err)
	}
	for _, c := range []struct {
		o    pipeline.TraceOptions
		err  error
		says string
	}{
		{pipeline.TraceOptions{Weights: map[string]float64{"network-filler": 1}}, beam.ErrWeights, `did you mean "network-fillers"?`},
		{pipeline.TraceOptions{Weights: map[string]float64{"colour": 1}}, beam.ErrWeights, "there are m3n-disfluent"},
		{pipeline.TraceOptions{Weights: map[string]float64{"network": math.Inf(1)}}, beam.ErrWeights, "that of network is +Inf"},
		{pipeline.TraceOptions{Weights: map[string]float64{"network": -2e9}}, beam.ErrWeights, "it is 1e+09 at most"},
		{pipeline.TraceOptions{Beam: -1}, engine.ErrOptions, "beam width"},
		{pipeline.TraceOptions{From: 5, To: 99}, engine.ErrOptions, "tokens from 5 to 99"},
	} {
		if _, err := trace(c.o); !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
	features, producers, err := p.Explain(other)
	if err != nil || len(features) != len(other.Features) {
		t.Errorf("%d features, and %d of them in the trace, %v", len(features), len(other.Features), err)
	}
	weightless := 0
	for i, w := range as.Weights {
		if w != 0 {
			continue
		}
		for k := range as.Hypotheses {
			if as.Hypotheses[k].Terms[i] != 0 {
				t.Errorf("%s weighs 0 and counts %v", as.Features[i], as.Hypotheses[k].Terms[i])
			}
			if as.Hypotheses[k].Values[i] != 0 {
				weightless++
			}
		}
	}
	if weightless == 0 {
		t.Error("features without weight have no values")
	}
	if err != nil || len(producers) < 5 || producers[0].About == "" {
		t.Errorf("producers %v, %v", producers, err)
	}
	for _, f := range features {
		if f.About == "" || f.Name == "edit-words" && (f.Weight != -20 || f.Default == -20) {
			t.Errorf("feature %+v", f)
		}
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
