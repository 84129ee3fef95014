package repairs

// How a removed word corresponds to the word it is aligned with.
const (
	noMatch uint32 = iota
	sameTag
	samePrefix
	sameStem
	sameWord
)

// matchValue values correspondences; it only ranks alignments, the model weighs
// what they mean.
var matchValue = [...]float32{noMatch: -0.6, sameTag: 0.35, samePrefix: 0.6, sameStem: 0.7, sameWord: 1}

const (
	gapValue = -0.4
	maxCore  = 12 // removed words that are aligned, from the end
	slack    = 3  // words by which the repair may be longer
)

// alignment says how the core corresponds to the words after it.
type alignment struct {
	words, stems, prefixes, tags, none int    // correspondences by kind
	first, last                        uint32 // that of the first and of the last word
}

// quality sums the alignment up as a feature value.
func (a *alignment) quality() uint32 {
	return key(8, bucket(a.words, 5), bucket(a.stems+a.prefixes, 2), bucket(a.tags, 3), bucket(a.none, 4))
}

func (x *extractor) compare(i, j int32) uint32 {
	s := x.s
	switch {
	case s.Word[i] == s.Word[j]:
		return sameWord
	case s.Stem[i] == s.Stem[j]:
		return sameStem
	case s.Prefix[i] == s.Prefix[j]:
		return samePrefix
	case s.Tag[i] == s.Tag[j]:
		return sameTag
	}
	return noMatch
}

// collapse drops from the core what is repeated at once in it, so that of "the the
// the" one word is to be copied.
func (x *extractor) collapse() {
	w := x.s.Word
	for k := 1; k <= 4; k++ {
		for i := 0; i+2*k <= len(x.core); {
			same := true
			for j := i; j < i+k && same; j++ {
				same = w[x.core[j]] == w[x.core[j+k]]
			}
			if !same {
				i++
				continue
			}
			x.core = append(x.core[:i], x.core[i+k:]...)
		}
	}
}

// align finds the best monotone alignment of the core with the kept words from the
// g-th on, which may end anywhere.
func (x *extractor) align(g int) alignment {
	const stride = maxCore + slack + 1
	core := x.core[max(0, len(x.core)-maxCore):]
	rows, cols := len(core), min(len(core)+slack, len(x.kept)-g)
	d := &x.table
	for j := range cols + 1 {
		d[j] = float32(j) * gapValue
	}
	for i := 1; i <= rows; i++ {
		d[i*stride] = float32(i) * gapValue
		for j := 1; j <= cols; j++ {
			d[i*stride+j] = max(d[(i-1)*stride+j-1]+matchValue[x.compare(core[i-1], x.kept[g+j-1])], d[(i-1)*stride+j]+gapValue, d[i*stride+j-1]+gapValue)
		}
	}
	end := 0
	for j := 1; j <= cols; j++ {
		if d[rows*stride+j] > d[rows*stride+end] {
			end = j
		}
	}
	var a alignment
	for i, j := rows, end; i > 0; {
		m := noMatch
		if j > 0 {
			m = x.compare(core[i-1], x.kept[g+j-1])
		}
		switch {
		case j > 0 && d[i*stride+j] == d[(i-1)*stride+j-1]+matchValue[m]:
			i--
			j--
		case j > 0 && d[i*stride+j] == d[i*stride+j-1]+gapValue:
			j--
			continue
		default:
			m = noMatch
			i--
		}
		a.count(m)
		if i == rows-1 {
			a.last = m
		}
		a.first = m
	}
	return a
}

func (a *alignment) count(m uint32) {
	switch m {
	case sameWord:
		a.words++
	case sameStem:
		a.stems++
	case samePrefix:
		a.prefixes++
	case sameTag:
		a.tags++
	default:
		a.none++
	}
}
