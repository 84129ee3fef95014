package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/research/ted"
	"github.com/tidytalk/tidytalk/training/train"
)

func tedCommand() *cli.Command {
	c := ted.DefaultConfig()
	d := c.Trainer.Dropout
	return &cli.Command{
		Name:  "ted",
		Usage: "the usual benchmark of punctuation: TED talks",
		Description: `Scores the marks after the words of --dev, a file of lines 'word TAB label' with the
labels O, COMMA, PERIOD and QUESTION, which may be compressed (.gz): those that the
models of a bundle put in, and, with --train, those of a network that is trained on a
file of the training part alone. The network sees the tags of the bundle's tagger,
too. Of the end of the training part (--hold-out) nothing is learned but offsets of the
marks, for the best F1; the figures are of the network as a file has it, with 8-bit
weights, in one pass over overlapping windows. Overall is the F1 of the three marks
together. Words a second are those of one goroutine.

A training that was interrupted goes on, from what is kept in the work folder. The
talks may not be given away, nor what is made of them: the network is written only
where -o says so.

Examples:
  tidytalk-lab ted --dev dev2012.tsv.gz
  tidytalk-lab ted --dev dev2012.tsv.gz --train train.tsv.gz
  tidytalk-lab ted --dev dev.tsv --train train.tsv --units 64 --layers 1 --passes 2`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "dev", Usage: "score on `FILE`"},
			&cli.StringFlag{Name: "train", Usage: "train a network on `FILE`"},
			&cli.Float64Flag{Name: "hold-out", Value: 0.04, Usage: "tune offsets on this `SHARE` of the words to train on, at their end"},
			&cli.IntFlag{Name: "passes", Value: c.Trainer.Passes, Usage: "passes of the training"},
			&cli.IntFlag{Name: "units", Value: c.Hidden, Usage: "units of a direction of a layer, a multiple of 32"},
			&cli.IntFlag{Name: "layers", Value: c.Layers, Usage: "layers"},
			&cli.IntFlag{Name: "dense", Value: c.Dense, Usage: "units of the layer before the punctuation, a multiple of 32"},
			&cli.IntFlag{Name: "embedding", Value: c.Word, Usage: "size of the embeddings of words, a multiple of 32"},
			&cli.IntFlag{Name: "vocabulary", Value: c.Most, Usage: "`N` words at most have an embedding"},
			&cli.IntFlag{Name: "least", Value: c.Least, Usage: "words that occur `N` times have one"},
			&cli.IntFlag{Name: "batch", Value: c.Trainer.Batch, Usage: "words of a step"},
			&cli.Float64Flag{Name: "rate", Value: c.Trainer.Rate, Usage: "highest size of a step"},
			&cli.StringFlag{Name: "dropout", Value: fmt.Sprintf("%v,%v,%v", d.Input, d.Hidden, d.Dense), Usage: "`SHARES` of what is hidden of embeddings, layers, and the layer before the punctuation"},
			&cli.Float64Flag{Name: "hide-words", Value: c.HideWord, Usage: "`SHARE` of the words that are hidden"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of the training"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the network to `FILE`"},
			bundles.Flag(),
		}, append(training.WorkFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(tedTable),
	}
}

// tedConfig returns how flags say that the network is trained.
func tedConfig(c *training.Run) (train.NetworkConfig, error) {
	config := ted.DefaultConfig()
	for _, f := range []struct {
		name        string
		to          *int
		least, most int
		of          int // which it is a multiple of
	}{
		{"passes", &config.Trainer.Passes, 1, 1000, 1},
		{"units", &config.Hidden, 32, 1024, 32},
		{"layers", &config.Layers, 1, 8, 1},
		{"dense", &config.Dense, 32, 1024, 32},
		{"embedding", &config.Word, 32, 512, 32},
		{"vocabulary", &config.Most, 1, 1 << 19, 1},
		{"least", &config.Least, 1, 1 << 19, 1},
		{"batch", &config.Trainer.Batch, 1, 1 << 20, 1},
	} {
		n := c.Int(f.name)
		switch {
		case n < f.least || n > f.most:
			return config, usage.Errorf("--%s is from %d to %d, not %d", f.name, f.least, f.most, n)
		case n%f.of != 0:
			return config, usage.Errorf("--%s is a multiple of %d, not %d", f.name, f.of, n)
		}
		*f.to = n
	}
	if config.Trainer.Rate = c.Float64("rate"); !(config.Trainer.Rate > 0 && config.Trainer.Rate <= 1) {
		return config, usage.Errorf("--rate is above 0 and at most 1, not %v", config.Trainer.Rate)
	}
	share := func(name string, v float64) error {
		if !(v >= 0 && v < 1) {
			return usage.Errorf("--%s is a share from 0 to less than 1, not %v", name, v)
		}
		return nil
	}
	config.HideWord, config.Trainer.Seed = c.Float64("hide-words"), c.Uint64("seed")
	if err := share("hide-words", config.HideWord); err != nil {
		return config, err
	}
	d := &config.Trainer.Dropout
	shares := strings.Split(c.String("dropout"), ",")
	to := []*float64{&d.Input, &d.Hidden, &d.Dense}
	if len(shares) != len(to) {
		return config, usage.Errorf("--dropout is three shares with commas between them, not %q", c.String("dropout"))
	}
	for i, s := range shares {
		v, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil {
			return config, usage.Errorf("--dropout: %q is no number", s)
		}
		if err := share("dropout", v); err != nil {
			return config, err
		}
		*to[i] = v
	}
	return config, nil
}

func tedTable(c *training.Run) error {
	if err := usage.Required(c.Context, "dev"); err != nil {
		return err
	}
	if c.NArg() > 0 {
		return usage.Errorf("ted takes no arguments: name the files with --dev and --train")
	}
	share := c.Float64("hold-out")
	if !(share > 0 && share < 1) {
		return usage.Errorf("--hold-out is a share above 0 and below 1, not %v", share)
	}
	config, err := tedConfig(c)
	if err != nil {
		return err
	}
	if c.String("train") == "" && c.String("output") != "" {
		return usage.Errorf("there is a network to write with --output only where one is trained: name what on with --train")
	}
	dev, err := ted.ReadFile(c.String("dev"))
	if err != nil {
		return err
	}
	var text, held *ted.Text
	if path := c.String("train"); path != "" {
		all, err := ted.ReadFile(path)
		if err != nil {
			return err
		}
		if text, held = all.HoldOut(share); len(text.Words) == 0 || len(held.Words) == 0 {
			return fmt.Errorf("%s: with --hold-out %v nothing is left to train on, or to tune on, of %d words", path, share, len(all.Words))
		}
	}
	b, err := bundles.Load(c.Context)
	if err != nil {
		return err
	}
	t := &tedRows{c: c, bundle: b, dev: dev, start: time.Now()}
	if err := t.ofBundle(); err != nil {
		return err
	}
	if text != nil {
		if err := t.ofNetwork(text, held, config); err != nil {
			return err
		}
	}
	return fileio.Write(c.Context, "", t.write)
}

// tedRow is what is scored.
type tedRow struct {
	name  string
	score metric.Marks
	bytes int
	speed ted.Speed
}

// tedRows collects what is scored.
type tedRows struct {
	c      *training.Run
	bundle *engine.Bundle
	dev    *ted.Text
	start  time.Time
	rows   []tedRow
}

// say tells how it goes on.
func (t *tedRows) say(format string, args ...any) {
	fmt.Fprintf(t.c.App.ErrWriter, "%7.1fs  %s\n", time.Since(t.start).Seconds(), fmt.Sprintf(format, args...))
}

func (t *tedRows) ofBundle() error {
	marks, speed, err := ted.Restored(t.c.Ctx(), t.bundle, t.dev)
	if errors.Is(err, engine.ErrNoStreams) {
		return fmt.Errorf("%w: take another bundle", err)
	}
	if err != nil {
		return err
	}
	file, err := t.bundle.With(nil)
	if err != nil {
		return err
	}
	t.rows = append(t.rows, tedRow{"bundle", t.dev.Score(marks), len(file), speed})
	t.say("bundle")
	return nil
}

func (t *tedRows) ofNetwork(text, held *ted.Text, config train.NetworkConfig) error {
	tr, err := t.c.Trainer()
	if err != nil {
		return err
	}
	reader := t.bundle.Sentences().Stages()
	// f1 returns the F1 in a text, without offsets and with those that are best there.
	f1 := func(m *neural.Model) (plain, tuned float64, o ted.Offsets, err error) {
		chances, _, err := ted.Predict(t.c.Ctx(), reader, m, held, t.c.Int("jobs"))
		if err != nil {
			return 0, 0, o, err
		}
		o = chances.Tune(held)
		of := func(o ted.Offsets) float64 {
			s := held.Score(chances.Marks(o))
			return 100 * s.All().F1()
		}
		return of(ted.Offsets{}), of(o), o, nil
	}
	config.Check = func(pass int, loss float64, m *neural.Model) {
		plain, tuned, _, err := f1(m)
		if err != nil {
			return // the training is stopped, too
		}
		t.say("pass %d: mean loss %.5f, F1 of what is held out %.2f, with offsets %.2f", pass, loss, plain, tuned)
	}
	file, err := ted.Train(t.c.Ctx(), reader, tr, text, config)
	if err != nil {
		return err
	}
	m, err := neural.Unmarshal(file)
	if err != nil {
		return err
	}
	plain, tuned, offsets, err := f1(m)
	if err != nil {
		return err
	}
	t.say("%s: %d weights; F1 of what is held out %.2f, with offsets %.2f (%s)", shapeOf(m.Config()), m.Weights(), plain, tuned, offsetText(offsets))
	chances, speed, err := ted.Predict(t.c.Ctx(), reader, m, t.dev, t.c.Int("jobs"))
	if err != nil {
		return err
	}
	t.rows = append(t.rows,
		tedRow{"network", t.dev.Score(chances.Marks(ted.Offsets{})), len(file), speed},
		tedRow{"network, offsets", t.dev.Score(chances.Marks(offsets)), len(file), speed})
	if path := t.c.String("output"); path != "" {
		return fileio.Write(t.c.Context, path, func(w io.Writer) error {
			_, err := w.Write(file)
			return err
		})
	}
	return nil
}

// shapeOf says how large a network is.
func shapeOf(c rnn.Config) string {
	return fmt.Sprintf("layers %d, units 2x%d, words %d", c.Layers, c.Hidden, c.Columns[0].Symbols-1)
}

func offsetText(o ted.Offsets) string {
	var out []string
	for k := data.Comma; k < data.NumPuncts; k++ {
		out = append(out, fmt.Sprintf("%s %+.2f", k, o[k]))
	}
	return strings.Join(out, ", ")
}

// write writes the table.
func (t *tedRows) write(to io.Writer) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%d words\t", len(t.dev.Words))
	for _, name := range []string{"COMMA", "PERIOD", "QUESTION", "overall"} {
		fmt.Fprintf(w, "%s: P\tR\tF1\t", name)
	}
	fmt.Fprintln(w, "MB\twords/s\t")
	for _, r := range t.rows {
		fmt.Fprintf(w, "%s\t", r.name)
		for _, s := range []metric.Counts{r.score[data.Comma], r.score[data.Period], r.score[data.QMark], r.score.All()} {
			fmt.Fprintf(w, "%.1f\t%.1f\t%.1f\t", 100*s.Precision(), 100*s.Recall(), 100*s.F1())
		}
		fmt.Fprintf(w, "%.1f\t%.0f\t\n", float64(r.bytes)/1e6, r.speed.PerSecond())
	}
	return w.Flush()
}
