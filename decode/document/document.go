package document

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/dictation"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/progress"
	"github.com/tidytalk/tidytalk/models/editor"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/rules"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Options say how a Decider works. The zero value is the default.
type Options struct {
	pipeline.Options
	Segment transcript.Segmentation // how turns are cut into sentences
	// AsWritten leaves punctuation and case of sentences alone, where they are not needed to
	// find the sentence boundaries.
	AsWritten bool
	// Language is the code of the language that all text is in, of two letters or three, with or without a
	// region; "" lets documents be looked at. Text in a language of which nothing is known is left as it is.
	Language string
	// Dictation lets what a speaker commands ("comma", "new paragraph", "scratch that") be done, where it is not meant.
	Dictation bool
	// Commands are those that count in place of what is found, with their places in the one document that is decided about; nil: what is found does.
	Commands []dictation.Said
	// Editors says which kinds of data.Editorial are looked for, and how many editors at least would take out what is.
	Editors data.Shares
	Jobs    int // goroutines of Decide and Tokens; 0 is GOMAXPROCS
}

// Validate checks the options. Errors wrap engine.ErrOptions.
func (o *Options) Validate() error {
	if o.Jobs < 0 {
		return fmt.Errorf("%w: %d jobs", engine.ErrOptions, o.Jobs)
	}
	if o.Language != "" && langid.Code(o.Language) == "" {
		return fmt.Errorf("%w: %q is no language: it takes a code, such as en, de, es-MX or yue", engine.ErrOptions, o.Language)
	}
	return o.Options.Validate()
}

// Decider decides about the words of documents, tokens and streams. It is immutable and may
// be used by several goroutines at once.
type Decider struct {
	pipeline *pipeline.Pipeline
	options  Options
	editor   *editor.Model                     // nil: only disfluencies go
	markers  *markers.Finder                   // what it asks; nil: the bundle has none
	chinese  func() (*pipeline.Chinese, error) // nil: there are no models for Chinese
	turns    *turnDeciders                     // of other languages
	finder   *dictation.Finder                 // nil: nobody dictates
}

// New returns what decides with the models of a bundle. Errors are those of Options.Validate,
// and of what the bundle lacks.
func New(b *engine.Bundle, o Options) (*Decider, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.Posteriors = o.Posteriors || o.Editors.Any() // which the model reads
	p, err := pipeline.New(b, o.Options)
	if err != nil {
		return nil, err
	}
	o.Language = langid.Code(o.Language)
	o.Jobs, o.LookAhead, o.Fillers = cmp.Or(o.Jobs, runtime.GOMAXPROCS(0)), p.LookAhead(), cmp.Or(o.Fillers, fillers.Default())
	d := &Decider{pipeline: p, options: o}
	if o.Dictation {
		d.finder = dictation.NewFinder(b.Sentences().Stages().LanguageModels().Fluent)
	}
	if o.Editors.Any() {
		if d.editor, err = b.Editor(); err != nil {
			return nil, err
		}
		d.markers = b.Sentences().Models().Markers
		if d.editor == nil {
			return nil, fmt.Errorf("%w: the models have none of what editors take out: train it, see 'tidytalk train editor --help'", engine.ErrOptions)
		}
	}
	d.turns = newTurnDeciders(p)
	if err := d.openChinese(b); err != nil {
		return nil, err
	}
	return d, nil
}

// work is a document on its way through the steps.
type work struct {
	*Decider
	doc      *transcript.Document
	named    *pipeline.Pipeline // which knows the names of the speakers
	spoken   []string           // the language of each word; nil: all is in that of the options, or English
	found    []transcript.Loop  // in languages that there are models for, once segments are
	segments []segment
	loops    *loops
	habits   map[string]rules.Habits // of languages
	progress *progress.Counter

	heard    []dictation.Heard // of each token; nil: nobody dictates
	commands []*data.Dictated  // those of them

	decisions []data.Decision // of the tokens
	problems  []error         // of the segments
	out       *Cleaned
}

// Decide decides about every word of a document. The error is that of ctx.
func (d *Decider) Decide(ctx context.Context, doc *transcript.Document) (*Cleaned, error) {
	w := &work{Decider: d, doc: doc}
	w.findLoops()
	w.hear()
	return w.decideHeard(ctx)
}

// decideHeard is Decide for a document whose languages and loops are known.
func (w *work) decideHeard(ctx context.Context) (*Cleaned, error) {
	w.cut()
	w.listen()
	if err := w.decide(ctx); err != nil {
		return nil, err
	}
	w.addGiven()
	w.unmask()
	w.fillLoops()
	if err := w.obey(ctx); err != nil {
		return nil, err
	}
	w.cutSentences()
	w.keepPunctuation()
	w.edit()
	w.addWould()
	return w.out, nil
}

// streams reports whether turns without punctuation are unbroken streams of words.
func (d *Decider) streams() bool {
	return d.pipeline.Restores() && d.options.Segment == transcript.SegmentAuto
}
