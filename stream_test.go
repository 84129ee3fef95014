package tidytalk_test

import (
	"context"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

var _ io.WriteCloser = (*tidytalk.Stream)(nil)

// TestStreamParts: whatever the parts, a live stream gives the same.
func TestStreamParts(t *testing.T) {
	for _, lookAhead := range []int{4, 25}[:drawn.Few(2, 1)] {
		c := newCleaner(t, tidytalk.Options{Level: tidytalk.LevelFull, LookAhead: lookAhead})
		texts := transcripts(t)
		texts["one line"] = strings.Repeat(strings.ReplaceAll(texts["testdata/transcripts/meeting-school.txt"], "\n", " "), 2)
		texts["one line with punctuation"] = strings.ReplaceAll(texts["testdata/transcripts/interview-glacier.txt"], "\n", " ")
		for _, name := range slices.Sorted(maps.Keys(texts))[:drawn.Few(len(texts), 2)] {
			text := texts[name]
			want := live(t, c, []string{text})
			rng := rand.New(rand.NewPCG(1, uint64(len(text))))
			for range drawn.Few(4, 1) {
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

// TestStreamJudges: punctuation and case are seen where they begin.
func TestStreamJudges(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for _, s := range []struct{ in, want string }{
		{"\n\nI saw BOB and uh Ann there\nok\n", "\n\nI saw BOB and Ann there.\nOk.\n"},
		{"ok\nI like, uh, tea. Yes, it is.\nno marks here\n", "OK.\nI like tea. Yes, it is.\nno marks here\n"},
		{"i like, uh, tea. yes, mike is here.\n", "I like tea. Yes, Mike is here.\n"}, // punctuation without case
	} {
		if got := live(t, c, []string{s.in}); got != s.want {
			t.Errorf("%q: %q, want %q", s.in, got, s.want)
		}
	}
}

// What a stream removes, and how it writes the rest, is as in edits of the whole.
func TestStreamRewriting(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for _, text := range []string{
		"so um i i went to th- to boston you know and uh it was fine\nand then we we left\n",
		"I like, uh, tea. And I, you know, I drink it.\n",
	} {
		d, err := transcript.ParseText(text, "text")
		if err != nil {
			t.Fatal(err)
		}
		cleaned, err := c.Clean(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []transcript.Rewriting{
			{},
			{Remove: data.DefaultRemoved},
			{Remove: data.FilledPauses},
			{Remove: data.NoDisfluencies},
			{Remove: data.AllDisfluencies, Case: transcript.CaseKeep},
			{Punct: transcript.PunctKeep, Case: transcript.CaseKeep},
		} {
			var out strings.Builder
			s, err := c.NewStream(t.Context(), &out, tidytalk.StreamOptions{Rewriting: r})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(s, text); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if want := cleaned.Edit(r).Text(); out.String() != want {
				t.Errorf("%+v: %q, want %q", r, out.String(), want)
			}
		}
	}
}

func TestStreamErrors(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	s, err := c.NewStream(t.Context(), failing{}, tidytalk.StreamOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if n, err := s.Write([]byte("yes it is\n")); !errors.Is(err, errFailing) || n != 0 {
		t.Errorf("a writer that fails: %d, %v", n, err)
	}
	if _, err := s.Write([]byte("more\n")); !errors.Is(err, errFailing) {
		t.Errorf("after an error: %v", err)
	}
	if err := s.Close(); !errors.Is(err, errFailing) {
		t.Errorf("closing after an error: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Tokens(ctx, words("a b c")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	s, err = c.NewStream(ctx, io.Discard, tidytalk.StreamOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write([]byte("yes it is\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("a stream that is cancelled: %v", err)
	}
	for _, n := range []int{-1, 5000} {
		if _, err := tidytalk.New(bundletest.Default(t), tidytalk.Options{LookAhead: n}); !errors.Is(err, tidytalk.ErrOptions) {
			t.Errorf("a look-ahead of %d: %v", n, err)
		}
	}
	plain := cleanerOf(t, bundletest.Load(t, bundle.Default()[:2]...), tidytalk.Options{})
	if _, err := plain.NewStream(t.Context(), io.Discard, tidytalk.StreamOptions{}); !errors.Is(err, tidytalk.ErrNoStreams) {
		t.Errorf("a bundle without parts for streams: %v", err)
	}
}

// TestStreamWords: a word that is read by those after it waits for them.
func TestStreamWords(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{LookAhead: 4})
	text := strings.Repeat("he built pre- and post-war homes in the two- or three-storey style ", 3)
	want := batch(t, c, text)
	if n := strings.Count(strings.ToLower(want), "pre- and post-war"); n != 3 {
		t.Fatalf("%q", want)
	}
	for _, after := range []string{" ", ""} { // words, characters
		if got := live(t, c, strings.SplitAfter(text, after)); got != want {
			t.Errorf("in parts after %q: %q, want %q", after, got, want)
		}
	}
}

// TestStreamBytes: a character may come in parts, a byte at a time.
func TestStreamBytes(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{LookAhead: 4})
	const text = "ANN: naïve uh café 😀 и это хорошо\nBOB: 我 觉得 很 好 so so i went\n"
	want := batch(t, c, text)
	for n := 1; n <= 4; n++ {
		var parts []string
		for rest := text; rest != ""; {
			k := min(n, len(rest))
			parts, rest = append(parts, rest[:k]), rest[k:]
		}
		if got := live(t, c, parts); got != want {
			t.Errorf("%d bytes at a time: %q, want %q", n, got, want)
		}
	}
}

// TestStreamNotUTF8: text that is none is an error with its place, whatever the parts.
func TestStreamNotUTF8(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for _, bad := range []struct {
		text         string
		line, column int
	}{
		{"yes it is\nand no\nwe caf\xe9 go\n", 3, 7},
		{"\xff", 1, 1},
		{"one\ntwo\nthree \xe2\x82", 3, 7}, // a character that never ends
		{"one\ntwo \xe2\x82 three\n", 2, 5},
		{"one\nt\x00wo\n", 2, 2},
	} {
		for n := 1; n <= len(bad.text); n++ {
			s, err := c.NewStream(t.Context(), io.Discard, tidytalk.StreamOptions{Name: "live.txt"})
			if err != nil {
				t.Fatal(err)
			}
			for rest := bad.text; rest != "" && err == nil; {
				k := min(n, len(rest))
				_, err = s.Write([]byte(rest[:k]))
				rest = rest[k:]
			}
			if err == nil {
				err = s.Close()
			}
			var at *transcript.TextError
			if !errors.As(err, &at) || at.Name != "live.txt" || at.Line != bad.line || at.Column != bad.column {
				t.Errorf("%q, %d bytes at a time: %v, want line %d, column %d", bad.text, n, err, bad.line, bad.column)
			}
			if again := s.Close(); again != err {
				t.Errorf("%q: after the error: %v", bad.text, again)
			}
		}
	}
}

// Random texts of random bytes: a stream says of each what the whole says.
func TestStreamOfAnything(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{LookAhead: 4})
	pieces := []string{"so ", "uh ", "i i ", "went.", "\n", "ANN: ", "é", "😀 ", "don't ", " - ", "\xe2", "\x82", "[noise] ", "No, "}
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var text string
		for range 1 + rng.IntN(25) {
			text += pieces[rng.IntN(len(pieces))]
		}
		var out strings.Builder
		s, err := c.NewStream(t.Context(), &out, tidytalk.StreamOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for rest := text; rest != "" && err == nil; {
			n := 1 + rng.IntN(len(rest))
			_, err = io.WriteString(s, rest[:n])
			rest = rest[n:]
		}
		if err == nil {
			err = s.Close()
		}
		if err != nil != !utf8.ValidString(text) {
			t.Errorf("seed %d: %q: %v", seed, text, err)
		}
	}
}

var errFailing = errors.New("no room")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFailing }

// A live stream knows less than who has all of the text: how people talk in what is to
// come, and the words beyond its look-ahead. Few words come out otherwise.
func TestStreamNearBatch(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: TestStreamParts starts the same goroutines")
	}
	c := newCleaner(t, tidytalk.Options{})
	words, differ := 0, 0
	for _, text := range transcripts(t) {
		text = strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" ,.?!:-", r) }), " ")
		a, b := strings.Fields(batch(t, c, text)), strings.Fields(live(t, c, []string{text}))
		words += len(a)
		counts := make(map[string]int)
		for _, w := range a {
			counts[w]++
		}
		for _, w := range b {
			counts[w]--
		}
		for _, n := range counts {
			differ += max(0, n)
		}
	}
	if words == 0 || differ > words/100 {
		t.Errorf("%d of %d words differ", differ, words)
	} else {
		t.Logf("%d of %d words differ", differ, words)
	}
}
