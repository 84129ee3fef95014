package bundles

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// bundleName is the form of names of bundles that are installed: no path, and no ending.
var bundleName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// Path returns the file of a bundle that is named by its path, or, without one and
// without an ending, by its name: tidytalk-NAME.tt beside the program, or in the user's folder
// of data. Where there is none of that name it is a file in the current folder.
func Path(bundle string) (string, error) {
	if !bundleName.MatchString(bundle) {
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

// installedPlaces returns where the bundle of a name is looked for.
func installedPlaces(name string) []string {
	file := "tidytalk-" + name + ".tt"
	var places []string
	if program, err := os.Executable(); err == nil {
		places = append(places, filepath.Join(filepath.Dir(program), file))
	}
	folder := os.Getenv("XDG_DATA_HOME")
	if home, err := os.UserHomeDir(); folder == "" && err == nil {
		folder = filepath.Join(home, ".local", "share")
	}
	if folder != "" {
		places = append(places, filepath.Join(folder, "tidytalk", file))
	}
	return places
}
