package main

import (
	"cmp"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// decoderFlags are the flags of commands that decode.
func decoderFlags() []cli.Flag {
	return slices.Concat(optionFlags("mode", "beam", "rounds", "margin"), []cli.Flag{
		weightsFlag(),
		&cli.StringFlag{Name: "stream-weights", Usage: "the same as --weights for a `FILE` that does not say that it is for streams"},
	}, optionFlags("without"))
}

// levelFlag is --level of a command with another default.
func levelFlag(otherwise string) cli.Flag {
	f := optionFlags("level")[0].(*cli.StringFlag)
	f.DefaultText = otherwise
	return f
}

// levelOf reads --level, "" where it is not given.
func levelOf(c *cli.Context) (engine.Level, error) {
	l, err := cleaning.ParseLevel(flagSource{Context: c})
	if err != nil {
		return "", wrapUsage(err)
	}
	return l, nil
}

// weightsFlag is --weights.
func weightsFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "weights", Usage: "use the settings that 'tidytalk tune' wrote to `FILE`; a file says which engine it is for, and each may have one"}
}

// pipelineOptions returns what the flags of decoderFlags say.
func pipelineOptions(c *cli.Context) (pipeline.Options, error) {
	labels, err := cleaning.ParseDecoder(flagSource{Context: c})
	o := pipeline.Options{LabelOptions: labels}
	if err != nil {
		return o, wrapUsage(err)
	}
	if o.Settings, err = settingsOf(c, "weights", "stream-weights"); err != nil {
		return o, err
	}
	if err := o.Validate(); err != nil {
		return o, wrapUsage(err)
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
