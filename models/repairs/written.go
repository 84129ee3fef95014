package repairs

import "github.com/tidytalk/tidytalk/data"

// markAfter returns the punctuation mark after a word of punctuated text; a sentence begins
// after none.
func (x *extractor) markAfter(word int) uint32 {
	if word < 0 {
		return outside
	}
	return 10 + uint32(x.s.Written[word].After)
}

// strongest returns the punctuation mark that separates most after the words of [from, to).
func (x *extractor) strongest(from, to int) uint32 {
	m := data.NoMark
	for _, w := range x.s.Written[from:to] {
		m = max(m, w.After)
	}
	return 10 + uint32(m)
}

// written adds features of how the words around the gap are written, in text that has
// punctuation.
func (x *extractor) written(g int, a *alignment, to int, d float64) {
	s := x.s
	if len(s.Written) == 0 {
		return
	}
	size, quality := bucket(len(x.core), 8), a.quality()
	first, last := int(x.core[0]), int(x.core[len(x.core)-1])
	ahead, inside, behind := x.markAfter(first-1), x.strongest(first, last), x.strongest(last, to)
	// Where the repair ends, if it is as long as the reparandum: a list has the same mark
	// there.
	even := uint32(outside)
	if k := g + len(x.core) - 1; k < len(x.kept) {
		even = x.markAfter(int(x.kept[k]))
	}
	shapes := uint32(s.Written[first].Shape) * 8
	if g < len(x.kept) {
		shapes += uint32(s.Written[x.kept[g]].Shape)
	}
	opens := uint32(s.Written[first].Before)
	x.add(150, ahead, size)
	x.add(151, inside, size)
	x.add(152, behind, size)
	x.add(153, behind, quality)
	x.add(154, behind, bin(d, 1, 8))
	x.add(155, ahead, inside, behind)
	x.add(156, behind, a.first, a.last)
	x.add(157, behind, x.at(s.Word, g))
	x.add(158, behind, s.Tag[last], x.at(s.Tag, g))
	x.add(159, ahead, s.Word[first], behind)
	x.add(160, ahead, bin(d, 1, 8))
	x.add(161, behind, even, quality)
	x.add(162, behind, even, size)
	x.add(169, shapes, behind)
	x.add(170, shapes, quality)
	x.add(171, opens, size)
	x.add(172, s.Tag[first], behind, quality)
}
