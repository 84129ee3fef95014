package train

import (
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/wordclass"
)

// index gets ready to find words for those of a text.
func (d *disfluencies) index() {
	x := d.store
	counts := make([]int, len(x.texts))
	const mostOfTag = 50000
	for i := range x.words {
		w := &x.words[i]
		counts[w.word]++
		// From all over the text: the step is prime to what repeats in it.
		if j := (i * 7919) % len(x.words); len(d.byTag[x.words[j].tag]) < mostOfTag {
			d.byTag[x.words[j].tag] = append(d.byTag[x.words[j].tag], x.words[j].word)
		}
	}
	for n, text := range x.texts {
		if counts[n] < 5 {
			continue
		}
		if d.classes != nil {
			if k := d.classes.Of(text).Fine; k != wordclass.Unknown {
				d.mates[k] = append(d.mates[k], uint32(n))
			}
		}
		if len(text) > alikeLetters {
			d.alike[text[:alikeLetters]] = append(d.alike[text[:alikeLetters]], uint32(n))
		}
	}
}

// alikeLetters is how many letters words share that are alike.
const alikeLetters = 4

// contentTags are those of words that others of their class, or of a similar form, are said for.
var contentTags = func() map[uint32]bool {
	out := make(map[uint32]bool)
	for _, tag := range []string{"NN", "NNS", "VB", "VBD", "VBG", "VBN", "JJ", "RB", "CD"} {
		out[m3n.Symbol(tag)] = true
	}
	return out
}()

// another returns a word, with its tag, in the place of one of a repair; literal is what was said
// in the corpus.
func (d *disfluencies) another(w *storedWord, literal *repairStep, r *rand.Rand) (word uint32, tag uint8) {
	pick := func(all []uint32, or uint32) uint32 {
		for range 4 {
			if len(all) == 0 {
				break
			}
			if v := all[r.IntN(len(all))]; v != w.word {
				return v
			}
		}
		return or
	}
	if !contentTags[d.store.tags[w.tag]] {
		if r.IntN(3) > 0 {
			return literal.word, literal.tag
		}
		return pick(d.byTag[literal.tag], literal.word), literal.tag
	}
	text := d.store.texts[w.word]
	switch n := r.IntN(10); {
	case n < 4 && d.classes != nil:
		return pick(d.mates[d.classes.Of(text).Fine], literal.word), w.tag
	case n < 6 && len(text) > alikeLetters:
		return pick(d.alike[text[:alikeLetters]], literal.word), w.tag
	case n < 8:
		return pick(d.byTag[w.tag], literal.word), w.tag
	}
	return literal.word, literal.tag
}

// insertion is what is put before a word of a sentence.
type insertion struct {
	at    int
	words []insertedWord
}

type insertedWord struct {
	word   uint32
	tag    uint8
	filler bool
	label  data.Label
	from   *storedWord // that it is a copy of; nil: none
}

func (s *repairStep) inserted(y data.Label) insertedWord {
	return insertedWord{word: s.word, tag: s.tag, filler: s.filler, label: y}
}

// insert returns what is put into the sentence of the words [from, to) of the store, by place.
// density is how much more there is of it than in the corpus.
func (d *disfluencies) insert(from, to int, density float64, r *rand.Rand) []insertion {
	words := d.store.words[from:to]
	var out []insertion
	put := func(x insertion, ok bool) {
		if ok && !slices.ContainsFunc(out, func(y insertion) bool { return y.at == x.at }) {
			out = append(out, x)
		}
	}
	times := func(rate float64) int {
		n := 0
		for range words {
			if r.Float64() < rate {
				n++
			}
		}
		return n
	}
	for range times(d.repairRate * density) {
		if r.IntN(farShare) == 0 {
			put(d.far(words, r))
		} else {
			put(d.repair(words, r))
		}
	}
	for range times(d.fillerRate * density / 2) { // fluent text has its own
		put(d.filler(words, r))
	}
	slices.SortFunc(out, func(a, b insertion) int { return a.at - b.at })
	return out
}

// farShare is how many repairs there are for one over an aside.
const farShare = 20

// tries is how many templates are tried for one that fits a sentence.
const tries = 8

// place returns a place in the words whose word has a tag and so many behind it.
func place(words []storedWord, tag uint8, early bool, least int, r *rand.Rand) (int, bool) {
	if early {
		return 0, words[0].tag == tag && least <= len(words)
	}
	found, n := 0, 0
	for at := 1; at+least <= len(words); at++ {
		if words[at].tag == tag && words[at].label == uint8(data.O) {
			if n++; r.IntN(n) == 0 {
				found = at
			}
		}
	}
	return found, n > 0
}

// repair makes a reparandum as that of a template.
func (d *disfluencies) repair(words []storedWord, r *rand.Rand) (insertion, bool) {
	for range tries {
		t := &d.repairs[r.IntN(len(d.repairs))]
		at, ok := place(words, t.head, t.early, max(1, t.repair), r)
		if !ok {
			continue
		}
		out, next := insertion{at: at}, at
		for i := range t.steps {
			s := &t.steps[i]
			switch s.how {
			case skipped:
				next++
			case filled:
				out.words = append(out.words, s.inserted(data.F))
			case added:
				out.words = append(out.words, s.inserted(data.E))
			case copied:
				w := &words[next]
				out.words = append(out.words, insertedWord{w.word, w.tag, w.filler, data.E, w})
				next++
			case exchanged:
				word, tag := d.another(&words[next], s, r)
				out.words = append(out.words, insertedWord{word: word, tag: tag, filler: s.filler, label: data.E})
				next++
			}
		}
		for i := range t.interregna {
			out.words = append(out.words, t.interregna[i].inserted(data.F))
		}
		return out, true
	}
	return insertion{}, false
}

// far takes up a few words again after an aside: the beginning of the sentence or clause, an aside,
// which is a short clause of another sentence, and the words once more.
func (d *disfluencies) far(words []storedWord, r *rand.Rand) (insertion, bool) {
	n := 2 + r.IntN(3)
	if len(words) < n+2 {
		return insertion{}, false
	}
	at := 0
	if r.IntN(2) == 0 {
		at = r.IntN(len(words) - n)
	}
	out := insertion{at: at}
	said := n + r.IntN(3)
	for k := at; k < min(len(words), at+said); k++ {
		w := &words[k]
		out.words = append(out.words, insertedWord{w.word, w.tag, w.filler, data.E, w})
	}
	aside := r.IntN(len(d.store.words))
	for aside > 0 && !d.store.words[aside-1].ends {
		aside--
	}
	length := 3 + r.IntN(9)
	for k := aside; k < len(d.store.words) && k < aside+length; k++ {
		w := &d.store.words[k]
		out.words = append(out.words, insertedWord{w.word, w.tag, w.filler, data.E, w})
		if w.ends || w.written.After != data.NoMark && k > aside+2 {
			break
		}
	}
	return out, true
}

// filler makes a run of fillers as that of a template.
func (d *disfluencies) filler(words []storedWord, r *rand.Rand) (insertion, bool) {
	if len(d.fillers) == 0 {
		return insertion{}, false
	}
	for range tries {
		t := &d.fillers[r.IntN(len(d.fillers))]
		at, ok := place(words, t.next, t.early, 1, r)
		if !ok {
			continue
		}
		out := insertion{at: at}
		for i := range t.steps {
			out.words = append(out.words, t.steps[i].inserted(data.F))
		}
		return out, true
	}
	return insertion{}, false
}
