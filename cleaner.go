package tidytalk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/stages"
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
	Streams *Settings               // of the decoder for pieces of streams; nil: the bundle's
	Segment transcript.Segmentation // how turns are cut into sentences
	// Posteriors makes Label and Clean compute label posteriors.
	Posteriors bool
	// Confidence, where positive, is the least probability at which repairs and
	// discourse markers are removed; less sure ones are kept, with label O. It needs
	// ModeDecoder.
	Confidence float64
	// Plain leaves marks and case of sentences alone: Labelling.Marks and Forms stay
	// nil, where they are not needed to find the ends of sentences.
	Plain bool
	// LookAhead is how many words after a word of a stream the models see at least,
	// where there are so many, before it is settled; 0 is DefaultLookAhead.
	LookAhead int
	// AllFeatures makes ModeBaseline use all features of its models, as the experiments
	// of the papers do. It leaves those of small weights out otherwise.
	AllFeatures bool
	Jobs        int // goroutines that Clean uses; 0 is what GOMAXPROCS says
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
	case o.LookAhead < 0 || o.LookAhead > maxLookAhead:
		return fmt.Errorf("%w: a look-ahead of %d words: it is at least 1 and at most %d", ErrOptions, o.LookAhead, maxLookAhead)
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
	baseline *stages.Labeller
	decoder  *beam.Decoder // of ModeDecoder, else nil
	streams  *Cleaner      // labels pieces of streams; nil: the bundle has no parts for them
	readers  sync.Pool     // of ModeExperts
	settings Settings
}

// New returns a cleaner that works with the models of a bundle.
func New(b *Bundle, o Options) (*Cleaner, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.Jobs, o.LookAhead = cmp.Or(o.Jobs, runtime.GOMAXPROCS(0)), cmp.Or(o.LookAhead, DefaultLookAhead)
	c, err := sentenceCleaner(b, o)
	if err != nil || b.streams == nil {
		return c, err
	}
	if o.Mode == ModeExperts {
		c.streams = c // the experts are those of the edit model for sentences
		return c, nil
	}
	// Settings from outside are for sentences, and so are the experts.
	o.Decoder.Settings = o.Streams
	o.Decoder.Without = slices.DeleteFunc(slices.Clone(o.Decoder.Without), func(name string) bool {
		return name == PartExperts || slices.Contains(b.ExpertNames(), name)
	})
	c.streams, err = sentenceCleaner(b.streams.bundle, o)
	return c, err
}

// sentenceCleaner returns a cleaner of sentences.
func sentenceCleaner(b *Bundle, o Options) (*Cleaner, error) {
	c := &Cleaner{bundle: b, options: o, baseline: b.labeller}
	switch o.Mode {
	case ModeBaseline:
		if !o.AllFeatures {
			c.baseline = b.labeller.Lean()
		}
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
	return c.labelAll(ctx, sentences, problem, c.Label)
}

// RestoreAll is LabelAll with marks and case: sentences are taken as such with
// transcript.SegmentLine, and else as streams; see LabelSentence and LabelStream.
func (c *Cleaner) RestoreAll(ctx context.Context, sentences []data.Sentence, problem func(sentence int, err error)) ([]*Labelling, error) {
	if c.streams != nil && c.options.Segment == transcript.SegmentAuto {
		return c.labelAll(ctx, sentences, problem, c.LabelStream)
	}
	return c.labelAll(ctx, sentences, problem, c.LabelSentence)
}

func (c *Cleaner) labelAll(ctx context.Context, sentences []data.Sentence, problem func(sentence int, err error), label func(context.Context, *data.Sentence) (*Labelling, error)) ([]*Labelling, error) {
	out := make([]*Labelling, len(sentences))
	problems := make([]error, len(sentences))
	err := c.Each(ctx, len(sentences), func(i int) error {
		out[i], problems[i] = label(ctx, &sentences[i])
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
	return parallel.Each(ctx, c.options.Jobs, n, f)
}

// Cleaned is a document with the labels of its sentences.
type Cleaned struct {
	Document   *transcript.Document
	Segments   []transcript.Segment // the sentences
	Labellings []*Labelling         // one per segment, one element per token
	Reasons    []transcript.Reasons // one per token of the document, by its label and by what the source gives
	Restored   *transcript.Restored // marks and case; nil where nothing restores them
	Problems   []Problem
}

// Problem is a sentence that the decoder failed on: its labels are those of the
// baseline.
type Problem struct {
	Segment int
	Err     error
}

// Clean decides about every word of a document. The error is that of ctx.
func (c *Cleaner) Clean(ctx context.Context, d *transcript.Document) (*Cleaned, error) {
	out := &Cleaned{Document: d, Reasons: make([]transcript.Reasons, len(d.Tokens))}
	streams := c.streams != nil && c.options.Segment == transcript.SegmentAuto
	segments := d.Segments(c.options.Segment)
	if streams {
		segments = d.Streams()
	}
	labellings := make([]*Labelling, len(segments))
	problems := make([]error, len(segments))
	err := c.Each(ctx, len(segments), func(i int) error {
		sentence := d.Sentence(segments[i])
		punctuated := d.Turns[segments[i].Turn].Punctuated
		switch {
		case streams && !punctuated:
			labellings[i], problems[i] = c.LabelStream(ctx, &sentence)
		case punctuated && !d.Caseless():
			// It has its marks and its case: see ownMarks.
			labellings[i], problems[i] = c.Label(ctx, &sentence)
			if c.streams != nil && !c.options.Plain && labellings[i] != nil {
				labellings[i].noMarks()
			}
		default:
			labellings[i], problems[i] = c.LabelSentence(ctx, &sentence)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	for i, l := range labellings {
		for j, y := range l.Labels {
			t := segments[i].Tokens.Start + j
			out.Reasons[t] = transcript.ReasonsOf(d.Tokens[t].Text, y, l.Kinds[j]) | d.Tokens[t].Given
		}
		out.add(segments[i], l)
		if problems[i] != nil {
			out.Problems = append(out.Problems, Problem{len(out.Segments) - 1, problems[i]})
		}
	}
	out.ownMarks()
	return out, nil
}

// ownMarks puts the marks of punctuated text, as they are mended, in place of what
// was predicted.
func (c *Cleaned) ownMarks() {
	if c.Restored == nil {
		return
	}
	edit := c.Without(transcript.Default)
	for i, s := range c.Segments {
		for t := s.Tokens.Start; t < s.Tokens.End && c.Document.Turns[s.Turn].Punctuated; t++ {
			mark := edit.Mark(t)
			c.Restored.Marks[t], c.Labellings[i].Marks[t-s.Tokens.Start] = mark, mark
		}
	}
}

// add adds a segment, or, where sentences are predicted in it, each of them.
func (c *Cleaned) add(s transcript.Segment, l *Labelling) {
	if l.Marks != nil && c.Restored == nil {
		c.Restored = &transcript.Restored{Marks: make([]data.Punct, len(c.Document.Tokens)), Forms: make([]string, len(c.Document.Tokens))}
	}
	if l.Marks != nil {
		copy(c.Restored.Marks[s.Tokens.Start:], l.Marks)
		copy(c.Restored.Forms[s.Tokens.Start:], l.Forms)
	}
	from := 0
	for i := range l.Labels {
		last := i+1 == len(l.Labels)
		if !last && (l.Ends == nil || !l.Ends[i] || c.Document.Tokens[s.Tokens.Start+i].Word == c.Document.Tokens[s.Tokens.Start+i+1].Word) {
			continue
		}
		part := transcript.Segment{Turn: s.Turn, Tokens: transcript.Span{Start: s.Tokens.Start + from, End: s.Tokens.Start + i + 1}}
		part.Words = transcript.Span{Start: c.Document.Tokens[part.Tokens.Start].Word, End: c.Document.Tokens[part.Tokens.End-1].Word + 1}
		c.Segments, c.Labellings = append(c.Segments, part), append(c.Labellings, l.part(from, i+1))
		from = i + 1
	}
}

// Without returns the document without the words that have a reason in remove;
// transcript.Default is what most readers want. Marks and case are those of the
// source; see transcript.Edit.Restore.
func (c *Cleaned) Without(remove transcript.Reasons) *transcript.Edit {
	return c.Document.Edit(c.Reasons, remove)
}

// Text returns plain text with the fillers and repairs of transcript.Default
// removed, and marks and case restored. Errors are those of transcript.ParseText and of ctx.
func (c *Cleaner) Text(ctx context.Context, text string) (string, error) {
	d, err := transcript.ParseText(text, "text")
	if err != nil {
		return "", err
	}
	cleaned, err := c.Clean(ctx, d)
	if err != nil {
		return "", err
	}
	edit := cleaned.Without(transcript.Default)
	edit.Restore(cleaned.Restored, transcript.PunctRestore, transcript.CaseRestore)
	return edit.Text(), nil
}
