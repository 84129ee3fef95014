// Package intake finds the transcripts in folders, reads them, and names their results: what the
// command and pipelines have in common.
//
// Start with [Known], [Walk], [ReadSource] and [OutputName].
package intake

import (
	"errors"
	"io"
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

// Known finds the files that Walk finds, in lexical order.
func Known(folder, outDir string, inside bool) (files, outside []string, err error) {
	err = Walk(folder, outDir, inside, func(rel string) { files = append(files, rel) }, func(rel string) { outside = append(outside, rel) })
	slices.SortFunc(files, compareParts)
	slices.SortFunc(outside, compareParts)
	return files, outside, err
}

// compareParts compares paths by the names in them: what is in a folder stays together.
func compareParts(a, b string) int {
	const separator = string(filepath.Separator)
	return slices.Compare(strings.Split(a, separator), strings.Split(b, separator))
}

// Walk calls found with the files with known extensions in a folder and those below it, as
// paths in the folder, in no order; hidden ones are left out. It does not look into outDir, where
// results of an earlier run may be; "" is none. Links are followed, unless they lead out of the
// folder and are to stay inside: then outside is called with them. Of a folder with millions of files it
// holds a thousand at a time.
func Walk(folder, outDir string, inside bool, found, outside func(rel string)) error {
	w := &walker{root: folder, entered: make(map[string]bool), found: found, outside: outside}
	if inside {
		w.real = Resolved(folder)
	}
	if out := Resolved(outDir); outDir != "" && out != Resolved(folder) {
		w.entered[out] = true
	}
	if err := w.walk("."); err != nil {
		return err
	}
	for len(w.links) > 0 {
		links := w.links
		w.links = nil
		slices.SortFunc(links, compareParts)
		for _, link := range links {
			if err := w.walk(link); err != nil {
				return err
			}
		}
	}
	return nil
}

type walker struct {
	root    string
	entered map[string]bool // folders by resolved path, since links may lead in circles
	real    string          // resolved root, where links are not to lead out of it; else ""
	found   func(rel string)
	outside func(rel string) // links that do
	// links are those to folders. They are followed when all else was looked at, so that a folder is found as what it is called
	// before it is found as what a link to it is called, whatever order a file system has.
	links []string
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
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		entries, err := f.ReadDir(1000)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, e := range entries {
			if err := w.entry(filepath.Join(rel, e.Name()), e); err != nil {
				return err
			}
		}
	}
}

// entry looks at what is in a folder.
func (w *walker) entry(path string, e fs.DirEntry) error {
	if strings.HasPrefix(e.Name(), ".") {
		return nil
	}
	full := filepath.Join(w.root, path)
	info, err := os.Stat(full)
	link := e.Type()&fs.ModeSymlink != 0
	switch {
	case err != nil && link: // it leads nowhere
		return nil
	case err != nil:
		return err
	case link && (info.IsDir() || formats.InFolders(e.Name())) && w.leaves(full):
		w.outside(path)
	case info.IsDir() && link:
		w.links = append(w.links, path)
	case info.IsDir():
		return w.walk(path)
	case info.Mode().IsRegular() && formats.InFolders(e.Name()):
		w.found(path)
	}
	return nil
}
