package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// Options say how a Pipeline works. The zero value is the default.
type Options struct {
	engine.LabelOptions
	// Settings are in place of those of the engines that they name, as Decoder.Settings are.
	Settings []engine.Settings
	// LookAhead is how many words after a word of a stream the models see at least,
	// where there are so many, before the decision about it is final; 0 is
	// DefaultLookAhead for words that come one by one, and WholeLookAhead for those that
	// are there. With the same look-ahead both see the same words.
	LookAhead int
	// Fillers is the list of fillers; nil is fillers.Default.
	Fillers *fillers.List
	// Vocabulary are names as they are spelled; nil: there are none. No word of it is taken for a filler, nor does
	// a repair take a part of a name, and in text without case, they are written so.
	Vocabulary *vocabulary.List
}

// DefaultLookAhead and WholeLookAhead are the defaults of Options.LookAhead: for who waits
// for the decisions, and for whole texts, which are read in larger windows, so that few
// words are read again in the next one.
const (
	DefaultLookAhead = 20
	WholeLookAhead   = 200
)

// MaxLookAhead bounds Options.LookAhead, and with it memory.
const MaxLookAhead = 1000

// Validate checks the options. Errors wrap engine.ErrOptions.
func (o Options) Validate() error {
	if o.LookAhead < 0 || o.LookAhead > MaxLookAhead {
		return fmt.Errorf("%w: a look-ahead of %d words: it is at least 1 and at most %d", engine.ErrOptions, o.LookAhead, MaxLookAhead)
	}
	return o.LabelOptions.Validate()
}

// Pipeline decides about words with the models of a bundle. It is immutable and may be
// used by several goroutines at once.
type Pipeline struct {
	options Options
	// Look-ahead in whole texts, and how many words of them are looked at together; 0: as
	// many as of words that come one by one.
	whole, window int
	bundle        *engine.Bundle
	names         *vocabulary.List // to spell
	// Made when they are first needed. Without engines of their own, that for sentences is
	// for text with punctuation, too, and there is none for streams (see Restores).
	sentences, written, streams func() (*engine.Labeller, error)
}

// New returns a pipeline. Errors are those of engine.Engine.NewLabeller.
func New(b *engine.Bundle, o Options) (*Pipeline, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if b == nil {
		return nil, errors.New("a pipeline needs a bundle")
	}
	o.Fillers = cmp.Or(o.Fillers, fillers.Default())
	// The words of a phrase are looked at together.
	least := max(o.Fillers.Longest(), o.Vocabulary.Longest()) - 1
	given := o.LookAhead > 0
	whole := max(cmp.Or(o.LookAhead, WholeLookAhead), least)
	o.LookAhead = max(cmp.Or(o.LookAhead, DefaultLookAhead), least)
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
	if err := b.CheckWeights(o.Decoder.Weights); err != nil {
		return nil, err
	}
	window := wholeWindow
	if given {
		window = 0 // so that live text is decided about as the whole is
	}
	p := &Pipeline{options: o, whole: whole, window: window, bundle: b, names: o.Vocabulary}
	labeller := func(name string) func() (*engine.Labeller, error) {
		e := b.Engine(name)
		return sync.OnceValues(func() (*engine.Labeller, error) { return p.labeller(e) })
	}
	p.sentences = labeller(engine.Sentences)
	p.written, p.streams = p.sentences, p.sentences
	if o.Mode != engine.ModeExperts { // experts are of the edit model for sentences
		if b.Engine(engine.Written) != nil {
			p.written = labeller(engine.Written)
		}
		if p.Restores() {
			p.streams = labeller(engine.Streams)
		}
	}
	if b.Embedded() && o.suits() && b.Part(engine.PartRepairs) != nil {
		return p, nil
	}
	for _, open := range []func() (*engine.Labeller, error){p.sentences, p.written, p.streams} {
		if _, err := open(); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// suits reports whether all engines suit the options, so that this need not be tried.
func (o *Options) suits() bool {
	return o.Mode.Decodes() && o.Confidence == 0 && o.Decoder.Settings == nil && len(o.Decoder.Weights)+len(o.Decoder.Without) == 0 && len(o.Settings) == 0
}

// labeller returns the labeller of an engine, with the options that are for it.
func (p *Pipeline) labeller(e *engine.Engine) (*engine.Labeller, error) {
	if err := e.Ready(); err != nil {
		return nil, err
	}
	o := p.options.LabelOptions
	if s := o.Decoder.Settings; s != nil && cmp.Or(s.Engine, engine.Sentences) != e.Name() {
		o.Decoder.Settings = nil
	}
	for i := range p.options.Settings {
		if s := &p.options.Settings[i]; cmp.Or(s.Engine, engine.Sentences) == e.Name() {
			o.Decoder.Settings = s
		}
	}
	o.Decoder.Weights = e.In(o.Decoder.Weights)
	o.Decoder.Without = slices.DeleteFunc(slices.Clone(o.Decoder.Without), func(name string) bool { return !e.Knows(name) })
	return e.NewLabeller(o)
}

// Restores reports whether the bundle has models that restore punctuation and case, and
// so finds the sentences of streams.
func (p *Pipeline) Restores() bool { return p.bundle.Engine(engine.Streams) != nil }

// LookAhead is Options.LookAhead as it is in effect for words that come one by one.
func (p *Pipeline) LookAhead() int { return p.options.LookAhead }

// Outcome is what was decided about a sentence or stream, an element for each token.
type Outcome = engine.Outcome

// Sentence decides about a sentence, of which only the texts and times of the tokens, how
// they are written, and the talk around are read; with restore also about its punctuation
// and case, if there are models for that. The error is that of ctx.
func (p *Pipeline) Sentence(ctx context.Context, s *data.Sentence, restore bool) (Outcome, error) {
	words, at := stages.Words(s)
	var out Outcome
	restore = restore && p.Restores()
	if len(at) > 0 {
		open := p.sentences
		if words.Written != nil {
			open = p.written
		}
		labeller, err := open()
		if err != nil {
			return Outcome{}, err
		}
		read := p.read(s, &words, at, labeller.Engine().Stages())
		r, reader := restorer{}, labeller.Read
		if restore {
			if r.models, err = p.bundle.OpenRestoring(); err != nil {
				return Outcome{}, err
			}
			reader = labeller.Engine().Stages().Read // whose fillers the models of punctuation have learnt to read
		}
		reading := reader(&words)
		defer reading.Release()
		if out, err = labeller.Label(ctx, &words, reading); err != nil {
			return Outcome{}, err
		}
		p.options.Fillers.Decide(read.listed, 0, out.Decisions, true)
		keepVerbatim(read.words, out.Decisions)
		keepDigits(read.words, out.Decisions)
		p.keepNames(read.listed, 0, out.Decisions)
		if restore {
			r.predict(parallel.CrewOf(ctx), reading)
			r.restore(out.Decisions, data.LabelsOf(out.Decisions), p.joined(nil, read, len(read.words)), 0, true, false)
			asWritten(out.Decisions, read.listed)
		}
		p.spellNames(read.listed, 0, out.Decisions, &r, read.fluent)
		out.Decisions = whole(out.Decisions, read.parts)
	}
	out = p.onTokens(s, at, out)
	out.Restored = restore
	if last := len(at) - 1; last >= 0 && restore {
		// Punctuation of the source that stands as tokens belongs to the sentence.
		out.Decisions[at[last]].End = false
		out.Decisions[len(s.Tokens)-1].End = true
	}
	return out, ctx.Err()
}

// read puts the words of a sentence as the models read them in place of those of
// stages.Words, and returns what it has read. l is of any engine.
func (p *Pipeline) read(s, words *data.Sentence, at []int, l *stages.Labeller) *wordReader {
	read := &wordReader{fluent: l.LanguageModels().Fluent}
	read.start(p.options.Fillers)
	read.around(s.Talk)
	for j, i := range at {
		read.take(s.Tokens[i].Text, words.Tokens[j])
	}
	read.finish()
	words.Tokens = read.words
	return read
}

// joined appends whether no punctuation and no sentence boundary stands between each of the first
// words and the next one.
func (p *Pipeline) joined(to []bool, read *wordReader, n int) []bool {
	to = p.options.Fillers.Joined(to, read.listed[:n])
	joinParts(to, read.parts)
	return to
}

// asWritten removes the predicted case of words in place of which models read others.
func asWritten(decisions []data.Decision, listed []fillers.Word) {
	for i := range decisions {
		if listed[i].Reads != "" {
			decisions[i].Cased = ""
		}
	}
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
