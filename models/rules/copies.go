package rules

import (
	"strings"
	"unicode/utf8"
)

// longestCopy is how many words a repetition repeats, at most.
const longestCopy = 6

// surelyCopied is how many words come again by mistake where nothing is between, whatever they are.
const surelyCopied = 3

// copied returns how many of the words that were said, from one on, are repeated by mistake, 0 where none are, from
// which level on they are removed, and how sure that is.
//
// A word is, that fluent text hardly ever has twice in a row, and several, if the last one is such a word, which nobody
// ends with: "in der in der". What comes twice with a comma between may be meant: "ja, ja", "ich weiß, ich weiß". It
// is not if it goes on behind.
func (f *finder) copied(at int) (n int, level uint8, sure float64) {
	if n := f.shortened(at); n > 0 {
		return n, sureLevel, sureCopy
	}
	for n := min(longestCopy, (len(f.said)-at)/2); n > 0; n-- {
		if !f.same(at, n) || !f.mayRepeat(at, n) {
			continue
		}
		switch seam := f.seam(at + n - 1); {
		case seam == "" && !f.sung(at, n):
			return n, sureLevel, sureCopy
		case breaks(seam) && !f.stops(at+2*n-1) && (n > 1 || f.mayStop(at)):
			return n, likelyLevel, likelyCopy
		}
	}
	return 0, 0, 0
}

// same reports whether n words that were said come again at once, with no marks inside.
func (f *finder) same(at, n int) bool {
	for k := range n {
		a, b := f.said[at+k], f.said[at+n+k]
		if f.folded[a] != f.folded[b] || f.isNumber(a) {
			return false
		}
		// "ob sie Sie": the second one is another word.
		if capital(f.words[b].Text) && !capital(f.words[a].Text) {
			return false
		}
		if k+1 < n && (f.seam(at+k) != "" || f.seam(at+n+k) != "") {
			return false
		}
	}
	return true
}

// mayRepeat reports whether words are such as come twice by mistake.
func (f *finder) mayRepeat(at, n int) bool {
	last := f.folded[f.said[at+n-1]]
	if n == 1 && f.paused(at) && f.marked && f.lang.Stuttered[last] {
		return true // though it may be said twice on purpose: "para, eh, para"
	}
	if n == 1 {
		return f.lang.Repeated[last] && !f.enumerated(at) && (f.marked || f.lang.Dangling[last] || f.begins(at))
	}
	if at > 0 && f.folded[f.said[at-1]] == last {
		return false // "les mots les mots les": the words before are said again, too
	}
	var words []string
	alike := true
	for k := range n {
		words = append(words, f.folded[f.said[at+k]])
		alike = alike && words[k] == words[0]
	}
	if alike || f.lang.Doubles[strings.Join(words, " ")] {
		return false
	}
	if at+2*n < len(f.said) && f.folded[f.said[at+2*n]] == words[0] {
		return false // "der Beste der Besten der Besten"
	}
	if n == 2 && f.lang.Links[last] {
		return false // "läuft und läuft und"
	}
	if f.paused(at+n-1) && f.marked {
		return true
	}
	if n == 2 && !f.marked && !f.lang.Repeated[words[0]] && !f.lang.Dangling[words[0]] && !f.begins(at) {
		return false // "он её разлюбит не разлюбит не бойся", of which the marks are missing
	}
	return f.lang.Dangling[last] || f.marked && n >= surelyCopied && f.seam(at+n-1) == ""
}

// paused reports whether a filled pause or a partial word is behind a word that was said.
func (f *finder) paused(at int) bool { return f.said[at+1] > f.said[at]+1 }

// enumerated reports whether a word comes a third time behind a link: "ten, ten a ten".
func (f *finder) enumerated(at int) bool {
	return at+3 < len(f.said) && f.lang.Links[f.folded[f.said[at+2]]] && f.folded[f.said[at+3]] == f.folded[f.said[at]]
}

// begins reports whether a word that was said begins a clause: it does not end one then, with the next one in the word
// that comes again, as in "denke ich ich gehe", where no mark would tell.
func (f *finder) begins(at int) bool {
	if at == 0 || f.said[at] > f.said[at-1]+1 || f.boundary(f.said[at]) {
		return true
	}
	before := f.folded[f.said[at-1]]
	return f.lang.ClauseOpeners[before] || f.lang.Links[before] || f.lang.Interjections[before]
}

// mayStop reports whether a word that comes again behind a comma does so by mistake. Who stresses a word says it so, too
// ("viele, viele Leute"), and pronouns are taken up ("lo hago yo, yo solo"): it has to be one of those that are listed by
// hand or open a clause, and at its beginning if somebody may end with it.
func (f *finder) mayStop(at int) bool {
	w := f.folded[f.said[at]]
	return f.lang.Stuttered[w] && (f.lang.Dangling[w] || f.begins(at)) || f.lang.ClauseOpeners[w] || f.lang.Links[w]
}

// sung reports whether a word that comes again is all of a sentence: "La la la."
func (f *finder) sung(at, n int) bool {
	if n > 1 {
		return false
	}
	first, last := at, at+1
	same := func(a, b int) bool { return f.folded[f.said[a]] == f.folded[f.said[b]] }
	for first > 0 && !f.opens(f.said[first]) && same(first-1, first) {
		first--
	}
	for last+1 < len(f.said) && !f.words[f.said[last]].Ends && same(last, last+1) {
		last++
	}
	return f.opens(f.said[first]) && (f.words[f.said[last]].Ends || last+1 == len(f.said))
}

// shortened returns 1 if a word that was said comes again as it is before a vowel: "je j'ai".
func (f *finder) shortened(at int) int {
	if at+1 >= len(f.said) {
		return 0
	}
	short := f.elided[f.folded[f.said[at]]]
	if short != "" && strings.HasPrefix(f.folded[f.said[at+1]], short) && (f.seam(at) == "" || f.seam(at) == ",") {
		return 1
	}
	return 0
}

// seam returns the marks behind a word that was said, up to the next one. Those around filled pauses and partial words
// between say nothing.
func (f *finder) seam(k int) string {
	i, next := f.said[k], f.said[k+1]
	if next > i+1 {
		for w := i; w < next; w++ {
			if f.words[w].Ends {
				return "."
			}
		}
		return ""
	}
	return f.between(i)
}

// stops reports whether a mark is behind a word that was said, or nothing.
func (f *finder) stops(k int) bool {
	i := f.said[k]
	return i+1 >= len(f.words) || f.words[i].After != "" || f.words[i].Ends
}

// breaks reports whether marks are a comma, a dash or an ellipsis.
func breaks(seam string) bool {
	seam = strings.TrimSpace(seam)
	if seam == "..." || seam == "…" {
		return true
	}
	r, size := utf8.DecodeRuneInString(seam)
	return size == len(seam) && strings.ContainsRune(",،-–—", r) || seam == "--"
}
