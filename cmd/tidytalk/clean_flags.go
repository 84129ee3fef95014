package main

import (
	"errors"
	"io"
	"runtime"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// Groups of flags in help.
const (
	groupFiles   = "Input and output"
	groupKinds   = "What is removed and restored"
	groupModels  = "Models"
	groupRunning = "Running"
)

func cleanFlags() []cli.Flag {
	return slices.Concat([]cli.Flag{cli.HelpFlag},
		grouped(groupFiles, slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
			&cli.StringFlag{Name: "out-dir", Usage: "write the result of each file to `FOLDER`, under its own name, or, if it comes from a folder, its path in that"},
			&cli.BoolFlag{Name: "in-place", DisableDefaultText: true, Usage: "write the result of each file into the file; those that do not change are not touched"},
			&cli.StringFlag{Name: "backup", Usage: "with --in-place, keep what is replaced under its name and `SUFFIX`, such as .bak"},
			&cli.StringFlag{Name: "manifest", DefaultText: manifestFile + " in --out-dir; for --in-place in the user's state folder", Usage: "remember in `FILE` what has been cleaned into --out-dir, or, for machines that share the files, with --in-place"},
			&cli.BoolFlag{Name: "resume", DisableDefaultText: true, Usage: "with --out-dir, skip what the manifest says is done: the same input, settings and models"},
			&cli.BoolFlag{Name: "again", DisableDefaultText: true, Usage: "with --in-place, clean files that are clean already, too"},
			&cli.StringFlag{Name: "report", Usage: "write what became of each file, and how many words of each kind were removed, to `FILE`, which ends in .json or .md"},
		}, bundles.OptionFlags(cleaning.CleanCommand, "audio", "channel", "from", "encoding", "map", "speakers", "corrections", "to"), []cli.Flag{
			&cli.BoolFlag{Name: "diff", DisableDefaultText: true, Usage: "show the source with what changes marked: [-removed-] {+added+}, in colour on a terminal"},
			&cli.StringFlag{Name: "color", Value: "auto", Usage: "`WHEN` --diff uses colour: auto (on a terminal, unless NO_COLOR is set), always, never"},
		}, bundles.OptionFlags(cleaning.CleanCommand, "keep-empty", "revisions", "reflow", "line-chars", "cue-lines", "reading-speed", "paragraphs", "paragraph-words"), []cli.Flag{
			&cli.BoolFlag{Name: "stream", DisableDefaultText: true, Usage: "clean standard input as it comes"},
		})...),
		grouped(groupKinds, bundles.OptionFlags(cleaning.CleanCommand, "style", "remove", "keep", "fillers", "vocabulary", "respell", "loops", "language", "punct", "case", "numbers", "number-style", "dictation")...),
		grouped(groupKinds,
			&cli.StringFlag{Name: "dictation-log", Usage: "with --dictation, write what was commanded in the one text, and what that changed, to `FILE`, as lines of JSON"},
			&cli.StringFlag{Name: "dictation-replay", Usage: "do what the log `FILE` of the same text says, in place of what is found; a line can be taken out, or have \"undone\": true"},
			&cli.IntSliceFlag{Name: "dictation-undo", Usage: "with --dictation-replay, do not do the command with number `N`"},
		),
		grouped(groupKinds, bundles.OptionFlags(cleaning.CleanCommand, "apostrophes", "segment", "level", "confidence", "look-ahead", "flush-after", "latency", "provisional")...),
		grouped(groupRunning,
			&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Value: runtime.GOMAXPROCS(0), DefaultText: "the number of cores", Usage: "clean `N` files at a time, or one file with N goroutines; the output does not depend on it"},
			&cli.BoolFlag{Name: "keep-going", DisableDefaultText: true, Usage: "clean the other files if one fails, and say at the end how many did"},
			&cli.StringFlag{Name: "shard", Usage: "clean only the `I/N`-th part of the files, such as 2/5 on the second of five machines"},
			usage.QuietFlag(),
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, DisableDefaultText: true, Usage: "log every file on standard error, with its size and how long it took"},
		),
		grouped(groupModels, append(bundles.DecoderFlags(cleaning.CleanCommand), bundles.Flag())...),
	)
}

// grouped puts flags into a group.
func grouped(name string, flags ...cli.Flag) []cli.Flag {
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.BoolFlag:
			f.Category = name
		case *cli.IntFlag:
			f.Category = name
		case *cli.Float64Flag:
			f.Category = name
		case *cli.DurationFlag:
			f.Category = name
		case *cli.StringFlag:
			f.Category = name
		case *cli.StringSliceFlag:
			f.Category = name
		case *cli.IntSliceFlag:
			f.Category = name
		}
	}
	return flags
}

// vocabularyOf returns the vocabulary that --vocabulary says, nil for none.
func vocabularyOf(c *cli.Context) (*vocabulary.List, error) {
	if path := c.String("vocabulary"); path != "" {
		return vocabulary.ReadFile(path)
	}
	return nil, nil
}

// parseCleaning reads what the flags of clean say of the text.
func parseCleaning(c *cli.Context) (*cleaning.Cleaning, error) {
	stream, diff := c.Bool("stream"), c.Bool("diff")
	colour, err := useColour(c)
	if err != nil {
		return nil, err
	}
	f, err := cleaning.Parse(bundles.Source{Context: c}, cleaning.CleanCommand, tidytalk.Options{}, stream)
	if errors.Is(err, style.ErrStyle) {
		return nil, err // the flag is right, its file is not
	}
	if err != nil {
		return nil, usage.Wrap(err)
	}
	switch {
	case stream && c.IsSet("corrections"):
		return nil, usage.Errorf("--corrections is about a file: it does not go with --stream")
	case stream && diff:
		return nil, usage.Errorf("--stream is for plain text: it goes with --from text and --to text, without --diff")
	case stream && c.NArg() > 0:
		return nil, usage.Errorf("--stream reads standard input, no files")
	case diff && (f.To != "" && f.To != "text" || f.From == "tokens"):
		return nil, usage.Errorf("--diff shows text: it goes without --from tokens and with no --to but text")
	case diff:
		f.Show = func(w io.Writer, file *formats.File, plan *formats.Plan) error {
			_, err := io.WriteString(w, file.Diff(plan, colour))
			return err
		}
	}
	f.Options.Jobs = c.Int("jobs")
	if err := checkDictation(c, f, stream); err != nil {
		return nil, err
	}
	if stream && c.IsSet("speakers") {
		return nil, usage.Errorf("--speakers is for transcripts with times: it does not go with --stream")
	}
	return f, completeCleaning(c, f, c.NArg())
}

// completeCleaning reads what flags name files for, of so many transcripts.
func completeCleaning(c *cli.Context, f *cleaning.Cleaning, transcripts int) (err error) {
	if f.Options.Settings, err = bundles.SettingsOf(c, "weights", "stream-weights"); err != nil {
		return err
	}
	if f.Options.Fillers, err = fillersOf(c); err != nil {
		return err
	}
	if f.Options.Vocabulary, err = vocabularyOf(c); err != nil {
		return err
	}
	if err := carryCorrections(c, f, transcripts); err != nil {
		return err
	}
	if path := c.String("speakers"); path != "" {
		src, _, err := readInput(c.Context, c.App.Reader, path, formats.Reading{Format: formats.Text})
		if err != nil {
			return err
		}
		if f.Reading.Speakers, err = formats.ReadSpeakerTurns(src, path); err != nil {
			return err
		}
	}
	if err := f.Options.Validate(); err != nil {
		return usage.Wrap(err)
	}
	return nil
}
