package editterms

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/internal/container"
)

// Phrases says of words and sequences of words how much they stand apart in edited text:
// between punctuation marks, as "you know" does, and not within a clause, as "the house" does. It is
// immutable.
type Phrases struct {
	phrases table // values of type apart
	words   table // values of type edges
}

// maxTerm is how many words an editing term has at most, without filled pauses.
const maxTerm = 5

// apart is what is known of a phrase: 0 is one that never stood apart often enough.
type apart uint8

// listedBit is that of editing terms of repairs in training.
const listedBit = 8

// freedom returns the share of the occurrences of the phrase in which it stood apart, in
// sevenths; often the logarithm of how often it did; listed whether it is an editing term
// that the model was trained with.
func (a apart) freedom() int { return int(a) & 7 }
func (a apart) listed() bool { return a&listedBit != 0 }
func (a apart) often() int   { return int(a) >> 4 }

// identifiable reports whether the words of the phrase themselves tell: those of a term
// that the model was trained with, or of one that never stands apart. What is between may
// be a term that the training knows other uses of.
func (a apart) identifiable() bool { return a.listed() || a.freedom() == 0 }

// level returns how much the phrase stands apart in a few steps.
func (a apart) level() uint64 { return edgeLevel(2 * a.freedom()) }

// edgeLevel puts a share in fifteenths into a few steps.
func edgeLevel(n int) uint64 {
	switch {
	case n == 0:
		return 0
	case n < 6:
		return 1
	}
	return 2
}

// edges is what is known of a word: how often a punctuation mark stands before it, and after it, in
// fifteenths; 0 is a word that is not known.
type edges uint8

func (e edges) opens() int  { return int(e) >> 4 }
func (e edges) closes() int { return int(e) & 15 }

// mayOpen and mayClose report whether an editing term may begin and end with the word.
func (e edges) mayOpen() bool  { return e == 0 || e.opens() > 0 }
func (e edges) mayClose() bool { return e == 0 || e.closes() > 0 }

// of returns what is known of a phrase by the hash of its words.
func (p *Phrases) of(h uint64) apart { return apart(p.phrases.of(h)) }

// word returns what is known of a word by its hash.
func (p *Phrases) word(h uint64) edges { return edges(p.words.of(h)) }

// extend returns the hash of a phrase with another word; 0 is the hash of no words.
func extend(h uint64, word uint64) uint64 {
	h = (h ^ word) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

func wordHash(w string) uint64 { return xxh3.HashString(w) }

func phraseHash(words []string) uint64 {
	h := uint64(0)
	for _, w := range words {
		h = extend(h, wordHash(w))
	}
	return h
}

// table holds bytes by hash: two hashes in four billion have the same value by chance.
type table struct {
	hashes []uint32 // sorted
	values []byte
	starts []uint32 // where the hashes with the same upper bits begin, and at the end how many there are
	shift  uint     // to those bits
}

// perStart is how many hashes have the same upper bits, on average, or half as many.
const perStart = 2

func newTable(values map[uint64]byte) table {
	short := make(map[uint32]byte)
	for h, v := range values {
		k := uint32(h >> 32)
		short[k] = max(short[k], v)
	}
	var t table
	for k := range short {
		t.hashes = append(t.hashes, k)
	}
	slices.Sort(t.hashes)
	for _, k := range t.hashes {
		t.values = append(t.values, short[k])
	}
	t.index()
	return t
}

func (t *table) of(h uint64) byte {
	k := uint32(h >> 32)
	b := k >> t.shift
	for i, other := range t.hashes[t.starts[b]:t.starts[b+1]] {
		if other == k {
			return t.values[int(t.starts[b])+i]
		}
	}
	return 0
}

// index finds where the hashes that begin with the same bits do.
func (t *table) index() {
	n := min(bits.Len(uint(len(t.hashes)/perStart)), 32)
	t.shift, t.starts = uint(32-n), make([]uint32, 1<<n+1)
	for _, k := range t.hashes {
		t.starts[k>>t.shift+1]++
	}
	for b := range len(t.starts) - 1 {
		t.starts[b+1] += t.starts[b]
	}
}

func (t *table) sections(w *container.Writer, name string) {
	w.Add(name, container.Bytes(t.hashes))
	w.Add(name+"-values", t.values)
}

func readTable(f *container.File, name string) (table, error) {
	t := table{values: f.Section(name + "-values")}
	var err error
	if t.hashes, err = container.Slice[uint32](f.Section(name)); err != nil {
		return t, err
	}
	if len(t.values) != len(t.hashes) || !slices.IsSorted(t.hashes) {
		return t, fmt.Errorf("%w: %d %s and %d values", container.ErrChecksum, len(t.hashes), name, len(t.values))
	}
	t.index()
	return t, nil
}

// PhraseCounter counts the phrases of edited text. The zero value is an empty text.
type PhraseCounter struct {
	apart map[uint64]int
	words map[uint64]*wordCount
	lines []phraseLine
	terms []uint64
}

type wordCount struct{ opens, closes, all int }

// phraseLine is a line of text: hashes of its words, and whether a punctuation mark follows
// each.
type phraseLine struct {
	words []uint64
	ends  []bool
}

// Add adds a line of words in lower case; ends says after which a punctuation mark stands.
func (c *PhraseCounter) Add(words []string, ends []bool) {
	if c.apart == nil {
		c.apart, c.words = make(map[uint64]int), make(map[uint64]*wordCount)
	}
	l := phraseLine{ends: slices.Clone(ends)}
	for i, w := range words {
		h := wordHash(w)
		l.words = append(l.words, h)
		n := c.words[h]
		if n == nil {
			n = &wordCount{}
			c.words[h] = n
		}
		n.all++
		if i == 0 || ends[i-1] {
			n.opens++
		}
		if ends[i] || i+1 == len(words) {
			n.closes++
		}
	}
	c.lines = append(c.lines, l)
	from := 0
	for i := range words {
		if !ends[i] && i+1 < len(words) {
			continue
		}
		if i+1-from <= maxTerm {
			h := uint64(0)
			for _, w := range l.words[from : i+1] {
				h = extend(h, w)
			}
			c.apart[h]++
		}
		from = i + 1
	}
}

// AddTerm adds an editing term of repairs in training.
func (c *PhraseCounter) AddTerm(words []string) { c.terms = append(c.terms, phraseHash(words)) }

// How often phrases must have stood apart, and words have been there.
const (
	leastApart = 4
	leastWord  = 5
)

// Phrases returns the phrases that stood apart often enough, the terms and the words.
func (c *PhraseCounter) Phrases() *Phrases {
	total := make(map[uint64]int)
	for h, n := range c.apart {
		if n >= leastApart {
			total[h] = 0
		}
	}
	for _, h := range c.terms {
		total[h] = 0
	}
	for _, l := range c.lines {
		for i := range l.words {
			h := uint64(0)
			for j := i; j < min(i+maxTerm, len(l.words)); j++ {
				h = extend(h, l.words[j])
				if n, ok := total[h]; ok {
					total[h] = n + 1
				}
			}
		}
	}
	phrases, words := make(map[uint64]byte), make(map[uint64]byte)
	for h, n := range total {
		a := c.apart[h]
		phrases[h] = byte(min(15, bits.Len(uint(a))))<<4 | byte(math.Round(7*share(a, n)))
	}
	for _, h := range c.terms {
		phrases[h] |= listedBit
	}
	for h, n := range c.words {
		if n.all >= leastWord {
			words[h] = max(1, byte(math.Round(15*share(n.opens, n.all)))<<4|byte(math.Round(15*share(n.closes, n.all))))
		}
	}
	return &Phrases{newTable(phrases), newTable(words)}
}

func share(a, n int) float64 { return float64(a) / float64(max(n, 1)) }
