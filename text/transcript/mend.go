package transcript

import (
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// mendTurn mends the punctuation and capitals around each run of removed words of a
// turn. Notes do not interrupt a run.
func (e *Edit) mendTurn(t *Turn) {
	prev := -1 // last kept word
	for i := t.Words.Start; i < t.Words.End; {
		if e.isNote(i) {
			i++
			continue
		}
		if !e.words[i].removed {
			prev = i
			i++
			continue
		}
		r := run{prev: prev, next: -1, first: i, last: i, lastFinal: -1, firstFinal: -1}
		for ; i < t.Words.End; i++ {
			if e.isNote(i) {
				continue
			}
			if !e.words[i].removed {
				r.next = i
				break
			}
			r.last = i
			if e.doc.Words[i].Final {
				if r.firstFinal < 0 {
					r.firstFinal = i
				}
				r.lastFinal = i
			}
		}
		e.mendRun(&r, t)
	}
}

// run is a stretch of removed words; all fields are indices of words, -1 for
// none.
type run struct {
	prev, next            int // the kept words around it
	first, last           int
	firstFinal, lastFinal int // words of the run after which a sentence ends
}

func (e *Edit) mendRun(r *run, t *Turn) {
	if r.prev >= 0 && e.Why(r.first)&e.Why(r.last)&data.Loops != 0 && e.doc.LineOf(r.prev) == e.doc.LineOf(r.last) {
		// The copy that is kept stands where the last one stood.
		e.words[r.prev].trail = e.words[r.last].trail
		return
	}
	starts := r.prev < 0 || e.doc.Words[r.prev].Final // the run starts a sentence
	switch {
	case starts:
	case r.firstFinal >= 0:
		e.endSentence(r.prev, e.words[r.firstFinal].trail)
	case r.next < 0:
		e.words[r.prev].trail, _ = cutSoft(e.words[r.prev].trail)
	default:
		e.mendInside(r)
	}
	if r.next >= 0 {
		if r.lastFinal != r.last && (starts || r.lastFinal >= 0) && e.lostCapital(r, t) {
			e.words[r.next].upper = true
		}
		e.dropLead(r.next)
	}
	e.carryQuotes(r)
}

// lostCapital reports whether what opened a sentence is removed with a run, and had a capital for
// that.
func (e *Edit) lostCapital(r *run, t *Turn) bool {
	opener := r.first
	if r.lastFinal >= 0 {
		opener = r.lastFinal + 1
	}
	for e.isNote(opener) {
		opener++
	}
	return e.script(r.next) != Han && e.doc.startsUpper(opener) && !e.censoredBetween(r.last, r.next) && (t.Punctuated || !isPronounI(e.doc.folded(opener)))
}

// censoredBetween reports whether a note between two words stands for a word.
func (e *Edit) censoredBetween(from, to int) bool {
	for w := from + 1; w < to; w++ {
		if s := e.doc.Text(e.doc.Words[w].Bytes); e.isNote(w) && strings.ContainsAny(s, "*_") && strings.Trim(s, "*_[] ") == "" {
			return true
		}
	}
	return false
}

// dropLead takes away the punctuation before a word that set it off from what was removed, where a tag
// stood between: "<i>uh</i>, yes".
func (e *Edit) dropLead(w int) {
	if w > 0 && e.isNote(w-1) && softPunct(e.words[w].lead) != 0 && strings.HasPrefix(e.doc.Text(e.doc.Words[w-1].Bytes), "<") {
		rest := strings.TrimLeft(e.words[w].lead, ",;: ")
		if len(rest) < len(e.words[w].lead) && strings.HasSuffix(e.words[w].lead, " ") {
			rest = " " + rest
		}
		e.words[w].lead = rest
	}
}

// endSentence gives a word the final punctuation of the removed end of its sentence.
func (e *Edit) endSentence(w int, marks string) {
	final := strings.Map(func(r rune) rune {
		if strings.ContainsRune(".?!…。？！", r) {
			return r
		}
		return -1
	}, marks)
	rest, at := cutSoft(e.words[w].trail)
	if e.doc.verbatim(w) {
		final = ""
	}
	if final == "." && (strings.HasSuffix(rest[:at], ".") || at == 0 && strings.HasSuffix(e.doc.folded(w), ".")) {
		final = "" // the full stop of an abbreviation does for both
	}
	e.words[w].trail = rest[:at] + final + rest[at:]
}

// mendInside decides which punctuation is kept around a run inside a sentence. The marks
// before it are those of prev (left), the marks after it those of its last word
// (right); a mark that only set off what was removed is removed with it.
func (e *Edit) mendInside(r *run) {
	prev := &e.words[r.prev]
	if e.doc.verbatim(r.prev) {
		return
	}
	left, right := softPunct(prev.trail), softPunct(e.words[r.last].trail)
	if e.decided(e.doc.Words[r.first].Tokens.Start).Why&(data.Repairs|data.PartialWords) != 0 {
		// The reparandum took the place of the repair: what stood before it stands
		// before the repair.
		return
	}
	rest, at := cutSoft(prev.trail)
	switch {
	case e.doc.unspaced(r.prev, r.next):
		// The mark before it is kept; one behind it set it off, if it is no more than a comma.
		if left == 0 && (right == ';' || right == ':') {
			prev.trail = rest[:at] + e.words[r.last].trail + rest[at:]
		}
	case left == 0 && right == ',' && (lang.ClauseOpeners[e.doc.folded(r.next)] || e.addressed(r.next)), left == 0 && (right == ';' || right == ':'):
		prev.trail = rest[:at] + string(right) + rest[at:]
	case left == ',' && !e.keepsComma(r), left == '-' && right != 0:
		prev.trail = rest
	}
}

// keepsComma reports whether a comma before a removed filler belongs to what is kept.
// Typists set off every filler, so the comma itself says nothing: it is kept where editors
// have one between such words, after what may end a phrase and before what opens a clause
// or another phrase, after an opening interjection, around a name, in a list.
func (e *Edit) keepsComma(r *run) bool {
	d := e.doc
	if e.repeats(r) {
		return true
	}
	before, next := e.tag(d.Words[r.prev].Tokens.End-1), e.tag(d.Words[r.next].Tokens.Start)
	switch {
	case lang.Connectives[d.folded(r.prev)], governs[before]:
		return false
	case strings.ContainsFunc(e.words[r.first].lead, isQuote), e.opensWith(r.prev, lang.Interjections):
		return true
	}
	noun := before == "" || before == "CD" || strings.HasPrefix(before, "NN")
	word := d.folded(r.next)
	switch {
	case lang.ClauseOpeners[word] && (before == "" || !lang.Coordinators[word]), noun && opensPhrase[next]:
		return true
	case !strings.HasPrefix(before, "VB") && e.addressed(r.next):
		return true
	}
	return noun && (next == "" || strings.HasPrefix(next, "NN")) && e.lastBut(r.next)
}

// opensWith reports whether a word opens a sentence and is among some.
func (e *Edit) opensWith(w int, some language.Set) bool {
	d := e.doc
	return (w == 0 || d.Words[w-1].Final || d.turnStarts(w)) && some[d.folded(w)]
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
		if e.Why(w)&(data.Repairs|data.PartialWords) != 0 {
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
	"VB": true, "VBP": true, "VBZ": true, "POS": true, "JJR": true, "EX": true,
}

// opensPhrase holds the tags of words that open a phrase or a clause after a noun.
var opensPhrase = map[string]bool{"DT": true, "RB": true, "PRP": true, "PRP$": true, "WDT": true, "WP": true, "WRB": true, "EX": true}

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

// turnStarts reports whether a turn starts with word w.
func (d *Document) turnStarts(w int) bool {
	i := sort.Search(len(d.Turns), func(i int) bool { return d.Turns[i].Words.Start >= w })
	return i < len(d.Turns) && d.Turns[i].Words.Start == w
}

// carryQuotes hands quotation marks and brackets that open or close beyond the
// run to its neighbours.
func (e *Edit) carryQuotes(r *run) {
	var opened, closed []rune
	for i := r.first; i <= r.last; i++ {
		if !e.words[i].removed {
			continue
		}
		for _, c := range e.words[i].lead {
			if isQuote(c) {
				opened = append(opened, c)
			}
		}
		for _, c := range e.words[i].trail {
			switch {
			case !isQuote(c):
			case len(opened) > 0:
				opened = opened[:len(opened)-1]
			default:
				closed = append(closed, c)
			}
		}
	}
	if r.prev >= 0 && !e.doc.Words[r.prev].Whole {
		e.words[r.prev].trail += string(closed)
	}
	if r.next >= 0 && !e.doc.Words[r.next].Whole {
		e.words[r.next].lead = string(opened) + e.words[r.next].lead
	}
}
