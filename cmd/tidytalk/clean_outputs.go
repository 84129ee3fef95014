package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/visible"
)

// checkOutputs returns an error if two inputs would write one file, or if a file
// would be both input and output. Shared is the output of the inputs that have none
// of their own; nil, or no regular file, is never an input.
func checkOutputs(inputs []input, shared *existing) error {
	files := make(fileSet)
	for _, in := range inputs {
		if in.path == "-" {
			continue
		}
		if info, err := os.Stat(in.path); err == nil && info.Mode().IsRegular() {
			files.add(in.path, info)
		}
	}
	if shared != nil {
		return files.refuse(shared.name, shared.info)
	}
	writers := make(map[string]string)
	for _, in := range inputs {
		if in.out == "" {
			continue
		}
		if other, ok := writers[in.out]; ok {
			return fmt.Errorf("%s and %s would both be written to %s: clean them with an --out-dir each", other, in.path, in.out)
		}
		writers[in.out] = in.path
		if info, err := os.Stat(in.out); err == nil {
			if err := files.refuse(in.out, info); err != nil {
				return err
			}
		}
	}
	return nil
}

// existing is a file that is there already.
type existing struct {
	name string
	info fs.FileInfo
}

// sharedOutput returns the file that --output names, "" for what standard output
// leads to; nil if there is none yet.
func sharedOutput(path string, stdout io.Writer) *existing {
	if path != "" {
		if info, err := os.Stat(path); err == nil {
			return &existing{path, info}
		}
		return nil
	}
	if f, ok := visible.Raw(stdout).(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			return &existing{fileio.Stdout, info}
		}
	}
	return nil
}

// fileSet finds files whatever they are called. Those that os.SameFile has to look
// at agree in size and time.
type fileSet map[stamp][]existing

type stamp struct{ size, time int64 }

func stampOf(info fs.FileInfo) stamp { return stamp{info.Size(), info.ModTime().UnixNano()} }

func (s fileSet) add(name string, info fs.FileInfo) {
	at := stampOf(info)
	s[at] = append(s[at], existing{name, info})
}

// refuse returns an error if an output is a file of the set.
func (s fileSet) refuse(name string, info fs.FileInfo) error {
	for _, f := range s[stampOf(info)] {
		if os.SameFile(f.info, info) {
			return fmt.Errorf("%s is an input, and would be written to as %s: write elsewhere, or use --in-place", f.name, name)
		}
	}
	return nil
}
