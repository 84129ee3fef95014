//go:build !small

package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

// defaultClasses is the number of classes in the paper.
const defaultClasses = 6

func trainExpertsCommand() *cli.Command {
	d := experts.DefaultTrainer()
	return &cli.Command{
		Name:      "experts",
		Usage:     "train POS-class experts of a bundle, and write the bundle with them",
		ArgsUsage: "CORPUS",
		Description: `Trains for each class of part-of-speech tags an expert: the edit model of the
baseline, trained further with the errors on words of the class counting more
(COLING 2014, sections 3.1 and 4.6). CORPUS is as for 'tidytalk train'. A class
file has a line for each class: its name, how much an error counts (2 in the
paper), its tags. 'tidytalk train classes' writes one; without --classes it is
made on the way.

Where CORPUS is what the baseline was trained on, all that experts learn from is
predicted by jackknifing, with the finished steps in the work folder; on any other
corpus the bundle's own models predict it. Training that was interrupted goes on
with the next expert. New experts have no say in the decoder until 'tidytalk
tune' has given them weights; --mode experts uses them as they are.

At the end the new experts are compared with those of the bundle, and with the
baseline, on text that was not trained on, and a warning says where they are worse.

Examples:
  tidytalk train experts -o my.tt corpus/
  tidytalk train experts --classes nouns.txt --only nouns -o my.tt calls.tsv`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "classes", Usage: "class `FILE`"},
			&cli.StringFlag{Name: "only", Usage: "train only the experts of these `CLASSES` (comma list); words of the others are left to the baseline"},
			&cli.Float64Flag{Name: "boost", Usage: "let an error on a word of the class count `X` times, for all classes (default: as the class file says)"},
			&cli.BoolFlag{Name: "no-balance", Usage: "leave precision and recall as the training of the experts makes them"},
			&cli.StringFlag{Name: "check", DefaultText: "the development split of CORPUS, or every fifth conversation of it, which is then not trained on", Usage: "compare with the experts of the bundle on this labelled token TSV `FILE`, which none of them should have been trained on; none compares nothing"},
			&cli.IntFlag{Name: "runs", Value: d.Runs, Usage: "average `N` runs"},
			&cli.IntFlag{Name: "passes", Value: d.Passes, Usage: "`N` passes over the data"},
			&cli.Float64Flag{Name: "rate", Value: d.Rate, Usage: "step `SIZE`"},
			&cli.Float64Flag{Name: "min", Value: d.Min, Usage: "drop rows of weights that differ by less than `X` from the baseline's"},
			training.CorpusAudioFlag(),
		}, append(training.SourceFlags(), training.BaseFlags()...)...),
		Before: usage.Hush,
		Action: training.Action(trainExperts),
	}
}

// expertTask is what both commands start from.
type expertTask struct {
	bundle   *engine.Bundle
	examples *stages.Examples
}

func newExpertTask(c *training.Run, b *engine.Bundle, sentences []data.Sentence) (*expertTask, error) {
	examples, err := expertExamples(c, b, sentences)
	return &expertTask{b, examples}, err
}

// expertExamples reads sentences for experts, and says how.
func expertExamples(c *training.Run, b *engine.Bundle, sentences []data.Sentence) (*stages.Examples, error) {
	tr, err := c.Trainer()
	if err != nil {
		return nil, err
	}
	examples, jackknifed, err := train.ExpertExamples(c.Ctx(), b.Sentences(), tr, sentences)
	if err == nil && !jackknifed {
		fmt.Fprintln(c.App.ErrWriter, "the baseline was trained on another corpus: its own models predict what experts learn from")
	}
	return examples, err
}

func trainExperts(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if err := training.OneCorpus(c); err != nil {
		return err
	}
	tr := experts.DefaultTrainer()
	tr.Runs, tr.Passes, tr.Rate, tr.Min = c.Int("runs"), c.Int("passes"), c.Float64("rate"), c.Float64("min")
	tr.Balance = !c.Bool("no-balance")
	if tr.Runs < 1 || tr.Passes < 1 || !(tr.Rate > 0) || !(tr.Min >= 0) {
		return usage.Errorf("--runs, --passes and --rate must be above 0, and --min not below")
	}
	if c.IsSet("boost") && !(c.Float64("boost") > 0) {
		return usage.Errorf("--boost must be above 0, not %v", c.Float64("boost"))
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	if path := c.String("classes"); path != "" {
		if tr.Classes, err = readClasses(c.Context, path, b.Sentences().Stages().TagNames()); err != nil {
			return err
		}
	}
	if s := c.String("only"); s != "" {
		for _, name := range strings.Split(s, ",") {
			name = strings.TrimSpace(name)
			if tr.Classes != nil && !slices.ContainsFunc(tr.Classes, func(k experts.Class) bool { return k.Name == name }) {
				return usage.Errorf("%s has no class %q", c.String("classes"), name)
			}
			tr.Only = append(tr.Only, name)
		}
	}
	sentences, check, err := expertSentences(c, b)
	if err != nil {
		return err
	}
	t, err := newExpertTask(c, b, sentences)
	if err != nil {
		return err
	}
	part, err := t.train(c, tr)
	if err != nil {
		return err
	}
	out, err := withExperts(t.bundle, part)
	if err != nil {
		return err
	}
	if check != nil {
		after, err := engine.Load(out)
		if err != nil {
			return err
		}
		if err := check.compare(c, b, after); err != nil {
			return err
		}
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

// readClasses reads a class file, and says which tags it leaves out.
func readClasses(c *cli.Context, path string, tags []string) (experts.Classes, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	classes, err := experts.ReadClasses(f, path, tags)
	if left := classes.Left(tags); err == nil && len(left) > 0 {
		fmt.Fprintf(c.App.ErrWriter, "in no class, so left to the baseline: %s\n", strings.Join(left, " "))
	}
	return classes, err
}

// train trains experts, of classes that it derives if tr has none.
func (t *expertTask) train(c *training.Run, tr experts.Trainer) ([]byte, error) {
	dir, err := c.Work()
	if err != nil {
		return nil, err
	}
	tr.Seed, tr.Workers, tr.Dir, tr.Report = c.Uint64("seed"), c.Int("jobs"), dir, c.Report
	tr.Balanced = func(b experts.Balance) { writeBalance(c.App.ErrWriter, b) }
	if tr.Classes == nil {
		if tr.Classes, err = train.DeriveClasses(c.Ctx(), t.bundle.Sentences(), t.examples, defaultClasses, tr.Workers); err != nil {
			return nil, err
		}
	}
	if c.IsSet("boost") {
		for i := range tr.Classes {
			tr.Classes[i].Boost = c.Float64("boost")
		}
	}
	return train.Experts(c.Ctx(), t.bundle.Sentences(), tr, t.examples)
}

// writeBalance prints what balancing found.
func writeBalance(to io.Writer, b experts.Balance) {
	base, all := b.Left, b.Left
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "edit F1 on held-out folds\toffset\texpert\tbaseline\tgain")
	row := func(name, offset string, expert, base metric.Counts) {
		fmt.Fprintf(w, "%s\t%s\t%.2f\t%.2f\t%+.2f\n", name, offset, 100*expert.F1(), 100*base.F1(), 100*(expert.F1()-base.F1()))
	}
	for i, name := range b.Classes {
		row("class "+name, fmt.Sprintf("%.1f", b.Offsets[i]), b.Expert[i], b.Baseline[i])
		base, all = base.Plus(b.Baseline[i]), all.Plus(b.Expert[i])
	}
	row("all words", "", all, base)
	w.Flush()
}

// withExperts returns a bundle with other experts, and settings that fit them.
func withExperts(b *engine.Bundle, part []byte) ([]byte, error) {
	out, err := b.With(map[string][]byte{engine.PartExperts: part})
	if err != nil {
		return nil, err
	}
	return fitted(out)
}
