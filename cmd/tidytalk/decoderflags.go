package main

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/pipeline"
)

// decoderFlags are the flags of commands that decode.
func decoderFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "mode", Value: string(engine.ModeDecoder), Usage: "`PATH` from words to labels: decoder (beam search), experts (each word labelled by the expert for its part of speech) or baseline (two-stage models alone)"},
		&cli.IntFlag{Name: "beam", DefaultText: "8", Usage: "keep `N` hypotheses after each round of the decoder"},
		&cli.IntFlag{Name: "rounds", DefaultText: "4", Usage: "at most `N` rounds of the decoder"},
		marginFlag(),
		weightsFlag(),
		&cli.StringFlag{Name: "stream-weights", Usage: "the same as --weights for a `FILE` that does not say that it is for streams"},
		&cli.StringFlag{Name: "without", Usage: "leave out these components and features of the decoder (comma list of `NAMES`; 'tidytalk trace --components' lists them)"},
	}
}

// levelFlag is --level.
func levelFlag(otherwise string) cli.Flag {
	return &cli.StringFlag{Name: "level", DefaultText: otherwise, Usage: "remove as much as `LEVEL` says: light (filled pauses, partial words and exact stutters alone), standard (what is surely disfluent in this kind of text) or full (all that the models take for disfluent)"}
}

// levelOf reads --level, "" where it is not given.
func levelOf(c *cli.Context) (engine.Level, error) {
	l := engine.Level(c.String("level"))
	if c.IsSet("level") && !slices.Contains(engine.Levels, l) {
		return "", usagef("--level: unknown level %q: use %s, %s or %s", l, engine.LevelLight, engine.LevelStandard, engine.LevelFull)
	}
	return l, nil
}

// weightsFlag is --weights.
func weightsFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "weights", Usage: "use the settings that 'tidytalk tune' wrote to `FILE`; a file says which engine it is for, and each may have one"}
}

// marginFlag is --margin.
func marginFlag() cli.Flag {
	return &cli.Float64Flag{Name: "margin", DefaultText: "0.5, in tune none", Usage: "also drop hypotheses that are `X` below the best, in units of the summed weights; Inf drops none"}
}

// pipelineOptions returns what the flags of decoderFlags say.
func pipelineOptions(c *cli.Context) (pipeline.Options, error) {
	o := pipeline.Options{LabelOptions: engine.LabelOptions{Mode: engine.Mode(c.String("mode"))}}
	for _, f := range []struct {
		name string
		most int
		to   *int
	}{{"beam", beam.MaxWidth, &o.Decoder.Beam}, {"rounds", beam.MaxRounds, &o.Decoder.Rounds}} {
		if !c.IsSet(f.name) {
			continue
		}
		if *f.to = c.Int(f.name); *f.to < 1 || *f.to > f.most {
			return o, usagef("--%s must be 1 to %d, not %d", f.name, f.most, *f.to)
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
	var err error
	if o.Settings, err = settingsOf(c, "weights", "stream-weights"); err != nil {
		return o, err
	}
	if err := o.Validate(); err != nil {
		return o, &usageError{err}
	}
	return o, nil
}

// settingsOf reads the settings files of flags, the second of which says that its file is
// for streams.
func settingsOf(c *cli.Context, flag, streams string) ([]engine.Settings, error) {
	paths := c.StringSlice(flag)
	own := len(paths)
	if path := c.String(streams); path != "" {
		paths = append(paths, path)
	}
	var out []engine.Settings
	for i, path := range paths {
		s, err := readSettings(path)
		if err != nil {
			return nil, err
		}
		if i >= own {
			s.Engine = engine.Streams
		}
		for _, o := range out {
			if cmp.Or(o.Engine, engine.Sentences) == cmp.Or(s.Engine, engine.Sentences) {
				return nil, usagef("%s: there are settings for the engine %s already", path, cmp.Or(s.Engine, engine.Sentences))
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// readSettings reads a settings file.
func readSettings(path string) (engine.Settings, error) {
	f, err := os.Open(path)
	if err != nil {
		return engine.Settings{}, err
	}
	defer f.Close()
	return engine.ReadSettings(f, path)
}
