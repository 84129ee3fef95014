package bundles

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// bundleName is the form of names of bundles that are installed: no path, and no ending.
var bundleName = lazy.Regexp(`^[A-Za-z0-9_-]+$`)

// Path returns the file of a bundle that is named by its path, or, without one and
// without an ending, by its name: tidytalk-NAME.tt beside the program, or in the user's folder
// of data. Where there is none of that name it is a file in the current folder.
func Path(bundle string) (string, error) {
	if !bundleName().MatchString(bundle) {
		return bundle, nil
	}
	places := installedPlaces(bundle)
	for _, path := range append(places, bundle) {
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return path, nil // opening it says what else is wrong
		}
	}
	return "", fmt.Errorf("there is no bundle %s: put it there as %s, or name a file", bundle, strings.Join(places, " or "))
}

// installed returns the file of a bundle of a name, "" where there is none.
func installed(name string) (string, error) {
	for _, path := range installedPlaces(name) {
		switch _, err := os.Stat(path); {
		case err == nil:
			return path, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		}
	}
	return "", nil
}

// codeOf returns the code in the name of the bundle of a single language, such as tidytalk-de.tt; "": it is none.
func codeOf(name string) string {
	code, named := strings.CutPrefix(name, "tidytalk-")
	code, ended := strings.CutSuffix(code, ".tt")
	if !named || !ended || len(code) < 2 || len(code) > 3 || strings.Trim(code, "abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	return code
}

// installedCodes returns the names of the bundles of single languages that are installed, sorted, but for that for Chinese.
func installedCodes() []string {
	var codes []string
	for _, folder := range installedFolders() {
		entries, err := os.ReadDir(folder)
		if err != nil {
			continue // whoever needs something of it is told
		}
		for _, e := range entries {
			if code := codeOf(e.Name()); code != "" && code != "zh" {
				codes = append(codes, code)
			}
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// installedPlaces returns where the bundle of a name is looked for.
func installedPlaces(name string) []string {
	var places []string
	for _, folder := range installedFolders() {
		places = append(places, filepath.Join(folder, fileOf(name)))
	}
	return places
}

// fileOf returns how the file of a bundle of a name is called.
func fileOf(name string) string { return "tidytalk-" + name + ".tt" }

// installedFolders returns the folders in which bundles are looked for: that of the program, and that of the user's data.
func installedFolders() []string {
	var folders []string
	if program, err := os.Executable(); err == nil {
		folders = append(folders, filepath.Dir(program))
	}
	folder := os.Getenv("XDG_DATA_HOME")
	if home, err := os.UserHomeDir(); folder == "" && err == nil {
		folder = filepath.Join(home, ".local", "share")
	}
	if folder != "" {
		folders = append(folders, filepath.Join(folder, "tidytalk"))
	}
	return folders
}
