package main

import (
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
)

// decoderFlags are the flags of commands that decode.
func decoderFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "mode", Value: string(tidytalk.ModeDecoder), Usage: "`PATH` from words to labels: decoder (beam search), experts (each word labelled by the expert for its part of speech) or baseline (two-stage models alone)"},
		&cli.IntFlag{Name: "beam", DefaultText: "8", Usage: "keep `N` hypotheses after each round of the decoder"},
		&cli.IntFlag{Name: "rounds", DefaultText: "4", Usage: "at most `N` rounds of the decoder"},
		marginFlag(),
		&cli.StringFlag{Name: "weights", Usage: "use the settings that 'tidytalk tune' wrote to `FILE`"},
		&cli.StringFlag{Name: "stream-weights", Usage: "use the settings that 'tidytalk tune --segment auto' wrote to `FILE` for streams"},
		&cli.StringFlag{Name: "without", Usage: "leave out these producers and features of the decoder (comma list of `NAMES`; experts stands for all of theirs)"},
	}
}

// marginFlag is --margin.
func marginFlag() cli.Flag {
	return &cli.Float64Flag{Name: "margin", DefaultText: "2, in tune none", Usage: "also drop hypotheses that are `X` below the best, in units of the summed weights; Inf drops none"}
}

// cleanerOptions returns what the flags of decoderFlags and jobsFlag say.
func cleanerOptions(c *cli.Context) (tidytalk.Options, error) {
	o := tidytalk.Options{Mode: tidytalk.Mode(c.String("mode")), Jobs: c.Int("jobs")}
	for _, f := range []struct {
		name string
		to   *int
	}{{"beam", &o.Decoder.Beam}, {"rounds", &o.Decoder.Rounds}} {
		if !c.IsSet(f.name) {
			continue
		}
		if *f.to = c.Int(f.name); *f.to < 1 {
			return o, usagef("--%s must be at least 1, not %d", f.name, *f.to)
		}
	}
	if c.IsSet("margin") {
		if o.Decoder.Margin = c.Float64("margin"); !(o.Decoder.Margin > 0) {
			return o, usagef("--margin must be above 0, not %v", o.Decoder.Margin)
		}
	}
	if !o.Mode.Decodes() {
		for _, name := range []string{"beam", "rounds", "margin", "weights", "stream-weights", "without", "confidence"} {
			if c.IsSet(name) {
				return o, usagef("--%s is for the decoder: it does not go with --mode %s", name, o.Mode)
			}
		}
	}
	if s := c.String("without"); s != "" {
		for _, name := range strings.Split(s, ",") {
			o.Decoder.Without = append(o.Decoder.Without, strings.TrimSpace(name))
		}
	}
	for _, f := range []struct {
		name string
		to   **tidytalk.Settings
	}{{"weights", &o.Decoder.Settings}, {"stream-weights", &o.Streams}} {
		if path := c.String(f.name); path != "" {
			s, err := readSettings(path)
			if err != nil {
				return o, err
			}
			*f.to = &s
		}
	}
	if err := o.Validate(); err != nil {
		return o, &usageError{err}
	}
	return o, nil
}

// readSettings reads a settings file.
func readSettings(path string) (tidytalk.Settings, error) {
	f, err := os.Open(path)
	if err != nil {
		return tidytalk.Settings{}, err
	}
	defer f.Close()
	return tidytalk.ReadSettings(f, path)
}
