//go:build small

package main

import (
	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
)

// moreValues lists values of flags of the commands that the small program lacks: none.
func moreValues() map[string][]string { return nil }

// commands returns those of the small program, which cleans.
func commands() []*cli.Command {
	all := []*cli.Command{cleanCommand(), fillersCommand(), styleCommand(), formatsCommand(), languagesCommand(), bundleCommand()}
	for _, name := range []string{"serve", "pipe", "mcp", "eval", "trace", "prosody", "cut", "train", "tune", "adapt", "experiment", "model", "lm", "corpus"} {
		all = append(all, elsewhere(name))
	}
	return all
}

// elsewhere is a command that only the whole program has.
func elsewhere(name string) *cli.Command {
	return &cli.Command{
		Name: name, Hidden: true, SkipFlagParsing: true,
		Action: func(*cli.Context) error {
			return usage.Errorf("this is the small program, which cleans and has no command %s: take the whole one, tidytalk without -small in its name, or build it with 'go build ./cmd/tidytalk'", name)
		},
	}
}
