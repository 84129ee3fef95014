// Package dictation finds what a speaker commands who dictates: "comma", "full stop", "new paragraph", "all caps", "spell", "scratch that",
// "change monday to tuesday", "undo that". The same words may be meant ("the comma is missing"): a language model weighs both.
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

// Most is how many tokens a command of the list has at most.
const Most = 5

// Behind is how many tokens before it have a say.
const Behind = 3

// Finder finds commands. It is immutable and may be used by several goroutines at once.
type Finder struct {
	fluent   *lm.Model
	english  *language.Language
	commands map[string][]*command // by their first words, the longest first
	changes  map[string]language.Set
	like     map[kind][][]uint32 // what stands where the words of a command are meant
}

// command is one of the list, as tokens.
type command struct {
	tokens   []string
	ids      []uint32
	dictated data.Dictated
	kind     kind
}

// kind is what commands have in common whose words are weighed alike.
type kind uint8

const (
	mark   kind = iota // a mark, a line: what stands where a noun does
	order              // a verb in the imperative: "scratch that"
	styles             // the case of the next word
)

// NewFinder returns what finds commands with a language model of fluent talk.
func NewFinder(fluent *lm.Model) *Finder {
	f := &Finder{fluent: fluent, english: language.English(), commands: make(map[string][]*command), changes: make(map[string]language.Set)}
	for _, c := range f.english.Commands {
		for words := range strings.SplitSeq(c.Words, "|") {
			f.add(words, &c)
		}
	}
	for _, own := range f.commands {
		slices.SortStableFunc(own, func(a, b *command) int { return len(b.tokens) - len(a.tokens) })
	}
	for _, c := range f.english.Changes {
		f.changes[c.Verb] = c.Into
	}
	f.like = map[kind][][]uint32{
		mark:   {f.ids("word"), f.ids("thing")},
		order:  {f.ids("do that"), f.ids("get that"), f.ids("get the")},
		styles: {f.ids("word"), f.ids("thing"), f.ids("big"), f.ids("new")},
	}
	return f
}

// add adds a command as it is said in one way.
func (f *Finder) add(words string, c *language.Command) {
	own := &command{tokens: strings.Fields(words), ids: f.ids(words), dictated: data.Dictated{
		Mark: c.Mark, Lead: c.Lead, Lines: c.Lines, Scratch: c.Scratch, Words: c.TakesWords, Sentences: c.TakesSentences,
		Through: c.Through, Off: c.Off, Undo: c.Undo, Redo: c.Redo,
	}}
	switch {
	case c.First:
		own.dictated.Case = data.CapitalFirst
	case c.All:
		own.dictated.Case = data.CapitalAll
	case c.None:
		own.dictated.Case = data.CapitalNone
	}
	switch d := &own.dictated; {
	case d.Edits():
		own.kind = order
	case d.Case != data.CapitalsAsElse || d.Off:
		own.kind = styles
	}
	f.commands[own.tokens[0]] = append(f.commands[own.tokens[0]], own)
}

func (f *Finder) ids(text string) (out []uint32) {
	for t := range strings.FieldsSeq(text) {
		out = append(out, f.fluent.Vocabulary().ID(t))
	}
	return out
}

// at returns the command of the list that begins with a token; nil: none does. The tokens before it are at most Behind, and none is a command's;
// opens says that a sentence opens with the first, quiet how many tokens came without a mark.
func (f *Finder) at(tokens []string, at int, opens bool, quiet int) *command {
	for _, c := range f.commands[tokens[at]] {
		if !begins(tokens[at:], c.tokens) {
			continue
		}
		if !f.isSaid(c, tokens, at, opens, quiet) {
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

// softMark is the natural logarithm of the share of words that have a mark after them that ends no sentence, cased of those before which somebody
// says how they are written.
var softMark, cased = math.Log(0.08), math.Log(0.01)

// repeated is the natural logarithm of how much likelier an order is that has words in it that were said before.
var repeated = math.Log(1000)

// isSaid reports whether a command is likelier than that its words are meant.
func (f *Finder) isSaid(c *command, tokens []string, at int, opens bool, quiet int) bool {
	if at > 0 {
		before := f.english.BeforeNoun
		if c.kind == order {
			before = f.english.BeforeOrder
		}
		if before[tokens[at-1]] {
			return false // "a comma", "to scratch that"
		}
	}
	if f.isMeant(c, tokens, at) {
		return false
	}
	s := f.after(tokens[:at], opens)
	var after []uint32
	for _, t := range tokens[at+len(c.ids) : min(len(tokens), at+len(c.ids)+Ahead)] {
		after = append(after, f.fluent.Vocabulary().ID(t))
	}
	meant := f.with(s, c.ids, after)
	for _, like := range f.like[c.kind] {
		meant = max(meant, f.with(s, like, after)+rare)
	}
	ends := f.ends(s, at == 0 && opens)
	said := ends + f.with(f.fluent.BeginState(), nil, after)
	switch {
	case c.kind == styles:
		said = max(said, f.with(s, nil, after)) + cased
	case c.kind == mark && !c.dictated.Ends(), c.dictated.Words > 0, c.dictated.Undo, c.dictated.Redo:
		said = max(said, f.with(s, nil, after)) + softMark
	}
	if c.kind != order && len(c.tokens) == 1 {
		said -= math.Min(mostDoubt, math.Max(0, float64(quiet-used)/perDoubt))
	}
	return said > meant
}

// Who says no mark in so many tokens as used hardly ever says them: with each perDoubt more, one is by a factor of e less likely, up to mostDoubt of these.
const used, perDoubt, mostDoubt = 40, 20, 6

// isMeant reports whether the words beside those of a command tell that they are meant.
func (f *Finder) isMeant(c *command, tokens []string, at int) bool {
	if len(c.tokens) > 1 {
		return false
	}
	word := c.tokens[0]
	for from := max(0, at-Behind); from < at; from++ {
		if f.english.MeantAfter[word][strings.Join(tokens[from:at], " ")] {
			return true
		}
	}
	for _, ending := range f.english.MeantAfterEndings {
		if at > 0 && c.kind == mark && strings.HasSuffix(tokens[at-1], ending) {
			return true
		}
	}
	if at+1 >= len(tokens) {
		return false
	}
	next := tokens[at+1]
	return f.english.MeantBefore[word][next] || c.kind == styles && f.english.Frequent[next]
}

// after returns the state after tokens.
func (f *Finder) after(tokens []string, opens bool) lm.State {
	s := lm.State(0)
	if opens {
		s = f.fluent.BeginState()
	}
	for _, t := range tokens {
		_, s = f.fluent.Score(s, f.fluent.Vocabulary().ID(t))
	}
	return s
}

// ends returns the score of a sentence that ends in a state; ended says that it has.
func (f *Finder) ends(s lm.State, ended bool) float64 {
	if ended {
		return 0
	}
	p, _ := f.fluent.Score(s, lm.End)
	return p
}

// opensOrder reports whether an order opens a sentence with a token rather than that one goes on: "change monday to tuesday".
func (f *Finder) opensOrder(tokens []string, at int, opens bool) bool {
	if at > 0 && f.english.BeforeOrder[tokens[at-1]] {
		return false
	}
	if at == 0 && opens {
		return true
	}
	s := f.after(tokens[:at], opens)
	words := f.ids(strings.Join(tokens[at:min(len(tokens), at+2)], " "))
	return f.ends(s, false)+f.with(f.fluent.BeginState(), words, nil)+repeated > f.with(s, words, nil)
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
