// Package dictation finds what a speaker commands who dictates: "comma", "full stop", "new paragraph", "scratch that". The
// same words may be meant ("the comma is missing"): a language model weighs both.
//
// Start with [Finder] and [Listener].
package dictation

import (
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/lm"
)

// Ahead is how many tokens after a command have a say in whether it is one.
const Ahead = 3

// Most is how many tokens a command has at most.
const Most = 3

// Behind is how many tokens before it have.
const Behind = 3

// Finder finds commands. It is immutable and may be used by several goroutines at once.
type Finder struct {
	fluent   *lm.Model
	commands map[string][]*command // by their first words, the longest first
	like     map[bool][][]uint32   // what stands where the words of a command are meant, false: of a mark; true: of what takes back
}

// command is one of the list, as tokens.
type command struct {
	tokens   []string
	ids      []uint32
	dictated *data.Dictated
}

// NewFinder returns what finds commands with a language model of fluent talk.
func NewFinder(fluent *lm.Model) *Finder {
	f := &Finder{fluent: fluent, commands: make(map[string][]*command)}
	for _, c := range language.English().Commands {
		own := &command{tokens: strings.Fields(c.Words), dictated: &data.Dictated{Mark: c.Mark, Lead: c.Lead, Lines: c.Lines, Scratch: c.Scratch}}
		for _, t := range own.tokens {
			own.ids = append(own.ids, fluent.Vocabulary().ID(t))
		}
		first := own.tokens[0]
		at := 0
		for at < len(f.commands[first]) && len(f.commands[first][at].tokens) >= len(own.tokens) {
			at++
		}
		f.commands[first] = append(f.commands[first], nil)
		copy(f.commands[first][at+1:], f.commands[first][at:])
		f.commands[first][at] = own
	}
	ids := func(text string) (out []uint32) {
		for t := range strings.FieldsSeq(text) {
			out = append(out, fluent.Vocabulary().ID(t))
		}
		return out
	}
	f.like = map[bool][][]uint32{false: {ids("word"), ids("thing")}, true: {ids("do that"), ids("get that"), ids("get the")}}
	return f
}

// Listener finds commands in the tokens of a text, which may come in parts. It belongs to one goroutine.
type Listener struct {
	finder *Finder
	since  []string // the last tokens that are no command's
	opens  bool     // they are all since a sentence opened
	within *data.Dictated
	left   int // tokens of it to come
}

// Listen returns a listener at the beginning of a text.
func (f *Finder) Listen() *Listener { return &Listener{finder: f, opens: true} }

// Open says that another text begins.
func (l *Listener) Open() { l.since, l.opens, l.within, l.left = l.since[:0], true, nil, 0 }

// Take returns what is commanded with each of the first n tokens, which are in lower case; nil: nothing. All tokens of a command, and none of
// another time that it is said, have the same. Tokens after the first n are looked at, no more than Most and Ahead together.
func (l *Listener) Take(tokens []string, n int) []*data.Dictated {
	out := make([]*data.Dictated, n)
	for i := 0; i < n; i++ {
		if l.left == 0 {
			before := len(l.since)
			all := append(l.since, tokens[i:min(len(tokens), i+Most+Ahead)]...)
			l.since = all[:before]
			if c := l.finder.at(all, before, l.opens); c != nil {
				own := *c.dictated
				l.since, l.opens = l.since[:0], own.Ends()
				l.within, l.left = &own, len(c.tokens)
			}
		}
		if l.left > 0 {
			out[i] = l.within
			l.left--
			continue
		}
		if l.since = append(l.since, tokens[i]); len(l.since) > Behind {
			l.since, l.opens = slices.Delete(l.since, 0, 1), false
		}
	}
	return out
}

// at returns the command that begins with a token; nil: none does. The tokens before it are at most Behind, and none is a command's;
// opens says that a sentence opens with the first.
func (f *Finder) at(tokens []string, at int, opens bool) *command {
	for _, c := range f.commands[tokens[at]] {
		if !begins(tokens[at:], c.tokens) {
			continue
		}
		if !f.isSaid(c, tokens, at, opens) {
			return nil
		}
		return c
	}
	return nil
}

func begins(tokens, with []string) bool {
	if len(tokens) < len(with) {
		return false
	}
	for i, t := range with {
		if tokens[i] != t {
			return false
		}
	}
	return true
}

// rare is the natural logarithm of how much rarer the words of a command are, where they are meant, than such as stand in the same places.
var rare = math.Log(0.5)

// softMark is the natural logarithm of the share of words that have a mark after them that ends no sentence.
var softMark = math.Log(0.08)

// isSaid reports whether a command is likelier than that its words are meant.
func (f *Finder) isSaid(c *command, tokens []string, at int, opens bool) bool {
	if english := language.English(); at > 0 && (!c.dictated.Scratch && english.BeforeNoun[tokens[at-1]] || c.dictated.Scratch && english.BeforeVerb[tokens[at-1]]) {
		return false // "a comma", "to scratch that"
	}
	s := lm.State(0)
	if opens {
		s = f.fluent.BeginState()
	}
	for _, t := range tokens[:at] {
		_, s = f.fluent.Score(s, f.fluent.Vocabulary().ID(t))
	}
	var after []uint32
	for _, t := range tokens[at+len(c.ids) : min(len(tokens), at+len(c.ids)+Ahead)] {
		after = append(after, f.fluent.Vocabulary().ID(t))
	}
	meant := f.with(s, c.ids, after)
	for _, like := range f.like[c.dictated.Scratch] {
		meant = max(meant, f.with(s, like, after)+rare)
	}
	ends, _ := f.fluent.Score(s, lm.End)
	if at == 0 && opens {
		ends = 0 // it has ended
	}
	said := ends + f.with(f.fluent.BeginState(), nil, after)
	if !c.dictated.Ends() {
		said = max(said, f.with(s, nil, after)) + softMark
	}
	return said > meant
}

// with returns the score of words and of those after them.
func (f *Finder) with(s lm.State, ids, after []uint32) float64 {
	own, end := f.score(s, ids)
	rest, _ := f.score(end, after)
	return own + rest
}

// score returns the natural logarithm of the probability of words in a state, and the state after them.
func (f *Finder) score(s lm.State, ids []uint32) (float64, lm.State) {
	total := 0.0
	for _, id := range ids {
		var p float64
		p, s = f.fluent.Score(s, id)
		total += p
	}
	return total, s
}
