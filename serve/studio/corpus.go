//go:build !page

package studio

import (
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/decisions"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/adapt"
)

// corrected is a document with what people have made of it.
type corrected struct {
	doc  *document
	edit *editRequest
	// gold holds what all words are, in the end. In sentences that somebody has corrected
	// that is what is left of them. Elsewhere it is what the decoder takes them for at the
	// highest level: that a lower one keeps words at which nobody has looked is no sign that
	// they are fluent.
	gold    []data.Decision
	written *transcript.Edit // the text as people read it
	before  []bool           // words removed before anybody corrected them
	looked  map[int]bool     // first tokens of sentences that somebody has corrected
}

// newCorrected returns a document with what people have made of it.
func newCorrected(d *document, e *editRequest) (*corrected, error) {
	e = e.Held(d.file.Document, d.cleaned)
	is, err := d.apply(e)
	if err != nil {
		return nil, err
	}
	full := editRequest{Level: "full", Corrections: e.Corrections}
	all, err := asked(&full)
	if err != nil {
		return nil, err
	}
	gold, _ := full.Decisions(all, d.file.Document, d.cleaned)
	shown, said, looked := is.Plan.Decisions, make(map[int]bool), make(map[int]bool)
	for i := range e.Corrections {
		if x := &e.Corrections[i]; x.Fate != "" {
			said[d.file.Document.Words[x.Word].Tokens.Start] = true
		}
	}
	for _, s := range d.cleaned.Segments {
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			if said[t] {
				looked[s.Tokens.Start] = true
				copy(gold[s.Tokens.Start:s.Tokens.End], shown[s.Tokens.Start:s.Tokens.End])
				break
			}
		}
	}
	untouched := *e
	untouched.Corrections = nil
	before, err := fates(d, &untouched)
	if err != nil {
		return nil, err
	}
	return &corrected{d, e, gold, is.Plan.Edit(d.file.Document), before, looked}, nil
}

// punctuated reports whether the document is text with punctuation.
func (c *corrected) punctuated() bool {
	turns := c.doc.file.Document.Turns
	return slices.ContainsFunc(turns, func(t transcript.Turn) bool { return t.Punctuated })
}

// unseen reports whether the models have not seen a token: it is in another language, or what
// a recogniser wrote again.
func (c *corrected) unseen(token int) bool {
	d := &c.gold[token]
	return d.Left || d.Language != nil || d.Would == data.Loops
}

// annotate gives a token its labels.
func (c *corrected) annotate(t *data.Token, token int) {
	d := &c.gold[token]
	t.Edit, t.Kind = d.Label == data.E, d.Kind
	if d.Label == data.F && !t.Kind.Filler() {
		t.Kind = data.DiscourseMarker
	}
}

// lines returns the sentences of the document as corrections. A document that was made of
// parts of others gives them back to those.
func (c *corrected) lines(name string) []decisions.Sentence {
	doc := c.doc.file.Document
	kindless := c.kindless()
	turn := 0
	var out []decisions.Sentence
	for i, s := range c.doc.cleaned.Segments {
		for doc.Turns[turn].Words.End <= s.Words.Start {
			turn++
		}
		line := decisions.Sentence{Document: name, Index: i, By: decisions.ByModels, Line: c.doc.file.Line(s.Tokens.Start), Turn: turn + 1, Speaker: doc.Turns[turn].Speaker}
		later := 0.0
		if o, ok := c.doc.file.TakenFrom(doc.Lines[doc.LineOf(s.Words.Start)].Utterance); ok {
			line.Document, line.Speaker, later = o.Document, o.Speaker, o.Later
		}
		if c.looked[s.Tokens.Start] {
			line.By = decisions.ByPerson
		}
		var decided []data.Decision
		var unnamed []bool
		for w := s.Words.Start; w < s.Words.End; w++ {
			added := c.addWord(&line, w, later)
			decided, unnamed = append(decided, added...), append(unnamed, slices.Repeat([]bool{kindless[w]}, len(added))...)
		}
		if len(decided) == 0 {
			continue
		}
		for t, kind := range decisions.Unnamed(line.Tokens, unnamed) {
			if x := &decided[t]; kind != data.NoKind {
				x.Label, x.Kind = data.F, kind
			} else if unnamed[t] {
				x.Label, x.Kind = data.E, data.NoKind
			}
		}
		line.Decide(decided, true)
		out = append(out, line)
	}
	return out
}

// kindless returns the words that somebody has removed without saying for what: the page
// says repairs where the models know nothing else.
func (c *corrected) kindless() map[int]bool {
	out := make(map[int]bool)
	for i := range c.edit.Corrections {
		x := &c.edit.Corrections[i]
		would := c.doc.cleaned.Decisions[c.doc.file.Document.Words[x.Word].Tokens.Start].Would
		out[x.Word] = x.Fate == "goes" && (x.Kind == "" || x.Kind == data.Repairs.String() && would&data.Repairs == 0)
	}
	return out
}

// addWord adds a word to a correction, but for tokens that the models have not seen, and
// returns what was decided about the others. later is how much earlier its document has it.
func (c *corrected) addWord(line *decisions.Sentence, word int, later float64) (decided []data.Decision) {
	doc := c.doc.file.Document
	w := &doc.Words[word]
	x := cleaning.WordOf(doc, word)
	x.From, x.To, _ = c.doc.file.Origin(w.Bytes)
	if x.Start != nil && w.Time.Start >= later {
		*x.Start, *x.End = decisions.Seconds(w.Time.Start-later), decisions.Seconds(w.Time.End-later)
	} else {
		x.Start, x.End = nil, nil
	}
	x.Tokens[0] = len(line.Tokens)
	for t := w.Tokens.Start; t < w.Tokens.End; t++ {
		if c.unseen(t) {
			continue
		}
		mark := ""
		if t+1 == w.Tokens.End {
			mark = c.mark(word)
		}
		line.Tokens, line.Removed, line.Punct = append(line.Tokens, doc.Tokens[t].Text), append(line.Removed, c.written.Removed(t)), append(line.Punct, mark)
		decided = append(decided, c.gold[t])
	}
	if x.Tokens[1] = len(line.Tokens); len(decided) > 0 {
		line.Words = append(line.Words, x)
	}
	return decided
}

// linesOf returns documents as corrections. Of those with the same name all but the first
// get one of their own.
func linesOf(docs []*corrected) []decisions.Sentence {
	var out []decisions.Sentence
	seen := make(map[string]int)
	for _, c := range docs {
		name := c.doc.file.Name
		if seen[name]++; seen[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, seen[name])
		}
		out = append(out, c.lines(name)...)
	}
	return out
}

// sidesOf returns corrections as sides in which everything counts.
func sidesOf(lines []decisions.Sentence) ([]data.Side, error) {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].By = decisions.ByPerson
	}
	return adapt.Sides(lines)
}

// mark returns the punctuation mark after a word, as somebody has set it, or as it was written, or as the models have set it
// in text without punctuation.
func (c *corrected) mark(word int) string {
	doc := c.doc.file.Document
	w := &doc.Words[word]
	if by := c.gold[w.Tokens.Start].ByHand; by != nil && by.Mark != nil {
		return decisions.PunctIn(*by.Mark)
	}
	if c.punctuated() {
		return decisions.PunctIn(doc.Source[w.Core.End:w.Bytes.End])
	}
	switch c.written.Punct(w.Tokens.End - 1) {
	case data.Comma:
		return ","
	case data.Period:
		return "."
	case data.QMark:
		return "?"
	}
	return ""
}

// sentences returns the sentences of text with punctuation, with labels.
func (c *corrected) sentences() []data.Sentence {
	doc := c.doc.file.Document
	talk := doc.Talk()
	var out []data.Sentence
	for _, segment := range doc.Segments(transcript.SegmentAuto) {
		if c.unseen(segment.Tokens.Start) {
			continue
		}
		s := doc.Sentence(segment)
		s.Talk = talk
		for t := range s.Tokens {
			c.annotate(&s.Tokens[t], segment.Tokens.Start+t)
		}
		out = append(out, s)
	}
	return out
}
