package train

import (
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/wordclass"
)

// How a word of a reparandum comes from its repair.
const (
	copied    = iota // it is the next word of the repair
	exchanged        // another word stands in its place
	added            // the repair has no such word
	skipped          // no word: the repair has one that the reparandum lacks
	filled           // a filler inside the reparandum
)

// repairStep is a word of a template.
type repairStep struct {
	how    uint8
	filler bool   // of the first stage
	word   uint32 // as it was said
	tag    uint8
}

// repairTemplate is a repair of a corpus: how its reparandum comes from the words behind it,
// and what stands between.
type repairTemplate struct {
	steps      []repairStep
	interregna []repairStep
	repair     int   // words of the repair that the steps read
	head       uint8 // tag of the first word of the repair
	early      bool  // at the beginning of a sentence
}

// fillerTemplate is a run of fillers of a corpus, with the tag of the word behind it.
type fillerTemplate struct {
	steps []repairStep
	next  uint8
	early bool
}

// disfluencies are the repairs and fillers of a corpus, to put such into fluent text: kinds,
// lengths, places and interregna are as frequent as there.
type disfluencies struct {
	repairs []repairTemplate
	fillers []fillerTemplate
	// of the words of the corpus, one in so many begins a repair, or a run of fillers
	repairRate, fillerRate float64
	store                  *textStore
	byTag                  [256][]uint32                // words of a text, as often as they occur
	mates                  map[wordclass.Class][]uint32 // words of a class
	alike                  map[string][]uint32          // words that begin with the same letters
	classes                *wordclass.Classes
}

// longestReparandum is of how many words a reparandum is at most that is learned from.
const longestReparandum = 12

// newDisfluencies learns from the sentences of a corpus.
func newDisfluencies(store *textStore, samples []neural.Sample, classes *wordclass.Classes) *disfluencies {
	d := &disfluencies{store: store, classes: classes, mates: make(map[wordclass.Class][]uint32), alike: make(map[string][]uint32)}
	words := 0
	for i := range samples {
		if s := &samples[i]; s.Kind == neural.Corpus && s.Form == formSentences {
			words += s.Reading.Len()
			d.learn(s.Reading, s.Labels)
		}
	}
	d.repairRate, d.fillerRate = float64(len(d.repairs))/float64(max(1, words)), float64(len(d.fillers))/float64(max(1, words))
	return d
}

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

// learn learns from a sentence with labels.
func (d *disfluencies) learn(r *stages.Reading, labels []data.Label) {
	for from := 0; from < len(labels); {
		if labels[from] == data.O {
			from++
			continue
		}
		to, first, last := from, -1, -1
		for ; to < len(labels) && labels[to] != data.O; to++ {
			if labels[to] == data.E {
				if first < 0 {
					first = to
				}
				last = to
			}
		}
		switch {
		case to == len(labels):
		case first < 0:
			f := fillerTemplate{next: d.store.tag(r.Tag(to)), early: from == 0}
			for t := from; t < to; t++ {
				f.steps = append(f.steps, d.step(r, t, filled))
			}
			if to-from <= 4 {
				d.fillers = append(d.fillers, f)
			}
		case last-first < longestReparandum:
			d.repairs = append(d.repairs, d.template(r, labels, first, last, to))
		}
		from = to
	}
}

func (d *disfluencies) step(r *stages.Reading, t int, how uint8) repairStep {
	return repairStep{how: how, filler: r.Filler(t), word: d.store.number(r.Text(t)), tag: d.store.tag(r.Tag(t))}
}

// template returns that of the edit words [first, last] with fillers among and behind them, whose
// repair begins at to.
func (d *disfluencies) template(r *stages.Reading, labels []data.Label, first, last, to int) repairTemplate {
	out := repairTemplate{head: d.store.tag(r.Tag(to)), early: first == 0}
	var edit, repair []int
	for t := first; t <= last; t++ {
		if labels[t] == data.E {
			edit = append(edit, t)
		}
	}
	for t := to; t < r.Len() && len(repair) < len(edit)+2; t++ {
		if labels[t] == data.O {
			repair = append(repair, t)
		}
	}
	how, skips := alignRepair(r, edit, repair)
	at := 0
	for t := first; t <= last; t++ {
		if labels[t] != data.E {
			out.steps = append(out.steps, d.step(r, t, filled))
			continue
		}
		for range skips[at] {
			out.steps = append(out.steps, repairStep{how: skipped})
			out.repair++
		}
		out.steps = append(out.steps, d.step(r, t, how[at]))
		if how[at] != added {
			out.repair++
		}
		at++
	}
	for t := last + 1; t < to; t++ {
		out.interregna = append(out.interregna, d.step(r, t, filled))
	}
	return out
}

// alignRepair returns how each edit word comes from the words of the repair, and how many of these
// it skips before: the cheapest alignment of the edit words with a beginning of the repair.
func alignRepair(r *stages.Reading, edit, repair []int) (how []uint8, skips []int) {
	const addCost, skipCost, tagCost, otherCost = 5, 4, 4, 8
	n, m := len(edit), len(repair)
	type cell struct {
		cost int
		how  uint8
	}
	table := make([]cell, (n+1)*(m+1))
	at := func(i, j int) *cell { return &table[i*(m+1)+j] }
	for i := 0; i <= n; i++ {
		for j := 0; j <= m; j++ {
			if i == 0 && j == 0 {
				continue
			}
			best := cell{cost: 1 << 30}
			try := func(c cell) {
				if c.cost < best.cost {
					best = c
				}
			}
			if i > 0 && j > 0 {
				e, p := edit[i-1], repair[j-1]
				switch before := at(i-1, j-1).cost; {
				case r.Symbol(e) == r.Symbol(p):
					try(cell{before, copied})
				case r.Tag(e) == r.Tag(p):
					try(cell{before + tagCost, exchanged})
				default:
					try(cell{before + otherCost, exchanged})
				}
			}
			if i > 0 {
				try(cell{at(i-1, j).cost + addCost, added})
			}
			if j > 0 {
				try(cell{at(i, j-1).cost + skipCost, skipped})
			}
			*at(i, j) = best
		}
	}
	end := 0
	for j := range m + 1 {
		if at(n, j).cost < at(n, end).cost {
			end = j
		}
	}
	how, skips = make([]uint8, n), make([]int, n)
	for i, j := n, end; i > 0 || j > 0; {
		switch c := at(i, j); c.how {
		case skipped:
			// Before the edit word that is met next, going forward.
			if i < n {
				skips[i]++
			}
			j--
		case added:
			i--
			how[i] = added
		default:
			i, j = i-1, j-1
			how[i] = c.how
		}
	}
	return how, skips
}

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
