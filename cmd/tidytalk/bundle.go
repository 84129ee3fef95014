package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/producers"
)

func bundleCommand() *cli.Command {
	textFlag := &cli.BoolFlag{Name: "raw", Usage: "write one part as it is: the phrase dictionary and the settings are text"}
	output := &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"}
	return &cli.Command{
		Name:  "bundle",
		Usage: "inspect model bundles",
		Description: `A bundle is one file with every model that cleaning needs; 'tidytalk train' writes
one. Without FILE the embedded bundle is meant. FILE may be the name of a bundle that is
installed, such as open: tidytalk-open.tt beside the program, or in the folder tidytalk of the
user's data.

'bundle info --licences' says what the models were made from, under which licences, whether
they may be used commercially, and whom to name.

Examples:
  tidytalk bundle info
  tidytalk bundle info --licences my.tt
  tidytalk bundle verify my.tt
  tidytalk bundle repack -o smaller.tt my.tt
  tidytalk bundle small -o tidytalk-small.tt
  tidytalk bundle extract --raw --parts phrases -o phrases.txt
  tidytalk bundle set --phrases phrases.txt -o edited.tt my.tt
  tidytalk bundle set --part emphasis=words.txt -o more.tt my.tt
  tidytalk bundle extract --parts phrases,repairs,settings -o decoder.tt my.tt`,
		Subcommands: []*cli.Command{
			{
				Name: "info", ArgsUsage: "[FILE]", Usage: "show what a bundle holds, and its licence",
				Flags: []cli.Flag{
					output,
					&cli.BoolFlag{Name: "licences", DisableDefaultText: true, Usage: "show what it was made from, the licences of that, whether it may be used commercially, and the attribution to be given"},
					&cli.BoolFlag{Name: "json", DisableDefaultText: true, Usage: "with --licences, write JSON"},
				}, Action: bundleInfo,
			},
			{
				Name: "verify", ArgsUsage: "[FILE]", Usage: "check every checksum, and that the parts fit together",
				Action: bundleVerify,
			},
			{
				Name: "extract", ArgsUsage: "[FILE]", Usage: "write some parts of a bundle to a file",
				Flags: []cli.Flag{output, &cli.StringFlag{Name: "parts", Usage: "write these `PARTS` (comma list)"},
					&cli.StringFlag{Name: "beside", Usage: "the parts are to stand beside the models `NAME`, such as open, which are opened with them (default: the embedded ones)"}, textFlag},
				Action: bundleExtract,
			},
			{
				Name: "prune", ArgsUsage: "[FILE]", Usage: "write a bundle whose edit models lack the features that weigh little",
				Flags: []cli.Flag{
					output,
					&cli.StringFlag{Name: "parts", Value: strings.Join(engine.Prunable(), ","), Usage: "prune these `PARTS` (comma list)"},
					&cli.Float64Flag{Name: "share", Value: 0.08, Usage: "leave out features whose weights are below this `SHARE` of the largest"},
				},
				Action: bundlePrune,
			},
			{
				Name: "small", ArgsUsage: "[FILE]", Usage: "write a bundle for places where models are fetched, such as pages: a quarter as large when it is compressed, and a little worse",
				Flags: []cli.Flag{output}, Action: bundleSmall,
			},
			{
				Name: "repack", ArgsUsage: "[FILE]...", Usage: "write a bundle with all parts in the formats of this version, which may be smaller",
				Flags:  []cli.Flag{output, &cli.StringFlag{Name: "out-dir", Usage: "write each file of a bundle in several to `FOLDER`"}},
				Action: bundleRepack,
			},
			{
				Name: "set", ArgsUsage: "[FILE]", Usage: "write a bundle with another phrase dictionary, other settings, another mix for punctuation, or a part of one's own",
				Flags: append([]cli.Flag{
					output,
					&cli.StringFlag{Name: "name", Usage: "`VERSION` for the manifest"},
					&cli.StringFlag{Name: "licence", Usage: "`LICENCE` for the manifest"},
					&cli.StringFlag{Name: "phrases", Usage: "phrase dictionary `FILE`, text"},
					&cli.StringFlag{Name: "marks", Usage: "how chain and network are mixed to predict punctuation: `FILE`, text, as 'bundle extract --raw --parts marks' writes it"},
					&cli.StringSliceFlag{Name: "part", Usage: "a part as it is, for a component of one's own: `NAME=FILE`; each may be given once"},
					&cli.StringSliceFlag{Name: "settings", Usage: "settings `FILE` of 'tidytalk tune', text; a file says which engine it is for, and each may have one"},
					&cli.StringFlag{Name: "stream-settings", Usage: "the same for a `FILE` that does not say that it is for streams"},
				}, slices.Concat(encoderFlags(), training.SourceFlags())...),
				Action: bundleSet,
			},
		},
	}
}

// openBundle is engine.Open for one file.
func openBundle(path string) (*engine.Bundle, error) { return engine.Open(path) }

// bundleArgument opens the bundle that the argument names, or the embedded one. open is openBundle, bundles.Open for who takes it with
// what it stands beside, or bundles.OpenParts for who looks at parts alone.
func bundleArgument(c *cli.Context, open func(string) (*engine.Bundle, error)) (b *engine.Bundle, name string, size int, err error) {
	switch c.NArg() {
	case 0:
		if b, err = tidytalk.LoadBundle(bundle.Default()...); err != nil {
			return nil, "", 0, err
		}
		for _, f := range bundle.Default() {
			size += len(f)
		}
		return b.Knowing(bundle.Sources()), "embedded bundle", size, nil
	case 1:
		if name, err = bundles.Path(c.Args().First()); err != nil {
			return nil, "", 0, err
		}
		if b, err = open(name); err != nil {
			return nil, name, 0, err
		}
		info, err := os.Stat(name)
		if err != nil {
			return nil, name, 0, err
		}
		return b.Knowing(bundle.Sources()), name, int(info.Size()), nil
	}
	return nil, "", 0, usage.Errorf("%s takes one file, not %d", c.Command.Name, c.NArg())
}

func bundleInfo(c *cli.Context) error {
	if c.Bool("json") && !c.Bool("licences") {
		return usage.Errorf("--json goes with --licences")
	}
	b, name, size, err := bundleArgument(c, bundles.OpenParts)
	if err != nil {
		return err
	}
	if c.Bool("licences") {
		return bundleLicences(c, b, name)
	}
	m := b.Manifest()
	return fileio.Write(c, c.String("output"), func(to io.Writer) error {
		fmt.Fprintf(to, "%s: version %s, %.1f MB\nlicence %s\n", name, m.Version, float64(size)/1e6, m.Licence)
		if m.Description != "" {
			fmt.Fprintln(to, m.Description)
		}
		if m.Base != "" {
			fmt.Fprintf(to, "stands beside the models %s, which are opened with it\n", m.Base)
		}
		fmt.Fprintln(to)
		w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "part\tMB\tholds\tconfiguration")
		for _, p := range m.Parts {
			what, err := b.Describe(p.Name)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\t%.2f\t%s\t%s\n", p.Name, float64(p.Size)/1e6, what, p.Config)
		}
		if err := w.Flush(); err != nil {
			return err
		}
		for _, e := range b.Engines() {
			features, unknown := e.Defaulted()
			for _, f := range features {
				fmt.Fprintf(to, "engine %s: the settings have no weight for %s: it has its default, %g\n", e.Name(), f.Name, f.Default)
			}
			for _, n := range unknown {
				fmt.Fprintf(to, "engine %s: the settings have a weight for %s, which no component of this program has\n", e.Name(), n)
			}
		}
		return nil
	})
}

func bundleVerify(c *cli.Context) error {
	_, name, _, err := bundleArgument(c, bundles.OpenParts)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.Writer, "%s: fine\n", name)
	return nil
}

func bundleExtract(c *cli.Context) error {
	if err := usage.Required(c, "parts"); err != nil {
		return err
	}
	b, _, _, err := bundleArgument(c, bundles.OpenParts)
	if err != nil {
		return err
	}
	var parts []string
	for name := range strings.SplitSeq(c.String("parts"), ",") {
		name = strings.TrimSpace(name)
		if b.Part(name) == nil {
			return usage.Errorf("the bundle has no part %q", name)
		}
		if !slices.Contains(parts, name) {
			parts = append(parts, name)
		}
	}
	var out []byte
	if c.Bool("raw") {
		if len(parts) != 1 {
			return usage.Errorf("--raw writes one part, not %d", len(parts))
		}
		out = b.Part(parts[0])
	} else if out, err = beside(c, b).Extract(parts); err != nil {
		return err
	}
	return fileio.WriteBytes(c, c.String("output"), out)
}

// beside returns a bundle whose parts stand beside the models of --beside, where it is given.
func beside(c *cli.Context, b *engine.Bundle) *engine.Bundle {
	if !c.IsSet("beside") {
		return b
	}
	return b.Beside(c.String("beside"))
}

func bundleRepack(c *cli.Context) error {
	dir := c.String("out-dir")
	if dir == "" {
		if err := usage.Required(c, "output"); err != nil {
			return err
		}
		b, _, _, err := bundleArgument(c, openBundle)
		if err != nil {
			return err
		}
		out, err := b.Repacked()
		if err != nil {
			return err
		}
		return fileio.WriteBytes(c, c.String("output"), out)
	}
	if c.NArg() == 0 || c.IsSet("output") {
		return usage.Errorf("--out-dir is for the files of a bundle in several: name them all, in order, without --output")
	}
	var files [][]byte
	names := make(map[string]bool)
	for _, path := range c.Args().Slice() {
		if names[filepath.Base(path)] {
			return usage.Errorf("two files have the name %s", filepath.Base(path))
		}
		names[filepath.Base(path)] = true
		file, err := bounded.ReadFile(path, bounded.Models)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	out, err := engine.Repack(files...)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for i, path := range c.Args().Slice() {
		if err := fileio.WriteBytes(c, filepath.Join(dir, filepath.Base(path)), out[i]); err != nil {
			return err
		}
	}
	return nil
}

func bundleSet(c *cli.Context) error {
	if err := usage.Required(c, "output"); err != nil {
		return err
	}
	if !slices.ContainsFunc([]string{"phrases", "settings", "stream-settings", "marks", "part", "encoder", "shares", "name", "licence"}, c.IsSet) {
		return usage.Errorf("bundle set needs --phrases, --settings, --stream-settings, --marks, --part, --encoder, --shares, --name or --licence")
	}
	b, _, _, err := bundleArgument(c, bundles.Open)
	if err != nil {
		return err
	}
	parts, err := givenParts(c)
	if err != nil {
		return err
	}
	switch file, err := encoderPart(c, b); {
	case err != nil:
		return err
	case file != nil:
		parts[engine.PartEncoder] = file
	}
	settings, err := bundles.SettingsOf(c, "settings", "stream-settings")
	if err != nil {
		return err
	}
	if b, err = training.Learning(c, training.Renamed(c, b), false); err != nil {
		return err
	}
	out, err := b.With(parts)
	if err != nil {
		return err
	}
	for _, s := range settings {
		if b, err = engine.Load(out); err != nil {
			return err
		}
		if b, err = training.Learning(c, b, false); err != nil {
			return err
		}
		if e := b.Engine(cmp.Or(s.Engine, engine.Sentences)); e != nil {
			s = e.InUse(&engine.DecoderOptions{Settings: &s}) // a file that says a part changes a part
		}
		if out, err = b.WithSettings(s); err != nil {
			return err
		}
	}
	return fileio.WriteBytes(c, c.String("output"), out)
}

// givenParts reads the parts that flags of 'bundle set' name, but for settings.
func givenParts(c *cli.Context) (map[string][]byte, error) {
	parts := make(map[string][]byte)
	for _, given := range []struct {
		flag, part string
		check      func(text io.Reader, name string) error
	}{
		{"phrases", engine.PartPhrases, func(text io.Reader, name string) error { _, err := producers.ReadPhrases(text, name); return err }},
		{"marks", engine.PartPunctuationMix, func(text io.Reader, name string) error { _, err := punct.ReadMix(text, name); return err }},
	} {
		path := c.String(given.flag)
		if path == "" {
			continue
		}
		text, err := bounded.ReadFile(path, bounded.Lists)
		if err != nil {
			return nil, err
		}
		if err := given.check(bytes.NewReader(text), path); err != nil {
			return nil, err
		}
		parts[given.part] = text
	}
	for _, given := range c.StringSlice("part") {
		name, path, ok := strings.Cut(given, "=")
		switch {
		case !ok || name == "" || path == "":
			return nil, usage.Errorf("--part takes NAME=FILE, not %q", given)
		case parts[name] != nil:
			return nil, usage.Errorf("the part %s is given twice", name)
		}
		file, err := bounded.ReadFile(path, bounded.Models)
		if err != nil {
			return nil, err
		}
		parts[name] = file
	}
	return parts, nil
}

func bundleSmall(c *cli.Context) error {
	if err := usage.Required(c, "output"); err != nil {
		return err
	}
	b, _, _, err := bundleArgument(c, openBundle)
	if err != nil {
		return err
	}
	out, err := b.Small()
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c, c.String("output"), out)
}

func bundlePrune(c *cli.Context) error {
	if err := usage.Required(c, "output"); err != nil {
		return err
	}
	if share := c.Float64("share"); !(share > 0 && share < 1) {
		return usage.Errorf("--share is a number between 0 and 1, not %v", share)
	}
	b, _, _, err := bundleArgument(c, openBundle)
	if err != nil {
		return err
	}
	out, err := b.Prune(strings.Split(c.String("parts"), ","), c.Float64("share"))
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c, c.String("output"), out)
}
