package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// pauses finds filled pauses and discourse markers.
func (f *finder) pauses() {
	for i := 0; i < len(f.words); {
		n, filler := f.filler(i)
		if filler == nil {
			i++
			continue
		}
		if r := f.judge(i, n, filler); r.Why != 0 {
			for k := i; k < i+n; k++ {
				f.out[k] = r
			}
		}
		i += n
	}
	f.keepAlone()
}

// filler returns the filler that begins with a word, and how many words it has; nil: none does.
func (f *finder) filler(i int) (int, *language.Filler) {
	for _, p := range f.phrases[f.folded[i]] {
		if f.says(i, p.words) && f.unmarked(i, len(p.words)) {
			return len(p.words), p.filler
		}
	}
	w := f.folded[i]
	found := f.listed(w)
	if found == nil || f.isAlike(i) && !(f.full && f.spelled[w]) {
		return 0, nil
	}
	return 1, found
}

// listed returns the filler that a word is, as it is listed or stretched.
func (r *Rules) listed(w string) *language.Filler {
	if x := r.words[w]; x != nil {
		return x
	}
	var found *language.Filler // the longest
	for _, x := range r.stretched[language.Unstretched(w)] {
		if len(w) > len(x.Words) && longest(w) > 2 && (found == nil || len(x.Words) > len(found.Words)) {
			found = x
		}
	}
	return found
}

// longest returns how often the same letter comes at a stretch of a word, at most.
func longest(w string) int {
	most, n, last := 0, 0, rune(0)
	for _, r := range w {
		if r != last {
			n, last = 0, r
		}
		n++
		most = max(most, n)
	}
	return most
}

// says reports whether some words stand from a word on.
func (f *finder) says(i int, words []string) bool {
	if i < 0 || i+len(words) > len(f.folded) {
		return false
	}
	for k, w := range words {
		if f.folded[i+k] != w {
			return false
		}
	}
	return true
}

// unmarked reports whether no marks are between some words.
func (f *finder) unmarked(i, n int) bool {
	for k := i; k < i+n-1; k++ {
		if f.between(k) != "" {
			return false
		}
	}
	return true
}

// isAlike reports whether a word is a part of a look-alike.
func (f *finder) isAlike(i int) bool {
	for _, p := range f.alike[f.folded[i]] {
		if f.says(i-p.at, p.words) && f.unmarked(i-p.at, len(p.words)) && !(p.at == len(p.words)-1 && f.goesOn(i)) {
			return true
		}
	}
	return false
}

// goesOn reports whether what is behind a word shows that it is no part of the look-alike that it ends: a word that no
// look-alike is before ("det e var"), or the one that is before it, which is said again ("da e da var").
func (f *finder) goesOn(i int) bool {
	if i+1 >= len(f.words) || f.between(i) != "" {
		return false
	}
	next := f.folded[i+1]
	return f.lang.AfterFillers[next] || len(f.lang.AfterFillers) > 0 && i > 0 && f.folded[i-1] == next
}

// judge says whether a filler, which has n words from one on, fills a pause where it stands.
func (f *finder) judge(i, n int, filler *language.Filler) Removal {
	last := i + n - 1
	asked := strings.ContainsAny(f.words[last].After, "?!؟") || i > 0 && f.isNumber(i-1) // "32 mm"
	switch {
	case asked && f.opens(i) && f.words[last].Ends, f.quoted(i, last), f.shortForm(i, last):
		return Removal{} // "Äh?" is a question, "Euh!" a cry, what is between quotes is spoken of, and "eh'" is "ehe"
	case filler.Use == language.FillerRemoved && !isAcronym(f.words[i].Text):
		return Removal{data.FilledPauses, sureLevel, surePause}
	case asked || n == 1 && f.isName(i):
		return Removal{}
	case filler.Use == language.FillerAloneKept:
		return Removal{data.FilledPauses, likelyLevel, likelyPause}
	case filler.Use != language.FillerApart || !f.apart(i, last) || f.opens(i) && f.exclaimed(last):
		return Removal{}
	case filler.Kind == 'D':
		return Removal{data.DiscourseMarkers, markersLevel, likelyMarker}
	}
	return Removal{data.FilledPauses, likelyLevel, likelyPause}
}

// shortForm reports whether an apostrophe says that some words are short for another one: German "eh' ich gehe".
func (f *finder) shortForm(first, last int) bool {
	const apostrophes = "'’"
	r, _ := utf8.DecodeRuneInString(f.words[last].After)
	if !strings.ContainsRune(apostrophes, r) {
		return false
	}
	for i := last; i >= 0; i-- { // a quotation that it closes
		if i < first && f.words[i].Ends {
			break
		}
		if strings.ContainsAny(f.words[i].Before, "'‚‘") {
			return false
		}
	}
	return true
}

// quotes are the marks of quotations, but for apostrophes.
const quotes = "\"„“”«»‹›「」『』"

// quoted reports whether some words are all of a quotation: er sagte „äh“.
func (f *finder) quoted(first, last int) bool {
	before, after := f.words[first].Before, f.words[last].After
	if first > 0 {
		before = f.between(first - 1)
	}
	if last+1 < len(f.words) {
		after = f.between(last)
	}
	return strings.ContainsAny(before, quotes) && strings.ContainsAny(after, quotes)
}

// exclaimed reports whether the sentence of a word is an exclamation: "¡Eh, alto!" calls somebody.
func (f *finder) exclaimed(i int) bool {
	for i+1 < len(f.words) && !f.words[i].Ends {
		i++
	}
	return strings.Contains(f.words[i].After, "!")
}

// isName reports whether a word is written as a name or an acronym.
func (f *finder) isName(i int) bool {
	return capital(f.words[i].Text) && (!f.opens(i) && f.marked || isAcronym(f.words[i].Text))
}

// isAcronym reports whether a word of two or three letters has only capitals: "EM".
func isAcronym(word string) bool {
	n := utf8.RuneCountInString(word)
	return n > 1 && n < 4 && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsUpper(r) })
}

// apart reports whether something stands apart on both sides of some words: marks, the ends of a turn, or filled
// pauses. What is said again behind them stands apart, too: "ich eh ich".
func (f *finder) apart(first, last int) bool {
	if first > 0 && last+1 < len(f.words) && f.folded[first-1] == f.folded[last+1] && f.lang.Repeated[f.folded[last+1]] {
		return true
	}
	if first == 0 && last+1 == len(f.words) {
		return false // it is all that is said
	}
	if first > 0 && f.lang.Governing[f.folded[first-1]] && f.between(first-1) == "" {
		return true
	}
	left := f.boundary(first) || f.isPause(first-1)
	right := f.boundary(last+1) || f.isPause(last+1)
	return left && (right || f.lang.Governing[f.folded[last+1]])
}

// isPause reports whether a word is a filled pause wherever it stands.
func (f *finder) isPause(i int) bool {
	if i < 0 || i >= len(f.words) {
		return false
	}
	x := f.listed(f.folded[i])
	return x != nil && x.Use == language.FillerRemoved
}

// keepAlone keeps fillers that may be answers where they are all of a sentence, or of a turn without marks.
func (f *finder) keepAlone() {
	from := 0
	for i := range f.words {
		if i+1 < len(f.words) && !f.words[i].Ends {
			continue
		}
		all := true
		for k := from; k <= i && all; k++ {
			all = f.out[k].Why != 0 || f.lang.Backchannels[f.folded[k]]
		}
		for k := from; k <= i && all; k++ {
			if f.out[k].Level > sureLevel {
				f.out[k] = Removal{}
			}
		}
		from = i + 1
	}
}
