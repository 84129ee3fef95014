//go:build !small

package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

// noCheck is the --check that compares nothing.
const noCheck = "none"

// expertCheck is text that neither the new experts nor those of the bundle were trained on.
type expertCheck struct {
	name      string
	sentences []data.Sentence
}

// expertSentences reads what to train experts on, and what to check them on: what --check
// names, or the development split of the corpus, or conversations kept out of training,
// where the baseline has not been trained on them.
func expertSentences(c *training.Run, b *engine.Bundle) (sentences []data.Sentence, check *expertCheck, err error) {
	path := c.Args().First()
	if sentences, err = training.Sentences(c.Context, path); err != nil {
		return nil, nil, err
	}
	switch file := c.String("check"); file {
	case noCheck:
		return sentences, nil, nil
	case "":
	default:
		held, err := training.ScoredSentences(c.Context, file, "", "")
		return sentences, &expertCheck{file, held}, err
	}
	corpus, err := data.OpenCorpus(path)
	if err != nil {
		return nil, nil, err
	}
	if !corpus.Single() {
		sides, err := corpus.Sides(data.Dev)
		if err == nil {
			if err := training.HearSides(c.Context, sides); err != nil {
				return nil, nil, err
			}
			return sentences, &expertCheck{path + ", split " + string(data.Dev), data.Sentences(sides)}, nil
		}
		if !errors.Is(err, data.ErrNoSplit) {
			return nil, nil, err
		}
	}
	config, err := b.Sentences().EditConfig()
	if err != nil {
		return nil, nil, err
	}
	hold := training.HoldOut{Every: training.DefaultHoldOut}
	rest, held := training.Split(hold, sentences, func(s *data.Sentence) int { return s.Conv })
	switch _, seen, err := stages.TrainedWith(config, sentences); {
	case err != nil:
		return nil, nil, err
	case seen || len(held) == 0:
		fmt.Fprintln(c.App.ErrWriter, "nothing is there to check the new experts on that the bundle was not trained on: --check FILE compares them with its own")
		return sentences, nil, nil
	}
	return rest, &expertCheck{fmt.Sprintf("%s, %s", path, hold), held}, nil
}

// compare scores the new experts, those of the bundle and the baseline, and warns where
// the new ones are no gain.
func (x *expertCheck) compare(c *training.Run, before, after *engine.Bundle) error {
	f1 := func(b *engine.Bundle, mode engine.Mode) (float64, error) {
		stats, err := train.Score(c.Ctx(), b.Sentences(), x.sentences, engine.LabelOptions{Mode: mode}, c.Int("jobs"))
		return 100 * stats.Edit.F1(), err
	}
	now, err := f1(after, engine.ModeExperts)
	if err != nil {
		return err
	}
	others := []struct {
		name string
		mode engine.Mode
	}{{"the bundle's own experts", engine.ModeExperts}, {"the baseline", engine.ModeBaseline}}
	if before.Part(engine.PartExperts) == nil {
		others = others[1:]
	}
	text := fmt.Sprintf("edit F1 of %s, each word labelled by its expert: the new experts %.2f", x.name, now)
	var worse []string
	for _, o := range others {
		value, err := f1(before, o.mode)
		if err != nil {
			return err
		}
		text += fmt.Sprintf(", %s %.2f", o.name, value)
		if now < value {
			worse = append(worse, fmt.Sprintf("%s (%.2f against %.2f)", o.name, now, value))
		}
	}
	fmt.Fprintln(c.App.ErrWriter, text)
	if len(worse) > 0 {
		fmt.Fprintf(c.App.ErrWriter, "tidytalk: warning: the new experts are worse than %s on %s\n", strings.Join(worse, " and "), x.name)
	}
	return nil
}
