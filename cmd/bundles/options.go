package bundles

import (
	"cmp"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// OptionFlags returns the flags of a command for options that are declared.
func OptionFlags(on cleaning.Surface, names ...string) []cli.Flag {
	var out []cli.Flag
	for _, name := range names {
		out = append(out, OptionFlag(cleaning.At(on, name)))
	}
	return out
}

// OptionFlag returns the flag for an option.
func OptionFlag(o *cleaning.Option) cli.Flag {
	text := o.DefaultText()
	switch o.Type {
	case cleaning.Switch:
		return &cli.BoolFlag{Name: o.Name, DisableDefaultText: true, Usage: o.About}
	case cleaning.Whole:
		f := &cli.IntFlag{Name: o.Name, DefaultText: text, Usage: o.About}
		if n, ok := o.Default.(int); ok && o.Fixed() {
			f.Value, f.DefaultText = n, ""
		}
		return f
	case cleaning.Number:
		f := &cli.Float64Flag{Name: o.Name, DefaultText: text, Usage: o.About}
		if x, ok := o.Default.(float64); ok && o.Fixed() {
			f.Value, f.DefaultText = x, ""
		}
		return f
	case cleaning.List:
		return &cli.StringSliceFlag{Name: o.Name, DefaultText: text, Usage: o.About}
	}
	f := &cli.StringFlag{Name: o.Name, Aliases: o.Aliases, DefaultText: text, Usage: o.About}
	if o.Fixed() {
		f.Value, f.DefaultText = text, ""
	}
	return f
}

// Source is the source of options that are flags.
type Source struct{ *cli.Context }

// Spell writes options as flags, which they are in messages.
func (Source) Spell(message string) string { return message }

// DecoderFlags are the flags of a command that decodes, for all options of the search.
func DecoderFlags(on cleaning.Surface) []cli.Flag {
	var out []cli.Flag
	for _, o := range cleaning.SearchOn(on) {
		out = append(out, OptionFlag(&o))
	}
	return out
}

// Options returns what the flags of a command that decodes say.
func Options(c *cli.Context, on cleaning.Surface) (pipeline.Options, error) {
	o, err := cleaning.ParseDecisions(Source{Context: c}, on)
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
