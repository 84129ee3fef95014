package annotate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// tagDictionary knows which tags a word can have: a frequent one those that it had in training, any
// other those of rare words with its last character, and those that many rare words have.
type tagDictionary struct {
	sets    [][]uint8 // of labels, ascending; 0 is that of unknown last characters
	classes []uint32  // column values of the sets
	words   tagSets
	lasts   tagSets // by last character
}

// tagSets are the sets of some column values.
type tagSets struct {
	values []uint32 // ascending
	sets   []uint16
}

func (s *tagSets) find(value uint32) (uint16, bool) {
	i, ok := slices.BinarySearch(s.values, value)
	if !ok {
		return 0, false
	}
	return s.sets[i], true
}

// set returns the set of a word.
func (d *tagDictionary) set(l *lexeme) uint16 {
	if s, ok := d.words.find(l.word); ok {
		return s
	}
	s, _ := d.lasts.find(l.last)
	return s
}

// A word gets an entry of its own when training has it so often, with the tags that have this share of its
// occurrences: rarer ones are mostly mistakes. A tag that this share of all rare words has, any
// rare word may have.
const (
	frequentWord   = 6
	leastTagShare  = 0.003
	leastOpenShare = 0.01
)

// learnTags counts the tags of words: tags[i] of words[i], labels below n.
func learnTags(words []lexeme, tags []uint8, n int) *tagDictionary {
	type count struct {
		last  uint32
		total int
		of    []int
	}
	counts := make(map[uint32]*count)
	for i := range words {
		c := counts[words[i].word]
		if c == nil {
			c = &count{last: words[i].last, of: make([]int, n)}
			counts[words[i].word] = c
		}
		c.of[tags[i]]++
		c.total++
	}
	var frequent []uint32
	open, rare := make([]int, n), 0
	lasts := make(map[uint32][]bool)
	for _, w := range slices.Sorted(maps.Keys(counts)) {
		c := counts[w]
		if c.total >= frequentWord {
			frequent = append(frequent, w)
			continue
		}
		rare++
		if lasts[c.last] == nil {
			lasts[c.last] = make([]bool, n)
		}
		for y, k := range c.of {
			if k > 0 {
				open[y]++
				lasts[c.last][y] = true
			}
		}
	}
	b := dictionaryBuilder{numbers: make(map[string]uint16)}
	often := func(y int) bool { return float64(open[y]) >= leastOpenShare*float64(rare) }
	b.set(n, func(y int) bool { return rare == 0 || often(y) })
	for _, w := range frequent {
		c := counts[w]
		b.d.words.values = append(b.d.words.values, w)
		b.d.words.sets = append(b.d.words.sets, b.set(n, func(y int) bool { return float64(c.of[y]) > leastTagShare*float64(c.total) }))
	}
	for _, last := range slices.Sorted(maps.Keys(lasts)) {
		b.d.lasts.values = append(b.d.lasts.values, last)
		b.d.lasts.sets = append(b.d.lasts.sets, b.set(n, func(y int) bool { return often(y) || lasts[last][y] }))
	}
	b.d.name()
	return &b.d
}

// dictionaryBuilder numbers the sets of a dictionary.
type dictionaryBuilder struct {
	d       tagDictionary
	numbers map[string]uint16
}

// set returns the number of the set of those labels below n that in is true of.
func (b *dictionaryBuilder) set(n int, in func(y int) bool) uint16 {
	var s []uint8
	for y := range n {
		if in(y) {
			s = append(s, uint8(y))
		}
	}
	i, ok := b.numbers[string(s)]
	if !ok {
		i = uint16(len(b.d.sets))
		b.numbers[string(s)] = i
		b.d.sets = append(b.d.sets, s)
	}
	return i
}

// name makes the column values of the sets.
func (d *tagDictionary) name() {
	d.classes = d.classes[:0]
	for _, s := range d.sets {
		d.classes = append(d.classes, m3n.Symbol(string(s)))
	}
}

// dictionaryParts are the names of the sections of words and of last characters.
var dictionaryParts = [2]string{"words", "lasts"}

// add adds the dictionary to a file.
func (d *tagDictionary) add(w *container.Writer) error {
	sets := make([][]int, len(d.sets))
	for i, s := range d.sets {
		for _, y := range s {
			sets[i] = append(sets[i], int(y))
		}
	}
	text, err := json.Marshal(sets)
	if err != nil {
		return err
	}
	w.Add("sets", text)
	for i, s := range []*tagSets{&d.words, &d.lasts} {
		w.Add(dictionaryParts[i], container.Bytes(s.values))
		w.Add(dictionaryParts[i]+"-sets", container.Bytes(s.sets))
	}
	return nil
}

// openDictionary opens the dictionary of a file for n labels.
func openDictionary(f *container.File, n int) (*tagDictionary, error) {
	var sets [][]int
	if err := json.Unmarshal(f.Section("sets"), &sets); err != nil {
		return nil, fmt.Errorf("%w: sets of tags: %w", container.ErrChecksum, err)
	}
	d := &tagDictionary{}
	for _, s := range sets {
		var labels []uint8
		for _, y := range s {
			if y < 0 || y >= n {
				return nil, fmt.Errorf("%w: tag %d in the dictionary", container.ErrChecksum, y)
			}
			labels = append(labels, uint8(y))
		}
		if !slices.IsSorted(labels) || len(labels) == 0 {
			return nil, fmt.Errorf("%w: a set of tags is empty or in no order", container.ErrChecksum)
		}
		d.sets = append(d.sets, labels)
	}
	if len(d.sets) == 0 {
		return nil, fmt.Errorf("%w: no sets of tags", container.ErrChecksum)
	}
	for i, s := range []*tagSets{&d.words, &d.lasts} {
		name := dictionaryParts[i]
		var err error
		if s.values, err = container.Slice[uint32](f.Section(name)); err != nil {
			return nil, err
		}
		if s.sets, err = container.Slice[uint16](f.Section(name + "-sets")); err != nil {
			return nil, err
		}
		switch {
		case len(s.sets) != len(s.values) || !slices.IsSortedFunc(s.values, cmp.Compare[uint32]):
			return nil, fmt.Errorf("%w: %s of the dictionary", container.ErrChecksum, name)
		case slices.ContainsFunc(s.sets, func(i uint16) bool { return int(i) >= len(d.sets) }):
			return nil, fmt.Errorf("%w: sets of %s", container.ErrChecksum, name)
		}
	}
	d.name()
	return d, nil
}
