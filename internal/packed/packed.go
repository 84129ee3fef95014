// Package packed opens files that may be compressed.
//
// [Open] is all of it.
package packed

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Open opens a file, or, where it is not there, the compressed one beside it, whose name
// ends with .gz besides. What such a file holds is read, be it named or found. Without
// either the error is fs.ErrNotExist, and names both.
func Open(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && !strings.HasSuffix(path, ".gz") {
		path += ".gz"
		missing := err
		if f, err = os.Open(path); errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w, nor is there %s", missing, path)
		}
	}
	if err != nil {
		return nil, err
	}
	if !strings.HasSuffix(path, ".gz") {
		return f, nil
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return file{z, f}, nil
}

// file is what a compressed file holds.
type file struct {
	*gzip.Reader
	packed *os.File
}

// Close closes the file.
func (f file) Close() error { return errors.Join(f.Reader.Close(), f.packed.Close()) }
