package training

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/training/train"
)

// PunctCommand is the command punct of train.
func PunctCommand() *cli.Command {
	return &cli.Command{
		Name:      "punct",
		Usage:     "train the models for unbroken streams of words: punctuation, disfluencies, case",
		ArgsUsage: "[CORPUS]",
		Description: `Trains for a bundle the punctuation of words as they were said, P(PU|x); an edit
model for pieces of streams that reads it, P(DF|PU,x); the punctuation of what is
kept, P(PU|DF,x) (EMNLP 2014, section 4.2); and a truecaser. What each model reads
of another is predicted by jackknifing, with the finished steps in the work folder.
CORPUS is as for 'tidytalk train'.

Models (EMNLP 2010 is Lu and Ng's paper):
` + punctModels() + `
The decoder has no say in the new settings for streams until 'tidytalk tune
--segment auto' has tuned them: they start as those for sentences.

Examples:
  tidytalk train punct -o my.tt corpus/
  tidytalk train punct --model hidden-event --order 5 --duplicate -o my.tt corpus/`,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			CorpusAudioFlag(),
			&cli.StringFlag{Name: "model", Value: punct.Models()[0].Name, Usage: "`KIND` of the punctuation models: " + prose.Or(punct.ModelNames())},
		}, punctFlags(), NameFlags(), SourceFlags(), MemoryFlags("4GB"), BaseFlags()),
		Before: usage.Hush,
		Action: Action(trainPunct),
	}
}

func trainPunct(c *Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	m, err := punct.ModelByName(c.String("model"))
	switch {
	case err != nil && c.String("model") == translation:
		return usage.Lab("train punct --model " + translation)
	case err != nil:
		return usage.Wrap(err)
	}
	alone := c.NArg() == 0 && m.Alone != "" && c.IsSet(m.Alone)
	switch {
	case alone || c.NArg() == 1:
	case m.Alone != "":
		return usage.Errorf("train punct takes one corpus, not %d, or with --model %s none and --%s alone", c.NArg(), m.Name, m.Alone)
	default:
		return usage.Errorf("train punct takes one corpus, not %d", c.NArg())
	}
	for _, flag := range []string{"exclude", "audio"} {
		if alone && c.IsSet(flag) {
			return usage.Errorf("--%s is about a corpus, and there is none", flag)
		}
	}
	config, err := streamConfig(c.Context, m)
	if err != nil {
		return err
	}
	b, err := Base(c.Context)
	if err != nil {
		return err
	}
	b = Renamed(c.Context, b)
	var out []byte
	if alone {
		out, err = withPunctuation(c, b, config)
	} else {
		var sides []data.Side
		if sides, err = Sides(c.Context, c.Args().First()); err != nil {
			return err
		}
		out, err = WithStreams(c, b, sides, config)
	}
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

// translation is a model that tidytalk-lab has.
const translation = "translation"

// punctModels lists the punctuation models, a line each, and says of those that need no corpus
// how they are trained without.
func punctModels() string {
	var b strings.Builder
	for _, m := range punct.Models() {
		fmt.Fprintf(&b, "  %-14s%s\n", m.Name, m.About)
	}
	for _, m := range punct.Models() {
		if m.Alone != "" {
			fmt.Fprintf(&b, `
Without CORPUS, '--model %s --%s FILE' trains the models of punctuation from the %s
alone and leaves all else in the bundle as it is. Models have the licence of what they are
trained from: --licence says it.
`, m.Name, m.Alone, m.Alone)
		}
	}
	return b.String()
}

// punctFlags are the flags for what can be said about the training of the models.
func punctFlags() []cli.Flag {
	var flags []cli.Flag
	for _, o := range punct.Options() {
		of := ""
		for _, m := range punct.Models() {
			if !slices.Contains(m.Options, o.Name) {
				continue
			}
			if of != "" {
				of += ", "
			}
			of += m.Name
		}
		usage := o.About + " (" + of + ")"
		switch {
		case o.Bool:
			flags = append(flags, &cli.BoolFlag{Name: o.Name, Usage: usage})
		case o.Texts:
			flags = append(flags, &cli.StringSliceFlag{Name: o.Name, Usage: usage})
		default:
			flags = append(flags, &cli.StringFlag{Name: o.Name, Usage: usage, Value: o.Default})
		}
	}
	if !slices.Contains(punct.ModelNames(), translation) {
		// They are read, so that it can be said where the model is.
		flags = append(flags, &cli.StringSliceFlag{Name: "text", Hidden: true}, &cli.StringFlag{Name: "rules", Hidden: true})
	}
	return flags
}

// streamConfig reads the flags of train punct about a model.
func streamConfig(c *cli.Context, m punct.Model) (train.StreamConfig, error) {
	config := train.DefaultStreamConfig()
	var err error
	values := make(punct.Values)
	for _, o := range punct.Options() {
		if !c.IsSet(o.Name) {
			continue
		}
		if !slices.Contains(m.Options, o.Name) {
			return config, usage.Errorf("--%s says nothing about the model %s", o.Name, m.Name)
		}
		switch value := c.String(o.Name); {
		case o.Texts:
			if values[o.Name], err = allText(c, c.StringSlice(o.Name)); err != nil {
				return config, err
			}
		case o.File:
			text, err := bounded.ReadFile(value, bounded.Lists)
			if err != nil {
				return config, err
			}
			values[o.Name] = string(text)
		case !o.Bool || c.Bool(o.Name):
			values[o.Name] = value
		}
	}
	if config.First, config.Second, err = m.Configure(values); err != nil {
		return config, usage.Wrap(err)
	}
	return config, nil
}

// withPunctuation trains the punctuation models of a bundle from text alone, and returns it with them.
func withPunctuation(c *Run, b *engine.Bundle, config train.StreamConfig) ([]byte, error) {
	tr, err := c.Trainer()
	if err != nil {
		return nil, err
	}
	tr.Config.Seed = c.Uint64("seed")
	parts, err := train.Punctuation(c.Ctx(), b, tr, config)
	if err != nil {
		return nil, err
	}
	return b.With(parts)
}

// WithStreams trains the parts for streams of a bundle, and returns it with them.
func WithStreams(c *Run, b *engine.Bundle, sides []data.Side, config train.StreamConfig) ([]byte, error) {
	tr, err := c.Trainer()
	if err != nil {
		return nil, err
	}
	corpus, jackknifed, err := train.StreamCorpus(c.Ctx(), b, tr, sides)
	if err != nil {
		return nil, err
	}
	if !jackknifed {
		fmt.Fprintln(c.App.ErrWriter, "the baseline was trained on another corpus: its own models predict what the others learn from")
	}
	parts, err := train.Streams(c.Ctx(), b, corpus, tr, config)
	if err != nil {
		return nil, err
	}
	return b.With(parts)
}
