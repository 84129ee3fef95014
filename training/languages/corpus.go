package languages

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

// Corpus is text and speech of languages to train or to score on. It is filled by Text and Speech,
// and then immutable.
type Corpus struct {
	words  []string
	number map[string]int32
	parts  []*Part
}

// NewCorpus returns an empty corpus.
func NewCorpus() *Corpus { return &Corpus{number: make(map[string]int32)} }

// Part is what was read of a file.
type Part struct {
	Name     string // of the source
	Language string
	Speech   bool // repairs are known, and case is not
	Marked   bool // marks are known
	units    []unit
	lines    []int32        // where each line begins, and, last, the number of units
	texts    []int32        // the line that each text begins with
	mixed    map[string]int // how often words in mixed case are written so
}

// unit is a unit with its labels.
type unit struct {
	word   int32
	labels [multilingual.NumHeads]int8 // -1: not known
	joined bool
}

// Units returns how many units the part has.
func (p *Part) Units() int { return len(p.units) }

// Parts returns the parts, in the order in which they were read.
func (c *Corpus) Parts() []*Part { return c.parts }

// Languages returns the codes of all languages.
func (c *Corpus) Languages() []string {
	var codes []string
	for _, p := range c.parts {
		codes = append(codes, p.Language)
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// Without returns a corpus of the parts for which drop is false.
func (c *Corpus) Without(drop func(*Part) bool) *Corpus {
	return &Corpus{words: c.words, number: c.number, parts: slices.DeleteFunc(slices.Clone(c.parts), drop)}
}

func (c *Corpus) intern(word string) int32 {
	n, ok := c.number[word]
	if !ok {
		n = int32(len(c.words))
		c.words, c.number[word] = append(c.words, word), n
	}
	return n
}

// line ends a line of a part.
func (p *Part) line() {
	if n := int32(len(p.units)); len(p.lines) == 0 || p.lines[len(p.lines)-1] != n {
		p.lines = append(p.lines, n)
	}
}

// text ends a text of a part.
func (p *Part) text() {
	if n := int32(max(0, len(p.lines)-1)); len(p.texts) == 0 || p.texts[len(p.texts)-1] != n {
		p.texts = append(p.texts, n)
	}
}

// newPart returns a part that begins.
func newPart(name, language string) *Part {
	return &Part{Name: name, Language: language, lines: []int32{0}, texts: []int32{0}, mixed: make(map[string]int)}
}

// add takes up a part that was read.
func (c *Corpus) add(p *Part) {
	p.line()
	c.parts = append(c.parts, p)
}

// append appends units of a part to a sample, from one to another.
func (c *Corpus) append(s *multilingual.Sample, p *Part, from, to int) {
	for i := from; i < to; i++ {
		u := &p.units[i]
		s.Units = append(s.Units, multilingual.Unit{Text: c.words[u.word], Joined: u.joined && i+1 < to})
		for h, y := range u.labels {
			s.Labels[h] = append(s.Labels[h], y)
		}
	}
}

// counts returns how often each word of a language occurs.
func (c *Corpus) counts() map[string]map[int32]int {
	out := make(map[string]map[int32]int)
	for _, p := range c.parts {
		if out[p.Language] == nil {
			out[p.Language] = make(map[int32]int)
		}
		for i := range p.units {
			out[p.Language][p.units[i].word]++
		}
	}
	return out
}

// eachWord calls f with the words of each language, in a fixed order.
func (c *Corpus) eachWord(f func(language, word string, count int)) {
	counts := c.counts()
	for _, code := range c.Languages() {
		words := make([]int32, 0, len(counts[code]))
		for w := range counts[code] {
			words = append(words, w)
		}
		slices.SortFunc(words, func(a, b int32) int { return cmp.Compare(a, b) })
		for _, w := range words {
			f(code, c.words[w], counts[code][w])
		}
	}
}
