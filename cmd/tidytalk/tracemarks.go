package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// traceMarks shows which rules of translation put the marks of a text.
func traceMarks(c *cli.Context, to string) error {
	if to != "table" && to != "json" {
		return usage.Errorf("--marks goes with --to table and json, not %s", to)
	}
	for _, flag := range []string{"want", "explain", "sentence", "without"} {
		if c.IsSet(flag) {
			return usage.Errorf("--%s is about the decoder, and --marks about marks: leave one of them out", flag)
		}
	}
	src, name, err := traceSource(c, c.Args().First())
	if err != nil {
		return err
	}
	if err := transcript.CheckText(src, name); err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	part := b.Part(engine.PartPunct)
	if part == nil {
		return errors.New("the bundle has no model of marks")
	}
	p, err := punct.Unmarshal(part)
	if err != nil {
		return err
	}
	t, ok := p.(*punct.Translator)
	if !ok {
		return errors.New("the marks of the bundle are not by translation: make one with 'tidytalk train punct --model translation'")
	}
	traces, err := t.Traces(src)
	if err != nil {
		return err
	}
	output := fileio.Write
	if to == "table" {
		output = fileio.WriteShown
	}
	return output(c, c.String("output"), func(w io.Writer) error {
		for i, trace := range traces {
			var err error
			if to == "json" {
				e := json.NewEncoder(w)
				e.SetEscapeHTML(false)
				err = e.Encode(trace)
			} else {
				if i > 0 {
					fmt.Fprintln(w)
				}
				err = trace.Write(w)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
