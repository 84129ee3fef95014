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
		Usage:     "remove fillers and speech repairs from transcripts, and restore punctuation and case",
		ArgsUsage: "[FILE...]",
		Description: `Reads plain text, with or without punctuation and case, from the files or from
standard input, and writes it without fillers and repairs. Text without sentence
marks gets them, and text without case gets capitals. Lines may start with a
speaker's name and a colon, and keep it.

--punct restore keeps the marks of text that has some, mended next to what is
removed, and sets marks in text that has none; keep sets none; none takes all
away. --case restore writes names and what opens a sentence with capitals in text
without case; keep leaves words as they are; lower writes all in lower case.

Kinds for --remove and --keep: ` + strings.Join(transcript.ReasonNames(), ", ") + `,
all. By default all but conjunctions ("and" that opens a sentence) go. --remove
replaces that list, --keep takes kinds off it.

Formats. --from text: a transcript. --from tokens: one tokenised sentence a line,
tokens separated by single spaces. --to text: the cleaned transcript. --to labels:
a line per sentence of token/DF/PU, where DF is E (edit word), F (filler word, its
kind after a colon: F filled pause, D discourse marker, E editing term, C
conjunction) or O, and PU is the mark after the token: COMMA, PERIOD, QMARK or
NONE. --to jsonl: an object per sentence with tokens, labels, marks, kinds,
removals and label posteriors. Labels do not depend on --remove.

Sentences. --segment auto: text is cut at its sentence marks; a line of text
without marks is a speaker's stream of words, however long, and is cut where
sentences are predicted to end. With --from tokens, each line is such a stream,
and --to labels writes a line for it. --segment line: a line is a sentence, the
default for tokens.

--stream reads standard input as it comes, in whatever pieces, and writes what is
settled: words wait for at most --look-ahead words after them, and twice as many
that come together, or for the end of their sentence. The output is that of the
same command without --stream and with the same --look-ahead.

Examples:
  tidytalk clean interview.txt
  tidytalk clean --diff interview.txt
  tidytalk clean --keep discourse-markers -o clean.txt interview.txt
  asr | tidytalk clean --stream --look-ahead 20
  tidytalk clean --from tokens --to labels < sentences.txt`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
			&cli.StringSliceFlag{Name: "remove", Usage: "remove these `KINDS` and no others (comma list)"},
			&cli.StringSliceFlag{Name: "keep", Usage: "keep these `KINDS` (comma list)"},
			&cli.BoolFlag{Name: "diff", Usage: "show the source with what goes marked: [-removed-] {+added+}, in colour on a terminal"},
			&cli.StringFlag{Name: "color", Value: "auto", Usage: "`WHEN` --diff uses colour: auto (on a terminal, unless NO_COLOR is set), always, never"},
			&cli.StringFlag{Name: "from", Value: "text", Usage: "input `FORMAT`: text or tokens"},
			&cli.StringFlag{Name: "to", Value: "text", Usage: "output `FORMAT`: text, labels or jsonl"},
			&cli.StringFlag{Name: "punct", Value: "restore", Usage: "`WAY` with punctuation: restore, keep or none"},
			&cli.StringFlag{Name: "case", Value: "restore", Usage: "`WAY` with case: restore, keep or lower"},
			&cli.StringFlag{Name: "segment", Usage: "find sentences by `WAY`: auto (marks, or predicted ends; the default for text) or line (a line is a sentence; the default for tokens)"},
			&cli.BoolFlag{Name: "stream", Usage: "clean standard input as it comes"},
			&cli.IntFlag{Name: "look-ahead", Value: tidytalk.DefaultLookAhead, Usage: "settle a word of text without marks when `N` words after it are seen"},
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
	stream       bool
	punct        transcript.PunctMode
	letters      transcript.CaseMode
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
	how := c.String("segment")
	if how == "" {
		how = map[string]string{"text": "auto", "tokens": "line"}[f.from]
	}
	segment, err := transcript.ParseSegmentation(how)
	if err != nil {
		return nil, usagef("--segment: %w", err)
	}
	if f.punct, err = transcript.ParsePunctMode(c.String("punct")); err != nil {
		return nil, usagef("--punct: %w", err)
	}
	if f.letters, err = transcript.ParseCaseMode(c.String("case")); err != nil {
		return nil, usagef("--case: %w", err)
	}
	if f.options, err = cleanerOptions(c); err != nil {
		return nil, err
	}
	f.options.Segment, f.options.Posteriors = segment, f.to == "jsonl"
	f.options.Plain = f.to == "text" && f.punct != transcript.PunctRestore && f.letters != transcript.CaseRestore
	if c.IsSet("look-ahead") && c.Int("look-ahead") < 1 {
		return nil, usagef("--look-ahead is a number of words, at least 1, not %d", c.Int("look-ahead"))
	}
	f.options.LookAhead = c.Int("look-ahead")
	if f.stream = c.Bool("stream"); f.stream && (f.from != "text" || f.to != "text" || f.diff) {
		return nil, usagef("--stream goes with --from text and --to text, without --diff")
	}
	if f.stream && c.NArg() > 0 {
		return nil, usagef("--stream reads standard input, no files")
	}
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
		if f.stream {
			return cleanStream(c.Context, cleaner, f, c.App.Reader, "standard input", w)
		}
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
