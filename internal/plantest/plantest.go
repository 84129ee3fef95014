// Package plantest decides by rule what to remove from the sample files of tests.
//
// Start with [Fillers] and [Repairs].
package plantest

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// IsFiller reports whether a token is what every sample file has to lose.
func IsFiller(text string) bool {
	return slices.Contains([]string{"uh", "um", "er"}, strings.ToLower(text))
}

// Fillers is the decision to remove fillers, and nothing else.
func Fillers(d *transcript.Document) []data.Decision {
	out := make([]data.Decision, len(d.Tokens))
	for i, token := range d.Tokens {
		if IsFiller(token.Text) {
			out[i].Why = data.FilledPauses
		}
	}
	return out
}

// Repairs is Fillers that takes out repeated words as well, and what "I mean" takes back.
func Repairs(d *transcript.Document) []data.Decision {
	out := Fillers(d)
	var said []int // tokens that are no fillers
	for i, token := range d.Tokens {
		if !IsFiller(token.Text) {
			said = append(said, i)
		}
	}
	turns := make([]int, len(d.Words))
	for i, turn := range d.Turns {
		for w := turn.Words.Start; w < turn.Words.End; w++ {
			turns[w] = i
		}
	}
	is := func(i int, words string) bool {
		for n, w := range strings.Fields(words) {
			if i+n >= len(said) {
				return false
			}
			first, token := &d.Tokens[said[i]], &d.Tokens[said[i+n]]
			if !strings.EqualFold(token.Text, w) || turns[token.Word] != turns[first.Word] {
				return false
			}
		}
		return true
	}
	for i := range said {
		for n := 1; n <= 3 && i+2*n <= len(said); n++ {
			same := ""
			for k := range 2 * n {
				same += " " + d.Tokens[said[i+k%n]].Text
			}
			for k := range n {
				if is(i, same) {
					out[said[i+k]].Why |= data.Repairs
				}
			}
		}
		if is(i, "to boston") {
			out[said[i]].Why |= data.Repairs
			out[said[i+1]].Why |= data.Repairs
		}
		if is(i, "I mean") {
			out[said[i]].Why |= data.EditingTerms
			out[said[i+1]].Why |= data.EditingTerms
		}
	}
	return out
}
