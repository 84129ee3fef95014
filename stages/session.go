package stages

import (
	"errors"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// Session runs the models again and again on one sentence with words removed: on
// its cleaned-up sentences (COLING 2014, section 4.2). It belongs to one
// goroutine. Release gives its memory back.
type Session struct {
	l        *Labeller
	in       instance
	before   []float64 // pause before each word as it was said, seconds, NaN unknown
	after    []float64
	remark   bool
	w        *worker
	analyses []*Analysis // by the number of the cleaned-up sentence; nil: not asked for
	free     []*Analysis
	all      []int32 // the positions of all words
	columns  Columns
}

// ErrScheme is returned by NewSession for edit models of other labels than E, F
// and O.
var ErrScheme = errors.New("the decoder needs an edit model with the labels E, F and O: train it with the scheme EFO, or use the mode baseline")

// Words returns the sentence that models see: the tokens that are neither partial
// words nor without a letter or digit, in lower case, and their positions.
func Words(s *data.Sentence) (words data.Sentence, at []int) {
	words = data.Sentence{Conv: s.Conv, Speaker: s.Speaker, Tokens: make([]data.Token, 0, len(s.Tokens))}
	at = make([]int, 0, len(s.Tokens))
	for i := range s.Tokens {
		if t := &s.Tokens[i]; !t.Partial() && isWord(t.Text) {
			word := *t
			word.Text = normalise(t.Text)
			words.Tokens = append(words.Tokens, word)
			at = append(at, i)
			if s.Ends != nil {
				words.Ends, words.Marks = append(words.Ends, s.Ends[i]), append(words.Marks, s.Marks[i])
			}
		}
	}
	return words, at
}

// CanDecode returns ErrScheme if the edit model has labels that the decoder cannot
// use.
func (l *Labeller) CanDecode() error {
	if l.scheme != EFO {
		return ErrScheme
	}
	return nil
}

// NewSession runs the tagger and the first stage on a sentence, all of whose
// tokens are words (see Words).
func (l *Labeller) NewSession(s *data.Sentence) (*Session, error) {
	if err := l.CanDecode(); err != nil {
		return nil, err
	}
	c, ok := l.sessions.Get().(*Session)
	if !ok {
		c = &Session{l: l}
	}
	c.w, c.remark = l.worker(), false
	c.columns.reset()
	c.in.reset()
	for i := range s.Tokens {
		t := &s.Tokens[i]
		c.in.add(c.w.lexicon.get(t.Text), t)
	}
	c.in.setEvidence(s, nil)
	l.firstStage(c.w, &c.in)
	c.before, c.after = c.in.pauses(c.before, c.after)
	return c, nil
}

// Release ends the session. Nothing of it may be used afterwards.
func (c *Session) Release() {
	for i, a := range c.analyses {
		if a != nil {
			c.free = append(c.free, a)
			c.analyses[i] = nil
		}
	}
	c.analyses = c.analyses[:0]
	c.l.workers.Put(c.w)
	c.w = nil
	c.l.sessions.Put(c)
}

// MarkFillers makes the analyses that follow run the first stage on the
// cleaned-up sentence, too: a word that it then calls a filler counts as one
// (COLING 2014, section 4.3, filler-word-marker). It removes nothing.
func (c *Session) MarkFillers() { c.remark = true }

// Tag returns the predicted tag of a word.
func (c *Session) Tag(word int) string { return c.l.models.Tagger.tags.tags[c.in.tagIndex[word]] }

// TagIndex returns the predicted tag of a word as an index of Labeller.TagNames.
func (c *Session) TagIndex(word int) uint8 { return c.in.tagIndex[word] }

// Len returns the number of words.
func (c *Session) Len() int { return len(c.in.words) }

// LanguageModels returns the language models of the labeller.
func (c *Session) LanguageModels() LanguageModels { return c.l.models.LanguageModels }

// Tags returns the predicted tags, one per word.
func (c *Session) Tags() []string {
	out := make([]string, c.Len())
	for i := range out {
		out[i] = c.Tag(i)
	}
	return out
}

// Kinds returns the kinds of the fillers among labels, also of those that are edit
// words for being inside a reparandum; NoKind for other words.
func (c *Session) Kinds(labels []data.Label) []data.Kind {
	out := make([]data.Kind, len(labels))
	c.l.kinds(c.w, &c.in, labels, func(i int, k data.Kind) { out[i] = k })
	return out
}

// Analysis returns the analysis of the cleaned-up sentence of the words kept
// (positions, ascending). id numbers the cleaned-up sentences of the session;
// each is computed once.
func (c *Session) Analysis(id int, kept []int32) *Analysis {
	for len(c.analyses) <= id {
		c.analyses = append(c.analyses, nil)
	}
	if c.analyses[id] == nil {
		c.analyses[id] = c.analyse(kept)
	}
	return c.analyses[id]
}

// Whole returns the analysis of the whole sentence, which has the number 0.
func (c *Session) Whole() *Analysis {
	c.all = c.all[:0]
	for t := range c.in.words {
		c.all = append(c.all, int32(t))
	}
	return c.Analysis(0, c.all)
}

func (c *Session) analyse(kept []int32) *Analysis {
	a := &Analysis{}
	if n := len(c.free); n > 0 {
		a, c.free = c.free[n-1], c.free[:n-1]
	} else {
		a.scratch = c.l.models.Edit.NewScratch()
	}
	a.known = false
	w, in := c.w, &a.in
	in.take(&c.in, kept)
	if c.remark && len(kept) < len(c.in.words) {
		in.fillStage(w.stage, nil, nil)
		w.y = resize(w.y, len(kept))
		c.l.models.Filler.Decode(w.stage, nil, w.filler, w.y)
		for i, y := range w.y {
			if y != 0 {
				in.filler[i] = m3n.Bool(true)
			}
		}
	}
	c.l.fillEdit(w, in)
	before, after := w.stage.Real(0), w.stage.Real(1)
	for i, t := range kept {
		before[i], after[i] = c.before[t], c.after[t]
	}
	a.lat = c.l.models.Edit.Score(w.stage, a.scratch)
	c.l.offset(a.lat, in)
	return a
}

// take makes in a copy of the kept words of another instance.
func (in *instance) take(from *instance, kept []int32) {
	in.reset()
	in.tag, in.tagIndex, in.filler = in.tag[:0], in.tagIndex[:0], in.filler[:0]
	for _, t := range kept {
		in.words = append(in.words, from.words[t])
		in.start, in.end = append(in.start, from.start[t]), append(in.end, from.end[t])
		in.tag, in.tagIndex, in.filler = append(in.tag, from.tag[t]), append(in.tagIndex, from.tagIndex[t]), append(in.filler, from.filler[t])
	}
	in.takeEvidence(from, kept)
}

// Columns are what the models before the edit model make of the words of the whole
// sentence; every slice has an element per word.
type Columns struct {
	Word   []uint32 // numbers that are the same for the same words, in any sentence
	Prefix []uint32 // of the first three characters
	Stem   []uint32
	Tag    []uint32
	Pause  []float64 // before the word as it was said, seconds, NaN unknown
	Cut    []bool    // the word looks like the beginning of one of the next
	Fluent []uint32  // ids in the fluent language model
	End    []uint8   // of a piece of a stream: P(a sentence ends after the word), in steps (see SureEnd); else empty
}

// Columns returns the columns of the sentence; they are computed once.
func (c *Session) Columns() *Columns {
	s := &c.columns
	if len(s.Word) == len(c.in.words) {
		return s
	}
	vocab := c.l.models.Fluent.Vocabulary()
	s.Tag, s.Pause = append(s.Tag, c.in.tag...), append(s.Pause, c.before...)
	for t, w := range c.in.words {
		s.Word, s.Prefix, s.Stem = append(s.Word, w.word), append(s.Prefix, w.prefix[2]), append(s.Stem, w.stem)
		s.Cut = append(s.Cut, cutOff(c.in.words, c.in.filler, t) != m3n.Absent)
		s.Fluent = append(s.Fluent, vocab.ID(w.text))
	}
	for _, p := range c.in.ends {
		s.End = append(s.End, uint8(endLevel(p)))
	}
	return s
}

func (s *Columns) reset() {
	*s = Columns{s.Word[:0], s.Prefix[:0], s.Stem[:0], s.Tag[:0], s.Pause[:0], s.Cut[:0], s.Fluent[:0], s.End[:0]}
}
