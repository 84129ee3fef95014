package formats

import (
	"errors"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// cuts returns the places at which a file is cut: everywhere, but in the middle of a big
// one, and with -short, here and there.
func cuts(size int) []int {
	var out []int
	for n := 0; n <= size; n++ {
		if !testing.Short() && (size < 3000 || n < 1500 || n > size-1000) || n%29 == 0 {
			out = append(out, n)
		}
	}
	return out
}

// TestTruncated reads what is left of files that are cut off anywhere: what is wrong is
// said, with its place. Whatever can be read can be written again.
func TestTruncated(t *testing.T) {
	for _, x := range fixtures {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			src := load(t, x.name)
			for _, n := range cuts(len(src)) {
				checkAny(t, src[:n], x.name, x.format)
			}
			// As found out from what is left; a UTF-16 character is two bytes.
			for n := 0; n < len(src); n += 1 + len(src)/drawn.Few(50, 5) {
				checkAny(t, src[:n], x.name, "")
				checkAny(t, toUTF16(src, true)[:n], x.name, "")
				checkAny(t, toUTF16(src, false)[:n], "-", "")
				checkAny(t, src[n:], x.name, x.format)
				checkAny(t, src[n:], "-", "")
			}
		})
	}
}

// checkAny reads what may be no file of the format, and checks what is said about it.
func checkAny(t *testing.T, src, name string, format Format) {
	t.Helper()
	f, err := Read(src, name, format)
	if err == nil {
		if out := f.Rewrite(keepAll(f)); out != src {
			t.Fatalf("%q is written as %q", src, out)
		}
		return
	}
	checkError(t, src, name, err)
}

// checkError checks an error about the content of a file: that it has a place in it.
func checkError(t testing.TB, src, name string, err error) {
	t.Helper()
	if !strings.Contains(src, "\n") {
		src = strings.ReplaceAll(src, "\r", "\n")
	}
	lines := strings.Count(src, "\n")
	if IsZip(src) {
		lines = mostLines // in its members
	}
	var bad *Error
	var text *transcript.TextError
	switch {
	case errors.As(err, &bad):
		if bad.Line < 1 || bad.Line > lines+1 || bad.Column < 0 {
			t.Fatalf("%v: there are %d lines", err, lines)
		}
		if !errors.Is(err, ErrFormat) {
			t.Fatalf("%v is no ErrFormat", err)
		}
	case errors.As(err, &text):
		if text.Line < 1 || text.Line > lines+1 {
			t.Fatalf("%v: there are %d lines", err, lines)
		}
	case errors.Is(err, ErrTooLarge):
		return // "a.txt has more"
	default:
		t.Fatalf("%v (%T) has no place", err, err)
	}
	if !strings.HasPrefix(err.Error(), name+":") {
		t.Fatalf("%v does not start with the name of the file", err)
	}
}

// TestTruncatedIsSaid reports files that are cut off, in so many words, where the format
// shows it: all but those whose parts are lines.
func TestTruncatedIsSaid(t *testing.T) {
	for _, x := range fixtures {
		src := load(t, x.name)
		end := len(strings.TrimRight(src, " \r\n"))
		if x.format.declared().lines {
			continue
		}
		for _, n := range []int{end / 3, end / 2, end - end/10, end - 1} {
			if x.format == JSONL && strings.HasSuffix(src[:n], "\n") {
				continue
			}
			if x.format == Vosk && strings.HasSuffix(strings.TrimRight(src[:n], " \n"), "}") {
				continue // between two results
			}
			_, err := Read(src[:n], x.name, x.format)
			if err == nil {
				t.Errorf("%s can be read up to byte %d of %d: let its reader say that it is cut off, or declare lines in the line of %s in table.go", x.name, n, end, x.format)
			} else if !strings.Contains(err.Error(), "cut off") {
				t.Errorf("%s up to byte %d of %d: the reader has to say that it is cut off, not %v", x.name, n, end, err)
			}
		}
	}
}
