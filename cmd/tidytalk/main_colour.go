package main

import (
	"os"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
)

// useColour reads --color.
func useColour(c *cli.Context) (bool, error) {
	switch c.String("color") {
	case "auto":
		return os.Getenv("NO_COLOR") == "" && c.String("output") == "" && c.String("out-dir") == "" && terminal.Is(c.App.Writer), nil
	case "always":
		return true, nil
	case "never":
		return false, nil
	}
	return false, usage.Errorf("--color: %q is not auto, always or never", c.String("color"))
}
