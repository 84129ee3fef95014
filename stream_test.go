package tidytalk

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/transcript"
)

// batch cleans text as a whole.
func batch(t testing.TB, c *Cleaner, text string) string {
	t.Helper()
	out, err := c.Text(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// live cleans text that comes in parts.
func live(t testing.TB, c *Cleaner, parts []string) string {
	t.Helper()
	var b strings.Builder
	s, err := c.NewStream(&b, StreamOptions{Remove: transcript.Default, Problem: func(err error) { t.Error(err) }})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		if err := s.Write(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func transcripts(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(files) != 10 {
		t.Fatalf("%d transcripts: %v", len(files), err)
	}
	out := make(map[string]string)
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[f] = string(b)
	}
	return out
}

// TestStreamIsBatch: whatever the parts, a live stream gives what the whole gives.
func TestStreamIsBatch(t *testing.T) {
	for _, lookAhead := range []int{4, 25} {
		c := newCleaner(t, Options{LookAhead: lookAhead})
		texts := transcripts(t)
		texts["one line"] = strings.Repeat(strings.ReplaceAll(texts["testdata/transcripts/meeting-school.txt"], "\n", " "), 2)
		texts["one line with marks"] = strings.ReplaceAll(texts["testdata/transcripts/interview-glacier.txt"], "\n", " ")
		for name, text := range texts {
			want := batch(t, c, text)
			rng := rand.New(rand.NewPCG(1, uint64(len(text))))
			for range 4 {
				var parts []string
				most := 1 + rng.IntN(len(text)/2)
				for rest := text; rest != ""; {
					n := min(1+rng.IntN(most), len(rest))
					parts, rest = append(parts, rest[:n]), rest[n:]
				}
				if got := live(t, c, parts); got != want {
					t.Fatalf("%s with look-ahead %d in %q:\n%s\nwant\n%s", name, lookAhead, parts, got, want)
				}
			}
		}
	}
}

// TestSubsequence: no word is invented, changed or moved.
func TestSubsequence(t *testing.T) {
	c := newCleaner(t, Options{})
	for name, text := range transcripts(t) {
		letters := func(s string) []string {
			return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
				return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '\''
			})
		}
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
	c := newCleaner(t, Options{})
	for _, s := range []struct{ in, want string }{
		{"i am sorry i am not going with you", "I am sorry. I am not going with you."},
		{"i am uh i am not going with you", "I am not going with you."},
		{"do you like it yeah i do", "Do you like it? Yeah. I do."},
		{"i want a flight to boston uh i mean to denver", "I want a flight to Denver."},
	} {
		if got := batch(t, c, s.in); got != s.want {
			t.Errorf("%q: %q, want %q", s.in, got, s.want)
		}
	}
}

// TestStrangeInput: what the models do not know passes through.
func TestStrangeInput(t *testing.T) {
	c := newCleaner(t, Options{})
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
				t.Errorf("%q: %q is gone: %q", text, w, out)
			}
		}
		if got := live(t, c, []string{text}); got != out {
			t.Errorf("%q: %q as a stream, %q as a whole", text, got, out)
		}
	}
}

// TestLongStream: a line without end is settled as it comes.
func TestLongStream(t *testing.T) {
	c := newCleaner(t, Options{LookAhead: 10})
	words := &data.Sentence{}
	for i := range 20000 {
		words.Tokens = append(words.Tokens, data.Token{Text: []string{"well", "i", "think", "that", "we", "we", "should", "uh", "go", "home"}[i%10]})
	}
	l, err := c.LabelStream(t.Context(), words)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range l.Waited {
		if n > 200 {
			t.Fatalf("word %d waited for %d words", i, n)
		}
	}
}

// TestStreamJudges: marks and case are seen where they begin.
func TestStreamJudges(t *testing.T) {
	c := newCleaner(t, Options{})
	for _, s := range []struct{ in, want string }{
		{"\n\nI saw BOB and uh Ann there\nok\n", "\n\nI saw BOB and Ann there.\nOk.\n"},
		{"ok\nI like, uh, tea. Yes, it is.\nno marks here\n", "Ok.\nI like tea. Yes, it is.\nno marks here\n"},
	} {
		if got := live(t, c, []string{s.in}); got != s.want {
			t.Errorf("%q: %q, want %q", s.in, got, s.want)
		}
	}
}

func TestStreamErrors(t *testing.T) {
	c := newCleaner(t, Options{})
	s, err := c.NewStream(failing{}, StreamOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), "yes it is\n"); !errors.Is(err, errFailing) {
		t.Errorf("a writer that fails: %v", err)
	}
	if err := s.Write(t.Context(), "more\n"); !errors.Is(err, errFailing) {
		t.Errorf("after an error: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.LabelStream(ctx, tokens("a b c")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, n := range []int{-1, 5000} {
		if _, err := New(defaultBundle(t), Options{LookAhead: n}); !errors.Is(err, ErrOptions) {
			t.Errorf("a look-ahead of %d: %v", n, err)
		}
	}
}

var errFailing = errors.New("no room")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFailing }
