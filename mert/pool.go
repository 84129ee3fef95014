package mert

import (
	"fmt"
	"math"
)

// Pool holds the hypotheses of sentences: the union over tuning rounds. Feature
// values are kept as 32-bit numbers.
type Pool struct {
	names     []string
	sentences []list
}

// list are the hypotheses of a sentence. Those that share features and statistics
// are kept once, and so are statistics.
type list struct {
	features []float32          // a row per hypothesis
	which    []int32            // of stats, for each hypothesis
	stats    []Stats            // that differ
	index    map[uint64][]int32 // rows by hash
}

// add returns where statistics are in stats, and puts them there if they are not.
func (l *list) add(s *Stats) int32 {
	for i := range l.stats {
		if l.stats[i] == *s {
			return int32(i)
		}
	}
	l.stats = append(l.stats, *s)
	return int32(len(l.stats) - 1)
}

// NewPool returns an empty pool for sentences of hypotheses with the named
// features.
func NewPool(names []string, sentences int) *Pool {
	p := &Pool{names: names, sentences: make([]list, sentences)}
	for i := range p.sentences {
		p.sentences[i].index = make(map[uint64][]int32)
	}
	return p
}

// Names returns the names of the features.
func (p *Pool) Names() []string { return p.names }

// Sentences returns the number of sentences.
func (p *Pool) Sentences() int { return len(p.sentences) }

// Len returns the number of hypotheses.
func (p *Pool) Len() int {
	n := 0
	for i := range p.sentences {
		n += len(p.sentences[i].which)
	}
	return n
}

// Add adds a hypothesis of a sentence and reports whether it is new. Different
// sentences may be added to at the same time.
func (p *Pool) Add(sentence int, features []float64, s Stats) (bool, error) {
	if len(features) != len(p.names) {
		return false, fmt.Errorf("mert: %d feature values for %d features", len(features), len(p.names))
	}
	h := uint64(14695981039346656037)
	mix := func(v uint64) { h = (h ^ v) * 1099511628211; h ^= h >> 29 }
	for i, v := range features {
		if math.IsNaN(v) || math.IsInf(float64(float32(v)), 0) {
			return false, fmt.Errorf("mert: the value of %s is %v", p.names[i], v)
		}
		mix(uint64(math.Float32bits(float32(v))))
	}
	l := &p.sentences[sentence]
	F := len(p.names)
next:
	for _, k := range l.index[h] {
		if l.stats[l.which[k]] != s {
			continue
		}
		for i, v := range l.features[int(k)*F : int(k)*F+F] {
			if v != float32(features[i]) {
				continue next
			}
		}
		return false, nil
	}
	l.index[h] = append(l.index[h], int32(len(l.which)))
	for _, v := range features {
		l.features = append(l.features, float32(v))
	}
	l.which = append(l.which, l.add(&s))
	return true, nil
}

// Best returns the statistics of the hypotheses that weights prefer, added up;
// among equal scores the hypothesis added first counts.
func (p *Pool) Best(weights []float64) Stats {
	var total Stats
	F := len(p.names)
	for i := range p.sentences {
		l := &p.sentences[i]
		best, at := math.Inf(-1), -1
		for k := range l.which {
			if s := dot(l.features[k*F:k*F+F], weights); s > best {
				best, at = s, k
			}
		}
		if at >= 0 {
			total.add(&l.stats[l.which[at]])
		}
	}
	return total
}

func dot(a []float32, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += float64(v) * b[i]
	}
	return s
}
