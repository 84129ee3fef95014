package document

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/editor"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// EditorText is what is left of a turn, and which tokens of the document that are.
type EditorText struct {
	editor.Text
	Turn   int
	Tokens []int
	Joined []bool // tokens that belong to the word of the one before
}

// EditorTexts returns what is left of the turns of a document, as a model of an editor reads it: turns in other
// languages are not there, nor such that nothing is left of. Decisions must have posteriors.
func (c *Cleaned) EditorTexts() []EditorText {
	var out []EditorText
	doc := c.Document
	talk := doc.Talk().Rate()
	final := make([]data.Mark, len(doc.Turns)) // of each turn
	for i, turn := range doc.Turns {
		t := EditorText{Turn: i}
		t.Talk = talk
		if turn.Words.Len() == 0 {
			continue
		}
		s := transcript.Segment{Turn: i, Words: turn.Words, Tokens: transcript.Span{
			Start: doc.Words[turn.Words.Start].Tokens.Start, End: doc.Words[turn.Words.End-1].Tokens.End,
		}}
		if s.Tokens.Len() == 0 || c.elsewhere(s.Tokens) {
			continue
		}
		c.fill(&t, s)
		if n := len(t.Words); n > 0 {
			final[i] = t.After[n-1]
			out = append(out, t)
		}
	}
	for k := range out {
		i := out[k].Turn
		if i == 0 || doc.Turns[i-1].Stream == doc.Turns[i].Stream {
			continue
		}
		before := final[i-1]
		out[k].Asked = before == data.QuestionMark
		// The turn before in which something is left; those of mere listening are not counted.
		if asker := &out[max(k-1, 0)]; k > 0 && doc.Turns[asker.Turn].Stream != doc.Turns[i].Stream {
			out[k].Answers, out[k].Replies = asker.AsksYesNo(), !asker.Denies()
		}
		out[k].Within = i+1 < len(doc.Turns) && doc.Turns[i+1].Stream == doc.Turns[i-1].Stream && !before.Final()
	}
	return out
}

// elsewhere reports whether some of a turn was not decided about by the English models.
func (c *Cleaned) elsewhere(tokens transcript.Span) bool {
	for t := tokens.Start; t < tokens.End; t++ {
		if d := &c.Decisions[t]; d.Left || d.Chinese || d.Language != nil {
			return true
		}
	}
	return false
}

// fill fills the text of a turn.
func (c *Cleaned) fill(to *EditorText, s transcript.Segment) {
	sentence := c.Document.Sentence(s)
	gap, word, quoted := data.Disfluencies(0), -1, false
	for t := s.Tokens.Start; t < s.Tokens.End; t++ {
		d := &c.Decisions[t]
		mark := data.MarkOf(d.Punct)
		if d.End {
			mark = max(mark, data.PeriodMark)
		}
		if sentence.Written != nil {
			written := &sentence.Written[t-s.Tokens.Start]
			mark = written.After
			quoted = quoted || written.Before == data.QuoteMark
		} else if c.asks(t) {
			mark = data.QuestionMark
		}
		n := len(to.Words)
		if d.Why&data.DefaultRemoved != 0 {
			gap |= d.Why & data.DefaultRemoved
			if n > 0 && mark > to.After[n-1] {
				to.After[n-1], to.Lent[n-1] = mark, d.Why&data.PartialWords == 0 && !strings.HasSuffix(c.Document.Tokens[t].Text, "-")
			}
			continue
		}
		token := &c.Document.Tokens[t]
		kind := data.NoKind
		if d.Label == data.F {
			kind = d.Kind
		}
		to.Words, to.Tags, to.Kinds = append(to.Words, token.Text), append(to.Tags, d.Tag), append(to.Kinds, kind)
		to.After, to.Gap = append(to.After, mark), append(to.Gap, gap)
		to.Lent = append(to.Lent, false)
		to.Edit, to.Filler = append(to.Edit, d.Posteriors[data.E]), append(to.Filler, d.Posteriors[data.F])
		to.Tokens, to.Joined = append(to.Tokens, t), append(to.Joined, token.Word == word)
		to.Quoted = append(to.Quoted, quoted)
		quoted = false
		gap, word = 0, token.Word
	}
}

// asks reports whether a question mark stands behind a token in the source, though its marks are not trusted as a whole.
func (c *Cleaned) asks(t int) bool {
	w := &c.Document.Words[c.Document.Tokens[t].Word]
	return w.Tokens.End == t+1 && strings.ContainsAny(c.Document.Source[w.Core.End:w.Bytes.End], "?？")
}

// carrying says which words of a text carry the sentence, though markers are the same words: "it seems like rain". The model of
// discourse markers is sure of it.
func (w *work) carrying(t *editor.Text) []bool {
	out := make([]bool, len(t.Words))
	if w.markers == nil {
		return out
	}
	for from, to := range t.Sentences() {
		text := markers.Text{Talk: t.Talk, Closes: to == len(t.Words)}
		for i := from; i < to; i++ {
			text.Words, text.Tags = append(text.Words, strings.ToLower(t.Words[i])), append(text.Tags, m3n.Symbol(t.Tags[i]))
			text.Written = append(text.Written, data.Written{After: t.After[i], Shape: data.ShapeOf(t.Words[i])})
		}
		for _, x := range w.markers.Sure(&text) {
			for i := x.From; i < x.To && !x.Marker() && !x.Conjunction; i++ {
				out[from+i] = true
			}
		}
	}
	return out
}

// endless reports whether only the capital of a word tells that the sentence before has ended: "it is four years old So you go".
// Without that word nothing would.
func (w *work) endless(t *EditorText, i int) bool {
	if i == 0 {
		return false
	}
	doc := w.doc
	before, word := &doc.Words[doc.Tokens[t.Tokens[i-1]].Word], &doc.Words[doc.Tokens[t.Tokens[i]].Word]
	between := doc.Source[before.Core.End:word.Core.Start]
	return strings.TrimSpace(between) == "" && data.ShapeOf(doc.Tokens[t.Tokens[i]].Text) == data.CapitalShape
}

// edit takes out what an editor would, too.
func (w *work) edit() {
	if w.editor == nil {
		return
	}
	var found []editor.Stretch
	for _, t := range w.out.EditorTexts() {
		found = w.editor.Removed(&t.Text, t.Joined, w.options.Editors, found[:0])
		if len(found) == 0 {
			continue
		}
		carry := w.carrying(&t.Text)
		found = slices.DeleteFunc(found, func(x editor.Stretch) bool {
			return x.Kind != data.FalseStarts && slices.Contains(carry[x.From:x.To], true) || x.Kind&(data.Openers|data.Hedges) != 0 && w.endless(&t, x.From)
		})
		for _, x := range t.Leftovers(found) {
			for _, at := range t.Tokens[x.From:x.To] {
				d := &w.decisions[at]
				d.Why |= x.Kind
				d.Confidence = x.Probability
			}
		}
	}
}
