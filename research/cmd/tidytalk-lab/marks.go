package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/research/translator"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func marksCommand() *cli.Command {
	return &cli.Command{
		Name:      "marks",
		Usage:     "show which rules of translation put the punctuation of a text",
		ArgsUsage: "TEXT | FILE",
		Description: `Shows which rules put the marks, where the bundle's are by translation ('tidytalk-lab train
punct --model translation'): what translation says of the words alone, before a network has its say.

Example:
  tidytalk-lab marks --bundle my.tt "was that you"`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
			&cli.StringFlag{Name: "to", Value: "table", Usage: "output `FORMAT`: table or json"},
			bundles.Flag(),
		},
		Action: training.Alive(marks),
	}
}

func marks(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage.Errorf("marks takes one text or file, not %d: put a text in quotes", c.NArg())
	}
	to := c.String("to")
	if to != "table" && to != "json" {
		return usage.Errorf("--to is table or json, not %s", to)
	}
	src, name, err := textOrFile(c, c.Args().First())
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
	t, ok := p.(*translator.Translator)
	if !ok {
		return errors.New("the marks of the bundle are not by translation: make one with 'tidytalk-lab train punct --model translation'")
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

// textOrFile returns the text that an argument is or names.
func textOrFile(c *cli.Context, arg string) (src, name string, err error) {
	if info, err := os.Stat(arg); arg != "-" && (err != nil || info.IsDir()) {
		return arg, "the text", nil
	}
	r, name, err := fileio.Open(c.Context, c.App.Reader, arg)
	if err != nil {
		return "", name, err
	}
	defer r.Close()
	text, err := bounded.ReadAll(r, name, formats.MaxTextSize)
	return string(text), name, err
}
