package bounded

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

func TestReader(t *testing.T) {
	for _, c := range []struct {
		size  int
		limit int64
		fine  bool
	}{{0, 0, true}, {1, 0, false}, {10, 10, true}, {11, 10, false}, {100_000, 100_000, true}, {100_001, 100_000, false}} {
		text := strings.Repeat("x", c.size)
		for name, r := range map[string]io.Reader{"whole": strings.NewReader(text), "bytes": iotest.OneByteReader(strings.NewReader(text)), "with end": iotest.DataErrReader(strings.NewReader(text))} {
			b, err := ReadAll(r, "it", c.limit)
			if want := min(c.size, int(c.limit)); len(b) != want || (err == nil) != c.fine || err != nil && !errors.Is(err, ErrTooLarge) {
				t.Errorf("%d of %d bytes, %s: %d, %v", c.size, c.limit, name, len(b), err)
			}
		}
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	want := bytes.Repeat([]byte("0123456789"), 1000)
	if err := os.WriteFile(path, want, 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := ReadFile(path, 10_000); err != nil || !bytes.Equal(b, want) {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	if _, err := ReadFile(path, 9_999); !errors.Is(err, ErrTooLarge) || !strings.HasPrefix(err.Error(), path+" is too large: ") {
		t.Errorf("too large: %v", err)
	}
	if b, err := ReadChecked(path, 1<<20, 4, func(head []byte) error { return check(head, "0123") }); err != nil || !bytes.Equal(b, want) {
		t.Errorf("%d bytes, %v", len(b), err)
	}
	// What is not of its kind is told so, whatever its size.
	if err := os.Truncate(path, 1<<40); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadChecked(path, 1<<20, 4, func(head []byte) error { return check(head, "abcd") }); !errors.Is(err, errKind) {
		t.Errorf("not of the kind: %v", err)
	}
	if _, err := ReadFile(path, 1<<20); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a sparse file: %v", err)
	}
	if _, err := ReadFile(filepath.Dir(path), 1<<20); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory: %v", err)
	}
}

var errKind = errors.New("not of its kind")

func check(head []byte, want string) error {
	if string(head) != want {
		return errKind
	}
	return nil
}

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{4 << 30: "4 GiB", 128 << 20: "128 MiB", 1536: "1536 bytes", 2048: "2 KiB", 0: "0 bytes"} {
		if got := Size(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
