package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/train"
	"github.com/tidytalk/tidytalk/transcript"
)

func tuneCommand() *cli.Command {
	return &cli.Command{
		Name:  "tune",
		Usage: "tune the decoder's weights to a labelled corpus",
		Description: `Minimum error rate training (Och 2003): decodes the corpus, finds the weights
that do best on all hypotheses seen so far, and repeats until nothing new comes.
It also calibrates the confidence in removals. The result is a settings file, text
that clean, eval and trace read with --weights. It depends on the corpus, the
models, the start and the seed, not on the number of jobs.

--segment auto tunes the decoder for pieces of streams: the corpus is taken as
speaker-long streams, cut where sentences are predicted to end, once with times and
once without. --segment written tunes the one for text with punctuation: the corpus
as it was transcribed and with the habits of other typists, and, with --mixed, fluent
text that 'train --mixed' has not seen.

Objectives: edit-f1, edit-f:ALPHA (ALPHA from 0, recall, to 1, precision),
overall-f1 (edit and filler words together). With --segment auto, punctuation-f1
tunes the marks in place of the decoder, for words with times and without; it
writes no settings, but the bundle.

Examples:
  tidytalk tune --corpus dev.tsv -o weights.txt
  tidytalk tune --corpus dev.tsv --objective edit-f:0.8 --hold-out 5 -o careful.txt
  tidytalk tune --segment auto --corpus dev.tsv -o streams.txt
  tidytalk tune --bundle my.tt --corpus dev.tsv --bundle-output tuned.tt -o weights.txt`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "tune to this `SPLIT` of the corpus: train, dev or test"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the settings to `FILE` instead of standard output"},
			&cli.StringFlag{Name: "bundle-output", Usage: "also write the bundle with the settings to `FILE`"},
			&cli.StringFlag{Name: "objective", Value: "edit-f1", Usage: "make this `MEASURE` as large as possible"},
			&cli.StringFlag{Name: "segment", Value: "line", Usage: "tune for `WHAT`: line (gold sentences), auto (streams of words) or written (text with punctuation)"},
			&cli.BoolFlag{Name: "confidence-only", DisableDefaultText: true, Usage: "leave the weights as they are, and calibrate the confidence alone"},
			&cli.IntFlag{Name: "hold-out", Usage: "keep every `N`-th conversation out of tuning, and score it"},
			&cli.StringFlag{Name: "pool", Usage: "start with the hypotheses of `FILE`, if it is there, and keep them in it"},
			&cli.BoolFlag{Name: "no-times", Usage: "hide the word times from the models"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of restarts and directions"},
			&cli.IntFlag{Name: "tuning-rounds", Value: 6, Usage: "at most `N` rounds of tuning"},
			&cli.IntFlag{Name: "restarts", Value: 20, Usage: "`N` random starts in each round"},
			&cli.Float64Flag{Name: "prior", Value: defaultPrior, Usage: "what a change of the scaled weights by 1 must gain, so that small corpora do not pull them far off; 0 is the method of Och alone"},
			&cli.StringSliceFlag{Name: "weights", Usage: "start from the settings of `FILE`"},
			&cli.StringFlag{Name: "without", Usage: "leave out these producers and features of the decoder (comma list of `NAMES`)"},
			&cli.IntFlag{Name: "beam", DefaultText: "8", Usage: "keep `N` hypotheses after each round of the decoder"},
			&cli.IntFlag{Name: "rounds", DefaultText: "4", Usage: "at most `N` rounds of the decoder"},
			marginFlag(),
			bundleFlag(),
			jobsFlag(),
			quietFlag(),
		}, mixedFlags()...),
		Before: hush,
		Action: tune,
	}
}

// defaultPrior is mert.Optimiser.Prior, by what held-out conversations gain.
const defaultPrior = 0.02

func tune(c *cli.Context) error {
	if err := required(c, "corpus"); err != nil {
		return err
	}
	if c.NArg() > 0 {
		return usagef("tune takes no arguments: name the corpus with --corpus")
	}
	o, settings, err := tuneOptions(c)
	if err != nil {
		return err
	}
	b, err := loadBundle(c)
	if err != nil {
		return err
	}
	segment, written, err := segmentOf(c)
	if err != nil {
		return err
	}
	e := b.Sentences()
	switch {
	case written:
		if e = b.Engine(engine.Written); e == nil {
			return engine.ErrNoWritten
		}
	case segment == transcript.SegmentAuto:
		if e, err = b.Streams(); err != nil {
			return err
		}
	}
	for i := range settings {
		switch name := cmp.Or(settings[i].Engine, e.Name()); {
		case c.IsSet("weights") && len(c.StringSlice("weights")) > 1:
			return usagef("--weights names one start, not %d", len(c.StringSlice("weights")))
		case name != e.Name():
			return usagef("%s is for the engine %s: tuning is for %s", c.StringSlice("weights")[i], name, e.Name())
		}
		o.Decoder.Settings = &settings[i]
	}
	if _, ok := o.Objective.(mert.PunctF1); ok && segment == transcript.SegmentAuto {
		return tunePunct(c, b)
	}
	var sentences []data.Sentence
	if written {
		sentences, err = writtenSentences(c, b)
	} else {
		sentences, err = tuneSentences(c, b, segment)
	}
	if err != nil {
		return err
	}
	if c.Bool("confidence-only") {
		tuned, err := train.Calibrate(c.Context, e, sentences, o)
		if err != nil {
			return err
		}
		return writeTuned(c, b, tuned, "confidence")
	}
	sentences, held := holdOut(sentences, c.Int("hold-out"))
	if len(sentences) == 0 {
		return fmt.Errorf("%s: no sentences are left to tune to", c.String("corpus"))
	}
	key := train.PoolKey(b, e, sentences, o.Decoder)
	if o.Pool, err = readPool(c.String("pool"), key); err != nil {
		return err
	}
	o.Report = tuneReporter(c, o.Objective)
	tuned, err := train.Tune(c.Context, e, sentences, o)
	if errors.Is(err, mert.ErrOtherPool) {
		err = fmt.Errorf("%s: %w: delete the file, or name another", c.String("pool"), err)
	}
	if err != nil {
		return err
	}
	if path := c.String("pool"); path != "" {
		file, err := tuned.Pool.Marshal(key)
		if err != nil {
			return err
		}
		if err := writeFile(c, path, file); err != nil {
			return err
		}
	}
	if len(held) > 0 {
		if err := reportHeld(c, e, o, tuned.Settings, held); err != nil {
			return err
		}
	}
	// What was left out has no say, in the file as in the bundle.
	tuned.Settings = e.Fit(tuned.Settings, o.Decoder.Without...)
	return writeTuned(c, b, tuned, fmt.Sprintf("%s of %s: %.4f", objectiveName(o.Objective), c.String("corpus"), 100*tuned.Value))
}

// writeTuned writes what tuning found: the bundle with the settings, the reliability of
// their confidence, and the settings, under a head.
func writeTuned(c *cli.Context, b *engine.Bundle, tuned *train.Tuned, head string) error {
	if path := c.String("bundle-output"); path != "" {
		file, err := b.WithSettings(tuned.Settings)
		if err != nil {
			return err
		}
		if err := writeFile(c, path, file); err != nil {
			return err
		}
	}
	if err := writeReliability(c.App.ErrWriter, tuned.Reliability); err != nil {
		return err
	}
	return writeOutput(c, c.String("output"), func(w io.Writer) error {
		fmt.Fprintf(w, "# %s\n", head)
		return tuned.Settings.Write(w)
	})
}

// tunePunct tunes the marks of streams.
func tunePunct(c *cli.Context, b *engine.Bundle) error {
	if err := required(c, "bundle-output"); err != nil {
		return err
	}
	sides, err := evalSides(c.String("corpus"), c.String("split"), "")
	if err != nil {
		return err
	}
	part, tuned, err := train.Punct(c.Context, b, sides, c.Int("jobs"))
	if err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "punctuation F1 with times and without together: %.2f before, %.2f after\n", 100*tuned.Before.F1(), 100*tuned.After.F1())
	out, err := b.With(map[string][]byte{engine.PartPunctClean: part})
	if err != nil {
		return err
	}
	return writeFile(c, c.String("bundle-output"), out)
}

// tuneSentences reads what to tune to: gold sentences, or pieces of streams, both
// with their times and without.
func tuneSentences(c *cli.Context, b *engine.Bundle, segment transcript.Segmentation) ([]data.Sentence, error) {
	fluent, err := fluentToTune(c, b)
	if err != nil {
		return nil, err
	}
	if segment == transcript.SegmentLine {
		sentences, err := evalSentences(c.String("corpus"), c.String("split"), "")
		if c.Bool("no-times") {
			hideTimes(sentences)
		}
		return append(sentences, train.Bare(fluent)...), err
	}
	sides, err := evalSides(c.String("corpus"), c.String("split"), "")
	if err != nil {
		return nil, err
	}
	var out []data.Sentence
	for _, times := range []bool{true, false} {
		if times && c.Bool("no-times") {
			continue
		}
		pieces, err := train.StreamPieces(b, sides, times, c.Int("jobs"))
		if err != nil {
			return nil, err
		}
		out = append(out, pieces...)
	}
	pieces, err := train.StreamPieces(b, train.SidesOf(fluent), false, c.Int("jobs"))
	if err != nil {
		return nil, err
	}
	of := 0
	for i := range pieces {
		// Artificial disfluencies are no talk.
		if i > 0 && pieces[i].Conv != pieces[i-1].Conv {
			for at := fluent[of].Talk; fluent[of].Talk == at; of++ {
			}
		}
		pieces[i].Talk = fluent[of].Talk
	}
	return append(out, pieces...), nil
}

func tuneOptions(c *cli.Context) (o train.TuneOptions, settings []engine.Settings, err error) {
	options, err := pipelineOptions(c)
	if err != nil {
		return o, nil, err
	}
	o.Decoder = options.Decoder
	for _, name := range []string{"tuning-rounds", "restarts"} {
		if c.Int(name) < 1 {
			return o, nil, usagef("--%s must be at least 1, not %d", name, c.Int(name))
		}
	}
	if c.IsSet("hold-out") && c.Int("hold-out") < 2 {
		return o, nil, usagef("--hold-out must be at least 2, not %d", c.Int("hold-out"))
	}
	o.Seed, o.Rounds, o.Restarts, o.Workers = c.Uint64("seed"), c.Int("tuning-rounds"), c.Int("restarts"), c.Int("jobs")
	if o.Prior = c.Float64("prior"); !(o.Prior >= 0) {
		return o, nil, usagef("--prior may not be negative")
	}
	if o.Objective, err = mert.ParseObjective(c.String("objective")); err != nil {
		return o, nil, &usageError{err}
	}
	return o, options.Settings, nil
}

// holdOut keeps every n-th conversation apart.
func holdOut(sentences []data.Sentence, n int) (rest, held []data.Sentence) {
	if n == 0 {
		return sentences, nil
	}
	number := make(map[int]int)
	for _, s := range sentences {
		if _, ok := number[s.Conv]; !ok {
			number[s.Conv] = len(number)
		}
		if number[s.Conv]%n == n-1 {
			held = append(held, s)
		} else {
			rest = append(rest, s)
		}
	}
	return rest, held
}

func readPool(path, key string) (*mert.Pool, error) {
	if path == "" {
		return nil, nil
	}
	b, err := bounded.ReadFile(path, bounded.Models)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p, err := mert.UnmarshalPool(b, key)
	if errors.Is(err, mert.ErrOtherPool) {
		return nil, fmt.Errorf("%s: %w: delete the file, or name another", path, err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

func writeFile(c *cli.Context, path string, b []byte) error {
	return writeOutput(c, path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

func objectiveName(o mert.Objective) string { return strings.ReplaceAll(o.Name(), "-f1", " F1") }

// tuneReporter prints a line per round.
func tuneReporter(c *cli.Context, o mert.Objective) func(mert.Round) {
	start := time.Now()
	return func(r mert.Round) {
		w := c.App.ErrWriter
		fmt.Fprintf(w, "%6s  round %d: %s %.2f, %d hypotheses, %d of them new", time.Since(start).Round(time.Second), r.Round, objectiveName(o), 100*r.Decoded, r.Pool, r.Added)
		if r.Best > 0 {
			fmt.Fprintf(w, "; on them %.2f after a change of weights by %.3f", 100*r.Best, r.Change)
		}
		fmt.Fprintln(w)
	}
}

// reportHeld scores the conversations that were held out, before and after.
func reportHeld(c *cli.Context, e *engine.Engine, o train.TuneOptions, s engine.Settings, held []data.Sentence) error {
	var values []float64
	for _, settings := range []*engine.Settings{o.Decoder.Settings, &s} {
		d := o.Decoder
		d.Settings = settings
		stats, err := train.Score(c.Context, e, held, engine.LabelOptions{Decoder: d}, c.Int("jobs"))
		if err != nil {
			return err
		}
		values = append(values, 100*o.Objective.Value(stats))
	}
	_, err := fmt.Fprintf(c.App.ErrWriter, "held out, %d sentences: %s %.2f before, %.2f after\n", len(held), objectiveName(o.Objective), values[0], values[1])
	return err
}

// writeReliability writes the reliability table.
func writeReliability(to io.Writer, rows []train.Reliability) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\nconfidence\tremoved as\twords\tmean %\tright %\t")
	for _, r := range rows {
		if r.Words > 0 {
			fmt.Fprintf(w, "%.2f-%.2f\t%s\t%d\t%.1f\t%.1f\t\n", r.Low, r.High, r.Label, r.Words, 100*r.Mean, 100*float64(r.Right)/float64(r.Words))
		}
	}
	return w.Flush()
}
