package translation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// ExtractOptions say which rules are taken from text. The zero value of a number is its
// default.
type ExtractOptions struct {
	// Length is how many words a phrase has at most, default 6.
	Length int
	// Borders takes phrases with the marks at their borders, too: the heuristic of section
	// 4.1. Without it, marks are learned between the words of a phrase alone.
	Borders bool
	// Unknown takes the phrases of words that were seen once for any word, known or not, too, at
	// the cost of FeatureUnknown: the paper does not say how marks get beside words that did
	// not stand beside them.
	Unknown bool
	// Hierarchical takes rules with a gap: phrases of at most Span words, default 10, where
	// a phrase within is replaced, with at most Terminals words left, default 4.
	Hierarchical    bool
	Span, Terminals int
	// MinPhrase is how often a phrase of three words or more must be seen, default 2;
	// MinHierarchical how often the source of a rule with a gap must be, default 3, and each
	// target twice. Rules with a gap that put no mark are counted, and not kept: they say
	// nothing that gluing does not, and made development text worse.
	MinPhrase, MinHierarchical int
	// Targets is how many targets of a source are kept, the most frequent ones, default 10.
	Targets int
	Workers int // goroutines, default 1; the result does not depend on it
}

// withDefaults returns the options with defaults in place of zeros.
func (o ExtractOptions) withDefaults() (ExtractOptions, error) {
	for _, x := range []struct {
		name                 string
		value                *int
		def, least, greatest int
	}{
		{"words of a phrase", &o.Length, 6, 1, MostSymbols},
		{"words that a rule with a gap covers", &o.Span, 10, 2, MostSpan},
		{"words of a rule with a gap", &o.Terminals, 4, 1, MostSymbols - 1},
		{"times that a phrase is seen", &o.MinPhrase, 2, 1, 1 << 20},
		{"times that the source of a rule with a gap is seen", &o.MinHierarchical, 3, 1, 1 << 20},
		{"targets of a source", &o.Targets, 10, 1, 1 << 20},
		{"goroutines", &o.Workers, 1, 1, 1 << 10},
	} {
		if *x.value == 0 {
			*x.value = x.def
		}
		if *x.value < x.least || *x.value > x.greatest {
			return o, fmt.Errorf("translation: %s: %d is not from %d to %d", x.name, *x.value, x.least, x.greatest)
		}
	}
	return o, nil
}

// ErrNoText is returned where there are no words to learn from.
var ErrNoText = errors.New("there is no text to learn rules from")

// Extract takes phrases, and rules with gaps, from the pseudo-parallel corpus of segments
// with their marks and without (section 3): each word is aligned with itself, each mark with
// nothing, and all phrases that are consistent with that are taken (Och and Ney 2004; Chiang
// 2007). Each place of the text counts once for each different rule that it gives.
func Extract(ctx context.Context, segments []Segment, o ExtractOptions) (*Table, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	c := &corpus{starts: []int{0}}
	for i := range segments {
		s := &segments[i]
		if len(s.Gaps) != len(s.Words)+1 {
			return nil, fmt.Errorf("translation: segment %d has %d words and %d gaps", i+1, len(s.Words), len(s.Gaps))
		}
		for _, w := range s.Words {
			c.words = append(c.words, WordHash(w))
		}
		c.gaps = append(c.gaps, s.Gaps...)
		c.starts = append(c.starts, len(c.words))
	}
	if len(c.words) == 0 {
		return nil, ErrNoText
	}
	if o.Unknown {
		c.findOnce()
	}
	// What is counted at once takes memory: parts of the sources by the first bits of their
	// keys are counted one after the other.
	bits := uint(0)
	for len(c.words)>>bits > wordsAtOnce/o.Workers {
		bits++
	}
	idle := make(chan *extractor, o.Workers)
	for range o.Workers {
		idle <- &extractor{ExtractOptions: o, corpus: c, bits: bits}
	}
	b := newTableBuilder()
	err = parallel.InOrder(ctx, o.Workers, 1<<bits, func(ctx context.Context, i int) kept {
		x := <-idle
		defer func() { idle <- x }()
		if ctx.Err() != nil {
			return kept{}
		}
		return x.part(i)
	}, func(_ int, p kept) error {
		for _, r := range p.rules {
			b.add(&Entry{Key: r.key, Placed: r.target.placed(p.more), Count: int(r.count), Of: int(r.of)})
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return b.table(), nil
}

// wordsAtOnce is how many words of text give about as many instances of rules as all
// goroutines keep in memory at a time: some 140 a word.
var wordsAtOnce = 1 << 17

// corpus is text as it is learned from.
type corpus struct {
	words  []uint64 // hashes
	gaps   []Marks  // one more than words for each segment
	starts []int    // of segments in words, and the end; in gaps they begin as many later as segments are before
	once   []bool   // of words: they are nowhere else; nil: not asked for
}

// findOnce fills once.
func (c *corpus) findOnce() {
	seen := make(map[uint64]int32)
	for _, w := range c.words {
		seen[w]++
	}
	c.once = make([]bool, len(c.words))
	for i, w := range c.words {
		c.once[i] = seen[w] == 1
	}
}

// placing are the marks of a rule: two Placed, the first in the low bits, or the index of
// more of them.
type placing uint64

const manyPlaced placing = 1 << 63 // no place is so great

// placed returns the places.
func (t placing) placed(more [][]Placed) []Placed {
	switch {
	case t&manyPlaced != 0:
		return more[t&^manyPlaced]
	case t == 0:
		return nil
	case t>>32 == 0:
		return []Placed{Placed(t)}
	}
	return []Placed{Placed(t), Placed(t >> 32)}
}

// instance is a rule as it was seen.
type instance struct {
	key    Key
	target placing
}

// counted is a rule that is kept.
type counted struct {
	key       Key
	target    placing
	count, of uint32
}

// kept are the rules of a part of the sources.
type kept struct {
	rules []counted
	more  [][]Placed // of their targets
}

// extractor counts the rules of a part of the sources. It belongs to one goroutine.
type extractor struct {
	ExtractOptions
	*corpus
	bits uint
	want Key // first bits of the keys of the part

	seen, sorted []instance
	heads        []uint32
	more         [][]Placed
	index        map[string]placing
	list         []Placed
	choices      [4][]Marks
}

// wanted reports whether a key is of the part.
func (x *extractor) wanted(k Key) bool { return k>>(64-x.bits) == x.want }

// part returns the rules of a part of the sources, by key, the most frequent ones first.
func (x *extractor) part(i int) kept {
	x.want, x.seen, x.more, x.index = Key(i), x.seen[:0], nil, make(map[string]placing)
	for s := range len(x.starts) - 1 {
		from, to := x.starts[s], x.starts[s+1]
		x.segment(x.words[from:to], x.gaps[from+s:to+s+1])
		if x.once != nil && x.wanted(UnknownKey) {
			for i, once := range x.once[from:to] {
				if once {
					x.phrase(UnknownKey, x.gaps[from+s+i:from+s+i+2])
				}
			}
		}
	}
	x.sort()
	var out []counted
	for lo := 0; lo < len(x.sorted); {
		hi := lo + 1
		for hi < len(x.sorted) && x.sorted[hi].key == x.sorted[lo].key {
			hi++
		}
		out = x.count(out, x.sorted[lo:hi])
		lo = hi
	}
	return kept{slices.Clip(out), x.more}
}

// What is kept depends on what a source is. Instances have that in the bits of their keys
// that tables do not look at.
const (
	kindLong  Key = iota // a phrase of three words or more
	kindShort            // a phrase of one or two
	kindGap
)

// segment takes the rules of a segment.
func (x *extractor) segment(words []uint64, gaps []Marks) {
	n := len(words)
	for i := range n {
		k := NoKey
		for l := 1; l <= x.Length && i+l <= n; l++ {
			if k = k.Word(words[i+l-1]); x.wanted(k) {
				x.phrase(k, gaps[i:i+l+1])
			}
		}
		if !x.Hierarchical {
			continue
		}
		front := NoKey
		for a := 0; a <= x.Terminals && i+a < n; a++ {
			if a > 0 {
				front = front.Word(words[i+a-1])
			}
			gap := front.Gap()
			for j := i + a + 1; j <= min(n, i+x.Span); j++ {
				if a > 0 && x.wanted(gap) {
					x.rule(gap, gaps, i, a, j, 0)
				}
				k := gap
				for b := 1; a+b <= x.Terminals && j+b <= min(n, i+x.Span); b++ {
					if k = k.Word(words[j+b-1]); x.wanted(k) {
						x.rule(k, gaps, i, a, j, b)
					}
				}
			}
		}
	}
}

// phrase takes the phrases of some words, with the gaps around and between them.
func (x *extractor) phrase(k Key, gaps []Marks) {
	n := len(gaps) - 1
	kind := kindLong
	if n < 3 {
		kind = kindShort
	}
	left, right := x.suffixes(0, gaps[0], x.Borders), x.prefixes(1, gaps[n], x.Borders)
	for _, l := range left {
		for _, r := range right {
			x.list = x.list[:0]
			x.put(0, l)
			for p := 1; p < n; p++ {
				x.put(p, gaps[p])
			}
			x.put(n, r)
			x.emit(k, kind)
		}
	}
}

// rule takes the rules of a words from i, a gap up to j, and b words behind it.
func (x *extractor) rule(k Key, gaps []Marks, i, a, j, b int) {
	// What the gap is filled with may take the marks at its borders, or leave them.
	var first, before, after, last []Marks
	if a > 0 {
		first, before = x.suffixes(0, gaps[i], x.Borders), x.left(1, gaps[i+a], true)
	} else {
		first, before = noMarks, x.within(1, gaps[i])
	}
	if b > 0 {
		after, last = x.left(2, gaps[j], false), x.prefixes(3, gaps[j+b], x.Borders)
	} else {
		after, last = x.within(2, gaps[j]), noMarks
	}
	for _, f := range first {
		for _, l := range before {
			for _, r := range after {
				for _, e := range last {
					x.list = x.list[:0]
					if a > 0 {
						x.put(0, f)
					}
					for p := 1; p < a; p++ {
						x.put(p, gaps[i+p])
					}
					x.put(a, l)
					x.put(a+1, r)
					for p := 1; p < b; p++ {
						x.put(a+1+p, gaps[j+p])
					}
					if b > 0 {
						x.put(a+1+b, e)
					}
					x.emit(k, kindGap)
				}
			}
		}
	}
}

var noMarks = []Marks{0}

// prefixes returns the first marks of a gap, as many as one likes, or none at all. It uses
// a place of choices.
func (x *extractor) prefixes(place int, m Marks, any bool) []Marks {
	return x.parts(place, m, any, Marks.First)
}

// suffixes returns the last marks of a gap, as many as one likes, or none at all.
func (x *extractor) suffixes(place int, m Marks, any bool) []Marks {
	return x.parts(place, m, any, Marks.From)
}

func (x *extractor) parts(place int, m Marks, any bool, part func(m Marks, n int) Marks) []Marks {
	if m == 0 || !any {
		return noMarks
	}
	out := x.choices[place][:0]
	for n := range m.Len() + 1 {
		out = append(out, part(m, n))
	}
	x.choices[place] = out
	return out
}

// left returns what a phrase in a gap may leave of the marks on one side of it: the first
// ones before it, the last ones behind it, or all, where phrases have no marks at borders.
func (x *extractor) left(place int, m Marks, before bool) []Marks {
	switch {
	case m != 0 && !x.Borders:
		x.choices[place] = append(x.choices[place][:0], m)
		return x.choices[place]
	case before:
		return x.prefixes(place, m, true)
	}
	return x.suffixes(place, m, true)
}

// within returns the different runs of marks of a gap at the border of a rule: those that
// the rule takes and what fills its gap does not.
func (x *extractor) within(place int, m Marks) []Marks {
	if m == 0 || !x.Borders {
		return noMarks
	}
	out := append(x.choices[place][:0], 0)
	for from := range m.Len() {
		for n := 1; from+n <= m.Len(); n++ {
			if run := m.From(from).First(n); !slices.Contains(out, run) {
				out = append(out, run)
			}
		}
	}
	x.choices[place] = out
	return out
}

// put adds marks to the list.
func (x *extractor) put(at int, m Marks) {
	if m != 0 {
		x.list = append(x.list, placed(at, m))
	}
}

// emit keeps an instance with the list.
func (x *extractor) emit(k, kind Key) {
	t := placing(0)
	switch l := x.list; {
	case len(l) == 1:
		t = placing(l[0])
	case len(l) == 2:
		t = placing(l[0]) | placing(l[1])<<32
	case len(l) > 2:
		t = x.intern(l)
	}
	x.seen = append(x.seen, instance{k&^spareBits | kind, t})
}

// intern numbers a list of more than two places.
func (x *extractor) intern(l []Placed) placing {
	var name [4 * (MostSymbols + 1)]byte
	k := name[:0]
	for _, p := range l {
		k = append(k, byte(p), byte(p>>8), byte(p>>16), byte(p>>24))
	}
	t, ok := x.index[string(k)]
	if !ok {
		t = manyPlaced | placing(len(x.more))
		x.index[string(k)] = t
		x.more = append(x.more, slices.Clone(l))
	}
	return t
}

// sort puts what was seen into sorted: by the bits that tell parts of a part apart, and
// within them by comparison.
func (x *extractor) sort() {
	const width = 14
	x.heads = slices.Grow(x.heads[:0], 1<<width+1)[:1<<width+1]
	clear(x.heads)
	bucket := func(k Key) int { return int(k << x.bits >> (64 - width)) }
	for i := range x.seen {
		x.heads[bucket(x.seen[i].key)+1]++
	}
	for i := range 1 << width {
		x.heads[i+1] += x.heads[i]
	}
	x.sorted = slices.Grow(x.sorted[:0], len(x.seen))[:len(x.seen)]
	for _, s := range x.seen {
		b := bucket(s.key)
		x.sorted[x.heads[b]] = s
		x.heads[b]++
	}
	for b := range 1 << width {
		from := uint32(0)
		if b > 0 {
			from = x.heads[b-1]
		}
		slices.SortFunc(x.sorted[from:x.heads[b]], func(a, b instance) int {
			if a.key != b.key {
				return cmp.Compare(a.key, b.key)
			}
			return cmp.Compare(a.target, b.target)
		})
	}
}

// count adds the rules of a source that are kept to out; seen are its instances, sorted.
func (x *extractor) count(out []counted, seen []instance) []counted {
	of, kind := len(seen), seen[0].key&spareBits
	least := 1
	switch {
	case kind == kindLong && of < x.MinPhrase, kind == kindGap && of < x.MinHierarchical:
		return out
	case kind == kindGap:
		least = 2
	}
	from := len(out)
	for lo := 0; lo < len(seen); {
		hi := lo + 1
		for hi < len(seen) && seen[hi].target == seen[lo].target {
			hi++
		}
		if hi-lo >= least && (kind != kindGap || seen[lo].target != 0) {
			out = append(out, counted{seen[0].key, seen[lo].target, uint32(hi - lo), uint32(of)})
		}
		lo = hi
	}
	slices.SortFunc(out[from:], func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.count, a.count), slices.Compare(a.target.placed(x.more), b.target.placed(x.more)))
	})
	return out[:min(len(out), from+x.Targets)]
}
