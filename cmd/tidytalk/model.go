//go:build !small

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/models/stages"
)

func modelCommand() *cli.Command {
	return &cli.Command{
		Name:  "model",
		Usage: "look into the models of a bundle",
		Subcommands: []*cli.Command{{
			Name: "dump", ArgsUsage: "PART", Usage: "show the weights of a part: tagger, filler, edit or kinds",
			Description: `Writes a weight a line, the largest first: weight, labels of the clique, template,
and the values of the feature. Models hold hashes of their features; those that
occur in --corpus are named, the others are left out and counted.

Examples:
  tidytalk model dump --corpus dev.tsv --top 50 edit
  tidytalk model dump --corpus train.tsv --label E --match 'rcq[0]' edit`,
			Flags: []cli.Flag{
				bundles.Flag(),
				&cli.StringFlag{Name: "corpus", Usage: "name the features that occur in this corpus `PATH`"},
				&cli.StringFlag{Name: "split", Usage: "use this `SPLIT` of a corpus folder: train, dev or test"},
				&cli.IntFlag{Name: "top", Usage: "only the `N` largest weights"},
				&cli.StringFlag{Name: "label", Usage: "only weights of cliques that end in this `LABEL`"},
				&cli.StringFlag{Name: "match", Usage: "only features whose template and values contain `TEXT`"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			},
			Action: modelDump,
		}},
	}
}

func modelDump(c *cli.Context) error {
	if err := usage.Required(c, "corpus"); err != nil {
		return err
	}
	if c.NArg() != 1 {
		return usage.Errorf("model dump takes one part (tagger, filler, edit, kinds), not %d", c.NArg())
	}
	part := stages.Part(c.Args().First())
	if !slices.Contains(stages.LabelParts, part) {
		return usage.Errorf("unknown part %q: use tagger, filler, edit or kinds", part)
	}
	sentences, err := training.ScoredSentences(c, c.String("corpus"), c.String("split"), "")
	if err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	weights, named, err := b.Sentences().Stages().Dump(part, sentences)
	if err != nil {
		return err
	}
	model := b.Sentences().Stages().Model(part)
	if label := c.String("label"); label != "" && !slices.Contains(model.Labels, label) {
		return usage.Errorf("the %s model has no label %q: it has %s", part, label, strings.Join(model.Labels, ", "))
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		fmt.Fprintf(w, "# %s: labels %s, %d features, %d of them named\n", part, strings.Join(model.Labels, " "), model.Features(), named)
		shown := 0
		for _, f := range weights {
			if n := c.Int("top"); n > 0 && shown == n {
				break
			}
			if l := c.String("label"); l != "" && f.Labels[len(f.Labels)-1] != l || !strings.Contains(f.Template+"\t"+f.Values, c.String("match")) {
				continue
			}
			shown++
			if _, err := fmt.Fprintf(w, "%+.4f\t%s\t%s\t%s\n", f.Weight, strings.Join(f.Labels, " "), f.Template, f.Values); err != nil {
				return err
			}
		}
		return nil
	})
}
