package document

import (
	"iter"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/formats"
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
	// Unmarked holds the sentences that are in languages of which only removals are decided about: punctuation
	// and case are as they were. In order.
	Unmarked []Left
	// Loops holds what a recogniser wrote over and over, in order. All of it is kept but what
	// is repeated, which is removed where data.Loops are.
	Loops []transcript.Loop
}

// Problem is a sentence that the decoder failed on: the decisions about it are those of
// the two-stage models.
type Problem struct {
	Segment int // in Cleaned.Segments
	Err     error
}

// Left is a segment that is in another language than the models know. Of Cleaned.Left it is left as it
// is: the decisions about it say so.
type Left struct {
	Segment  int    // in Cleaned.Segments
	Language string // BCP 47 code, such as "de"; "und" for one that has none here
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

// decided returns the tokens that are not left as they are.
func (w *work) decided() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range w.segments {
			s := &w.segments[i]
			for t := s.Tokens.Start; t < s.Tokens.End && s.way != isLeft; t++ {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// cutSentences makes what was decided a Cleaned, whose segments are the sentences that were
// found in those that were decided about, and all of those that are left.
func (w *work) cutSentences() {
	w.out = &Cleaned{Document: w.doc, Decisions: w.decisions, Restored: w.restored(), Loops: w.found}
	for i := range w.segments {
		s := &w.segments[i]
		if s.way == isLeft {
			w.out.Segments = append(w.out.Segments, s.Segment)
			w.out.Left = append(w.out.Left, Left{len(w.out.Segments) - 1, s.language})
			continue
		}
		first := len(w.out.Segments)
		w.out.addSentences(s.Segment)
		for k := first; k < len(w.out.Segments) && w.isUnmarked(*s); k++ {
			w.out.Unmarked = append(w.out.Unmarked, Left{k, s.language})
		}
		if w.problems[i] != nil {
			w.out.Problems = append(w.out.Problems, Problem{len(w.out.Segments) - 1, w.problems[i]})
		}
	}
}

// addSentences adds a segment, or, where sentences are predicted in it, each of them.
func (c *Cleaned) addSentences(s transcript.Segment) {
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
