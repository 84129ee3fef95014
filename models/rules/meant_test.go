package rules

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/language"
)

func TestMeant(t *testing.T) {
	for _, c := range []struct {
		code, text   string // [ and ] are around what comes again at |
		bare, marked bool
	}{
		{"de", "das [viel] |viel mehr", true, true},
		{"nl", "voel [je] |je niet lekker", true, true},
		{"it", "[a poco] |a poco", true, true},
		{"tr", "fonlar [iki bin on] |iki bin on üç", true, true},
		{"de", "die [Stärksten der Stärksten] |der Stärksten", true, true},
		{"de", "die [Besten der] |Besten der Besten", true, true},
		{"pt", "o grupo A. [Silva] |Silva registou", false, true},
		{"de", "der [Hund] |Hund bellt", false, false},
		{"fr", "[Je] |Je viens", false, false},
		{"de", "ich [mit] |mit dir", false, false},
		{"es", "que [la enmienda] |la enmienda dice", false, false},
	} {
		l, ok := language.Of(c.code)
		if !ok {
			t.Fatal(c.code)
		}
		var words []Word
		at, end, again := 0, 0, 0
		for i, w := range strings.Fields(c.text) {
			if strings.HasPrefix(w, "[") {
				at = i
			}
			if strings.HasSuffix(w, "]") {
				end = i + 1
			}
			if strings.HasPrefix(w, "|") {
				again = i
			}
			words = append(words, Word{Text: strings.Trim(w, "[]|.")})
		}
		for _, marked := range []bool{false, true} {
			want := map[bool]bool{false: c.bare, true: c.marked}[marked]
			if got := New(l).Meant(words, at, end-at, again, marked); got != want {
				t.Errorf("%s: %s: %v with marks %v, want %v", c.code, c.text, got, marked, want)
			}
		}
	}
}

func TestPaired(t *testing.T) {
	for _, c := range []struct {
		code, text string // the first two words are looked at
		want       bool
	}{
		{"fr", "minuit et minuit et demi", true},
		{"de", "Stein auf Stein gebaut", true},
		{"fr", "la de la maison", false},
		{"fr", "minuit puis minuit", false},
	} {
		l, _ := language.Of(c.code)
		var words []Word
		for w := range strings.FieldsSeq(c.text) {
			words = append(words, Word{Text: w})
		}
		if got := New(l).Paired(words, 0, 2); got != c.want {
			t.Errorf("%s: %s: %v", c.code, c.text, got)
		}
	}
}
