package studio

import (
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
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
	gold   []data.Decision
	marks  *transcript.Edit // as it is read
	before []bool           // the words that went before anybody corrected them
	looked map[int]bool     // first tokens of sentences that somebody has corrected
}

// newCorrected returns a document with what people have made of it.
func newCorrected(d *document, e *editRequest) (*corrected, error) {
	plan, err := e.plan(d)
	if err != nil {
		return nil, err
	}
	full := editRequest{Level: "full", Corrections: e.Corrections}
	gold, err := full.decisions(d)
	if err != nil {
		return nil, err
	}
	shown, said, looked := plan.Decisions, make(map[int]bool), make(map[int]bool)
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
	asked := *e
	asked.Corrections = nil
	before, err := asked.fates(d)
	if err != nil {
		return nil, err
	}
	return &corrected{d, e, gold, plan.Edit(d.file.Document), before, looked}, nil
}

// punctuated reports whether the document is text with punctuation.
func (c *corrected) punctuated() bool {
	turns := c.doc.file.Document.Turns
	return len(turns) > 0 && turns[0].Punctuated
}

// unseen reports whether the models have not seen a token: it is in another language, or what
// a recogniser wrote again.
func (c *corrected) unseen(token int) bool {
	d := &c.gold[token]
	return d.Left || d.Would == data.Loops
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
func (c *corrected) lines(name string) []adapt.Corrected {
	doc := c.doc.file.Document
	// Words of which somebody has said that they go, but not for what: the page says repairs
	// where the models know nothing else.
	kindless := make(map[int]bool)
	for i := range c.edit.Corrections {
		x := &c.edit.Corrections[i]
		would := c.doc.cleaned.Decisions[doc.Words[x.Word].Tokens.Start].Would
		kindless[x.Word] = x.Fate == "goes" && (x.Kind == "" || x.Kind == data.Repairs.String() && would&data.Repairs == 0)
	}
	turn := 0
	var out []adapt.Corrected
	for _, s := range c.doc.cleaned.Segments {
		for doc.Turns[turn].Words.End <= s.Words.Start {
			turn++
		}
		line := adapt.Corrected{Document: name, Speaker: doc.Turns[turn].Speaker, By: adapt.ByModels}
		later := 0.0
		if o, ok := c.doc.file.TakenFrom(doc.Lines[doc.LineOf(s.Words.Start)].Utterance); ok {
			line.Document, line.Speaker, later = o.Document, o.Speaker, o.Later
		}
		if c.looked[s.Tokens.Start] {
			line.By = adapt.ByPerson
		}
		var tokens []data.Token
		var words []int
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			if c.unseen(t) {
				continue
			}
			w := doc.Tokens[t].Word
			word := &doc.Words[w]
			own := data.Token{
				Text: doc.Tokens[t].Text, POS: c.gold[t].Tag, Act: "_", Utt: fmt.Sprintf("%d.1", turn+1),
				Timed: word.Time.Known && word.Time.Start >= later, Start: word.Time.Start - later, End: word.Time.End - later,
			}
			c.annotate(&own, t)
			if t+1 == word.Tokens.End {
				own.Punct = c.mark(w)
			}
			tokens, words = append(tokens, own), append(words, w)
		}
		if len(tokens) == 0 {
			continue
		}
		tokens[len(tokens)-1].Boundary = data.Complete
		line.Add(tokens)
		for i := range line.Tokens {
			x, w := &line.Tokens[i], words[i]
			if kindless[w] {
				x.Goes = "yes"
			}
			if by := c.gold[doc.Words[w].Tokens.Start].ByHand; by != nil && by.Mark != nil && (i+1 == len(words) || words[i+1] != w) {
				set := ""
				if m := adapt.MarkIn(*by.Mark); m != 0 {
					set = string(m)
				}
				x.Set = &set
			}
		}
		out = append(out, line)
	}
	return out
}

// linesOf returns documents as corrections. Of those with the same name all but the first
// get one of their own.
func linesOf(docs []*corrected) []adapt.Corrected {
	var out []adapt.Corrected
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
func sidesOf(lines []adapt.Corrected) ([]data.Side, error) {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].By = adapt.ByPerson
	}
	return adapt.Sides(lines)
}

// mark returns the mark after a word, as it was written, or as it was set.
func (c *corrected) mark(word int) byte {
	doc := c.doc.file.Document
	w := &doc.Words[word]
	if c.punctuated() {
		return adapt.MarkIn(doc.Source[w.Core.End:w.Bytes.End])
	}
	switch c.marks.Punct(w.Tokens.End - 1) {
	case data.Comma:
		return ','
	case data.Period:
		return '.'
	case data.QMark:
		return '?'
	}
	return 0
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
