package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// original is a file that is to be replaced by what becomes of it.
type original struct {
	path   string // no symbolic link
	name   string // what it is called in messages
	info   fs.FileInfo
	backup string // suffix of the name that keeps the original; "" keeps none
}

// openOriginal checks that the file of a name, or the one that a symbolic link leads
// to, may be replaced. It goes by the write bits, too, since root passes any other
// check.
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
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be replaced: %w", name, err)
	}
	return &original{path, name, info, backup}, f.Close()
}

// replace puts what write makes of the file, whose text is src, in its place, and
// reports whether that is another text. If not, the file is not touched.
func (o *original) replace(src string, write func(io.Writer) error) (changed bool, err error) {
	var text strings.Builder
	if err := write(&text); err != nil {
		return false, err
	}
	if text.String() == src {
		return false, nil
	}
	r := replacement{path: o.path, name: o.name, old: o.info}
	if o.backup != "" {
		r.before = o.keep
	}
	err = r.write(func(w io.Writer) error {
		_, err := io.WriteString(w, text.String())
		return err
	})
	return err == nil, err
}

// keep gives the original a second name, or, where that cannot be, copies it.
func (o *original) keep() error {
	to := o.path + o.backup
	err := os.Link(o.path, to)
	if err != nil {
		err = copyFile(o.path, to, o.info.Mode().Perm())
	}
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists already, and %s is left as it was: move the old backup away, or take another suffix", to, o.name)
	}
	if err != nil {
		return fmt.Errorf("cannot keep %s as %s: %w", o.name, to, err)
	}
	return nil
}

// copyFile copies a file to a name that is not taken.
func copyFile(from, to string, mode fs.FileMode) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if err = errors.Join(err, out.Sync(), out.Close()); err != nil {
		os.Remove(to)
	}
	return err
}
