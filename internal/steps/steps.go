// Package steps keeps the results of finished steps of training in a folder, so
// that training which was interrupted goes on where it was.
package steps

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
)

// Run returns the result of a step that was finished in dir with the same name and
// configuration, or makes it with train and keeps it. With dir "" nothing is kept.
func Run(dir, name, config string, train func() ([]byte, error)) ([]byte, error) {
	if dir == "" {
		return train()
	}
	path := filepath.Join(dir, strings.Map(fileName, name)+"-"+container.Hash(config)+".tt")
	switch b, err := os.ReadFile(path); {
	case err == nil:
		return b, nil
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	b, err := train()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	// A step that is cut off while writing must not look finished.
	if err := os.WriteFile(path+".part", b, 0o644); err != nil {
		return nil, err
	}
	return b, os.Rename(path+".part", path)
}

func fileName(r rune) rune {
	switch r {
	case ' ':
		return '-'
	case ',', '/', '\\':
		return -1
	}
	return r
}
