package main

import (
	"cmp"
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

--draws N does it N times, with other sentences by other seeds, and writes for each size how the
gains spread: mean, standard deviation, least and most, in how many draws there is one, and in how many a
loss is certain (p at most .05). "Removed" are words of either kind: what an editor has taken out
(--pairs) is known, and not always what for.

What was adapted is kept in the work folder until all is done, so that an experiment that
was interrupted goes on.

Examples:
  tidytalk-lab adapt --corpus train.tsv --check dev.tsv
  tidytalk-lab adapt --corpus train.tsv --check dev.tsv --home swbd.tsv --svg curve.svg
  tidytalk-lab adapt --corpus train.tsv --check dev.tsv --sizes 500 --choice suggest
  tidytalk-lab adapt --pairs calls.pairs.tsv --check-every 3 --sizes 500,2000 --draws 10`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "adapt to sentences of `FILE`, a token TSV or corrections (.jsonl)"},
			&cli.StringFlag{Name: "check", Usage: "score on `FILE`, of the same kind"},
			&cli.StringFlag{Name: "pairs", Usage: "adapt to what an editor has taken out, by `FILE`, as 'tidytalk adapt' does, in place of --corpus"},
			&cli.IntFlag{Name: "check-every", Usage: "score on every `N`-th conversation of --corpus or --pairs, in place of --check, and adapt to the others", DefaultText: "off"},
			&cli.StringFlag{Name: "home", Usage: "score on `FILE`, of another kind, too"},
			&cli.StringFlag{Name: "sizes", Value: "500,2000,all", Usage: "adapt to so many sentences (comma list of `NUMBERS`, and all)"},
			&cli.StringFlag{Name: "choice", Value: string(adapt.Blocks), Usage: "take `WHICH` sentences first: blocks, random or suggest"},
			&cli.IntFlag{Name: "draws", Usage: "do it with `N` draws of the sentences, by N seeds from --seed on, and write how the gains spread", DefaultText: "one, with its curve"},
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
	choice := adapt.Choice(c.String("choice"))
	if !slices.Contains(adapt.Choices, choice) {
		return usage.Errorf("unknown choice %q: use blocks, random or suggest", choice)
	}
	if err := fileio.Check(c.String("svg")); err != nil {
		return err
	}
	b, err := bundles.Load(c.Context)
	if err != nil {
		return err
	}
	corpus, texts, err := adaptTexts(c, b)
	if err != nil {
		return err
	}
	whole, err := adapt.NewSample(c.Ctx(), corpus, adapt.Blocks, 0, c.Uint64("seed"), nil, 1)
	if err != nil {
		return err
	}
	sizes, err := parseSizes(c.String("sizes"), whole.Len())
	if err != nil {
		return err
	}
	x := &adapt.Curve{Bundle: b, Sizes: sizes, Texts: texts, Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Adapt: adaptWith(c, c.Uint64("seed"))}
	if x.Dir, err = c.Work(); err != nil {
		return err
	}
	x.Report = func(e steps.Event) {
		if e.State != steps.Made {
			c.Show.Line("%s: %s", e.File, [...]string{steps.Taken: "taken", steps.Damaged: "damaged, and made again"}[e.State])
		}
	}
	if c.IsSet("draws") {
		return adaptDraws(c, x, corpus, choice)
	}
	if x.Sample, err = adapt.NewSample(c.Ctx(), corpus, choice, sizes[len(sizes)-1], x.Seed, b, x.Workers); err != nil {
		return err
	}
	points, err := adaptPoints(c, x)
	if err != nil {
		return err
	}
	if path := c.String("svg"); path != "" {
		title := fmt.Sprintf("Adapting to sentences of %s (%s)", filepath.Base(cmp.Or(c.String("corpus"), c.String("pairs"))), choice)
		if err := fileio.WriteBytes(c.Context, path, []byte(curveview.SVG(adapt.Chart(title, texts, points)))); err != nil {
			return err
		}
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error { return adapt.WriteTable(w, texts, points) })
}

// adaptTexts returns what is adapted to, and what is scored.
func adaptTexts(c *training.Run, b *engine.Bundle) (corpus []data.Side, texts []adapt.Text, err error) {
	every := c.Int("check-every")
	switch {
	case c.IsSet("corpus") == c.IsSet("pairs"):
		return nil, nil, usage.Errorf("name what to adapt to with --corpus or with --pairs")
	case c.IsSet("check") == c.IsSet("check-every"):
		return nil, nil, usage.Errorf("name what to score with --check or --check-every")
	case c.IsSet("check-every") && every < 2:
		return nil, nil, usage.Errorf("--check-every must be at least 2, not %d", every)
	}
	name := cmp.Or(c.String("corpus"), c.String("pairs"))
	if c.IsSet("corpus") {
		corpus, err = labelledSides(name)
	} else {
		var edited []adaptor.EditedText
		if edited, err = adaptor.ReadEdited(name); err == nil {
			corpus, _, err = adaptor.FromEdited(c.Ctx(), b, edited, c.Int("jobs"))
		}
	}
	if err != nil {
		return nil, nil, err
	}
	if every > 0 {
		var check []data.Side
		if corpus, check, err = adapt.Split(corpus, every); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", name, err)
		}
		texts = append(texts, adapt.Text{Name: "kept of " + filepath.Base(name), Sides: check})
	}
	for _, flag := range []string{"check", "home"} {
		if path := c.String(flag); path != "" {
			sides, err := labelledSides(path)
			if err != nil {
				return nil, nil, err
			}
			texts = append(texts, adapt.Text{Name: filepath.Base(path), Sides: sides})
		}
	}
	return corpus, texts, nil
}

// adaptPoints runs an experiment.
func adaptPoints(c *training.Run, x *adapt.Curve) (points []adapt.Point, err error) {
	err = x.Run(c.Ctx(), func(p adapt.Point) error {
		points = append(points, p)
		what := fmt.Sprintf("what %d sentences taught", p.Sentences)
		if p.Sentences == 0 {
			what = "the bundle as it comes"
		}
		c.Show.Line("scored: %s", what)
		return nil
	})
	return points, err
}

// adaptDraws runs an experiment with one draw of the sentences after the other.
func adaptDraws(c *training.Run, x *adapt.Curve, corpus []data.Side, choice adapt.Choice) error {
	n := c.Int("draws")
	switch {
	case n < 1:
		return usage.Errorf("--draws must be at least 1, not %d", n)
	case c.String("svg") != "":
		return usage.Errorf("--svg draws the curve of one draw: leave --draws out")
	}
	of := make([][]adapt.Point, len(x.Sizes))
	for draw := range n {
		c.Show.Line("draw %d of %d", draw+1, n)
		x.Seed = c.Uint64("seed") + uint64(draw)
		var err error
		if x.Sample, err = adapt.NewSample(c.Ctx(), corpus, choice, x.Sizes[len(x.Sizes)-1], x.Seed, x.Bundle, x.Workers); err != nil {
			return err
		}
		x.Adapt = adaptWith(c, x.Seed)
		points, err := adaptPoints(c, x)
		if err != nil {
			return err
		}
		x.First = &points[0]
		for i, p := range points[1:] {
			of[i] = append(of[i], p)
		}
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error {
		for i := range of {
			if i > 0 {
				fmt.Fprintln(w)
			}
			if err := adapt.WriteDraws(w, x.Texts, *x.First, of[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// adaptWith returns what adapts a bundle as flags say.
func adaptWith(t *training.Run, seed uint64) func(context.Context, *engine.Bundle, []data.Side) ([]byte, string, error) {
	o := adaptor.Options{Seed: seed, Workers: t.Int("jobs"), Scattered: t.String("choice") != string(adapt.Blocks), Report: t.Adapting}
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
