package tidytalk_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestNilArguments: what is missing is an error, not a panic.
func TestNilArguments(t *testing.T) {
	b := bundletest.Default(t)
	c := newCleaner(t, tidytalk.Options{Mode: tidytalk.ModeBaseline})
	decoding := newCleaner(t, tidytalk.Options{})
	var none context.Context
	var missing *tidytalk.Cleaner
	document, err := transcript.ParseText("so we went", "text")
	if err != nil {
		t.Fatal(err)
	}
	first := func(c *tidytalk.Cleaner, ctx context.Context, words func(func(tidytalk.Word, error) bool)) error {
		for _, err := range c.Words(ctx, words) {
			return err
		}
		return nil
	}
	streamed := func(c *tidytalk.Cleaner, ctx context.Context, w io.Writer) error {
		_, err := c.NewStream(ctx, w, tidytalk.StreamOptions{})
		return err
	}
	failed := func(_ any, err error) error { return err }
	decoder, err := b.Sentences().NewDecoder(engine.DecoderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sentence := &data.Sentence{Tokens: []data.Token{{Text: "so"}}}
	for _, x := range []struct {
		name string
		call func() error
		want error // nil: any
	}{
		{"New without a bundle", func() error { return failed(tidytalk.New(nil, tidytalk.Options{})) }, tidytalk.ErrNil},
		{"New with an empty bundle", func() error { return failed(tidytalk.New(new(tidytalk.Bundle), tidytalk.Options{})) }, tidytalk.ErrNil},
		{"Load of nothing", func() error { return failed(tidytalk.Load()) }, nil},
		{"Load of nil", func() error { return failed(tidytalk.Load(nil)) }, tidytalk.ErrForeign},
		{"Open of nothing", func() error { return failed(tidytalk.Open()) }, nil},
		{"pipeline.New without a bundle", func() error { return failed(pipeline.New(nil, pipeline.Options{})) }, nil},
		{"Clean without a context", func() error { return failed(c.Clean(none, document)) }, tidytalk.ErrNil},
		{"Clean without a document", func() error { return failed(c.Clean(t.Context(), nil)) }, tidytalk.ErrNil},
		{"Clean without a cleaner", func() error { return failed(missing.Clean(t.Context(), document)) }, tidytalk.ErrNil},
		{"Clean with an empty cleaner", func() error { return failed(new(tidytalk.Cleaner).Clean(t.Context(), document)) }, tidytalk.ErrNil},
		{"Text without a context", func() error { return failed(c.Text(none, "so")) }, tidytalk.ErrNil},
		{"Text without a cleaner", func() error { return failed(missing.Text(t.Context(), "so")) }, tidytalk.ErrNil},
		{"Tokens without a context", func() error { return failed(c.Tokens(none, nil)) }, tidytalk.ErrNil},
		{"Tokens without a cleaner", func() error { return failed(missing.Tokens(t.Context(), nil)) }, tidytalk.ErrNil},
		{"Words without words", func() error { return first(c, t.Context(), nil) }, tidytalk.ErrNil},
		{"Words without a context", func() error { return first(c, none, func(func(tidytalk.Word, error) bool) {}) }, tidytalk.ErrNil},
		{"Words without a cleaner", func() error { return first(missing, t.Context(), nil) }, tidytalk.ErrNil},
		{"NewStream without a writer", func() error { return streamed(c, t.Context(), nil) }, tidytalk.ErrNil},
		{"NewStream without a context", func() error { return streamed(c, none, io.Discard) }, tidytalk.ErrNil},
		{"NewStream without a cleaner", func() error { return streamed(missing, t.Context(), io.Discard) }, tidytalk.ErrNil},
		{"Trace without a context", func() error { return failed(decoding.Trace(none, nil, "")) }, tidytalk.ErrNil},
		{"Trace without a cleaner", func() error { return failed(missing.Trace(t.Context(), nil, "")) }, tidytalk.ErrNil},
		{"Decode without a sentence", func() error { return failed(decoder.Decode(t.Context(), nil, nil)) }, nil},
		{"Decode without a context", func() error { return failed(decoder.Decode(none, sentence, nil)) }, nil},
		{"Run without an input", func() error { return failed(decoder.Run(t.Context(), nil, beam.Request{})) }, nil},
		{"Evaluate without a sentence", func() error { return failed(decoder.Evaluate(t.Context(), nil)) }, nil},
		{"a nil producer", func() error { return failed(beam.New([]beam.Producer{nil}, nil, nil, beam.Options{})) }, nil},
		{"a nil evaluator", func() error { return failed(beam.New(nil, []beam.Evaluator{nil}, nil, beam.Options{})) }, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			err := x.call()
			if err == nil || x.want != nil && !errors.Is(err, x.want) {
				t.Errorf("the error is %v, want %v", err, x.want)
			}
		})
	}
	// No sentences, words or tokens are fine.
	if out, err := c.Tokens(t.Context(), nil); err != nil || len(out) != 0 {
		t.Errorf("no sentences: %v, %v", out, err)
	}
	if out, err := c.Clean(t.Context(), new(transcript.Document)); err != nil || len(out.Decisions) != 0 {
		t.Errorf("an empty document: %v", err)
	}
}

// TestStreamClosed: what is closed takes no more, and is closed once.
func TestStreamClosed(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{Mode: tidytalk.ModeBaseline})
	var out writes
	s, err := c.NewStream(t.Context(), &out, tidytalk.StreamOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(s, "so we went home"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	text := string(out)
	if err := s.Close(); err != nil {
		t.Errorf("closing again: %v", err)
	}
	if n, err := io.WriteString(s, "and more\n"); n != 0 || !errors.Is(err, tidytalk.ErrClosed) {
		t.Errorf("writing to what is closed: %d, %v", n, err)
	}
	if err := s.Close(); err != nil || string(out) != text {
		t.Errorf("closing once more: %v, %q after %q", err, out, text)
	}
}

type writes []byte

func (w *writes) Write(b []byte) (int, error) {
	*w = append(*w, b...)
	return len(b), nil
}

// counts is a producer that counts the sentences that are decoded.
type counts struct{ n *int }

func (counts) Name() string { return "counts-sentences" }

func (counts) About() string { return "nothing" }

func (c counts) Prepare(context.Context, *beam.Input) (beam.Proposer, error) {
	*c.n++
	return c, nil
}

func (counts) Propose(*beam.Hypothesis, func([]data.Label)) error { return nil }

// TestNothingToDecide: text without anything to decide asks no models.
func TestNothingToDecide(t *testing.T) {
	asked := 0
	b := bundletest.Default(t).Add(engine.Producer(counts{&asked}))
	c := cleanerOf(t, b, tidytalk.Options{Jobs: 1})
	stay := transcript.Rewriting{Remove: data.NoDisfluencies, Punct: transcript.PunctKeep, Case: transcript.CaseKeep}
	for _, x := range []struct {
		name, text string
		r          transcript.Rewriting
		asks       bool
	}{
		{"words", "so um we went home\n", transcript.Rewriting{}, true},
		{"all is kept", "so um we went\nSo, uh, no.\n", stay, false},
		{"nothing", "", transcript.Rewriting{}, false},
		{"notes", "[noise]\n[laughter] (laughs)\n-- ...\n", transcript.Rewriting{}, false},
		{"Russian", "и тогда мы пошли в магазин за хлебом и молоком и вернулись домой\n", transcript.Rewriting{}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			asked = 0
			var out writes
			s, err := c.NewStream(t.Context(), &out, tidytalk.StreamOptions{Rewriting: x.r})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(s, x.text); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if asked > 0 != x.asks || !x.asks && string(out) != x.text {
				t.Errorf("a stream decodes %d sentences, and writes %q", asked, out)
			}
			if x.r != (transcript.Rewriting{}) {
				return // who asks for decisions gets them
			}
			asked = 0
			if _, err := c.Text(t.Context(), x.text); err != nil {
				t.Fatal(err)
			}
			if asked > 0 != x.asks {
				t.Errorf("%d sentences are decoded", asked)
			}
		})
	}
	if _, err := io.WriteString(mustStream(t, c, stay), "so\x00"); !errors.Is(err, transcript.ErrText) {
		t.Errorf("what is no text: %v", err)
	}
}

func mustStream(t *testing.T, c *tidytalk.Cleaner, r transcript.Rewriting) *tidytalk.Stream {
	t.Helper()
	s, err := c.NewStream(t.Context(), io.Discard, tidytalk.StreamOptions{Rewriting: r})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
