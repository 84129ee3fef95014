package languages

import (
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

// Filler is a filled pause and how often it is one, by any measure.
type Filler struct {
	Text   string
	Weight float64
}

// artificial puts repairs and filled pauses into fluent text of a language, of the shapes, lengths
// and rates that they have in the treebanks of speech: exact repetitions, words that are broken off,
// words that are said again with another one among them, and sentences that begin anew. A word that takes
// the place of another one is one that stands behind the same word elsewhere.
type artificial struct {
	corpus  *Corpus
	parts   []*Part
	fillers []Filler
	weight  float64
	follow  map[int32][]place // where some words stand
	lines   int
}

// place is a unit of a part.
type place struct{ part, unit int32 }

// placesOf is how many places are known of a word.
const placesOf = 48

func newArtificial(c *Corpus, language string, fillers []Filler) *artificial {
	a := &artificial{corpus: c, fillers: fillers, follow: make(map[int32][]place)}
	seen := make(map[int32]int)
	r := rand.New(rand.NewPCG(1, 1))
	for _, p := range c.parts {
		if p.Language != language || p.Speech {
			continue
		}
		n := int32(len(a.parts))
		a.parts, a.lines = append(a.parts, p), a.lines+len(p.lines)-1
		for i := range p.units {
			w := p.units[i].word
			seen[w]++
			at := place{n, int32(i)}
			if all := a.follow[w]; len(all) < placesOf {
				a.follow[w] = append(all, at)
			} else if k := r.IntN(seen[w]); k < placesOf {
				all[k] = at
			}
		}
	}
	for _, f := range fillers {
		a.weight += f.Weight
	}
	return a
}

// Rates of what is put behind a word of fluent text, for one: means of the treebanks of French, Norwegian,
// Slovenian and English conversation, in which 1 of 40 words begins a repair and 1 of 30 is a filled pause.
const (
	rateRepeat  = 0.011
	ratePartial = 0.006
	rateChanged = 0.008
	rateAnew    = 0.002
	rateAnewAt  = 0.03 // where a sentence begins
	rateFiller  = 0.02
	// A filled pause stands between discarded words and the repair.
	rateBetween = 0.17
	rateAgain   = 0.1 // and once more
	rateHyphen  = 0.6 // a hyphen stands behind a word that is broken off
)

// spans are how many words a repetition has.
var spans = [...]int{1, 1, 1, 1, 1, 1, 1, 2, 2, 3}

// being is a sample into which repairs are put.
type being struct {
	*artificial
	r        *rand.Rand
	in, out  multilingual.Sample
	word     []int // where each word begins, and, last, the number of units
	language string
}

// put puts repairs into a sample, none at all into some.
func (a *artificial) put(s *multilingual.Sample, r *rand.Rand) {
	b := &being{artificial: a, r: r, in: *s, language: s.Language}
	for t := range s.Units {
		if t == 0 || !s.Units[t-1].Joined || multilingual.Unbroken(s.Units[t].Text) {
			b.word = append(b.word, t)
		}
	}
	n := len(b.word)
	b.word = append(b.word, len(s.Units))
	b.out.Language, b.out.Turn = s.Language, s.Turn
	much := [...]float64{0.4, 1, 2}[r.IntN(3)]
	for k := range n {
		b.before(k, much)
		for t := b.word[k]; t < b.word[k+1]; t++ {
			b.out.Units = append(b.out.Units, s.Units[t])
			for h := range s.Labels {
				b.out.Labels[h] = append(b.out.Labels[h], s.Labels[h][t])
			}
		}
	}
	*s = b.out
}

// before puts something before a word, or nothing.
func (b *being) before(k int, much float64) {
	begins := k == 0 || b.in.Labels[multilingual.HeadMark][b.word[k]-1] >= int8(multilingual.Period)
	anew := rateAnew
	if begins {
		anew = rateAnewAt
	}
	x := b.r.Float64() / much
	for _, kind := range [...]struct {
		rate float64
		put  func(k int)
	}{{rateRepeat, b.repeat}, {ratePartial, b.partial}, {rateChanged, b.changed}, {anew, b.anew}, {rateFiller, func(int) { b.filler() }}} {
		if x -= kind.rate; x < 0 {
			kind.put(k)
			return
		}
	}
}

// emit appends a unit that is removed.
func (b *being) emit(u multilingual.Unit, edit multilingual.Edit) {
	b.out.Units = append(b.out.Units, u)
	for h := range b.out.Labels {
		y := int8(-1)
		if h == multilingual.HeadEdit {
			y = int8(edit)
		}
		b.out.Labels[h] = append(b.out.Labels[h], y)
	}
}

// words emits words of the sample.
func (b *being) words(from, to int) {
	for t := b.word[from]; t < b.word[to]; t++ {
		b.emit(b.in.Units[t], multilingual.Edited)
	}
}

func (b *being) filler() {
	x := b.r.Float64() * b.weight
	for _, f := range b.fillers {
		if x -= f.Weight; x < 0 {
			units, _ := multilingual.Split(nil, nil, f.Text, b.language)
			for _, u := range units {
				b.emit(u, multilingual.Filled)
			}
			return
		}
	}
}

// between puts a filled pause between discarded words and the repair.
func (b *being) between() {
	if b.r.Float64() < rateBetween {
		b.filler()
	}
}

// span returns how many words of the same sentence are said again, from one on.
func (b *being) span(k int) int {
	n := spans[b.r.IntN(len(spans))]
	if multilingual.Unbroken(b.in.Units[b.word[k]].Text) {
		n += b.r.IntN(3) // words have several characters
	}
	for i := 1; i < n; i++ {
		if k+i >= len(b.word)-1 || b.in.Labels[multilingual.HeadMark][b.word[k+i]-1] >= int8(multilingual.Period) {
			return i
		}
	}
	return n
}

// repeat says words twice.
func (b *being) repeat(k int) {
	n := b.span(k)
	b.words(k, k+n)
	if b.between(); b.r.Float64() < rateAgain {
		b.words(k, k+n)
	}
}

// partial says the beginning of a word, which may have words before it once more.
func (b *being) partial(k int) {
	n := b.span(k) - 1
	text := b.in.Units[b.word[k+n]].Text
	length := utf8.RuneCountInString(text)
	if length < 2 {
		b.repeat(k)
		return
	}
	b.words(k, k+n)
	cut := []rune(strings.TrimRight(text, "-'"))
	cut = cut[:1+b.r.IntN(max(1, min(4, len(cut)-1)))]
	if piece := string(cut); b.r.Float64() < rateHyphen {
		b.emit(multilingual.Unit{Text: piece + "-"}, multilingual.Edited)
	} else {
		b.emit(multilingual.Unit{Text: piece}, multilingual.Edited)
	}
	b.between()
}

// changed says words with another one in the place of the last one, or without one of them.
func (b *being) changed(k int) {
	n := b.span(k)
	if n > 2 && b.r.IntN(4) == 0 {
		b.words(k, k+1)
		b.words(k+2, k+n)
		b.between()
		return
	}
	first := b.in.Units[b.word[k+n-1]].Text
	before := ""
	if t := b.word[k+n-1]; t > 0 {
		before = b.in.Units[t-1].Text
	}
	p, from, ok := b.behind(before, first)
	if !ok {
		b.repeat(k)
		return
	}
	b.words(k, k+n-1)
	b.copied(p, from, 1+b.r.IntN(2)*b.r.IntN(2))
	b.between()
}

// anew begins a sentence as another one.
func (b *being) anew(k int) {
	if b.lines == 0 {
		return
	}
	line := b.r.IntN(b.lines)
	for _, p := range b.parts {
		if line < len(p.lines)-1 {
			b.copied(p, int(p.lines[line]), 1+b.r.IntN(3))
			break
		}
		line -= len(p.lines) - 1
	}
	b.between()
}

// behind returns a place behind a word where another one than avoid stands in the same sentence.
func (b *being) behind(word, avoid string) (*Part, int, bool) {
	w, ok := b.corpus.number[word]
	if !ok {
		return nil, 0, false
	}
	for range 4 {
		all := b.follow[w]
		if len(all) == 0 {
			break
		}
		at := all[b.r.IntN(len(all))]
		p := b.parts[at.part]
		next := int(at.unit) + 1
		if next < len(p.units) && p.units[next-1].labels[multilingual.HeadMark] == int8(multilingual.NoMark) && b.corpus.words[p.units[next].word] != avoid {
			return p, next, true
		}
	}
	return nil, 0, false
}

// copied emits words of elsewhere, up to the end of a sentence.
func (b *being) copied(p *Part, from, words int) {
	for i := from; i < len(p.units) && words > 0; i++ {
		u := &p.units[i]
		b.emit(multilingual.Unit{Text: b.corpus.words[u.word], Joined: u.joined}, multilingual.Edited)
		if !u.joined || multilingual.Unbroken(b.corpus.words[u.word]) {
			words--
		}
		if u.labels[multilingual.HeadMark] != int8(multilingual.NoMark) {
			break
		}
	}
}
