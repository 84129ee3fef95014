package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/formats"
)

// What standard input and output are called in messages.
const (
	stdinName  = "standard input"
	stdoutName = "standard output"
)

// writeOutput calls write with a buffered writer to path, or to standard output
// if path is "" or "-".
func writeOutput(c *cli.Context, path string, write func(io.Writer) error) error {
	if path == "" || path == "-" {
		return fill(c.App.Writer, stdoutName, write)
	}
	return writeWhole(path, write)
}

// writeWhole calls write with a buffered writer to path. A regular file, or the one
// that a symbolic link leads to, is replaced only when all of it is written: a
// failure leaves it as it was.
func writeWhole(path string, write func(io.Writer) error) error {
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
	r := replacement{path: path, name: path, old: info}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		r.path = real
	}
	return r.write(write)
}

// replacement is a file that is written beside another one, and takes its place. The
// libraries for that (renameio, natefinch/atomic, moby/sys/atomicwriter) do not keep the
// owner, which matters where root cleans the files of others.
type replacement struct {
	path   string       // no symbolic link
	name   string       // what path is called in messages
	old    fs.FileInfo  // of what is there; nil: nothing is
	before func() error // called when all is written and nothing is replaced yet; may be nil
}

func (r *replacement) write(write func(io.Writer) error) error {
	f, err := createBeside(r.path)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", r.name, err)
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if r.old != nil {
		keepOwner(f, r.old)
		if err := f.Chmod(r.old.Mode().Perm()); err != nil {
			return &writeError{r.name, err}
		}
	}
	if err := fill(f, r.name, write); err != nil {
		return err
	}
	if r.old != nil {
		// What was there must not be lost if the machine stops now.
		if err := f.Sync(); err != nil {
			return &writeError{r.name, err}
		}
	}
	if err := f.Close(); err != nil {
		return &writeError{r.name, err}
	}
	if r.before != nil {
		if err := r.before(); err != nil {
			return err
		}
	}
	return os.Rename(f.Name(), r.path)
}

// createBeside creates a hidden file with a new name in the folder of path. Unlike
// that of os.CreateTemp, its mode is what the user wants new files to have.
func createBeside(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".tidytalk-%08x", rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
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
		return io.NopCloser(&patient{ctx, stdin}), stdinName, nil
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
		}{&patient{ctx, f}, f}, path, nil
	}
	return f, path, nil
}

// readInput reads a whole file, or standard input for "-". Compressed files are
// refused, but for Word documents: what a small one holds may fill the memory.
func readInput(ctx context.Context, stdin io.Reader, path string) (src, name string, err error) {
	r, name, err := openInput(ctx, stdin, path)
	if err != nil {
		return "", name, err
	}
	defer r.Close()
	in := bufio.NewReader(r)
	head, err := in.Peek(6)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", name, fmt.Errorf("reading %s: %w", name, err)
	}
	unsupported := func(what string) error {
		return fmt.Errorf("%s is %s: unpack or export the transcript first", name, what)
	}
	what := formats.Unsupported(head)
	if what != "" && !formats.IsZip(head) {
		return "", name, unsupported(what)
	}
	var b strings.Builder
	if f, ok := r.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			b.Grow(int(info.Size()))
		}
	}
	if _, err := io.Copy(&b, in); err != nil {
		return "", name, fmt.Errorf("reading %s: %w", name, err)
	}
	if what != "" && formats.ByExtension(name) != formats.DOCX {
		if what = formats.Unsupported(b.String()); what != "" {
			return "", name, unsupported(what)
		}
	}
	return b.String(), name, nil
}
