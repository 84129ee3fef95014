package editterms

import (
	"math"

	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
)

// The features. Each number is part of the keys of a model file: new ones go to the end.
const (
	fBias = iota
	fTerm
	fTermFirst
	fTermLast
	fTermWord
	fTermWords
	fTermPauses
	fApart
	fFreedom
	fOften
	fApartWords
	fTermClasses
	fTermClassEnds
	fTermTags
	fTermTagEnds
	fTermCost
	fTermWhole
	fTermEndFine
	fEndBefore
	fStart
	fRepairTag
	fRepairClass
	fAfterTag
	fAfterWord
	fLeft
	fBeforeTag
	fBeforeWord
	fPauseOnly

	fLength
	fPattern
	fPatternTerm
	fPatternApart
	fPatternPauses
	fFirstLast
	fCopies
	fLast
	fLastNext
	fFirstTags
	fLastTags
	fClass
	fClassFine
	fOnset
	fOnsetWord
	fOnsetTag
	fJoin
	fJoinAlone
	fJoinTerm
	fRareness
	fListBefore
	fListAfter
	fWhole
	fPatternCost
	fPatternWord
	fLengthTerm
	fTypeTerm
	fTailAlike
	fPauseClass
	fTermEdges
	fAroundEdges
	fTermClosed
	fEdges
	fTermLike
	fMarks
	fMarksApart
	fMarksEnds
	fMarksAround
	fNumbers
)

// key returns the key of a feature; 0 is none.
func key(f int, a, b uint64) uint32 {
	h := (uint64(f)+1)*0x9E3779B97F4A7C15 ^ a*0xff51afd7ed558ccd ^ b*0xc4ceb9fe1a85ec53
	h ^= h >> 31
	h *= 0x94D049BB133111EB
	h ^= h >> 29
	return uint32(h>>32) | 1
}

// Known says how much of a term features may tell. In training, terms are made unknown
// now and then, so that the model learns to do without knowing them.
type Known uint8

// What features tell of terms.
const (
	KnownTerm   Known = iota // its words
	KnownShape               // not its words, but their tags and classes
	KnownUse                 // how much it, and the words at its ends, are used to stand apart
	KnownLength              // how long and how likely it is
)

// steps cuts a value into steps of a size.
func steps(v, size float64, most int) uint64 {
	return uint64(100 + max(-most, min(most, int(math.Floor(v/size)))))
}

// read reads the features of the place that was found.
func (r *Reader) read(known func(term uint64) Known) {
	r.score()
	p := &r.place
	for i := range p.terms {
		t := &p.terms[i]
		if t.known = known(t.hash); t.known < KnownUse && !t.apart.identifiable() {
			t.known = KnownUse
		}
		if first, last := r.core(t); t.known == KnownUse && t.core > 0 && (r.phrases.word(r.hashes[first]) == 0 || r.phrases.word(r.hashes[last]) == 0) {
			t.known = KnownLength
		}
		t.from = len(p.keys)
		r.termFeatures(t, t.known)
		t.up = len(p.keys)
	}
	for i := range p.readings {
		x := &p.readings[i]
		x.keys = len(p.keys)
		r.features(x, &p.terms[x.term], p.terms[x.term].known)
		x.up = len(p.keys)
	}
}

// closedTags are those of the words that hardly begin or end an editing term.
var closedTags = func() map[uint32]bool {
	out := make(map[uint32]bool)
	for _, t := range []string{"CC", "IN", "DT", "TO", "WDT", "MD", "EX", "PDT", "POS", "BES", "HVS", "CD"} {
		out[m3n.Symbol(t)] = true
	}
	return out
}()

// edge returns how often punctuation marks stand after the word before a word and before it, added up.
func (r *Reader) edge(i int) int {
	return r.phrases.word(r.hashes[i-1]).closes() + r.phrases.word(r.hashes[i]).opens()
}

func (r *Reader) emit(f int, a, b uint64) {
	r.place.keys = append(r.place.keys, key(f, a, b))
}

// class returns the coarse class of a word, those beyond the sentence apart.
func (r *Reader) coarse(i int) uint64 {
	if i < 0 || i >= len(r.words) {
		return 1 << 20
	}
	return uint64(r.class[i].Coarse)
}

func (r *Reader) tag(i int) uint64 {
	if i < 0 || i >= len(r.words) {
		return 1
	}
	return uint64(r.tags[i])
}

func (r *Reader) hash(i int) uint64 {
	if i < 0 || i >= len(r.words) {
		return 1
	}
	return r.hashes[i]
}

// core returns the first and the last word of a term that are no filled pauses, -1: it
// has none.
func (r *Reader) core(t *term) (first, last int) {
	first, last = -1, -1
	for i := r.place.at; i < t.to; i++ {
		if !r.pause[i] {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	return first, last
}

// termFeatures reads the features of a term, whatever it repairs.
func (r *Reader) termFeatures(t *term, known Known) {
	at, u := r.place.at, t.to
	first, last := r.core(t)
	pauses := uint64(0)
	if r.pause[at] {
		pauses = 1
	}
	if r.pause[u-1] {
		pauses += 2
	}
	r.emit(fBias, 0, 0)
	r.emit(fTermPauses, pauses, uint64(min(t.core, 1)))
	r.emit(fTermWords, uint64(min(t.core, 3)), 0)
	if t.core == 0 {
		r.emit(fPauseOnly, r.tag(at-1), r.tag(u))
		r.emit(fPauseOnly, r.coarse(at-1), 7<<32|r.coarse(u))
	} else {
		if known == KnownTerm {
			r.emit(fTerm, t.hash, 0)
			r.emit(fTerm, t.hash, pauses+1)
			r.emit(fTermFirst, r.hash(first), 0)
			r.emit(fTermLast, r.hash(last), 0)
			for i := first; i <= last; i++ {
				r.emit(fTermWord, r.hash(i), 0)
			}
			r.emit(fTermEndFine, uint64(r.class[first].Fine), uint64(r.class[last].Fine))
		}
		// A term is not made of words like those around it: these are lists.
		like, content := different, 0
		for i := first; i <= last; i++ {
			if !r.pause[i] && contentTags[r.tags[i]] {
				content++
				like = max(like, r.alike(i, u), r.alike(at-1, i), r.alike(i, u+1))
			}
		}
		r.emit(fTermLike, uint64(like), 0)
		r.emit(fTermLike, uint64(like), 1+uint64(min(t.core, 3)))
		r.emit(fTermLike, uint64(min(content, 2)), 8+uint64(min(t.core, 3)))
		if tag := r.tags[first]; closedTags[tag] {
			r.emit(fTermClosed, r.hash(first), 1)
		}
		if tag := r.tags[last]; closedTags[tag] {
			r.emit(fTermClosed, r.hash(last), 2)
		}
		if known <= KnownUse {
			// A phrase that stands apart as a whole need not begin and end as others do.
			whole := t.apart.level()
			r.emit(fTermEdges, max(whole, edgeLevel(r.phrases.word(r.hashes[first]).opens())), 1)
			r.emit(fTermEdges, max(whole, edgeLevel(r.phrases.word(r.hashes[last]).closes())), 2)
			r.emit(fFreedom, whole, 0)
			// How likely punctuation marks are around it, and within.
			before, after, within := r.edge(first), r.edge(u), 0
			for i := first + 1; i <= last; i++ {
				within = max(within, r.edge(i))
			}
			r.emit(fEdges, uint64(min(before, after)/2), 1)
			r.emit(fEdges, uint64(before/6), 2)
			r.emit(fEdges, uint64(after/6), 3)
			r.emit(fEdges, uint64(within/6), 4)
		}
		if known <= KnownShape {
			a := t.apart
			r.emit(fApart, uint64(a.freedom()), uint64(a.often()))
			r.emit(fOften, uint64(a.often()), 0)
			r.emit(fApartWords, uint64(a.freedom()), uint64(t.core))
			classes, tags := uint64(0), uint64(0)
			for i := first; i <= last; i++ {
				classes, tags = extend(classes, r.coarse(i)), extend(tags, r.tag(i))
			}
			r.emit(fTermClasses, classes, 0)
			r.emit(fTermClassEnds, r.coarse(first), r.coarse(last))
			r.emit(fTermTags, tags, 0)
			r.emit(fTermTagEnds, r.tag(first), 2)
			r.emit(fTermTagEnds, r.tag(last), 3)
		}
		// What it costs as words of the sentence, and on its own.
		cost := (r.sums[u] - r.sums[at]) / float64(u-at)
		s, whole := r.lm.BeginState(), 0.0
		for i := first; i <= last; i++ {
			var p float64
			p, s = r.lm.Score(s, r.ids[i])
			whole += p
		}
		p, _ := r.lm.Score(s, lm.End)
		whole = (whole + p) / float64(last-first+2)
		if known <= KnownShape {
			r.emit(fTermCost, steps(cost, 1, 10), 0)
			r.emit(fTermWhole, steps(whole, 0.5, 14), 0)
		}
		r.emit(fTermCost, steps(cost, 3, 3), 1)
		r.emit(fTermWhole, steps(whole-cost, 1, 6), 1)
	}
	r.termMarks(t)
	r.emit(fAroundEdges, uint64(r.phrases.word(r.hashes[at-1]).closes()), 1)
	r.emit(fAroundEdges, uint64(r.phrases.word(r.hashes[u]).opens()), 2)
	p, _ := r.lm.Score(r.states[at], lm.End)
	r.emit(fEndBefore, steps(p, 1, 9), 0)
	r.emit(fEndBefore, steps(p, 1, 9), 1+uint64(min(t.core, 1)))
	r.emit(fStart, steps(r.asIs(u), 2, 8), 0)
	r.emit(fRepairTag, r.tag(u), 0)
	r.emit(fRepairTag, r.tag(u), r.tag(u+1))
	r.emit(fRepairClass, r.coarse(u), 0)
	r.emit(fAfterTag, r.tag(u+1), 0)
	r.emit(fAfterWord, r.hash(u+1), 0)
	r.emit(fLeft, uint64(min(len(r.words)-u, 6)), 0)
	r.emit(fBeforeTag, r.tag(at-1), r.tag(u))
	r.emit(fBeforeWord, r.hash(at-1), 0)
}

// features reads the features of a reading.
func (r *Reader) features(x *reading, t *term, known Known) {
	s, at, u := x.from, r.place.at, t.to
	m := at - s
	// How the words correspond, one by one.
	pattern, same, near := uint64(m), 0, 0
	for i := range min(m, 5) {
		a := r.alike(s+i, u+i)
		pattern = pattern*8 + uint64(a)
		switch {
		case a == sameWord:
			same++
		case a >= sameFine:
			near++
		}
	}
	if m > 5 {
		pattern = 7<<40 | uint64(m)
	}
	first, last, lastFirst, lastNext := r.alike(s, u), r.alike(at-1, u+m-1), r.alike(at-1, u), r.alike(at-1, u+m)
	ends := uint64(first)<<8 | uint64(last)<<4 | uint64(lastFirst)
	only := uint64(min(t.core, 1))
	r.emit(fLength, uint64(m), only)
	r.emit(fPattern, pattern, 0)
	r.emit(fPatternPauses, pattern, 1+only)
	r.emit(fFirstLast, ends, 0)
	r.emit(fFirstLast, ends, uint64(min(m, 4))+1)
	r.emit(fFirstLast, ends, 10+only)
	r.emit(fCopies, uint64(same), uint64(near))
	r.emit(fCopies, uint64(same), uint64(near)<<8|uint64(m)<<4|1<<3|only)
	r.emit(fLast, uint64(last), uint64(lastFirst))
	r.emit(fLastNext, uint64(lastNext), uint64(last))
	r.emit(fFirstTags, r.tag(s), r.tag(u))
	r.emit(fLastTags, r.tag(at-1), uint64(last)<<8|uint64(lastFirst))
	r.emit(fClass, r.coarse(at-1), uint64(last)<<8|uint64(lastFirst))
	r.emit(fClass, r.coarse(s), 1<<32|uint64(first))
	if first >= sameFine && first < sameWord {
		r.emit(fClassFine, uint64(r.class[s].Fine), only)
	}
	if lastFirst >= sameFine && lastFirst < sameWord {
		r.emit(fClassFine, uint64(r.class[u].Fine), 2+only)
	}
	if t.core == 0 {
		r.emit(fPauseClass, r.coarse(s), ends)
		r.emit(fPauseClass, r.tag(s), 1<<32|ends)
	}
	// The word before: a reparandum does not begin behind a word that its repair repeats.
	before := r.alike(s-1, u)
	r.emit(fOnset, uint64(before), uint64(first))
	r.emit(fOnset, uint64(r.alike(s-1, u-1)), 1<<8)
	r.emit(fOnsetWord, r.hash(s-1), 0)
	r.emit(fOnsetTag, r.tag(s-1), r.tag(s))
	r.emit(fOnsetTag, r.tag(s-1), 1<<40|r.tag(u))
	// What the repair gains in the place of the reparandum.
	joined := r.continued(r.states[s], u)
	gain := joined - r.asIs(u)
	r.emit(fJoin, steps(gain, 1, 9), 0)
	r.emit(fJoin, steps(gain, 1, 9), 1+only)
	r.emit(fJoinAlone, steps(joined, 1, 16), 0)
	r.emit(fJoinAlone, steps(joined-r.asIs(s), 1, 9), 1)
	r.emit(fJoinTerm, steps(gain, 2, 5), 1<<16|uint64(first))
	// Words of a class are the more alike the more often they are used.
	r.emit(fRareness, uint64(min(r.class[s].LogCount, r.class[u].LogCount)/2), uint64(first))
	r.emit(fRareness, uint64(math.Abs(r.class[at-1].LogCount-r.class[min(u+m-1, len(r.words)-1)].LogCount)/2), 16+uint64(last))
	// Lists: alike words before, or after.
	r.emit(fListBefore, uint64(r.alike(s-2, u)), uint64(r.alike(s-1, u)))
	r.emit(fListAfter, uint64(max(r.alike(u, u+2), r.alike(u, u+3))), r.hash(u+1))
	r.emit(fTailAlike, uint64(r.alike(at-1, u+1)), uint64(m))
	if s == 0 {
		r.emit(fWhole, uint64(m), 0)
	}
	r.readingMarks(s, m, t, ends, uint64(max(first, lastFirst)))
	if r.number[at-1] && u < len(r.words) {
		again := uint64(0)
		if r.number[u] || u+m-1 < len(r.words) && r.number[u+m-1] {
			again = 1
		}
		r.emit(fNumbers, again, uint64(t.core))
		r.emit(fNumbers, again, 8|uint64(min(m, 3))<<4|only)
	}
	if t.core == 0 {
		return
	}
	r.emit(fPatternCost, ends, steps((r.sums[u]-r.sums[at])/float64(u-at), 2, 5))
	if known <= KnownShape {
		r.emit(fPatternApart, ends, uint64(t.apart))
		r.emit(fPatternApart, uint64(max(first, lastFirst)), 1<<10|uint64(t.apart))
		r.emit(fLengthTerm, uint64(m), uint64(t.apart))
	}
	if known <= KnownUse {
		r.emit(fPatternApart, ends, 1<<11|t.apart.level())
	}
	if known == KnownTerm {
		r.emit(fPatternTerm, t.hash, ends)
		r.emit(fPatternTerm, t.hash, 1<<20|uint64(max(first, lastFirst)))
		firstWord, lastWord := r.core(t)
		r.emit(fPatternWord, r.hash(firstWord), uint64(max(first, lastFirst)))
		r.emit(fPatternWord, r.hash(lastWord), 1<<20|uint64(max(first, lastFirst)))
		r.emit(fTypeTerm, t.hash, uint64(m))
	}
}
