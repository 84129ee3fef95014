//go:build unix

package wholefile

import (
	"io/fs"
	"os"
	"syscall"
)

// Links returns how many names a file has; 1 where that is not known.
func Links(info fs.FileInfo) int {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Nlink)
	}
	return 1
}

// KeepOwner gives a file the owner of another one, as far as the user may. It matters
// where root cleans the files of others.
func KeepOwner(f *os.File, old fs.FileInfo) {
	if s, ok := old.Sys().(*syscall.Stat_t); ok {
		f.Chown(int(s.Uid), int(s.Gid)) // who may not owns it himself, as with any editor
	}
}
