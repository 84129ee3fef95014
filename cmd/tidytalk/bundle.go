package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/producers"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/stages"
)

func bundleCommand() *cli.Command {
	textFlag := &cli.BoolFlag{Name: "raw", Usage: "write one part as it is: the phrase dictionary and the settings are text"}
	output := &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"}
	return &cli.Command{
		Name:  "bundle",
		Usage: "inspect model bundles",
		Description: `A bundle is one file with every model that cleaning needs; 'tidytalk train' writes
one. Without FILE the embedded bundle is meant.

Examples:
  tidytalk bundle info
  tidytalk bundle verify my.tt
  tidytalk bundle extract --raw --parts phrases -o phrases.txt
  tidytalk bundle set --phrases phrases.txt -o edited.tt my.tt
  tidytalk bundle extract --parts phrases,repairs,settings -o decoder.tt my.tt`,
		Subcommands: []*cli.Command{
			{
				Name: "info", ArgsUsage: "[FILE]", Usage: "show what a bundle holds, and its licence",
				Flags: []cli.Flag{output}, Action: bundleInfo,
			},
			{
				Name: "verify", ArgsUsage: "[FILE]", Usage: "check every checksum, and that the parts fit together",
				Action: bundleVerify,
			},
			{
				Name: "extract", ArgsUsage: "[FILE]", Usage: "write some parts of a bundle to a file",
				Flags:  []cli.Flag{output, &cli.StringFlag{Name: "parts", Usage: "write these `PARTS` (comma list)"}, textFlag},
				Action: bundleExtract,
			},
			{
				Name: "set", ArgsUsage: "[FILE]", Usage: "write a bundle with another phrase dictionary or other settings",
				Flags: []cli.Flag{
					output,
					&cli.StringFlag{Name: "name", Usage: "`VERSION` for the manifest"},
					&cli.StringFlag{Name: "phrases", Usage: "phrase dictionary `FILE`, text"},
					&cli.StringFlag{Name: "settings", Usage: "settings `FILE` of 'tidytalk tune', text"},
					&cli.StringFlag{Name: "stream-settings", Usage: "the same for streams: settings `FILE` of 'tidytalk tune --segment auto'"},
				},
				Action: bundleSet,
			},
		},
	}
}

// bundleArgument opens the bundle that the argument names, or the embedded one.
func bundleArgument(c *cli.Context) (b *tidytalk.Bundle, name string, size int, err error) {
	switch c.NArg() {
	case 0:
		b, err = loadBundle(c)
		for _, f := range bundle.Default() {
			size += len(f)
		}
		return b, "embedded bundle", size, err
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
		ngrams := map[string]*lm.Model{string(stages.PartFluent): lms.Fluent, string(stages.PartDisfluent): lms.Disfluent}
		for _, p := range m.Parts {
			what := ""
			switch p.Name {
			case tidytalk.PartPhrases:
				what = fmt.Sprintf("%d confusable phrases", len(b.Phrases()))
			case tidytalk.PartRepairs:
				what = fmt.Sprintf("%d features", b.Repairs().Features())
			case tidytalk.PartExperts:
				e := b.Experts()
				what = fmt.Sprintf("%d experts, %d rows of weights of their own", len(e.Trained()), e.Rows())
			case tidytalk.PartSettings:
				s, _ := b.Settings()
				what = fmt.Sprintf("weights of %d features", len(s.Weights))
			case tidytalk.PartStreamSettings:
				s, _ := b.Streams().Settings()
				what = fmt.Sprintf("weights of %d features", len(s.Weights))
			case tidytalk.PartPunct, tidytalk.PartPunctClean:
				said, kept := b.Punct()
				if p.Name == tidytalk.PartPunctClean {
					said = kept
				}
				what = said.Name()
				if chain, ok := said.(*punct.Chain); ok {
					what += fmt.Sprintf(", %d features", chain.Features())
				}
			case tidytalk.PartStreamRepairs:
				what = fmt.Sprintf("%d features", b.Streams().Repairs().Features())
			case tidytalk.PartTruecaser:
				what = fmt.Sprintf("%d features", b.Truecaser().Features())
			}
			if n, ok := ngrams[p.Name]; ok {
				total := 0
				for k := 1; k <= n.Order(); k++ {
					total += n.Ngrams(k)
				}
				what = fmt.Sprintf("%d n-grams up to %d", total, n.Order())
			} else if what == "" {
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

func bundleExtract(c *cli.Context) error {
	if err := required(c, "parts"); err != nil {
		return err
	}
	b, _, _, err := bundleArgument(c)
	if err != nil {
		return err
	}
	parts := make(map[string][]byte)
	for _, name := range strings.Split(c.String("parts"), ",") {
		name = strings.TrimSpace(name)
		if parts[name] = b.Part(name); parts[name] == nil {
			return usagef("the bundle has no part %q", name)
		}
	}
	var out []byte
	if c.Bool("raw") {
		if len(parts) != 1 {
			return usagef("--raw writes one part, not %d", len(parts))
		}
		for _, p := range parts {
			out = p
		}
	} else if out, err = tidytalk.BuildParts(b.Manifest(), parts); err != nil {
		return err
	}
	return writeFile(c, c.String("output"), out)
}

func bundleSet(c *cli.Context) error {
	if err := required(c, "output"); err != nil {
		return err
	}
	if !c.IsSet("phrases") && !c.IsSet("settings") && !c.IsSet("stream-settings") && !c.IsSet("name") {
		return usagef("bundle set needs --phrases, --settings, --stream-settings or --name")
	}
	b, _, _, err := bundleArgument(c)
	if err != nil {
		return err
	}
	parts := make(map[string][]byte)
	if path := c.String("phrases"); path != "" {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := producers.ReadPhrases(bytes.NewReader(text), path); err != nil {
			return err
		}
		parts[tidytalk.PartPhrases] = text
	}
	for flag, part := range map[string]string{"settings": tidytalk.PartSettings, "stream-settings": tidytalk.PartStreamSettings} {
		if path := c.String(flag); path != "" {
			s, err := readSettings(path)
			if err != nil {
				return err
			}
			parts[part] = []byte(s.String())
		}
	}
	name := cmp.Or(c.String("name"), b.Manifest().Version)
	out, err := b.Named(name).With(parts)
	if err != nil {
		return err
	}
	return writeFile(c, c.String("output"), out)
}
