package tidytalk

import (
	"context"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
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
		spoken, _ = c.languages(d, repeated, langid.English)
	}
	return c.clean(ctx, d, spoken, loops)
}

// clean decides about the words of a document in which loops are known, and the language
// of each word; nil: all is in that of the options, or English.
func (c *Cleaner) clean(ctx context.Context, d *transcript.Document, spoken []string, loops []transcript.Loop) (*Cleaned, error) {
	streams := c.pipeline.Restores() && c.options.Segment == transcript.SegmentAuto
	var segments []transcript.Segment
	if streams {
		segments = d.Streams()
	} else {
		segments = d.Segments(c.options.Segment)
	}
	if spoken != nil {
		segments = split(d, segments, spoken)
		loops = slices.DeleteFunc(loops, func(l transcript.Loop) bool { return !c.knows(spoken[l.Copies[0].Start]) })
	}
	left := func(s *transcript.Segment) bool { return spoken != nil && !c.knows(spoken[s.Words.Start]) }
	chinese := func(s *transcript.Segment) bool {
		if spoken == nil {
			return c.options.Language == langid.Chinese
		}
		return c.chinese != nil && spoken[s.Words.Start] == langid.Chinese
	}
	if c.chinese != nil && c.options.Segment == transcript.SegmentAuto {
		segments = joinChinese(segments, chinese)
	}
	restores := c.pipeline.Restores() || // or there is nothing but Chinese
		slices.ContainsFunc(segments, func(s transcript.Segment) bool { return chinese(&s) }) && !slices.ContainsFunc(segments, func(s transcript.Segment) bool { return !left(&s) && !chinese(&s) })
	repeats := newRepeats(d, loops)
	talk := d.Talk()
	decisions := make([]data.Decision, len(d.Tokens))
	problems := make([]error, len(segments))
	err := parallel.Each(ctx, c.options.Jobs, len(segments), func(i int) (err error) {
		tokens := segments[i].Tokens
		if left(&segments[i]) {
			for t := tokens.Start; t < tokens.End; t++ {
				decisions[t].Left = true
			}
			return nil
		}
		punctuated := d.Turns[segments[i].Turn].Punctuated
		if chinese(&segments[i]) {
			err = c.decideChinese(ctx, d, segments[i], repeats, decisions)
		} else if streams && !punctuated {
			problems[i], err = c.stream(ctx, d, segments[i], repeats, talk, decisions)
		} else {
			sentence := repeats.once(d.Sentence(segments[i]), tokens.Start)
			sentence.Talk = talk
			// Text that has its punctuation and its case keeps them: see ownPunctuation.
			var o pipeline.Outcome
			o, err = c.pipeline.Sentence(ctx, &sentence, !c.options.AsWritten && !(punctuated && !d.Caseless()))
			problems[i] = o.Problem
			at := tokens.Start
			for j := range o.Decisions {
				at = repeats.next(at)
				decisions[at] = o.Decisions[j]
				at++
			}
		}
		for t := tokens.Start; t < tokens.End; t++ {
			if transcript.IsMasked(d.Tokens[t].Text) {
				unmask(decisions[tokens.Start : t+1])
			}
			if given := d.Tokens[t].Given; given != 0 && !repeats.again(t) {
				if c.options.Fillers.Keeps(d.Tokens[t].Text) {
					given &^= data.FilledPauses // which the list knows better
				}
				decisions[t].Why, decisions[t].Level = decisions[t].Why|given, 0
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out := &Cleaned{Document: d, Loops: loops, Decisions: decisions}
	out.Restored = len(segments) > 0 && restores && (!c.options.AsWritten || streams && !d.Turns[0].Punctuated)
	for i := range segments {
		if left(&segments[i]) {
			out.Segments = append(out.Segments, segments[i])
			out.Left = append(out.Left, Left{len(out.Segments) - 1, spoken[segments[i].Words.Start]})
			continue
		}
		repeats.fill(out.Decisions, segments[i].Tokens)
		out.add(segments[i])
		if problems[i] != nil {
			out.Problems = append(out.Problems, Problem{len(out.Segments) - 1, problems[i]})
		}
	}
	if out.Restored {
		out.ownPunctuation()
	}
	if c.options.Explain {
		for t := range decisions {
			decisions[t].Would |= decisions[t].Why
		}
	}
	return out, nil
}

// unmask takes back that what stands right before a masked word, the last of some, is
// repaired: the models have not seen it, and what they take for the repair comes after it.
func unmask(decisions []data.Decision) {
	for t := len(decisions) - 2; t >= 0 && decisions[t].Would&data.Repairs != 0; t-- {
		decisions[t].Would &^= data.Repairs
	}
	for t := len(decisions) - 2; t >= 0 && decisions[t].Why&data.Repairs != 0; t-- {
		if decisions[t].Why &^= data.Repairs; decisions[t].Label == data.E {
			decisions[t].Label = data.O
		}
	}
}

// streamPart is how many words of a stream are made ready for the models at once.
const streamPart = 2000

// stream decides about a segment that is a stream of words.
func (c *Cleaner) stream(ctx context.Context, d *transcript.Document, s transcript.Segment, repeats *repeats, talk data.Talk, decisions []data.Decision) (problem, err error) {
	place := func(i int) *data.Decision { return &decisions[s.Tokens.Start+i] }
	if repeats.of != nil {
		var kept []int32
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			if !repeats.again(t) {
				kept = append(kept, int32(t))
			}
		}
		place = func(i int) *data.Decision { return &decisions[kept[i]] }
	}
	parts := func(yield func([]data.Token) bool) {
		for _, part := range d.Parts(s, streamPart) {
			if !yield(repeats.once(d.Sentence(part), part.Tokens.Start).Tokens) {
				return
			}
		}
	}
	return c.pipeline.WholeOf(ctx, talk, parts, place)
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
		apostrophes := r.Apostrophes // which need no models for streams
		r = r.AsWritten()
		r.Apostrophes = apostrophes
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
