package training

import (
	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// Base opens the bundle of the --base flag, by default the embedded one, to put into it
// what is trained.
func Base(c *cli.Context) (*engine.Bundle, error) {
	b, err := openBase(c)
	if err != nil {
		return nil, err
	}
	return Learning(c, b, false)
}

func openBase(c *cli.Context) (*engine.Bundle, error) {
	named := c.String("base")
	if named == "" {
		return bundles.Load(c)
	}
	path, err := bundles.Path(named)
	if err != nil {
		return nil, err
	}
	return engine.Open(path)
}

// NameFlags are --name and --licence.
func NameFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "name", Usage: "`VERSION` of the bundle, for reports (default: that of --base)"},
		&cli.StringFlag{Name: "licence", Usage: "`LICENCE` of the models, that of their data (default: that of --base)"},
	}
}

// Renamed returns a bundle with the version and licence of --name and --licence, where given.
func Renamed(c *cli.Context, b *engine.Bundle) *engine.Bundle {
	if name := c.String("name"); name != "" {
		b = b.Named(name)
	}
	if licence := c.String("licence"); licence != "" {
		b = b.Licensed(licence)
	}
	return b
}
