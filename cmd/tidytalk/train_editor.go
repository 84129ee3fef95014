//go:build !small

package main

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/models/editor"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/training/adapt"
	"github.com/tidytalk/tidytalk/training/train"
)

func trainEditorCommand() *cli.Command {
	d := editor.DefaultTrainer()
	return &cli.Command{
		Name:      "editor",
		Usage:     "train the model of what editors of clean verbatim take out, too, and write the bundle with it",
		ArgsUsage: "PAIRS | RAW=CLEAN ...",
		Description: `Trains what tells the words that an editor takes out of a transcript besides disfluencies: openers,
tags, hedges, listening and what was begun and left. PAIRS are files of transcripts in a verbatim
and in a clean form, lines 'id TAB verbatim TAB clean', in order; ids of one transcript are the same up
to the number behind the last "-". Or two transcripts of a conversation in any format, RAW=CLEAN, in which turns of others tell
what is said while listening; its name is that of RAW. What the bundle removes anyway is removed first. Each transcript is judged by a model that has
not seen it: the table says how far it agrees with its editor, by the least share at which words go, and
by those of the style clean-verbatim.

It is to be trained again when the models for text with punctuation change.

Example:
  tidytalk train editor -o my.tt podcasts.pairs.tsv.gz`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "base", Usage: "bundle `FILE` that the model is for (default: the embedded one)"},
			&cli.StringSliceFlag{Name: "fluent", Usage: "also learn from edited text in `FILE` (may be repeated), from which nobody would take out anything"},
			&cli.IntFlag{Name: "fluent-words", Value: 10000, Usage: "about `N` words of each file of --fluent"},
			&cli.Float64Flag{Name: "l2", Value: d.L2, Usage: "`WEIGHT` of the squares of weights"},
			&cli.IntFlag{Name: "steps", Value: d.Steps, Usage: "at most `N` steps of training"},
			&cli.IntFlag{Name: "folds", Value: d.Folds, Usage: "`N` models that judge, each on transcripts that it has not seen"},
		}, append(training.SourceFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(trainEditor),
	}
}

func trainEditor(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if c.NArg() == 0 {
		return usage.Errorf("train editor takes files of pairs")
	}
	config := train.EditorConfig{Trainer: editor.DefaultTrainer(), Report: c.Report}
	config.L2, config.Steps, config.Folds, config.Workers = c.Float64("l2"), c.Int("steps"), c.Int("folds"), c.Int("jobs")
	if !(config.L2 > 0) || config.Steps < 1 || config.Folds < 2 {
		return usage.Errorf("--l2 must be above 0, --steps at least 1, --folds at least 2")
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	o := document.Options{Jobs: config.Workers}
	o.Posteriors = true
	d, err := document.New(b, o)
	if err != nil {
		return err
	}
	texts := train.NewEditorTexts(d)
	var sets []editedSet
	for _, what := range c.Args().Slice() {
		set := editedSet{name: what, from: len(texts.Examples)}
		if set.base, err = addEdited(c.Ctx(), texts, what); err != nil {
			return err
		}
		set.to = len(texts.Examples)
		sets = append(sets, set)
	}
	for _, path := range c.StringSlice("fluent") {
		doc, err := adapt.ReadStart(path, c.Int("fluent-words"))
		if err != nil {
			return err
		}
		if err := texts.AddFluent(c.Ctx(), doc); err != nil {
			return err
		}
	}
	file, held, err := train.Editor(c.Ctx(), texts.Examples, config)
	if err != nil {
		return err
	}
	out, err := b.With(map[string][]byte{engine.PartEditor: file})
	if err != nil {
		return err
	}
	printHeld(c.App.Writer, texts.Examples, sets, held)
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

// addEdited adds a file of pairs, or two transcripts.
func addEdited(ctx context.Context, texts *train.EditorTexts, what string) (train.EditorBase, error) {
	name, said, edited, err := adapt.ReadTwo(what)
	if err != nil {
		return train.EditorBase{}, err
	}
	if said != nil {
		return texts.AddTranscripts(ctx, name, said, edited)
	}
	pairs, err := train.ReadPairs(what)
	if err != nil {
		return train.EditorBase{}, err
	}
	return texts.AddPairs(ctx, pairs)
}

// editedSet is what a file of pairs was made to: examples, and what is taken out of them before.
type editedSet struct {
	name     string
	from, to int
	base     train.EditorBase
}

// editorialStyle is the style whose shares printHeld judges.
const editorialStyle = "clean-verbatim"

// printHeld prints how far models agree with editors whose transcripts they have not seen: by least shares of all kinds, and by those
// of editorialStyle.
func printHeld(w io.Writer, examples []editor.Example, sets []editedSet, held []editor.Held) {
	shares := style.Named(editorialStyle).Shares
	for _, s := range sets {
		line := func(name string, taken, right int) {
			p, r := float64(right)/float64(max(taken, 1)), float64(right)/float64(max(s.base.Gone, 1))
			fmt.Fprintf(w, "%s\t%d\t%.1f\t%.1f\t%.1f\n", name, taken, 100*p, 100*r, 200*p*r/max(p+r, 1e-9))
		}
		fmt.Fprintf(w, "%s\nleast\twords\tP\tR\tF1\n", s.name)
		line("clean", s.base.Taken, s.base.Right)
		for _, least := range []float64{0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8} {
			taken, right := s.base.Taken, s.base.Right
			for _, h := range held {
				if h.Probability >= least && examples[h.Example].Pure && h.Example >= s.from && h.Example < s.to {
					taken, right = taken+h.All, right+h.Gone
				}
			}
			line(fmt.Sprintf("%.2f", least), taken, right)
		}
		taken, right := s.base.Taken, s.base.Right
		for _, h := range held {
			if share := shares.Of(h.Kind); share > 0 && h.Probability >= share && examples[h.Example].Pure && h.Example >= s.from && h.Example < s.to {
				taken, right = taken+h.All, right+h.Gone
			}
		}
		line("style", taken, right)
	}
	fmt.Fprintln(w, "kind\tleast\twords\tright")
	for i := range data.NumEditorial {
		k := data.Openers << i
		for _, least := range []float64{0.3, 0.4, 0.5, 0.7} {
			taken, right := 0, 0
			for _, h := range held {
				if h.Kind == k && h.Probability >= least {
					taken, right = taken+h.All, right+h.Gone
				}
			}
			fmt.Fprintf(w, "%s\t%.2f\t%d\t%.1f%%\n", k, least, taken, 100*float64(right)/float64(max(taken, 1)))
		}
	}
}
