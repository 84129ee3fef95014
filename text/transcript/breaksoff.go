package transcript

import "strings"

// listening is how many words others say at most before a speaker goes on with a sentence that was broken off.
const listening = 4

// turnsOff are the streams whose last turn broke off, and how many words others have said since.
type turnsOff map[int]int

// goesOn reports whether a turn of a stream goes on with what was broken off.
func (b turnsOff) goesOn(stream int) bool {
	words, off := b[stream]
	return off && words <= listening
}

// add adds a turn of so many words.
func (b turnsOff) add(stream, words int, off bool) {
	if words == 0 {
		return
	}
	for s := range b {
		b[s] += words
	}
	if delete(b, stream); off {
		b[stream] = 0
	}
}

// breaksOff reports whether what somebody says is broken off after a word, and is no sentence: "a couple of minutes and".
func (e *Edit) breaksOff(w int) bool {
	return w >= 0 && lang.BreaksOff[strings.ReplaceAll(e.doc.folded(w), "’", "'")] && e.words[w].trail == "" && !e.isLetter(w)
}

// isLetter reports whether a word is the letter "A" rather than an article, or an "I" that is no pronoun: "I got an A", "A P I", "U of I".
func (e *Edit) isLetter(w int) bool {
	form := func(w int) string {
		switch {
		case w < 0:
			return ""
		case e.doc.caseless:
			return e.form(w, false)
		}
		return e.doc.Text(e.doc.Words[w].Core)
	}
	switch form(w) {
	case "A":
		return true
	case "I":
		before := form(w - 1)
		return len(before) == 1 && before >= "A" && before <= "Z" && before != "I" || before == "of" && len(form(w-2)) == 1
	}
	return false
}

// keptWords returns how many words of a turn are kept, and the last of them; -1: none is.
func (e *Edit) keptWords(t *Turn) (n, last int) {
	last = -1
	for w := t.Words.Start; w < t.Words.End; w++ {
		if !e.words[w].removed && !e.isNote(w) {
			n, last = n+1, w
		}
	}
	return n, last
}
