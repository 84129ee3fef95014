package tidytalk

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tidytalk/tidytalk/baseline"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/transcript"
)

// Mode names a path from words to labels.
type Mode string

// ModeBaseline is the two-stage path of package baseline.
const ModeBaseline Mode = "baseline"

// Options say how a Cleaner works. The zero value is the default.
type Options struct {
	Mode    Mode                    // "" is ModeBaseline
	Segment transcript.Segmentation // how turns are cut into sentences
	// Posteriors makes Label and Document compute label posteriors.
	Posteriors bool
	Jobs       int // goroutines that Document uses; 0 is the number of cores
}

// ErrOptions is wrapped by the errors of Options.Validate.
var ErrOptions = errors.New("invalid options")

// Validate checks the options.
func (o Options) Validate() error {
	if o.Mode != "" && o.Mode != ModeBaseline {
		return fmt.Errorf("%w: unknown mode %q: use %s", ErrOptions, o.Mode, ModeBaseline)
	}
	if o.Jobs < 0 {
		return fmt.Errorf("%w: %d jobs", ErrOptions, o.Jobs)
	}
	return nil
}

// Labelling is what the models say of one sentence.
type Labelling = baseline.Labelling

// Cleaner labels sentences and documents. It is immutable and may be used by
// several goroutines at once.
type Cleaner struct {
	bundle  *Bundle
	options Options
}

// New returns a cleaner that works with the models of a bundle.
func New(b *Bundle, o Options) (*Cleaner, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Jobs == 0 {
		o.Jobs = runtime.NumCPU()
	}
	return &Cleaner{b, o}, nil
}

// Label labels one sentence, of which only the texts and times of the tokens are
// read.
func (c *Cleaner) Label(s *data.Sentence) *Labelling {
	return c.bundle.labeller.Label(s, c.options.Posteriors)
}

// LabelAll labels sentences, several at a time, and returns their labellings in
// order. The error is that of ctx.
func (c *Cleaner) LabelAll(ctx context.Context, sentences []data.Sentence) ([]*Labelling, error) {
	out := make([]*Labelling, len(sentences))
	return out, c.each(ctx, len(sentences), func(i int) { out[i] = c.Label(&sentences[i]) })
}

// each calls f for 0..n-1 from the cleaner's goroutines.
func (c *Cleaner) each(ctx context.Context, n int, f func(i int)) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(c.options.Jobs, n) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(i)
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// Cleaned is a document with the labels of its sentences.
type Cleaned struct {
	Document   *transcript.Document
	Segments   []transcript.Segment // the sentences
	Labellings []*Labelling         // one per segment, one element per token
	Reasons    []transcript.Reasons // one per token of the document
}

// Document labels a document. The error is that of ctx.
func (c *Cleaner) Document(ctx context.Context, d *transcript.Document) (*Cleaned, error) {
	out := &Cleaned{Document: d, Segments: d.Segments(c.options.Segment), Reasons: make([]transcript.Reasons, len(d.Tokens))}
	out.Labellings = make([]*Labelling, len(out.Segments))
	err := c.each(ctx, len(out.Segments), func(i int) {
		s := d.Sentence(out.Segments[i])
		l := c.Label(&s)
		out.Labellings[i] = l
		for j := range s.Tokens {
			out.Reasons[out.Segments[i].Tokens.Start+j] = transcript.ReasonsOf(s.Tokens[j].Text, l.Labels[j], l.Kinds[j])
		}
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// Without returns the document without the words that have a reason in remove;
// transcript.Default is what most readers want.
func (c *Cleaned) Without(remove transcript.Reasons) *transcript.Edit {
	return c.Document.Edit(c.Reasons, remove)
}

// Clean returns plain text with the fillers and repairs of transcript.Default
// removed. Errors are those of transcript.ParseText and of ctx.
func (c *Cleaner) Clean(ctx context.Context, text string) (string, error) {
	d, err := transcript.ParseText(text, "text")
	if err != nil {
		return "", err
	}
	cleaned, err := c.Document(ctx, d)
	if err != nil {
		return "", err
	}
	return cleaned.Without(transcript.Default).Text(), nil
}
