package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/engine"
)

// chineseModels is the name of the file of models for Chinese.
const chineseModels = "tidytalk-zh.tt"

// loadBundleFor is loadBundle for text in a language, "" where it is to be found out: where no
// bundle is named, those for Chinese that are installed go with it. Text that is said to be Chinese needs them.
func loadBundleFor(c *cli.Context, language string) (*tidytalk.Bundle, error) {
	b, err := loadBundle(c)
	chinese := strings.HasPrefix(language, "zh")
	if err != nil || language != "" && !chinese || c.IsSet("bundle") || b.Part(engine.PartChinese) != nil {
		return b, err
	}
	places := chinesePlaces()
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

// chinesePlaces returns where models for Chinese are looked for.
func chinesePlaces() []string {
	var places []string
	if program, err := os.Executable(); err == nil {
		places = append(places, filepath.Join(filepath.Dir(program), chineseModels))
	}
	folder := os.Getenv("XDG_DATA_HOME")
	if home, err := os.UserHomeDir(); folder == "" && err == nil {
		folder = filepath.Join(home, ".local", "share")
	}
	if folder != "" {
		places = append(places, filepath.Join(folder, "tidytalk", chineseModels))
	}
	return places
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

// openParts is readParts for who needs no more than the parts.
func openParts(path string) (*tidytalk.Bundle, error) {
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
