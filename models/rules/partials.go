package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
)

// How partial words are told.
const (
	longestPartial = 3  // letters of a part that is not said again
	linkAhead      = 3  // words after a part of a word among which "und" may be: "Vor- und Nachteile"
	dashesBehind   = 12 // words before the dash that closes an aside among which the one is that opens it
	resumeAhead    = 2  // words after a part with one of which the word is said in full
)

// partials finds words that are broken off: "ver- verstehen", "w-was".
func (f *finder) partials() {
	for i := 0; i+1 < len(f.words); i++ {
		head, cut := f.broken(i)
		if !cut || f.out[i].Why != 0 || f.inDashes(i) {
			continue
		}
		switch {
		case f.resumed(i, head):
			f.out[i] = Removal{data.PartialWords, sureLevel, surePartial}
		case f.words[i].Joined || f.linked(i) || strings.ContainsAny(f.words[i].After, ",.?!;:"):
		case utf8.RuneCountInString(head) <= longestPartial && !capital(f.words[i].Text) && !f.isWord(head):
			f.out[i] = Removal{data.PartialWords, likelyLevel, likelyPart}
		}
	}
}

// inDashes reports whether the dash behind a word closes an aside, which one before a word opened: "-cinco partidos-".
func (f *finder) inDashes(i int) bool {
	for k := i; k >= 0 && k > i-dashesBehind; k-- {
		if k < i && (f.words[k].Ends || strings.ContainsAny(f.words[k].After, dashes)) {
			return false
		}
		if strings.ContainsAny(f.words[k].Before, dashes) {
			return !f.opens(k) // there it is that of a dialogue
		}
	}
	return false
}

// dashes are the marks of asides.
const dashes = "-–—"

// isWord reports whether letters are a word that is known.
func (f *finder) isWord(w string) bool {
	return f.lang.Repeated[w] || f.lang.Doubles[w] || f.lang.Interjections[w] || f.lang.Numbers[w] || f.lang.Backchannels[w] || f.lang.ClauseOpeners[w] || f.lang.Links[w]
}

// broken returns the letters of a word with a hyphen or dash glued to its end.
func (f *finder) broken(i int) (head string, cut bool) {
	head, cut = strings.CutSuffix(f.folded[i], "-")
	if !cut {
		mark, size := utf8.DecodeRuneInString(f.words[i].After)
		cut = size > 0 && strings.ContainsRune("-‐‑–—", mark) && !strings.HasPrefix(f.words[i].After, "--") && !strings.ContainsAny(f.words[i].After[size:], ";:)")
	}
	return head, cut && head != "" && !strings.ContainsFunc(head, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}

// resumed reports whether one of the next words is the one that was broken off.
func (f *finder) resumed(i int, head string) bool {
	if f.words[i].Joined && capital(f.words[i].Text) && !capital(f.words[i+1].Text) && !f.opens(i) {
		return false // "D-day"
	}
	for k := i + 1; k < len(f.words) && k <= i+resumeAhead; k++ {
		next := strings.TrimSuffix(f.folded[k], "-")
		if f.words[i].Joined && k == i+1 && f.lang.Doubles[head+"-"+next] {
			return false // "d-day"
		}
		if strings.HasPrefix(next, head) && (len(next) > len(head) || f.lang.Repeated[head] || !f.words[i].Joined) && !f.isNumber(k) {
			return true
		}
		if f.out[k].Why == 0 && f.words[k].After != "" {
			return false
		}
	}
	return false
}

// linked reports whether a part of a word goes on in a later word: "Vor- und Nachteile".
func (f *finder) linked(i int) bool {
	for k := i + 1; k < len(f.words) && k <= i+linkAhead; k++ {
		if f.lang.Links[f.folded[k]] {
			return true
		}
	}
	return false
}
