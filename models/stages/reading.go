package stages

import (
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/text/numerals"
)

// Reading is a stretch of words, of one sentence or of many, as the tagger and the
// first stage see it. It is immutable.
type Reading struct {
	l  *Labeller
	in instance
}

// Read runs the tagger and the first stage on a sentence or stream, all of whose
// tokens are words (see Words): once for all that reads them.
func (l *Labeller) Read(s *data.Sentence) *Reading {
	w := l.worker()
	defer l.workers.Put(w)
	r, ok := l.readings.Get().(*Reading)
	if !ok {
		r = &Reading{l: l}
	}
	r.in.fill(w.lexicon, s)
	if len(s.Tokens) > 0 {
		l.firstStage(w, &r.in)
	}
	return r
}

// ReadAs returns the reading of a sentence, all of whose tokens are words, with tags, symbols
// as Tag returns them, and fillers that are known: no model is run.
func (l *Labeller) ReadAs(s *data.Sentence, tags []uint32, fillers []bool) *Reading {
	w := l.worker()
	defer l.workers.Put(w)
	r, ok := l.readings.Get().(*Reading)
	if !ok {
		r = &Reading{l: l}
	}
	r.in.fill(w.lexicon, s)
	r.in.tag, r.in.tagIndex = append(r.in.tag[:0], tags...), append(r.in.tagIndex[:0], make([]uint8, len(tags))...)
	r.in.filler = r.in.filler[:0]
	for _, is := range fillers {
		r.in.filler = append(r.in.filler, m3n.Bool(is))
	}
	return r
}

// Release gives the memory of a reading of Read or ReadAs back. Neither it nor what shares its
// words may be used afterwards. Readings that are kept need not be released.
func (r *Reading) Release() { r.l.readings.Put(r) }

// Untimed returns the reading without the times of its words, and what a voice says at them.
func (r *Reading) Untimed() *Reading {
	out := &Reading{l: r.l, in: r.in}
	out.in.voice = nil
	n := len(r.in.words)
	out.in.start, out.in.end = slices.Repeat([]float64{unknown}, n), slices.Repeat([]float64{unknown}, n)
	return out
}

// WithEnds returns the reading of the same words with what is predicted of the ends of
// sentences in it.
func (r *Reading) WithEnds(s *data.Sentence) *Reading {
	out := &Reading{l: r.l, in: r.in}
	out.in.ends, out.in.puncts = s.Ends, s.Puncts
	return out
}

// Of is WithEnds, and how people talk in the text is that of the sentence, too.
func (r *Reading) Of(s *data.Sentence) *Reading {
	out := &Reading{l: r.l, in: r.in}
	out.in.ends, out.in.puncts, out.in.talk = s.Ends, s.Puncts, s.Talk
	return out
}

// Part returns the reading of the words [from, to) of it, with the tags and fillers that
// they have among the others, and nothing of sentence boundaries. It shares its memory.
func (r *Reading) Part(from, to int) *Reading {
	out := &Reading{l: r.l}
	in, of := &out.in, &r.in
	in.words, in.start, in.end, in.turn = of.words[from:to:to], of.start[from:to:to], of.end[from:to:to], of.turn[from:to:to]
	in.tag, in.tagIndex, in.filler = of.tag[from:to:to], of.tagIndex[from:to:to], of.filler[from:to:to]
	if len(of.written) > 0 {
		in.written = of.written[from:to:to]
	}
	if len(of.voice) > 0 {
		in.voice = of.voice[from:to:to]
	}
	in.talk = of.talk
	in.opens, in.closes = of.opens && from == 0, of.closes && to == len(of.words)
	return out
}

// Without returns the reading without some of its words; the tags and fillers of
// the others are kept.
func (r *Reading) Without(removed func(word int) bool) *Reading {
	var kept []int32
	for t := range r.in.words {
		if !removed(t) {
			kept = append(kept, int32(t))
		}
	}
	out := &Reading{l: r.l}
	out.in.take(&r.in, kept)
	return out
}

// Len returns the number of words.
func (r *Reading) Len() int { return len(r.in.words) }

// Text returns a word as the models see it.
func (r *Reading) Text(word int) string { return r.in.words[word].text }

// Symbol returns the number of a word, the same for the same words.
func (r *Reading) Symbol(word int) uint32 { return r.in.words[word].word }

// Tag returns the symbol of a word's tag, as m3n.Symbol makes it of its name.
func (r *Reading) Tag(word int) uint32 { return r.in.tag[word] }

// Filler reports whether the first stage says that a word is a filler.
func (r *Reading) Filler(word int) bool { return r.in.filler[word] != m3n.Absent }

// InNumber reports whether a number goes on after a word: both it and the next one are of
// one, and one of them is something else where it stands alone, as "oh" is. Numbers alone
// may be a list.
func (r *Reading) InNumber(word int) bool {
	a, b := r.in.words[word].text, r.in.words[word+1].text
	return r.in.number(word) && r.in.number(word+1) && !(isNumber(a) && isNumber(b))
}

// Compound reports whether a word and the next one are one number, between whose parts nothing stands: "forty three",
// "one fourth".
func (r *Reading) Compound(word int) bool {
	if word+1 >= len(r.in.words) {
		return false
	}
	n := &lang.Numerals
	unit, small := n.Small[r.in.words[word+1].text]
	if !small {
		unit = n.Ordinals[r.in.words[word+1].text]
	}
	if n.Tens[r.in.words[word].text] > 0 {
		return unit > 0 && unit < 10
	}
	// "One first" and "one second" are no fractions, and neither is "one third time".
	return n.Small[r.in.words[word].text] == 1 && n.Ordinals[r.in.words[word+1].text] > 3
}

// Spelled reports whether the space after a word is within what is said a digit or a letter at a time ("four one five
// five", "s m i t h", "w w w dot example dot com"), and whether that is a whole for sure, and no list of few. It looks
// at no more than farSpelled words on either side.
func (r *Reading) Spelled(word int) (spelled, whole bool) {
	w := r.in.words
	if word+1 >= len(w) || !r.in.spelled(word) || !r.in.spelled(word+1) {
		return false, false
	}
	from, to := word, word+2
	for from > max(0, word+1-farSpelled) && r.in.spelled(from-1) {
		from--
	}
	for to < min(len(w), word+1+farSpelled) && r.in.spelled(to) {
		to++
	}
	n := &lang.Numerals
	joints, sure := false, false
	for k, x := range w[from:to] {
		joints = joints || n.Oh[x.text] && k > 0 && !n.Oh[w[from+k-1].text] && from+k+1 < to // "two oh seven"
		joints = joints || x.text == n.Point || n.Joints[x.text] != ""
		sure = sure || isSpelled(x.text) && !n.Oh[x.text]
	}
	if zeros := to-from == 2 && isZero(w[from].text) && isZero(w[from+1].text); to-from < leastSpelled && !zeros || !sure {
		return false, false
	}
	return true, joints || to-from >= longSpelled || to-from > leastSpelled && repeats(w[from:to])
}

// Called reports whether a word says that the number behind it, of which three digits are said one by one, is called:
// "call nine one one".
func (r *Reading) Called(word int) bool {
	w := r.in.words
	if word+leastSpelled >= len(w) || !lang.Numerals.Calls[w[word].text] {
		return false
	}
	for _, x := range w[word+1 : word+1+leastSpelled] {
		if n, digit := lang.Numerals.Small[x.text]; !(digit && n < 10) && !lang.Numerals.Oh[x.text] {
			return false
		}
	}
	return true
}

// repeats reports whether one of a few digits comes again, as in no list: "seven one seven two".
func repeats(w []*lexeme) bool {
	for i := range w {
		if _, digit := lang.Numerals.Small[w[i].text]; !digit {
			continue
		}
		for k := range i {
			if w[k].text == w[i].text {
				return true
			}
		}
	}
	return false
}

// aroundNumber is how many words on either side of a blank are read for a number around it.
const aroundNumber = 12

// WholeNumber reports whether a word and the next one can be read as one number only, a date, a time or an address
// among them: "october nineteen oh five". sure says that it is no list, either: see numerals.Whole.
func (r *Reading) WholeNumber(word int) (whole, sure bool) {
	w := r.in.words
	if word+1 >= len(w) || !numerals.Near(w[word].text, w[word+1].text) {
		return false, false
	}
	from := max(0, word-aroundNumber)
	around := make([]numerals.Word, 0, 2*aroundNumber+2)
	for k := from; k < min(len(w), word+2+aroundNumber); k++ {
		apart := k > 0 && (r.in.turn[k-1] != r.in.turn[k] || r.in.start[k]-r.in.end[k-1] >= numerals.Pause)
		around = append(around, numerals.Word{Text: w[k].text, Apart: apart})
	}
	return numerals.Whole(around, word-from)
}

// Labeller returns the labeller that has read the words.
func (r *Reading) Labeller() *Labeller { return r.l }

// StageSchema returns the columns of the edit stage, which ReadingColumns fills.
//
//go:noinline
func StageSchema() *m3n.Schema {
	return &m3n.Schema{Symbols: slices.Clone(stageSchema.Symbols), Reals: slices.Clone(stageSchema.Reals), Tails: slices.Clone(stageSchema.Tails)}
}

// ReadingColumns computes the columns of the edit stage for readings. It belongs to
// one goroutine.
type ReadingColumns struct{ scratch editScratch }

// Fill makes seq as long as the reading and fills its first columns, which are
// those of StageSchema.
func (c *ReadingColumns) Fill(seq *m3n.Sequence, r *Reading) {
	r.in.fillStage(seq, &c.scratch, &r.l.models.LanguageModels)
}

// Pauses are the columns of StageSchema's reals that times give, the first ones:
// the pause before a word and the one after it, in seconds.
const (
	Pauses     = pauses
	PauseAfter = 1
)

// Prefix and Suffix return the symbols of the first and last three characters of a word,
// of fewer where it is shorter.
func (r *Reading) Prefix(word int) uint32 { return longest(r.in.words[word].prefix[:3]) }

// Suffix is described with Prefix.
func (r *Reading) Suffix(word int) uint32 { return longest(r.in.words[word].suffix[:3]) }

// longest returns the last of symbols that is there.
func longest(symbols []uint32) uint32 {
	for i := len(symbols) - 1; i > 0; i-- {
		if symbols[i] != m3n.Absent {
			return symbols[i]
		}
	}
	return symbols[0]
}

// CutOff reports whether a word looks like the beginning of one of the next.
func (r *Reading) CutOff(word int) bool {
	return cutOff(r.in.words, r.in.filler, word) != m3n.Absent
}

// Start and End return the times of a word in seconds, NaN where they are unknown.
func (r *Reading) Start(word int) float64 { return r.in.start[word] }

// End is described with Start.
func (r *Reading) End(word int) float64 { return r.in.end[word] }

// Heard reports whether anything is known of what a voice says at the words.
func (r *Reading) Heard() bool { return len(r.in.voice) > 0 }

// Voice returns what the voice says at the boundary after a word, see data.Token; nil where
// that is unknown.
func (r *Reading) Voice(word int) []float32 {
	if !r.Heard() {
		return nil
	}
	return r.in.voice[word]
}

// Unheard returns the reading without what a voice says at its words.
func (r *Reading) Unheard() *Reading {
	out := &Reading{l: r.l, in: r.in}
	out.in.voice = nil
	return out
}

// Talk returns what the text around tells of how people talk in it.
func (r *Reading) Talk() data.Talk { return r.in.talk }

// TurnEnds reports whether the speaker's turn ends after a word, so that somebody else
// speaks before the next one, as far as the tokens say it.
func (r *Reading) TurnEnds(word int) bool {
	turn := r.in.turn
	if word+1 == len(turn) {
		return r.in.closes
	}
	return turn[word] != turn[word+1] && turn[word] != 0 && turn[word+1] != 0
}

// TurnBegins reports whether the speaker's turn begins with a word, as far as the tokens
// say it.
func (r *Reading) TurnBegins(word int) bool {
	if word == 0 {
		return r.in.opens
	}
	return r.TurnEnds(word - 1)
}

// Written returns how the words are written; nothing of text without punctuation.
func (r *Reading) Written() []data.Written { return r.in.written }
