package repairs

import (
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/models/stages"
)

// extractor computes the features of the gaps of a hypothesis: of what is removed
// between two kept words, or at an end of the sentence. It belongs to one
// goroutine.
type extractor struct {
	words *lm.Model // of fluent text
	tags  *lm.Model // of the tags of fluent text
	s     *stages.Columns
	ids   []uint32 // of the tags in the tag model
	// removalGain returns what the edit model's log-probability of labels gains from those of
	// labels[from:to] that are y, over O in their place.
	removalGain func(labels []data.Label, from, to int, y data.Label) float64

	keys  []uint32
	kept  []int32
	core  []int32 // edit words of a gap, without immediate repetitions
	table [(maxCore + 1) * (maxCore + slack + 1)]float32
}

const (
	outside = 1 // value of columns outside the sentence

	before = 3 // kept words before a gap that its features look at
	after  = maxCore + slack
)

// key mixes numbers into a feature.
func key(template uint32, values ...uint32) uint32 {
	h := uint64(template)*0x9E3779B97F4A7C15 + 0x1234567
	for _, v := range values {
		h = (h ^ uint64(v)) * 0xff51afd7ed558ccd
		h ^= h >> 31
	}
	return uint32(h >> 7)
}

func (x *extractor) add(template uint32, values ...uint32) {
	x.keys = append(x.keys, key(template, values...))
}

// at returns a column's value of the g-th kept word.
func (x *extractor) at(column []uint32, g int) uint32 {
	if g < 0 || g >= len(x.kept) {
		return outside
	}
	return column[x.kept[g]]
}

func bucket(n, most int) uint32 { return uint32(min(n, most)) }

// bin puts a number into one of 2*n+1 bins of the given width.
func bin(v, width float64, n int) uint32 {
	return uint32(100 + max(-n, min(n, int(math.Floor(v/width)))))
}

// span returns the words that are removed before the g-th kept word.
func (x *extractor) span(g, words int) (from, to int) {
	to = words
	if g > 0 {
		from = int(x.kept[g-1]) + 1
	}
	if g < len(x.kept) {
		to = int(x.kept[g])
	}
	return from, to
}

// gap adds the features of what is removed before the g-th kept word. They depend
// on the labels from the word before kept word g-before up to kept word g+after,
// and on whether the sentence begins or ends there.
func (x *extractor) gap(g int, labels []data.Label) {
	from, to := x.span(g, len(labels))
	if from == to {
		return
	}
	x.fillers(g, labels, from, to)
	x.core = x.core[:0]
	// said are the words of the interregnum, and last its last two.
	fillers, trailing, said, last := 0, 0, uint32(0), uint32(0)
	for t := from; t < to; t++ {
		if labels[t] == data.E {
			x.core = append(x.core, int32(t))
			trailing, said, last = 0, 0, 0
			continue
		}
		fillers++
		trailing++
		said = key(9, said, x.s.Word[t])
		if trailing > 1 {
			last = key(9, x.s.Word[t-1], x.s.Word[t])
		}
	}
	edits := len(x.core)
	if edits == 0 {
		return
	}
	x.collapse()
	inter := uint32(0) // where the fillers are
	switch {
	case trailing > 0 && fillers > trailing:
		inter = 2
	case trailing > 0:
		inter = 1
	case fillers > 0:
		inter = 3
	}
	a := x.align(g)
	x.shape(g, &a, edits, inter, said)
	x.context(g, &a, inter)
	x.pauses(g, &a, to)
	d := x.removalGain(labels, from, to, data.E)
	x.models(g, &a, inter, d)
	x.ends(g, &a, to, d)
	x.written(g, &a, to, d)
	if trailing > 0 {
		for i, words := range [...]uint32{said, last} {
			v := uint32(100 + 4*i)
			x.add(v, words, a.quality())
			x.add(v+1, words, a.first, a.last)
			x.add(v+2, words, bin(d, 1, 6))
			x.add(v+3, words, bucket(len(x.core), 4))
			x.add(v+20, words, a.first)
			x.add(v+21, words, a.first, inter)
			x.add(v+22, words, bucket(len(x.core), 2), a.first)
		}
	}
}

// place returns how near a gap is to the beginning and the end, of the sentence as
// far as its ends are known.
func (x *extractor) place(g int) (start, end uint32) {
	if len(x.s.End) == 0 {
		return bucket(g, 2), bucket(len(x.kept)-g, 3)
	}
	for start < 2 && int(start) < g && x.highest(g-int(start)-1) < stages.SureEnd {
		start++
	}
	for end < 3 && g+int(end) < len(x.kept) {
		end++
		if x.highest(g+int(end)-1) >= stages.SureEnd {
			break
		}
	}
	return start, end
}

// highest returns the highest level of a sentence's end after the g-th kept word,
// before the next one.
func (x *extractor) highest(g int) uint8 {
	from, to := int(x.kept[g]), len(x.s.End)
	if g+1 < len(x.kept) {
		to = int(x.kept[g+1])
	}
	return slices.Max(x.s.End[from:to])
}

// ends adds features of where sentences end around the gap, in pieces of streams.
func (x *extractor) ends(g int, a *alignment, to int, d float64) {
	s := x.s
	if len(s.End) == 0 {
		return
	}
	size, quality := bucket(len(x.core), 8), a.quality()
	first, last := int(x.core[0]), int(x.core[len(x.core)-1])
	ahead := uint32(outside)
	if first > 0 {
		ahead = 10 + uint32(s.End[first-1])
	}
	inside, behind := uint32(0), uint32(slices.Max(s.End[last:to]))
	if last > first {
		inside = uint32(slices.Max(s.End[first:last]))
	}
	worst := max(inside, behind)
	x.add(130, ahead, size)
	x.add(131, inside, size)
	x.add(132, behind, size)
	x.add(133, worst, quality)
	x.add(134, worst, bin(d, 1, 8))
	x.add(135, ahead, worst)
	x.add(136, worst, a.first, a.last)
	x.add(137, behind, x.at(s.Word, g))
	x.add(138, behind, s.Tag[last], x.at(s.Tag, g))
	x.add(139, ahead, s.Word[first])
	x.add(140, ahead, bin(d, 1, 8))
}

// shape adds features of the removed words and their alignment.
func (x *extractor) shape(g int, a *alignment, edits int, inter, said uint32) {
	s, core := x.s, x.core
	L := len(core)
	size := bucket(L, 8)
	start, end := x.place(g)
	first, last := core[0], core[L-1]
	x.add(1, size, start, end)
	x.add(2, size, bucket(edits-L, 3))
	x.add(3, size, bucket(a.words, 5), bucket(a.none, 4))
	x.add(4, a.quality())
	x.add(5, a.quality(), start, inter)
	x.add(6, a.first, a.last, size)
	x.add(7, a.first, a.last, inter, start)
	x.add(18, s.Word[first], size, start)
	x.add(19, s.Word[last], size)
	x.add(20, s.Tag[first], s.Tag[last], size, start)
	x.add(22, said, bucket(a.words, 2))
	if L > 5 {
		return
	}
	tags, words := uint32(0), uint32(0)
	for _, t := range core {
		tags, words = key(25, tags, s.Tag[t]), key(26, words, s.Word[t])
	}
	t1 := x.at(s.Tag, g)
	x.add(27, tags, t1, x.at(s.Tag, g+1))
	x.add(28, tags, x.at(s.Tag, g-1), t1)
	x.add(29, tags, start, a.first)
	if L <= 3 {
		x.add(30, words, x.at(s.Word, g))
		x.add(31, words, t1, inter)
		x.add(32, words, start)
	}
}

// context adds features of the words around the gap.
func (x *extractor) context(g int, a *alignment, inter uint32) {
	s := x.s
	L := len(x.core)
	size := bucket(L, 8)
	start, _ := x.place(g)
	first, last := x.core[0], x.core[L-1]
	n1, n2, n3 := x.at(s.Word, g), x.at(s.Word, g+1), x.at(s.Word, g+2)
	t1, t2, t3 := x.at(s.Tag, g), x.at(s.Tag, g+1), x.at(s.Tag, g+2)
	p1, pt, pt2 := x.at(s.Word, g-1), x.at(s.Tag, g-1), x.at(s.Tag, g-2)
	x.add(10, s.Tag[first], t1, a.first)
	x.add(11, s.Tag[last], t1, size)
	x.add(12, pt, t1)
	x.add(13, pt, s.Tag[first], t1)
	x.add(14, pt2, pt, t1, t2)
	x.add(15, p1, n1)
	x.add(16, s.Word[first], n1, size)
	x.add(17, s.Word[last], n1, size)
	x.add(21, t1, t2, s.Tag[last])
	x.add(23, n1, start, inter)
	x.add(24, n1, n2, a.first)
	x.add(70, p1, n1, n2)
	x.add(71, s.Word[first], n1, n2)
	x.add(72, t1, t2, t3, s.Tag[first], start)
	x.add(73, pt, t1, t2, t3)
	x.add(74, n1, n2, n3, start)
}

// pauses adds features of the pauses at the ends of the core and before the word
// that follows the gap, where there are times.
func (x *extractor) pauses(g int, a *alignment, to int) {
	s := x.s
	size := bucket(len(x.core), 8)
	first, last := int(x.core[0]), int(x.core[len(x.core)-1])
	end := last + 1
	if known(s.Pause, to) {
		x.add(33, bin(s.Pause[to], 0.15, 8), size)
	}
	if known(s.Pause, end) {
		x.add(34, bin(s.Pause[end], 0.15, 8), size, bucket(a.words, 2))
		x.add(36, bin(s.Pause[end], 0.15, 8), s.Tag[last], x.at(s.Tag, g))
	}
	if known(s.Pause, first) {
		x.add(35, bin(s.Pause[first], 0.15, 8), size)
	}
}

// known reports whether there is a pause before a word, and it is known.
func known(pause []float64, t int) bool { return t < len(pause) && pause[t] == pause[t] }

// models adds features of what the language models and the edit model say.
// d is what the edit model gains from the removal.
func (x *extractor) models(g int, a *alignment, inter uint32, d float64) {
	s := x.s
	size := bucket(len(x.core), 8)
	start, _ := x.place(g)
	quality := a.quality()
	first := x.core[0]

	w := x.join(x.words, s.Fluent, g, 2)
	x.joined(40, g, a, &w, 0.7, 12, 1, 1)
	t := x.join(x.tags, x.ids, g, 3)
	x.joined(60, g, a, &t, 0.5, 16, 0.5, 0.7)
	x.add(69, bin(t.halt, 0.7, 12), bin(t.jump-t.gain, 1.5, 8))

	x.add(80, bin(d, 0.5, 16))
	x.add(81, bin(d, 0.5, 16), size)
	x.add(82, bin(d, 1, 8), quality)
	x.add(83, bin(d, 1, 8), start, inter)
	x.add(84, bin(d, 1, 8), s.Tag[first], x.at(s.Tag, g))
	x.add(85, bin(d, 1, 8), a.first, a.last, size)
	x.add(86, bin(d, 1, 8), s.Word[first])
	x.add(87, bin(d, 1, 8), bin(w.gain, 1, 8))
}

// joined adds the features of a join, as templates from v on: the gain in 2*n+1 bins
// of a width, the core for each word and the sentence's end in bins of widths of
// their own.
func (x *extractor) joined(v uint32, g int, a *alignment, j *join, width float64, n int, core, halt float64) {
	size, quality := bucket(len(x.core), 8), a.quality()
	start, end := x.place(g)
	fine, gain := bin(j.gain, width, n), bin(j.gain, 1, 8)
	each := bin(j.core/float64(len(x.core)), core, 12)
	x.add(v, fine)
	x.add(v+1, fine, size)
	x.add(v+2, gain, quality)
	x.add(v+3, gain, each)
	x.add(v+4, each, size)
	x.add(v+5, bin(j.jump, 1, 16), bucket(a.words, 3))
	x.add(v+6, gain, start, end)
	x.add(v+7, gain, a.first, a.last)
	x.add(v+8, bin(j.halt, halt, 12), size)
}

// join is what a language model says of a gap; natural logarithms.
type join struct {
	jump float64 // probability of the next words right after the kept words before
	gain float64 // that over their probability after the core
	core float64 // probability of the core
	halt float64 // probability that the sentence ends after the core
}

func (x *extractor) join(m *lm.Model, ids []uint32, g, ahead int) join {
	state := lm.State(0)
	if g <= before {
		state = m.BeginState()
	}
	for k := max(0, g-before); k < g; k++ {
		_, state = m.Score(state, ids[x.kept[k]])
	}
	j := join{jump: x.next(m, ids, state, g, ahead)}
	for _, t := range x.core {
		var p float64
		p, state = m.Score(state, ids[t])
		j.core += p
	}
	j.halt, _ = m.Score(state, lm.End)
	j.gain = j.jump - x.next(m, ids, state, g, ahead)
	return j
}

// next returns the log-probability of the next kept words in a state.
func (x *extractor) next(m *lm.Model, ids []uint32, state lm.State, g, ahead int) float64 {
	total := 0.0
	for k := g; k < g+ahead; k++ {
		if k >= len(x.kept) {
			p, _ := m.Score(state, lm.End)
			return total + p
		}
		var p float64
		p, state = m.Score(state, ids[x.kept[k]])
		total += p
	}
	return total
}

// fillers adds the features of the runs of fillers in a gap.
func (x *extractor) fillers(g int, labels []data.Label, from, to int) {
	s := x.s
	for i := from; i < to; {
		if labels[i] != data.F {
			i++
			continue
		}
		j, words := i, uint32(0)
		for ; j < to && labels[j] == data.F; j++ {
			words = key(89, words, s.Word[j])
		}
		if j-i <= 3 {
			d := bin(x.removalGain(labels, i, j, data.F), 1, 6)
			if len(s.End) > 0 {
				ahead := uint32(outside)
				if i > 0 {
					ahead = 10 + uint32(s.End[i-1])
				}
				behind := uint32(s.End[j-1])
				x.add(141, words, ahead)
				x.add(142, words, behind)
				x.add(143, ahead, behind, d)
			}
			if len(s.Written) > 0 {
				ahead, behind := x.markAfter(i-1), x.markAfter(j-1)
				x.add(163, words, ahead, behind)
				x.add(164, words, behind)
				x.add(165, ahead, behind, d)
				x.add(166, words, ahead)
			}
			alone := uint32(0) // whether other removed words stand beside
			if i > from {
				alone = 1
			}
			if j < to {
				alone += 2
			}
			x.add(90, words, d)
			x.add(91, words, alone, bucket(g, 1))
			x.add(92, words, x.at(s.Tag, g-1), x.at(s.Tag, g))
			x.add(93, words, x.at(s.Word, g))
			x.add(94, words, x.at(s.Word, g-1))
			x.add(95, alone, d)
			x.add(96, words)
		}
		i = j
	}
}

// maxApart is how far words that are kept twice are looked at.
const maxApart = 5

// residue adds the features of what looks disfluent in the kept words.
func (x *extractor) residue() {
	s := x.s
	n := len(x.kept)
	for i, t := range x.kept {
		for k := 1; k <= maxApart && i+k < n; k++ {
			u := x.kept[i+k]
			if s.Word[t] != s.Word[u] {
				continue
			}
			apart := key(49, uint32(k))
			if int(u-t) == k {
				apart = uint32(k) // nothing was removed between them
			}
			more := uint32(0)
			if x.at(s.Word, i+1) == x.at(s.Word, i+k+1) {
				more = 1
			}
			if len(s.End) > 0 {
				end := uint32(slices.Max(s.End[t:u]))
				x.add(144, apart, end, more)
				x.add(145, apart, end, s.Tag[t])
			}
			if len(s.Written) > 0 {
				mark := x.strongest(int(t), int(u))
				x.add(167, apart, mark, more)
				x.add(168, apart, mark, s.Tag[t])
			}
			x.add(50, apart, s.Word[t])
			x.add(51, apart, s.Tag[t], more)
			x.add(52, apart, x.at(s.Tag, i-1), s.Tag[t], x.at(s.Tag, i+k+1))
			break
		}
		if s.Cut[t] {
			x.add(53, s.Tag[t])
			x.add(54, s.Word[t])
			x.add(55)
		}
	}
	if n == 0 {
		x.add(56)
	}
}
