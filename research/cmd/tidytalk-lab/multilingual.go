package main

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/packed"
	"github.com/tidytalk/tidytalk/models/multilingual"
	tl "github.com/tidytalk/tidytalk/training/languages"
)

func multilingualCommand() *cli.Command {
	return &cli.Command{
		Name:      "multilingual",
		Usage:     "how good the network for other languages is, by source",
		ArgsUsage: "LANGUAGES",
		Description: `Measures the network of a bundle on the development parts below a folder: text/CODE-SOURCE.dev.txt (text
with marks and case, its lines joined to streams of 1,000 words) and repairs/CODE-SOURCE.dev.tsv (speech with repairs).
A line is a source: F1 of marks (! counts as a full stop), of the ends of sentences, of capitals, share of words in the right case,
precision, recall and F1 of the words that are taken back, and words of 1,000 of fluent text that are removed.

Example:
  tidytalk-lab multilingual --bundle languages shared/data/languages`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			&cli.StringFlag{Name: "bundle", Value: bundles.Languages, Usage: "measure the network of the bundle `FILE`"},
			&cli.StringFlag{Name: "part", Value: "dev", Usage: "measure on the `PART` dev or train"},
			usage.JobsFlag(), usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: training.Alive(multilingualTable),
	}
}

func multilingualTable(c *cli.Context) error {
	folder, err := onlyFolder(c)
	if err != nil {
		return err
	}
	path, err := bundles.Path(c.String("bundle"))
	if err != nil {
		return err
	}
	b, err := bundles.OpenParts(path)
	if err != nil {
		return err
	}
	file := b.Part(engine.PartLanguages)
	if file == nil {
		return usage.Errorf("the bundle %s has no network for other languages", path)
	}
	m, err := multilingual.Unmarshal(file)
	if err != nil {
		return err
	}
	corpus := tl.NewCorpus()
	for _, kind := range []struct{ pattern, part string }{{"text", ".txt*"}, {"repairs", ".tsv*"}} {
		paths, err := filepath.Glob(filepath.Join(folder, kind.pattern, "*."+c.String("part")+kind.part))
		if err != nil {
			return err
		}
		slices.Sort(paths)
		for _, path := range paths {
			if strings.Contains(path, ".pairs.") {
				continue
			}
			if err := readPart(corpus, path, kind.pattern == "repairs"); err != nil {
				return err
			}
		}
	}
	if len(corpus.Parts()) == 0 {
		return usage.Errorf("there are no sources below %s: folders text and repairs with CODE-SOURCE.%s.txt and .tsv", folder, c.String("part"))
	}
	rows, err := tl.Measure(c.Context, m, corpus, c.Int("jobs"))
	if err != nil {
		return err
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error { return tl.WriteTable(w, rows) })
}

// markedSpeech are the treebanks of speech whose marks follow the rules of text.
var markedSpeech = []string{"fr-rhapsodie", "fr-parisstories", "es-coser"}

func readPart(corpus *tl.Corpus, path string, speech bool) error {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	code, _, _ := strings.Cut(name, "-")
	f, err := packed.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if speech {
		return corpus.Speech(f, name, code, slices.Contains(markedSpeech, name))
	}
	return corpus.Text(f, name, code)
}
