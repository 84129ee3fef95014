// Package intake finds the transcripts in folders, reads them, and names their results: what the
// command and pipelines have in common.
//
// Start with [Known], [ReadSource] and [OutputName].
package intake

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/formats"
)

// Extensions returns those of the files that are taken from folders.
func Extensions() []string {
	var out []string
	for _, f := range formats.All() {
		if !f.InFolders() {
			continue
		}
		for _, e := range f.Extensions() {
			if !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	return out
}

// Resolved returns what a path is called without symbolic links: one name for all
// names of a file. What cannot be found out keeps its name, but for the folder that it is in.
func Resolved(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(Resolved(dir), filepath.Base(path))
	}
	return path
}

// Known finds the files with known extensions in a folder and those below it, in lexical
// order, as paths in the folder; hidden ones are left out. It does not look into outDir, where
// results of an earlier run may be; "" is none. Links are followed, unless they lead out of the
// folder and are to stay inside: then they are returned as outside.
func Known(folder, outDir string, inside bool) (files, outside []string, err error) {
	w := &walker{root: folder, entered: make(map[string]bool)}
	if inside {
		w.real = Resolved(folder)
	}
	if out := Resolved(outDir); outDir != "" && out != Resolved(folder) {
		w.entered[out] = true
	}
	err = w.walk(".")
	return w.files, w.outside, err
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
	rel, err := filepath.Rel(w.real, Resolved(path))
	return err != nil || !filepath.IsLocal(rel)
}

func (w *walker) walk(rel string) error {
	folder := filepath.Join(w.root, rel)
	real := Resolved(folder)
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
		if err == nil && e.Type()&fs.ModeSymlink != 0 && (info.IsDir() || formats.InFolders(e.Name())) && w.leaves(filepath.Join(w.root, next)) {
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
		case info.Mode().IsRegular() && formats.InFolders(e.Name()):
			w.files = append(w.files, next)
		}
	}
	return nil
}
