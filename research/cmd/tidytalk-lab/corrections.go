package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/research/harm"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/training/train"
)

func correctionsCommand() *cli.Command {
	return &cli.Command{
		Name:  "corrections",
		Usage: "which repairs with an editing term are found (\"on Monday, no wait, on Tuesday\")",
		Description: `Scores the words that go from texts with one correction, by what tells of it: an
editing term that training may know (seen), one that nothing is trained on (held-out, and
fresh: chosen after the features), a filled pause or nothing (implicit). Fluent texts have the words of such terms in
another sense, and lose nothing when all is right. A text is right when exactly what
was corrected, the term and the pauses are gone.

The written sets come with the command. With --corpus others are made of fluent
sentences of conversations, a third of them with held-out terms: a word of a class,
such as days or colours, is said in place of another one of the class, and corrected.

Examples:
  tidytalk-lab corrections --corpus dev.tsv
  tidytalk-lab corrections --corpus dev.tsv --save sets.tsv
  tidytalk-lab corrections --pairs mine.tsv --examples 20`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV, or corpus folder with --split, to make repairs of: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "take this `SPLIT` of the corpus: train, dev or test"},
			&cli.IntFlag{Name: "made", Value: 500, Usage: "make `N` repairs"},
			&cli.StringFlag{Name: "pairs", Usage: "score these, too: `FILE` of lines 'id TAB verbatim TAB clean', may be compressed (.gz)"},
			&cli.StringFlag{Name: "save", Usage: "write all that is scored to `FILE`, in the form of --pairs"},
			examplesFlag(),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			&cli.StringFlag{Name: "level", Value: "standard", Usage: "measure these `LEVELS` of 'clean --level', each in tables of its own (comma list)"},
			bundles.OptionFlag(cleaning.Find("weights")),
			bundles.Flag(),
			usage.JobsFlag(),
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: training.Alive(corrections),
	}
}

// correctionSets returns what flags say is to be scored.
func correctionSets(c *cli.Context) ([]harm.PairSet, error) {
	written, err := harm.WrittenProbes()
	if err != nil {
		return nil, err
	}
	var sets []harm.PairSet
	if path := c.String("corpus"); path != "" {
		sides, err := training.Scored(c, path, c.String("split"), "")
		if err != nil {
			return nil, err
		}
		made := harm.MadeProbes(sides, c.Int("made"))
		if len(made) < c.Int("made") {
			return nil, fmt.Errorf("%s has fluent sentences for %d corrections only: ask for fewer with --made", path, len(made))
		}
		made = append(made, harm.FreshProbes(sides, (c.Int("made")+2)/3)...)
		sets = append(sets, harm.Grouped("made", made)...)
	}
	sets = append(sets, harm.Grouped("written", append(written, harm.WithFreshTerms(written)...))...)
	if path := c.String("pairs"); path != "" {
		pairs, err := train.ReadPairs(path)
		if err != nil {
			return nil, err
		}
		sets = append(sets, harm.PairSet{Name: "pairs", Pairs: harm.Edits(pairs)})
	}
	return sets, nil
}

func corrections(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage.Errorf("corrections takes no arguments: name the corpus with --corpus")
	}
	if c.Int("made") < 1 {
		return usage.Errorf("--made must be at least 1, not %d", c.Int("made"))
	}
	sets, err := correctionSets(c)
	if err != nil {
		return err
	}
	if path := c.String("save"); path != "" {
		var b strings.Builder
		for _, s := range sets {
			for _, p := range s.Pairs {
				fmt.Fprintf(&b, "%s\t%s\t%s\n", p.ID, p.Verbatim, p.Clean)
			}
		}
		if err := fileio.Write(c, path, func(w io.Writer) error {
			_, err := io.WriteString(w, b.String())
			return err
		}); err != nil {
			return err
		}
	}
	return eachWay(c, func(t *harmTable) error { return t.pairSets(c.Context, "corrections", sets) })
}
