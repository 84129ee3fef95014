package training

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
)

// ScoredSentences reads the sentences of a corpus to score on: see Scored.
func ScoredSentences(c *cli.Context, path, split, only string) ([]data.Sentence, error) {
	sides, err := Scored(c, path, split, only)
	if err != nil {
		return nil, err
	}
	return toScore(path, sides)
}

// toScore cuts the sides of a corpus into sentences.
func toScore(path string, sides []data.Side) ([]data.Sentence, error) {
	sentences := data.Sentences(sides)
	if len(sentences) == 0 {
		return nil, fmt.Errorf("%s: no sentences to score", path)
	}
	return sentences, nil
}

// Scored reads the annotated sides of a corpus, or of a split of it, to score on; only is the
// beginning of the numbers of its conversations.
func Scored(c *cli.Context, path, split, only string) ([]data.Side, error) {
	corpus, err := data.OpenCorpus(path)
	if err != nil {
		return nil, err
	}
	sides := corpus.All()
	if split != "" {
		s, err := data.ParseSplit(split)
		if err != nil {
			return nil, usage.Wrap(err)
		}
		if sides, err = corpus.Sides(s); err != nil {
			return nil, err
		}
	} else if !corpus.Single() {
		return nil, usage.Errorf("%s is a folder: say which split of it with --split: train, dev or test", path)
	}
	if only != "" {
		sides = conversations(sides, only, true)
	}
	if len(sides) == 0 {
		return nil, fmt.Errorf("%s: nothing to score", path)
	}
	if sides, _ = data.Labelled(sides); len(sides) == 0 {
		return nil, fmt.Errorf("%s: no disfluencies are annotated in it, so that nothing can be scored", path)
	}
	return sides, HearSides(c, sides)
}

// HideTimes takes the times of words away, and the voice.
func HideTimes(sentences []data.Sentence) {
	for i := range sentences {
		for j := range sentences[i].Tokens {
			sentences[i].Tokens[j].Timed, sentences[i].Tokens[j].Voice = false, nil
		}
	}
}
