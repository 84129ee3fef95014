package steps

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gofrs/flock"
)

// ErrBusy is wrapped by the error of Open where another program has the folder.
var ErrBusy = errors.New("another training is at work in this folder")

// lockName is the file in a folder that is locked while a program works there. It is the
// mark of a folder that was made for the steps, too, and is removed with it.
const lockName = ".tidytalk-work"

// madeHere is what the lock file of a folder says that Open made.
const madeHere = "This folder was made for the finished steps of a training.\n"

// Folder is a folder of finished steps that this program has for itself, until Close. It
// belongs to one goroutine.
type Folder struct {
	dir  string
	made bool // by Open, now or earlier
	lock *flock.Flock
}

// Open makes a folder, if it is not there, takes it for this program and removes what
// programs that were killed have left half-written. The lock is one of the system's, which
// ends with the program however that ends. The error wraps ErrBusy if another program has
// the folder.
func Open(dir string) (*Folder, error) {
	path := filepath.Join(dir, lockName)
	switch info, err := os.Stat(dir); {
	case err == nil && !info.IsDir():
		return nil, fmt.Errorf("%s is a file: name a folder for the finished steps of training", dir)
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		// Before it is locked, since some systems let nobody write to a locked file.
		if err := os.WriteFile(path, []byte(madeHere), 0o644); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	}
	mark, _ := os.ReadFile(path)
	f := &Folder{dir, string(mark) == madeHere, flock.New(path)}
	ok, err := f.lock.TryLock()
	if err != nil {
		return nil, fmt.Errorf("cannot work in %s: %w", dir, err)
	}
	if !ok || !f.holds() {
		return nil, errors.Join(fmt.Errorf("%s: %w", dir, ErrBusy), f.lock.Close())
	}
	return f, f.remove(func(name string) bool { return strings.HasSuffix(name, partly) })
}

// holds reports whether the file that is locked is the one in the folder: a program that is
// done takes its file away, and one that comes next makes another.
func (f *Folder) holds() bool {
	locked, err := f.lock.Stat()
	there, err2 := os.Stat(f.lock.Path())
	return err == nil && err2 == nil && os.SameFile(locked, there)
}

// Clean removes all steps, of whatever training. Files that Run has not written are kept.
func (f *Folder) Clean() error { return f.remove(func(string) bool { return true }) }

// isOwn reports whether Run has written a file.
func isOwn(e fs.DirEntry) bool { return e.Type().IsRegular() && own().MatchString(e.Name()) }

// remove removes the steps whose names are such.
func (f *Folder) remove(such func(name string) bool) error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !isOwn(e) || !such(e.Name()) {
			continue
		}
		if err := os.Remove(filepath.Join(f.dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// Close gives the folder back. A folder that Open made, then or earlier, is removed if there is
// nothing in it any more.
func (f *Folder) Close() error {
	entries, err := os.ReadDir(f.dir)
	// Where files that are open cannot be removed, the lock file is left.
	if err == nil && !slices.ContainsFunc(entries, isOwn) && os.Remove(f.lock.Path()) == nil && f.made && len(entries) == 1 {
		err = os.Remove(f.dir)
	}
	return errors.Join(err, f.lock.Close())
}
