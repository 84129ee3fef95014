package chinese

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
)

// Span is a stretch of units, and what is written in their place.
type Span struct {
	Start, End int
	Text       string
}

// mostMarks is how many characters a word beside a number has, at most.
const mostMarks = 6

// edit is a stretch of characters that is written otherwise.
type edit struct {
	from, to int
	text     string
}

// text is the characters that are read.
type text struct {
	*language.ChineseNumerals
	chars []rune
	apart []bool // nothing reaches from the character before to this one
	all   bool   // counts below ten are in digits, too
	edits []edit
	// left is the last run that stayed: a range may reach from it. time is where the last time of day ends.
	left, time span
}

type span struct{ from, to int }

// Begins reports whether a unit may belong to what Digits writes otherwise.
func Begins(unit string) bool {
	r, _ := utf8.DecodeRuneInString(unit)
	return r >= 0x2e80 && (strings.IndexFunc(unit, isNumeral) >= 0 || strings.ContainsRune("点點分之年月", r))
}

// Digits returns what is to be written otherwise for the numbers of Chinese text to be in digits, in order; spans do not overlap. Units
// are characters, or words of several; "" is something that is no text. apart says that something is between a unit and the
// one before. all has counts below ten, and above one, in digits, too. Several goroutines may call it.
func Digits(units []string, apart func(i int) bool, all bool) []Span {
	if !slices.ContainsFunc(units, func(u string) bool { return strings.IndexFunc(u, isNumeral) >= 0 }) {
		return nil
	}
	t := text{ChineseNumerals: language.ReadChineseNumerals(), all: all}
	first := make([]int, len(units)+1) // character of each unit
	for i, u := range units {
		first[i] = len(t.chars)
		if u == "" {
			u = "\x00"
		}
		for k, r := range []rune(u) {
			t.chars = append(t.chars, r)
			t.apart = append(t.apart, k == 0 && apart(i))
		}
	}
	first[len(units)] = len(t.chars)
	for i := 0; i < len(t.chars); {
		if !isNumeral(t.chars[i]) {
			i++
			continue
		}
		i = max(t.read(i, t.run(i)), i+1)
	}
	return t.spans(first)
}

// spans returns the edits in units.
func (t *text) spans(first []int) []Span {
	slices.SortFunc(t.edits, func(a, b edit) int { return cmp.Compare(a.from, b.from) })
	var out []Span
	for k := 0; k < len(t.edits); {
		start := unitOf(first, t.edits[k].from)
		at, end := first[start], start+1
		var b strings.Builder
		for ; k < len(t.edits) && t.edits[k].from < first[end]; k++ {
			b.WriteString(string(t.chars[at:t.edits[k].from]))
			b.WriteString(t.edits[k].text)
			at, end = t.edits[k].to, unitOf(first, t.edits[k].to-1)+1
		}
		b.WriteString(string(t.chars[at:first[end]]))
		out = append(out, Span{start, end, b.String()})
	}
	return out
}

// unitOf returns the unit that a character is of.
func unitOf(first []int, char int) int {
	i, found := slices.BinarySearch(first, char)
	if !found {
		i--
	}
	return i
}

// at returns a character that belongs to the one before; 0: there is none.
func (t *text) at(i int) rune {
	if i <= 0 || i >= len(t.chars) || t.apart[i] {
		return 0
	}
	return t.chars[i]
}

// before returns the character that belongs to the one at i; 0: there is none.
func (t *text) before(i int) rune {
	if i <= 0 || i >= len(t.chars) || t.apart[i] {
		return 0
	}
	return t.chars[i-1]
}

// is reports whether a character that belongs to the one before is one of some.
func (t *text) is(i int, some string) bool {
	r := t.at(i)
	return r != 0 && strings.ContainsRune(some, r)
}

// run returns where the numerals from i on end.
func (t *text) run(i int) int {
	j := i
	for j < len(t.chars) && isNumeral(t.chars[j]) && (j == i || !t.apart[j]) {
		j++
	}
	return j
}

// next returns the numerals that belong to the character before i; none: to is i.
func (t *text) next(i int) (to int) {
	if t.at(i) == 0 {
		return i
	}
	return t.run(i)
}

// follows returns the length of the longest word of a set that stands at i.
func (t *text) follows(i int, set language.Set) int {
	for n := mostMarks; n > 0; n-- {
		if i+n <= len(t.chars) && t.at(i) != 0 && !slices.Contains(t.apart[i+1:i+n], true) && set[string(t.chars[i:i+n])] {
			return n
		}
	}
	return 0
}

// behind reports whether a word of a set stands right before i.
func (t *text) behind(i int, set language.Set) bool {
	if t.before(i) == 0 {
		return false
	}
	for n := 1; n <= mostMarks && n <= i; n++ {
		if set[string(t.chars[i-n:i])] {
			return true
		}
		if t.apart[i-n] {
			break
		}
	}
	return false
}

// idiom returns where an idiom ends that a run of numerals is in, 0 where there is none.
func (t *text) idiom(from, to int) int {
	for s := max(0, from-mostMarks); s <= from; s++ {
		if s < from && isNumeral(t.chars[s]) && t.run(s) == to {
			continue // it begins inside the run
		}
		for n := mostMarks; n > 0; n-- {
			end := s + n
			if end > len(t.chars) || end <= from || !t.Idioms[string(t.chars[s:end])] {
				continue
			}
			if end < to || string(t.chars[s:end]) == "十分" && t.is(end, "钟鐘之") {
				continue
			}
			return end
		}
	}
	return 0
}

// put writes a stretch otherwise.
func (t *text) put(from, to int, text string) {
	t.edits = append(t.edits, edit{from, to, text})
}

// putNumber writes a run as a number.
func (t *text) putNumber(from, to int, n *number) { t.put(from, to, n.figure(t.chars[from:to])) }
