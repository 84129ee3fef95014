package main

import (
	"fmt"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cleaning"
)

// trainingSides reads what to train on, without the conversations that --exclude names.
func trainingSides(c *cli.Context, path string) ([]data.Side, error) {
	corpus, err := data.OpenCorpus(path)
	if err != nil {
		return nil, err
	}
	sides := corpus.All()
	if !corpus.Single() {
		if sides, err = corpus.Sides(data.Train); err != nil {
			return nil, err
		}
	}
	if err := checkTags(c, corpus, sides); err != nil {
		return nil, err
	}
	if exclude := c.String("exclude"); exclude != "" {
		sides = conversations(sides, exclude, false)
	}
	if len(sides) == 0 {
		return nil, fmt.Errorf("%s: nothing to train on", path)
	}
	return sides, nil
}

// strayTags is how many of a million tags may be unknown: annotators make slips, such as
// "VP" in the training split of Switchboard. With more of them, a corpus has other tags.
const strayTags = 100

// checkTags returns an error that says where the first tag stands that is unknown, or
// warns, if there are few.
func checkTags(c *cli.Context, corpus *data.Corpus, sides []data.Side) error {
	tokens := 0
	for i := range sides {
		tokens += len(sides[i].Tokens)
	}
	unknown := data.UnknownTags(sides)
	if len(unknown) == 0 {
		return nil
	}
	first := unknown[0]
	side := &sides[first.Side]
	place := fmt.Sprintf("conversation %d, speaker %c, token %d", side.Conv, side.Speaker, first.Token+1)
	if file := corpus.File(data.Train); file != "" {
		place = fmt.Sprintf("%s:%d: column %d", file, first.Row, data.TagColumn)
	}
	err := fmt.Errorf("%s: the part-of-speech tag %s is none: use %s, _ where there is none, several of them with | between", place, strconv.Quote(side.Tokens[first.Token].POS), cleaning.OrList(data.Tags()))
	if len(unknown)*1_000_000 <= strayTags*tokens {
		fmt.Fprintf(c.App.ErrWriter, "tidytalk: %v; unknown tags: %d in %d tokens, so few that they are let pass\n", err, len(unknown), tokens)
		return nil
	}
	return err
}
