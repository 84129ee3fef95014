package formats

import (
	"errors"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSizeLimit(t *testing.T) {
	const cue = "1\n00:00:01,000 --> 00:00:02,000\nUh, yes.\n"
	for _, c := range []struct {
		head, name string
		format     Format
		want       int64
	}{
		{"", "a.txt", "", MaxTextSize},
		{"", "a.srt", "", MaxSize},
		{"", "a.json", "", MaxSize},
		{"", "a.json", Text, MaxTextSize},
		{"", "-", "", MaxTextSize},
		{"", "a.txt", SRT, MaxSize},
		{"Ann: Uh, yes.\n", "a", "", MaxTextSize},
		{cue, "a", "", MaxSize},
		{cue, "a.txt", "", MaxSize},
		{`{"text": "so`, "a", "", MaxSize},
		{"\xff\xfeA\x00", "a.txt", "", MaxSize},
	} {
		if got := (Reading{Format: c.format}).SizeLimit(c.head, c.name); got != c.want {
			t.Errorf("%q, %s, %s: %d, want %d", c.head, c.name, c.format, got, c.want)
		}
	}
}

// counted counts what is read.
type counted struct {
	r io.Reader
	n int
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += n
	return n, err
}

// endless repeats a text.
type endless string

func (e endless) Read(b []byte) (int, error) {
	n := 0
	for n+len(e) <= len(b) {
		n += copy(b[n:], e)
	}
	if n == 0 {
		n = copy(b, e[:min(len(b), len(e))])
	}
	return n, nil
}

// What never ends is refused, and what is no text before much of it is read.
func TestEndless(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine reads many megabytes")
	}
	for _, c := range []struct {
		text, name string
		format     Format
		most       int
		want       string
	}{
		{"\x00", "a.txt", "", headSize, "a.txt:1:1: control character 0x00: this looks like binary data, not text"},
		{"\x00", "a.srt", "", headSize, "a.srt:1:1: a NUL character: this looks like binary data, not a transcript"},
		{"ab\x00\n", "a", "", headSize, "a:1:3: control character 0x00: this looks like binary data, not text"},
		{"\xcd\xf3 \xe4\xe0 ", "a", Text, headSize, "a:1:1: byte 0xcd is not UTF-8; it may be windows-1251 (\"Ну\") or windows-1253 (\"Νσ\") or windows-1252 (\"Íó\"): name it, as in --encoding windows-1251"},
		{"1\n00:00:01,000 --> 00:00:02,000\n\n", "a.srt", "", MaxSize + 1, "a.srt has more than 128 MiB: cut it into parts"},
	} {
		r := &counted{r: endless(c.text)}
		_, err := Reading{Format: c.format}.Source(r, c.name)
		if err == nil || err.Error() != c.want || r.n > c.most {
			t.Errorf("%q: %d bytes, %v", c.text, r.n, err)
		}
	}
}

// A character that the end of the head cuts is no error.
func TestHeadCut(t *testing.T) {
	for _, c := range []string{"é", "東", "👍"} {
		for shift := range drawn.Few(4, 1) {
			src := strings.Repeat("x", shift) + strings.Repeat(c, headSize)
			if got, err := (Reading{}).Source(strings.NewReader(src), "a.txt"); err != nil || got != src {
				t.Errorf("%s: %d bytes of %d, %v", c, len(got), len(src), err)
			}
			if got, err := (Reading{}).Source(io.MultiReader(strings.NewReader(src)), "a.txt"); err != nil || got != src {
				t.Errorf("%s: %d bytes of %d, %v", c, len(got), len(src), err)
			}
		}
	}
}

func TestSparse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("Uh, yes.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 200<<30); err != nil {
		t.Skip("SKIPPED: no file may be so large:", err)
	}
	for name, want := range map[string]string{"a.srt": "a.srt has more than 128 MiB: cut it into parts", "a.txt": "a.txt has more than 1024 MiB: cut it into parts"} {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (Reading{}).Source(f, name); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
		if at, _ := f.Seek(0, io.SeekCurrent); at != 0 {
			t.Errorf("%s: %d bytes were read", name, at)
		}
		f.Close()
	}
	if _, err := (Reading{}).Source(&failing{}, "a"); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }
