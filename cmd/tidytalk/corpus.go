//go:build !small

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
)

func corpusCommand() *cli.Command {
	output := &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"}
	return &cli.Command{
		Name:  "corpus",
		Usage: "count and convert labelled corpora",
		Description: `A corpus is a token TSV, a folder with train.tsv, dev.tsv or test.tsv, or a folder
with the csv release of the Switchboard Dialog Act Corpus. docs/formats.md
describes them.

Examples:
  tidytalk corpus stats corpus/
  tidytalk corpus convert --split dev -o dev.tsv swda/
  tidytalk corpus convert --split train --to fluent -o fluent.txt corpus/
  tidytalk corpus tag --lexicon /usr/share/wordnet -o tagged.tsv meetings.tsv.gz
  tidytalk corpus label --bundle first.tt --mixed texts -o more.tsv meetings.tsv.gz`,
		Subcommands: []*cli.Command{
			{
				Name: "stats", ArgsUsage: "DIR|FILE", Usage: "count tokens, sentences, edit and filler words, punctuation",
				Flags: []cli.Flag{output, &cli.BoolFlag{Name: "json", Usage: "write JSON"}}, Action: corpusStats,
			},
			{
				Name: "convert", ArgsUsage: "DIR|FILE", Usage: "write a split of a corpus as token TSV, or as text",
				Flags: []cli.Flag{
					output,
					&cli.StringFlag{Name: "to", Value: "tsv", Usage: "`FORMAT`: tsv, words (a sentence a line, lower-cased, without partial words) or fluent (words without fillers and edit words)"},
					&cli.StringFlag{Name: "split", Usage: "write this `SPLIT`: train, dev or test"},
				}, Action: corpusConvert,
			},
			corpusLabelCommand(), corpusTagCommand(),
		},
	}
}

func openCorpusArgument(c *cli.Context) (*data.Corpus, error) {
	if c.NArg() != 1 {
		return nil, usage.Errorf("corpus %s takes one corpus, not %d", c.Command.Name, c.NArg())
	}
	return data.OpenCorpus(c.Args().First())
}

func corpusStats(c *cli.Context) error {
	corpus, err := openCorpusArgument(c)
	if err != nil {
		return err
	}
	var names []string
	var stats []data.Stats
	for _, split := range []data.Split{data.Train, data.Dev, data.Test} {
		sides, err := corpus.Sides(split)
		if errors.Is(err, data.ErrNoSplit) {
			continue
		}
		if err != nil {
			return err
		}
		names, stats = append(names, string(split)), append(stats, data.Count(sides))
	}
	if corpus.Single() {
		// A file need not follow the splits.
		if all := data.Count(corpus.All()); len(stats) != 1 || stats[0] != all {
			names, stats = append(names, "all"), append(stats, all)
		}
	}
	if len(stats) == 0 || stats[0].Tokens == 0 {
		return fmt.Errorf("%s: no tokens", c.Args().First())
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		if c.Bool("json") {
			byName := make(map[string]data.Stats)
			for i, n := range names {
				byName[n] = stats[i]
			}
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(byName)
		}
		return writeStats(w, names, stats)
	})
}

func writeStats(to io.Writer, names []string, stats []data.Stats) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, f func(*data.Stats) int) {
		fmt.Fprintf(w, "%s\t", name)
		for i := range stats {
			fmt.Fprintf(w, "%d\t", f(&stats[i]))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "\t")
	for _, n := range names {
		fmt.Fprintf(w, "%s\t", n)
	}
	fmt.Fprintln(w)
	row("tokens", func(s *data.Stats) int { return s.Tokens })
	row("sentences", func(s *data.Stats) int { return s.Sentences })
	row("sequences (speaker sides)", func(s *data.Stats) int { return s.Sequences })
	row("edit words", func(s *data.Stats) int { return s.EditWords })
	row("filler words", func(s *data.Stats) int { return s.FillerWords })
	row("commas", func(s *data.Stats) int { return s.Commas })
	row("periods", func(s *data.Stats) int { return s.Periods })
	row("questions", func(s *data.Stats) int { return s.Questions })
	row("exclamations", func(s *data.Stats) int { return s.Exclamations })
	row("incomplete sentences", func(s *data.Stats) int { return s.Incomplete })
	row("partial words, not counted above", func(s *data.Stats) int { return s.Partials })
	row("tokens with times", func(s *data.Stats) int { return s.Timed })
	return w.Flush()
}

func corpusConvert(c *cli.Context) error {
	if err := usage.Required(c, "split"); err != nil {
		return err
	}
	split, err := data.ParseSplit(c.String("split"))
	if err != nil {
		return usage.Wrap(err)
	}
	to := c.String("to")
	if to != "tsv" && to != "words" && to != "fluent" {
		return usage.Errorf("unknown output format %q: use tsv, words or fluent", to)
	}
	corpus, err := openCorpusArgument(c)
	if err != nil {
		return err
	}
	sides, err := corpus.Sides(split)
	if err != nil {
		return err
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		if to == "tsv" {
			return data.WriteTSV(w, sides)
		}
		return writeWords(w, data.Sentences(sides), to == "fluent")
	})
}

// writeWords writes a sentence a line, without those that have no words left.
func writeWords(w io.Writer, sentences []data.Sentence, fluent bool) error {
	var line []string
	for i := range sentences {
		line = line[:0]
		for _, t := range sentences[i].Tokens {
			if !t.Partial() && (!fluent || t.Label() == data.O) {
				line = append(line, strings.ToLower(t.Text))
			}
		}
		if len(line) == 0 {
			continue
		}
		if _, err := io.WriteString(w, strings.Join(line, " ")+"\n"); err != nil {
			return err
		}
	}
	return nil
}
