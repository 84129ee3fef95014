package tidytalk

import (
	"context"
	"fmt"
	"io"
	"iter"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Cleaner decides about the words of documents, tokens and streams. It is immutable and
// may be used by several goroutines at once.
type Cleaner struct {
	decider *document.Decider
	style   *style.Style // nil: none
}

// Load returns a cleaner with the models of a bundle in memory and default options.
func Load(bundle ...[]byte) (*Cleaner, error) {
	b, err := LoadBundle(bundle...)
	if err != nil {
		return nil, err
	}
	return New(b, Options{})
}

// Open returns a cleaner with the models of a bundle in files and default options.
func Open(paths ...string) (*Cleaner, error) {
	b, err := OpenBundle(paths...)
	if err != nil {
		return nil, err
	}
	return New(b, Options{})
}

// New returns a cleaner that works with the models of a bundle. Errors are those of
// Options.Validate, of what the bundle lacks, and ErrNil without a bundle.
func New(b *Bundle, o Options) (*Cleaner, error) {
	if b == nil || len(b.Engines()) == 0 {
		return nil, fmt.Errorf("%w: a cleaner needs a bundle that LoadBundle or OpenBundle has made", ErrNil)
	}
	d, err := document.New(b, o.document())
	if err != nil {
		return nil, err
	}
	return &Cleaner{d, o.Style}, nil
}

// usable reports what a call cannot do without.
func (c *Cleaner) usable(ctx context.Context) error {
	if c == nil || c.decider == nil {
		return fmt.Errorf("%w: a cleaner has to be made with New", ErrNil)
	}
	if ctx == nil {
		return fmt.Errorf("%w: a context is needed, such as context.Background()", ErrNil)
	}
	return nil
}

// takes reports what a call about a document cannot do without.
func (c *Cleaner) takes(ctx context.Context, d *transcript.Document) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	if d == nil {
		return fmt.Errorf("%w: there is no document", ErrNil)
	}
	return nil
}

// Text returns plain text with the fillers and repairs of data.DefaultRemoved removed,
// and punctuation and case restored, or as Options.Style says; what is not English is left as it is (see
// Options.Language). Sentences that the decoder failed on are cleaned by
// the stages alone, and nobody is told: Clean says so. Errors are those of
// transcript.ParseText and of ctx.
func (c *Cleaner) Text(ctx context.Context, text string) (string, error) {
	d, err := transcript.ParseText(text, "text")
	if err != nil {
		return "", err
	}
	cleaned, err := c.Clean(ctx, d)
	if err != nil {
		return "", err
	}
	return cleaned.Edit(transcript.Rewriting{}.In(c.style)).Text(), nil
}

// Clean decides about every word of a document. Errors are that of ctx, and ErrNil.
func (c *Cleaner) Clean(ctx context.Context, d *transcript.Document) (*Cleaned, error) {
	if err := c.takes(ctx, d); err != nil {
		return nil, err
	}
	return c.decider.Decide(ctx, d)
}

// Tokens decides about tokenised sentences, several at a time. They are taken as such
// with transcript.SegmentLine, and else as unbroken streams of words. The error is that
// of ctx, or ErrNil.
func (c *Cleaner) Tokens(ctx context.Context, sentences [][]Word) ([]Sentence, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	return c.decider.Tokens(ctx, sentences)
}

// Words decides about the words of one speaker as they come, with times or without. It
// yields every word once, in order, as soon as the decision about it is final: see
// Options.LookAhead. An error of words, or of ctx, is yielded with no word, and ends the
// sequence; what was not final is left out. It needs a bundle with the parts for streams:
// ErrNoStreams is yielded otherwise.
func (c *Cleaner) Words(ctx context.Context, words iter.Seq2[Word, error]) iter.Seq2[DecidedWord, error] {
	err := c.usable(ctx)
	if err == nil && words == nil {
		err = fmt.Errorf("%w: there are no words", ErrNil)
	}
	if err != nil {
		return func(yield func(DecidedWord, error) bool) { yield(DecidedWord{}, err) }
	}
	return c.decider.Words(ctx, words)
}

// NewStream returns a stream that writes to w. When ctx is done, writing to it fails with
// the error of ctx. It needs a bundle with the parts for streams: see ErrNoStreams. Without
// w the error is ErrNil. Numbers in digits wait until what is said next cannot change them.
func (c *Cleaner) NewStream(ctx context.Context, w io.Writer, o StreamOptions) (*Stream, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	if w == nil {
		return nil, fmt.Errorf("%w: a stream needs a writer", ErrNil)
	}
	return c.decider.NewStream(ctx, w, o)
}

// NewLive returns a Live that tells of what becomes of text while it comes, provisionally at once, and finally as
// StreamOptions.Latency says. tell is called in the calls of Live, one event after the other; its error is that of the
// call, and of all later ones. Errors are those of NewStream; ErrNil without tell.
func (c *Cleaner) NewLive(ctx context.Context, tell func(LiveEvent) error, o LiveOptions) (*Live, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	if tell == nil {
		return nil, fmt.Errorf("%w: live text needs somebody to tell", ErrNil)
	}
	return c.decider.NewLive(ctx, tell, o)
}

// LiveWords is Words for who has words that stand, and words that may still change, and wants to know at once what
// would be decided if no more came. Errors are those of Words.
func (c *Cleaner) LiveWords(l Latency) (*LiveWords, error) {
	if err := c.usable(context.Background()); err != nil {
		return nil, err
	}
	return c.decider.LiveWords(l)
}

// Trace decodes a tokenised sentence and returns what the decoder did: TraceWith for words
// without punctuation. want, where not empty, is the clean text wanted.
func (c *Cleaner) Trace(ctx context.Context, sentence []Word, want string) ([]pipeline.Traced, error) {
	s := document.SentenceOf(sentence)
	return c.TraceWith(ctx, &s, TraceOptions{Want: want})
}

// TraceWith decodes a sentence or stream by the engine that is for it, and returns what the
// decoder did: a trace for every piece of a sentence too long to decode at once, and of a
// stream. Weights and bounds of the search may be others than text is cleaned with, at the
// cost of a search. Errors are those of pipeline.Pipeline.TraceWith, ErrNoTrace, and ErrNil.
func (c *Cleaner) TraceWith(ctx context.Context, sentence *data.Sentence, o TraceOptions) ([]pipeline.Traced, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	if sentence == nil {
		return nil, fmt.Errorf("%w: there is no sentence", ErrNil)
	}
	return c.decider.Trace(ctx, sentence, o)
}

// TraceDocument is TraceWith for the sentences of a document, as Clean decodes them: turns
// without punctuation are streams. From and To, and Traced.Tokens, are tokens of the document.
// Languages and loops are not looked for. A wanted text is about one sentence, or one turn
// without punctuation: the error is ErrSeveral.
func (c *Cleaner) TraceDocument(ctx context.Context, d *transcript.Document, o TraceOptions) ([]pipeline.Traced, error) {
	if err := c.takes(ctx, d); err != nil {
		return nil, err
	}
	return c.decider.TraceDocument(ctx, d, o)
}

// TracePieces returns the tokens of what TraceDocument makes traces of, from the first to
// the one after the last, without decoding it.
func (c *Cleaner) TracePieces(ctx context.Context, d *transcript.Document, o TraceOptions) ([][2]int, error) {
	if err := c.takes(ctx, d); err != nil {
		return nil, err
	}
	return c.decider.TracePieces(ctx, d, o)
}

// ExplainTrace returns the features and producers of the engine that a trace is of: see
// pipeline.Pipeline.Explain.
func (c *Cleaner) ExplainTrace(t *pipeline.Traced) ([]pipeline.WeighedFeature, []pipeline.NamedProducer, error) {
	if c == nil || c.decider == nil || t == nil {
		return nil, nil, fmt.Errorf("%w: a cleaner and a trace of it are needed", ErrNil)
	}
	return c.decider.ExplainTrace(t)
}
