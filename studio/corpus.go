package studio

import (
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/transcript"
)

// firstConversation is the number of the first document in a corpus of corrections. It is in
// no split of Switchboard.
const firstConversation = 5001

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
	shown, looked := plan.Decisions, make(map[int]bool)
	for i := range e.Corrections {
		if x := &e.Corrections[i]; x.Fate != "" {
			looked[d.file.Document.Words[x.Word].Tokens.Start] = true
		}
	}
	for _, s := range d.cleaned.Segments {
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			if looked[t] {
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
	return &corrected{d, e, gold, plan.Edit(d.file.Document), before}, nil
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

// sides returns the document as what each speaker says, with labels, marks and ends of
// sentences, for conversations numbered from conv on, and the next number.
func (c *corrected) sides(conv int) ([]data.Side, int) {
	const letters = 26
	doc := c.doc.file.Document
	speakers := make(map[string]int)
	var out []data.Side
	ends := make([]bool, len(doc.Tokens))
	for _, s := range c.doc.cleaned.Segments {
		ends[s.Tokens.End-1] = true
	}
	for i := range doc.Turns {
		turn := &doc.Turns[i]
		n, ok := speakers[turn.Speaker]
		if !ok {
			n = len(speakers)
			speakers[turn.Speaker] = n
			out = append(out, data.Side{Conv: conv + n/letters, Speaker: byte('A' + n%letters)})
		}
		side := &out[n]
		utterance := fmt.Sprintf("%d.1", i+1)
		for w := turn.Words.Start; w < turn.Words.End; w++ {
			word := &doc.Words[w]
			for t := word.Tokens.Start; t < word.Tokens.End; t++ {
				if c.unseen(t) {
					continue
				}
				own := data.Token{
					Text: doc.Tokens[t].Text, POS: c.gold[t].Tag, Act: "_", Utt: utterance,
					Timed: word.Time.Known, Start: word.Time.Start, End: word.Time.End,
				}
				c.annotate(&own, t)
				if t+1 == word.Tokens.End {
					own.Punct = c.mark(w)
				}
				if ends[t] {
					own.Boundary = data.Complete
				}
				side.Tokens = append(side.Tokens, own)
			}
		}
	}
	return slices.DeleteFunc(out, func(s data.Side) bool { return len(s.Tokens) == 0 }), conv + 1 + (len(speakers)-1)/letters
}

// mark returns the mark after a word, as it was written, or as it was set.
func (c *corrected) mark(word int) byte {
	doc := c.doc.file.Document
	w := &doc.Words[word]
	if c.punctuated() {
		for _, r := range doc.Source[w.Core.End:w.Bytes.End] {
			switch r {
			case ',', '.', '?', '!', ';', ':':
				return byte(r)
			}
		}
		return 0
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
