package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/text/style"
)

func styleCommand() *cli.Command {
	return &cli.Command{
		Name:  "style",
		Usage: "list styles in which text is delivered, show one, check a file of one's own",
		Description: `A style says what goes and how the rest is written: which kinds of disfluency, and of what
editors take out besides; which notes of sounds; which words are spelled out ("gonna");
numbers, punctuation, case, paragraphs. clean --style takes one by its name, or a file. What other
options say counts before it. docs/styles.md has the lines of the file, and the rules of
the guides of three companies beside those of clean-verbatim.

Examples:
  tidytalk style list
  tidytalk style show clean-verbatim > mine.style
  tidytalk style check mine.style
  tidytalk clean --style mine.style interview.txt`,
		Subcommands: []*cli.Command{
			{
				Name: "list", Usage: "list the styles that are built in",
				Flags:  []cli.Flag{cli.HelpFlag},
				Action: listStyles,
			},
			{
				Name: "show", Usage: "write a style that is built in, to copy and change", ArgsUsage: "NAME",
				Flags:  []cli.Flag{cli.HelpFlag},
				Action: showStyle,
			},
			{
				Name: "check", Usage: "say whether files are styles, and what is wrong with one", ArgsUsage: "FILE...",
				Flags:  []cli.Flag{cli.HelpFlag},
				Action: checkStyles,
			},
		},
	}
}

func listStyles(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage.Errorf("style list takes no arguments")
	}
	return fileio.Write(c, "", func(w io.Writer) error {
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, name := range style.Names() {
			fmt.Fprintf(t, "%s\t%s\n", name, style.Named(name).About)
		}
		return t.Flush()
	})
}

func showStyle(c *cli.Context) error {
	if c.NArg() != 1 {
		return usage.Errorf("style show takes the name of one style: see 'tidytalk style list'")
	}
	s, err := style.Find(c.Args().First())
	if err != nil || style.IsText(c.Args().First()) {
		return usage.Errorf("there is no style %q: see 'tidytalk style list'", c.Args().First())
	}
	return fileio.Write(c, "", func(w io.Writer) error {
		_, err := io.WriteString(w, s.Source)
		return err
	})
}

func checkStyles(c *cli.Context) error {
	if c.NArg() == 0 {
		return usage.Errorf("style check takes files: name one")
	}
	for _, path := range c.Args().Slice() {
		s, err := style.ReadFile(path)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.App.Writer, "%s: %d rules\n", path, len(s.Rules()))
	}
	return nil
}
