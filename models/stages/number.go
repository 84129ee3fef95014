package stages

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// cardinalTag is the tag of cardinal numbers.
var cardinalTag = m3n.Symbol("CD")

// number reports whether a word is a number or a part of one; see Session.Number.
func (in *instance) number(word int) bool {
	w := in.words
	part := func(t int) bool {
		return t >= 0 && t < len(w) && (isNumber(w[t].text) || isLetter(w[t].text) || lang.NumberParts[w[t].text])
	}
	if !part(word) || isNumber(w[word].text) {
		return part(word)
	}
	from, to := word, word+1
	for part(from - 1) {
		from--
	}
	for part(to) {
		to++
	}
	// Parts alone are a number where several follow each other: "one one".
	parts, stutter := 0, in.stutters(from, to)
	for t := from; t < to; t++ {
		if isNumber(w[t].text) || isLetter(w[t].text) && to-from > 1 {
			return true
		}
		if len(w[t].text) > 2 {
			parts++
		}
	}
	return parts >= leastParts || to-from > leastParts && !stutter || w[word].text == "one" && in.tag[word] == cardinalTag
}

// leastParts is how many words that may be parts of a number make one, without letters
// and the "oh" that is said in the place of zero, of which it takes one more.
const leastParts = 2

// stutters reports whether the words from from to to are one pronoun or article, said over and over: "i i i". An "A" with a
// capital within a sentence is spelled.
func (in *instance) stutters(from, to int) bool {
	for t := from; t < to; t++ {
		switch w := in.words[t]; {
		case w.word != in.words[from].word || w.text != "i" && w.text != "a":
			return false
		case w.text == "a" && t > 0 && t < len(in.written) && in.written[t].Shape == data.CapitalShape:
			return false
		}
	}
	return true
}

// isNumber reports whether a word has a digit, or stands for a number.
func isNumber(w string) bool {
	return strings.ContainsAny(w, "0123456789") || lang.Numbers[w]
}

// isLetter reports whether a word is a single letter as they are spelled, which no article
// or pronoun is.
func isLetter(w string) bool {
	return len(w) == 1 && w[0] >= 'b' && w[0] <= 'z' && w[0] != 'i' || len(w) == 2 && w[0] >= 'a' && w[1] == '.'
}

// The lengths of what is spelled: see Reading.Spelled.
const (
	leastSpelled = 3
	longSpelled  = 5 // that is no list
	farSpelled   = 8
)

// isSpelled reports whether a word is a digit or a letter, or says the digit 0.
func isSpelled(w string) bool {
	n, small := lang.Numerals.Small[w]
	return small && n < 10 || isLetter(w) || lang.Numerals.Oh[w]
}

// isZero reports whether a word is the digit 0.
func isZero(w string) bool {
	n, small := lang.Numerals.Small[w]
	return small && n == 0 || lang.Numerals.Oh[w]
}

// spelled reports whether a word may be of what is said a digit or a letter at a time.
func (in *instance) spelled(word int) bool {
	n := &lang.Numerals
	at := func(t int) string {
		if t < 0 || t >= len(in.words) {
			return ""
		}
		return in.words[t].text
	}
	switch w, before, after := at(word), at(word-1), at(word+1); {
	case isSpelled(w):
		return true
	case w == "a" || w == "i":
		return isLetter(before) || isLetter(after)
	case n.Times[w] > 0:
		return isSpelled(after)
	case w == n.Point:
		return isSpelled(after) && isNumber(before)
	case n.Joints[w] != "":
		return n.Domains[after] || isSpelled(before) || isSpelled(after) || n.Joints[before] != "" || n.Joints[after] != ""
	case n.Domains[w] && n.Joints[before] != "":
		return true
	case n.Joints[after] != "":
		return n.Joints[before] != "" || n.Domains[at(word+2)]
	default:
		// Pairs of a telephone number, and what a point stands behind: "double five twelve", "eighteen point two".
		return isNumber(w) && (n.Times[before] > 0 || isSpelled(before) && isSpelled(after) || after == n.Point && isSpelled(at(word+2)))
	}
}
