//go:build !small

package main

import (
	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/visible"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/mcp"
	"github.com/tidytalk/tidytalk/serve/service"
)

func mcpCommand() *cli.Command {
	return &cli.Command{
		Name:  "mcp",
		Usage: "be a server of tools for language models, by the Model Context Protocol",
		Description: `Programs that work with language models start it, and talk to it over standard input and
output (the transport "stdio" of modelcontextprotocol.io). It has the tools clean,
explain and formats, which take the options of 'tidytalk clean'. Nothing leaves the
machine, and no file is read or written: transcripts come and go in messages.
docs/mcp.md says how programs are told of it. It ends when its input does.

Example, in the settings of a program:
  {"mcpServers": {"tidytalk": {"command": "tidytalk", "args": ["mcp"]}}}`,
		Flags:  append([]cli.Flag{cli.HelpFlag}, grouped(groupModels, append(bundles.OptionFlags(cleaning.ServeCommand, "fillers", "vocabulary"), bundles.Flag())...)...),
		Action: serveTools,
	}
}

func serveTools(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage.Errorf("mcp takes no arguments: programs talk to it over standard input and output")
	}
	var o service.Options
	var err error
	if c.IsSet("fillers") {
		if o.Defaults.Fillers, err = fillersOf(c); err != nil {
			return err
		}
	}
	if o.Defaults.Vocabulary, err = vocabularyOf(c); err != nil {
		return err
	}
	if o.Bundle, err = bundles.LoadFor(c, ""); err != nil {
		return err
	}
	s, err := service.New(o)
	if err != nil {
		return err
	}
	defer s.Close()
	tools, err := mcp.New(s)
	if err != nil {
		return err
	}
	return tools.Serve(c.Context, c.App.Reader, visible.Raw(c.App.Writer))
}
