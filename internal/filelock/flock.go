//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Held reports whether a file that is open may be renamed and removed: it is where locks
// are of this kind.
const Held = true

// Exclusive locks a file for this process alone. It does not wait: false says that another
// process has a lock. The lock ends when the file is closed.
func Exclusive(f *os.File) (bool, error) { return lock(f, syscall.LOCK_EX) }

// Shared locks a file for this process and others that do the same; else as Exclusive.
func Shared(f *os.File) (bool, error) { return lock(f, syscall.LOCK_SH) }

func lock(f *os.File, how int) (bool, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return false, err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		for {
			if failed = syscall.Flock(int(fd), how|syscall.LOCK_NB); failed != syscall.EINTR {
				return
			}
		}
	})
	switch err = errors.Join(err, failed); {
	case err == nil:
		return true, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		return false, nil
	}
	return false, fmt.Errorf("locking %s: %w: %w", f.Name(), ErrUnsupported, err)
}
