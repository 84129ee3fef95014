package main

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/formats"
	"github.com/tidytalk/tidytalk/internal/language"
	"github.com/tidytalk/tidytalk/transcript"
)

// inputFormats returns what --from takes.
func inputFormats() []string {
	return slices.Concat([]string{"auto"}, formats.Names(), []string{"tokens"})
}

// outputFormats returns what --to takes.
func outputFormats() []string {
	return slices.Concat([]string{"auto"}, formatsWith(formats.Format.IsWritten), []string{"labels", "html"})
}

// formatsWith returns the names of the formats that have a property.
func formatsWith(property func(formats.Format) bool) []string {
	var out []string
	for _, f := range formats.All() {
		if property(f) {
			out = append(out, string(f))
		}
	}
	return out
}

// Groups of flags in help.
const (
	groupFiles   = "Input and output"
	groupKinds   = "What goes"
	groupModels  = "Models"
	groupRunning = "Running"
)

func cleanFlags() []cli.Flag {
	return slices.Concat([]cli.Flag{cli.HelpFlag},
		grouped(groupFiles,
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
			&cli.StringFlag{Name: "out-dir", Usage: "write the result of each file to `FOLDER`, under its own name, or, if it comes from a folder, its path in that"},
			&cli.BoolFlag{Name: "in-place", DisableDefaultText: true, Usage: "write the result of each file into the file; those that do not change are not touched"},
			&cli.StringFlag{Name: "backup", Usage: "with --in-place, keep what is replaced under its name and `SUFFIX`, such as .bak"},
			&cli.StringFlag{Name: "manifest", DefaultText: "in the user's state folder", Usage: "with --in-place, remember in `FILE` what is clean already, for machines that share the files"},
			&cli.BoolFlag{Name: "again", DisableDefaultText: true, Usage: "with --in-place, clean files that are clean already, too"},
			&cli.StringFlag{Name: "report", Usage: "write what became of each file, and how many words of each kind went, to `FILE`, which ends in .json or .md"},
			&cli.StringFlag{Name: "from", Value: "auto", Usage: "input `FORMAT`, where name and content do not say it: " + orList(inputFormats())},
			&cli.StringFlag{Name: "to", Value: "auto", Usage: "output `FORMAT`: " + orList(outputFormats()) + "; auto is that of the input"},
			&cli.BoolFlag{Name: "diff", DisableDefaultText: true, Usage: "show the source with what goes marked: [-removed-] {+added+}, in colour on a terminal"},
			&cli.StringFlag{Name: "color", Value: "auto", Usage: "`WHEN` --diff uses colour: auto (on a terminal, unless NO_COLOR is set), always, never"},
			&cli.BoolFlag{Name: "keep-empty", DisableDefaultText: true, Usage: "keep subtitles, segments and lines all of whose words go, without words"},
			&cli.BoolFlag{Name: "reflow", DisableDefaultText: true, Usage: "set the words in subtitles anew"},
			&cli.IntFlag{Name: "line-chars", Value: 42, Usage: "at most `N` characters in a line of a subtitle that is set anew"},
			&cli.IntFlag{Name: "cue-lines", Value: 2, Usage: "at most `N` lines in a subtitle that is set anew"},
			&cli.Float64Flag{Name: "reading-speed", Value: 20, Usage: "let subtitles that are set anew last for this many characters a second, where there is time"},
			&cli.BoolFlag{Name: "paragraphs", DisableDefaultText: true, Usage: "break long turns into paragraphs, in plain text and html"},
			&cli.IntFlag{Name: "paragraph-words", Value: transcript.DefaultParagraph, Usage: "with --paragraphs, make them about `N` words long"},
			&cli.BoolFlag{Name: "stream", DisableDefaultText: true, Usage: "clean standard input as it comes"},
		),
		grouped(groupKinds,
			&cli.StringSliceFlag{Name: "remove", Usage: "remove these `KINDS` and no others (comma list; none removes nothing)"},
			&cli.StringSliceFlag{Name: "keep", Usage: "keep these `KINDS` (comma list)"},
			fillersFlag(),
			&cli.StringFlag{Name: "loops", Value: "keep", Usage: "`WAY` with what a recogniser wrote over and over: keep or drop (all but the first copy)"},
			&cli.StringFlag{Name: "language", Value: "auto", Usage: "`CODE` of the language of the text: auto (what is not English is left as it is) or " + orList(language.Codes()) + " (all of it is)"},
			&cli.StringFlag{Name: "punct", Value: "restore", Usage: "`WAY` with punctuation: restore, keep (or none: nothing is done) or strip"},
			&cli.StringFlag{Name: "case", Value: "restore", Usage: "`WAY` with case: restore, keep (or none: nothing is done) or lower"},
			&cli.StringFlag{Name: "numbers", Value: "words", Usage: "write numbers, times, dates and money in `WAY`: words (as they were said) or digits"},
			&cli.StringFlag{Name: "apostrophes", Value: "auto", Usage: "`WAY` with apostrophes that are missing (\"dont\") in text without marks and case: restore, keep, or auto (restore where --punct does)"},
			&cli.StringFlag{Name: "segment", Usage: "find sentences by `WAY`: auto (marks, or predicted ends; the default for text) or line (a line is a sentence; the default for tokens)"},
			levelFlag("standard; full with --to labels, or with --confidence"),
			&cli.Float64Flag{Name: "confidence", DefaultText: "none", Usage: "remove repairs and discourse markers only with a `PROBABILITY` of at least this of being right, such as 0.95"},
			&cli.IntFlag{Name: "look-ahead", DefaultText: lookAheads, Usage: "commit to a word of text without marks when `N` words after it are seen"},
		),
		grouped(groupRunning,
			&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Value: runtime.GOMAXPROCS(0), DefaultText: "the number of cores", Usage: "clean `N` files at a time, or one file with N goroutines; the output does not depend on it"},
			&cli.BoolFlag{Name: "keep-going", DisableDefaultText: true, Usage: "clean the other files if one fails, and say at the end how many did"},
			&cli.StringFlag{Name: "shard", Usage: "clean only the `I/N`-th part of the files, such as 2/5 on the second of five machines"},
			quietFlag(),
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, DisableDefaultText: true, Usage: "log every file on standard error, with its size and how long it took"},
		),
		grouped(groupModels, append(decoderFlags(), bundleFlag())...),
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
		case *cli.StringFlag:
			f.Category = name
		case *cli.StringSliceFlag:
			f.Category = name
		}
	}
	return flags
}

// orList joins words for people: a, b or c.
func orList(words []string) string { return joinList(words, " or ") }

// andList joins words for people: a, b and c.
func andList(words []string) string { return joinList(words, " and ") }

func joinList(words []string, last string) string {
	n := len(words) - 1
	if n == 0 {
		return words[0]
	}
	return strings.Join(words[:n], ", ") + last + words[n]
}

// cleaning is what the flags of clean say of the text.
type cleaning struct {
	from         string         // "auto", "tokens" or the name of a format
	format       formats.Format // of the input; "": its name and content say it
	to           string         // "labels", "html" or the name of a format; "" is that of the input
	diff, colour bool
	stream       bool
	keepEmpty    bool
	reflow       formats.Reflow
	rewriting    transcript.Rewriting
	options      tidytalk.Options
	note         func(name string, line int, text string) // of what is odd, but no failure
	tally        *tally                                   // nil: nobody counts
}

// inputFormat returns the format that inputs are read as, "" where each says its own.
func (f *cleaning) inputFormat() formats.Format {
	if f.from == "tokens" {
		return formats.Text
	}
	return f.format
}

func parseCleaning(c *cli.Context) (*cleaning, error) {
	f := &cleaning{from: c.String("from"), to: c.String("to"), diff: c.Bool("diff")}
	if err := f.parseFormats(c); err != nil {
		return nil, err
	}
	remove, err := parseRemoved(c)
	if err != nil {
		return nil, err
	}
	f.rewriting.Remove = remove
	if err := f.parseParagraphs(c); err != nil {
		return nil, err
	}
	colour, err := useColour(c)
	if err != nil {
		return nil, err
	}
	f.colour = colour
	how := c.String("segment")
	if how == "" {
		how = "auto"
		if f.from == "tokens" {
			how = "line"
		}
	}
	segment, err := transcript.ParseSegmentation(how)
	if err != nil {
		return nil, usagef("--segment: %w", err)
	}
	if f.rewriting.Punct, err = transcript.ParsePunctMode(c.String("punct")); err != nil {
		return nil, usagef("--punct: %w", err)
	}
	if f.rewriting.Case, err = transcript.ParseCaseMode(c.String("case")); err != nil {
		return nil, usagef("--case: %w", err)
	}
	if f.rewriting.Numbers, err = transcript.ParseNumberMode(c.String("numbers")); err != nil {
		return nil, usagef("--numbers: %w", err)
	}
	if f.rewriting.Apostrophes, err = transcript.ParseApostropheMode(c.String("apostrophes")); err != nil {
		return nil, usagef("--apostrophes: %w", err)
	}
	o, err := pipelineOptions(c)
	if err != nil {
		return nil, err
	}
	f.options = tidytalk.Options{Mode: o.Mode, Decoder: o.Decoder, Settings: o.Settings, Jobs: c.Int("jobs")}
	f.options.Segment, f.options.Posteriors = segment, f.to == "jsonl"
	// Labels come with marks, and without case.
	f.options.AsWritten = f.rewriting.Punct != transcript.PunctRestore && (f.rewriting.Case != transcript.CaseRestore || f.to == "labels")
	if c.IsSet("look-ahead") && c.Int("look-ahead") < 1 {
		return nil, usagef("--look-ahead is a number of words, at least 1, not %d", c.Int("look-ahead"))
	}
	f.options.LookAhead = c.Int("look-ahead")
	if f.stream = c.Bool("stream"); f.stream && (f.from != "auto" && f.from != "text" || f.to != "" && f.to != "text" || f.diff) {
		return nil, usagef("--stream is for plain text: it goes with --from text and --to text, without --diff")
	}
	if f.stream && f.rewriting.Remove&data.Loops != 0 && c.String("loops") == "drop" {
		return nil, usagef("--loops drop looks for loops in the whole text, and --stream has not seen it: leave one of them out")
	}
	if f.stream && f.rewriting.Numbers != transcript.NumberWords {
		return nil, usagef("--numbers digits looks at whole sentences, and --stream has not seen them: leave one of them out")
	}
	if f.stream && c.NArg() > 0 {
		return nil, usagef("--stream reads standard input, no files")
	}
	if f.options.Level, err = levelOf(c); err != nil {
		return nil, err
	}
	if f.to == "labels" && f.options.Level == "" {
		f.options.Level = tidytalk.LevelFull
	}
	if f.options.Fillers, err = fillersOf(c); err != nil {
		return nil, err
	}
	f.options.Confidence = c.Float64("confidence")
	if c.IsSet("confidence") && !(f.options.Confidence > 0) {
		return nil, usagef("--confidence is a probability above 0, such as 0.95, not %v", f.options.Confidence)
	}
	if f.options.Language = c.String("language"); f.options.Language == "auto" {
		f.options.Language = ""
	}
	if err := f.options.Validate(); err != nil {
		return nil, &usageError{err}
	}
	return f, nil
}

// parseRemoved reads what --remove and --keep say goes.
func parseRemoved(c *cli.Context) (data.Disfluencies, error) {
	remove := data.DefaultRemoved
	if c.IsSet("remove") {
		remove = 0
	}
	for _, list := range c.StringSlice("remove") {
		d, err := data.ParseDisfluencies(list)
		if err != nil {
			return 0, usagef("--remove: %w", err)
		}
		remove |= d
	}
	for _, list := range c.StringSlice("keep") {
		d, err := data.ParseDisfluencies(list)
		if err != nil {
			return 0, usagef("--keep: %w", err)
		}
		remove &^= d
	}
	switch way := c.String("loops"); {
	case way == "drop":
		remove |= data.Loops
	case way != "keep":
		return 0, usagef("--loops: unknown way %q: use keep or drop", way)
	case c.IsSet("loops"):
		remove &^= data.Loops
	}
	if remove == 0 {
		remove = data.NoDisfluencies
	}
	return remove, nil
}

// Bounds of --paragraph-words.
const leastParagraph, mostParagraph = 20, 10000

// parseParagraphs reads the flags about paragraphs.
func (f *cleaning) parseParagraphs(c *cli.Context) error {
	n := c.Int("paragraph-words")
	switch {
	case !c.Bool("paragraphs") && c.IsSet("paragraph-words"):
		return usagef("--paragraph-words goes with --paragraphs")
	case !c.Bool("paragraphs"):
		return nil
	case n < leastParagraph || n > mostParagraph:
		return usagef("--paragraph-words is a number of words from %d to %d, not %d", leastParagraph, mostParagraph, n)
	case f.from == "tokens" || c.Bool("stream") || f.reflow.On || f.to != "" && f.to != string(formats.Text) && f.to != "html":
		return usagef("--paragraphs breaks turns of text: it goes with --to text or html, without --from tokens, --stream and --reflow")
	}
	f.rewriting.Paragraphs = n
	return nil
}

// parseFormats reads the flags about formats and subtitles.
func (f *cleaning) parseFormats(c *cli.Context) error {
	if !slices.Contains(inputFormats(), f.from) {
		return usagef("unknown input format %q: use %s", f.from, orList(inputFormats()))
	}
	if to, err := formats.ByName(f.to); err == nil && !to.IsWritten() {
		return usagef("--to %s: files of this format are cleaned, but not made of others", f.to)
	}
	if !slices.Contains(outputFormats(), f.to) {
		return usagef("unknown output format %q: use %s", f.to, orList(outputFormats()))
	}
	if f.from != "auto" && f.from != "tokens" {
		f.format, _ = formats.ByName(f.from)
	}
	if f.to == "auto" {
		if f.to = ""; f.from == "tokens" {
			f.to = "text"
		}
	}
	f.keepEmpty = c.Bool("keep-empty")
	f.reflow = formats.Reflow{On: c.Bool("reflow"), LineChars: c.Int("line-chars"), CueLines: c.Int("cue-lines"), CharsPerSecond: c.Float64("reading-speed")}
	if err := f.reflow.Validate(); err != nil {
		return &usageError{err}
	}
	switch {
	case f.from == "tokens" && f.to != "text" && f.to != "labels" && f.to != "jsonl":
		return usagef("--from tokens goes with --to text, labels or jsonl, not %s", f.to)
	case f.diff && f.to != "" && f.to != "text", f.diff && f.from == "tokens":
		return usagef("--diff shows text: it goes without --from tokens and with no --to but text")
	case f.reflow.On && f.to != "" && !formats.Format(f.to).HasCues():
		return usagef("--reflow sets subtitles anew: it goes with --to %s, not %s", orList(formatsWith(formats.Format.HasCues)), f.to)
	}
	return nil
}

// lookAheads are the defaults of --look-ahead.
var lookAheads = fmt.Sprintf("%d, with --stream %d", tidytalk.WholeLookAhead, tidytalk.DefaultLookAhead)
