//go:build !small

package main

import (
	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/training/train"
)

// pairsFlag is the flag of talk as it was said and as editors made it.
func pairsFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "pairs", Usage: "also learn from what an editor has taken out, by `FILE` (may be repeated): lines of an id, what was said, and what the editor made of it, with tabs between"}
}

// readEdited reads the files of pairsFlag.
func readEdited(c *cli.Context) ([]data.Sentence, error) {
	var out []data.Sentence
	for _, path := range c.StringSlice("pairs") {
		pairs, err := train.ReadPairs(path)
		if err != nil {
			return nil, err
		}
		edited, err := train.Edited(pairs)
		if err != nil {
			return nil, err
		}
		out = append(out, edited...)
	}
	return out, nil
}
