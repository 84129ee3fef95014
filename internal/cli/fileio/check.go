package fileio

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// CheckFolder returns an error if there is no folder for the file of a path.
func CheckFolder(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	folder := filepath.Dir(path)
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot write %s: the folder %s does not exist: make it first", path, folder)
	case err == nil && !info.IsDir():
		return fmt.Errorf("cannot write %s: %s is no folder", path, folder)
	}
	return nil // what else is wrong shows when it is written
}

// Check returns an error if a file cannot be written, before hours of work are put
// into what it is for.
func Check(path string) error {
	info, err := os.Stat(path)
	switch {
	case path == "" || path == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir():
		return nil // a device or a pipe
	case err == nil && info.IsDir() || os.IsPathSeparator(path[len(path)-1]):
		return fmt.Errorf("%s is a directory: name a file to write to", path)
	}
	parent := filepath.Dir(path)
	switch info, err := os.Stat(parent); {
	case errors.Is(err, fs.ErrNotExist):
		return nil // it is made when there is something to write
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("cannot write %s: %s is no folder", path, parent)
	}
	f, err := os.CreateTemp(parent, ".tidytalk-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// MakeParent makes the folder of a file, if it is not there.
func MakeParent(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	return os.MkdirAll(filepath.Dir(path), 0o755)
}
