package bundles

import (
	"cmp"
	"os"
	"slices"
	"strconv"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// OptionFlags returns the flags for options of cleaning.
func OptionFlags(names ...string) []cli.Flag {
	var out []cli.Flag
	for _, name := range names {
		o := cleaning.Find(name)
		switch o.Type {
		case cleaning.Switch:
			out = append(out, &cli.BoolFlag{Name: o.Name, DisableDefaultText: true, Usage: o.About})
		case cleaning.Whole:
			n, _ := strconv.Atoi(o.Default) // 0 where there is none
			out = append(out, &cli.IntFlag{Name: o.Name, Value: n, DefaultText: o.DefaultText, Usage: o.About})
		case cleaning.Number:
			x, _ := strconv.ParseFloat(o.Default, 64)
			out = append(out, &cli.Float64Flag{Name: o.Name, Value: x, DefaultText: o.DefaultText, Usage: o.About})
		case cleaning.List:
			out = append(out, &cli.StringSliceFlag{Name: o.Name, Usage: o.About})
		default:
			out = append(out, &cli.StringFlag{Name: o.Name, Aliases: o.Aliases, Value: o.Default, DefaultText: o.DefaultText, Usage: o.About})
		}
	}
	return out
}

// Source is the source of options that are flags.
type Source struct{ *cli.Context }

// Spell writes options as flags, which they are in messages.
func (Source) Spell(message string) string { return message }

// DecoderFlags are the flags of commands that decode.
func DecoderFlags() []cli.Flag {
	return slices.Concat(OptionFlags("mode", "beam", "rounds", "margin"), []cli.Flag{
		WeightsFlag(),
		&cli.StringFlag{Name: "stream-weights", Usage: "the same as --weights for a `FILE` that does not say that it is for streams"},
	}, OptionFlags("without"))
}

// LevelFlag is --level of a command with another default.
func LevelFlag(otherwise string) cli.Flag {
	f := OptionFlags("level")[0].(*cli.StringFlag)
	f.DefaultText = otherwise
	return f
}

// LevelOf reads --level, "" where it is not given.
func LevelOf(c *cli.Context) (engine.Level, error) {
	l, err := cleaning.ParseLevel(Source{Context: c})
	if err != nil {
		return "", usage.Wrap(err)
	}
	return l, nil
}

// WeightsFlag is --weights.
func WeightsFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "weights", Usage: "use the settings that 'tidytalk tune' wrote to `FILE`; a file says which engine it is for, and each may have one"}
}

// Options returns what the flags of DecoderFlags say.
func Options(c *cli.Context) (pipeline.Options, error) {
	labels, err := cleaning.ParseDecoder(Source{Context: c})
	o := pipeline.Options{LabelOptions: labels}
	if err != nil {
		return o, usage.Wrap(err)
	}
	if o.Settings, err = SettingsOf(c, "weights", "stream-weights"); err != nil {
		return o, err
	}
	if err := o.Validate(); err != nil {
		return o, usage.Wrap(err)
	}
	return o, nil
}

// SettingsOf reads the settings files of flags, the second of which says that its file is
// for streams.
func SettingsOf(c *cli.Context, flag, streams string) ([]engine.Settings, error) {
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
				return nil, usage.Errorf("%s: there are settings for the engine %s already", path, cmp.Or(s.Engine, engine.Sentences))
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
