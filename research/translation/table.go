package translation

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/zeebo/xxh3"
)

// Caps of rules.
const (
	MostSymbols = 7  // words and gaps of the source of a rule
	MostSpan    = 30 // words that a rule with a gap covers
)

// Key is the source of a rule: a hash of its words and gaps, built from the left. Start
// with NoKey.
type Key uint64

// NoKey is the key of no symbols.
const NoKey Key = 0x9e3779b97f4a7c15

// UnknownKey is the source of the phrases of any word: see ExtractOptions.Unknown.
const UnknownKey Key = 0x2545f4914f6cdd1d

// spareBits are those of a key that tables do not look at.
const spareBits Key = 3

// WordHash returns what Key.Word takes for a word.
func WordHash(word string) uint64 { return xxh3.HashString(word) | 1 }

// Word returns the key with a word behind it.
func (k Key) Word(hash uint64) Key {
	k = (k ^ Key(hash)) * 0xff51afd7ed558ccd
	return k ^ k>>32
}

// Gap returns the key with a gap behind it.
func (k Key) Gap() Key { return k.Word(0) }

// Placed are the marks that a rule puts at one place of its source, and the place: 0 is
// before its first symbol, i after symbol i-1, gaps being symbols.
type Placed uint32

// placed makes a Placed of a place and marks.
func placed(at int, m Marks) Placed { return Placed(at)<<(markBits*MostMarks) | Placed(m) }

// At returns the place.
func (p Placed) At() int { return int(p >> (markBits * MostMarks)) }

// Marks returns the marks.
func (p Placed) Marks() Marks { return Marks(p & (1<<(markBits*MostMarks) - 1)) }

// Table holds rules by the hash of their source: phrases, and rules with one gap. It is
// used as it lies in a file, is immutable and may be shared between goroutines.
//
// The words of a source are not kept: a source is told from others by 32 bits of a hash
// beside those that its bucket has.
type Table struct {
	shift   uint
	buckets []uint32 // where the keys of each bucket begin, and the end
	keys    []uint32 // low bits of the hashes, by bucket
	first   []uint32 // first rule of each key, and the end

	placement []uint32 // of each rule
	scores    []uint16 // of each rule: numScores logarithms in steps of 1/scoreSteps below 0
	starts    []uint32 // first of placed for each placement, and the end
	placed    []Placed // sorted by place
}

// The logarithms that are kept of rules.
const (
	scorePhrase = iota
	scoreRare   // not a logarithm: 0 or 1
	numScores
)

const scoreSteps = 2048

// Rules returns the number of rules.
func (t *Table) Rules() int { return len(t.placement) }

// Sources returns the number of different sources.
func (t *Table) Sources() int { return len(t.keys) }

// Find returns the rules [from, to) of a source, those of greater P(target | source)
// first; none if it is not known.
func (t *Table) Find(k Key) (from, to int) {
	b := uint64(k) >> t.shift
	low := uint32(k &^ spareBits)
	lo, hi := t.buckets[b], t.buckets[b+1]
	for i := lo; i < hi; i++ {
		if t.keys[i] == low {
			return int(t.first[i]), int(t.first[i+1])
		}
	}
	return 0, 0
}

// Placed returns the marks that a rule puts, by place. The slice is the table's.
func (t *Table) Placed(rule int) []Placed {
	p := t.placement[rule]
	return t.placed[t.starts[p]:t.starts[p+1]]
}

// Features adds to out what a rule has of FeaturePhrase, FeatureRules, FeatureRare, and
// FeatureMarks and its kinds, wherever it stands.
func (t *Table) Features(rule int, out *Features) {
	s := t.scores[rule*numScores : rule*numScores+numScores]
	out[FeaturePhrase] -= float64(s[scorePhrase]) / scoreSteps
	out[FeatureRare] += float64(s[scoreRare])
	out[FeatureRules]++
	for _, p := range t.Placed(rule) {
		for m := p.Marks(); m != 0; m = m.From(1) {
			out[FeatureMarks]++
			switch mark := m.At(0); {
			case mark == Question || mark == Exclamation:
				out[FeatureQuestions]++
			case mark == Comma:
				out[FeatureCommas]++
			case mark.Class() != Ends:
				out[FeatureOthers]++
			}
		}
	}
}

// Entry is a rule as it is put into a table.
type Entry struct {
	Key    Key
	Placed []Placed // sorted by place
	Count  int      // how often it was seen
	Of     int      // how often its source was seen
}

// rareCount is how often a rule is seen, at most, that is rare.
const rareCount = 2

// NewTable makes a table of rules, which are sorted in place. Two rules of the same key and
// places are an error.
func NewTable(entries []Entry) (*Table, error) {
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(b.Count, a.Count), slices.Compare(a.Placed, b.Placed))
	})
	b := newTableBuilder()
	for i := range entries {
		e := &entries[i]
		if i > 0 && entries[i-1].Key == e.Key && slices.Equal(entries[i-1].Placed, e.Placed) {
			return nil, fmt.Errorf("translation: a rule is there twice")
		}
		b.add(e)
	}
	return b.table(), nil
}

// tableBuilder takes rules in the order of their keys.
type tableBuilder struct {
	t    Table
	full []uint64          // keys
	seen map[string]uint32 // placements
}

func newTableBuilder() *tableBuilder {
	return &tableBuilder{t: Table{starts: []uint32{0}}, seen: make(map[string]uint32)}
}

func (b *tableBuilder) add(e *Entry) {
	t := &b.t
	if n := len(b.full); n == 0 || b.full[n-1] != uint64(e.Key&^spareBits) {
		b.full = append(b.full, uint64(e.Key&^spareBits))
		t.first = append(t.first, uint32(len(t.placement)))
	}
	var name [4 * (MostSymbols + 1)]byte
	k := name[:0]
	for _, p := range e.Placed {
		k = append(k, byte(p), byte(p>>8), byte(p>>16), byte(p>>24))
	}
	id, ok := b.seen[string(k)]
	if !ok {
		id = uint32(len(t.starts) - 1)
		b.seen[string(k)] = id
		t.placed = append(t.placed, e.Placed...)
		t.starts = append(t.starts, uint32(len(t.placed)))
	}
	t.placement = append(t.placement, id)
	step := func(logp float64) uint16 { return uint16(min(max(math.Round(-logp*scoreSteps), 0), math.MaxUint16)) }
	rare := uint16(0)
	if e.Count <= rareCount {
		rare = 1
	}
	t.scores = append(t.scores, step(math.Log(float64(e.Count)/float64(e.Of))), rare)
}

// table returns the table of what was added.
func (b *tableBuilder) table() *Table {
	t := &b.t
	t.first = append(t.first, uint32(len(t.placement)))
	bits := bucketBits(len(b.full))
	t.buckets, t.keys = make([]uint32, 1<<bits+1), make([]uint32, len(b.full))
	for i, k := range b.full {
		t.keys[i] = uint32(k)
		t.buckets[k>>(64-bits)+1]++
	}
	for i := range 1 << bits {
		t.buckets[i+1] += t.buckets[i]
	}
	t.shift = 64 - bits
	return t
}

// bucketBits returns of how many bits the numbers of buckets are for so many keys: a few
// for each bucket.
func bucketBits(keys int) uint {
	bits := uint(0)
	for keys>>bits > 4 {
		bits++
	}
	return bits
}
