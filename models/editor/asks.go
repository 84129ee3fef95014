package editor

import "github.com/tidytalk/tidytalk/data"

// mostBehind is how many words a sentence behind a question has at most that does not take it back: "Could you close the
// door? Yeah."
const mostBehind = 6

// AsksYesNo reports whether a turn ends by asking for yes or no: with a question that no question word opens, with a tag, or, as
// marks may be missing, with the words of one.
func (t *Text) AsksYesNo() bool {
	from, to := 0, len(t.Words)
	for {
		from = t.sentenceOf(to)
		if t.asksYesNo(from, to) {
			return true
		}
		if from == 0 || to-from > mostBehind || to < len(t.Words) {
			return false
		}
		to = from
	}
}

// sentenceOf returns where the sentence begins that ends before a word.
func (t *Text) sentenceOf(to int) int {
	from := to - 1
	for from > 0 && !t.After[from-1].Final() {
		from--
	}
	return max(from, 0)
}

// asksYesNo is AsksYesNo of a sentence.
func (t *Text) asksYesNo(from, to int) bool {
	if from >= to {
		return false
	}
	last := t.lower(to - 1)
	if to-from > 2 && (last == "right" || last == "correct") && !t.tag(to-2, "VB", "DT", "IN", "JJ", "PRP$", "MD") && !exact[t.lower(to-2)] {
		return true // "you took it, right"
	}
	at := from
	for at < to-1 && (opening[t.lower(at)] || answers[t.lower(at)]) {
		at++
	}
	if t.After[to-1] == data.QuestionMark {
		return !t.tag(at, "WP", "WRB", "WDT")
	}
	// "Do you ...": an auxiliary before its subject.
	return at+1 < to && inverted[t.lower(at)] && t.tag(at+1, "PRP", "EX", "DT", "NNP") && t.lower(at+1) != "me"
}

// exact are words with which "right" is what is said, not asked: "exactly right".
var exact = setOf("all not n't just about exactly quite so that alright very absolutely totally")

var inverted = setOf("am is are was were do does did have has had will would can could may might shall should must ca wo")
