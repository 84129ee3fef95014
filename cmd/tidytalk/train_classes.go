//go:build !small

package main

import (
	"io"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/training/train"
)

func trainClassesCommand() *cli.Command {
	return &cli.Command{
		Name:      "classes",
		Usage:     "sort part-of-speech tags into classes by how well the baseline does on them",
		ArgsUsage: "CORPUS",
		Description: `Scores the baseline on text that it has not seen, sorts the tags by the F1 of their
edit words, and makes classes that are larger the easier their tags are (COLING
2014, section 4.6, Table 4). The file is text: edit it as you like. With --keep-work
'tidytalk train experts' need not predict again what this did.

Example:
  tidytalk train classes -o classes.txt corpus/`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			&cli.IntFlag{Name: "number", Aliases: []string{"n"}, Value: defaultClasses, Usage: "make `N` classes"},
			training.CorpusAudioFlag(),
		}, training.BaseFlags()...),
		Before: usage.Hush,
		Action: training.Action(trainClasses),
	}
}

func trainClasses(c *training.Run) error {
	if err := training.OneCorpus(c); err != nil {
		return err
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	sentences, err := training.Sentences(c.Context, c.Args().First())
	if err != nil {
		return err
	}
	t, err := newExpertTask(c, b, sentences)
	if err != nil {
		return err
	}
	classes, err := train.DeriveClasses(c.Ctx(), t.bundle.Sentences(), t.examples, c.Int("number"), c.Int("jobs"))
	if err != nil {
		return err
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error {
		if _, err := io.WriteString(w, "# name, how much an error counts, tags: sorted by the edit F1 of the baseline on held-out text\n"); err != nil {
			return err
		}
		return classes.Write(w)
	})
}
