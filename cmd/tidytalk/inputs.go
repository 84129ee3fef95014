package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/formats"
	"github.com/tidytalk/tidytalk/internal/cleaning"
)

// input is a file to clean, or standard input.
type input struct {
	path string // "-" for standard input
	out  string // the file that its result goes to; "" is the output of all, or the file itself
}

// knownExtensions returns those of the files that are taken from folders.
func knownExtensions() []string {
	var out []string
	for _, f := range formats.All() {
		for _, e := range f.Extensions() {
			if !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	return out
}

// findInputs returns what arguments name: files, standard input, and the known files
// in folders. With an output folder, every one gets its place in it. What would be
// the same file with the same output is taken once. Links in folders that lead out of them
// are followed unless they are to stay inside: then they are returned as outside.
func findInputs(args []string, outDir, to string, inside bool) (inputs []input, outside []string, err error) {
	seen := make(map[input]bool) // by resolved path
	add := func(path, rel string) {
		in := input{path: path}
		if outDir != "" {
			in.out = filepath.Join(outDir, cleaning.OutputName(rel, to))
		}
		id := input{resolved(path), in.out}
		if path == "-" {
			id.path = "-"
		}
		if !seen[id] {
			seen[id] = true
			inputs = append(inputs, in)
		}
	}
	for _, arg := range args {
		if info, err := os.Stat(arg); arg == "-" || err != nil || !info.IsDir() {
			add(arg, filepath.Base(arg)) // what cannot be read is told when its turn comes
			continue
		}
		w, err := knownFiles(arg, outDir, inside)
		for _, rel := range w.outside {
			outside = append(outside, filepath.Join(arg, rel))
		}
		if err != nil {
			return nil, outside, err
		}
		for _, rel := range w.files {
			add(filepath.Join(arg, rel), rel)
		}
	}
	return inputs, outside, nil
}

// resolved returns what a path is called without symbolic links: one name for all
// names of a file. What cannot be found out keeps its name.
func resolved(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// knownFiles finds the known files in a folder and those below it, in lexical
// order, as paths in the folder. It does not look into outDir, where results of an
// earlier run may be.
func knownFiles(folder, outDir string, inside bool) (*walker, error) {
	w := &walker{root: folder, entered: make(map[string]bool)}
	if inside {
		w.real = resolved(folder)
	}
	if out := resolved(outDir); outDir != "" && out != resolved(folder) {
		w.entered[out] = true
	}
	if err := w.walk("."); err != nil {
		return w, err
	}
	if len(w.files) == 0 {
		return w, fmt.Errorf("%s has no files that end in %s: name other files one by one", folder, strings.Join(knownExtensions(), ", "))
	}
	return w, nil
}

type walker struct {
	root    string
	entered map[string]bool // folders by resolved path, since links may lead in circles
	files   []string
	real    string   // resolved root, where links are not to lead out of it; else ""
	outside []string // links that do
}

// leaves reports whether a link leads out of the folder where it is not to.
func (w *walker) leaves(path string) bool {
	if w.real == "" {
		return false
	}
	rel, err := filepath.Rel(w.real, resolved(path))
	return err != nil || !filepath.IsLocal(rel)
}

func (w *walker) walk(rel string) error {
	folder := filepath.Join(w.root, rel)
	real := resolved(folder)
	if w.entered[real] {
		return nil
	}
	w.entered[real] = true
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		next := filepath.Join(rel, e.Name())
		info, err := os.Stat(filepath.Join(w.root, next))
		if err == nil && e.Type()&fs.ModeSymlink != 0 && (info.IsDir() || formats.KnownExtension(e.Name())) && w.leaves(filepath.Join(w.root, next)) {
			w.outside = append(w.outside, next)
			continue
		}
		switch {
		case err != nil && e.Type()&fs.ModeSymlink != 0:
			// A link that leads nowhere.
		case err != nil:
			return err
		case info.IsDir():
			if err := w.walk(next); err != nil {
				return err
			}
		case info.Mode().IsRegular() && formats.KnownExtension(e.Name()):
			w.files = append(w.files, next)
		}
	}
	return nil
}

// shard is a part of the inputs, for one of several machines: every of-th one from
// the place-th on. The zero shard is all of them.
type shard struct{ place, of int }

func parseShard(s string) (shard, error) {
	place, of, ok := strings.Cut(s, "/")
	i, err := strconv.Atoi(place)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || i < 1 || i > n {
		return shard{}, usagef("--shard is such as 2/5, the second of five, not %q", s)
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
