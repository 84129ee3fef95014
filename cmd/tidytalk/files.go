package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"
)

// writeOutput calls write with a buffered writer to path, or to standard output
// if path is "" or "-". A regular file is replaced only when all of it is
// written: a failure leaves it as it was.
func writeOutput(c *cli.Context, path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return fill(c.App.Writer, "standard output", write)
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
	f, err := os.CreateTemp(filepath.Dir(path), ".tidytalk-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	defer os.Remove(f.Name())
	mode := fs.FileMode(0o644)
	if info != nil {
		mode = info.Mode().Perm()
	}
	if err := errors.Join(f.Chmod(mode), fill(f, path, write)); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
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
func openInput(c *cli.Context, path string) (io.ReadCloser, string, error) {
	if path == "-" {
		return io.NopCloser(c.App.Reader), "standard input", nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	if info, err := f.Stat(); err != nil || info.IsDir() {
		f.Close()
		if err == nil {
			err = fmt.Errorf("%s is a directory: name the files in it", path)
		}
		return nil, "", err
	}
	return f, path, nil
}
