package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/steps"
	"github.com/tidytalk/tidytalk/research/adapt"
	"github.com/tidytalk/tidytalk/research/curveview"
	adaptor "github.com/tidytalk/tidytalk/training/adapt"
)

func adaptCurveCommand() *cli.Command {
	return &cli.Command{
		Name:  "adapt",
		Usage: "the learning curve of 'tidytalk adapt': what so many corrected sentences gain",
		Description: `Adapts a bundle to more and more sentences of --corpus, and scores it on --check, text of
the same kind, and on --home, text of another kind, to see what is lost there: sentences as
the corpus cuts them, whole streams of words, and text as it was typed, as eval does with
--segment line, auto and written. Smaller samples are part of larger ones.

--choice blocks takes stretches of 20 sentences here and there, as somebody corrects them
who reads on; random single sentences; suggest those that 'adapt --suggest' chooses.

What was adapted is kept in the work folder until all is done, so that an experiment that
was interrupted goes on.

Examples:
  tidytalk-lab adapt --corpus train.tsv --check dev.tsv
  tidytalk-lab adapt --corpus train.tsv --check dev.tsv --home swbd.tsv --svg curve.svg
  tidytalk-lab adapt --corpus train.tsv --check dev.tsv --sizes 500 --choice suggest`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "adapt to sentences of `FILE`, a token TSV or corrections (.jsonl)"},
			&cli.StringFlag{Name: "check", Usage: "score on `FILE`, of the same kind"},
			&cli.StringFlag{Name: "home", Usage: "score on `FILE`, of another kind, too"},
			&cli.StringFlag{Name: "sizes", Value: "500,2000,all", Usage: "adapt to so many sentences (comma list of `NUMBERS`, and all)"},
			&cli.StringFlag{Name: "choice", Value: string(adapt.Blocks), Usage: "take `WHICH` sentences first: blocks, random or suggest"},
			&cli.StringFlag{Name: "svg", Usage: "draw the curve to `FILE`"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the tables to `FILE`"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of the choice, of the training and of the bootstrap"},
			bundles.Flag(),
		}, append(training.WorkFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(adaptCurve),
	}
}

func adaptCurve(c *training.Run) error {
	if c.NArg() > 0 {
		return usage.Errorf("adapt takes no arguments here: name the files with --corpus and --check")
	}
	for _, name := range []string{"corpus", "check"} {
		if err := usage.Required(c.Context, name); err != nil {
			return err
		}
	}
	choice := adapt.Choice(c.String("choice"))
	if !slices.Contains(adapt.Choices, choice) {
		return usage.Errorf("unknown choice %q: use blocks, random or suggest", choice)
	}
	if err := fileio.Check(c.String("svg")); err != nil {
		return err
	}
	corpus, err := labelledSides(c.String("corpus"))
	if err != nil {
		return err
	}
	var texts []adapt.Text
	for _, name := range []string{"check", "home"} {
		if path := c.String(name); path != "" {
			sides, err := labelledSides(path)
			if err != nil {
				return err
			}
			texts = append(texts, adapt.Text{Name: filepath.Base(path), Sides: sides})
		}
	}
	whole, err := adapt.NewSample(c.Ctx(), corpus, adapt.Blocks, 0, c.Uint64("seed"), nil, 1)
	if err != nil {
		return err
	}
	sizes, err := parseSizes(c.String("sizes"), whole.Len())
	if err != nil {
		return err
	}
	b, err := bundles.Load(c.Context)
	if err != nil {
		return err
	}
	x := &adapt.Curve{Bundle: b, Sizes: sizes, Texts: texts, Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Adapt: adaptWith(c)}
	if x.Sample, err = adapt.NewSample(c.Ctx(), corpus, choice, sizes[len(sizes)-1], x.Seed, b, x.Workers); err != nil {
		return err
	}
	if x.Dir, err = c.Work(); err != nil {
		return err
	}
	x.Report = func(e steps.Event) {
		if e.State != steps.Made {
			c.Show.Line("%s: %s", e.File, [...]string{steps.Taken: "taken", steps.Damaged: "damaged, and made again"}[e.State])
		}
	}
	var points []adapt.Point
	err = x.Run(c.Ctx(), func(p adapt.Point) error {
		points = append(points, p)
		c.Show.Line("%d sentences are scored", p.Sentences)
		return nil
	})
	if err != nil {
		return err
	}
	if path := c.String("svg"); path != "" {
		title := fmt.Sprintf("Adapting to sentences of %s (%s)", filepath.Base(c.String("corpus")), choice)
		if err := fileio.WriteBytes(c.Context, path, []byte(curveview.SVG(adapt.Chart(title, texts, points)))); err != nil {
			return err
		}
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error { return adapt.WriteTable(w, texts, points) })
}

// adaptWith returns what adapts a bundle as flags say.
func adaptWith(t *training.Run) func(context.Context, *engine.Bundle, []data.Side) ([]byte, string, error) {
	o := adaptor.Options{Seed: t.Uint64("seed"), Workers: t.Int("jobs"), Scattered: t.String("choice") != string(adapt.Blocks), Report: t.Adapting}
	return func(ctx context.Context, b *engine.Bundle, sides []data.Side) ([]byte, string, error) {
		r, err := adaptor.Adapt(ctx, b, sides, o)
		if err != nil {
			return nil, "", err
		}
		return r.Bundle, r.Why, nil
	}
}

// labelledSides reads a corpus whose disfluencies are annotated.
func labelledSides(path string) ([]data.Side, error) {
	sides, err := adaptor.ReadCorpus(path)
	if err != nil {
		return nil, err
	}
	if sides, _ = data.Labelled(sides); len(sides) == 0 {
		return nil, fmt.Errorf("%s: no disfluencies are annotated in it", path)
	}
	return sides, nil
}

// parseSizes reads a list of numbers of sentences, of which there are so many in all.
func parseSizes(list string, all int) ([]int, error) {
	var out []int
	for s := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		switch {
		case strings.TrimSpace(s) == "all":
			n = all
		case err != nil || n < 1:
			return nil, usage.Errorf("--sizes is a list such as 500,2000,all: %q is no number of sentences", s)
		case n > all:
			return nil, fmt.Errorf("the corpus has %d sentences: --sizes cannot have %d", all, n)
		}
		out = append(out, n)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}
