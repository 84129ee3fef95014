package rules

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// unit is a filler of a language without blanks.
type unit struct {
	text   string // in its characters
	filler *language.Filler
}

// Bounds of repetitions in a language without blanks, in characters: words of fewer come twice on purpose.
const (
	leastUnits = 3
	mostUnits  = 12
)

func unitsOf(l *language.Language) []unit {
	var out []unit
	for i := range l.Fillers {
		out = append(out, unit{l.Fillers[i].Words, &l.Fillers[i]})
	}
	slices.SortStableFunc(out, func(a, b unit) int { return cmp.Compare(len(b.text), len(a.text)) })
	return out
}

// findUnits is find for a language without blanks.
func (f *finder) findUnits() {
	for i := 0; i < len(f.words); {
		n := f.unitPause(i)
		i += max(n, 1)
	}
	f.keepAlone()
	for at := range f.words {
		if f.out[at].Why == 0 {
			f.said = append(f.said, at)
		}
	}
	for at := 0; at < len(f.said); {
		n, level := f.unitsCopied(at)
		for _, i := range f.said[at : at+n] {
			f.out[i] = Removal{data.Repairs, level, likelyCopy}
		}
		at += max(n, 1)
	}
}

// unitPause finds the filler that begins with a character, and returns how many characters it has.
func (f *finder) unitPause(i int) int {
	for k := range f.units {
		u := &f.units[k]
		n := f.unitsOf(i, u.text)
		if n == 0 || f.partOfWord(i, n) {
			continue
		}
		if r := f.judgeUnit(i, n, u.filler); r.Why != 0 {
			for k := i; k < i+n; k++ {
				f.out[k] = r
			}
		}
		return n
	}
	return 0
}

// unitsOf returns how many characters a text is from one on, with no marks inside, 0 where it is not there. Its last
// one may be said long: "えーーと".
func (f *finder) unitsOf(i int, text string) int {
	n := 0
	for text != "" {
		if i+n >= len(f.folded) || n > 0 && f.between(i+n-1) != "" {
			return 0
		}
		rest, ok := strings.CutPrefix(text, f.folded[i+n])
		switch {
		case ok && f.folded[i+n] != "":
			text = rest
		case n > 0 && f.folded[i+n] == "ー" && f.folded[i+n-1] == "ー":
		default:
			return 0
		}
		n++
	}
	for i+n < len(f.folded) && f.folded[i+n] == "ー" && f.folded[i+n-1] == "ー" && f.between(i+n-1) == "" {
		n++
	}
	return n
}

// partOfWord reports whether some characters are a part of a look-alike.
func (f *finder) partOfWord(i, n int) bool {
	for p := range f.lang.NoFillers {
		for from := max(0, i-utf8.RuneCountInString(p)+1); from <= i; from++ {
			if m := f.unitsOf(from, p); from+m >= i+n && m > 0 {
				return true
			}
		}
	}
	return false
}

// judgeUnit is judge for a language without blanks: what precedes a filler in the same script may be its word.
func (f *finder) judgeUnit(i, n int, filler *language.Filler) Removal {
	last := i + n - 1
	left := f.boundary(i) || f.out[i-1].Why&data.FilledPauses != 0
	right := f.boundary(last + 1)
	switch {
	case strings.ContainsAny(f.words[last].After, "?？!！") || f.quoted(i, last):
	case filler.Use == language.FillerRemoved && (left || right || !sameScript(f.folded[i-1], f.folded[i]) || utf8.RuneCountInString(filler.Words) > 2):
		return Removal{data.FilledPauses, sureLevel, surePause}
	case !left || !right || i == 0 && last+1 == len(f.words):
	case filler.Kind == 'D':
		return Removal{data.DiscourseMarkers, markersLevel, likelyMarker}
	case filler.Use == language.FillerApart || filler.Use == language.FillerAloneKept:
		return Removal{data.FilledPauses, likelyLevel, likelyPause}
	}
	return Removal{}
}

// sameScript reports whether two characters are of one of the scripts of Japanese.
func sameScript(a, b string) bool {
	x, _ := utf8.DecodeRuneInString(a)
	y, _ := utf8.DecodeRuneInString(b)
	for _, t := range []*unicode.RangeTable{unicode.Hiragana, unicode.Katakana} {
		if unicode.Is(t, x) && unicode.Is(t, y) {
			return true
		}
	}
	return false
}

// doubled reports whether some characters may be a word that people say twice on purpose: all are Hiragana, as adverbs are
// written, which Japanese doubles for stress ("もっともっと").
func (f *finder) doubled(at, n int) bool {
	for _, i := range f.said[at : at+n] {
		if r, _ := utf8.DecodeRuneInString(f.folded[i]); !unicode.Is(unicode.Hiragana, r) && r != 'ー' {
			return false
		}
	}
	return true
}

// unitsCopied is copied for a language without blanks. Only what ends with a word of the list is a repetition: a
// particle, behind which something has to come.
func (f *finder) unitsCopied(at int) (int, uint8) {
	for n := min(mostUnits, (len(f.said)-at)/2); n >= leastUnits; n-- {
		if !f.same(at, n) || !f.lang.Repeated[f.folded[f.said[at+n-1]]] || f.stops(at+2*n-1) || f.doubled(at, n) {
			continue
		}
		switch seam := f.seam(at + n - 1); seam {
		case "":
			return n, sureLevel
		case "、", "，", ",", "…":
			return n, likelyLevel
		}
	}
	return 0, 0
}
