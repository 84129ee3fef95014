// Package fileio reads and writes the files that commands name, and standard input and output.
//
// Start with [Open] and [Write].
package fileio

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/terminal"
)

// What standard input and output are called in messages.
const (
	Stdin  = "standard input"
	Stdout = "standard output"
)

// Open opens a file to read, or standard input for "-".
func Open(ctx context.Context, stdin io.Reader, path string) (io.ReadCloser, string, error) {
	if path == "-" {
		return io.NopCloser(terminal.NewPatient(ctx, stdin)), Stdin, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s is a directory: name the files in it", path)
	}
	if err != nil {
		f.Close()
		return nil, "", err
	}
	if !info.Mode().IsRegular() {
		return struct {
			io.Reader
			io.Closer
		}{terminal.NewPatient(ctx, f), f}, path, nil
	}
	return f, path, nil
}

// EachInput calls f for each of the named inputs, for standard input if there
// are none.
func EachInput(c *cli.Context, paths []string, f func(r io.Reader, name string) error) error {
	if len(paths) == 0 {
		paths = []string{"-"}
	}
	for _, path := range paths {
		r, name, err := Open(c.Context, c.App.Reader, path)
		if err != nil {
			return err
		}
		err = f(r, name)
		r.Close()
		if err != nil {
			return err
		}
	}
	return nil
}
