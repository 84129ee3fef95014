//go:build unix && !solaris && !illumos && !aix

package mapped

import (
	"os"
	"syscall"
)

// mapFile returns the first bytes of a file, mapped for reading alone.
func mapFile(f *os.File, size int) ([]byte, func(), error) {
	b, err := syscall.Mmap(int(f.Fd()), 0, size, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return load(f, size)
	}
	return b, func() { syscall.Munmap(b) }, nil
}
