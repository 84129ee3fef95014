package transcript

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/text/numerals"
)

// NumberMode says how numbers are written.
type NumberMode uint8

// The modes. The zero value is NumberWords.
const (
	// NumberWords leaves numbers as they were said.
	NumberWords NumberMode = iota
	// NumberDigits writes numbers, times, dates and sums of money in digits where a careful
	// editor does: see package numerals. It looks at what is kept, within a turn, and not
	// across punctuation, pauses and ends of sentences.
	NumberDigits
)

// ParseNumberMode reads "words" or "digits".
func ParseNumberMode(s string) (NumberMode, error) {
	switch s {
	case "words":
		return NumberWords, nil
	case "digits":
		return NumberDigits, nil
	}
	return 0, fmt.Errorf("unknown way with numbers %q: use words or digits", s)
}

// setNumbers writes the numbers of what is kept in digits.
func (e *Edit) setNumbers(r *Rewriting) {
	for i := range e.doc.Turns {
		words, at := e.spoken(&e.doc.Turns[i])
		for _, s := range numerals.Digits(words, r.NumberStyle) {
			words := at[s.Start:s.End]
			if s.Joins && e.guessed(words[len(words)-1]) {
				e.words[words[len(words)-1]].trail = ""
			}
			e.write(words, s.Text, s.Comma && r.Punct == PunctRestore)
		}
	}
}

// mostHeld is how many words may be held back for a number that does not end.
const mostHeld = 400

// numberCut returns the last kept word, the given one at the latest, before which no number can be that anything behind
// has a say in, nor one behind it that anything before has; -1: there is none yet.
func (e *Edit) numberCut(last int) int {
	var kept []int
	for w := range e.words {
		if (!e.words[w].removed || e.words[w].merged) && !e.isNote(w) {
			kept = append(kept, w)
		}
	}
	if len(kept) > mostHeld {
		return last
	}
	begins := func(k int) bool { return k >= 0 && k < len(kept) && numerals.Begins(e.doc.folded(kept[k])) }
	free := 0 // words without a number, from k on
	for k := len(kept) - 1; k > 0; k-- {
		if free++; begins(k) {
			free = 0
		}
		if kept[k] > last || e.words[kept[k]].merged {
			continue
		}
		if e.ends(kept[k-1], kept[k]) {
			return kept[k]
		}
		clear := free >= numerals.Context
		for b := k - numerals.Context; b < k && clear; b++ {
			clear = !begins(b)
		}
		if clear {
			return kept[k]
		}
	}
	return -1
}

// opensAt reports whether a sentence begins with a kept word.
func (e *Edit) opensAt(w int) bool {
	for before := w - 1; before >= 0; before-- {
		if (!e.words[before].removed || e.words[before].merged) && !e.isNote(before) {
			return e.ends(before, w)
		}
	}
	return !e.within
}

// spoken returns the words that are kept of a turn, and which they are.
func (e *Edit) spoken(t *Turn) (words []numerals.Word, at []int) {
	d := e.doc
	before, line := -1, t.FirstLine // the last word that is kept, and its line
	apart := true
	for w := t.Words.Start; w < t.Words.End; w++ {
		if e.isNote(w) {
			apart = apart || !e.words[w].removed
			continue
		}
		if e.words[w].removed {
			continue
		}
		own := line
		for d.Lines[own].Words.End <= w {
			own++
		}
		x := numerals.Word{Text: d.Text(d.Words[w].Core), Apart: apart || e.words[w].lead != ""}
		if d.caseless {
			x.Text = d.folded(w)
		}
		if before < 0 {
			x.Opens = !e.within
		} else {
			x.Opens = e.ends(before, w)
			x.Apart = x.Apart || x.Opens || e.words[before].trail != "" && !e.guessed(before) || d.pauseBetween(before, line, w, own)
		}
		apart = false
		if d.Words[w].Whole || e.isLeft(w) || e.words[w].retyped {
			x.Text, x.Apart, apart = "", true, true
		}
		words, at = append(words, x), append(at, w)
		before, line = w, own
	}
	return words, at
}

// guessed reports whether all that is after a word is a comma that was predicted. Where the
// words around it can be read as one number, they are.
func (e *Edit) guessed(w int) bool {
	word := &e.doc.Words[w]
	return e.words[w].trail == "," && word.Core.End == word.Bytes.End
}

// ends reports whether a sentence ends between two words that are kept, as it is written or
// predicted.
func (e *Edit) ends(before, w int) bool {
	d := e.doc
	if trail := e.words[before].trail; d.Words[before].Final || isFinal(trail) && !abbreviated(trail) {
		return true
	}
	if e.decisions == nil {
		return false
	}
	for t := d.Words[before].Tokens.End - 1; t < d.Words[w].Tokens.Start; t++ {
		if e.decided(t).End {
			return true
		}
	}
	return false
}

// isLeft reports whether the numbers and forms of English say nothing of a word, since it is in another language.
func (e *Edit) isLeft(w int) bool {
	if e.decisions == nil {
		return false
	}
	d := e.decided(e.doc.Words[w].Tokens.Start)
	return d.Left || d.Language != nil
}

// pauseBetween reports whether there is a pause between two words in their lines, as far as
// their times are known, or those of the lines.
func (d *Document) pauseBetween(before, line, w, own int) bool {
	a, b := d.Words[before].Time, d.Words[w].Time
	if !a.Known && line != own {
		a = d.Lines[line].Time
	}
	if !b.Known && line != own {
		b = d.Lines[own].Time
	}
	return a.Known && b.Known && b.Start-a.End >= numerals.Pause
}

// write writes words as one: the first takes the form, and the punctuation of the last.
func (e *Edit) write(words []int, form string, comma bool) {
	first, last := words[0], words[len(words)-1]
	we := &e.words[first]
	we.form, we.number, we.last = form, true, last
	we.upper, we.lower, we.rule = false, false, nil
	we.trail = e.words[last].trail
	switch {
	case strings.HasSuffix(form, ".") && strings.HasPrefix(we.trail, ".") && !isEllipsis(we.trail):
		we.trail = we.trail[1:] // the full stop of an abbreviation does for both
	case comma && we.trail == "" && !e.doc.Words[last].Joined:
		we.trail = ","
	}
	for _, w := range words[1:] {
		e.words[w].removed, e.words[w].merged = true, true
	}
}

// takeNumbers writes those numbers in digits that are in digits in an edit of another
// document, where they are said in the same words.
func (e *Edit) takeNumbers(other *Edit, p PunctMode) {
	for w := range e.words {
		of := e.as(other, w)
		if of < 0 || e.words[w].removed || !other.words[of].number {
			continue
		}
		words := e.sameNumber(other, w, of)
		if words == nil {
			continue
		}
		number := &other.words[of]
		if last := words[len(words)-1]; number.trail == "" && e.guessed(last) {
			e.words[last].trail = ""
		}
		e.write(words, number.form, p == PunctRestore && strings.HasPrefix(number.trail, ","))
	}
}

// as returns the word of the other document that a word is as; -1: there is none.
func (e *Edit) as(other *Edit, w int) int {
	if t := e.doc.Words[w].Tokens; t.Len() > 0 && e.like[t.Start] >= 0 {
		return other.doc.Tokens[e.like[t.Start]].Word
	}
	return -1
}

// sameNumber returns the words, from w on, that are as those of a number of the other document
// that starts there with a word; nil: not all of them are there, one after the other.
func (e *Edit) sameNumber(other *Edit, w, of int) []int {
	words := []int{w}
	for next := of + 1; next <= other.words[of].last; next++ {
		if !other.words[next].merged {
			continue
		}
		before := words[len(words)-1]
		k := before + 1
		for k < len(e.words) && e.words[k].removed {
			k++
		}
		if k == len(e.words) || e.as(other, k) != next || e.words[before].trail != "" && !e.guessed(before) || e.words[k].lead != "" {
			return nil
		}
		words = append(words, k)
	}
	return words
}
