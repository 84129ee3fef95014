package wholefile

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/tidytalk/tidytalk/internal/filelock"
)

// ErrChanged is the error of Replace about a file that is not what was read any more. It is
// left as it is.
var ErrChanged = errors.New("the file changed after it was read")

// Sum is the SHA-256 of a content.
type Sum = [sha256.Size]byte

// SumOf returns the hash of a text.
func SumOf(text string) Sum {
	h := sha256.New()
	var b [1 << 15]byte // a text may be large: it is not copied as a whole
	for text != "" {
		n := copy(b[:], text)
		h.Write(b[:n])
		text = text[n:]
	}
	return Sum(h.Sum(nil))
}

// SumOfFile returns the hash of all of an open file.
func SumOfFile(f *os.File) (Sum, error) {
	h := sha256.New()
	if _, err := io.Copy(h, io.NewSectionReader(f, 0, 1<<63-1)); err != nil {
		return Sum{}, err
	}
	return Sum(h.Sum(nil)), nil
}

// Original is an open file that is read, and may then be replaced. Its methods are for one
// goroutine.
type Original struct {
	*os.File
	path string
	info fs.FileInfo // before anything was read
	sum  Sum

	// hook is called between the look and the renaming, and after that: tests write to the
	// file there.
	hook func(renamed bool)
}

// Open opens a file that is to be replaced. path is no symbolic link.
func Open(path string) (*Original, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Original{File: f, path: path, info: info}, nil
}

// Path returns what the file was opened as.
func (o *Original) Path() string { return o.path }

// Info returns what the file was when it was opened.
func (o *Original) Info() fs.FileInfo { return o.info }

// Read takes down the hash of what was read of the file, by which Replace knows it again.
func (o *Original) Read(sum Sum) { o.sum = sum }

// same reports whether the file of a name is the one that was opened, and holds what was
// read. The time alone does not tell: clocks of file systems are coarse.
func (o *Original) same(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !os.SameFile(info, o.info) || info.Size() != o.info.Size() || !info.ModTime().Equal(o.info.ModTime()) {
		return false
	}
	sum, err := SumOfFile(f)
	return err == nil && sum == o.sum
}

// Holds reports whether the file of a name holds a text with this hash.
func Holds(name string, sum Sum) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	own, err := SumOfFile(f)
	return err == nil && own == sum
}

// Replace puts a temporary file, which is written and closed, in the place of the original.
// It does so only if that is the file that was opened, of the size and the time that it had
// then and with the content that was read; else the error wraps ErrChanged. Where a file
// can have two names, it looks again after the renaming, and undoes that if somebody wrote
// to the original in between.
func (o *Original) Replace(by *Temporary) error {
	written, err := os.Lstat(by.Name())
	if err != nil {
		return err
	}
	second := o.link()
	if second != "" {
		defer func() {
			if second != "" {
				os.Remove(second)
			}
		}()
	}
	if !o.same(o.path) {
		return ErrChanged
	}
	if o.hook != nil {
		o.hook(false)
	}
	if !filelock.Held {
		o.Close() // a file that is open cannot be replaced
	}
	if err := by.Place(o.path); err != nil {
		return err
	}
	if o.hook != nil {
		o.hook(true)
	}
	if second == "" || o.same(second) {
		return nil
	}
	// Written to between the look and the renaming. What is there now is the result, unless
	// somebody else came, too.
	now, err := os.Lstat(o.path)
	if err == nil && os.SameFile(now, written) && now.Size() == written.Size() && now.ModTime().Equal(written.ModTime()) {
		err = os.Rename(second, o.path)
	} else if err == nil {
		err = errors.New("so did the result")
	}
	if err != nil {
		kept := second
		second = ""
		return fmt.Errorf("%w and could not be put back (%w): it is kept as %s", ErrChanged, err, kept)
	}
	return ErrChanged
}

// link gives the original a second name, and keeps that from being swept up. It returns ""
// where that cannot be.
func (o *Original) link() string {
	filelock.Shared(o.File) // without it, all that is missing is the second look
	for {
		name := fmt.Sprintf("%s-%x", hidden(o.path), o.sum[:8])
		err := os.Link(o.path, name)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return ""
		}
		return name
	}
}
