package tidytalk_test

import (
	"context"
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
		{"it is late i am not going with you", "It is late. I am not going with you."},
		{"i am uh i am not going with you", "I am not going with you."},
		{"do you like it yeah i do", "Do you like it? Yeah, I do."},
		{"so we talked about the uh the team and um we won", "So we talked about the team and we won."},
		{"i want a flight to boston uh i mean to denver", "I want a flight to Denver."},
		{"it was a long day you know", "It was a long day."},
		{"i don't think so you know", "I don't think so."},
		{"it's on main street", "It's on Main Street."},
		{"we meet at two a m", "We meet at two AM."},
		{"i work at n a s a", "I work at NASA."},
		{"it's four seven seven two nine no wait four seven seven three nine", "It's four seven seven three nine."},
		{"my number is five five five one two one two no sorry five five five one two one three", "My number is five five five one two one three."},
		{"it's nice right", "It's nice, right?"},
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

// TestMeantTwice: what is said again for a choice is no reparandum, nor is "that that", nor the object of a preposition before a subject; what nobody writes twice is.
// A tag goes where its speaker goes on.
func TestMeantTwice(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for text, want := range map[string]string{
		"Do you or do you not give honey to babies?":                                      "Do you or do you not give honey to babies?",
		"So is it or is it not right?":                                                    "So is it or is it not right?",
		"Do you, do you give honey to babies?":                                            "Do you give honey to babies?",
		"All of this was heard from from the residents.":                                  "All of this was heard from the residents.",
		"Fortunately for you, you don't need one.":                                        "Fortunately for you, you don't need one.",
		"I was there with, uh, you, you guys.":                                            "I was there with you guys.",
		"It is a pre- tax profit in the mid- 40s.":                                        "It is a pre- tax profit in the mid- 40s.",
		"Ann: So this is what we did for weather, right? We asked for data.\nBob: Yes.\n": "Ann: So this is what we did for weather. We asked for data.\nBob: Yes.\n",
		"Ann: So this is what we did for weather, right?\nBob: Yes.\n":                    "Ann: So this is what we did for weather, right?\nBob: Yes.\n",
		"Ann: I know, right? It was so good.\nBob: Yes.\n":                                "Ann: I know, right? It was so good.\nBob: Yes.\n",
	} {
		got, err := c.Text(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSpelled: what is said a digit or a letter at a time is one phrase. Few digits may be a list.
func TestSpelled(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for text, want := range map[string]string{
		"my number is four one five five five five oh one oh oh":           "My number is four one five five five five oh one oh oh.",
		"the code is a b c one two three four":                             "The code is A B C one two three four.",
		"my name is smith s m i t h and my code is nine four one oh three": "My name is Smith S M I T H and my code is nine four one oh three.",
		"my number is five five five um one two one two":                   "My number is five five five one two one two.",
		"the corridor it comes down and stops at zero zero":                "The corridor it comes down and stops at zero zero.",
		"blood pressure is one ten over sixty five okay":                   "Blood pressure is one ten over sixty five. Okay.",
		"she was born on the fifth of april uh nineteen seventy three":     "She was born on the fifth of April nineteen seventy three.",
		"it was eighteen point two two":                                    "It was eighteen point two two.",
		"oh oh oh i see":                                                   "Oh, oh. Oh, I see.",
	} {
		got, err := c.Text(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
