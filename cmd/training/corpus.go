package training

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/prose"
)

// Sentences reads what to train on, without the conversations that --exclude
// names.
func Sentences(c *cli.Context, path string) ([]data.Sentence, error) {
	sides, err := Sides(c, path)
	if err != nil {
		return nil, err
	}
	sentences := data.Sentences(sides)
	if len(sentences) == 0 {
		return nil, fmt.Errorf("%s: no sentences to train on", path)
	}
	return sentences, nil
}

// conversations returns the sides of conversations whose number or name starts with
// prefix, or of all the others.
func conversations(sides []data.Side, prefix string, with bool) []data.Side {
	return slices.DeleteFunc(slices.Clone(sides), func(s data.Side) bool {
		return strings.HasPrefix(cmp.Or(s.Name, strconv.Itoa(s.Conv)), prefix) != with
	})
}

// OneCorpus returns an error if a command was not called with one corpus.
func OneCorpus(c *Run) error {
	if c.NArg() != 1 {
		return usage.Errorf("%s takes one corpus, not %d", usage.CommandName(c.Context), c.NArg())
	}
	return nil
}

// ExcludeFlag is --exclude: see Sides.
func ExcludeFlag() cli.Flag {
	return &cli.StringFlag{Name: "exclude", Usage: "leave out conversations whose number starts with `PREFIX`, to check on them later"}
}

// Sides reads what to train on, without the conversations that --exclude names.
func Sides(c *cli.Context, path string) ([]data.Side, error) {
	all, err := corpusSides(c, path)
	if err != nil {
		return nil, err
	}
	sides, _, err := withoutExcluded(c, path, all)
	if err != nil {
		return nil, err
	}
	return sides, HearSides(c, sides)
}

// Parts reads what to train on, and the conversations that --exclude leaves out.
func Parts(c *cli.Context, path string) (sides, left []data.Side, err error) {
	all, err := corpusSides(c, path)
	if err != nil {
		return nil, nil, err
	}
	if sides, left, err = withoutExcluded(c, path, all); err != nil {
		return nil, nil, err
	}
	return sides, left, HearSides(c, all) // which have the same tokens
}

// corpusSides reads a corpus to train on.
func corpusSides(c *cli.Context, path string) ([]data.Side, error) {
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
	labelled, others := data.Labelled(sides)
	if len(others) > 0 {
		fmt.Fprintf(c.App.ErrWriter, "tidytalk: %s: nobody has annotated %d of %d sides: they are left out ('tidytalk corpus label' gives them labels)\n", path, len(others), len(sides))
	}
	return labelled, nil
}

// withoutExcluded parts the sides of a corpus by --exclude.
func withoutExcluded(c *cli.Context, path string, all []data.Side) (sides, left []data.Side, err error) {
	sides = all
	if exclude := c.String("exclude"); exclude != "" {
		sides, left = conversations(all, exclude, false), conversations(all, exclude, true)
	}
	if len(sides) == 0 {
		return nil, nil, fmt.Errorf("%s: nothing to train on", path)
	}
	return sides, left, nil
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
	err := fmt.Errorf("%s: the part-of-speech tag %s is none: use %s, _ where there is none, several of them with | between", place, strconv.Quote(side.Tokens[first.Token].POS), prose.Or(data.Tags()))
	if len(unknown)*1_000_000 <= strayTags*tokens {
		fmt.Fprintf(c.App.ErrWriter, "tidytalk: %v; unknown tags: %d in %d tokens, so few that they are let pass\n", err, len(unknown), tokens)
		return nil
	}
	return err
}
