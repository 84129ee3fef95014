package vocabulary

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// spelled returns a text with what a list finds in it as it is spelled, and between what was found "|".
func spelled(l *List, text string) string {
	tokens := strings.Fields(text)
	var out []string
	for i := 0; i < len(tokens); {
		e, n := l.Find(func(k int) (string, bool) {
			if i+k == len(tokens) {
				return "", false
			}
			return tokens[i+k], true
		})
		if e == nil {
			out = append(out, tokens[i])
			i++
			continue
		}
		var words []string
		letters := 0
		for _, t := range tokens[i : i+n] {
			var word string
			word, letters = e.Spell(t, letters)
			words = append(words, word)
		}
		out = append(out, "<"+strings.Join(words, " ")+">")
		i += n
	}
	return strings.Join(out, " ")
}

func TestFind(t *testing.T) {
	l, err := Parse("\ufeff# products\nGPT-4o\n\nWes Kao\nWes\nO’Brien\niPhone\nC++\nZürich\nDJ\nDJI Mavic\nWes Kao\nR.E.M.\n", "names")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"i asked gpt4o and gpt 4 o and GPT-4O": "i asked <GPT4o> and <GPT 4 o> and <GPT-4o>",
		"wes kao said wes said":                "<Wes Kao> said <Wes> said",
		"wes k said":                           "<Wes> k said",
		"wesley and o'brien and obrien":        "wesley and <O'Brien> and <OBrien>",
		"my iphones or Iphone":                 "my iphones or <iPhone>",
		"ZÜRICH r e m":                         "<Zürich> <R E M>",
		"dj dji dji mavic":                     "<DJ> dji <DJI Mavic>",
		"d j i mavic gp t4o o'brien o brien":   "d j i mavic gp t4o <O'Brien> <O Brien>",
		"c d":                                  "<C> d", // a spelling of signs is known by its letters alone
		"":                                     "",
	} {
		if got := spelled(l, text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	if l.Longest() < 3 || (*List)(nil).Longest() != 0 || spelled(nil, "wes") != "wes" {
		t.Error("an empty list is of no use")
	}
}

// TestFindAll compares what is found with what comparing all entries finds.
func TestFindAll(t *testing.T) {
	drawn.Check(t, func(c *drawn.Case) {
		syllables := []string{"a", "b", "ab", "ba", "é"}
		var lines []string
		for range c.Int("entries", 1, 6) {
			lines = append(lines, strings.Join(drawn.Several(c, "entry", 1, 4, syllables...), " "))
		}
		l, err := Parse(strings.Join(lines, "\n"), "")
		if err != nil {
			return // two spellings of one name
		}
		tokens := drawn.Several(c, "text", 1, 6, syllables...)
		most := 0
		for n := range len(tokens) {
			if slices.Contains(lines, strings.Join(tokens[:n+1], " ")) {
				most = n + 1
			}
		}
		e, n := l.Find(func(k int) (string, bool) {
			if k == len(tokens) {
				return "", false
			}
			return tokens[k], true
		})
		if n < most || (e == nil) != (n == 0) || e != nil && e.key != strings.Join(tokens[:n], "") {
			t.Errorf("%q in %q: found %v, %d tokens, not %d", lines, tokens, e, n, most)
		}
	})
}

func TestParseErrors(t *testing.T) {
	for src, want := range map[string]string{
		"Ann\n--\n":               `names:2: "--" has neither letters nor digits`,
		"GPT-4o\nGpt4O\n":         `names:2: "Gpt4O" is spelled "GPT-4o" before: leave one of them out`,
		"a\tb":                    "names:1: a line is one name, as it is spelled, without tabs and the like",
		strings.Repeat("ab ", 13): "names:1: a name of 13 words: it may have 12",
	} {
		_, err := Parse(src, "names")
		if err == nil || err.Error() != want || !errors.Is(err, ErrVocabulary) {
			t.Errorf("%q: %v, not %q", src, err, want)
		}
	}
	if _, err := ReadFile(t.TempDir() + "/none"); err == nil {
		t.Error("a file that is not there was read")
	}
}

func TestOfSpeakers(t *testing.T) {
	for label, want := range map[string]string{
		"Jerod Santo": "Jerod Santo, Jerod, Santo", "MR. SMITH": "Smith", "Dr. Mary J. O'Neil": "Mary J. O'Neil, Mary, O'Neil",
		"Ludwig van Beethoven": "Ludwig van Beethoven, Ludwig, Beethoven", "Ann Lee (host)": "Ann Lee, Ann, Lee", "Ann Lee, CEO": "Ann Lee, Ann, Lee", "Ann": "Ann",
		"Senator Warner": "Warner", "Speaker 1": "", "SPEAKER_00": "", "Speaker A": "", "Unknown Speaker": "", "INTERVIEWER": "", "Q": "", "the man": "", "S1": "", "ann": "", "A": "", "": "", "Ann and Bob": "", "ann@example.com": "",
		"Jean-Luc Picard": "Jean-Luc Picard, Jean-Luc, Picard",
	} {
		var got []string
		for _, e := range OfSpeakers([]string{label}).All() {
			got = append(got, e.Spelling)
			if e.Speaker == strings.Contains(e.Spelling, " ") {
				t.Errorf("%q: %q is a part of a name: %v", label, e.Spelling, e.Speaker)
			}
		}
		slices.Sort(got)
		wanted := strings.Split(want, ", ")
		if slices.Sort(wanted); want == "" {
			wanted = nil
		}
		if !slices.Equal(got, wanted) {
			t.Errorf("%q: %q, not %q", label, got, wanted)
		}
	}
	a, b := OfSpeakers([]string{"Ann"}), OfSpeakers([]string{"Bob"})
	if n := len(a.With(b).All()); n != 2 || a.With(nil) != a || (*List)(nil).With(b) != b {
		t.Errorf("both: %d names", n)
	}
}

func TestMixed(t *testing.T) {
	for spelling, want := range map[string]bool{"iPhone": true, "tidytalk": true, "GPT-4o": true, "Wes Kao": false, "CIA": false, "Ann": false, "Jean-Luc": false, "McDonald": true, "3Com": true} {
		if e := entryOf(spelling); e.Mixed() != want {
			t.Errorf("%q is mixed: %v", spelling, e.Mixed())
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("Ann\nGPT-4o\n# x\n", "ann gpt 4 o")
	f.Fuzz(func(t *testing.T, src, text string) {
		l, err := Parse(src, "fuzz")
		if err != nil || !utf8.ValidString(text) { // as no text is that is read
			return
		}
		plain := func(s string) string {
			return strings.ToLower(strings.NewReplacer("<", "", ">", "").Replace(strings.Join(strings.Fields(s), " ")))
		}
		if got := plain(spelled(l, text)); len([]rune(got)) != len([]rune(plain(text))) {
			t.Errorf("%q with %q: %q: more than case has changed", text, src, got)
		}
	})
}
