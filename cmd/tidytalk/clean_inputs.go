package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/intake"
	"github.com/tidytalk/tidytalk/text/formats"
)

// input is a file to clean, or standard input.
type input struct {
	path string // "-" for standard input
	out  string // the file that its result is written to; "" is the output of all, or the file itself
	// found says that only a folder that it is in was named.
	found bool
}

// findInputs returns what arguments name: files, standard input, and the known files
// in folders. With an output folder, every one gets its place in it. What would be
// the same file with the same output is taken once. Links in folders that lead out of them
// are followed unless they are to stay inside: then they are returned as outside.
func findInputs(args []string, outDir, to string, inside bool) (found []input, outside []string, err error) {
	seen := make(map[input]int) // by resolved path: the place in found, from 1
	add := func(path, rel string, inFolder bool) {
		in := input{path: path, found: inFolder}
		if outDir != "" {
			in.out = filepath.Join(outDir, intake.OutputName(rel, to))
		}
		id := input{path: intake.Resolved(path), out: in.out}
		if path == "-" {
			id.path = "-"
		}
		if seen[id] == 0 {
			found = append(found, in)
			seen[id] = len(found)
		}
		found[seen[id]-1].found = found[seen[id]-1].found && inFolder
	}
	for _, arg := range args {
		if info, err := os.Stat(arg); arg == "-" || err != nil || !info.IsDir() {
			add(arg, filepath.Base(arg), false) // what cannot be read is reported when its turn comes
			continue
		}
		files, links, err := intake.Known(arg, outDir, inside)
		for _, rel := range links {
			outside = append(outside, filepath.Join(arg, rel))
		}
		if err == nil && len(files) == 0 {
			err = fmt.Errorf("%s has no files that end in %s: name other files one by one", arg, strings.Join(intake.Extensions(), ", "))
		}
		if err != nil {
			return nil, outside, err
		}
		for _, rel := range files {
			add(filepath.Join(arg, rel), rel, true)
		}
	}
	return found, outside, nil
}

// shard is a part of the inputs, for one of several machines: every of-th one from
// the place-th on. The zero shard is all of them.
type shard struct{ place, of int }

func parseShard(s string) (shard, error) {
	place, of, ok := strings.Cut(s, "/")
	i, err := strconv.Atoi(place)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || i < 1 || i > n {
		return shard{}, usage.Errorf("--shard is such as 2/5, the second of five, not %q", s)
	}
	return shard{i, n}, nil
}

func (s shard) take(inputs []input) []input {
	if s.of == 0 {
		return inputs
	}
	var part []input
	for i := s.place - 1; i < len(inputs); i += s.of {
		part = append(part, inputs[i])
	}
	return part
}

// maxPiped is how much is read of what is no file: nobody knows how long it is, and all of
// it is held in memory.
const maxPiped = 256 << 20

// readInput reads a whole file, or standard input for "-": see intake.ReadSource.
func readInput(ctx context.Context, stdin io.Reader, path string, how formats.Reading) (src, name string, err error) {
	r, name, err := fileio.Open(ctx, stdin, path)
	if err != nil {
		return "", name, err
	}
	defer r.Close()
	f, isFile := r.(*os.File)
	if !isFile {
		src, err = intake.ReadSource(bounded.Reader(r, name, maxPiped), name, how)
		if errors.Is(err, bounded.ErrTooLarge) {
			err = fmt.Errorf("%s holds more than %s: write it to a file, cut it into parts, or clean it as it comes with --stream", name, bounded.Size(maxPiped))
		}
		return src, name, err
	}
	src, err = intake.ReadSource(f, name, how)
	return src, name, err
}
