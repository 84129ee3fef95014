//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package filelock

import "os"

// Held reports whether a file that is open may be renamed and removed.
const Held = false

// Exclusive returns ErrUnsupported here.
func Exclusive(*os.File) (bool, error) { return false, ErrUnsupported }

// Shared returns ErrUnsupported here.
func Shared(*os.File) (bool, error) { return false, ErrUnsupported }
