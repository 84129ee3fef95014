//go:build !small

package main

import (
	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/visible"
	"github.com/tidytalk/tidytalk/serve/pipe"
	"github.com/tidytalk/tidytalk/serve/service"
)

func pipeCommand() *cli.Command {
	return &cli.Command{
		Name:  "pipe",
		Usage: "answer the requests of a program over standard input and output",
		Description: `Does for one program what 'tidytalk serve' does over HTTP: that program starts it, writes
requests to its standard input, and reads answers from its standard output, as the
packages for other languages do. It has no port, answers several requests at a time, and
ends when its input does, giving up what is under way.

Requests and answers are frames: a line of JSON, and as many bytes behind it as its
"size" says. docs/service.md describes them.

Example:
  {"id": 1, "path": "/v1/clean", "options": {"level": "light"}, "size": 12}
  So, um, yes.
is answered with
  {"id": 1, "status": 200, "type": "text/plain; charset=utf-8", "words": 3, "removed": 1, "size": 7}
  So yes.`,
		Flags:  append([]cli.Flag{cli.HelpFlag}, grouped(groupModels, bundles.Flag())...),
		Action: answerPipe,
	}
}

func answerPipe(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage.Errorf("pipe takes no arguments: it answers what comes on standard input")
	}
	b, err := bundles.LoadFor(c, "")
	if err != nil {
		return err
	}
	s, err := service.New(service.Options{Bundle: b, Limits: pipe.Limits()})
	if err != nil {
		return err
	}
	defer s.Close()
	return pipe.Serve(c.Context, s, c.App.Reader, visible.Raw(c.App.Writer))
}
