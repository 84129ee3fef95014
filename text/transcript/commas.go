package transcript

import (
	"cmp"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// commaBetween reports whether a comma beside a removed filler belongs to what is kept; before says
// that it stands before the filler.
// Typists set off every filler, so the comma itself says nothing: it is kept where editors
// have one between such words.
func (e *Edit) commaBetween(r *run, before bool) bool {
	word := e.doc.folded(r.next)
	if l := e.language(r.next); l != lang {
		// A comma on one side alone parts clauses, as one does before a word that opens one.
		return l.ClauseOpeners[word] || before && (e.repeats(r) || softPunct(e.words[r.last].trail) == 0 || e.opens(r.prev) && l.Interjections[e.doc.folded(r.prev)])
	}
	if !before {
		return partsClause(word) && !lang.Subjects[word] || e.addressed(r.next)
	}
	return e.repeats(r) || e.opens(r.prev) && lang.Interjections[e.doc.folded(r.prev)] || e.quoted(r) || e.fronted(r) || e.listed(r) || e.partsPhrases(r)
}

// quoted reports whether a run opens what somebody is quoted with.
func (e *Edit) quoted(r *run) bool {
	return !lang.Connectives[e.doc.folded(r.prev)] && strings.ContainsAny(e.words[r.first].lead, quotes)
}

// fronted reports whether the comma before a run parts what stands before the main clause, a
// clause or a phrase, from its subject: "if you go, uh, then", "for me, uh, my".
func (e *Edit) fronted(r *run) bool {
	d := e.doc
	next, tag, before := d.folded(r.next), e.tag(d.Words[r.next].Tokens.Start), e.tag(d.Words[r.prev].Tokens.End-1)
	subject := lang.Subjects[next] || next == "then"
	if verb := strings.HasPrefix(before, "VB"); !subject && (verb || !subjectTags[tag]) || !verb && governs[before] || lang.Connectives[d.folded(r.prev)] || lang.Subjects[d.folded(r.prev)] {
		return false
	}
	opener := -1
	for w := r.prev; w >= 0; w-- {
		if e.isNote(w) || e.words[w].removed {
			continue
		}
		if w < r.prev && (d.Words[w].Final || softPunct(e.words[w].trail) != 0) {
			break
		}
		if opener = w; d.turnStarts(w) {
			break
		}
		if lang.Subordinators[d.folded(w)] && w > 0 && (lang.Coordinators[d.folded(w-1)] || d.folded(w-1) == "but" || d.folded(w-1) == "so") {
			break
		}
	}
	return opener >= 0 && opener < r.prev && lang.Subordinators[d.folded(opener)]
}

// subjectTags holds the tags of words that open the subject of a clause.
var subjectTags = map[string]bool{"PRP": true, "DT": true, "PRP$": true, "EX": true, "NNP": true, "NNS": true, "WP": true}

// listed reports whether the words around a run are two of a list: of one class, with a comma
// before the first of them or behind the second, or "and".
func (e *Edit) listed(r *run) bool {
	d := e.doc
	tag := e.tag(d.Words[r.prev].Tokens.End - 1)
	class := classOf(tag)
	if class == "" || lang.Connectives[d.folded(r.prev)] || class != classOf(e.tag(d.Words[r.next].Tokens.Start)) {
		return false
	}
	if e.lastBut(r.next) || class == "CD" && !lang.Numbers[d.folded(r.next)] {
		return true
	}
	for w := r.prev - 1; tag != "" && w >= 0 && w >= r.prev-3 && !d.Words[w].Final; w-- {
		if e.lists(w) {
			return true
		}
	}
	return false
}

// lists reports whether a word is kept and has a comma behind it that sets nothing off that is
// removed.
func (e *Edit) lists(w int) bool {
	return !e.isNote(w) && !e.words[w].removed && softPunct(e.words[w].trail) == ',' && !e.words[w+1].removed
}

// classOf returns which words a list may hold together with one of a tag.
func classOf(tag string) string {
	switch {
	case strings.HasPrefix(tag, "NN"):
		return "NN"
	case tag == "JJ", tag == "CD", tag == "VBN", tag == "VBG", tag == "":
		return cmp.Or(tag, "NN")
	}
	return ""
}

// partsPhrases reports whether a comma may stand between what ends a phrase before a run and what
// opens a clause or another phrase behind it, or between either and a name.
func (e *Edit) partsPhrases(r *run) bool {
	d := e.doc
	before, next := e.tag(d.Words[r.prev].Tokens.End-1), e.tag(d.Words[r.next].Tokens.Start)
	if lang.Connectives[d.folded(r.prev)] || governs[before] {
		return false
	}
	if before == "RB" && e.opens(r.prev) {
		return true
	}
	noun := before == "" || before == "CD" || strings.HasPrefix(before, "NN")
	word := d.folded(r.next)
	return partsClause(word) && (before == "" || !lang.Coordinators[word]) || noun && opensPhrase[next] ||
		!strings.HasPrefix(before, "VB") && e.addressed(r.next)
}

// opens reports whether a word opens a sentence.
func (e *Edit) opens(w int) bool {
	d := e.doc
	for w > 0 && !d.turnStarts(w) && e.isNote(w-1) {
		w--
	}
	return w == 0 || d.Words[w-1].Final || d.turnStarts(w)
}

// lastBut reports whether a word is the last but one of a list: "and" is behind it.
func (e *Edit) lastBut(w int) bool {
	d := e.doc
	n := w + 1
	return n < len(d.Words) && !e.words[n].removed && !d.Words[w].Final && lang.Coordinators[d.folded(n)]
}

// repeats reports whether the words after a filler repeat those before it, and none of
// them is removed: "we want, uh, we want".
func (e *Edit) repeats(r *run) bool {
	for w := r.first; w <= r.last; w++ {
		if e.Why(w)&(data.Repairs|data.PartialWords|data.FalseStarts) != 0 {
			return false
		}
	}
	for w := r.prev; w >= 0 && w > r.prev-3 && !e.words[w].removed && !e.doc.Words[w].Final; w-- {
		if e.doc.folded(w) == e.doc.folded(r.next) {
			return true
		}
	}
	return false
}

// governs holds the tags of words that go on in the next one: no comma is after them.
var governs = map[string]bool{
	"IN": true, "TO": true, "DT": true, "CC": true, "PRP$": true, "MD": true, "WDT": true, "WP": true, "WRB": true,
	"VB": true, "VBP": true, "VBZ": true, "BES": true, "HVS": true, "POS": true, "JJR": true, "EX": true,
}

// opensPhrase holds the tags of words that open a phrase or a clause after a noun, but for relative clauses, most of which no comma
// parts from it.
var opensPhrase = map[string]bool{"DT": true, "RB": true, "PRP": true, "PRP$": true, "EX": true}

// partsClause reports whether a word opens a clause that a comma parts from what is before it more often than not: of "tell me, um,
// where it is" nothing is set off but the filler.
func partsClause(word string) bool { return lang.ClauseOpeners[word] && !unparted[word] }

var unparted = map[string]bool{"who": true, "where": true, "when": true, "while": true}

// tag returns the predicted Penn tag of a token; "": it is not known.
func (e *Edit) tag(token int) string { return e.decided(token).Tag }

// addressed reports whether a word begins a name, or how people are addressed, after which
// there is a punctuation mark: "Your Honor.", "sir,".
func (e *Edit) addressed(w int) bool {
	d := e.doc
	ends := func(w int) bool { return d.Words[w].Final || softPunct(e.words[w].trail) == ',' }
	if lang.Addresses[d.folded(w)] {
		return ends(w)
	}
	for n := 0; n < 5 && w < len(d.Words) && d.Words[w].Tokens.Len() > 0 && !e.words[w].removed; n++ {
		switch {
		case d.caseless, !d.startsUpper(w), isPronounI(d.folded(w)):
			return false
		case ends(w):
			return true
		}
		w++
	}
	return false
}
