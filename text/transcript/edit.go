package transcript

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/numerals"
	"github.com/tidytalk/tidytalk/text/style"
)

// Edit is a document with some of its words removed and the rest mended.
type Edit struct {
	doc       *Document
	decisions []data.Decision // of the tokens; nil: there are none
	like      []int32         // see EditLike; nil: each token has its own
	remove    data.Disfluencies
	words     []wordEdit
	within    bool                    // the first kept word opens no sentence
	goesOn    bool                    // the text is not over: its last word ends nothing
	commanded bool                    // the speaker dictates
	pairs     []pair                  // quotes and brackets that are put into the last turn
	taken     []sign                  // those of the last stretch of removed words
	joined    []bool                  // turns that go on the one before; nil: none does
	touched   map[*data.Dictated]Span // words that commands are about, where that is kept
}

// wordEdit is what becomes of one word.
type wordEdit struct {
	removed bool
	lead    string      // punctuation before the word
	trail   string      // punctuation after it
	upper   bool        // its first letter becomes a capital
	lower   bool        // all its letters become small
	form    string      // the core with its apostrophe, in other case, or the number in digits; "" as it is
	joined  bool        // to the word before it
	number  bool        // form is a number in digits
	retyped bool        // form is what a person has typed in its place
	rule    *style.Form // form is what this spells out
	note    string      // what it is a note of, for which a style removes it
	last    int         // of a number: the last word that form is written for
	merged  bool        // removed, since it is written in the form of a number before it
	opens   bool        // a paragraph within its turn
	line    bool        // that is a line alone
	void    bool        // a command that is taken back
	speech  bool        // a quote is put before it, after a comma or colon
	ends    bool        // a sentence ends after it, though no punctuation is put there: see verbatim
}

// Rewriting says what is removed, and how what is kept is written. The zero value is what most
// readers want: DefaultRemoved is removed, punctuation and case are restored.
type Rewriting struct {
	// Remove is what to remove; 0 is data.DefaultRemoved, data.NoDisfluencies keeps all.
	Remove data.Disfluencies
	Punct  PunctMode
	Case   CaseMode
	// Respell writes the names of a vocabulary as it spells them in text that has case, too, where Case is CaseRestore.
	Respell bool
	// Numbers says how numbers are written.
	Numbers NumberMode
	// NumberStyle says how those look that are in digits.
	NumberStyle numerals.Style
	// Apostrophes says what becomes of contractions whose apostrophe is missing ("dont") in
	// text without punctuation and case.
	Apostrophes ApostropheMode
	// Notes are those that go; nil: all stay.
	Notes *style.Notes
	// Forms are spelled out; nil: words stay as they are.
	Forms *style.Forms
	// Paragraphs is how many words the paragraphs have about that long turns are broken
	// into, at ends of sentences; 0: turns stay whole, as they do in text that has paragraphs.
	Paragraphs int
	// Plain leaves out the punctuation and the case that people have set by hand (see Correct): in
	// files that hold words alone.
	Plain bool

	within bool   // the first kept word opens no sentence
	open   string // quotes and brackets that are open before a text that goes on: see Printer
	goesOn bool   // the text is not over: its last word ends nothing
}

// Decides reports whether r asks for any decision about words. Where it does not, the text
// is kept as it is.
func (r Rewriting) Decides() bool {
	return r.Remove != data.NoDisfluencies || r.Punct != PunctKeep || r.Case != CaseKeep || r.Numbers != NumberWords || r.apostrophes() || r.Paragraphs > 0 || r.Notes != nil || r.Forms != nil
}

// apostrophes reports whether missing apostrophes are put back.
func (r Rewriting) apostrophes() bool {
	return r.Apostrophes == ApostropheRestore || r.Apostrophes == ApostropheAuto && r.Punct == PunctRestore
}

// AsWritten removes what r removes, and leaves punctuation, case and apostrophes as they are
// where r would restore them.
func (r Rewriting) AsWritten() Rewriting {
	if r.Punct == PunctRestore {
		r.Punct = PunctKeep
	}
	if r.Case == CaseRestore {
		r.Case = CaseKeep
	}
	r.Apostrophes = ApostropheKeep
	return r
}

// Edit removes the words all of whose tokens are part of a disfluency that is removed, mends
// what is beside them, and writes what is kept. decisions has one element for each token of
// the document; nil: nothing is decided, and nothing to restore. A contraction of which
// only a part is to be removed ("it's" where "it" is in a repair) is kept whole.
func (d *Document) Edit(decisions []data.Decision, r Rewriting) *Edit {
	e := d.edit(decisions, nil, &r)
	e.setForms(r.Forms)
	if r.Numbers == NumberDigits {
		e.setNumbers(&r)
	}
	return e
}

// What like says of a token in EditLike that is as no other: it is kept as it is, and what is
// beside it may change, or it is left alone as words of other languages are.
const (
	LikeNone int32 = -1
	LikeLeft int32 = -2
)

// The decisions about tokens that are as no other.
var decidedNone, decidedLeft = &data.Decision{}, &data.Decision{Left: true}

// EditLike is Edit with the decisions of an edit of another document that says the same: like
// holds, for each token of d, the token there that it is as, LikeNone or LikeLeft. The numbers
// that are in digits there are in digits in d, where it has all their words.
func (d *Document) EditLike(other *Edit, like []int32, r Rewriting) *Edit {
	e := d.edit(other.decisions, like, &r)
	e.setForms(r.Forms)
	if r.Numbers == NumberDigits {
		e.takeNumbers(other, r.Punct)
	}
	return e
}

// edit is Edit without numbers. What stands in r for something else is filled in.
func (d *Document) edit(decisions []data.Decision, like []int32, r *Rewriting) *Edit {
	if r.Remove == 0 {
		r.Remove = data.DefaultRemoved
	}
	if decisions == nil {
		*r = r.AsWritten()
	}
	e := &Edit{doc: d, decisions: decisions, like: like, remove: r.Remove, within: r.within, goesOn: r.goesOn, words: make([]wordEdit, len(d.Words))}
	for i := range d.Words {
		w, we := &d.Words[i], &e.words[i]
		we.lead = d.Source[w.Bytes.Start:w.Core.Start]
		we.trail = d.Source[w.Core.End:w.Bytes.End]
		we.removed = w.Tokens.Len() > 0 && !w.Kept
		for t := w.Tokens.Start; t < w.Tokens.End; t++ {
			if e.why(t) == 0 {
				we.removed = false
			}
		}
		if c := e.dictated(i); c != nil {
			we.removed, e.commanded = true, true
			if c.Spelled != "" && !c.Void {
				we.removed, we.merged = e.sameCommand(i, i-1), e.sameCommand(i, i-1)
			}
		}
	}
	for i := range d.Turns {
		if e.commanded {
			e.takeBack(&d.Turns[i])
		}
		e.dropDangling(&d.Turns[i])
		e.mendTurn(&d.Turns[i])
	}
	if r.apostrophes() && decisions != nil {
		e.setApostrophes()
	}
	e.restore(r)
	e.leave()
	e.dropNotes(r.Notes)
	e.joinTurns(r)
	if r.Paragraphs > 0 && like == nil {
		e.setParagraphs(r.Paragraphs)
	}
	return e
}

// dropDangling takes out the markers of a turn that stand before nothing any more: bullets
// and signs of speakers with all that was said up to the next one, or the end of the
// line. A marker within a line is kept where its speaker goes on in the next one.
func (e *Edit) dropDangling(t *Turn) {
	d := e.doc
	for l := t.FirstLine; l < len(d.Lines) && d.Lines[l].Words.Start < t.Words.End; l++ {
		words := d.Lines[l].Words
		open, removed := -1, false // the last marker, and whether words after it are
		for w := words.Start; w <= words.End; w++ {
			switch marker := w < words.End && e.isNote(w) && isMarker(d.Text(d.Words[w].Bytes)); {
			case marker || w == words.End:
				if open >= 0 && removed && (marker || open == words.Start || words.End == t.Words.End) {
					e.words[open].removed = true
				}
				open, removed = w, false
			case !e.words[w].removed:
				open = -1
			default:
				removed = true
			}
		}
	}
}

// leave leaves the words as they are that are not in the language of the models, whatever
// was done about what is beside them.
func (e *Edit) leave() {
	if e.decisions == nil {
		return
	}
	for t := range e.doc.Tokens {
		if e.decided(t).Left {
			i := e.doc.Tokens[t].Word
			w := &e.doc.Words[i]
			e.words[i] = wordEdit{lead: e.doc.Source[w.Bytes.Start:w.Core.Start], trail: e.doc.Source[w.Core.End:w.Bytes.End]}
		}
	}
}

// decided returns the decision about a token, where there are any.
func (e *Edit) decided(token int) *data.Decision {
	if e.like == nil {
		return &e.decisions[token]
	}
	switch as := e.like[token]; {
	case as >= 0:
		return &e.decisions[as]
	case as == LikeLeft:
		return decidedLeft
	}
	return decidedNone
}

// script returns the script of the punctuation and letters that are put beside a word: that of
// Chinese for all that was decided about as such.
func (e *Edit) script(w int) Script {
	word := &e.doc.Words[w]
	if e.decisions != nil && word.Tokens.Len() > 0 {
		switch d := e.decided(word.Tokens.End - 1); {
		case d.Chinese:
			return Han
		case d.Language != nil && d.Language.Unspaced:
			return Kana
		}
	}
	return word.Script
}

// language returns the word lists of the language of a word.
func (e *Edit) language(w int) *language.Language {
	if word := &e.doc.Words[w]; e.decisions != nil && word.Tokens.Len() > 0 {
		if l := e.decided(word.Tokens.Start).Language; l != nil {
			return l
		}
	}
	return lang
}

// hasCase reports whether the letters of a word have case.
func (e *Edit) hasCase(w int) bool { return e.script(w) == Spaced && !e.language(w).Caseless }

// isUnmarked reports whether punctuation and case of a word stay as they are written.
func (e *Edit) isUnmarked(w int) bool {
	return e.decisions != nil && e.doc.Words[w].Tokens.Len() > 0 && e.decided(e.doc.Words[w].Tokens.Start).Unmarked
}

// why returns the disfluencies for which a token is to be removed.
func (e *Edit) why(token int) data.Disfluencies {
	if e.decisions == nil {
		return 0
	}
	switch d := e.decided(token); {
	case d.Left:
		return 0
	case d.ByHand != nil && d.ByHand.Removed:
		return d.Why
	default:
		return d.Why & e.remove
	}
}

// Removed reports whether a token is removed. Those that are written in digits are not.
func (e *Edit) Removed(token int) bool {
	w := &e.words[e.doc.Tokens[token].Word]
	return w.removed && !w.merged
}

// Punct returns the punctuation after a token: none inside a word, or after one that is removed.
func (e *Edit) Punct(token int) data.Punct {
	w := e.doc.Tokens[token].Word
	word := &e.doc.Words[w]
	if e.words[w].removed || token+1 != word.Tokens.End {
		return data.NoPunct
	}
	trail := e.words[w].trail
	mended := trail != e.doc.Source[word.Core.End:word.Bytes.End]
	switch {
	case strings.ContainsAny(trail, "?？"):
		return data.QMark
	case word.Final, mended && isFinal(trail) && !abbreviated(trail):
		return data.Period
	case strings.ContainsAny(trail, ",;:、，；："):
		return data.Comma
	}
	return data.NoPunct
}

// Counts returns how many words were removed for each kind of disfluency, in the order
// of data.DisfluencyNames. A word of several kinds counts for the first.
func (e *Edit) Counts() [data.NumDisfluencies]int {
	var n [data.NumDisfluencies]int
	for i := range e.words {
		if !e.words[i].removed || e.isNote(i) {
			continue
		}
		r := e.why(e.doc.Words[i].Tokens.Start)
		for k := range n {
			if r&(1<<k) != 0 {
				n[k]++
				break
			}
		}
	}
	return n
}

// core returns the text of a word without punctuation, its first letter as mended.
func (e *Edit) core(i int) string {
	s := e.doc.Text(e.doc.Words[i].Core)
	if form := e.words[i].form; form != "" {
		s = form
	}
	switch {
	case e.words[i].lower:
		return strings.ToLower(s)
	case !e.words[i].upper || language.KeepsCase(s):
		return s
	}
	return capital(s)
}

// isNote reports whether a word has no tokens: "[laughter]", or punctuation alone.
func (e *Edit) isNote(i int) bool { return e.doc.Words[i].Tokens.Len() == 0 }
