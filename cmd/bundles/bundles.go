// Package bundles opens the bundles that commands are told to use, and reads the flags about
// their decoders.
//
// Start with [Flag] and [Load].
package bundles

import (
	"errors"
	"fmt"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// Components are put into the decoders of all bundles, besides those of the product. They are
// set before a command runs.
var Components []engine.Component

// Load opens the bundle of the --bundle flag, by default the embedded one. What is written
// of it says what the program knows of the sources of its parts.
func Load(c *cli.Context) (*tidytalk.Bundle, error) {
	b, err := Open(c.String("bundle"))
	if err != nil {
		return nil, err
	}
	return b.Knowing(bundle.Sources()).Add(Components...), nil
}

// Embedded returns the embedded bundle, which is opened once.
var Embedded = sync.OnceValues(func() (*tidytalk.Bundle, error) {
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		return nil, fmt.Errorf("the embedded models: %w", err)
	}
	return b, nil
})

// Open opens the bundle that Path finds, or, for "" and Auto, the embedded one.
func Open(named string) (*tidytalk.Bundle, error) {
	if named == "" || named == Auto {
		return Embedded()
	}
	path, err := Path(named)
	if err != nil {
		return nil, err
	}
	b, err := tidytalk.OpenBundle(path)
	if errors.Is(err, tidytalk.ErrNoEnglish) {
		return loadBeside(path)
	}
	return b, err
}

// Flag is --bundle: see Load.
func Flag() cli.Flag {
	return &cli.StringFlag{Name: "bundle", Usage: "use the models of `FILE` instead of the embedded ones, or, of one that has none for English, beside them; open, or another name, is tidytalk-open.tt beside the program or in the user's data folder; auto: the embedded ones, with all for other languages that are there"}
}
