package transcript

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// times returns a text several times.
func times(n int, text string) string { return strings.Repeat(text, n) }

func mustParse(t testing.TB, text string) *Document {
	t.Helper()
	d, err := ParseText(text, "text")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestLoops(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // copies and first copy
	}{
		{"nothing", "", nil},
		{"a stutter", "the the the the the the the cat", nil},
		{"no no no no", "No, no, no, no, no, no.", nil},
		{"a repair", "we went to the we went to the we went to the store", nil},
		{"yeah", times(6, "Yeah.\n"), nil},
		{"filled pauses", times(40, "um "), nil},
		{"lines of filled pauses", times(30, "Um.\n"), nil},
		{"notes", times(30, "[music]\n"), nil},
		{"a word", times(16, "the ") + "cat", []string{"16 the"}},
		{"a short line", "So.\n" + times(5, "Thank you.\n"), []string{"5 Thank you"}},
		{"four short lines", times(4, "Thank you.\n"), nil},
		{"marks and case", "Thanks for watching!\nthanks for watching\nThanks, for watching.\nTHANKS FOR WATCHING", []string{"4 Thanks for watching"}},
		{"a long line", times(4, "A: and then we went all the way home again\n"), []string{"4 and then we went all the way home again"}},
		{"three long lines", times(3, "A: and then we went all the way home again\n"), nil},
		{"a stretch", "well " + times(8, "thank you ") + "very much", []string{"8 thank you"}},
		{"cut off", times(8, "we go home ") + "we go", []string{"9 we go home"}},
		{"goes on", times(8, "we go home ") + "we go on", []string{"8 we go home"}},
		{"over others", times(5, "A: we need to talk about this\nB: what did you say now\n"), []string{"5 we need to talk about this", "5 what did you say now"}},
		{"listening over others", "B: one\nA: uh-huh\nB: two\nA: uh-huh\nB: three\nA: uh-huh\nB: four\nA: uh-huh\nB: five\nA: uh-huh\n", nil},
		{"both", times(5, times(9, "thank you ")+"\n"), []string{"5 " + strings.TrimSpace(times(9, "thank you ")), "9 thank you"}},
		{"two", times(9, "thank you ") + times(9, "see you "), []string{"9 thank you", "9 see you"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, c.text)
			var got []string
			for _, l := range d.Loops() {
				got = append(got, fmt.Sprint(len(l.Copies), " ", d.LoopText(&l)))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Dropping the copies of loops leaves the first, with the punctuation of the last.
func TestDropLoops(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Well, " + times(8, "thank you, ") + "very much.", "Well, thank you, very much."},
		{"So " + times(8, "thank you ") + "very much.", "So thank you very much."},
		{"I said, the cat, the cat, the cat, the cat, the cat, the cat, the cat, the cat sat.", "I said, the cat sat."},
		{"It is " + strings.TrimSpace(times(8, "We go home. ")) + " We left.", "It is We go home. We left."},
		{"A: Hi.\n" + times(6, "A: Thank you.\n") + "B: Bye.\n", "A: Hi.\nA: Thank you.\nB: Bye.\n"},
		{times(8, "we go home ") + "we go", "we go home"},
	} {
		d := mustParse(t, c.text)
		decisions := make([]data.Decision, len(d.Tokens))
		for _, l := range d.Loops() {
			for _, again := range l.Copies[1:] {
				for w := again.Start; w < again.End; w++ {
					for i := d.Words[w].Tokens.Start; i < d.Words[w].Tokens.End; i++ {
						decisions[i].Why = data.Loops
					}
				}
			}
		}
		if got := d.Edit(decisions, removing(data.AllDisfluencies)).Text(); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
		if got := d.Edit(decisions, removing(data.DefaultRemoved)).Text(); got != c.text {
			t.Errorf("%q becomes %q without anybody asking", c.text, got)
		}
	}
}

// No copy of a loop but its first holds a word of another copy, and all have its words.
func TestLoopsAnywhere(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		text := strings.Join(drawn.Several(t, "pieces", 0, 80, "we ", "We ", "go ", "go. ", "uh ", "[x] ", "\n", "\nA: ", "\nB: ", times(4, "we go "), times(8, "we go "), times(5, "we go home\n")), "")
		d, err := ParseText(text, "drawn")
		if err != nil {
			t.Fatalf("%v", err)
		}
		seen := make(map[int]bool)
		for _, l := range d.Loops() {
			first := d.LoopText(&l)
			if len(l.Copies) < minCopies {
				t.Fatalf("%q: %d copies", text, len(l.Copies))
			}
			for i, again := range l.Copies[1:] {
				own := d.LoopText(&Loop{[]Span{again}})
				if !strings.EqualFold(own, first) && !(i+2 == len(l.Copies) && strings.HasPrefix(strings.ToLower(first), strings.ToLower(own))) {
					t.Fatalf("%q: copy %q of %q", text, own, first)
				}
				for w := again.Start; w < again.End; w++ {
					if seen[w] {
						t.Fatalf("%q: word %d is in two copies", text, w)
					}
					seen[w] = true
				}
			}
		}
	})
}
