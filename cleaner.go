package tidytalk

import (
	"context"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/formats"
	"github.com/tidytalk/tidytalk/internal/langid"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/pipeline"
	"github.com/tidytalk/tidytalk/transcript"
)

// Cleaned is a document with the decisions about its words.
type Cleaned struct {
	Document  *transcript.Document
	Decisions []data.Decision // one for each token of the document; nil: none was made
	// Restored says that the decisions hold punctuation and case, too.
	Restored bool
	Segments []transcript.Segment // the sentences
	Problems []Problem
	// Left holds the segments that are in other languages than the models know, in order.
	Left []Left
	// Loops holds what a recogniser wrote over and over, in order. All of it stays but what
	// is repeated, which goes where data.Loops do.
	Loops []transcript.Loop
}

// Problem is a sentence that the decoder failed on: the decisions about it are those of
// the two-stage models.
type Problem struct {
	Segment int
	Err     error
}

// Clean decides about every word of a document. Errors are that of ctx, and ErrNil.
func (c *Cleaner) Clean(ctx context.Context, d *transcript.Document) (*Cleaned, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	if d == nil {
		return nil, fmt.Errorf("%w: there is no document", ErrNil)
	}
	var spoken []string
	loops := d.Loops()
	if c.options.Language == "" {
		repeated := make([]bool, len(d.Words))
		for i := range loops {
			for _, again := range loops[i].Copies[1:] {
				for w := again.Start; w < again.End; w++ {
					repeated[w] = true
				}
			}
		}
		spoken, _ = languages(d, repeated, langid.English)
	}
	return c.clean(ctx, d, spoken, loops)
}

// clean decides about the words of a document in which loops are known, and the language
// of each word; nil: all is English.
func (c *Cleaner) clean(ctx context.Context, d *transcript.Document, spoken []string, loops []transcript.Loop) (*Cleaned, error) {
	streams := c.pipeline.Restores() && c.options.Segment == transcript.SegmentAuto
	segments := d.Segments(c.options.Segment)
	if streams {
		segments = d.Streams()
	}
	if spoken != nil {
		segments = split(d, segments, spoken)
		loops = slices.DeleteFunc(loops, func(l transcript.Loop) bool { return spoken[l.Copies[0].Start] != langid.English })
	}
	left := func(i int) bool { return spoken != nil && spoken[segments[i].Words.Start] != langid.English }
	repeats := newRepeats(d, loops)
	talk := d.Talk()
	outcomes := make([]pipeline.Outcome, len(segments))
	err := parallel.Each(ctx, c.options.Jobs, len(segments), func(i int) (err error) {
		if left(i) {
			return nil
		}
		sentence := repeats.once(d.Sentence(segments[i]), segments[i].Tokens.Start)
		sentence.Talk = talk
		punctuated := d.Turns[segments[i].Turn].Punctuated
		if streams && !punctuated {
			outcomes[i], err = c.pipeline.Whole(ctx, &sentence)
		} else {
			// Text that has its punctuation and its case keeps them: see ownPunctuation.
			outcomes[i], err = c.pipeline.Sentence(ctx, &sentence, !c.options.AsWritten && !(punctuated && !d.Caseless()))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out := &Cleaned{Document: d, Loops: loops, Decisions: make([]data.Decision, len(d.Tokens))}
	out.Restored = len(segments) > 0 && c.pipeline.Restores() && (!c.options.AsWritten || streams && !d.Turns[0].Punctuated)
	for i, o := range outcomes {
		tokens := segments[i].Tokens
		if left(i) {
			for t := tokens.Start; t < tokens.End; t++ {
				out.Decisions[t].Left = true
			}
			out.Segments = append(out.Segments, segments[i])
			out.Left = append(out.Left, Left{len(out.Segments) - 1, spoken[segments[i].Words.Start]})
			continue
		}
		at := tokens.Start
		for j := range o.Decisions {
			at = repeats.next(at)
			given := d.Tokens[at].Given
			if c.options.Fillers.Keeps(d.Tokens[at].Text) {
				given &^= data.FilledPauses // which the list knows better
			}
			o.Decisions[j].Why |= given
			out.Decisions[at] = o.Decisions[j]
			at++
		}
		repeats.fill(out.Decisions, tokens)
		out.add(segments[i])
		if o.Problem != nil {
			out.Problems = append(out.Problems, Problem{len(out.Segments) - 1, o.Problem})
		}
	}
	if out.Restored {
		out.ownPunctuation()
	}
	return out, nil
}

// ownPunctuation puts the punctuation of text that has some, as it is mended, in place
// of what was predicted.
func (c *Cleaned) ownPunctuation() {
	var edit *transcript.Edit
	for _, s := range c.Segments {
		if !c.Document.Turns[s.Turn].Punctuated {
			continue
		}
		if edit == nil {
			edit = c.Document.Edit(c.Decisions, transcript.Rewriting{}.AsWritten())
		}
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			c.Decisions[t].Punct = edit.Punct(t)
		}
	}
}

// add adds a segment, or, where sentences are predicted in it, each of them.
func (c *Cleaned) add(s transcript.Segment) {
	from := s.Tokens.Start
	for t := s.Tokens.Start; t < s.Tokens.End; t++ {
		if last := t+1 == s.Tokens.End; !last && (!c.Decisions[t].End || c.Document.Tokens[t].Word == c.Document.Tokens[t+1].Word) {
			continue
		}
		part := transcript.Segment{Turn: s.Turn, Tokens: transcript.Span{Start: from, End: t + 1}}
		part.Words = transcript.Span{Start: c.Document.Tokens[from].Word, End: c.Document.Tokens[t].Word + 1}
		c.Segments = append(c.Segments, part)
		from = t + 1
	}
}

// Plan returns what becomes of a file with the document: formats.File carries it out. The
// zero Rewriting is what most readers want.
func (c *Cleaned) Plan(r transcript.Rewriting) *formats.Plan {
	if !c.Restored {
		r = r.AsWritten()
	}
	return &formats.Plan{Decisions: c.Decisions, Rewriting: r}
}

// Edit returns the document rewritten: its text, and what changes in it.
func (c *Cleaned) Edit(r transcript.Rewriting) *transcript.Edit {
	return c.Plan(r).Edit(c.Document)
}

// Text returns plain text with the fillers and repairs of data.DefaultRemoved removed,
// and punctuation and case restored; what is not English is left as it is (see
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
	return cleaned.Edit(transcript.Rewriting{}).Text(), nil
}

// Trace decodes a tokenised sentence and returns what the decoder did: a trace for every
// piece of a sentence too long to decode at once. want, where not empty, is the clean text
// wanted; it takes a sentence of one piece. Errors are ErrNotDecoding, ErrWant,
// beam.ErrTooLong, that of ctx, and those of the decoder.
func (c *Cleaner) Trace(ctx context.Context, sentence []Word, want string) ([]pipeline.Traced, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	s := sentenceOf(sentence)
	return c.pipeline.Trace(ctx, &s, want)
}
