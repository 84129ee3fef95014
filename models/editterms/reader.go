package editterms

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/wordclass"
)

// Span is a repair with an editing term: the words [From, Term) are the reparandum, [Term, Repair)
// the editing term with the filled pauses around it, and the repair begins at Repair.
type Span struct{ From, Term, Repair int }

// Text is a sentence as it is read: its words, in lower case, and the symbols of their
// predicted tags (see m3n.Symbol).
type Text struct {
	Words []string
	Tags  []uint32
	// Ends holds for each word the probability that a sentence ends after it; nil: it is one
	// sentence.
	Ends []float32
	// Marks holds for each word the mark after it; nil: the text has no punctuation.
	Marks []data.Mark
}

const (
	maxReparandum = 6  // words of a reparandum
	maxCopied     = 12 // of one that begins with the same word as its repair
	maxAnything   = 3  // of one that is not like its repair at all, before a term that is listed
	maxReadings   = 64 // of a place
)

// pauses are the filled pauses.
var pauses = map[string]bool{"uh": true, "um": true, "er": true, "ah": true, "uhm": true, "erm": true, "eh": true}

// Reader finds the places of sentences, and reads the features of their readings. It
// belongs to one goroutine.
type Reader struct {
	classes *wordclass.Classes
	phrases *Phrases
	lm      *lm.Model

	words  []string
	tags   []uint32
	ends   []float32
	marks  []data.Mark
	hashes []uint64
	class  []wordclass.Word
	pause  []bool
	number []bool
	states []lm.State // before each word, and at the end; empty until asked for
	sums   []float64
	ids    []uint32
	place  place
}

// place is where an editing term may begin.
type place struct {
	at       int
	terms    []term
	readings []reading
	keys     []uint32 // of all terms and readings
}

// term is an editing term that may stand at a place, with the features of it alone.
type term struct {
	to       int // the first word after it
	core     int // words without filled pauses
	apart    apart
	hash     uint64 // of the core
	known    Known
	from, up int // its keys
}

// reading is what may be repaired at a place.
type reading struct {
	from     int
	term     int
	keys, up int
}

// NewReader returns a reader. words is the language model of fluent text.
func NewReader(classes *wordclass.Classes, phrases *Phrases, words *lm.Model) *Reader {
	return &Reader{classes: classes, phrases: phrases, lm: words}
}

// Reset turns the reader to a sentence.
func (r *Reader) Reset(t Text) {
	r.words, r.tags, r.ends, r.marks = t.Words, t.Tags, t.Ends, t.Marks
	r.hashes, r.class, r.pause, r.number, r.states = r.hashes[:0], r.class[:0], r.pause[:0], r.number[:0], r.states[:0]
	for i, w := range t.Words {
		r.hashes, r.class = append(r.hashes, wordHash(w)), append(r.class, r.classes.Of(w))
		r.pause, r.number = append(r.pause, pauses[w]), append(r.number, language.IsNumber(w) && (!lang.NumberParts[w] || t.Tags[i] == cardinal))
	}
}

// How alike two words are.
const (
	different = iota
	sameTag
	sameCoarse // coarse class and tag
	sameFine   // fine class, but not the tag; or both are numbers, however they are spelled
	sameBoth   // fine class, or numbers, and tag
	sameWord
)

// alike returns how alike two words are.
func (r *Reader) alike(i, j int) int {
	if i < 0 || j >= len(r.words) {
		return different
	}
	a, b := r.class[i], r.class[j]
	tag := r.tags[i] == r.tags[j]
	fine := a.Fine != wordclass.Unknown && a.Fine == b.Fine || r.number[i] && r.number[j]
	switch {
	case r.hashes[i] == r.hashes[j]:
		return sameWord
	case fine && tag:
		return sameBoth
	case fine:
		return sameFine
	case a.Fine != wordclass.Unknown && a.Coarse == b.Coarse && tag:
		return sameCoarse
	case tag:
		return sameTag
	}
	return different
}

// contentTags are the tags of the words that are repaired with words of their class.
var contentTags = func() map[uint32]bool {
	out := make(map[uint32]bool)
	for _, t := range []string{"NN", "NNS", "NNP", "NNPS", "CD", "JJ", "JJR", "JJS", "VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "RB", "RBR", "FW"} {
		out[m3n.Symbol(t)] = true
	}
	return out
}()

// everyday is how often a phrase stands apart that is used all the time, and not to repair
// anything: "you know", "okay".
const everyday = 11

// lang has the word lists that the package reads.
var lang = language.English()

// cardinal is the tag of numbers: "one" is none in "the red one".
var cardinal = m3n.Symbol("CD")

// coordinator is the tag of "and" and "or": what stands between like words with it is a
// part of a list.
var coordinator = m3n.Symbol("CC")

// fits reports whether words from s on may be a reparandum whose repair begins at u.
func (r *Reader) fits(s, t, u int) bool {
	switch first := r.alike(s, u); {
	case first >= sameCoarse:
		return true
	case first == sameTag && contentTags[r.tags[s]]:
		return true
	}
	last := r.alike(t-1, u)
	return last >= sameCoarse || t-s > 1 && r.alike(t-1, u+1) >= sameFine
}

// repairs reports whether the repair at u says other words than the reparandum: content
// words, where the term is not listed. Repetitions are for the models that know rough
// copies (package repairs).
func (r *Reader) repairs(s, t, u int, listed bool) bool {
	for i := range t - s {
		if u+i >= len(r.words) || r.hashes[s+i] != r.hashes[u+i] && (listed || contentTags[r.tags[s+i]]) {
			return true
		}
	}
	return false
}

// twins reports whether what stands between t and u may be a term that nobody knows: the
// last word before it and one of the first after it are of one class and no function
// words, or the words after it begin as some before it do and go on with a word of the
// same kind.
func (r *Reader) twins(t, u int) bool {
	least := sameFine
	if r.mark(t-1) > unmarked && r.mark(u-1) > unmarked {
		least = sameCoarse // what stands between marks needs less of a reason
	}
	if a := r.alike(t-1, u); contentTags[r.tags[t-1]] && a >= least && a < sameWord {
		return true
	}
	for s := t - 2; s >= max(0, t-4); s-- {
		if r.hashes[s] == r.hashes[u] && u+1 < len(r.words) {
			if a := r.alike(s+1, u+1); a >= sameTag && contentTags[r.tags[t-1]] {
				return true
			}
		}
	}
	return false
}

// find reads the place before word t, if it is one: the terms that may stand there, and
// what they may repair.
func (r *Reader) find(t int) bool {
	p := &r.place
	p.at, p.terms, p.readings, p.keys = t, p.terms[:0], p.readings[:0], p.keys[:0]
	n := len(r.words)
	if r.pause[t-1] {
		return false
	}
	from := t
	for from < n && r.pause[from] {
		from++
	}
	if from > t {
		r.add(t, from, 0, 0, 0)
	}
	h := uint64(0)
	core := 0
	for u := from; u < n && core < maxTerm; {
		h = extend(h, r.hashes[u])
		core++
		u++
		known := r.phrases.of(h)
		inner := u
		for u < n && r.pause[u] {
			u++
		}
		if u == n {
			break
		}
		if !known.listed() && (known.often() >= everyday || r.tags[from] == coordinator && core < 3) {
			continue // "boston you know denver", "boston or maybe denver"
		}
		if known != 0 || r.twins(t, u) && r.apart(t, from, inner, u) {
			r.add(t, u, core, known, h)
		}
	}
	return len(p.readings) > 0
}

// apart reports whether a term before t to u, of the words from from to inner but for filled pauses, may stand apart:
// its first and last word are used to, or it stands between marks.
func (r *Reader) apart(t, from, inner, u int) bool {
	return r.phrases.word(r.hashes[from]).mayOpen() && r.phrases.word(r.hashes[inner-1]).mayClose() || r.mark(t-1) > unmarked && r.mark(u-1) > unmarked
}

// add adds the readings of a place with a term, which is not the end of the sentence.
func (r *Reader) add(t, u, core int, known apart, h uint64) {
	if u >= len(r.words) {
		return
	}
	p := &r.place
	before := len(p.readings)
	for s := t - 1; s >= max(0, t-maxCopied) && len(p.readings) < maxReadings; s-- {
		if r.pause[s] || t-s > maxReparandum && r.hashes[s] != r.hashes[u] {
			continue
		}
		if !(known.listed() && t-s <= maxAnything) && !r.fits(s, t, u) || !r.repairs(s, t, u, known.listed()) {
			continue
		}
		p.readings = append(p.readings, reading{from: s, term: len(p.terms)})
	}
	if len(p.readings) > before {
		p.terms = append(p.terms, term{to: u, core: core, apart: known, hash: h})
	}
}

// score computes the language model scores of the sentence as it is.
func (r *Reader) score() {
	if len(r.states) > 0 {
		return
	}
	r.ids, r.states, r.sums = r.ids[:0], append(r.states[:0], r.lm.BeginState()), append(r.sums[:0], 0)
	v := r.lm.Vocabulary()
	for i, w := range r.words {
		r.ids = append(r.ids, v.ID(w))
		p, next := r.lm.Score(r.states[i], r.ids[i])
		r.states, r.sums = append(r.states, next), append(r.sums, r.sums[i]+p)
	}
	p, _ := r.lm.Score(r.states[len(r.words)], lm.End)
	r.sums = append(r.sums, r.sums[len(r.words)]+p)
}

// continued returns the log-probability of the two words from u on, after a state.
func (r *Reader) continued(s lm.State, u int) float64 {
	total := 0.0
	for i := u; i < u+2; i++ {
		id := uint32(lm.End)
		if i < len(r.ids) {
			id = r.ids[i]
		}
		var p float64
		p, s = r.lm.Score(s, id)
		total += p
		if i >= len(r.ids) {
			break
		}
	}
	return total
}

// asIs returns the log-probability of the two words from u on in the sentence as it is.
func (r *Reader) asIs(u int) float64 { return r.sums[min(u+2, len(r.words)+1)] - r.sums[u] }
