package main

import (
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/baseline"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/lm"
)

func bundleCommand() *cli.Command {
	output := &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"}
	return &cli.Command{
		Name:  "bundle",
		Usage: "inspect model bundles",
		Description: `A bundle is one file with every model that cleaning needs; 'tidytalk train' writes
one. Without FILE the embedded bundle is meant.

Examples:
  tidytalk bundle info
  tidytalk bundle verify my.tt`,
		Subcommands: []*cli.Command{
			{
				Name: "info", ArgsUsage: "[FILE]", Usage: "show what a bundle holds, and its licence",
				Flags: []cli.Flag{output}, Action: bundleInfo,
			},
			{
				Name: "verify", ArgsUsage: "[FILE]", Usage: "check every checksum, and that the parts fit together",
				Action: bundleVerify,
			},
		},
	}
}

// bundleArgument opens the bundle that the argument names, or the embedded one.
func bundleArgument(c *cli.Context) (b *tidytalk.Bundle, name string, size int, err error) {
	switch c.NArg() {
	case 0:
		b, err = loadBundle(c)
		return b, "embedded bundle", len(bundle.Default()), err
	case 1:
		name = c.Args().First()
		if b, err = tidytalk.OpenBundle(name); err != nil {
			return nil, name, 0, err
		}
		info, err := os.Stat(name)
		if err != nil {
			return nil, name, 0, err
		}
		return b, name, int(info.Size()), nil
	}
	return nil, "", 0, usagef("%s takes one file, not %d", c.Command.Name, c.NArg())
}

func bundleInfo(c *cli.Context) error {
	b, name, size, err := bundleArgument(c)
	if err != nil {
		return err
	}
	m := b.Manifest()
	return writeOutput(c, c.String("output"), func(to io.Writer) error {
		fmt.Fprintf(to, "%s: version %s, %.1f MB\nlicence %s\n", name, m.Version, float64(size)/1e6, m.Licence)
		if m.Description != "" {
			fmt.Fprintln(to, m.Description)
		}
		fmt.Fprintln(to)
		w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "part\tMB\tholds\tconfiguration")
		lms := b.LanguageModels()
		ngrams := map[string]*lm.Model{string(baseline.PartFluent): lms.Fluent, string(baseline.PartDisfluent): lms.Disfluent}
		for _, p := range m.Parts {
			what := ""
			if n, ok := ngrams[p.Name]; ok {
				total := 0
				for k := 1; k <= n.Order(); k++ {
					total += n.Ngrams(k)
				}
				what = fmt.Sprintf("%d n-grams up to %d", total, n.Order())
			} else {
				model, err := b.Model(p.Name)
				if err != nil {
					return err
				}
				what = fmt.Sprintf("%d features, %d labels", model.Features(), len(model.Labels))
			}
			fmt.Fprintf(w, "%s\t%.2f\t%s\t%s\n", p.Name, float64(p.Size)/1e6, what, p.Config)
		}
		return w.Flush()
	})
}

func bundleVerify(c *cli.Context) error {
	_, name, _, err := bundleArgument(c)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s: fine\n", name)
	return nil
}
