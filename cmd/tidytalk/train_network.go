//go:build !small

package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/training/train"
)

// networkFlags are the flags for what the network alone is trained on.
func networkFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "marked-sources", Value: strings.Join(train.PunctuatedSources, ","), DefaultText: "those of the default models", Usage: "the `SOURCES` in the folders of --mixed whose punctuation and case the network learns (comma list, or none)"},
		&cli.IntFlag{Name: "marked-words", Value: punctuatedWords, Usage: "read about `N` words of each of these sources"},
		&cli.StringSliceFlag{Name: "pretrain", Usage: "pretrain the network on the text of other kinds in `FOLDER`, files as those of --mixed; may be given more than once"},
		&cli.StringFlag{Name: "pretrain-sources", Value: strings.Join(train.PretrainingSources, ","), DefaultText: "those of the default models", Usage: "the `SOURCES` in the folders of --pretrain to read, each in one of them (comma list)"},
		&cli.StringFlag{Name: "pretrain-words", DefaultText: "as the default one", Usage: "pretrain it on `N` million words, each time that one is learned from counted"},
		&cli.BoolFlag{Name: "continue", Usage: "train the network of --base on, with the words and features that it lacks, in place of a new one"},
		&cli.Float64Flag{Name: "way", Value: 1, Usage: "with --continue, go a `SHARE` of the way from that network to the one that is trained, from 0 to 1: less of what it knew is lost"},
		&cli.StringFlag{Name: "teacher", Usage: "let the network learn what the network of `BUNDLE`, with the encoder beside it, makes of the text, too, also where nobody has labelled it; it is bound to what that learned from: name it with --source, too"},
		&cli.Float64Flag{Name: "teacher-share", Value: teacherShare, Usage: "how much it counts beside labels, from 0 to 1"},
		&cli.IntFlag{Name: "units", Usage: "train a network with `N` units a direction (a multiple of 32)", DefaultText: "as the default one"},
		&cli.IntFlag{Name: "layers", Usage: "train a network with `N` recurrent layers", DefaultText: "as the default one"},
	}
}

// Of each source so many words are read for their punctuation and case by default, so that none outweighs
// the others.
const punctuatedWords = 700000

// teacherShare is how much a teacher counts beside labels.
const teacherShare = 0.5

// pretrainedWords is how many words are read of a source at most to pretrain a network.
const pretrainedWords = 1000000

// networkText reads the text of other kinds that the network is trained on.
func networkText(c *cli.Context) (train.NetworkText, error) {
	var text train.NetworkText
	var err error
	if text.Fluent, err = training.MixedText(c, training.MixedWords, false); err != nil {
		return text, err
	}
	if folders, sources := c.StringSlice("mixed"), c.String("marked-sources"); len(folders) > 0 && sources != "none" && sources != "" {
		text.Punctuated, err = train.ReadPunctuated(folders, strings.Split(sources, ","), c.Int("marked-words"), training.MixedSkip, false)
	}
	if folders := c.StringSlice("pretrain"); len(folders) > 0 {
		text.Pretraining = train.PretrainingText{Folders: folders, Sources: strings.Split(c.String("pretrain-sources"), ","), Words: pretrainedWords, Skip: training.MixedSkip}
	}
	return text, err
}

// withNetwork trains the network for a bundle and returns it with it.
func withNetwork(c *training.Run, bundle []byte, sides []data.Side) ([]byte, error) {
	b, err := c.Load(bundle)
	if err != nil {
		return nil, err
	}
	if n := c.Int("marked-words"); n < 1 {
		return nil, usage.Errorf("--marked-words must be at least 1, not %d", n)
	}
	config := train.DefaultNetworkConfig()
	config.Trainer.Seed = c.Uint64("seed")
	if n := c.Int("units"); n < 0 || n > 1024 || n%32 != 0 {
		return nil, usage.Errorf("--units is a multiple of 32, at most 1024, not %d", n)
	}
	if n := c.Int("layers"); n < 0 || n > 8 {
		return nil, usage.Errorf("--layers is from 1 to 8, not %d", n)
	}
	if config.Continue = c.Bool("continue"); config.Continue {
		for _, other := range []string{"units", "layers", "pretrain"} {
			if c.IsSet(other) {
				return nil, usage.Errorf("--%s is of new networks: it does not go with --continue", other)
			}
		}
	}
	if config.Way = c.Float64("way"); !(config.Way > 0 && config.Way <= 1) {
		return nil, usage.Errorf("--way is above 0 and at most 1, not %v", config.Way)
	} else if c.IsSet("way") && !config.Continue {
		return nil, usage.Errorf("--way goes with --continue")
	}
	config.Hidden, config.Layers = cmp.Or(c.Int("units"), config.Hidden), cmp.Or(c.Int("layers"), config.Layers)
	config.Trainer.Passes = cmp.Or(c.Int("passes"), config.Trainer.Passes)
	if n := c.String("pretrain-words"); n != "" {
		millions, err := strconv.ParseFloat(n, 64)
		if err != nil || !(millions > 0 && millions <= 10000) {
			return nil, usage.Errorf("--pretrain-words is a number of millions, up to 10000, not %s", n)
		}
		config.Pretrain.Words = int(1e6 * millions)
	}
	if path := c.String("check"); path != "" {
		if config.Check, err = networkChecker(c, b, path); err != nil {
			return nil, err
		}
	}
	if err := withTeacher(c.Context, &config); err != nil {
		return nil, err
	}
	text, err := networkText(c.Context)
	if err != nil {
		return nil, err
	}
	tr, err := c.Trainer()
	if err != nil {
		return nil, err
	}
	part, err := train.Network(c.Ctx(), b, tr, sides, text, config)
	if err != nil {
		return nil, err
	}
	return b.With(map[string][]byte{engine.PartNetwork: part})
}

// withTeacher gives a training the teacher that --teacher names.
func withTeacher(c *cli.Context, config *train.NetworkConfig) error {
	name, share := c.String("teacher"), c.Float64("teacher-share")
	switch {
	case !(share >= 0 && share <= 1):
		return usage.Errorf("--teacher-share is from 0 to 1, not %v", share)
	case name == "" && c.IsSet("teacher-share"):
		return usage.Errorf("--teacher-share goes with --teacher")
	case name == "":
		return nil
	}
	b, err := bundles.Open(name)
	if err != nil {
		return err
	}
	advisor := b.Sentences().Models().Network
	if advisor == nil || !advisor.Model().Cases() {
		return usage.Errorf("--teacher %s: there is no network that punctuates and knows of case to learn from", name)
	}
	config.Teacher, config.Trainer.Teacher = advisor.Model(), share
	config.TeacherHash = container.Hash(string(b.Part(engine.PartNetwork)) + string(b.Part(engine.PartEncoder)))
	return tellTeachers(c, b.Knowing(bundle.Sources()), engine.StageParts, engine.NetworkParts, engine.EncoderParts)
}

// networkChecker returns a function that scores networks on a token TSV file, with the
// stages of the bundle.
func networkChecker(c *training.Run, b *engine.Bundle, path string) (func(pass int, loss float64, m *neural.Model), error) {
	sentences, err := training.ScoredSentences(c.Context, path, "", "")
	if err != nil {
		return nil, err
	}
	start := time.Now()
	scoring := time.Duration(0) // not the trainer's time
	return func(pass int, loss float64, m *neural.Model) {
		from := time.Now()
		s, err := train.ScoreNetwork(c.Ctx(), b.Sentences().Stages(), m, sentences, c.Int("jobs"))
		if err != nil {
			return // the training is stopped, too
		}
		fmt.Fprintf(c.App.ErrWriter, "%7.1fs  pass %d: mean loss %.5f, edit F1 %.2f, filler F1 %.2f\n",
			(from.Sub(start) - scoring).Seconds(), pass, loss, 100*s.Edit.F1(), 100*s.Filler.F1())
		scoring += time.Since(from)
	}, nil
}
