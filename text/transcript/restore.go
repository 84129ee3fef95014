package transcript

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// PunctMode says what becomes of punctuation.
type PunctMode uint8

// The modes. The zero value is PunctRestore.
const (
	// PunctRestore restores punctuation where the text has none to speak of, and keeps those of
	// text that has, mended next to what is removed.
	PunctRestore PunctMode = iota
	// PunctKeep restores no punctuation, and mends that next to what is removed.
	PunctKeep
	// PunctStrip removes all punctuation.
	PunctStrip
)

// ParsePunctMode reads "restore", "keep" or "strip". "none", nothing is done about
// punctuation, is PunctKeep.
func ParsePunctMode(s string) (PunctMode, error) {
	switch s {
	case "restore":
		return PunctRestore, nil
	case "keep", "none":
		return PunctKeep, nil
	case "strip":
		return PunctStrip, nil
	}
	return 0, fmt.Errorf("unknown way with punctuation %q: use restore, keep, strip or none", s)
}

// CaseMode says what becomes of case.
type CaseMode uint8

// The modes. The zero value is CaseRestore.
const (
	// CaseRestore gives words their case in text that has none, and capitals to what
	// opens a sentence.
	CaseRestore CaseMode = iota
	// CaseKeep leaves words as they are, but for the capital that opened a sentence
	// whose first word is removed.
	CaseKeep
	// CaseLower writes everything in lower case.
	CaseLower
)

// ParseCaseMode reads "restore", "keep" or "lower". "none", nothing is done about case,
// is CaseKeep.
func ParseCaseMode(s string) (CaseMode, error) {
	switch s {
	case "restore":
		return CaseRestore, nil
	case "keep", "none":
		return CaseKeep, nil
	case "lower":
		return CaseLower, nil
	}
	return 0, fmt.Errorf("unknown way with case %q: use restore, keep, lower or none", s)
}

// restore sets punctuation and case.
func (e *Edit) restore(r *Rewriting) {
	p, c := r.Punct, r.Case
	off := turnsOff{}
	for i := range e.doc.Turns {
		t := &e.doc.Turns[i]
		bare := p == PunctRestore && !t.Punctuated
		goesOn := bare && off.goesOn(t.Stream)
		if bare {
			e.setPunct(t, r.open)
			words, last := e.keptWords(t)
			off.add(t.Stream, words, e.breaksOff(last))
		}
		if e.commanded {
			e.dictate(t, c == CaseRestore)
		}
		if !r.Plain {
			e.setPunctByHand(t)
		}
		if c == CaseRestore && (e.doc.caseless || bare) {
			e.setCase(t, !goesOn)
		}
	}
	if c == CaseRestore {
		e.setNames(r.Respell)
	}
	if p == PunctRestore {
		e.joinClitics()
	}
	if p == PunctRestore && c == CaseRestore && e.doc.caseless && e.decisions != nil && !r.Plain {
		e.joinLetters()
	}
	if !r.Plain {
		e.setFormsByHand()
	}
	e.setTexts()
	e.setStyled(c)
	for i := range e.words {
		w := &e.words[i]
		if p == PunctStrip {
			if w.trail = ""; !e.isNote(i) {
				w.lead = ""
			}
		}
		w.lower = c == CaseLower && !e.isNote(i) && !e.doc.verbatim(i)
		w.upper = w.upper && c != CaseLower
	}
}

// setPunct sets the punctuation after the kept words of a turn, and the quotes and brackets around
// them. before holds those that are open before the turn.
func (e *Edit) setPunct(t *Turn, before string) {
	pairs := e.pairSigns(t, before)
	comma := false // a comma or colon is the last punctuation mark
	for w := t.Words.Start; w < t.Words.End; {
		if e.words[w].removed || e.isNote(w) {
			w++
			continue
		}
		next := w + 1
		for next < t.Words.End && (e.words[next].removed || e.isNote(next)) {
			next++
		}
		at := w
		for i := w + 1; i < next; i++ {
			if e.isNote(i) && e.words[i].trail != "" {
				at = i // the mark is behind a note
			}
		}
		mark := e.punctAfter(w, next, next == t.Words.End)
		if e.isUnmarked(w) {
			mark = data.NoPunct
		}
		if next == t.Words.End && (e.goesOn || e.breaksOff(w)) {
			mark = data.NoPunct
		}
		e.addPunct(at, mark, punctText(mark, e.decided(e.doc.Words[w].Tokens.End-1).Signs, e.script(w)))
		if s := e.decided(e.doc.Words[w].Tokens.Start).Signs; s != nil && s.Lead != "" && !strings.ContainsAny(e.words[w].lead, s.Lead) {
			e.words[w].lead += s.Lead
		}
		if pairs != nil {
			a := pairs[w-t.Words.Start]
			// What somebody says begins with a capital.
			e.words[w].speech = comma && strings.Contains(a.opens, `"`)
			comma = softPunct(e.words[w].trail) == ',' || softPunct(e.words[w].trail) == ':'
			e.addSigns(w, a)
		}
		w = next
	}
}

// punctAfter returns the punctuation after a kept word, before the next one that is kept; last says that
// there is none in the turn.
func (e *Edit) punctAfter(w, next int, last bool) data.Punct {
	own := e.doc.Words[w].Tokens.End - 1
	mark := e.decided(own).Punct
	if mark == data.NoPunct && e.decided(own).SetOff && next == w+1 && !last {
		mark = data.Comma
	}
	// The end of a sentence passes to what is kept of it.
	for i := own + 1; i < e.doc.Words[next-1].Tokens.End && mark < data.Period; i++ {
		if m := e.decided(i).Punct; m >= data.Period {
			mark = m
		}
	}
	if last && mark < data.Period {
		mark = data.Period
	}
	return mark
}

// addPunct gives a word a punctuation mark where it has none, which is written as a sign. One that ends a
// sentence takes the place of one that does not.
func (e *Edit) addPunct(w int, mark data.Punct, sign string) {
	trail := e.words[w].trail
	if e.doc.verbatim(w) {
		e.words[w].ends = mark >= data.Period
		return
	}
	switch {
	case mark == data.NoPunct, !e.doc.Words[w].Parted, isFinal(trail), isEllipsis(trail), mark == data.Comma && softPunct(trail) != 0:
		return
	case mark == data.Period && strings.HasSuffix(e.doc.Text(e.doc.Words[w].Core), "."):
		return // the full stop of an abbreviation does for both
	case isApart(trail):
		if mark != data.Comma {
			e.words[w].trail = sign + trail
		}
		return
	}
	rest, at := cutSoft(trail)
	e.words[w].trail = rest[:at] + sign + rest[at:]
}

// setCase sets the case of the kept words of a turn, which opens a sentence or goes on with one.
func (e *Edit) setCase(t *Turn, opens bool) {
	caseless := e.doc.caseless || e.doc.mixed && e.doc.isCaseless(t.Words)
	for w := t.Words.Start; w < t.Words.End; w++ {
		if e.words[w].removed || e.isNote(w) {
			continue
		}
		if e.isUnmarked(w) {
			opens = false
			continue
		}
		if form := e.form(w, false); caseless && form != "" {
			e.words[w].form = form
		}
		e.words[w].upper = (e.words[w].upper || opens || e.words[w].speech) && e.hasCase(w)
		trail := e.words[w].trail
		opens = isFinal(trail) && !abbreviated(trail) || e.words[w].ends
	}
}

// form returns the core of a word in the case of its tokens, or, with named, of those that are names of a vocabulary;
// "" for as it is.
func (e *Edit) form(w int, named bool) string {
	word := &e.doc.Words[w]
	core := e.doc.Text(word.Core)
	same := cmp.Or(e.words[w].form, core)
	form := ""
	for t := word.Tokens.Start; t < word.Tokens.End; t++ {
		d := e.decided(t)
		cased := d.Cased
		if named && d.Named == data.NotNamed {
			cased = e.doc.Tokens[t].Text
		}
		if at := d.Apostrophe; at > 0 && same == core && at < len(cased) {
			cased = cased[:at] + cased[at+1:] // which stays out
		}
		form += cased // most words are one token
	}
	if strings.Contains(core, "’") {
		form = strings.ReplaceAll(form, "'", "’")
	}
	// Only case may change, and that of an address means something.
	if !strings.EqualFold(form, same) || language.KeepsCase(core) {
		return ""
	}
	return form
}

// setNames writes the names of a vocabulary as it spells them, with respell in text that has case, too: no capital
// opens a sentence with "iPhone".
func (e *Edit) setNames(respell bool) {
	if e.decisions == nil || !respell && !e.doc.caseless {
		return
	}
	for w := range e.words {
		var most data.Named
		for t := e.doc.Words[w].Tokens.Start; t < e.doc.Words[w].Tokens.End; t++ {
			most = max(most, e.decided(t).Named)
		}
		if most == data.NotNamed {
			continue
		}
		if !e.doc.caseless {
			e.words[w].form = cmp.Or(e.form(w, true), e.words[w].form)
		}
		e.words[w].upper = e.words[w].upper && most < data.NamedSure
	}
}

// joinClitics joins to the word before them the parts of contractions that stand
// alone: "do n't".
func (e *Edit) joinClitics() {
	d := e.doc
	for i := range d.Lines {
		words := d.Lines[i].Words
		for w := words.Start + 1; w < words.End; w++ {
			before := &e.words[w-1]
			if e.words[w].removed || before.removed || e.isNote(w-1) || before.trail != "" || e.words[w].lead != "" {
				continue
			}
			core := d.folded(w)
			if core == "'" || !isClitic(core) {
				continue
			}
			e.words[w].joined = true
		}
	}
}

// isClitic reports whether a word is what the Penn Treebank splits off.
func isClitic(s string) bool {
	return lang.IsClitic(strings.ReplaceAll(s, "’", "'"))
}

// findCase sets caseless: the document has no capitals but those of the pronoun I,
// or nothing but capitals.
func (d *Document) findCase() { d.caseless = d.isCaseless(Span{0, len(d.Words)}) }

// isCaseless is that of some words.
func (d *Document) isCaseless(words Span) bool {
	lower, upper := 0, 0
	for i := words.Start; i < words.End; i++ {
		w := &d.Words[i]
		if w.Tokens.Len() == 0 || isPronounI(d.folded(i)) || language.KeepsCase(d.Text(w.Core)) {
			continue
		}
		for _, r := range d.Text(w.Core) {
			switch {
			case unicode.IsUpper(r):
				upper++
			case unicode.IsLower(r):
				lower++
			}
		}
	}
	return upper == 0 || lower*20 < upper
}

// Caseless reports whether the text has no case: no capitals but those of the
// pronoun I, or nothing but capitals.
func (d *Document) Caseless() bool { return d.caseless }

// Assume says whether the text has sentence punctuation and whether it has no case, where it
// is a part of one that is known.
func (d *Document) Assume(punctuated, caseless bool) {
	for i := range d.Turns {
		d.Turns[i].Punctuated = punctuated
	}
	d.caseless = caseless
}
