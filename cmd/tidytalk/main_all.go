//go:build !small

package main

import (
	"maps"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/speech/cutlist"
	"github.com/tidytalk/tidytalk/text/formats"
)

// moreValues lists values of flags of the commands that the small program lacks.
func moreValues() map[string][]string {
	values := map[string][]string{
		"label --segment": {"line", engine.Written},
		"cut --from":      cleaning.InputFormats(),
		"cut --to":        cutlist.Names(),
		"cut --as":        {"cuts", "markers"},
		"cut --times":     {"shift", "keep"},
		"prosody --from":  append([]string{"auto"}, formats.Names()...),
		"prosody --to":    prosodyForms,
		"prosody --what":  prosodyTables,
		"trace --to":      traceForms,
	}
	maps.Copy(values, training.Values)
	return values
}

// commands returns all commands.
func commands() []*cli.Command {
	return []*cli.Command{
		cleanCommand(), serveCommand(), pipeCommand(), mcpCommand(), fillersCommand(), styleCommand(), formatsCommand(), languagesCommand(), training.EvalCommand(),
		traceCommand(), prosodyCommand(), cutCommand(), trainCommand(), training.TuneCommand(), adaptCommand(), experimentCommand(), bundleCommand(),
		modelCommand(), lmCommand(), corpusCommand(),
	}
}

// experimentCommand says where experiments are.
func experimentCommand() *cli.Command {
	return &cli.Command{
		Name: "experiment", Usage: "experiments are a program of their own", Hidden: true, SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			return usage.Lab(c.Args().First())
		},
	}
}
