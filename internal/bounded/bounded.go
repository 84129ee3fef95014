// Package bounded reads files whole, but no more of them than there is reason to: what is
// larger, or never ends, is refused before it fills the memory.
//
// Start with [ReadFile] and [Reader].
package bounded

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ErrTooLarge is wrapped by the errors about input that is larger than its limit.
var ErrTooLarge = errors.New("too large")

// Limits of what is read whole, in bytes. They are some times what anybody has.
const (
	Lists  = 16 << 20 // settings, lists of fillers, templates, phrases: what people write or look at
	Models = 4 << 30  // bundles, models, what training keeps
)

// TooLarge returns the error about input of a name that is larger than limit.
func TooLarge(name string, limit int64) error {
	return fmt.Errorf("%s is %w: more than %s are not read", name, ErrTooLarge, Size(limit))
}

// Size writes a number of bytes for people.
func Size(n int64) string {
	for _, u := range []struct {
		bytes int64
		name  string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= u.bytes && n%u.bytes == 0 {
			return fmt.Sprintf("%d %s", n/u.bytes, u.name)
		}
	}
	return fmt.Sprintf("%d bytes", n)
}

// Reader returns a reader of what r holds, which fails where that is more than limit.
func Reader(r io.Reader, name string, limit int64) io.Reader {
	return &reader{r, name, limit, limit}
}

type reader struct {
	r           io.Reader
	name        string
	left, limit int64
}

func (r *reader) Read(b []byte) (int, error) {
	if int64(len(b)) > r.left+1 {
		b = b[:r.left+1] // one more than may be there
	}
	n, err := r.r.Read(b)
	if int64(n) > r.left {
		n, r.left = int(r.left), 0
		return n, TooLarge(r.name, r.limit)
	}
	r.left -= int64(n)
	return n, err
}

// ReadAll reads all that r holds, up to limit.
func ReadAll(r io.Reader, name string, limit int64) ([]byte, error) {
	return io.ReadAll(Reader(r, name, limit))
}

// ReadFile is os.ReadFile for a file of up to limit bytes. A larger one is refused before
// anything is read of it.
func ReadFile(path string, limit int64) ([]byte, error) {
	return ReadChecked(path, limit, 0, nil)
}

// ReadChecked is ReadFile for a file that can be told by its first bytes: check gets n of
// them, or all of a shorter file, before the rest is read and before its size counts. Its
// errors are returned as they are.
func ReadChecked(path string, limit int64, n int, check func(head []byte) error) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a directory: name a file in it", path)
	}
	head := make([]byte, n)
	got, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	if head = head[:got]; check != nil {
		if err := check(head); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	if regular(info) {
		if info.Size() > limit {
			return nil, TooLarge(path, limit)
		}
		b.Grow(int(info.Size()) + bytes.MinRead)
	}
	if _, err := b.ReadFrom(Reader(io.MultiReader(bytes.NewReader(head), f), path, limit)); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// regular reports whether the size of a file says how much is read of it. In /proc and the
// like it does not: there it is 0.
func regular(info fs.FileInfo) bool { return info.Mode().IsRegular() && info.Size() > 0 }
