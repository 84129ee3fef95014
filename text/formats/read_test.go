package formats

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// TestReadFrom reads the same from a string, bytes and readers of all kinds.
func TestReadFrom(t *testing.T) {
	for _, x := range fixtures {
		src := load(t, x.name)
		want := words(mustRead(t, src, x.name, x.format), nil)
		check := func(how string, f *File, err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("%s from %s: %v", x.name, how, err)
			}
			if f.Rewrite(keepAll(f)) != src || !sameWords(t, words(f, nil), want) {
				t.Errorf("%s from %s is something else", x.name, how)
			}
		}
		b := []byte(src)
		f, err := Read(b, x.name, x.format)
		clear(b) // it was copied
		check("bytes", f, err)
		f, err = ReadFrom(strings.NewReader(src), x.name, "")
		check("a string", f, err)
		f, err = ReadFrom(iotest.OneByteReader(bytes.NewBufferString(src)), x.name, x.format)
		check("a slow reader", f, err)
		file, err := os.Open(filepath.Join("testdata", x.name))
		if err != nil {
			t.Fatal(err)
		}
		f, err = ReadFrom(file, x.name, x.format)
		check("a file", f, err)
		file.Close()
		if got, err := Detect([]byte(src), x.name); err != nil || got != x.format {
			t.Errorf("bytes of %s are taken for %q: %v", x.name, got, err)
		}
		if got := (Reading{}).IsText(src, x.name); got != (x.format == Text) {
			t.Errorf("bytes of %s are text: %v, %v", x.name, got, err)
		}
	}
}

// TestReadFromFails hands on what reading fails with.
func TestReadFromFails(t *testing.T) {
	f, err := ReadFrom(iotest.ErrReader(io.ErrClosedPipe), "a.srt", "")
	if f != nil || !errors.Is(err, io.ErrClosedPipe) || !strings.HasPrefix(err.Error(), "reading a.srt: ") {
		t.Errorf("%v, %v", f, err)
	}
}
