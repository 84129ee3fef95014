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
	return w >= 0 && lang.BreaksOff[e.doc.plain(w)] && e.words[w].trail == "" && !e.isLetter(w)
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

// mostAgain is how many words before a full stop RunsOn looks for behind it.
const mostAgain = 4

// RunsOn reports whether a sentence of English runs on behind the full stop of a word, where its speaker only paused: no sentence ends with
// the word, which is said again there, alone or with words before it: "in order to measure the. The quality". Recognisers write so.
func (d *Document) RunsOn(w int) bool {
	marks, next := d.Source[d.Words[w].Core.End:d.Words[w].Bytes.End], w+1
	for w > 0 && lang.FilledPauses[d.plain(w)] && !d.Words[w-1].Final {
		w--
	}
	if next == len(d.Words) || marks != "." && !isEllipsis(marks) || !lang.BreaksOff[d.plain(w)] || d.ownsEnd(w) {
		return false
	}
	for next < len(d.Words) && (d.Words[next].Tokens.Len() == 0 || lang.FilledPauses[d.plain(next)]) {
		next++
	}
	for n := 1; n <= mostAgain && w+1-n >= 0 && next+n <= len(d.Words); n++ {
		same := true
		for k := range n {
			same = same && d.plain(w+1-n+k) == d.plain(next+k)
		}
		if same {
			return true
		}
	}
	return false
}

// ownsEnd reports whether a word that else ends no sentence ends one all the same: "neither did he", "you and I", "Elizabeth I", "vitamin A".
func (d *Document) ownsEnd(w int) bool {
	if w == 0 || d.Words[w-1].Final {
		return false
	}
	before, own := d.plain(w-1), d.plain(w)
	if lang.Inverted[before] || lang.Coordinators[before] || lang.Compared[before] || strings.HasSuffix(before, "n't") {
		return lang.Subjects[own]
	}
	return own != "i" && d.startsUpper(w) || own == "i" && d.startsUpper(w-1)
}

// plain returns the core of a word in lower case, its apostrophes straight.
func (d *Document) plain(w int) string { return strings.ReplaceAll(d.folded(w), "’", "'") }
