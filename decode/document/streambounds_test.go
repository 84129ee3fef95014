package document

import (
	"strings"
	"testing"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestStreamHolds: whatever comes, on one line, a stream writes it before long, holds no
// more than its bounds, does work that grows as the text does, and loses nothing.
func TestStreamHolds(t *testing.T) {
	word := func(n int) string { return strings.Repeat("ab", n/2) + " " }
	for i, c := range []struct {
		name, start, unit string
		waits             int // bytes that wait at most
	}{
		{"English", "", "so we went to the store and ", 1000},
		{"Cyrillic", "", "и тогда мы пошли в магазин ", mostTurn + 100},
		{"Chinese", "", "我们去商店买东西", 5000},
		{"Chinese with punctuation", "", "我们去商店买东西。", 5000},
		{"Chinese with commas", "", "我们去商店，买东西，", 7000},
		{"Thai", "so we went ", "เราไปที่ร้าน", 9000},
		{"Arabic", "", "ذهبنا إلى المتجر ", 4000},
		{"accents", "", "être à élan ", 4000},
		{"emoji", "", "😀 🎉 ", most},
		{"emoji without blanks", "", "😀🎉", 20_000},
		{"emoji among words", "so ", "😀 and 🎉 ", 4000},
		{"endless word", "", "ab", 9000},
		{"endless word after others", "well it was said and then ", "ab", 9000},
		{"endless address", "look at https://example.org/", "ab/", 9000},
		{"endless punctuation", "well", "!", 9000},
		{"endless punctuation of words", "well it is", "?! ", most},
		{"notes", "", "[background noise] ", most},
		{"notes after words", "so we went ", "[noise] ", most},
		{"open bracket", "", "[so we went ", 2000},
		{"brackets", "", "[[[[[[<<((", 9000},
		{"no-break spaces", "", "so\u00a0we\u00a0went\u00a0home\u00a0", 1500},
		{"ideographic spaces", "", "so\u3000we\u3000", 3000},
		{"punctuation", "", "- ", most},
		{"stops", "", ". . . ", most},
		{"quoted", "", "\"so\" 'we' (went) ", 2000},
		{"long words", "", word(900), most},
		{"too long words", "", word(2000), most},
		{"joined words", "", "so--we--went--", 9000},
		{"filled pauses", "", "uh um ", 2000},
		{"blanks", "so", " ", most},
		{"tabs", "", "\t", most},
		{"sentences", "", "So, uh, we went. ", 450},
		{"abbreviations", "Yes. So it is. ", "e.g. thistlethistlethistle ", most},
		{"no end of a sentence", "Yes. So it is. ", "wewewewewewe, andandandand ", most},
		{"punctuation inside", "Yes. So it is. ", "1.5000000000000000000000 ", most},
		{"label", "ANN: ", "so we went and ", 1000},
		{"numbers", "", "12 345 ", 1000},
		{"combining", "", "e\u0301 ", 3000},
	} {
		if i%drawn.Few(1, 12) != 0 {
			continue
		}
		languages := []string{""}
		if strings.ContainsFunc(c.unit, func(r rune) bool { return r > unicode.MaxASCII }) {
			languages = append(languages, "en")
		}
		for _, language := range languages {
			t.Run(c.name+language, func(t *testing.T) {
				t.Parallel()
				o := optionsOf(engine.LevelStandard, language)
				o.Mode = engine.ModeBaseline
				cleaner := newDecider(t, o)
				for _, at := range []int{4096, 7, 1}[:drawn.Few(3, 1)] { // bytes
					n := c.waits + min(c.waits, 18_000) + 2000 // the bounds are reached
					if at == 1 || at == 7 && c.waits < most {
						n = min(c.waits, 2000) + 500
					}
					text := c.start + strings.Repeat(c.unit, n/len(c.unit)) + " so we went there\nand home"
					var out strings.Builder
					s, err := cleaner.NewStream(t.Context(), &out, StreamOptions{
						// Nothing changes, but for loops, which streams do not look for.
						Rewriting: transcript.Rewriting{Remove: data.Loops, Punct: transcript.PunctKeep, Case: transcript.CaseKeep},
					})
					if err != nil {
						t.Fatal(err)
					}
					for from := 0; from < len(text); from += at {
						if _, err := s.Write([]byte(text[from:min(len(text), from+at)])); err != nil {
							t.Fatal(err)
						}
						in := min(len(text), from+at)
						if waits := in - out.Len(); waits > c.waits+at {
							t.Fatalf("%d bytes at a time: %d bytes wait after %d", at, waits, in)
						}
						if held := s.line.len() + len(s.source) + s.printer.Held(); held > 2*s.most()+at {
							t.Fatalf("%d bytes at a time: %d bytes are held after %d", at, held, in)
						}
					}
					if err := s.Close(); err != nil {
						t.Fatal(err)
					}
					if out.String() != text {
						t.Fatalf("%d bytes at a time: what comes out is not what went in: %d bytes of %d, the same up to %q", at, out.Len(), len(text), common(out.String(), text))
					}
					// A line that begins is looked at until there are words enough.
					if most := 40*len(text) + 40*s.most(); s.parsed > most {
						t.Errorf("%d bytes at a time: %d bytes were parsed of %d, at most %d", at, s.parsed, len(text), most)
					}
				}
			})
		}
	}
}

// most is what may wait of what has no words that others wait for.
const most = mostHeld + 4*fewWords

// common returns the end of what two texts begin with.
func common(a, b string) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[max(0, n-40):n]
}
