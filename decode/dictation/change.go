package dictation

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// mostChanged is how many tokens are changed at a time, and how many take their place.
const mostChanged = 5

// changed returns the command that begins with a token and changes words that were said before, and how many tokens it has; 0: there is none. It is a sentence alone:
// what is behind it ends one. tokens are those from the command on as they are written, all are in lower case, with those before.
func (l *Listener) changed(tokens, all []string, at int, over bool) (*data.Dictated, int) {
	into := l.finder.changes[all[at]]
	if into == nil || !l.finder.opensOrder(all, at, l.opens) {
		return nil, 0
	}
	rest := all[at+1:]
	for to := 1; to <= mostChanged+2 && to < len(rest); to++ {
		if !into[rest[to]] {
			continue
		}
		what := rest[:to]
		back := l.find(what)
		if back == 0 && len(what) > 2 && what[0] == "the" && (what[1] == "word" || what[1] == "words") {
			what = what[2:]
			back = l.find(what)
		}
		if back == 0 {
			continue
		}
		n := l.length(rest[to+1:], over && len(all)-at == len(tokens))
		if n == 0 || slices.Equal(rest[to+1:to+1+n], what) {
			return nil, 0
		}
		own := &data.Dictated{Instead: joined(tokens[to+2 : to+2+n]), Back: back, Len: len(what)}
		return own, to + 2 + n
	}
	return nil, 0
}

// find returns how many tokens ago some words were said last; 0: never, or they tell too little.
func (l *Listener) find(words []string) int {
	if !slices.ContainsFunc(words, func(w string) bool { return !l.finder.english.Pronouns[w] }) {
		return 0
	}
	first := 0
	if l.live > 0 {
		first = max(l.floor, len(l.said)-l.live)
	}
	for at := len(l.said) - len(words); at >= first; at-- {
		if slices.Equal(l.said[at:at+len(words)], words) {
			return len(l.said) - at
		}
	}
	return 0
}

// length returns how many tokens there are before the next command that ends a sentence, or the end; 0: too many, or none.
func (l *Listener) length(tokens []string, over bool) int {
	for n := 0; n <= mostChanged && n <= len(tokens); n++ {
		if n == len(tokens) {
			if over {
				return n
			}
			return 0
		}
		c := l.finder.at(tokens[max(0, n-Behind):], min(n, Behind), false, 0)
		if c != nil && (c.kind == mark || c.kind == order) {
			return n
		}
	}
	return 0
}

// joined returns tokens as a text: clitics are written with the word before.
func joined(tokens []string) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 && !strings.HasPrefix(t, "'") && !strings.EqualFold(t, "n't") {
			b.WriteByte(' ')
		}
		b.WriteString(t)
	}
	return b.String()
}
