package rules

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/language"
)

func TestSigns(t *testing.T) {
	for _, c := range []struct {
		code, text string
		want       int
	}{
		{"de", "ich gehe jetzt nach Hause", 0},
		{"de", "ich gehe ähm jetzt nach Hause", 1},
		{"de", "die Kunst die die Seele bewegt", 0},
		{"fr", "il est dans dans la maison", 1},
		{"no", "vi ve- venta på bussen", 1},
		{"nl", "voel je je niet lekker", 0},
	} {
		l, ok := language.Of(c.code)
		if !ok {
			t.Fatal(c.code)
		}
		var words []Word
		for w := range strings.FieldsSeq(c.text) {
			words = append(words, Word{Text: w})
		}
		h := Habits{Words: 10, Signs: 2}
		New(l).Signs(words, true, &h)
		if h.Signs != 2+c.want || h.Words != 10+len(words) {
			t.Errorf("%s: %s: %d signs in %d words", c.code, c.text, h.Signs-2, h.Words-10)
		}
	}
}
