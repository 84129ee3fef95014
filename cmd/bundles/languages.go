package bundles

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// Auto is the name of the embedded bundle with all that is installed, which LoadFor takes without a name, too.
const Auto = "auto"

// Languages is the name of the bundle of the network for many languages.
const Languages = "languages"

// LoadFor is Load for text in a language, "" where it is to be found out: where no
// bundle is named, or Auto, those for other languages that are installed are loaded with it: that for Chinese, that of
// Languages, and those of single languages, tidytalk-CODE.tt. Text that is said to be Chinese needs models for it.
func LoadFor(c *cli.Context, language string) (*tidytalk.Bundle, error) {
	b, err := Load(c)
	language, _, _ = strings.Cut(language, "-")
	if err != nil || language == "en" || c.IsSet("bundle") && c.String("bundle") != Auto {
		return b, err
	}
	files := bundle.Default()
	paths, err := besides(b, language)
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		_, file, err := readParts(path)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	if len(files) > len(bundle.Default()) {
		if b, err = tidytalk.LoadEmbedded(files...); err != nil {
			return nil, err
		}
		b = b.Knowing(bundle.Sources()).Add(Components...)
	}
	if language == "zh" && b.Part(engine.PartChinese) == nil {
		return nil, fmt.Errorf("--language zh needs models for Chinese, which are a file of their own: name it with --bundle FILE, or put it there as %s", strings.Join(installedPlaces("zh"), " or "))
	}
	return b, nil
}

// installedFor returns the names of bundles that text in a language may need besides the embedded one; "": in any.
func installedFor(embedded *tidytalk.Bundle, language string) []string {
	var names []string
	if (language == "" || language == "zh") && embedded.Part(engine.PartChinese) == nil {
		names = append(names, "zh")
	}
	if language != "zh" {
		names = append(names, Languages)
	}
	if language != "" && language != "zh" {
		return append(names, language)
	}
	if language == "" {
		names = append(names, installedCodes()...)
	}
	return names
}

// besides returns the files that are installed of those names.
func besides(embedded *tidytalk.Bundle, language string) (paths []string, err error) {
	for _, name := range installedFor(embedded, language) {
		path, err := installed(name)
		if err != nil {
			return nil, err
		}
		if path != "" {
			paths = append(paths, path)
		}
	}
	return paths, nil
}

// Installed returns the files with models for other languages that LoadFor loads beside the embedded bundle where the
// language is to be found out; those that count before others come last.
func Installed() ([]string, error) {
	b, err := Embedded()
	if err != nil {
		return nil, err
	}
	return besides(b, "")
}

// Places returns where the network for many languages is looked for.
func Places() []string { return installedPlaces(Languages) }

// readParts reads a file that may hold models for other languages alone, and opens it to look at its parts.
func readParts(path string) (*tidytalk.Bundle, []byte, error) {
	file, err := engine.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	b, err := engine.LoadParts(file)
	if err != nil {
		return nil, nil, fmt.Errorf("bundle %s: %w", path, err)
	}
	return b, file, nil
}

// OpenParts is readParts for who needs no more than the parts.
func OpenParts(path string) (*tidytalk.Bundle, error) {
	b, _, err := readParts(path)
	return b, err
}

// loadBeside opens a file that adds parts to the embedded bundle, or to the one that it names.
func loadBeside(path string) (*tidytalk.Bundle, error) {
	b, file, err := readParts(path)
	if err != nil {
		return nil, err
	}
	base := b.Manifest().Base
	embedded, err := Embedded()
	if err != nil {
		return nil, err
	}
	if name, _, _ := strings.Cut(embedded.Manifest().Version, " "); base == "" || name == base {
		return tidytalk.LoadEmbedded(append(bundle.Default(), file)...)
	}
	places := slices.Compact(append([]string{filepath.Join(filepath.Dir(path), fileOf(base))}, installedPlaces(base)...))
	for _, place := range places {
		if _, err := os.Stat(place); !errors.Is(err, fs.ErrNotExist) {
			return tidytalk.OpenBundle(place, path)
		}
	}
	return nil, fmt.Errorf("bundle %s stands beside the models %s: put them there as %s", path, base, strings.Join(places, " or "))
}
