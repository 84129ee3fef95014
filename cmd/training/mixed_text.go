package training

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/training/train"
)

// MixedFlags are the flags for fluent text of other kinds.
func MixedFlags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{Name: "mixed-sources", Value: strings.Join(train.MixedSources, ","), DefaultText: "those of the default models", Usage: "the `SOURCES` in the folders of --mixed to read (comma list)"}, &cli.StringSliceFlag{Name: "mixed", Usage: "also learn from the fluent text in `FOLDER`, files SOURCE.train.txt or SOURCE.train.txt.gz with lines of a speaker's name, a tab and what was said (parts: written, network); may be given more than once: a source is read from the first that has it"}}
}

// Of each source of fluent text so many words are trained on; every mixedSkip-th part of
// it is kept for tuning.
const (
	MixedWords = 100000
	MixedSkip  = 8
)

// MixedText reads the fluent text that --mixed names, nothing without it: what is trained
// on, or, for tuning, what is not.
func MixedText(c *cli.Context, words int, tuning bool) ([]data.Sentence, error) {
	folders := c.StringSlice("mixed")
	if len(folders) == 0 {
		return nil, nil
	}
	return train.ReadMixed(folders, strings.Split(c.String("mixed-sources"), ","), words, MixedSkip, tuning)
}
