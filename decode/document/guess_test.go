package document

import (
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/decode/pipeline"
)

// TestGuess: guesses cover the words of a document in order, say what Languages says, and why.
func TestGuess(t *testing.T) {
	const talk = "Ann: So I was, uh, going there. I think so.\nBernd: Er kommt ähm um drei. Ja, genau.\nKen: えーと、明日行きます。\nLi: 我们明天几点见？\nBernd: Um.\n"
	d := newDecider(t, Options{})
	doc := parse(t, talk)
	of, next := d.Languages(doc), 0
	var codes []string
	for _, g := range d.Guess(doc) {
		if g.Words.Start != next || g.Said {
			t.Errorf("%+v begins at %d, and not at %d", g, g.Words.Start, next)
		}
		for next = g.Words.Start; next < g.Words.End; next++ {
			if of[next] != g.Language {
				t.Errorf("word %d is %s, and not %s", next, g.Language, of[next])
			}
		}
		if g.Language == "de" && g.Alone.Code == "de" && (len(g.Telling) == 0 || len(g.Telling) > mostTelling) {
			t.Errorf("%q tell of German", g.Telling)
		}
		codes = append(codes, g.Language)
	}
	if want := []string{"en", "en", "de", "de", "ja", "zh", "de"}; next != len(doc.Words) || !slices.Equal(codes, want) {
		t.Errorf("%d of %d words, in %q, want %q", next, len(doc.Words), codes, want)
	}
	said := newDecider(t, Options{Language: "fr"})
	for _, g := range said.Guess(doc) {
		if !g.Said || g.Language != "fr" || g.Telling != nil {
			t.Errorf("with a language that is named: %+v", g)
		}
	}
	for code, want := range map[string]pipeline.Level{"en": pipeline.CanRepairs, "de": pipeline.CanPauses, "fi": pipeline.CanNothing} {
		if got := d.Can(code); got != want || d.RemovesRepairs(code) != (want == pipeline.CanRepairs) {
			t.Errorf("%s: %d, want %d", code, got, want)
		}
	}
}
