package dictation

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/bundletest"
)

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
		for _, c := range f.Find(tokens, true) {
			got = append(got, strings.Join(tokens[c.From:c.To], " "))
		}
		if found := strings.Join(got, "|"); found != want {
			t.Errorf("%q: %q, not %q", text, found, want)
		}
	}
}
