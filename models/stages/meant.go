package stages

import (
	"slices"
	"strings"
)

// Doubled reports whether a word that hardly anybody writes twice stands twice. Some do who write, and few who talk.
func (c *Session) Doubled(word int) bool {
	const talking = -4.2 // see data.Talk.Rate
	w := c.in.words
	if word+1 >= len(w) || w[word].word != w[word+1].word || !lang.Repeated[w[word].text] || c.Apart(word) {
		return false
	}
	return !lang.Doubles[w[word].text] || c.in.talk.Words > 0 && c.in.talk.Rate() >= talking
}

// Choice reports whether one of two choices stands in a stretch, and the other one, that says no, in what follows: "do you or
// do you not". follow are the words that follow.
func (c *Session) Choice(from, to int, follow []int) bool {
	or := false
	for w := from; w < to; w++ {
		if c.denies(w) {
			return false
		}
		or = or || lang.Alternatives[c.in.words[w].text]
	}
	return or && slices.ContainsFunc(follow, c.denies)
}

// Denied reports whether a stretch says no, and nothing in what follows does: "it's not, it's the parser".
func (c *Session) Denied(from, to int, follow []int) bool {
	for w := from; w < to; w++ {
		if c.denies(w) {
			return !slices.ContainsFunc(follow, c.denies)
		}
	}
	return false
}

// Paired reports whether a stretch makes a pair with what follows, the words at follow: "little by little", "more and more".
func (c *Session) Paired(from, to int, follow []int) bool {
	w, n := c.in.words, len(follow)
	if to-from != 2 || n == 0 || w[from].word != w[follow[0]].word || n > 1 && w[follow[1]].word == w[from+1].word {
		return false
	}
	switch tag := c.Tag(from); {
	case lang.Coordinators[w[from+1].text]:
		return c.Content(from) && !lang.Sequels[w[from].text] || tag == "RP"
	default:
		return lang.Pairing[w[from+1].text] && c.Content(from) && tag[0] != 'V'
	}
}

// Correlated reports whether a stretch and what follows are two halves: "the more you know, the more you grow".
func (c *Session) Correlated(from, to int, follow []int) bool {
	w := c.in.words
	if to-from < 4 || len(follow) < 2 || w[from].text != "the" || w[follow[0]].text != "the" || !c.compares(from+1) || !c.compares(follow[1]) {
		return false
	}
	for t := from + 2; t < to; t++ {
		if c.Tag(t)[0] == 'V' {
			return true
		}
	}
	return false
}

// compares reports whether a word is a comparative, by its tag or its form, which taggers take for others.
func (c *Session) compares(word int) bool {
	tag, text := c.Tag(word), c.in.words[word].text
	return tag == "JJR" || tag == "RBR" || lang.Comparatives[text] || strings.HasSuffix(text, "er") && (tag[:2] == "JJ" || tag[:2] == "RB")
}

func (c *Session) denies(word int) bool { return lang.Denials[c.in.words[word].text] }

// Apart reports whether a word that stands twice may be two of different clauses or phrases: a particle after a form of "be", and a
// preposition ("it is on on Mondays"); what a preposition governs, and the subject of a verb ("luckily for you, you do"); who is given
// something, and whose that is ("he gave her her book"). Or it is one that people say twice for emphasis: "long, long ago".
func (c *Session) Apart(word int) bool {
	w := c.in.words
	if lang.Emphatic[w[word].text] {
		return true
	}
	if word == 0 {
		return false
	}
	before, text := w[word-1].text, w[word].text
	if lang.Particles[text] && lang.Irregular[before] == lang.Irregular["is"] {
		return true
	}
	if lang.Giving[before] && text == "her" {
		return true
	}
	return lang.Prepositions[before] && lang.Objects[text] && word+2 < len(w) && finite[c.Tag(word+2)]
}

// finite are the tags of verbs that have subjects.
var finite = map[string]bool{"MD": true, "VBP": true, "VBZ": true, "VBD": true}
