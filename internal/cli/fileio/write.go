package fileio

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/visible"
	"github.com/tidytalk/tidytalk/internal/wholefile"
)

// Write calls write with a buffered writer to path, or to standard output
// if path is "" or "-". Every byte gets there, but on a terminal. What killed runs left in
// the folder of path goes.
func Write(c *cli.Context, path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		w := c.App.Writer
		if !terminal.Is(w) {
			w = visible.Raw(w)
		}
		return fill(w, Stdout, write)
	}
	return sweepAndWrite(path, write)
}

// WriteShown is Write for what write has made fit for a terminal itself, with
// colours of its own.
func WriteShown(c *cli.Context, path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return fill(visible.Raw(c.App.Writer), Stdout, write)
	}
	return sweepAndWrite(path, write)
}

func sweepAndWrite(path string, write func(io.Writer) error) error {
	new(wholefile.Sweeper).Sweep(filepath.Dir(path))
	return Replace(path, write)
}

// Replace calls write with a buffered writer to path. A regular file, or the one
// that a symbolic link leads to, is replaced only when all of it is written: a
// failure leaves it as it was.
func Replace(path string, write func(io.Writer) error) error {
	if err := CheckFolder(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a directory: name a file to write to", path)
	case err == nil && !info.Mode().IsRegular():
		// A device or a pipe cannot be replaced.
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		defer f.Close()
		return fill(f, path, write)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	target := path
	if real, err := filepath.EvalSymlinks(path); err == nil {
		target = real
	}
	t, err := Beside(target, path, info, write)
	if err != nil {
		return err
	}
	defer t.Discard()
	return t.Place(target)
}

// Beside calls write with a buffered writer to a temporary file beside path, which is
// no symbolic link, and is called name in messages. old is what is there, which is to be
// replaced, nil if nothing is; the file gets its owner and its mode. It is closed, and
// is to be placed or discarded.
func Beside(path, name string, old fs.FileInfo, write func(io.Writer) error) (*wholefile.Temporary, error) {
	t, err := wholefile.Create(path)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", name, err)
	}
	if err := writeAll(t.File, name, old, write); err != nil {
		t.Discard()
		return nil, err
	}
	return t, nil
}

func writeAll(f *os.File, name string, old fs.FileInfo, write func(io.Writer) error) error {
	if old != nil {
		wholefile.KeepOwner(f, old)
		if err := f.Chmod(old.Mode().Perm()); err != nil {
			return &WriteError{name, err}
		}
	}
	if err := fill(f, name, write); err != nil {
		return err
	}
	if old != nil {
		// What was there must not be lost if the machine stops now.
		if err := f.Sync(); err != nil {
			return &WriteError{name, err}
		}
	}
	if err := f.Close(); err != nil {
		return &WriteError{name, err}
	}
	return nil
}

func fill(w io.Writer, path string, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(&namedWriter{w, path}, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// WriteError is a failure to write output, whatever was being read.
type WriteError struct {
	Path string
	err  error
}

func (e *WriteError) Error() string {
	if errors.Is(e.err, syscall.EBADF) && e.Path == Stdout {
		return "writing " + Stdout + ": it is closed"
	}
	return fmt.Sprintf("writing %s: %v", e.Path, e.err)
}

// Lost returns the error of a write to what is called path in messages; nil: there was none.
func Lost(path string, err error) error {
	if err == nil {
		return nil
	}
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		err = p.Err // of a temporary file, or of another name for the output
	}
	return &WriteError{path, err}
}

func (e *WriteError) Unwrap() error { return e.err }

// namedWriter says in its errors what could not be written.
type namedWriter struct {
	w    io.Writer
	path string
}

func (w *namedWriter) Write(b []byte) (int, error) {
	n, err := w.w.Write(b)
	return n, Lost(w.path, err)
}

// WriteBytes is Write for what is there already; it makes the folder of a file.
func WriteBytes(c *cli.Context, path string, b []byte) error {
	if err := MakeParent(path); err != nil {
		return err
	}
	return Write(c, path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}
