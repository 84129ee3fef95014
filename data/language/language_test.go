package language

import (
	"reflect"
	"strings"
	"testing"
)

// TestLists looks at every list of every language. Words that are twice in a set make
// set panic.
func TestLists(t *testing.T) {
	for code, l := range map[string]*Language{"en": english} {
		testLists(t, code, reflect.ValueOf(*l))
	}
}

// ofFolders are fields that are for languages with a folder.
var ofFolders = map[string]bool{"Code": true, "Name": true, "Unspaced": true, "Caseless": true, "Marks": true, "Blanked": true, "Dotless": true, "Nouns": true, "Elided": true, "Governing": true, "Links": true, "AfterFillers": true, "InFull": true, "Stuttered": true}

func testLists(t *testing.T, of string, v reflect.Value) {
	for i := range v.NumField() {
		name := of + ": " + v.Type().Field(i).Name
		if v.Field(i).Kind() == reflect.Struct {
			testLists(t, name, v.Field(i))
			continue
		}
		if ofFolders[v.Type().Field(i).Name] {
			continue
		}
		words := wordsOf(v.Field(i).Interface())
		if words == nil {
			t.Errorf("%s: empty, or of a type that the test does not know", name)
		}
		seen := make(map[string]bool)
		for _, w := range words {
			switch {
			case w == "" || strings.TrimSpace(w) != w:
				t.Errorf("%s: %q is no word", name, w)
			case strings.ToLower(w) != w:
				t.Errorf("%s: %q is not in lower case", name, w)
			case strings.Contains(w, "’"):
				t.Errorf("%s: %q has a typographic apostrophe", name, w)
			case seen[w]:
				t.Errorf("%s: %q is there twice", name, w)
			}
			seen[w] = true
		}
	}
}

func wordsOf(list any) []string {
	var words []string
	switch list := list.(type) {
	case string:
		words = append(words, list)
	case []string:
		words = list
	case func() Set:
		return wordsOf(list())
	case Set:
		for w, ok := range list {
			if ok {
				words = append(words, w)
			}
		}
	case []Split:
		for _, s := range list {
			words = append(words, s.Word)
			if s.At <= 0 || s.At >= len(s.Word) {
				words = append(words, "") // which is no word
			}
		}
	case []Contraction:
		for _, c := range list {
			words = append(words, c.Word)
			if strings.Count(c.Word, "'") != 1 || c.LeastOdds < 0 {
				words = append(words, "")
			}
		}
	case []Command:
		for _, c := range list {
			words = append(words, strings.Split(c.Words, "|")...)
			if own := c; own == (Command{Words: c.Words}) {
				words = append(words, "") // it commands nothing
			}
		}
	case []Change:
		for _, c := range list {
			if words = append(words, c.Verb); len(c.Into) == 0 {
				words = append(words, "")
			}
		}
	case []Filler:
		for _, f := range list {
			words = append(words, f.Words)
			if f.Reads != strings.ToLower(f.Reads) || f.Reads == f.Words || !strings.ContainsRune("FDEB", rune(f.Kind)) {
				words = append(words, "")
			}
		}
	case map[string]int:
		for w := range list {
			words = append(words, w)
		}
	case map[string]int64:
		for w := range list {
			words = append(words, w)
		}
	case map[string]Other:
		for w, o := range list {
			words = append(words, w)
			if len(o.After) == 0 && !o.Capital {
				words = append(words, "")
			}
		}
	case Signs:
		for w, sign := range list {
			words = append(words, w)
			if sign == "" {
				words = append(words, "")
			}
		}
	case map[string]Set:
		for w, own := range list {
			words = append(words, w)
			for phrase := range own {
				words = append(words, w+" "+phrase)
			}
		}
	case map[string]string:
		for w, stem := range list {
			words = append(words, w)
			if stem == "" || stem != strings.ToLower(stem) {
				words = append(words, "")
			}
		}
	}
	return words
}

// TestTitles tells that what counts as a title counts as an abbreviation at all.
func TestTitles(t *testing.T) {
	for code, l := range map[string]*Language{"en": english} {
		for w := range l.Titles {
			if !l.Abbreviations[w] {
				t.Errorf("%s: the title %q is no abbreviation", code, w)
			}
		}
	}
}

func TestOf(t *testing.T) {
	for _, code := range []string{"en", "EN", "en-GB", "en-Latn-US"} {
		if l, ok := Of(code); !ok || l != English() {
			t.Errorf("Of(%q) is not English", code)
		}
	}
	for _, code := range []string{"", "xx", "xx-en", "english", "-"} {
		if l, ok := Of(code); ok || l != nil {
			t.Errorf("Of(%q) gives a language", code)
		}
	}
}

func TestSetTwice(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a word that is there twice passes")
		}
	}()
	set("a b a")
}

// TestMissing: a word is known without its apostrophe, with the tokens that it is.
func TestMissing(t *testing.T) {
	for _, c := range []struct {
		word   string
		at     int
		tokens string
		sure   bool
	}{
		{"dont", 3, "do n't", true},
		{"im", 1, "i 'm", true},
		{"its", 2, "it 's", false},
		{"oclock", 1, "o'clock", true},
		{"don't", 0, "", false},
		{"johns", 0, "", false},
		{"", 0, "", false},
	} {
		m := English().Missing(c.word)
		switch {
		case m == nil && c.at != 0:
			t.Errorf("%q is not known", c.word)
		case m != nil && (m.At != c.at || strings.Join(m.Tokens, " ") != c.tokens || m.Sure() != c.sure):
			t.Errorf("%q: %+v", c.word, *m)
		}
	}
	for _, l := range []*Language{english} {
		for _, c := range l.Contractions {
			bare := strings.Replace(c.Word, "'", "", 1)
			m := l.Missing(bare)
			if m == nil || strings.Join(m.Tokens, "") != c.Word || bare[:m.At]+"'"+bare[m.At:] != c.Word || m.LeastOdds != c.LeastOdds {
				t.Errorf("%q: %+v", c.Word, m)
			}
		}
	}
}
