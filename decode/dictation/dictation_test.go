package dictation

import (
	"iter"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// heard returns the commands of tokens that are all of a text.
func (f *Finder) heard(tokens []string) (out []*data.Dictated) {
	for _, h := range f.Listen().Take(tokens, len(tokens), true) {
		out = append(out, h.Command)
	}
	return out
}

// commands yields the first token, and the first after, of each command.
func commands(f *Finder, tokens []string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		all := f.heard(tokens)
		for i := 0; i < len(all); i++ {
			from := i
			for all[from] != nil && i+1 < len(all) && all[i+1] == all[from] {
				i++
			}
			if all[from] != nil && !yield(from, i+1) {
				return
			}
		}
	}
}

// TestFind finds commands with a small language model, which knows of none of them.
func TestFind(t *testing.T) {
	f := NewFinder(bundletest.Default(t).Sentences().Stages().LanguageModels().Fluent)
	for _, all := range f.commands {
		for _, c := range all {
			if len(c.tokens) > Most {
				t.Errorf("%q has more than %d tokens", c.tokens, Most)
			}
		}
	}
	for text, want := range map[string]string{
		"it was comma it was full stop":  "comma|full stop",
		"the comma":                      "",
		"a period it was period":         "period",
		"to scratch that":                "",
		"it was period scratch that":     "period|scratch that",
		"dot dot dot":                    "dot dot dot",
		"open quote it was close quotes": "open quote|close quotes",
		"full":                           "",
		"":                               "",
	} {
		tokens := strings.Fields(text)
		var got []string
		for from, to := range commands(f, tokens) {
			got = append(got, strings.Join(tokens[from:to], " "))
		}
		if found := strings.Join(got, "|"); found != want {
			t.Errorf("%q: %q, not %q", text, found, want)
		}
	}
}
