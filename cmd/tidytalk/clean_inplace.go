package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/serve/intake"
)

// original is a file that is to be replaced by what becomes of it.
type original struct {
	*wholefile.Original
	name   string // what it is called in messages
	backup string // suffix of the name that keeps the original; "" keeps none
}

// changedError is about a file that is not what was read when it is to be replaced.
type changedError struct {
	name string
	err  error // wraps wholefile.ErrChanged
}

func (e *changedError) Error() string {
	switch e.err {
	case wholefile.ErrChanged:
		return e.name + " changed while it was cleaned: left as it is; run again"
	case wholefile.ErrOpen:
		return e.name + " is open in another program, which may write to it: left as it is; run again when that has closed it"
	}
	return fmt.Sprintf("%s: %v", e.name, e.err)
}

func (e *changedError) Unwrap() error { return e.err }

// openOriginal opens the file of a name, or the one that a symbolic link leads to, and
// checks that it may be replaced. It goes by the write bits, too, since root passes any
// other check.
func openOriginal(name, backup string) (*original, error) {
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file: --in-place replaces only those", name)
	}
	const anyWrite = 0o222
	if info.Mode()&anyWrite == 0 {
		return nil, fmt.Errorf("%s is read-only: make it writable, or write elsewhere with --out-dir", name)
	}
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	if folder.Mode()&anyWrite == 0 {
		return nil, fmt.Errorf("%s cannot be replaced: its folder is read-only; make it writable, or write elsewhere with --out-dir", name)
	}
	f, err := wholefile.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be replaced: %w", name, err)
	}
	return &original{f, name, backup}, nil
}

// cleanInPlace cleans a file, and puts the result into its place if it is another text.
func (b *batch) cleanInPlace(ctx context.Context, in input, o *outcome) error {
	old, err := openOriginal(in.path, b.flags.backup)
	if err != nil {
		return err
	}
	defer old.Close()
	b.sweepFor(old.Path(), o)
	src, err := intake.ReadSource(old.File, in.path, b.f.Input())
	if err != nil {
		return err
	}
	o.bytes = len(src)
	if src == "" {
		o.nothing()
		o.status = statusUnchanged
		return nil
	}
	read := wholefile.SumOf(src)
	old.Read(read)
	if b.done.has(read) {
		o.status = statusAlready
		return nil
	}
	var text strings.Builder
	if err := b.cleanText(ctx, src, in.path, o, &text); err != nil {
		return err
	}
	if text.String() == src {
		o.status = statusUnchanged
		b.done.add(read, o)
		return nil
	}
	return b.replace(old, read, text.String(), o)
}

// replace puts a text into the place of a file, what was read of which has the hash read.
func (b *batch) replace(old *original, read wholefile.Sum, text string, o *outcome) error {
	t, err := fileio.Beside(old.Path(), old.name, old.Info(), func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if err != nil {
		return err
	}
	defer t.Discard()
	result := wholefile.SumOf(text)
	b.done.add(result, o)
	names := wholefile.Links(old.Info())
	kept := false
	if old.backup != "" {
		if kept, err = old.keep(read); err != nil {
			return err
		}
		if backup, err := os.Stat(old.Path() + old.backup); err == nil && !kept && os.SameFile(backup, old.Info()) {
			names-- // one of them is the backup of a run that was killed
		}
	}
	err = old.Replace(t, result)
	switch {
	case err == nil && names > 1:
		o.notes = append(o.notes, fmt.Sprintf("%s had %d names (hard links): the others keep the text as it was", old.name, names))
	case errors.Is(err, wholefile.ErrChanged):
		if kept {
			os.Remove(old.Path() + old.backup)
		}
		if wholefile.Holds(old.Path(), result) {
			return nil // another run did the same
		}
		return &changedError{old.name, err}
	}
	return err
}

// keep gives the original a second name, or, where that cannot be, copies it. It reports
// whether the backup is new: one that holds what was read, with the hash read, is that of a
// run that was killed, or of another one at the same time.
func (o *original) keep(read wholefile.Sum) (isNew bool, err error) {
	to := o.Path() + o.backup
	if err = os.Link(o.Path(), to); err != nil && !errors.Is(err, fs.ErrExist) {
		err = copyFile(o.File, to, o.Info())
	}
	switch {
	case err == nil:
		return true, nil
	case !errors.Is(err, fs.ErrExist):
		return false, fmt.Errorf("cannot keep %s as %s: %w", o.name, to, err)
	case wholefile.Holds(to, read):
		return false, nil
	}
	return false, fmt.Errorf("%s exists already, and %s is left as it was: move the old backup away, or take another suffix", to, o.name)
}

// copyFile copies a file to a name that is not taken, whole or not at all.
func copyFile(from *os.File, to string, info fs.FileInfo) error {
	if _, err := os.Lstat(to); err == nil {
		return fs.ErrExist
	}
	t, err := fileio.Beside(to, to, info, func(w io.Writer) error {
		_, err := io.Copy(w, io.NewSectionReader(from, 0, 1<<63-1))
		return err
	})
	if err != nil {
		return err
	}
	defer t.Discard()
	return t.Place(to)
}

// sweepFor removes what killed runs left in the folder of a file.
func (b *batch) sweepFor(path string, o *outcome) {
	for _, kept := range b.swept.Sweep(filepath.Dir(path)) {
		o.notes = append(o.notes, kept+" is a file that another program wrote to while a run replaced it that was killed: what it wrote is only there")
	}
}
