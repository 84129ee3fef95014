package stages

import (
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/m3n"
)

// tagDictionary knows which tags a frequent word can have.
type tagDictionary struct {
	tags    []string           // label names, sorted
	symbols []uint32           // their column values
	words   map[uint32]*tagSet // by the word's symbol
	open    *tagSet            // for every other word
	// figures are for other words with digits, by their numeral: the corpus, which spells
	// numbers out, knows next to none.
	figures [numNumerals]*tagSet
}

func newTagDictionary(tags []string) *tagDictionary {
	d := &tagDictionary{tags: tags, words: make(map[uint32]*tagSet)}
	for _, t := range tags {
		d.symbols = append(d.symbols, m3n.Symbol(t))
	}
	return d
}

type tagSet struct {
	labels []uint8
	class  uint32 // column value of the ambiguity class
}

func newTagSet(tags []string, labels []uint8) *tagSet {
	var class strings.Builder
	for _, y := range labels {
		class.WriteString(tags[y])
		class.WriteByte(' ')
	}
	return &tagSet{labels, m3n.Symbol(class.String())}
}

// get returns the tags to consider for a word.
func (d *tagDictionary) get(l *lexeme) *tagSet {
	if s, ok := d.words[l.word]; ok {
		return s
	}
	if s := d.figures[l.numeral]; s != nil {
		return s
	}
	return d.open
}

// numeral says what a word with digits is.
type numeral uint8

const (
	noNumeral numeral = iota
	cardinal          // "14", "3.5", "10:30", "50%"
	ordinal           // "4th"
	plural            // "1990s"
	code              // "d6", "covid-19"
	numNumerals
)

// figureTags are the tags that each may have.
var figureTags = [numNumerals][]string{
	cardinal: {"CD"}, ordinal: {"JJ"}, plural: {"CD", "NNS"}, code: {"CD", "JJ", "NN", "NNP"},
}

// numeralOf returns what a word is, in lower case.
func numeralOf(w string) numeral {
	digits := strings.IndexAny(w, "0123456789")
	if digits < 0 {
		return noNumeral
	}
	rest := strings.TrimLeft(w[digits:], "0123456789.,:/%-")
	switch {
	case strings.ContainsFunc(w[:digits], unicode.IsLetter):
		return code
	case rest == "", !strings.ContainsFunc(rest, unicode.IsLetter):
		return cardinal
	case rest == "st", rest == "nd", rest == "rd", rest == "th":
		return ordinal
	case rest == "s", rest == "'s":
		return plural
	}
	return code
}

// addFigures makes the sets of words with digits of the tags that there are.
func (d *tagDictionary) addFigures() {
	for n, names := range figureTags {
		var labels []uint8
		for _, name := range names {
			if y, ok := slices.BinarySearch(d.tags, name); ok {
				labels = append(labels, uint8(y))
			}
		}
		if len(labels) > 0 {
			d.figures[n] = newTagSet(d.tags, labels)
		}
	}
}

// A word gets a dictionary entry when training has it this often; a tag gets into
// it when it has this share of the word's occurrences. Rarer tags of frequent
// words are mostly annotation errors.
const (
	dictionaryCount = 15
	dictionaryShare = 0.003
)

// buildTagDictionary counts the tags of words; words and tags are parallel. Words
// of unknown tag ("") are left out.
func buildTagDictionary(words []uint32, tags []string) *tagDictionary {
	names := slices.Clone(tags)
	slices.Sort(names)
	names = slices.Compact(names)
	names = slices.DeleteFunc(names, func(s string) bool { return s == "" })
	d := newTagDictionary(names)
	counts := make(map[uint32][]int)
	for i, w := range words {
		if tags[i] == "" {
			continue
		}
		c := counts[w]
		if c == nil {
			c = make([]int, len(names))
			counts[w] = c
		}
		y, _ := slices.BinarySearch(names, tags[i])
		c[y]++
	}
	open := make([]bool, len(names))
	for w, c := range counts {
		total := 0
		for _, n := range c {
			total += n
		}
		var labels []uint8
		for y, n := range c {
			open[y] = open[y] || n > 0 && total < dictionaryCount
			if float64(n) > dictionaryShare*float64(total) {
				labels = append(labels, uint8(y))
			}
		}
		if total >= dictionaryCount {
			d.words[w] = newTagSet(names, labels)
		}
	}
	var labels []uint8
	for y, ok := range open {
		if ok || !slices.Contains(open, true) {
			labels = append(labels, uint8(y))
		}
	}
	d.open = newTagSet(names, labels)
	d.addFigures()
	return d
}

// gold returns the label to train towards for a word with a tag: the tag, or the
// first allowed one where the dictionary rules the tag out.
func (d *tagDictionary) gold(l *lexeme, tag string) uint8 {
	set := d.get(l)
	if y, ok := slices.BinarySearch(d.tags, tag); ok && slices.Contains(set.labels, uint8(y)) {
		return uint8(y)
	}
	return set.labels[0]
}
