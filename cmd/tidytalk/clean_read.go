package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/serve/intake"
	"github.com/tidytalk/tidytalk/text/formats"
)

// maxPiped is how much is read of what is no file: nobody knows how long it is, and all of
// it is held in memory.
const maxPiped = 256 << 20

// readInput reads a whole file, or standard input for "-", as a format; "" is the one that
// its name and its content say: see intake.ReadSource.
func readInput(ctx context.Context, stdin io.Reader, path string, format formats.Format) (src, name string, err error) {
	r, name, err := fileio.Open(ctx, stdin, path)
	if err != nil {
		return "", name, err
	}
	defer r.Close()
	f, isFile := r.(*os.File)
	if !isFile {
		src, err = intake.ReadSource(bounded.Reader(r, name, maxPiped), name, format)
		if errors.Is(err, bounded.ErrTooLarge) {
			err = fmt.Errorf("%s holds more than %s: write it to a file, cut it into parts, or clean it as it comes with --stream", name, bounded.Size(maxPiped))
		}
		return src, name, err
	}
	src, err = intake.ReadSource(f, name, format)
	return src, name, err
}
