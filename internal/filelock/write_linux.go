package filelock

import (
	"fmt"
	"os"
	"syscall"
)

// Written reports whether somebody, of this process or another one, has a file open to write
// to it. f is open to be read only. It asks for a lease, which only a file has that nobody can
// write to; the system grants it the owner of the file, and root.
func Written(f *os.File) (bool, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return false, err
	}
	var failed syscall.Errno
	err = raw.Control(func(fd uintptr) {
		if _, _, failed = syscall.Syscall(syscall.SYS_FCNTL, fd, syscall.F_SETLEASE, syscall.F_RDLCK); failed == 0 {
			syscall.Syscall(syscall.SYS_FCNTL, fd, syscall.F_SETLEASE, syscall.F_UNLCK)
		}
	})
	switch {
	case err != nil:
		return false, err
	case failed == 0:
		return false, nil
	case failed == syscall.EAGAIN:
		return true, nil
	}
	return false, fmt.Errorf("who has %s open: %w: %w", f.Name(), ErrUnsupported, failed)
}
