package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/transcript"
)

func cleanCommand() *cli.Command {
	return &cli.Command{
		Name:      "clean",
		Usage:     "remove fillers and speech repairs from transcripts",
		ArgsUsage: "[FILE...]",
		Description: `Reads plain text, with or without punctuation and case, from the files or from
standard input, and writes it without fillers and repairs. Lines may start with a
speaker's name and a colon, and keep it.

Kinds for --remove and --keep: ` + strings.Join(transcript.ReasonNames(), ", ") + `,
all. By default all but conjunctions ("and" that opens a sentence) go. --remove
replaces that list, --keep takes kinds off it.

Formats. --from text: a transcript. --from tokens: one tokenised sentence a line,
tokens separated by single spaces. --to text: the cleaned transcript. --to labels:
a line per sentence of token/DF/PU, where DF is E (edit word), F (filler word, its
kind after a colon: F filled pause, D discourse marker, E editing term, C
conjunction) or O, and PU is NONE. --to jsonl: an object per sentence with tokens,
labels, kinds, removals and label posteriors. Labels do not depend on --remove.

Examples:
  tidytalk clean interview.txt
  tidytalk clean --diff interview.txt
  tidytalk clean --keep discourse-markers -o clean.txt interview.txt
  tidytalk clean --from tokens --to labels < sentences.txt`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
			&cli.StringSliceFlag{Name: "remove", Usage: "remove these `KINDS` and no others (comma list)"},
			&cli.StringSliceFlag{Name: "keep", Usage: "keep these `KINDS` (comma list)"},
			&cli.BoolFlag{Name: "diff", Usage: "show the source with what goes marked: [-removed-] {+added+}, in colour on a terminal"},
			&cli.StringFlag{Name: "color", Value: "auto", Usage: "`WHEN` --diff uses colour: auto (on a terminal, unless NO_COLOR is set), always, never"},
			&cli.StringFlag{Name: "from", Value: "text", Usage: "input `FORMAT`: text or tokens"},
			&cli.StringFlag{Name: "to", Value: "text", Usage: "output `FORMAT`: text, labels or jsonl"},
			&cli.StringFlag{Name: "segment", Value: "auto", Usage: "cut text into sentences at `MARKS`: auto (sentence marks, long turns) or line (a line is a sentence)"},
			&cli.Float64Flag{Name: "confidence", Usage: "remove repairs and discourse markers only with a `PROBABILITY` of at least this of being right, such as 0.95"},
			bundleFlag(),
			jobsFlag(),
		}, decoderFlags()...),
		Action: clean,
	}
}

// cleaning is what the flags of clean say.
type cleaning struct {
	from, to     string
	diff, colour bool
	remove       transcript.Reasons
	options      tidytalk.Options
	warn         func(name string, line int, err error) // of a sentence that the decoder failed on
}

func parseCleaning(c *cli.Context) (*cleaning, error) {
	f := &cleaning{from: c.String("from"), to: c.String("to"), diff: c.Bool("diff"), remove: transcript.Default}
	if f.from != "text" && f.from != "tokens" {
		return nil, usagef("unknown input format %q: use text or tokens", f.from)
	}
	if f.to != "text" && f.to != "labels" && f.to != "jsonl" {
		return nil, usagef("unknown output format %q: use text, labels or jsonl", f.to)
	}
	if f.diff && (f.from != "text" || f.to != "text") {
		return nil, usagef("--diff shows text: it goes with --from text and --to text only")
	}
	if c.IsSet("remove") {
		f.remove = 0
	}
	for _, list := range c.StringSlice("remove") {
		r, err := transcript.ParseReasons(list)
		if err != nil {
			return nil, usagef("--remove: %w", err)
		}
		f.remove |= r
	}
	for _, list := range c.StringSlice("keep") {
		r, err := transcript.ParseReasons(list)
		if err != nil {
			return nil, usagef("--keep: %w", err)
		}
		f.remove &^= r
	}
	colour, err := useColour(c)
	if err != nil {
		return nil, err
	}
	f.colour = colour
	segment, err := transcript.ParseSegmentation(c.String("segment"))
	if err != nil {
		return nil, usagef("--segment: %w", err)
	}
	if f.options, err = cleanerOptions(c); err != nil {
		return nil, err
	}
	f.options.Segment, f.options.Posteriors = segment, f.to == "jsonl"
	f.options.Confidence = c.Float64("confidence")
	if c.IsSet("confidence") && !(f.options.Confidence > 0) {
		return nil, usagef("--confidence is a probability above 0, such as 0.95, not %v", f.options.Confidence)
	}
	if err := f.options.Validate(); err != nil {
		return nil, &usageError{err}
	}
	return f, nil
}

func clean(c *cli.Context) error {
	f, err := parseCleaning(c)
	if err != nil {
		return err
	}
	files := c.Args().Slice()
	if len(files) == 0 {
		files = []string{"-"}
	}
	b, err := loadBundle(c)
	if err != nil {
		return err
	}
	cleaner, err := tidytalk.New(b, f.options)
	if err != nil {
		return err
	}
	f.warn = func(name string, line int, err error) {
		fmt.Fprintf(c.App.ErrWriter, "tidytalk: %s:%d: the decoder failed, so the baseline's labels stand: %v\n", name, line, err)
	}
	return writeOutput(c, c.String("output"), func(w io.Writer) error {
		for _, path := range files {
			src, name, err := readInput(c, path)
			if err != nil {
				return err
			}
			if src == "" {
				fmt.Fprintf(c.App.ErrWriter, "tidytalk: %s is empty: nothing to clean\n", name)
				continue
			}
			if f.from == "tokens" {
				err = cleanTokens(c.Context, cleaner, f, src, name, w)
			} else {
				err = cleanText(c.Context, cleaner, f, src, name, w)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// readInput reads a whole file, or standard input for "-".
func readInput(c *cli.Context, path string) (src, name string, err error) {
	r, name, err := openInput(c, path)
	if err != nil {
		return "", name, err
	}
	defer r.Close()
	var b strings.Builder
	if _, err := io.Copy(&b, r); err != nil {
		return "", name, fmt.Errorf("reading %s: %w", name, err)
	}
	return b.String(), name, nil
}
