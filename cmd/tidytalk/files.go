package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/visible"
	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/serve/intake"
	"github.com/tidytalk/tidytalk/text/formats"
)

// What standard input and output are called in messages.
const (
	stdinName  = "standard input"
	stdoutName = "standard output"
)

// writeOutput calls write with a buffered writer to path, or to standard output
// if path is "" or "-". Every byte gets there, but on a terminal. What killed runs left in
// the folder of path goes.
func writeOutput(c *cli.Context, path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		w := c.App.Writer
		if !isTerminal(w) {
			w = visible.Raw(w)
		}
		return fill(w, stdoutName, write)
	}
	return sweepAndWrite(path, write)
}

// writeShown is writeOutput for what write has made fit for a terminal itself, with
// colours of its own.
func writeShown(c *cli.Context, path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return fill(visible.Raw(c.App.Writer), stdoutName, write)
	}
	return sweepAndWrite(path, write)
}

func sweepAndWrite(path string, write func(io.Writer) error) error {
	new(wholefile.Sweeper).Sweep(filepath.Dir(path))
	return writeWhole(path, write)
}

// writeWhole calls write with a buffered writer to path. A regular file, or the one
// that a symbolic link leads to, is replaced only when all of it is written: a
// failure leaves it as it was.
func writeWhole(path string, write func(io.Writer) error) error {
	if err := checkFolderOf(path); err != nil {
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
	t, err := writeBeside(target, path, info, write)
	if err != nil {
		return err
	}
	defer t.Discard()
	return t.Place(target)
}

// checkFolderOf returns an error if there is no folder for the file of a path.
func checkFolderOf(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	folder := filepath.Dir(path)
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot write %s: the folder %s does not exist: make it first", path, folder)
	case err == nil && !info.IsDir():
		return fmt.Errorf("cannot write %s: %s is no folder", path, folder)
	}
	return nil // what else is wrong shows when it is written
}

// writeBeside calls write with a buffered writer to a temporary file beside path, which is
// no symbolic link, and is called name in messages. old is what is there, which is to be
// replaced, nil if nothing is; the file gets its owner and its mode. It is closed, and
// is to be placed or discarded.
func writeBeside(path, name string, old fs.FileInfo, write func(io.Writer) error) (*wholefile.Temporary, error) {
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
			return &writeError{name, err}
		}
	}
	if err := fill(f, name, write); err != nil {
		return err
	}
	if old != nil {
		// What was there must not be lost if the machine stops now.
		if err := f.Sync(); err != nil {
			return &writeError{name, err}
		}
	}
	if err := f.Close(); err != nil {
		return &writeError{name, err}
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

// writeError is a failure to write output, whatever was being read.
type writeError struct {
	path string
	err  error
}

func (e *writeError) Error() string { return fmt.Sprintf("writing %s: %v", e.path, e.err) }
func (e *writeError) Unwrap() error { return e.err }

// namedWriter says in its errors what could not be written.
type namedWriter struct {
	w    io.Writer
	path string
}

func (w *namedWriter) Write(b []byte) (int, error) {
	n, err := w.w.Write(b)
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err // of a temporary file, or of another name for the output
	}
	if err != nil {
		err = &writeError{w.path, err}
	}
	return n, err
}

// openInput opens a file to read, or standard input for "-".
func openInput(ctx context.Context, stdin io.Reader, path string) (io.ReadCloser, string, error) {
	if path == "-" {
		return io.NopCloser(newPatient(ctx, stdin)), stdinName, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a directory: name the files in it", path)
	}
	if err != nil {
		f.Close()
		return nil, "", err
	}
	if !info.Mode().IsRegular() {
		return struct {
			io.Reader
			io.Closer
		}{newPatient(ctx, f), f}, path, nil
	}
	return f, path, nil
}

// maxPiped is how much is read of what is no file: nobody knows how long it is, and all of
// it is held in memory.
const maxPiped = 256 << 20

// readInput reads a whole file, or standard input for "-", as a format; "" is the one that
// its name and its content say: see intake.ReadSource.
func readInput(ctx context.Context, stdin io.Reader, path string, format formats.Format) (src, name string, err error) {
	r, name, err := openInput(ctx, stdin, path)
	if err != nil {
		return "", name, err
	}
	defer r.Close()
	f, isFile := r.(*os.File)
	if !isFile {
		src, err = intake.ReadSource(bounded.Reader(r, name, maxPiped), name, format)
		if errors.Is(err, bounded.ErrTooLarge) {
			err = fmt.Errorf("%s holds more than %s: write it to a file, cut it into parts, or clean it as it comes with --stream", name, bounded.Size(maxPiped))
		}
		return src, name, err
	}
	src, err = intake.ReadSource(f, name, format)
	return src, name, err
}
