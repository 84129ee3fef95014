package stages

import (
	"errors"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
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
	analyses []*Analysis // by the number of the cleaned-up sentence; nil: not asked for, or given up
	recent   []int       // numbers of those that are there but for 0, the one asked for last at the end
	free     []*Analysis
	all      []int32 // the positions of all words
	columns  Columns
	reading  Reading
	// The whole sentence under the filler model, on which the first stage goes for
	// cleaned-up ones.
	fillers       *m3n.Scratch
	fillersScored bool
}

// ErrScheme is returned by NewSession for edit models of other labels than E, F
// and O.
var ErrScheme = errors.New("the decoder needs an edit model with the labels E, F and O")

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
	c := l.session()
	c.in.fill(c.w.lexicon, s)
	l.firstStage(c.w, &c.in)
	return c.begin(), nil
}

// SessionOn returns a session on words that are read already, by a labeller with the
// same tagger and filler stage.
func (l *Labeller) SessionOn(r *Reading) (*Session, error) {
	if err := l.CanDecode(); err != nil {
		return nil, err
	}
	c := l.session()
	c.in.copyOf(&r.in)
	return c.begin(), nil
}

// SessionOf returns the session of the sentence that is being decoded: one for all
// components that ask for it.
func (l *Labeller) SessionOf(in *beam.Input) (*Session, error) {
	return beam.Shared(in, l, func() (*Session, error) { return l.NewSession(in.Sentence) })
}

// session returns a session without words.
func (l *Labeller) session() *Session {
	c, ok := l.sessions.Get().(*Session)
	if !ok {
		c = &Session{l: l}
	}
	c.w, c.remark, c.fillersScored = l.worker(), false, false
	c.columns.reset()
	return c
}

// begin makes the session ready for the words it has.
func (c *Session) begin() *Session {
	c.before, c.after = c.in.pauses(c.before, c.after)
	return c
}

// Release ends the session. Nothing of it may be used afterwards.
func (c *Session) Release() {
	for i, a := range c.analyses {
		if a != nil {
			c.free = append(c.free, a)
			c.analyses[i] = nil
		}
	}
	c.analyses, c.recent = c.analyses[:0], c.recent[:0]
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

// Content reports whether a word carries content by its predicted tag: nouns, names,
// numbers, main verbs, adjectives and adverbs do.
func (c *Session) Content(word int) bool {
	switch tag := c.Tag(word); {
	case tag == "CD", strings.HasPrefix(tag, "NN"), strings.HasPrefix(tag, "JJ"), strings.HasPrefix(tag, "RB"):
		return true
	default:
		return strings.HasPrefix(tag, "VB") && !lang.Auxiliaries[c.in.words[word].text]
	}
}

// Number reports whether a word is a number or a part of one: digits, a word for a
// number, a letter that is spelled out, or what stands among such ("one", "oh", "point").
func (c *Session) Number(word int) bool { return c.in.number(word) }

// Numeral reports whether a word from from to to is a number whatever stands beside it, as "one" is not.
func (c *Session) Numeral(from, to int) bool {
	for _, w := range c.in.words[from:to] {
		if isNumber(w.text) {
			return true
		}
	}
	return false
}

// Len returns the number of words.
func (c *Session) Len() int { return len(c.in.words) }

// LanguageModels returns the language models of the labeller.
func (c *Session) LanguageModels() LanguageModels { return c.l.models.LanguageModels }

// Kinds calls set with the kind of every filler among labels, also of those that are
// edit words for being inside a reparandum.
func (c *Session) Kinds(labels []data.Label, set func(word int, k data.Kind)) {
	c.l.kinds(c.w, &c.in, labels, set)
}

// maxAnalyses is how many analyses of cleaned-up sentences a session holds beside that
// of the whole sentence: each is as much memory as a lattice of the sentence. A decoder
// asks again for those of the hypotheses on its stack, mostly.
const maxAnalyses = 32

// Analysis returns the analysis of the cleaned-up sentence of the words kept
// (positions, ascending). id numbers the cleaned-up sentences of the session. It is
// computed once, or again where many others were asked for since, and may be used until
// Analysis is called with another id; that of 0, the whole sentence, as long as the session.
func (c *Session) Analysis(id int, kept []int32) *Analysis {
	for len(c.analyses) <= id {
		c.analyses = append(c.analyses, nil)
	}
	if id > 0 {
		if at := slices.Index(c.recent, id); at >= 0 {
			c.recent = slices.Delete(c.recent, at, at+1)
		} else if len(c.recent) == maxAnalyses {
			old := c.recent[0]
			c.free, c.analyses[old] = append(c.free, c.analyses[old]), nil
			c.recent = slices.Delete(c.recent, 0, 1)
		}
		c.recent = append(c.recent, id)
	}
	if c.analyses[id] == nil {
		if id > 0 {
			c.Whole()
		}
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

// analyse runs the models on the words kept. Of the scores of the whole sentence, which is
// analysed first, it takes those that stay the same.
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
	all := len(kept) == len(c.in.words)
	if c.remark && !all {
		c.markFillers(in, kept)
	}
	c.l.fillEdit(w, in)
	before, after := w.stage.Real(0), w.stage.Real(1)
	for i, t := range kept {
		before[i], after[i] = c.before[t], c.after[t]
	}
	if all {
		a.lat = c.l.models.Edit.ScoreBase(w.stage, a.scratch)
	} else {
		a.lat = c.l.models.Edit.Rescore(w.stage, c.analyses[0].scratch, kept, a.scratch)
	}
	c.l.offset(a.lat, in)
	return a
}

// markFillers runs the first stage on a cleaned-up sentence.
func (c *Session) markFillers(in *instance, kept []int32) {
	w, model := c.w, c.l.models.Filler
	if !c.fillersScored {
		if c.fillers == nil {
			c.fillers = model.NewScratch()
		}
		c.in.fillStage(w.stage, nil, nil)
		model.ScoreBase(w.stage, c.fillers)
		c.fillersScored = true
	}
	in.fillStage(w.stage, nil, nil)
	w.y = resize(w.y, len(kept))
	model.Rescore(w.stage, c.fillers, kept, w.filler).Viterbi(w.y)
	for i, y := range w.y {
		if y != 0 {
			in.filler[i] = m3n.Bool(true)
		}
	}
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
	// Written says how the words are written, in text that has punctuation; else empty.
	Written []data.Written
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
	s.Written = append(s.Written, c.in.written...)
	return s
}

func (s *Columns) reset() {
	*s = Columns{s.Word[:0], s.Prefix[:0], s.Stem[:0], s.Tag[:0], s.Pause[:0], s.Cut[:0], s.Fluent[:0], s.End[:0], s.Written[:0]}
}

// Reading returns the words of the session as they were read. It is valid as long as the
// session.
func (c *Session) Reading() *Reading {
	c.reading = Reading{l: c.l, in: c.in}
	return &c.reading
}
