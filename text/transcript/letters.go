package transcript

import (
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
)

// joinLetters joins the letters of acronyms that stand apart in text without case, as some recognisers write them:
// "a p i" is "API". Letters that are no acronym of the dictionary are spelled, and stay apart.
func (e *Edit) joinLetters() {
	for w := 0; w < len(e.words); {
		end := w
		for end < len(e.words) && e.isLetters(end) && (end == w || e.followsClose(end)) {
			end++
		}
		if end-w > 1 && !(e.goesOn && end == len(e.words)) && !(e.within && w == 0) {
			e.joinAcronym(w, end)
		}
		w = max(end, w+1)
	}
}

// joinAcronym joins some letters if they are an acronym.
func (e *Edit) joinAcronym(from, to int) {
	letters := ""
	for w := from; w < to; w++ {
		letters += e.doc.folded(w)
	}
	form := language.Acronym(letters)
	if form == "" {
		return
	}
	at := 0
	for w := from; w < to; w++ {
		core := e.doc.folded(w)
		e.words[w].form = form[at : at+len(core)]
		e.words[w].joined = w > from
		e.words[w].upper = w == from && e.words[w].upper
		at += len(core)
	}
}

// isLetters reports whether a kept word is a letter that is written as a capital, or the "ph" of "ph d".
func (e *Edit) isLetters(w int) bool {
	if e.words[w].removed || e.isNote(w) || e.doc.verbatim(w) {
		return false
	}
	core := e.doc.folded(w)
	if len(core) != 1 || core[0] < 'a' || core[0] > 'z' {
		return core == "ph"
	}
	form := e.words[w].form
	return form == strings.ToUpper(core) || form == "" && e.words[w].upper && core != "a" // "A I think" opens with an article
}

// followsClose reports whether a word follows the one before it on its line, with nothing but a blank between.
func (e *Edit) followsClose(w int) bool {
	return e.words[w-1].trail == "" && e.words[w].lead == "" && e.doc.LineOf(w-1) == e.doc.LineOf(w)
}
