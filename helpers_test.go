package tidytalk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

func newCleaner(t testing.TB, o tidytalk.Options) *tidytalk.Cleaner {
	t.Helper()
	return cleanerOf(t, bundletest.Default(t), o)
}

func cleanerOf(t testing.TB, b *tidytalk.Bundle, o tidytalk.Options) *tidytalk.Cleaner {
	t.Helper()
	c, err := tidytalk.New(b, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// words returns the words of texts, which are separated by blanks.
func words(texts ...string) [][]tidytalk.Word {
	var out [][]tidytalk.Word
	for _, text := range texts {
		var s []tidytalk.Word
		for _, w := range strings.Fields(text) {
			s = append(s, tidytalk.Word{Text: w})
		}
		out = append(out, s)
	}
	return out
}

// kept returns the words that decisions keep.
func kept(words []tidytalk.Word, decisions []data.Decision) string {
	var out []string
	for i, d := range decisions {
		if d.Label == data.O {
			out = append(out, words[i].Text)
		}
	}
	return strings.Join(out, " ")
}

// batch cleans text as a whole.
func batch(t testing.TB, c *tidytalk.Cleaner, text string) string {
	t.Helper()
	out, err := c.Text(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// live cleans text that comes in parts.
func live(t testing.TB, c *tidytalk.Cleaner, parts []string) string {
	t.Helper()
	var b strings.Builder
	s, err := c.NewStream(t.Context(), &b, tidytalk.StreamOptions{Problem: func(line int, err error) { t.Errorf("line %d: %v", line, err) }})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		if n, err := s.Write([]byte(p)); err != nil || n != len(p) {
			t.Fatal(n, err)
		}
	}
	if err := s.Close(); err != nil {
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
