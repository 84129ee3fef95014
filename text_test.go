package tidytalk_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/tidytalk/tidytalk"
)

// TestSubsequence: no word is invented, changed or moved.
func TestSubsequence(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for name, text := range transcripts(t) {
		in := letters(text)
		for _, w := range letters(batch(t, c, text)) {
			for len(in) > 0 && in[0] != w {
				in = in[1:]
			}
			if len(in) == 0 {
				t.Fatalf("%s: %q is not in the input after the words before it", name, w)
			}
			in = in[1:]
		}
	}
}

func TestSentencesOfStreams(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for _, s := range []struct{ in, want string }{
		{"i am sorry i am not going with you", "I am sorry. I am not going with you."},
		{"i am uh i am not going with you", "I am not going with you."},
		{"do you like it yeah i do", "Do you like it? Yeah. I do."},
		{"so we talked about the uh the team and um we won", "So we talked about the team and we won."},
		{"i want a flight to boston uh i mean to denver", "I want a flight to Denver."},
	} {
		if got := batch(t, c, s.in); got != s.want {
			t.Errorf("%q: %q, want %q", s.in, got, s.want)
		}
	}
}

// TestStrangeInput: what the models do not know passes through.
func TestStrangeInput(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for _, text := range []string{
		"", "\n\n", "ANN:\n", "uh\n", "ANN: uh\nBOB:\n\nANN: yes\n", "😀 😀", "42 3,000 $5 50% 1st",
		"see https://example.org/a_b?c=d for more", "hi there http://x.y/z 42", "ftp://a.b/c", "я думаю что это хорошо", "我 觉得 很 好", "naïve café Ωmega x²", "ANN: well BOB: yes ANN: no",
		strings.Repeat("yeah ", 500), strings.Repeat("a", 5000), "- - -", "[noise] [noise]",
	} {
		out := batch(t, c, text)
		for _, w := range strings.Fields(text) {
			core, where := strings.Trim(w, ".,:"), strings.ToLower(out)
			if strings.Contains(core, "/") {
				where = out // not even their case
			}
			if strings.ContainsAny(core, "/я我é²😀") && !strings.Contains(where, core) {
				t.Errorf("%q: %q is missing: %q", text, w, out)
			}
		}
		// A live stream sees less at once, and may set other punctuation.
		if got := live(t, c, []string{text}); !slices.Equal(letters(got), letters(out)) {
			t.Errorf("%q: %q as a stream, %q as a whole", text, got, out)
		}
	}
}

// letters returns the words of a text in lower case, without punctuation.
func letters(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '\''
	})
}
