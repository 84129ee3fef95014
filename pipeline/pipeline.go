package pipeline

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/corrections"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/stages"
)

// Options say how a Pipeline works. The zero value is the default.
type Options struct {
	engine.LabelOptions
	// Settings replace those of the engines that they name, as Decoder.Settings do.
	Settings []engine.Settings
	// LookAhead is how many words after a word of a stream the models see at least,
	// where there are so many, before the decision about it is final; 0 is
	// DefaultLookAhead.
	LookAhead int
}

// DefaultLookAhead is the default of Options.LookAhead.
const DefaultLookAhead = 20

// maxLookAhead bounds Options.LookAhead, and with it memory.
const maxLookAhead = 1000

// Validate checks the options. Errors wrap engine.ErrOptions.
func (o Options) Validate() error {
	if o.LookAhead < 0 || o.LookAhead > maxLookAhead {
		return fmt.Errorf("%w: a look-ahead of %d words: it is at least 1 and at most %d", engine.ErrOptions, o.LookAhead, maxLookAhead)
	}
	return o.LabelOptions.Validate()
}

// Pipeline decides about words with the models of a bundle. It is immutable and may be
// used by several goroutines at once.
type Pipeline struct {
	options   Options
	reader    *stages.Labeller // reads the words, for all models
	sentences *engine.Labeller
	// Of streams; nil: the bundle has no parts for them.
	streams   *engine.Labeller
	pieces    *stages.Labeller // labels of pieces that are not final
	restoring *engine.Restoring
	// Of streams, too; nil: the bundle has no model of corrections, or does without.
	corrections *corrections.Finder
}

// New returns a pipeline. Errors are those of engine.Engine.NewLabeller.
func New(b *engine.Bundle, o Options) (*Pipeline, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.LookAhead = cmp.Or(o.LookAhead, DefaultLookAhead)
	settings := o.Settings
	if o.Decoder.Settings != nil {
		settings = append(slices.Clone(settings), *o.Decoder.Settings)
	}
	for _, s := range settings {
		if b.Engine(cmp.Or(s.Engine, engine.Sentences)) == nil {
			return nil, b.NoEngine(s)
		}
	}
	for _, name := range o.Decoder.Without {
		if !slices.ContainsFunc(b.Engines(), func(e *engine.Engine) bool { return e.Knows(name) }) {
			return nil, fmt.Errorf("no producer or feature has the name %q", name)
		}
	}
	p := &Pipeline{options: o, reader: b.Sentences().Stages(), restoring: b.Restoring()}
	var err error
	if p.sentences, err = p.labeller(b.Sentences()); err != nil {
		return nil, err
	}
	streams := b.Engine(engine.Streams)
	if streams == nil {
		return p, nil
	}
	p.pieces = streams.Stages()
	if p.sentences.Corrects() {
		p.corrections = streams.Models().Corrections
	}
	if p.streams = p.sentences; o.Mode != engine.ModeExperts { // experts are of the edit model for sentences
		p.streams, err = p.labeller(streams)
	}
	return p, err
}

// labeller returns the labeller of an engine, with the options that are for it.
func (p *Pipeline) labeller(e *engine.Engine) (*engine.Labeller, error) {
	o := p.options.LabelOptions
	if s := o.Decoder.Settings; s != nil && cmp.Or(s.Engine, engine.Sentences) != e.Name() {
		o.Decoder.Settings = nil
	}
	for i := range p.options.Settings {
		if s := &p.options.Settings[i]; cmp.Or(s.Engine, engine.Sentences) == e.Name() {
			o.Decoder.Settings = s
		}
	}
	o.Decoder.Without = slices.DeleteFunc(slices.Clone(o.Decoder.Without), func(name string) bool { return !e.Knows(name) })
	return e.NewLabeller(o)
}

// Restores reports whether the bundle has models that restore punctuation and case, and
// so finds the sentences of streams.
func (p *Pipeline) Restores() bool { return p.restoring != nil }

// Outcome is what was decided about a sentence or stream, an element for each token.
type Outcome = engine.Outcome

// Sentence decides about a sentence, of which only the texts and times of the tokens are
// read; with restore also about its punctuation and case, if there are models for that.
// The error is that of ctx.
func (p *Pipeline) Sentence(ctx context.Context, s *data.Sentence, restore bool) (Outcome, error) {
	words, at := stages.Words(s)
	var out Outcome
	if len(at) > 0 {
		reader := p.sentences.Read
		if restore = restore && p.restoring != nil; restore {
			reader = p.reader.Read // whose fillers the models of punctuation have learnt to read
		}
		reading := reader(&words)
		defer reading.Release()
		var err error
		if out, err = p.sentences.Label(ctx, &words, reading); err != nil {
			return Outcome{}, err
		}
		if restore {
			r := restorer{models: p.restoring}
			r.predict(reading)
			r.restore(out.Decisions, data.LabelsOf(out.Decisions), 0, true, false)
		}
	}
	out = p.onTokens(s, at, out)
	if last := len(at) - 1; last >= 0 && restore {
		// Marks of the source that stand as tokens belong to the sentence.
		out.Decisions[at[last]].End = false
		out.Decisions[len(s.Tokens)-1].End = true
	}
	return out, ctx.Err()
}

// onTokens turns decisions about words into those about all tokens.
func (p *Pipeline) onTokens(s *data.Sentence, at []int, words Outcome) Outcome {
	words.Decisions = stages.OnTokens(s, at, words.Decisions)
	for i := range s.Tokens {
		if s.Tokens[i].Partial() {
			words.Decisions[i].Why = data.PartialWords
		}
	}
	return words
}

// Whole decides about a speaker's unbroken stream of words, which may hold many
// sentences, with punctuation and case. Errors are engine.ErrNoStreams and that of ctx.
func (p *Pipeline) Whole(ctx context.Context, s *data.Sentence) (Outcome, error) {
	f, err := p.Stream()
	if err != nil {
		return Outcome{}, err
	}
	words, at := stages.Words(s)
	f.Push(words.Tokens...)
	var out Outcome
	for f.Pending() > 0 {
		next, err := f.Next(ctx)
		if err != nil {
			return Outcome{}, err
		}
		if out.Decisions = append(out.Decisions, next.Decisions...); next.Problem != nil {
			out.Problem = next.Problem
		}
	}
	return p.onTokens(s, at, out), nil
}
