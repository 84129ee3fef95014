package transcript

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
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
		// "a b c one two", "dot b c at"
		code := end > w && (end < len(e.words) && e.followsClose(end) && language.IsNumber(e.doc.folded(end)) || w > 0 && e.followsClose(w) && joint(e.doc.folded(w-1)))
		if end-w > 1 && !code && !(e.goesOn && end == len(e.words)) && !(e.within && w == 0) {
			e.joinAcronym(w, end)
		}
		w = max(end, w+1)
	}
}

// joint reports whether a word stands between the parts of an address.
func joint(word string) bool { return lang.Numerals.Joints[word] != "" }

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
	return isLetters(e.doc.folded(w), e.words[w].form, e.words[w].upper)
}

// isLetters reports whether a word is a letter in the form of a capital, or opens a sentence as one, which "A I think" does not.
func isLetters(word, form string, opens bool) bool {
	if len(word) != 1 || word[0] < 'a' || word[0] > 'z' {
		return word == "ph"
	}
	return form == strings.ToUpper(word) || form == "" && opens && word != "a"
}

// followsClose reports whether a word follows the one before it on its line, with nothing but a blank between.
func (e *Edit) followsClose(w int) bool {
	return e.words[w-1].trail == "" && e.words[w].lead == "" && e.doc.LineOf(w-1) == e.doc.LineOf(w)
}

// lettersPart is what of an acronym a token is.
type lettersPart struct {
	form   string
	joined bool // to the token before
}

// lettersOf returns the letters of acronyms among tokens without case, as joinLetters joins them.
func lettersOf(tokens []string, decisions []data.Decision, r *Rewriting, caseless bool) map[int]lettersPart {
	if !caseless || r.Punct != PunctRestore || r.Case != CaseRestore {
		return nil
	}
	var out map[int]lettersPart
	is := func(i int) bool {
		return decisions[i].Why&r.Remove == 0 && isLetters(strings.ToLower(tokens[i]), decisions[i].Cased, false)
	}
	for from := 0; from < len(tokens); {
		to, letters := from, ""
		for to < len(tokens) && is(to) && (to == from || decisions[to-1].Punct == data.NoPunct) {
			letters += strings.ToLower(tokens[to])
			to++
		}
		code := to > from && (to < len(tokens) && decisions[to-1].Punct == data.NoPunct && language.IsNumber(strings.ToLower(tokens[to])) || from > 0 && joint(strings.ToLower(tokens[from-1])))
		if form := language.Acronym(letters); to-from > 1 && !code && form != "" {
			at := 0
			for i := from; i < to; i++ {
				if out == nil {
					out = make(map[int]lettersPart)
				}
				out[i] = lettersPart{form[at : at+len(tokens[i])], i > from}
				at += len(tokens[i])
			}
		}
		from = max(to, from+1)
	}
	return out
}
