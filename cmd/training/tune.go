package training

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/train"
)

// TuneCommand is the command tune.
func TuneCommand() *cli.Command {
	return &cli.Command{
		Name:  "tune",
		Usage: "tune the decoder's weights to a labelled corpus",
		Description: `Minimum error rate training (Och 2003): decodes the corpus, finds the weights
that do best on all hypotheses seen so far, and repeats until nothing new comes.
It also calibrates the confidence in removals. The result is a settings file, text
that clean, eval and trace read with --weights. It depends on the corpus, the
models, the start and the seed, not on the number of jobs.

How far the weights may go from where they are is chosen, too: --prior tries a few
bounds on the conversations that are tuned to, a fifth of which is held out in turn
(of less than five, blocks of sentences), without decoding anew, and says what each does.

A figure on what was tuned to says little about other text. So every fifth
conversation is held out: the settings are made without it, and scored on it, too.
--hold-out 0 tunes to all there is, --hold-out FILE scores another corpus.

--segment auto tunes the decoder for pieces of streams: the corpus is taken as
speaker-long streams, cut at predicted sentence boundaries, once with times and
once without. --segment written tunes the one for punctuated text: the corpus
as it was transcribed and with the habits of other typists, and, with --mixed, fluent
text that 'train --mixed' has not seen.

Objectives: edit-f1, edit-f:ALPHA (ALPHA from 0, recall, to 1, precision),
overall-f1 (edit and filler words together). With --segment auto, punctuation-f1
tunes the punctuation in place of the decoder, for words with times and without; it
writes no settings, but the bundle. (bleu and punctuation-f2, by which 'tidytalk-lab
iwslt2014' tunes, are for its translation models alone.)

Examples:
  tidytalk tune --corpus dev.tsv -o weights.txt
  tidytalk tune --corpus dev.tsv --objective edit-f:0.8 --hold-out 2 -o careful.txt
  tidytalk tune --segment auto --corpus dev.tsv -o streams.txt
  tidytalk tune --bundle my.tt --corpus dev.tsv --bundle-output tuned.tt -o weights.txt`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "tune to this `SPLIT` of the corpus: train, dev or test"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the settings to `FILE` instead of standard output"},
			&cli.StringFlag{Name: "bundle-output", Usage: "also write the bundle with the settings to `FILE`"},
			&cli.StringFlag{Name: "objective", Value: "edit-f1", Usage: "make this `MEASURE` as large as possible"},
			&cli.StringFlag{Name: "segment", Value: "line", Usage: "tune for `WHAT`: line (gold sentences), auto (streams of words) or written (punctuated text)"},
			&cli.BoolFlag{Name: "confidence-only", DisableDefaultText: true, Usage: "leave the weights as they are, and calibrate the confidence alone"},
			holdOutFlag(),
			&cli.StringFlag{Name: "pool", Usage: "start with the hypotheses of `FILE`, if it is there, and keep them in it"},
			&cli.BoolFlag{Name: "no-times", Usage: "hide the word times from the models"},
			CorpusAudioFlag(),
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of restarts and directions"},
			&cli.IntFlag{Name: "tuning-rounds", Value: 6, Usage: "at most `N` rounds of tuning"},
			&cli.IntFlag{Name: "restarts", DefaultText: "until some more of them find nothing better", Usage: "`N` random starts in each round"},
			&cli.Float64Flag{Name: "talk-share", Value: punct.DefaultTalkShare, Usage: "with --objective punctuation-f1, how much talk in --mixed counts beside the corpus: its `SHARE`, where that counts 2"},
			&cli.Float64Flag{Name: "near", Usage: "draw random starts around the weights so far, changed by about `SHARE` of the size of a weight (try 0.5), instead of anywhere"},
			&cli.StringFlag{Name: "prior", Value: autoPrior, Usage: "what a change of the scaled weights by 1 must gain, so that small corpora do not pull them far off: a number `X`, of which 0 is the method of Och alone, or auto, which tries some on conversations that are held out in turn"},
			bundles.Flag(),
		}, slices.Concat(bundles.DecoderFlags(cleaning.TuneCommand), MixedFlags(), SourceFlags(), Flags())...),
		Before: usage.Hush,
		Action: Action(tune),
	}
}

// autoPrior is the --prior that is chosen by what is held out in turn.
const autoPrior = "auto"

func tune(c *Run) error {
	if c.NArg() > 0 {
		return usage.Errorf("tune takes no arguments: name the corpus with --corpus")
	}
	if err := usage.Required(c.Context, "corpus"); err != nil {
		return err
	}
	if err := checkCorpusAudio(c.Context); err != nil {
		return err
	}
	o, settings, err := tuneOptions(c.Context)
	if err != nil {
		return err
	}
	hold, err := parseHoldOut(c.String("hold-out"))
	if err != nil {
		return err
	}
	b, err := bundles.Load(c.Context)
	if err != nil {
		return err
	}
	if b, err = Learning(c.Context, b, true); err != nil {
		return err
	}
	segment, written, err := segmentOf(c.Context)
	if err != nil {
		return err
	}
	e, err := engineToTune(b, segment, written)
	if err != nil {
		return err
	}
	if err := startFrom(c, e, settings, &o); err != nil {
		return err
	}
	p, err := partsToTune(c, b, hold)
	if err != nil {
		return err
	}
	if o.Objective == (mert.PunctF{Recall: 1}) && segment == transcript.SegmentAuto && !written {
		return tunePunct(c, b, p)
	}
	texts, err := p.tuned.texts(c, b, segment, written)
	if err != nil {
		return err
	}
	heldTexts, err := p.held.texts(c, b, segment, written)
	if err != nil {
		return err
	}
	sentences, held := slices.Concat(texts...), slices.Concat(heldTexts...)
	o.Progress = c.decoded
	if c.Bool("confidence-only") {
		c.Doing("calibrating confidence")
		tuned, err := train.Calibrate(c.Ctx(), e, sentences, o)
		if err != nil {
			return err
		}
		return writeTuned(c, b, e, o, p, held, tuned, "confidence calibrated on "+p.tunedTo())
	}
	key := train.PoolKey(b, e, sentences, o.Decoder)
	if o.Pool, err = readPool(c.String("pool"), key); err != nil {
		return err
	}
	if c.String("prior") == autoPrior {
		o.Folds = train.Folds(texts...)
	}
	o.Report, o.Chose, o.Doing = c.rounds(o.Objective), c.chose(o.Objective, p), c.Doing
	tuned, err := train.Tune(c.Ctx(), e, sentences, o)
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
		if err := fileio.WriteBytes(c.Context, path, file); err != nil {
			return err
		}
	}
	// What was left out has no say, in the file as in the bundle.
	fit := e.Fit(tuned.Settings, o.Decoder.Without...)
	head, err := c.scoreTuned(e, o, p, tuned.Settings, sentences, held)
	if err != nil {
		return err
	}
	tuned.Settings = fit
	return writeTuned(c, b, e, o, p, held, tuned, head)
}

// engineToTune returns the engine for the text that tuning is for.
func engineToTune(b *engine.Bundle, segment transcript.Segmentation, written bool) (*engine.Engine, error) {
	switch {
	case written:
		if e := b.Engine(engine.Written); e != nil {
			return e, nil
		}
		return nil, engine.ErrNoWritten
	case segment == transcript.SegmentAuto:
		return b.Streams()
	}
	return b.Sentences(), nil
}

// startFrom lets the tuning of an engine start from settings that are given.
func startFrom(c *Run, e *engine.Engine, given []engine.Settings, o *train.TuneOptions) error {
	for i := range given {
		switch name := cmp.Or(given[i].Engine, e.Name()); {
		case c.IsSet("weights") && len(c.StringSlice("weights")) > 1:
			return usage.Errorf("--weights names one start, not %d", len(c.StringSlice("weights")))
		case name != e.Name():
			return usage.Errorf("%s is for the engine %s: tuning is for %s", c.StringSlice("weights")[i], name, e.Name())
		}
		o.Decoder.Settings = &given[i]
	}
	if err := e.CheckWeights(o.Decoder.Weights); err != nil {
		return err
	}
	if len(o.Decoder.Weights) > 0 { // tuning may change them
		start := e.InUse(&o.Decoder)
		o.Decoder.Settings, o.Decoder.Weights = &start, nil
	}
	return nil
}

// writeTuned writes what tuning found: the bundle with the settings, the reliability of
// their confidence, and the settings, under a head.
func writeTuned(c *Run, b *engine.Bundle, e *engine.Engine, o train.TuneOptions, p *tuningParts, held []data.Sentence, tuned *train.Tuned, head string) error {
	confidence := []reliabilityPart{{p.tunedTo() + ", each half by what the other half says", tuned.Reliability}}
	if len(held) > 0 {
		c.Doing("checking confidence")
		rows, err := train.CheckConfidence(c.Ctx(), e, held, o, tuned.Settings)
		if err != nil {
			return err
		}
		confidence = append(confidence, reliabilityPart{p.heldOut(), rows})
	}
	if path := c.String("bundle-output"); path != "" {
		file, err := b.WithSettings(tuned.Settings)
		if err != nil {
			return err
		}
		if err := fileio.WriteBytes(c.Context, path, file); err != nil {
			return err
		}
	}
	if err := writeReliability(c.App.ErrWriter, confidence); err != nil {
		return err
	}
	if err := fileio.MakeParent(c.String("output")); err != nil {
		return err
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error {
		for line := range strings.Lines(head) {
			fmt.Fprintf(w, "# %s\n", strings.TrimSuffix(line, "\n"))
		}
		return tuned.Settings.Write(w)
	})
}

func tuneOptions(c *cli.Context) (o train.TuneOptions, settings []engine.Settings, err error) {
	options, err := bundles.Options(c, cleaning.TuneCommand)
	if err != nil {
		return o, nil, err
	}
	o.Decoder = options.Decoder
	for _, name := range []string{"tuning-rounds", "restarts"} {
		if c.Int(name) < 1 && (c.IsSet(name) || name != "restarts") {
			return o, nil, usage.Errorf("--%s must be at least 1, not %d", name, c.Int(name))
		}
	}
	o.Seed, o.Rounds, o.Restarts, o.Workers = c.Uint64("seed"), c.Int("tuning-rounds"), c.Int("restarts"), c.Int("jobs")
	if prior := c.String("prior"); prior != autoPrior {
		if o.Prior, err = strconv.ParseFloat(prior, 64); err != nil || !(o.Prior >= 0) || math.IsInf(o.Prior, 0) {
			return o, nil, usage.Errorf("--prior is auto, or a number that is not negative, not %q", prior)
		}
	}
	if o.Near = c.Float64("near"); !(o.Near >= 0) || math.IsInf(o.Near, 0) {
		return o, nil, usage.Errorf("--near may not be negative")
	}
	if o.Objective, err = mert.ParseObjective(c.String("objective")); err != nil {
		return o, nil, usage.Wrap(err)
	}
	return o, options.Settings, nil
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
