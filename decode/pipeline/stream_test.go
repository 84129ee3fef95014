package pipeline_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// A line without end is committed to as it comes.
func TestLongStream(t *testing.T) {
	p := newPipeline(t, pipeline.Options{LookAhead: 10})
	words := &data.Sentence{}
	for i := range drawn.Few(5000, 700) {
		words.Tokens = append(words.Tokens, data.Token{Text: []string{"well", "i", "think", "that", "we", "we", "should", "uh", "go", "home"}[i%10]})
	}
	out, err := p.Whole(t.Context(), words)
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range out.Decisions {
		if d.Waited > 200 {
			t.Fatalf("word %d waited for %d words", i, d.Waited)
		}
	}
}

// However many words come at a time, the decisions are the same, and each has its end.
func TestPush(t *testing.T) {
	p := newPipeline(t, pipeline.Options{LookAhead: 5})
	text := strings.Repeat(strings.ReplaceAll(bundletest.Story, "\n", " ")+" ", 4)
	s := bundletest.Sentence(text)
	want, err := p.Whole(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(drawn.Few(5, 2)) {
		rng := rand.New(rand.NewPCG(seed, 1))
		f, err := p.Stream()
		if err != nil {
			t.Fatal(err)
		}
		var got []data.Decision
		for rest := s.Tokens; len(rest) > 0 || f.Pending() > 0; {
			n := min(len(rest), 1+rng.IntN(30))
			f.Push(rest[:n]...)
			rest = rest[n:]
			for f.Ready() || len(rest) == 0 && f.Pending() > 0 {
				next, err := f.Next(t.Context())
				if err != nil || next.Problem != nil {
					t.Fatal(err, next.Problem)
				}
				got = append(got, next.Decisions...)
			}
		}
		if !reflect.DeepEqual(got, want.Decisions) {
			t.Errorf("seed %d: words that come in parts: %+v\nwant %+v", seed, got, want.Decisions)
		}
	}
	for i, d := range want.Decisions {
		if d.EndPunct != data.NoPunct && !d.End && d.Label != data.E {
			t.Errorf("word %d: %v at the end of a sentence that does not end there", i, d.EndPunct)
		}
	}
	if last := want.Decisions[len(want.Decisions)-1]; !last.End || last.Punct < data.Period || last.EndPunct < data.Period || last.Waited != 0 {
		t.Errorf("the stream ends with %+v", last)
	}
}

// Settings are those of the engine that they name.
func TestSettingsOfEngines(t *testing.T) {
	b := bundletest.Default(t)
	for _, name := range []string{"", engine.Sentences, engine.Streams} {
		other := engine.Settings{Engine: name, Weights: beam.Weights{"other": 1}}
		if _, err := pipeline.New(b, pipeline.Options{Settings: []engine.Settings{other}}); err == nil {
			t.Errorf("%q is not given its settings", name)
		}
		if _, err := pipeline.New(b, pipeline.Options{LabelOptions: engine.LabelOptions{Decoder: engine.DecoderOptions{Settings: &other}}}); err == nil {
			t.Errorf("%q is not given its settings", name)
		}
	}
	for _, e := range b.Engines() {
		own := e.Settings()
		own.Engine = e.Name()
		if _, err := pipeline.New(b, pipeline.Options{LabelOptions: engine.LabelOptions{Decoder: engine.DecoderOptions{Settings: &own}}}); err != nil {
			t.Errorf("settings of %s are given to others: %v", e.Name(), err)
		}
	}
	other := engine.LabelOptions{Decoder: engine.DecoderOptions{Settings: &engine.Settings{Engine: "other"}}}
	if _, err := pipeline.New(b, pipeline.Options{LabelOptions: other}); !errors.Is(err, engine.ErrNoEngine) {
		t.Errorf("settings of an engine that is not there: %v", err)
	}
	// Weights that keep every word, for one of the engines.
	settings, err := b.Streams()
	if err != nil {
		t.Fatal(err)
	}
	weights := make(beam.Weights)
	for n := range settings.Settings().Weights {
		weights[n] = 0
	}
	weights["edit-words"], weights["filler-words"], weights[evaluators.MarkersName] = -1, -1, 0
	p := newPipeline(t, pipeline.Options{Settings: []engine.Settings{{Engine: engine.Streams, Weights: weights}}})
	s := bundletest.Sentence("the the cat")
	if got := bundletest.Kept(s, decide(t, p, s)); got != "the cat" {
		t.Errorf("a sentence with settings for streams: %q", got)
	}
	long := bundletest.Sentence(strings.Repeat("i i think that that is is it yeah you you know ", 6))
	for _, c := range []struct {
		p    *pipeline.Pipeline
		keep bool
	}{{p, true}, {newPipeline(t, pipeline.Options{}), false}} {
		out, err := c.p.Whole(t.Context(), long)
		if err != nil || out.Problem != nil {
			t.Fatal(err, out.Problem)
		}
		n := 0
		for _, d := range out.Decisions {
			if d.Label == data.O {
				n++
			}
		}
		if (n == len(long.Tokens)) != c.keep {
			t.Errorf("%d words of %d are kept", n, len(long.Tokens))
		}
	}
}

// A stream that is reset before its end begins anew.
func TestReset(t *testing.T) {
	p := newPipeline(t, pipeline.Options{LookAhead: 4})
	story := bundletest.Sentence(strings.Repeat(strings.ReplaceAll(bundletest.Story, "\n", " ")+" ", 3)).Tokens
	other := slices.Clone(story)
	slices.Reverse(other)
	want, err := p.Whole(t.Context(), &data.Sentence{Tokens: other})
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Stream()
	if err != nil {
		t.Fatal(err)
	}
	for looks := range drawn.Few(6, 3) {
		f.Reset()
		f.Push(story...)
		for range looks {
			if _, err := f.Next(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		f.Reset()
		f.Push(other...)
		var got []data.Decision
		for f.Pending() > 0 {
			next, err := f.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, next.Decisions...)
		}
		if !reflect.DeepEqual(got, want.Decisions) {
			t.Errorf("after %d looks at another stream: %+v\nwant %+v", looks, got, want.Decisions)
		}
	}
}

// What only one of the engines knows can be left out.
func TestWithoutOfOneEngine(t *testing.T) {
	b := bundletest.Default(t)
	streams, err := b.Streams()
	if err != nil {
		t.Fatal(err)
	}
	const name = evaluators.ExpertPrefix + "1"
	if !b.Sentences().Knows(name) || streams.Knows(name) {
		t.Fatalf("%s is not of one engine", name)
	}
	newPipeline(t, pipeline.Options{LabelOptions: engine.LabelOptions{Decoder: engine.DecoderOptions{Without: []string{name}}}})
}
