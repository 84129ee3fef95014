package stages

import "github.com/tidytalk/tidytalk/m3n"

// Repairs are rough copies: "to boston uh i mean to denver" aligns "to boston"
// with "to denver" (Johnson and Charniak 2004; Honnibal and Johnson 2014). A
// roughCopier looks, for every point where a repair could begin, for the stretch
// before it that the following words copy best, and describes to each word the
// best such stretch that covers it.
//
// Alignment runs over the words that the first stage did not call fillers, so
// that the interregnum does not get in the way.

const (
	maxReparandum = 10 // words of a reparandum considered
	repairSlack   = 2  // words by which the repair may be longer
)

// match says how a word of the reparandum corresponds to a word of the repair.
type match uint8

const (
	noMatch match = iota
	samePOS
	samePrefix
	sameWord
)

// matchScore values a correspondence; its figures were chosen by development
// score and only rank alignments, the model weighs what they mean.
var matchScore = [...]float32{noMatch: -0.6, samePOS: 0.35, samePrefix: 0.6, sameWord: 1}

const gapScore = -0.4

// copyColumns are the columns a roughCopier fills, as indices into the schema.
type copyColumns struct {
	quality, length, place, own, first, last, gap, words int // of the reparandum that covers the word
	repair, repairOwn                                    int // of the repair that covers it
}

// roughCopier holds the memory of the alignment; it belongs to one goroutine.
type roughCopier struct {
	at     []int32 // positions of the words that are no fillers
	word   []uint32
	prefix []uint32
	tag    []uint32
	score  []float32 // best score of a region covering the i-th word
	region []region  // that region
	own    []match
	repair []repairPlace
	table  [(maxReparandum + 1) * (maxReparandum + repairSlack + 1)]float32
	path   [maxReparandum]match
}

type region struct {
	start, end int32 // in words that are no fillers; end is where the repair begins
	exact      int8  // words copied exactly
	first      match
	last       match
}

type repairPlace struct {
	at  int8 // 1: first word of the repair, 2: later, 0: none
	own match
}

// fill aligns a sequence and writes the copy columns. word, prefix and tag hold a
// value for every position, filler says which positions to skip.
func (r *roughCopier) fill(seq *m3n.Sequence, c *copyColumns, word, prefix, tag, filler []uint32) {
	r.at, r.word, r.prefix, r.tag = r.at[:0], r.word[:0], r.prefix[:0], r.tag[:0]
	for t, f := range filler {
		if f == m3n.Absent {
			r.at = append(r.at, int32(t))
			r.word = append(r.word, word[t])
			r.prefix = append(r.prefix, prefix[t])
			r.tag = append(r.tag, tag[t])
		}
	}
	n := len(r.at)
	r.score, r.region, r.own, r.repair = resize(r.score, n), resize(r.region, n), resize(r.own, n), resize(r.repair, n)
	for k := 1; k < n; k++ {
		for s := max(0, k-maxReparandum); s < k; s++ {
			if r.compare(s, k) != noMatch {
				r.align(s, k)
			}
		}
	}
	r.write(seq, c)
}

func (r *roughCopier) compare(i, j int) match {
	switch {
	case r.word[i] == r.word[j]:
		return sameWord
	case r.prefix[i] == r.prefix[j] && r.prefix[i] != m3n.Absent:
		return samePrefix
	case r.tag[i] == r.tag[j]:
		return samePOS
	}
	return noMatch
}

// align finds the best monotone alignment of the words [s, k) with those from k
// on, its first words matched, and offers the region to every word it covers.
func (r *roughCopier) align(s, k int) {
	rows := k - s
	cols := min(rows+repairSlack, len(r.at)-k)
	const stride = maxReparandum + repairSlack + 1
	d := &r.table
	// d[i][j]: best score of reparandum words [0,i) against repair words [0,j).
	for j := range cols + 1 {
		d[j] = float32(j) * gapScore
	}
	for i := 1; i <= rows; i++ {
		d[i*stride] = float32(i) * gapScore
		for j := 1; j <= cols; j++ {
			best := d[(i-1)*stride+j-1] + matchScore[r.compare(s+i-1, k+j-1)]
			best = max(best, d[(i-1)*stride+j]+gapScore, d[i*stride+j-1]+gapScore)
			d[i*stride+j] = best
		}
	}
	// The repair may end anywhere: take the best end.
	end := 1
	for j := 1; j <= cols; j++ {
		if d[rows*stride+j] > d[rows*stride+end] {
			end = j
		}
	}
	score := d[rows*stride+end]
	if score <= 0 {
		return
	}
	reg := region{start: int32(s), end: int32(k)}
	var repairOwn [maxReparandum + repairSlack]match
	for i, j := rows, end; i > 0; {
		m := noMatch
		switch {
		case j > 0 && d[i*stride+j] == d[(i-1)*stride+j-1]+matchScore[r.compare(s+i-1, k+j-1)]:
			m = r.compare(s+i-1, k+j-1)
			i--
			j--
			repairOwn[j] = m
		case j > 0 && d[i*stride+j] == d[i*stride+j-1]+gapScore:
			j--
			continue
		default:
			i--
		}
		r.path[i] = m
		if m == sameWord {
			reg.exact++
		}
	}
	reg.first, reg.last = r.path[0], r.path[rows-1]
	for i := s; i < k; i++ {
		if score > r.score[i] {
			r.score[i], r.region[i], r.own[i] = score, reg, r.path[i-s]
		}
	}
	for j := range end {
		if p := &r.repair[k+j]; p.at == 0 || j == 0 && p.at == 2 {
			*p = repairPlace{at: 2, own: repairOwn[j]}
			if j == 0 {
				p.at = 1
			}
		}
	}
}

// write turns the best regions into column values.
func (r *roughCopier) write(seq *m3n.Sequence, c *copyColumns) {
	quality, length, place, own := seq.Column(c.quality), seq.Column(c.length), seq.Column(c.place), seq.Column(c.own)
	first, last, gap, words := seq.Column(c.first), seq.Column(c.last), seq.Column(c.gap), seq.Column(c.words)
	repair, repairOwn := seq.Column(c.repair), seq.Column(c.repairOwn)
	for i, t := range r.at {
		if r.repair[i].at > 0 {
			repair[t] = m3n.Int(int(r.repair[i].at))
			repairOwn[t] = m3n.Int(int(r.repair[i].own))
		}
		if r.score[i] <= 0 {
			continue
		}
		g := r.region[i]
		n := int(g.end - g.start)
		quality[t] = m3n.Int(int(5 * r.score[i] / float32(n)))
		length[t] = m3n.Int(n)
		at := 2
		switch {
		case n == 1:
			at = 4
		case i == int(g.start):
			at = 1
		case i == int(g.end)-1:
			at = 3
		}
		place[t] = m3n.Int(at)
		own[t] = m3n.Int(int(r.own[i]))
		first[t], last[t] = m3n.Int(int(g.first)), m3n.Int(int(g.last))
		gap[t] = m3n.Int(min(3, int(r.at[g.end]-r.at[g.end-1]-1)))
		words[t] = m3n.Int(min(4, int(g.exact)))
	}
}

// resize returns a zeroed slice of length n that reuses the memory of s.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}
