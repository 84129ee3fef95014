package segmentation

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Cutter cuts a stream of words into pieces that the disfluency decoder takes as
// sentences. A piece may hold several sentences; no sentence that may hold a repair
// is cut in two.
type Cutter struct {
	Sure float64 // least probability of a sentence's end to cut there
	Max  int     // words of the longest piece
}

// DefaultCutter has the bounds of the product, by development score.
var DefaultCutter = Cutter{Sure: 0.8, Max: 80}

const (
	// repeatReach is how many words apart the copies of a repeated n-gram may be, so
	// that what is between them may be a repair.
	repeatReach = 8
	// interregnumReach is how many words a reparandum may have that is followed by
	// fillers and a word that is repeated.
	interregnumReach = 4
	// leastPiece is the share of Max that a piece has at least which is cut where no
	// sentence surely ends.
	leastPiece = 4
)

// interjection is the tag of words that are repeated without any repair: "yeah yeah".
var interjection = m3n.Symbol("UH")

// Cut appends to out the ends of the pieces of a stream: the numbers of the words
// after them, the last being the number of words. Nothing is cut inside the span of
// a repeated n-gram, as long as the piece stays within Max.
func (c *Cutter) Cut(out []int, p *punct.Prediction, r *stages.Reading) []int {
	return c.CutFrom(out, p, r, 0)
}

// CutFrom is Cut for the words from a given one on.
func (c *Cutter) CutFrom(out []int, p *punct.Prediction, r *stages.Reading, from int) []int {
	n := r.Len()
	for from < n {
		to := c.next(p, r, from, n)
		out = append(out, to)
		from = to
	}
	return out
}

// next returns where the piece that begins at from ends.
func (c *Cutter) next(p *punct.Prediction, r *stages.Reading, from, n int) int {
	last := min(n, from+c.Max)
	for t := from; t < last; t++ {
		if t+1 == n || p.Ends[t] >= c.Sure && !repeats(r, t) {
			return t + 1
		}
	}
	// No end is sure: the most probable one, at best outside repetitions.
	best, clean := last-1, false
	for t := last - 1; t >= from+c.Max/leastPiece; t-- {
		if free := !repeats(r, t); free && !clean || free == clean && p.Ends[t] > p.Ends[best] {
			best, clean = t, free
		}
	}
	return best + 1
}

// repeats reports whether a cut after word t would be inside a number, or inside the span
// of a repeated n-gram: a word that is no interjection and its copy next to it, or, with fillers at
// the cut, not far behind; or two words and their copies. Fillers do not count.
func repeats(r *stages.Reading, t int) bool {
	if spelled, _ := r.Spelled(t); spelled || t+1 < r.Len() && (r.InNumber(t) || r.Compound(t)) {
		return true
	}
	if whole, _ := r.WholeNumber(t); whole {
		return true
	}
	var before, after [repeatReach]int
	b, a := 0, 0
	for i := t; i >= 0 && b < repeatReach && t-i < 2*repeatReach; i-- {
		if !r.Filler(i) {
			before[b] = i
			b++
		}
	}
	for i := t + 1; i < r.Len() && a < repeatReach && i-t < 2*repeatReach; i++ {
		if !r.Filler(i) {
			after[a] = i
			a++
		}
	}
	if a == 0 || b == 0 {
		return false
	}
	if r.Symbol(before[0]) == r.Symbol(after[0]) && r.Tag(after[0]) != interjection {
		return true
	}
	// Fillers at the cut may be an interregnum: "to boston uh i mean to denver".
	if r.Filler(t) || r.Filler(t+1) {
		for i := 1; i < min(b, interregnumReach); i++ {
			if r.Symbol(before[i]) == r.Symbol(after[0]) {
				return true
			}
		}
	}
	for i := 1; i < b; i++ {
		for j := 0; j+1 < a && i+j < repeatReach; j++ {
			if r.Symbol(before[i]) == r.Symbol(after[j]) && r.Symbol(before[i-1]) == r.Symbol(after[j+1]) && r.Tag(after[j]) != interjection {
				return true
			}
		}
	}
	return false
}

// Piece returns the words [from, to) of a stream as a sentence for the models of
// disfluencies, with what is predicted of its ends; without times if that is not set.
func Piece(words []data.Token, p *punct.Prediction, from, to int, times bool) data.Sentence {
	s := data.Sentence{Tokens: words[from:to:to]}
	if !times {
		s.Tokens = append([]data.Token(nil), s.Tokens...)
		for i := range s.Tokens {
			s.Tokens[i].Timed, s.Tokens[i].Voice = false, nil
		}
	}
	s.Ends, s.Puncts = make([]float32, 0, to-from), p.Puncts[from:to:to]
	for _, end := range p.Ends[from:to] {
		s.Ends = append(s.Ends, float32(end))
	}
	return s
}
