package tidytalk_test

import (
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestExplainChangesNothing: what Explain asks for is told beside decisions that are the same,
// and says of each level what a cleaner at that level does.
func TestExplainChangesNothing(t *testing.T) {
	texts := []string{
		"I want a flight to Boston, uh, I mean to Denver. You know, we, we went there. It was four, four oh five, I think.\nB: Uh-huh. Well, the the red one, you know, is, is mine.",
		"so i i want uh a flight to boston i mean to denver you know and we we want we went there like yesterday and then the the man um said its fine",
	}
	for _, text := range texts {
		d, err := transcript.ParseText(text, "text")
		if err != nil {
			t.Fatal(err)
		}
		decide := func(o tidytalk.Options) []data.Decision {
			out, err := newCleaner(t, o).Clean(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			return out.Decisions
		}
		explained := decide(tidytalk.Options{Explain: true, Posteriors: true})
		plain := decide(tidytalk.Options{Posteriors: true})
		would := 0
		for i := range plain {
			own := explained[i]
			if own.Would != 0 {
				would++
			}
			own.Would, own.Level, own.Doubt, own.Confidence = 0, 0, 0, plain[i].Confidence
			if own != plain[i] {
				t.Errorf("token %d, %q: %+v with Explain, %+v without", i, d.Tokens[i].Text, own, plain[i])
			}
		}
		if would == 0 {
			t.Error("nothing would go")
		}
		for level, name := range engine.Levels {
			for i, own := range decide(tidytalk.Options{Level: name}) {
				removed := explained[i].Would != 0 && int(explained[i].Level) <= level
				if removed != (own.Why != 0) {
					t.Errorf("level %s, token %d, %q: removed for %q, Explain says %v (%q at level %d)", name, i, d.Tokens[i].Text, own.Why, removed, explained[i].Would, explained[i].Level)
				}
			}
		}
	}
}
