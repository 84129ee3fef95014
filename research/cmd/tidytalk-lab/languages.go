package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/research/languages"
)

func languagesCommand() *cli.Command {
	return &cli.Command{
		Name:      "languages",
		Usage:     "which lines are taken for another language than they are in",
		ArgsUsage: "CORPORA",
		Description: `Measures, on the development parts of the corpora below a folder: words of English that
are taken for another language, lines in other languages that are taken for English,
each by itself, with the file that it is from, and in turn with lines of another file;
and the words that 'clean' takes from lines in other languages.

With --removed, measures in place of that what the rules of each language remove, where the language
is known: from fluent text, of which nothing should be, and of the filled pauses and repairs of treebanks.

Examples:
  tidytalk-lab languages shared/data
  tidytalk-lab languages --removed --examples lost.tsv shared/data`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			&cli.BoolFlag{Name: "removed", Usage: "measure what is removed"},
			&cli.StringFlag{Name: "examples", Usage: "with --removed, write what is removed from fluent text, and what of the treebanks is wrong, to `FILE`"},
			&cli.StringFlag{Name: "part", Value: "dev", Usage: "with --removed, the `PART` of texts and treebanks: train or dev"},
			&cli.IntFlag{Name: "lines", Usage: "with --removed, at most the first `N` lines of each text", DefaultText: "all"},
			bundles.Flag(),
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: training.Alive(languageTables),
	}
}

func languageTables(c *cli.Context) error {
	folder, err := onlyFolder(c)
	if err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	if c.Int("lines") < 0 {
		return usage.Errorf("--lines may not be negative")
	}
	if c.Bool("removed") {
		return removedTables(c, b, folder)
	}
	d, err := document.New(b, document.Options{Options: pipeline.Options{LabelOptions: engine.LabelOptions{Level: engine.LevelStandard}}})
	if err != nil {
		return err
	}
	cleaner, err := tidytalk.New(b, tidytalk.Options{})
	if err != nil {
		return err
	}
	sets, err := languages.Sets(folder)
	if err != nil {
		return err
	}
	rows, err := languages.Measure(d, sets)
	if err != nil {
		return err
	}
	lost, err := languages.Losses(c.Context, cleaner, sets)
	if err != nil {
		return err
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		languages.Write(w, languages.Join(rows))
		fmt.Fprintln(w)
		languages.WriteLosses(w, lost)
		return nil
	})
}

// removedTables measures what the rules of languages remove.
func removedTables(c *cli.Context, b *engine.Bundle, folder string) error {
	made := make(map[string]*document.Decider)
	deciders := func(code string) (*document.Decider, error) {
		if made[code] == nil {
			d, err := document.New(b, document.Options{Options: pipeline.Options{LabelOptions: engine.LabelOptions{Level: engine.LevelStandard}}, Language: code})
			if err != nil {
				return nil, err
			}
			made[code] = d
		}
		return made[code], nil
	}
	taken, err := languages.FromText(c.Context, folder, c.String("part"), c.Int("lines"), deciders)
	if err != nil {
		return err
	}
	found, err := languages.FromSpeech(c.Context, folder, c.String("part"), deciders)
	if err != nil {
		return err
	}
	if path := c.String("examples"); path != "" {
		var lines []byte
		for i := range taken {
			for _, x := range taken[i].Lost {
				lines = append(lines, x+"\n"...)
			}
		}
		for i := range found {
			for _, x := range found[i].Lost {
				lines = append(lines, x+"\n"...)
			}
		}
		if err := fileio.WriteBytes(c, path, lines); err != nil {
			return err
		}
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		languages.WriteTaken(w, taken)
		fmt.Fprintln(w)
		languages.WriteFound(w, found)
		return nil
	})
}

func onlyFolder(c *cli.Context) (string, error) {
	if c.NArg() != 1 {
		return "", usage.Errorf("name the folder of the corpora")
	}
	return c.Args().First(), nil
}

func languageTableCommand() *cli.Command {
	return &cli.Command{
		Name:      "languages",
		Usage:     "make the table of words by language that is part of the program",
		ArgsUsage: "CORPORA",
		Description: `Makes text/langid/languages.bin of the training parts of the corpora below a folder:
of each of some languages, and of English, its most frequent words, and the trigrams of
the letters of the others. docs/models.md names the sources.

Example:
  tidytalk-lab train languages -o text/langid/languages.bin shared/data`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the table to `FILE`"},
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: func(c *cli.Context) error {
			if err := usage.Required(c, "output"); err != nil {
				return err
			}
			folder, err := onlyFolder(c)
			if err != nil {
				return err
			}
			source, err := languages.Estimate(folder)
			if err != nil {
				return err
			}
			b, err := source.Bytes()
			if err != nil {
				return err
			}
			return fileio.WriteBytes(c, c.String("output"), b)
		},
	}
}
