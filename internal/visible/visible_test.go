package visible

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestString(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"plain, naïve 日本 😀\n\ttext\r\n", "plain, naïve 日本 😀\n\ttext\r\n"},
		{"\x1b[2Jgone", `\x1b[2Jgone`},
		{"a\rb\r\nc\x00\x07\x7f", `a\x0db` + "\r\n" + `c\x00\x07\x7f`},
		{"\u009b31m", `\u009b31m`},
		{"evil\u202etxt.exe\u2066", `evil\u202etxt.exe\u2066`},
		{"bad \xff\xc3", `bad \xff\xc3`},
		{"\ufffd is a character", "\ufffd is a character"},
	} {
		if got := String(c.in); got != c.want {
			t.Errorf("%q becomes %q, not %q", c.in, got, c.want)
		}
	}
}

// FuzzWriter compares text in pieces with all of it at once, and looks for what is hidden.
func FuzzWriter(f *testing.F) {
	f.Add("a\r\nb\r\x1b[2J\u009b日本\xe6\x97", uint8(1))
	f.Add("\u202e\xff\r", uint8(3))
	f.Fuzz(func(t *testing.T, text string, size uint8) {
		var b strings.Builder
		w := NewWriter(&b)
		for rest := text; rest != ""; {
			n := min(int(size)+1, len(rest))
			if m, err := w.Write([]byte(rest[:n])); m != n || err != nil {
				t.Fatal(m, err)
			}
			rest = rest[n:]
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		if got != String(text) {
			t.Errorf("%q in pieces of %d: %q, at once %q", text, int(size)+1, got, String(text))
		}
		if !utf8.ValidString(got) {
			t.Errorf("%q is no UTF-8", got)
		}
		for _, r := range strings.ReplaceAll(got, "\r\n", "") {
			if hidden(r) {
				t.Errorf("%q holds %q", got, r)
			}
		}
		if again := String(got); again != got {
			t.Errorf("%q becomes %q once more", got, again)
		}
	})
}
