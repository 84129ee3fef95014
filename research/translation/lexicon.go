package translation

import (
	"cmp"
	"math"
	"slices"
)

// Lexicon has the lexical weights: how much likelier marks are than none, given the word
// before them or the word behind them, as natural logarithm of the ratio of the two
// probabilities. It takes the place of IBM model 1 among the models of the paper
// (section 4), whose one question here is which words marks stand beside. It is immutable
// and may be shared between goroutines.
type Lexicon struct {
	sides [2]lexSide
}

// The sides of marks: a word before them, or behind them.
const (
	sideBefore = iota
	sideAfter
)

// lexSide are the ratios for words on one side.
type lexSide struct {
	words   []uint32  // hashes of words, sorted
	first   []uint32  // first of marks for each word, and the end
	without []float32 // logarithm of how often each word has no marks
	marks   []uint32  // Marks other than none, sorted for each word
	ratios  []float32 // of marks
	// For words that are not there, and marks that a word does not have: marks, sorted, and
	// their ratios; behind them the logarithm of how often a word that was not seen would have
	// no marks.
	all     []uint32
	general []float32
}

// Words that are seen seldom have the ratios of all words, mixed with their own as if all
// words had been seen lexMix times more beside them.
const lexMix = 2.0

// Edge is the hash that stands for the word before a segment, and for the one behind it.
const Edge uint64 = 0

// lexCount is how often marks stand beside a word.
type lexCount struct {
	word  uint32
	marks Marks
	n     uint32
}

// NewLexicon learns lexical weights from segments.
func NewLexicon(segments []Segment) *Lexicon {
	var seen [2][]lexCount
	for i := range segments {
		s := &segments[i]
		hash := func(k int) uint32 {
			if k < 0 || k == len(s.Words) {
				return lexHash(Edge)
			}
			return lexHash(WordHash(s.Words[k]))
		}
		for g, m := range s.Gaps {
			seen[sideBefore] = append(seen[sideBefore], lexCount{hash(g - 1), m, 1})
			seen[sideAfter] = append(seen[sideAfter], lexCount{hash(g), m, 1})
		}
	}
	x := new(Lexicon)
	for side := range seen {
		x.sides[side].learn(seen[side])
	}
	return x
}

// lexHash returns the part of a hash that words are known by here.
func lexHash(hash uint64) uint32 { return uint32(hash >> 32) }

func (l *lexSide) learn(seen []lexCount) {
	all := make(map[Marks]float64)
	for _, c := range seen {
		all[c.marks]++
	}
	zero := all[0] + 1
	for m := range all {
		if m != 0 {
			l.all = append(l.all, uint32(m))
		}
	}
	slices.Sort(l.all)
	for _, m := range l.all {
		l.general = append(l.general, float32(math.Log(all[Marks(m)]/zero)))
	}
	share := lexMix / float64(len(seen))
	l.general = append(l.general, float32(math.Log(share*zero)))
	slices.SortFunc(seen, func(a, b lexCount) int { return cmp.Or(cmp.Compare(a.word, b.word), cmp.Compare(a.marks, b.marks)) })
	runs := seen[:0]
	for _, c := range seen {
		if n := len(runs); n > 0 && runs[n-1].word == c.word && runs[n-1].marks == c.marks {
			runs[n-1].n++
		} else {
			runs = append(runs, c)
		}
	}
	without := 0.0
	for i, c := range runs {
		if i == 0 || runs[i-1].word != c.word {
			without = share * zero
			if c.marks == 0 {
				without += float64(c.n)
			}
			l.words, l.first = append(l.words, c.word), append(l.first, uint32(len(l.marks)))
			l.without = append(l.without, float32(math.Log(without)))
		}
		if c.marks != 0 {
			l.marks = append(l.marks, uint32(c.marks))
			l.ratios = append(l.ratios, float32(math.Log((float64(c.n)+share*all[c.marks])/without)))
		}
	}
	l.first = append(l.first, uint32(len(l.marks)))
}

// ratio returns ln P(marks | word) / P(none | word).
func (l *lexSide) ratio(word uint64, m Marks) float64 {
	general := -math.Log(1+float64(len(l.all))) - 1 // of marks that never stood anywhere
	if k, ok := slices.BinarySearch(l.all, uint32(m)); ok {
		general = float64(l.general[k])
	}
	i, ok := slices.BinarySearch(l.words, lexHash(word))
	if !ok {
		return general
	}
	from, to := l.first[i], l.first[i+1]
	if j, ok := slices.BinarySearch(l.marks[from:to], uint32(m)); ok {
		return float64(l.ratios[int(from)+j])
	}
	return general + float64(l.general[len(l.all)]) - float64(l.without[i])
}

// Before returns ln P(marks | word before them) - ln P(none | it), for marks that are not
// none and the hash of the word, or Edge.
func (x *Lexicon) Before(word uint64, m Marks) float64 { return x.sides[sideBefore].ratio(word, m) }

// After is Before for the word behind marks.
func (x *Lexicon) After(word uint64, m Marks) float64 { return x.sides[sideAfter].ratio(word, m) }
