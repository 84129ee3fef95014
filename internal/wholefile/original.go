package wholefile

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/tidytalk/tidytalk/internal/filelock"
)

// ErrChanged is the error of Replace about a file that is not what was read any more. It is
// left as it is.
var ErrChanged = errors.New("the file changed after it was read")

// ErrOpen wraps ErrChanged, and is the error about a file that another program has open to
// write to it: it may yet do so, and what it writes goes to this file, whatever name it has then.
var ErrOpen = fmt.Errorf("%w, or may change: another program has it open", ErrChanged)

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

	hook func(moment) // tests write to the files there
}

// moment is when the hook is called.
type moment int

const (
	looked  moment = iota // at the original, which is to be renamed over
	renamed               // and is to be looked at again
	undoing               // the result is to be renamed over
)

// Open opens a file that is to be replaced. path is no symbolic link.
func Open(path string) (*Original, error) {
	// Whoever may not write to it may not replace it. It does not stay open like this, since
	// another run would wait for its end.
	w, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	w.Close()
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Original{File: f, path: path, info: info, hook: func(moment) {}}, nil
}

// Path returns what the file was opened as.
func (o *Original) Path() string { return o.path }

// Info returns what the file was when it was opened.
func (o *Original) Info() fs.FileInfo { return o.info }

// Read takes down the hash of what was read of the file, by which Replace knows it again.
func (o *Original) Read(sum Sum) { o.sum = sum }

// look returns nil if the file of a name is the one that info is of, holds what has this hash,
// and is nowhere open to be written to, as far as the system tells; else ErrChanged or ErrOpen.
// The time alone does not tell what it holds: clocks of file systems are coarse.
func look(name string, info fs.FileInfo, sum Sum) error {
	f, err := os.Open(name)
	if err != nil {
		return ErrChanged
	}
	defer f.Close()
	open := written(f) // before the content is read: whoever has closed it has written
	now, err := f.Stat()
	if err != nil || !os.SameFile(now, info) || now.Size() != info.Size() || !now.ModTime().Equal(info.ModTime()) {
		return ErrChanged
	}
	if own, err := SumOfFile(f); err != nil || own != sum {
		return ErrChanged
	}
	if open {
		return ErrOpen
	}
	return nil
}

// written reports whether a file is open to be written to, and stays so for a while: most
// programs that append to a file close it soon. Where that is not known, it is not.
func written(f *os.File) bool {
	for wait := time.Millisecond; ; wait *= 2 {
		open, err := filelock.Written(f)
		if err != nil || !open {
			return false
		}
		if wait > 32*time.Millisecond {
			return true
		}
		time.Sleep(wait)
	}
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

// Replace puts a temporary file, which is written and closed and holds what has the hash sum,
// in the place of the original. It does so only if that is the file that was opened, of the
// size and the time that it had then and with the content that was read, and nobody has it
// open to write to it; else the error wraps ErrChanged. Where a file can have two names, it
// looks again after the renaming, when nobody can open the original by its name any more, and
// undoes that if somebody wrote to it in between, or has it open.
func (o *Original) Replace(by *Temporary, sum Sum) error {
	result, err := os.Lstat(by.Name())
	if err != nil {
		return err
	}
	second := o.second(o.File, o.sum)
	defer second.remove()
	if err := look(o.path, o.info, o.sum); err != nil {
		return err
	}
	o.hook(looked)
	if !filelock.Held {
		o.Close() // a file that is open cannot be replaced
	}
	if err := by.Place(o.path); err != nil {
		return err
	}
	o.hook(renamed)
	if second.name == "" {
		return nil
	}
	changed := look(second.name, o.info, o.sum)
	if changed == nil {
		return nil
	}
	return o.undo(second, result, sum, changed)
}

// undo gives the original its name back, unless somebody wrote to the result, too: then both
// are kept. It returns changed, and what is kept.
func (o *Original) undo(second *secondName, result fs.FileInfo, sum Sum, changed error) error {
	var third *secondName // of the result
	f, err := os.Open(o.path)
	if err == nil {
		defer f.Close()
		third = o.second(f, sum)
		defer third.remove()
		if err = look(o.path, result, sum); err != nil {
			err = errors.New("so did the result")
		}
	}
	if err == nil {
		o.hook(undoing)
		err = os.Rename(second.name, o.path)
	}
	if err != nil {
		return fmt.Errorf("%w and could not be put back (%w): it is kept as %s", changed, err, second.keep())
	}
	if third.name != "" && look(third.name, result, sum) != nil {
		return fmt.Errorf("%w and was put back, and so did the result: that is kept as %s", changed, third.keep())
	}
	return changed
}

// secondName is another name of a file that is being replaced, "" if it has none.
type secondName struct{ name string }

// second gives the file at the path a second name, with its hash, and keeps that from being
// swept up as long as f is open, which is that file. There is no name where that cannot be.
func (o *Original) second(f *os.File, sum Sum) *secondName {
	filelock.Shared(f) // without it, all that is missing is the second look
	for {
		name := fmt.Sprintf("%s-%x", hidden(o.path), sum[:8])
		err := os.Link(o.path, name)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return new(secondName)
		}
		return &secondName{name}
	}
}

// remove removes the name, unless it is kept.
func (n *secondName) remove() {
	if n.name != "" {
		os.Remove(n.name)
	}
}

// keep returns the name, which stays.
func (n *secondName) keep() string {
	name := n.name
	n.name = ""
	return name
}
