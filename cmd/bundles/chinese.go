package bundles

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// LoadFor is Load for text in a language, "" where it is to be found out: where no
// bundle is named, those for Chinese that are installed are loaded with it. Text that is said to be Chinese needs them.
func LoadFor(c *cli.Context, language string) (*tidytalk.Bundle, error) {
	b, err := Load(c)
	chinese := strings.HasPrefix(language, "zh")
	if err != nil || language != "" && !chinese || c.IsSet("bundle") || b.Part(engine.PartChinese) != nil {
		return b, err
	}
	places := installedPlaces("zh")
	for _, path := range places {
		switch b, err := loadBeside(path); {
		case err == nil:
			return b, nil
		case !errors.Is(err, os.ErrNotExist):
			return nil, err
		}
	}
	if !chinese {
		return b, nil
	}
	return nil, fmt.Errorf("--language zh needs models for Chinese, which are a file of their own: name it with --bundle FILE, or put it there as %s", strings.Join(places, " or "))
}

// readParts reads a file that may hold models for Chinese alone, and opens it to look at its parts.
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

// loadBeside opens a file that adds parts to the embedded bundle.
func loadBeside(path string) (*tidytalk.Bundle, error) {
	_, file, err := readParts(path)
	if err != nil {
		return nil, err
	}
	return tidytalk.LoadEmbedded(append(bundle.Default(), file)...)
}
