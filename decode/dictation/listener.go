package dictation

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// Reach is how many tokens a command has at most whose words are not fixed, with what ends it: "change ... to ...".
const Reach = 14

// Heard is what is commanded with a token, or about it.
type Heard struct {
	Command *data.Dictated // of whose words it is one; all of a command, and none of another time that it is said, have the same
	Styled  *data.Dictated // says its case
}

// Listener finds commands in the tokens of a text, which may come in parts. It belongs to one goroutine.
type Listener struct {
	finder *Finder
	quiet  int      // tokens since a mark
	since  []string // the last tokens that are no command's, in lower case
	opens  bool     // they are all since a sentence opened

	within *data.Dictated // the command whose tokens come
	left   int            // tokens of it to come

	through *data.Dictated // says the case of all tokens to come
	next    *data.Dictated // of the next one

	spoken bool                                                       // a token has come that is no command's
	given  func(tokens, i int) (c *data.Dictated, n int, undone bool) // see Given; nil: they are looked for
	said   []string                                                   // all tokens that may still be changed, in lower case; "": of a command
	live   int                                                        // tokens that may still be changed; 0: all
	floor  int                                                        // of said: the first of the sentence
	count  int                                                        // tokens that came
	cuts   int                                                        // sentences that commands ended
	done   []did
	undone []did
}

// did is a command that was done, and when: after so many tokens and cuts.
type did struct {
	*data.Dictated
	at, cuts int
}

// Live says that what is heard is written as it comes: all but so many tokens at the end of the sentence that goes on is. Commands about what was said then count
// for these alone, however the text comes in parts.
func (l *Listener) Live(tokens int) { l.live = tokens }

// Listen returns a listener at the beginning of a text.
func (f *Finder) Listen() *Listener { return &Listener{finder: f, opens: true} }

// Open says that another text begins: nothing before can be changed, and commands about what follows have come to their end.
func (l *Listener) Open() {
	*l = Listener{finder: l.finder, live: l.live, quiet: l.quiet, opens: true, since: l.since[:0], said: l.said[:0]}
}

// Begin says that a sentence begins, as it is written.
func (l *Listener) Begin() { l.since, l.opens = l.since[:0], true }

// Settle says that the first n tokens that came cannot be changed any more.
func (l *Listener) Settle(n int) {
	l.said = slices.Delete(l.said, 0, min(n, len(l.said)))
	l.floor = max(0, l.floor-n)
}

// Ready returns how many of the first n tokens can be taken before more have come: those of a command, and those that have a say in it, come together.
func (l *Listener) Ready(tokens []string, n int) int {
	lower := lowered(tokens)
	for i := min(l.left, n); i < n; i++ {
		need := 0
		switch {
		case l.finder.changes[lower[i]] != nil, lower[i] == "all":
			need = Reach + Ahead
		case lower[i] == l.finder.english.Spell:
			need = Ahead
			if _, letters := l.letters(lower[i+1:]); letters > 0 && letters < mostSpelled && i+1+letters == len(lower) {
				return i // more of them may come
			}
		}
		for _, c := range l.finder.commands[lower[i]] {
			if rest := lower[i:]; begins(rest, c.tokens) || len(rest) < len(c.tokens) && begins(c.tokens, rest) {
				need = max(need, len(c.tokens)-1+Ahead)
			}
		}
		if len(lower)-1-i < need {
			return i
		}
	}
	return n
}

// Take returns what is heard of each of the first n tokens. Those after them are looked at. over says that there are no others, and that a
// sentence ends with them.
func (l *Listener) Take(tokens []string, n int, over bool) []Heard {
	out := make([]Heard, n)
	lower := lowered(tokens)
	for i := range n {
		if l.left == 0 {
			l.command(tokens, lower, i, over)
		}
		if l.left > 0 {
			out[i].Command = l.within
			if l.within.Spelled != "" {
				out[i].Styled = l.style()
			}
			if l.left--; l.left == 0 && l.within.Spelled != "" {
				l.next = nil
			}
			l.said, l.count = append(l.said, ""), l.count+1
			continue
		}
		out[i].Styled = l.style()
		l.next, l.spoken, l.quiet = nil, true, min(l.quiet+1, 6*used)
		l.said, l.count = append(l.said, lower[i]), l.count+1
		if l.since = append(l.since, lower[i]); len(l.since) > Behind {
			l.since, l.opens = slices.Delete(l.since, 0, 1), false
		}
	}
	return out
}

// style returns what says the case of a token.
func (l *Listener) style() *data.Dictated {
	if l.next != nil {
		return l.next
	}
	return l.through
}

// command looks for a command that begins with a token.
func (l *Listener) command(tokens, lower []string, i int, over bool) {
	if l.given != nil {
		if c, n, undone := l.given(len(tokens), i); n > 0 {
			if l.begin(c, n); !undone {
				l.take(c, lower[i+n:])
			}
		}
		return
	}
	before := len(l.since)
	all := append(l.since, lower[i:min(len(lower), i+mostSpelled+Ahead)]...)
	l.since = all[:before]
	if c, n := l.spelled(all, before); n > 0 {
		l.begin(c, n)
		return
	}
	if c, n := l.changed(tokens[i:], all, before, over); n > 0 {
		l.begin(c, n)
		return
	}
	c := l.finder.at(all, before, l.opens, l.quiet)
	if c == nil || !l.fits(c, all[before:]) {
		return
	}
	own := c.dictated
	l.begin(&own, len(c.tokens))
	if c.kind == mark {
		l.quiet = max(0, l.quiet-2*used)
	}
	l.take(&own, all[before+len(c.tokens):])
}

// begin begins a command of n tokens.
func (l *Listener) begin(c *data.Dictated, n int) {
	if c.Mark != "" && l.within != nil && l.within.Edits() && !l.within.Undo && !l.within.Redo && l.within.Words == 0 && len(l.since) == 0 {
		c.Void = true // it ends the sentence that the command was
	}
	l.since, l.within, l.left = l.since[:0], c, n
	l.opens = c.Ends() || c.Void
	if c.Spelled != "" {
		l.since, l.opens = append(l.since, c.Spelled), false
	}
	if !c.Undo && !c.Redo && !c.Void {
		l.done, l.undone = append(l.done, did{c, l.count, l.cuts}), l.undone[:0]
	}
	if c.Ends() {
		l.floor, l.cuts = len(l.said)+n, l.cuts+1
	}
}

// fits reports whether a command of the list has what it is about; tokens are its own and those after them.
func (l *Listener) fits(c *command, tokens []string) bool {
	rest := tokens[len(c.tokens):]
	switch d := &c.dictated; {
	case d.Undo:
		return l.reaches(l.done)
	case d.Redo:
		return l.reaches(l.undone)
	case d.Off:
		return l.through != nil
	case d.Scratch:
		return l.spoken || len(rest) == 0 // else it is what somebody says first
	case d.Words > 0 || d.Sentences > 0:
		return len(l.said) > 0
	case d.Case != data.CapitalsAsElse:
		return len(rest) > 0 && isWord(rest[0])
	}
	return true
}

// reaches reports whether there is a command, and the last one is not written.
func (l *Listener) reaches(all []did) bool {
	if len(all) == 0 || l.live == 0 {
		return len(all) > 0
	}
	last := all[len(all)-1]
	cuts := last.cuts
	if last.Ends() || last.Void && l.cuts > last.cuts {
		cuts++ // its own
	}
	return l.count-last.at <= l.live && l.cuts <= cuts
}

// take does what a command is for while the text is heard. rest are the tokens after it.
func (l *Listener) take(c *data.Dictated, rest []string) {
	switch {
	case c.Undo && len(l.done) == 0, c.Redo && len(l.undone) == 0: // what it is about is not in what is given
	case c.Undo:
		last := l.done[len(l.done)-1]
		l.done, l.undone = l.done[:len(l.done)-1], append(l.undone, last)
		l.void(last.Dictated, true)
	case c.Redo:
		last := l.undone[len(l.undone)-1]
		l.undone, l.done = l.undone[:len(l.undone)-1], append(l.done, last)
		l.void(last.Dictated, false)
	case c.Off:
		l.through, l.next = nil, nil
	case c.Through:
		l.through = c
	case c.Case != data.CapitalsAsElse:
		if l.next = c; c.Case == data.CapitalAll && l.closes(rest) {
			c.Through, l.through, l.next = true, c, nil
		}
	}
}

// void makes a command void, or not.
func (l *Listener) void(c *data.Dictated, is bool) {
	c.Void = is
	switch {
	case c == l.through && is:
		l.through = nil
	case c.Through && !is:
		l.through = c
	}
	if c == l.next && is {
		l.next = nil
	}
}

// closes reports whether tokens come to the end of what is in capitals before a sentence may end.
func (l *Listener) closes(tokens []string) bool {
	for i := range tokens[:min(len(tokens), Reach)] {
		for _, c := range l.finder.commands[tokens[i]] {
			if c.dictated.Off && begins(tokens[i:], c.tokens) {
				return true
			}
		}
	}
	return false
}

func isWord(token string) bool {
	return strings.IndexFunc(token, func(r rune) bool { return r >= 'a' && r <= 'z' || r > 0x7f }) == 0
}

// lowered returns tokens in lower case.
func lowered(tokens []string) []string {
	out := make([]string, len(tokens))
	for i, t := range tokens {
		out[i] = strings.ToLower(t)
	}
	return out
}
