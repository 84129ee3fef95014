package pipeline

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/text/fillers"
)

// wordReader turns words as they are written into those that models read: the fillers of
// the list in the spelling that the models know, and, in text without punctuation and case,
// contractions whose apostrophe is missing with it, as the tokens that they are.
type wordReader struct {
	words  []data.Token   // as models read them
	listed []fillers.Word // what the list of fillers says of each of them
	// parts has, for each of words, the place of the missing apostrophe in the word that it
	// is, or is the first token of; rest for a later token of that; 0 for all others.
	parts []int
	// breaks are the words, counted from the first that came, that no sentence reaches over from
	// those before; broken says that the next one to come is one.
	breaks []int
	broken bool

	list     *fillers.Reader
	fluent   *lm.Model // nil: what is not sure has its apostrophe
	bare     bool      // apostrophes may be missing
	own      bool      // the text has apostrophes in contractions
	first    int       // how many of words were dropped
	awaiting []written // words whose reading depends on those to come, in order
}

// rest marks the second token of a word in wordReader.parts.
const rest = -1

// written is a word as it is written, and its token.
type written struct {
	text   string
	token  data.Token
	breaks bool // see wordReader.breaks
}

// start starts another stream or sentence of the same text.
func (r *wordReader) start(list *fillers.List) {
	r.words, r.listed, r.parts, r.awaiting = r.words[:0], r.listed[:0], r.parts[:0], r.awaiting[:0]
	r.list, r.first = list.NewReader(), 0
	r.breaks, r.broken = r.breaks[:0], false
}

// around says how people talk and write in the text.
func (r *wordReader) around(t data.Talk) { r.bare, r.own = t.Bare, t.Contractions > 0 }

// take takes the next word. It is among words once it is known how it is read: when some
// have come after it, or with finish.
func (r *wordReader) take(text string, token data.Token) {
	r.own = r.own || lang.IsClitic(token.Text)
	r.awaiting = append(r.awaiting, written{text, token, r.broken})
	r.broken = false
	r.settle(false)
}

// finish says that no more words come.
func (r *wordReader) finish() { r.settle(true) }

// settle reads the words of which there is enough to tell; over says that there are no
// more.
func (r *wordReader) settle(over bool) {
	n := 0
	for ; n < len(r.awaiting); n++ {
		w := &r.awaiting[n]
		var m *language.Missing
		if r.bare {
			m = lang.Missing(w.token.Text)
		}
		if m != nil && !m.Sure() {
			after := r.awaiting[n+1:]
			// What is repeated tells nothing.
			for i := 0; i < around && len(after) > 0 && after[0].token.Text == w.token.Text; i++ {
				after = after[1:]
			}
			switch {
			case r.own || r.fluent == nil:
				m = nil
			case len(after) < around && !over:
				r.awaiting = slices.Delete(r.awaiting, 0, n)
				return
			case r.odds(w.token.Text, m, after) < m.LeastOdds:
				m = nil
			}
		}
		r.read(w, m)
	}
	r.awaiting = r.awaiting[:0]
}

// odds returns how much likelier a word is a contraction than what it is spelled as. after
// are the words after it.
func (r *wordReader) odds(word string, m *language.Missing, after []written) float64 {
	to := len(r.words)
	for i := 0; i < around && to > 0; i++ {
		switch n := to - len(m.Tokens); {
		case r.words[to-1].Text == word:
			to--
		case n >= 0 && r.words[n].Text == m.Tokens[0] && r.parts[n] > 0:
			to = n
		}
	}
	from := max(0, to-around)
	s := spelled{begins: r.first+from == 0, ends: len(after) < around}
	for i := from; i < to; i++ {
		s.before = append(s.before, r.words[i].Text)
	}
	for i := range min(len(after), around) {
		s.after = append(s.after, after[i].token.Text)
	}
	return s.odds(r.fluent, m.Tokens, word)
}

// read adds a word to words; m says what it is if its apostrophe is missing, nil if none
// is.
func (r *wordReader) read(w *written, m *language.Missing) {
	if w.breaks {
		r.breaks = append(r.breaks, r.first+len(r.words))
	}
	if m == nil {
		r.append(w.text, w.token, w.token.Text, 0)
		return
	}
	text, part := w.text[:m.At]+"'"+w.text[m.At:], m.At
	for _, t := range m.Tokens {
		r.append(text[:len(t)], w.token, t, part)
		text, part = text[len(t):], rest
	}
}

func (r *wordReader) append(text string, token data.Token, reads string, part int) {
	listed := r.list.Read(text)
	token.Text = cmp.Or(listed.Reads, reads)
	r.words, r.listed, r.parts = append(r.words, token), append(r.listed, listed), append(r.parts, part)
}

// drop drops the first words.
func (r *wordReader) drop(n int) {
	r.words, r.listed, r.parts, r.first = r.words[n:], r.listed[n:], r.parts[n:], r.first+n
	r.breaks = slices.DeleteFunc(r.breaks, func(at int) bool { return at <= r.first })
}

// joinParts says of words that no sentence boundary, and no punctuation, stands between them
// and the rest of the word that they are part of.
func joinParts(joined []bool, parts []int) {
	for i := range joined {
		if i+1 < len(joined) && parts[i+1] == rest {
			joined[i] = true
		}
	}
}

// whole turns decisions about words as models read them into those about words as they are
// written, in place. parts has an element for each.
func whole(decisions []data.Decision, parts []int) []data.Decision {
	n := 0
	for i := range decisions {
		if parts[i] == rest && n > 0 {
			join(&decisions[n-1], &decisions[i])
			continue
		}
		decisions[n] = decisions[i]
		decisions[n].Apostrophe = parts[i]
		n++
	}
	return decisions[:n]
}

// join makes the decision about the first part of a word one about the word. It is removed
// if both parts are.
func join(d, second *data.Decision) {
	switch {
	case d.Why == 0:
	case second.Why == 0:
		d.Label, d.Kind, d.Why, d.Posteriors = second.Label, second.Kind, 0, second.Posteriors
	default:
		d.Why |= second.Why
	}
	if d.Would == 0 || second.Would == 0 {
		d.Would = 0
	} else {
		d.Would |= second.Would
	}
	d.Level = max(d.Level, second.Level)
	d.Punct, d.SetOff, d.End, d.EndPunct = max(d.Punct, second.Punct), second.SetOff, second.End, second.EndPunct
	d.Signs = data.JoinSigns(d.Signs, second.Signs)
	d.Confidence, d.Waited = min(d.Confidence, second.Confidence), second.Waited
	d.Named = max(d.Named, second.Named)
	if d.Cased += second.Cased; second.Cased == "" {
		d.Cased = ""
	}
}
