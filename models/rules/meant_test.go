package rules

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/language"
)

func TestMeant(t *testing.T) {
	for _, c := range []struct {
		code, text   string // [ and ] are around what comes again at |
		meant, named bool
	}{
		{"de", "das [viel] |viel mehr", true, false},
		{"nl", "voel [je] |je niet lekker", true, false},
		{"it", "[a poco] |a poco", true, false},
		{"de", "die [Stärksten der Stärksten] |der Stärksten", true, false},
		{"de", "die [Besten der] |Besten der Besten", true, false},
		{"pt", "o grupo A. [Silva] |Silva registou", false, true},
		{"fr", "les mêmes [Madame Montaudoin] |Madame Montaudoin", false, true},
		{"fr", "alors [Je] |Je viens", false, false},
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
		r := New(l)
		if got := r.Meant(words, at, end-at, again); got != c.meant {
			t.Errorf("%s: %s: meant %v", c.code, c.text, got)
		}
		if got := r.Named(words, at, end-at, again); got != c.named {
			t.Errorf("%s: %s: named %v", c.code, c.text, got)
		}
	}
}

func TestPaired(t *testing.T) {
	for _, c := range []struct {
		code, text string // the first two words are looked at
		want       bool
	}{
		{"fr", "minuit et minuit et demi", true},
		{"no", "sten på sten", true},
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

func TestCounted(t *testing.T) {
	l, _ := language.Of("tr")
	var words []Word
	for w := range strings.FieldsSeq("fonlar iki bin on iki") {
		words = append(words, Word{Text: w})
	}
	if r := New(l); !r.Counted(words, 0, 2) || r.Counted(words, 0, 1) {
		t.Error("a number is no number, or another word is")
	}
}

func TestStressed(t *testing.T) {
	for _, c := range []struct {
		text  string // a sentence, whose marks stand apart
		n     int    // words from the first one on that come again
		at    int
		again int
		want  bool
	}{
		{"ich weiß , ich weiß .", 2, 0, 2, true},
		{"und ich weiß , ich weiß .", 2, 1, 3, true},
		{"und ich weiß ich weiß .", 2, 1, 3, false},
		{"ich weiß , ich weiß es .", 2, 0, 2, false},
		{"la la la .", 2, 0, 2, true},
		{"die , die Frau .", 1, 0, 1, false},
	} {
		var words []Word
		for w := range strings.FieldsSeq(c.text) {
			switch last := len(words) - 1; w {
			case ",":
				words[last].After = w
			case ".":
				words[last].After, words[last].Ends = w, true
			default:
				words = append(words, Word{Text: w})
			}
		}
		l, _ := language.Of("de")
		if got := New(l).Stressed(words, c.at, c.n, c.again); got != c.want {
			t.Errorf("%s: %v", c.text, got)
		}
	}
}
