// Package wholefile writes files whole or not at all, replaces files only while they are
// what was read, and removes what killed runs left behind.
//
// A file is written under a hidden name beside its place (.tidytalk- and eight hex digits),
// locked as long as whoever writes it lives, and then renamed. Where a file is replaced,
// what was there keeps a second hidden name until it is sure that nobody wrote to it
// meanwhile: the same, a dash, and the beginning of the hash of what was read.
//
// The libraries for such files (renameio, natefinch/atomic, moby/sys/atomicwriter) neither
// compare what they replace nor tell their leftovers from files that are being written.
//
// Start with [Create], and with [Open] for files that are replaced.
package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/tidytalk/tidytalk/internal/filelock"
)

const prefix = ".tidytalk-"

// Temporary is a file that is being written, and has no name of its own yet. Its methods
// are for one goroutine.
type Temporary struct {
	*os.File
	lock *os.File // open while the file is not to be swept up; nil: there are no locks
	gone bool     // it has its place
}

// Create creates a temporary file in the folder of path. Unlike that of os.CreateTemp, its
// mode is what the user wants new files to have.
func Create(path string) (*Temporary, error) {
	for {
		name := hidden(path)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		t := &Temporary{File: f}
		if !t.hold() {
			t.Discard() // somebody who sweeps was faster than the lock
			continue
		}
		return t, nil
	}
}

// hidden returns a name for a temporary file in the folder of path.
func hidden(path string) string {
	return filepath.Join(filepath.Dir(path), fmt.Sprintf("%s%08x", prefix, rand.Uint32()))
}

// hold locks the file, by another descriptor than the one that is written to, since that is
// closed before the file gets its name. It reports whether the file is there still.
func (t *Temporary) hold() bool {
	if !filelock.Held {
		return true
	}
	lock, err := os.OpenFile(t.Name(), os.O_WRONLY, 0)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist) // whom it is closed to cannot sweep it either
	}
	locked, err := filelock.Exclusive(lock)
	if err != nil {
		lock.Close()
		return true
	}
	t.lock = lock
	return locked && named(lock, t.Name())
}

// named reports whether an open file has a name still.
func named(f *os.File, name string) bool {
	own, err := f.Stat()
	if err != nil {
		return false
	}
	info, err := os.Lstat(name)
	return err == nil && os.SameFile(own, info)
}

// Place renames the file, which is closed, to path, over what is there.
func (t *Temporary) Place(path string) error {
	err := os.Rename(t.Name(), path)
	if err == nil {
		t.gone = true
		t.release()
	}
	return err
}

// Discard closes and removes the file, unless it has got its place.
func (t *Temporary) Discard() {
	t.Close()
	if !t.gone {
		os.Remove(t.Name())
		t.release()
	}
}

func (t *Temporary) release() {
	if t.lock != nil {
		t.lock.Close()
		t.lock = nil
	}
}
