package numerals

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/numerals/chinese"
)

// lang is the language that is read.
var lang = &language.English().Numerals

// Word is a word of what somebody says.
type Word struct {
	Text string // without the punctuation around it
	// Apart says that something is between the word and the one before: a punctuation mark, a pause, the
	// end of a turn. No number reaches across.
	Apart bool
	// Opens says that the word opens a sentence.
	Opens bool
}

// Span is a stretch of words and the one word that is written in their place.
type Span struct {
	Start, End int // words
	Text       string
	// Comma says that a comma belongs after it, unless there is a punctuation mark: "May 3, 2005".
	Comma bool
	// Joins says that what follows belongs to it, so that no punctuation mark stands between: the "9:30"
	// of "9:30 a.m.".
	Joins bool
}

// Digits returns what is to be written otherwise for the numbers in words to be in digits,
// in order; spans do not overlap. A word with a capital inside a sentence is a name, and no
// number: text all in capitals has to be put in lower case before. Chinese characters are words of
// their own. Several goroutines may call it.
func Digits(words []Word, style Style) []Span {
	var out []Span
	if t := readText(words, style); t != nil {
		out = t.spans()
	}
	if !slices.ContainsFunc(words, func(w Word) bool { return language.HasHan(w.Text) }) {
		return out
	}
	units := make([]string, len(words))
	for i := range words {
		units[i] = words[i].Text
	}
	english := len(out)
	for _, s := range chinese.Digits(units, func(i int) bool { return words[i].Apart || words[i].Opens }, style&All != 0) {
		out = append(out, Span{Start: s.Start, End: s.End, Text: s.Text})
	}
	if english > 0 {
		slices.SortFunc(out, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	}
	return out
}

// Near reports whether two words, one after the other, may be of one number, or of what this package writes as one:
// only then it is worth while to ask Whole.
func Near(a, b string) bool { return near(a) && near(b) || a == lang.Dot || b == lang.Dot }

func near(word string) bool {
	return starts(word) || len(word) == 1 || word == lang.And || word == lang.At || word == lang.Over || lang.Domains[word] || lang.ClockPast[word] || lang.ClockTo[word] || lang.HalfDays[word] != "" ||
		lang.Currencies[word] != "" || lang.Cents[word] || lang.Percent[word]
}

// Context is how many words, on either side of a number, may say what it is.
const Context = 4

// Pause is how long, in seconds, nobody speaks where no number reaches across.
const Pause = 1

// Begins reports whether a word may begin what Digits writes otherwise, or be within it: what is more than Context
// words away from all such words is written as it is, whatever else is said.
func Begins(word string) bool {
	return starts(word) || lang.Times[word] > 0 || lang.TitleSigns[word] != "" || lang.MailCues[word] || strings.Contains(word, "-") || len(word) == 1 && word != "a" && word != "i" || chinese.Begins(word)
}

// starts reports whether a word is one of those that numbers and addresses are made of, wherever it stands.
func starts(word string) bool {
	return cardinalWord(word) || ordinalOf(word) > 0 || lang.Oh[word] || word == lang.Point || word == lang.Plus || lang.Joints[word] != "" || lang.Minus[word] ||
		lang.Months[word] > 0 || lang.HourParts[word] > 0 || lang.CurrencyOne[word] != ""
}

// Whole reports whether the words before and behind a blank, which is after a word, are read
// as one number, so that no sentence ends between, however it sounds; sure says that no comma stands
// there, either, as one does in a list ("twenty, twenty five") and before the year of a date.
func Whole(words []Word, after int) (whole, sure bool) {
	t := readText(words, 0)
	if t == nil {
		return false, false
	}
	for i := range t.items {
		x := &t.items[i]
		if from, to := t.atoms[x.start].word, t.atoms[x.end-1].word; after < from || after >= to {
			continue
		}
		comma := slices.ContainsFunc(x.edits, func(e edit) bool { return e.comma && t.atoms[e.end-1].word == after })
		return true, !comma && !x.listed
	}
	return false, false
}

// readText finds the numbers of words; nil: there are none.
func readText(words []Word, style Style) *text {
	t := newText(words)
	if t == nil {
		return nil
	}
	t.style = style
	for from := 0; from < len(t.atoms); {
		to := from + 1
		for to < len(t.atoms) && !t.atoms[to].apart {
			to++
		}
		t.read(from, to)
		from = to
	}
	return t
}

// atom is a word, or a part of one with hyphens that is all numbers: "twenty-five".
type atom struct {
	text  string // in lower case; "" for a name
	word  int
	apart bool
	opens bool
	first bool // of its word
	last  bool
	vocab bool // a word for a cardinal
}

// text is the words as they are read.
type text struct {
	words    []Word
	atoms    []atom
	from, to int // the stretch that is being read
	limit    int // numbers end here at the latest
	items    []item
	day      int // atom after the last day of a month; -1: none
	style    Style
	dots     bool // there is a word for the dot of an address
}

// edit is an atom span that is written otherwise.
type edit struct {
	start, end int
	text       string
	comma      bool
}

// kind is what an item is.
type kind uint8

const (
	plain   kind = iota // a count or an ordinal, alone
	measure             // a count with a unit
	strong              // money, a time, a date, a year: what cannot be read otherwise
)

// item is a number that was found.
type item struct {
	start, end int // atoms, with the unit
	kind       kind
	edits      []edit
	number     *number // the count, of those that have one
	sign       string  // of its currency
	listed     bool    // it may be a list, where commas stand within
}

// strongly returns the item of atoms that are written as one figure.
func strongly(start, end int, text string) item {
	return item{start: start, end: end, kind: strong, edits: []edit{{start, end, text, false}}}
}

// newText cuts words into atoms. It returns nil where there is no number.
func newText(words []Word) *text {
	t := &text{words: words, day: -1}
	any := false
	for i := range words {
		w := &words[i]
		s := strings.ReplaceAll(strings.ToLower(w.Text), "’", "'")
		if r, _ := utf8.DecodeRuneInString(w.Text); unicode.IsUpper(r) && !w.Opens && lang.Months[s] == 0 && lang.HalfDays[s] == "" {
			t.atoms = append(t.atoms, atom{word: i, apart: w.Apart, first: true, last: true})
			continue
		}
		parts := []string{s}
		if strings.Contains(s, "-") {
			if all := strings.Split(s, "-"); numeric(all) {
				parts = all
			}
		}
		for k, p := range parts {
			a := atom{text: p, word: i, apart: w.Apart && k == 0, opens: w.Opens && k == 0, first: k == 0, last: k+1 == len(parts), vocab: cardinalWord(p)}
			t.atoms = append(t.atoms, a)
			t.dots = t.dots || p == lang.Dot
			any = any || a.vocab || ordinalOf(p) > 0 || p == lang.Point || p == lang.Dot || lang.HourParts[p] > 0 || lang.TitleSigns[p] != "" || strings.Contains(p, "-")
		}
	}
	if !any {
		return nil
	}
	if len(t.atoms) > 0 {
		t.atoms[0].apart = true
	}
	return t
}

// numeric reports whether all parts of a word with hyphens are of a number and its unit.
func numeric(parts []string) bool {
	if !cardinalWord(parts[0]) {
		return false
	}
	for _, p := range parts {
		if !cardinalWord(p) && ordinalOf(p) == 0 && p != lang.And && !lang.Oh[p] && !lang.Percent[p] && lang.CurrencyOne[p] == "" {
			return false
		}
	}
	return true
}

func cardinalWord(s string) bool {
	if _, ok := lang.Small[s]; ok {
		return true
	}
	return lang.Tens[s] > 0 || s == lang.Hundred || lang.Scales[s] > 0
}

func ordinalOf(s string) int { return lang.Ordinals[s] }

// at returns the text of an atom of the stretch that is read, "" outside it.
func (t *text) at(i int) string {
	if i < t.from || i >= t.limit {
		return ""
	}
	return t.atoms[i].text
}

// says reports whether some words start at an atom, and where they end.
func (t *text) says(i int, words ...string) (end int, ok bool) {
	for k, w := range words {
		if t.at(i+k) != w {
			return i, false
		}
	}
	return i + len(words), true
}

// number reports whether an atom is of a number.
func (t *text) isNumber(i int) bool { return i >= t.from && i < t.to && t.atoms[i].vocab }

// stands reports whether an atom cannot be what is counted: it is a word that cannot, or
// there is none.
func (t *text) stands(i int) bool {
	s := t.at(i)
	return i >= t.to || lang.Closed[s]
}

// plural reports whether an atom looks like several things.
func (t *text) plural(i int) bool {
	s := t.at(i)
	if lang.Plurals[s] || lang.Units[s] || lang.Currencies[s] != "" {
		return true
	}
	return len(s) > 3 && strings.HasSuffix(s, "s") && !lang.Closed[s] && !strings.HasSuffix(s, "ss") && !strings.HasSuffix(s, "us") && !strings.HasSuffix(s, "is")
}

// read finds the numbers of a stretch of atoms that nothing interrupts.
func (t *text) read(from, to int) {
	t.from, t.to, t.limit = from, to, to
	first := len(t.items)
	for i := from; i < to; {
		if t.within(i, first) {
			i++
			continue
		}
		best := item{}
		for _, read := range readers {
			if x, ok := read(t, i); ok && x.end > best.end && t.whole(&x) {
				best = x
			}
		}
		if best.end == 0 {
			i++
			continue
		}
		if t.isNumber(best.end-1) && t.isNumber(best.end) && !t.pronoun(best.end) || best.number != nil && t.fraction(best.end) {
			// What comes next might belong to it, or is a number of its own: all stay words.
			for i = best.end; t.isNumber(i); i++ {
			}
			continue
		}
		if n := len(t.items); n > 0 && t.day == best.start && t.items[n-1].end == t.day && isYear(best.edits[0].text) {
			t.items[n-1].cardinalDay()
		}
		t.items = append(t.items, best)
		i = best.end
	}
	t.ranges(first)
}

// alone reports whether a stretch of atoms is a sentence.
func (t *text) alone(start, end int) bool {
	return t.atoms[start].opens && end >= t.to && (t.to == len(t.atoms) || t.atoms[t.to].opens)
}

// pronoun reports whether an atom is the "one" of "one of them".
func (t *text) pronoun(i int) bool { return lang.Small[t.at(i)] == 1 && t.at(i+1) == "of" }

// within reports whether an atom is in the midst of a number that was read in no way; items
// of the stretch start at first.
func (t *text) within(i, first int) bool {
	if t.isNumber(i - 1) {
		return true
	}
	before := t.at(i - 2)
	read := len(t.items) > first && t.items[len(t.items)-1].end == i-1
	return !read && t.at(i-1) == lang.And && (before == lang.Hundred || lang.Scales[before] > 0)
}

// readers are the ways to read a number at an atom. The longest counts, the first of several.
var readers = []func(*text, int) (item, bool){
	(*text).address, (*text).house, (*text).pressure, (*text).temperature, (*text).clock, (*text).clockParts, (*text).digits, (*text).serial, (*text).date, (*text).year, (*text).money, (*text).percent, (*text).minus, (*text).ordinal, (*text).count, (*text).title,
}

// whole reports whether the edits of an item are of whole words.
func (t *text) whole(x *item) bool {
	for _, e := range x.edits {
		if !t.atoms[e.start].first || !t.atoms[e.end-1].last {
			return false
		}
	}
	return true
}

// fraction reports whether a number before an atom is a part of a fraction, or nearly one.
func (t *text) fraction(i int) bool {
	if lang.Parts[t.at(i)] || lang.About[t.at(i)] {
		return true
	}
	if t.at(i) == lang.And && (lang.Articles[t.at(i+1)] || t.isNumber(i+1)) && lang.Parts[t.at(i+2)] {
		return true
	}
	return t.isNumber(i-1) && ordinalOf(t.at(i)) > 2
}

// spans returns what was found, in words, along with compounds such as "twenty-year-old".
func (t *text) spans() []Span {
	var out []Span
	add := func(e edit, joins bool) {
		s := Span{Start: t.atoms[e.start].word, End: t.atoms[e.end-1].word + 1, Text: e.text, Comma: e.comma, Joins: joins}
		if s.End-s.Start > 1 || t.words[s.Start].Text != s.Text {
			out = append(out, s)
		}
	}
	next := 0
	for i := range t.items {
		x := &t.items[i]
		for ; next < x.start; next++ {
			t.compound(next, add)
		}
		for _, e := range x.edits {
			add(e, e.end < x.end && !e.comma)
		}
		next = x.end
	}
	for ; next < len(t.atoms); next++ {
		t.compound(next, add)
	}
	return out
}

// compound writes the number at the beginning of a word with hyphens in digits.
func (t *text) compound(i int, add func(edit, bool)) {
	a := &t.atoms[i]
	if !a.first || !a.last || !strings.Contains(a.text, "-") || i > 0 && t.atoms[i-1].vocab && !a.apart {
		return
	}
	parts := strings.Split(a.text, "-")
	n := 0
	for n < len(parts) && (cardinalWord(parts[n]) || n > 0 && parts[n] == lang.And) {
		n++
	}
	if n == 0 || n == len(parts) || ordinalOf(parts[n]) > 0 || lang.Parts[parts[n]] || lang.About[parts[n]] || parts[n] == "" {
		return
	}
	words := make([]Word, n)
	for k := range words {
		words[k].Text = parts[k]
	}
	inner := newText(words)
	inner.to, inner.limit = n, n
	x := inner.cardinal(0)
	if x == nil || x.end != n || x.lone || x.value < 10 || x.scale >= 0 {
		return
	}
	rest := t.words[a.word].Text
	for range n {
		rest = rest[strings.IndexByte(rest, '-')+1:]
	}
	add(edit{i, i + 1, x.figure(t.style) + "-" + rest, false}, false)
}
