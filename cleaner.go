package tidytalk

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/transcript"
)

// Mode names a path from words to labels.
type Mode string

// The modes: the beam-search decoder, the POS-class experts directly combined, and
// the two-stage path of package baseline alone.
const (
	ModeDecoder  Mode = "decoder"
	ModeExperts  Mode = "experts"
	ModeBaseline Mode = "baseline"
)

// Modes lists the modes, the default first.
var Modes = []Mode{ModeDecoder, ModeExperts, ModeBaseline}

// Decodes reports whether the mode is that of the decoder, which "" is, too.
func (m Mode) Decodes() bool { return m == "" || m == ModeDecoder }

// Options say how a Cleaner works. The zero value is the default.
type Options struct {
	Mode    Mode                    // "" is ModeDecoder
	Decoder DecoderOptions          // of ModeDecoder
	Segment transcript.Segmentation // how turns are cut into sentences
	// Posteriors makes Label and Document compute label posteriors.
	Posteriors bool
	// Confidence, where positive, is the least probability at which repairs and
	// discourse markers are removed; less sure ones are kept, with label O. It needs
	// ModeDecoder.
	Confidence float64
	Jobs       int // goroutines that Document uses; 0 is the number of cores
}

// ErrOptions is wrapped by the errors of Options.Validate.
var ErrOptions = errors.New("invalid options")

// Validate checks the options.
func (o Options) Validate() error {
	switch {
	case o.Mode != "" && !slices.Contains(Modes, o.Mode):
		return fmt.Errorf("%w: unknown mode %q: use %s, %s or %s", ErrOptions, o.Mode, ModeDecoder, ModeExperts, ModeBaseline)
	case o.Jobs < 0:
		return fmt.Errorf("%w: %d jobs", ErrOptions, o.Jobs)
	case o.Decoder.Beam < 0 || o.Decoder.Rounds < 0:
		return fmt.Errorf("%w: beam %d, %d rounds: neither may be negative", ErrOptions, o.Decoder.Beam, o.Decoder.Rounds)
	case !(o.Decoder.Margin >= 0):
		return fmt.Errorf("%w: a margin of %v", ErrOptions, o.Decoder.Margin)
	case !(o.Confidence >= 0 && o.Confidence <= 1):
		return fmt.Errorf("%w: a confidence of %v is no probability", ErrOptions, o.Confidence)
	case o.Confidence > 0 && !o.Mode.Decodes():
		return fmt.Errorf("%w: the mode %s has no calibrated confidence: use %s", ErrOptions, o.Mode, ModeDecoder)
	}
	return nil
}

// Cleaner labels sentences and documents. It is immutable and may be used by
// several goroutines at once.
type Cleaner struct {
	bundle   *Bundle
	options  Options
	decoder  *beam.Decoder // of ModeDecoder, else nil
	readers  sync.Pool     // of ModeExperts
	settings Settings
}

// New returns a cleaner that works with the models of a bundle.
func New(b *Bundle, o Options) (*Cleaner, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.Jobs == 0 {
		o.Jobs = runtime.NumCPU()
	}
	c := &Cleaner{bundle: b, options: o}
	switch o.Mode {
	case ModeBaseline:
		return c, nil
	case ModeExperts:
		if b.experts == nil {
			return nil, ErrNoExperts
		}
		return c, nil
	}
	var err error
	if c.decoder, err = b.NewDecoder(o.Decoder); err != nil {
		return nil, err
	}
	if c.settings, _ = b.Settings(); o.Decoder.Settings != nil {
		c.settings = *o.Decoder.Settings
	}
	if o.Confidence > 0 && c.settings.Repairs == (Calibration{}) {
		return nil, fmt.Errorf("%w: the settings have no calibration: tune them", ErrOptions)
	}
	return c, nil
}

// LabelAll labels sentences, several at a time, and returns their labellings in
// order. A failure of the decoder is handed to problem, where it is not nil, with
// the number of the sentence, and the baseline's labels stand. The error is that of
// ctx.
func (c *Cleaner) LabelAll(ctx context.Context, sentences []data.Sentence, problem func(sentence int, err error)) ([]*Labelling, error) {
	out := make([]*Labelling, len(sentences))
	problems := make([]error, len(sentences))
	err := c.Each(ctx, len(sentences), func(i int) error {
		out[i], problems[i] = c.Label(ctx, &sentences[i])
		return ctx.Err()
	})
	for i, p := range problems {
		if p != nil && problem != nil && err == nil {
			problem(i, p)
		}
	}
	return out, err
}

// Each calls f for 0..n-1 from the cleaner's goroutines, until one call fails. The
// error is that of ctx or the first of f.
func (c *Cleaner) Each(ctx context.Context, n int, f func(i int) error) error {
	return each(ctx, c.options.Jobs, n, f)
}

// Cleaned is a document with the labels of its sentences.
type Cleaned struct {
	Document   *transcript.Document
	Segments   []transcript.Segment // the sentences
	Labellings []*Labelling         // one per segment, one element per token
	Reasons    []transcript.Reasons // one per token of the document
	Problems   []Problem
}

// Problem is a sentence that the decoder failed on: its labels are those of the
// baseline.
type Problem struct {
	Segment int
	Err     error
}

// Document labels a document. The error is that of ctx.
func (c *Cleaner) Document(ctx context.Context, d *transcript.Document) (*Cleaned, error) {
	out := &Cleaned{Document: d, Segments: d.Segments(c.options.Segment), Reasons: make([]transcript.Reasons, len(d.Tokens))}
	sentences := make([]data.Sentence, len(out.Segments))
	for i := range out.Segments {
		sentences[i] = d.Sentence(out.Segments[i])
	}
	var err error
	out.Labellings, err = c.LabelAll(ctx, sentences, func(i int, err error) { out.Problems = append(out.Problems, Problem{i, err}) })
	if err != nil {
		return nil, err
	}
	for i, l := range out.Labellings {
		for j := range sentences[i].Tokens {
			out.Reasons[out.Segments[i].Tokens.Start+j] = transcript.ReasonsOf(sentences[i].Tokens[j].Text, l.Labels[j], l.Kinds[j])
		}
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
