//go:build !linux

package filelock

import "os"

// Written returns ErrUnsupported here.
func Written(*os.File) (bool, error) { return false, ErrUnsupported }
