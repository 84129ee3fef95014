package confidence

import (
	"math"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/weights"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Removal is a stretch of words that a decoder removes from a sentence as a reparandum.
type Removal struct {
	Columns  *stages.Columns // of the sentence
	Fluent   *lm.Model       // of fluent text
	Labels   []data.Label    // of the words of the sentence, with what is removed
	From, To int             // the words of the stretch, half-open
	// Terms is other evidence, as numbers whose places mean the same for all removals.
	Terms []float64
}

// The features. Each number is part of the keys of a model file: new ones go to the end.
const (
	fBias = iota
	fTerm
	fShape
	fShapeMarks
	fFirst
	fLast
	fNext
	fTwoNext
	fBefore
	fLastNext
	fBeforeNext
	fBeforeFirst
	fFirstNext
	fLastTag
	fNextTag
	fTagsNext
	fBeforeTag
	fTagLastNext
	fTagBeforeNext
	fTagFirstNext
	fTagBeforeFirst
	fOwnTags
	fOwnTagsNext
	fOwnWords
	fOwnWordsNext
	fMarks
	fMarksNext
	fMarksLast
	fMarksShape
	fFluency
	fFluencyShape
	fBetween
	fShared
	fSharedMarks
	fVerbs
	fFirstTag
	fInside
)

// What stands for a word beyond the ends of the sentence, and the mark before it.
const (
	outside           = math.MaxUint32
	edge    data.Mark = 255
)

// longOwn is the number of words of the longest stretch that has features of all of its words.
const longOwn = 3

// keys appends the keys of the features.
func (r *Removal) keys(out []uint32) []uint32 {
	v := r.view()
	of := func(f int, a, b, c uint64) { out = append(out, weights.Key(f, a, b, c)) }
	of(fBias, 0, 0, 0)
	for i, t := range r.Terms {
		of(fTerm, uint64(i), step(t, 1), 0)
		of(fTerm, uint64(i), step(t, 2.5), 1)
	}
	marks := uint64(v.before)<<16 | uint64(v.behind)<<8 | uint64(v.after)
	shape := v.shape()
	of(fShape, shape, 0, 0)
	of(fShapeMarks, shape, marks, 0)
	of(fMarks, marks, 0, 0)
	of(fMarksShape, marks, uint64(v.capital), 0)
	c := r.Columns
	word := func(i int) uint64 { return at(c.Word, i) }
	tag := func(i int) uint64 { return at(c.Tag, i) }
	first, last, b, n := r.From, r.To-1, v.p[0], v.n[0]
	of(fFirst, word(first), 0, 0)
	of(fLast, word(last), uint64(v.behind), 0)
	of(fNext, word(n), 0, 0)
	of(fTwoNext, word(n), word(v.n[1]), 0)
	of(fBefore, word(b), 0, 0)
	of(fLastNext, word(last), word(n), 0)
	of(fBeforeNext, word(b), word(n), 0)
	of(fBeforeFirst, word(b), word(first), 0)
	of(fFirstNext, word(first), word(n), 0)
	of(fLastTag, tag(last), uint64(v.behind), 0)
	of(fNextTag, tag(n), uint64(v.behind), 0)
	of(fFirstTag, tag(first), tag(n), tag(last))
	of(fTagsNext, tag(n), tag(v.n[1]), uint64(v.behind))
	of(fBeforeTag, tag(b), tag(v.p[1]), 0)
	of(fTagLastNext, tag(last), tag(n), uint64(v.behind))
	of(fTagBeforeNext, tag(b), tag(n), 0)
	of(fTagFirstNext, tag(first), tag(n), shape)
	of(fTagBeforeFirst, tag(b), tag(first), 0)
	of(fMarksNext, marks, tag(n), 0)
	of(fMarksLast, marks, tag(last), 0)
	if r.To-r.From <= longOwn {
		var words, tags uint64
		for i := r.From; i < r.To; i++ {
			words, tags = (words^word(i))*1099511628211, tags*31+tag(i)
		}
		of(fOwnTags, tags, uint64(v.behind), 0)
		of(fOwnTagsNext, tags, tag(n), uint64(v.behind))
		of(fOwnWords, words, 0, 0)
		of(fOwnWordsNext, words, word(n), 0)
	}
	fluency := step(r.fluency(&v), 1)
	of(fFluency, fluency, 0, 0)
	of(fFluencyShape, fluency, shape, 0)
	of(fBetween, uint64(min(3, n-r.To)), shape, 0)
	shared := v.shared(r)
	of(fShared, shared, 0, 0)
	of(fSharedMarks, shared, uint64(v.behind), uint64(v.before))
	for i := r.From; i < min(r.To, r.From+6); i++ {
		of(fInside, tag(i), 0, 0)
	}
	return out
}

// step cuts a number into steps of so many a unit; none is wider.
func step(x, steps float64) uint64 { return uint64(int64(math.Floor(x*steps + 0.5))) }

// at returns an element, outside beyond the ends.
func at(of []uint32, i int) uint64 {
	if i < 0 || i >= len(of) {
		return outside
	}
	return uint64(of[i])
}

// view is a removal as it is looked at: the kept words nearest to it, and the marks around.
type view struct {
	p, n                  [3]int // before and behind, the nearest first; -1 or the number of words: there is none
	before, behind, after data.Mark
	capital               data.Shape // of the next word
	words                 int
	copied                int // words from the first one on that are said again
}

func (r *Removal) view() view {
	v := view{words: r.To - r.From, before: edge}
	for k, i := 0, r.From-1; k < len(v.p); i-- {
		if v.p[k] = max(i, -1); i < 0 || r.Labels[i] == data.O {
			k++
		}
	}
	for k, i := 0, r.To; k < len(v.n); i++ {
		if v.n[k] = min(i, len(r.Labels)); i >= len(r.Labels) || r.Labels[i] == data.O {
			k++
		}
	}
	if w := r.Columns.Written; len(w) > 0 {
		if r.From > 0 {
			v.before = w[r.From-1].After
		}
		v.behind = w[r.To-1].After
		if n := v.n[0]; n < len(w) {
			v.capital = w[n].Shape
			v.after = w[n].After
		}
	}
	words := r.Columns.Word
	for t, u := r.From, r.To; t < r.To && u < len(words); u++ {
		if r.Labels[u] != data.O {
			continue
		}
		if words[t] != words[u] {
			break
		}
		v.copied, t = v.copied+1, t+1
	}
	return v
}

// shape tells stretches apart by how much of them is said again at once.
func (v *view) shape() uint64 {
	return uint64(min(v.words, 6))<<8 | uint64(min(v.copied, 4))<<4
}

// shared returns how many of the words of the stretch stand among those behind it, whether the last
// does, and whether the first word behind it is among its own.
func (v *view) shared(r *Removal) uint64 {
	const ahead = 4
	words := r.Columns.Word
	var follow [16]uint32
	n := 0
	for t := r.To; t < len(words) && n < min(len(follow), v.words+ahead); t++ {
		if r.Labels[t] == data.O {
			follow[n] = words[t]
			n++
		}
	}
	count, last, first := 0, uint64(0), uint64(0)
	for t := r.From; t < r.To; t++ {
		for k, w := range follow[:n] {
			if words[t] != w {
				continue
			}
			count++
			if t == r.To-1 {
				last = 1
			}
			if k == 0 {
				first = 1
			}
			break
		}
	}
	share := uint64(4 * count / v.words)
	return share<<8 | last<<4 | first
}

// fluency returns how much likelier the words around are without the stretch than with it, by the language
// model of fluent text, as a natural logarithm, a word of the stretch.
func (r *Removal) fluency(v *view) float64 {
	ids := r.Columns.Fluent
	state := r.Fluent.BeginState()
	for k := len(v.p) - 1; k >= 0; k-- {
		if i := v.p[k]; i >= 0 {
			_, state = r.Fluent.Score(state, ids[i])
		}
	}
	behind := func(s lm.State) float64 {
		sum := 0.0
		for _, i := range v.n {
			id := uint32(lm.End)
			if i < len(ids) {
				id = ids[i]
			}
			var p float64
			p, s = r.Fluent.Score(s, id)
			sum += p
			if id == lm.End {
				break
			}
		}
		return sum
	}
	without, with := behind(state), 0.0
	for i := r.From; i < r.To; i++ {
		var p float64
		p, state = r.Fluent.Score(state, ids[i])
		with += p
	}
	return max(-8, min(8, without-(behind(state)+with/float64(v.words))))
}
