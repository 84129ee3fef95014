package editor

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// carries reports whether a word that may be part of a phrase says something where it stands, so that it stays however many
// editors would take such words out.
func (t *Text) carries(i int) bool {
	w := t.lower(i)
	switch {
	case answers[w] && (t.answersAt(i) || t.predicates(i, w)), (answers[w] || cries[w]) && t.quotedAt(i):
		return true
	case w == "right" && t.places(i), w == "well" && i > 0 && !t.marked(i+1) && t.After[i-1] < data.CommaMark && t.tag(i+1, "VBN"):
		return true // "the well documented payment"
	case t.named(i, w):
		return true
	case w == "no":
		return t.denies(i)
	case w == "like":
		return t.alikes(i) || t.likens(i)
	case w == "so":
		return t.degree(i)
	case w == "kind" || w == "sort":
		return t.sorts(i)
	case w == "of" && i+1 < len(t.Words) && t.lower(i+1) == "course":
		return t.answersAt(i)
	case w == "of" || w == "course":
		return i > 0 && t.lower(i-1) != w && t.carries(i-1)
	}
	return !light[w] && !opening[w] && !answers[w] && t.tag(i, "NN", "CD", "VB", "JJ")
}

// named reports whether a word is an acronym ("INR"), or made of words with hyphens ("year-on-year"): such words name something,
// even where the editors of some text have them in another way.
func (t *Text) named(i int, w string) bool {
	if answers[w] || cries[w] || light[w] || opening[w] || len(w) < 2 {
		return false
	}
	if at := strings.IndexByte(w, '-'); at > 0 && at < len(w)-1 {
		return true
	}
	shouts := func(s string) bool { return s != strings.ToLower(s) && s == strings.ToUpper(s) }
	return shouts(t.Words[i]) && !strings.Contains(w, "'") && slices.ContainsFunc(t.Words, func(s string) bool { return len(s) > 1 && !shouts(s) && s != strings.ToUpper(s) })
}

// light are words that may be tagged as nouns, verbs or adjectives, and say nothing as phrases.
var light = setOf("kind sort kinda sorta man know mean guess like see whoa wow ugh woo hm hey god boy please say")

// answers are words that answer a question, and agree to what is asked for.
var answers = setOf("yes yeah yep yup yap no nope nah mm-hmm mm-hm mhm uh-huh um-hum right sure okay ok alright exactly correct absolutely definitely")

// cries may be all that somebody is quoted with; placing are words that "right" goes with.
var (
	cries   = setOf("ugh wow whoa woo hmm hm mm hey")
	placing = setOf("now here there away after before behind the")
	sides   = setOf("left and or")
)

// places reports whether "right" says where or when: "right now", "right the way down", "left and right", "because of right foot pain".
func (t *Text) places(i int) bool {
	if t.governed(i) && !t.marked(i+1) && t.tag(i+1, "NN") {
		return true
	}
	return !t.marked(i+1) && placing[t.lower(i+1)] && t.joins(i) || i > 0 && t.After[i-1] < data.CommaMark && sides[t.lower(i-1)]
}

// answersAt reports whether a word is the first of a turn that answers: somebody else has just asked for yes or no, and nothing
// but sounds and connectives is before it.
func (t *Text) answersAt(i int) bool {
	if !t.Answers && !(t.Asked && outright[t.lower(i)]) {
		return false
	}
	for k := range i {
		if w := t.lower(k); !opening[w] {
			return false
		}
	}
	return true
}

// mostDenied is how many words behind "no" hold what else denies.
const mostDenied = 6

// denies reports whether "no" says that there is none ("no worries"), or is all that denies what somebody else has said: "No, in
// total.", not "No. I didn't mean it."
func (t *Text) denies(i int) bool {
	if !t.marked(i+1) && t.tag(i+1, "NN", "JJ", "CD", "RBR", "IN", "RB") {
		return true
	}
	if !t.Replies || i+1 == len(t.Words) {
		return false
	}
	for k := range i {
		if !opening[t.lower(k)] {
			return false
		}
	}
	return !negates(t.Words[i+1 : min(i+1+mostDenied, len(t.Words))])
}

// Denies reports whether the end of a turn denies something: "no" behind it agrees.
func (t *Text) Denies() bool { return negates(t.Words[max(0, len(t.Words)-mostAgain):]) }

// negates reports whether a word of some denies.
func negates(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		w = strings.ToLower(w)
		return negative[w] || strings.HasSuffix(w, "n't")
	})
}

var negative = setOf("no not never none nothing nobody neither nor")

// outright are answers that say yes or no whatever was asked.
var outright = setOf("yes no nope nah yep yup")

var opening = setOf("oh ah well um uh so and but i mean like you know hmm mm")

// quotedAt reports whether a word opens what somebody is quoted with: "I was like, okay, ...", "he said, yeah".
func (t *Text) quotedAt(i int) bool {
	if t.Quoted != nil && t.Quoted[i] {
		return true
	}
	for i > 1 && (t.lower(i-1) == "oh" || t.lower(i-1) == "ah") {
		i-- // "like, oh, okay"
	}
	if i == 0 || breaks(t.After[i-1]) || !quoting[t.lower(i-1)] {
		return false
	}
	// "I'm going, oh yeah": marks that are put into bare text may end a sentence there.
	return !t.After[i-1].Final() || i > 1 && copula[t.lower(i-2)]
}

var copula = setOf("'m 's 're am is are was were")

var quoting = setOf("say says said saying go goes going went like thinking thought asked told replied answered")

// predicates reports whether a word is what is said of something: "is this okay for you", "that is right about him". Marks are not
// trusted that somebody else may have put there.
func (t *Text) predicates(i int, w string) bool {
	if w != "okay" && w != "ok" && w != "right" && w != "sure" && w != "alright" || !t.tag(i+1, "IN", "TO") {
		return false
	}
	next := t.lower(i + 1)
	return t.After[i] < data.CommaMark && !clausal[next] || next == "for" && i > 0 && t.asksOf(i)
}

// asksOf reports whether the sentence that ends before a word, or goes on there, begins with a form of "to be": "Is this answer?
// Okay for you?", as marks are put into bare text.
func (t *Text) asksOf(i int) bool {
	from := t.sentenceOf(i)
	return inverted[t.lower(from)] && being[t.lower(from)]
}

// clausal are words that open clauses, though the tagger has them as prepositions.
var clausal = setOf("if because 'cause so that whether since while as although unless like once until though before after")

// likens reports whether "like" compares or quotes, or names examples.
func (t *Text) likens(i int) bool {
	next := i + 1
	if next == len(t.Words) || t.After[i].Final() {
		return false
	}
	begins := i == 0 || t.After[i-1].Final()
	apart := begins || t.After[i-1] >= data.CommaMark // on its left
	switch {
	case !apart && being[t.lower(i-1)] && t.quotes(i):
		return true // "I'm like, look"
	case t.After[i] >= data.CommaMark:
		return false // set off on its right
	case t.tag(next, "PRP") && t.said(next+1, next+4):
		return true // "like I said", "like you were saying"
	case begins:
		return t.tag(next, "WP", "WRB") && t.After[next].Final() // "Like what?"
	case t.compares(i), !apart && t.tag(next, "DT") && t.tag(i-1, "DT", "PRP") && i > 1 && regarding[t.lower(i-2)]:
		return true // "see this like a circle"
	case !apart && (alike[t.lower(i-1)] || t.tag(i-1, "NN", "JJ") && pointing[t.lower(next)] && !t.tag(next+1, "NN", "JJ")):
		return true // "one like that is"
	}
	return t.tag(i-1, "NN") && t.tag(next, "NN", "VBG") && (t.lists(next) || apart && t.After[next].Final())
}

// regarding are verbs of what something is taken for.
var regarding = setOf("see sees saw seen view views viewed treat treats treated use uses used regard regards imagine")

// alikes reports whether "like" is one of "like with like".
func (t *Text) alikes(i int) bool {
	at := func(k int) string {
		if k < 0 || k >= len(t.Words) {
			return ""
		}
		return t.lower(k)
	}
	return at(i-1) == "with" && at(i-2) == "like" || at(i+1) == "with" && at(i+2) == "like"
}

// compares reports whether "like", with no mark behind it, stands before others of a kind, or before examples: "like many of our
// competitors", "like TVs and what have you".
func (t *Text) compares(i int) bool {
	next := i + 1
	return t.tag(i-1, "NN") && several[t.lower(next)] || t.tag(next, "NN", "DT", "VBG", "JJ", "PRP$") && t.examples(next)
}

var several = setOf("many most any every all")

// mostExamples is how many words behind "like" hold examples.
const mostExamples = 9

// examples reports whether what begins with a word, in its sentence, ends as a list of examples does: "and so on".
func (t *Text) examples(i int) bool {
	for k := i; k < min(i+mostExamples, len(t.Words)); k++ {
		switch w := strings.Trim(t.lower(k), "."); {
		case w == "etc" || w == "cetera":
			return true
		case k+2 < len(t.Words) && (w == "and" || w == "or") && manner[t.lower(k+1)+" "+t.lower(k+2)]:
			return true
		}
		if t.After[k].Final() {
			return false
		}
	}
	return false
}

var manner = map[string]bool{"what have": true, "so on": true, "so forth": true, "the like": true}

var pointing = setOf("that this these those")

// quotes reports whether "like" behind a form of "to be" or "to go" may quote: what follows is no word of which it says how much, or
// what it is.
func (t *Text) quotes(i int) bool {
	if t.Quoted != nil && t.Quoted[i+1] {
		return true
	}
	if t.After[i] >= data.CommaMark {
		return !t.tag(i+1, "DT", "VBG", "JJ", "CD", "NN")
	}
	return t.tag(i+1, "WP", "WRB", "UH", "MD") || t.lower(i+1) == "if" || t.tag(i+1, "PRP") && t.lower(i+1) != "it"
}

var (
	alike = setOf("seem seems seemed seeming look looks looked looking sound sounds sounded sounding feel feels felt feeling smell smells taste tastes act acts acted acting " +
		"something anything nothing everything someone somebody anybody things stuff people places guys much more just exactly nothing shit treat treated")
	being  = setOf("'m 's 're am is are was were be been being go goes went m s re")
	saying = setOf("say says said saying mention mentioned mentioning tell told talk talked talking")
)

// said reports whether a verb of saying is among some words.
func (t *Text) said(from, to int) bool {
	for i := from; i < min(to, len(t.Words)); i++ {
		if saying[t.lower(i)] {
			return true
		}
	}
	return false
}

// lists reports whether a list of things begins with a word: a comma or "and", "or" stands between it and another one soon.
func (t *Text) lists(i int) bool {
	for k := i; k+1 < min(i+4, len(t.Words)) && !t.After[k].Final(); k++ {
		next := t.lower(k + 1)
		if (t.After[k] == data.CommaMark || next == "and" || next == "or") && (t.tag(k+1, "NN", "VBG", "CC")) {
			return true
		}
	}
	return false
}

// degree reports whether "so" says how much, or what follows: "so vulnerable", "so that", "so much".
func (t *Text) degree(i int) bool {
	next := i + 1
	if next == len(t.Words) || t.After[i] >= data.CommaMark {
		// "I think so", and what joins clauses
		return i > 0 && t.After[i-1] == data.NoMark && t.tag(i-1, "VBP", "VBZ", "VB") && !t.tag(i-1, "VBD", "VBN") && t.lower(i-1) != "know" || t.joins(i)
	}
	switch w := t.lower(next); {
	case w == "that" || w == "much" || w == "many" || w == "far" || w == "long":
		return true
	case i > 0 && t.After[i-1] < data.CommaMark && t.tag(next, "JJ", "RB", "VBN"):
		return true
	}
	return t.tag(next, "JJ") && t.After[next] >= data.CommaMark || t.joins(i) // "So fine."
}

// joins reports whether a connective joins what is said before it in its sentence, where nobody breaks off, to what comes.
func (t *Text) joins(i int) bool {
	if i == 0 || t.After[i-1].Final() || breaks(t.After[i-1]) {
		return false
	}
	for k := t.sentenceOf(i); k < i; k++ {
		if w := t.lower(k); !opening[w] && !answers[w] {
			return true
		}
	}
	return false
}

// sorts reports whether "kind of" and the like are nouns: "that kind of stuff", "what kind of".
func (t *Text) sorts(i int) bool {
	if i == 0 || t.After[i-1] >= data.CommaMark || t.lower(i-1) == "the" {
		return false
	}
	if t.tag(i-1, "NN") && t.tag(i+2, "NN") && !t.marked(i+2) && (t.lower(i+2) == "thing" || !strings.HasSuffix(t.lower(i+2), "ing")) {
		return true // "subtraction kind of things", not "my heart kind of racing"
	}
	if !t.tag(i-1, "DT", "WDT", "WP", "JJ", "PRP$", "CD", "PDT") {
		return false
	}
	return nominal[t.lower(i-1)] || !t.tag(i+2, "VB", "RB", "MD", "DT", "PRP")
}

// nominal are words behind which "kind of" is always a noun.
var nominal = setOf("a an any some what which every no these those")

// marked reports whether a mark stands before a word, or there is none.
func (t *Text) marked(i int) bool { return i >= len(t.Words) || t.After[i-1] >= data.CommaMark }

func (t *Text) lower(i int) string { return strings.ToLower(t.Words[i]) }

// tag reports whether the tag of a word begins with one of some; false where there is no such word.
func (t *Text) tag(i int, of ...string) bool {
	if i < 0 || i >= len(t.Tags) {
		return false
	}
	for _, x := range of {
		if strings.HasPrefix(t.Tags[i], x) {
			return true
		}
	}
	return false
}

//go:noinline
func setOf(words string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
