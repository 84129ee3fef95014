//go:build !small

package main

import (
	"compress/gzip"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/lm"
)

func lmCommand() *cli.Command {
	output := &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"}
	quantise := &cli.BoolFlag{Name: "quantise", Usage: "round probabilities to 8 bits: a third of the size (not for ARPA files)"}
	return &cli.Command{
		Name:  "lm",
		Usage: "estimate and query n-gram language models",
		Description: `Texts hold a sentence a line, words separated by blanks. Models are ARPA files
(.arpa, .arpa.gz) or tidytalk's binary format, told apart by their content when
read and by the name when written.

Examples:
  tidytalk lm build --order 4 -o talk.lm text.txt
  tidytalk lm query talk.lm < sentences.txt
  tidytalk lm perplexity talk.lm sentences.txt
  tidytalk lm convert -o talk.arpa talk.lm
  tidytalk lm hidden --events marks.txt marks.lm < words.txt`,
		Subcommands: []*cli.Command{
			{
				Name: "build", ArgsUsage: "[TEXT...]", Usage: "estimate a model from texts, or from standard input",
				Flags: append([]cli.Flag{
					output, quantise,
					&cli.IntFlag{Name: "order", Value: 4, Usage: "words of the longest n-grams: `N` from 1 to 6"},
					&cli.StringFlag{Name: "smoothing", Value: "kn", Usage: "`METHOD`: kn (interpolated modified Kneser-Ney) or wb (interpolated Witten-Bell)"},
					&cli.StringFlag{Name: "prune", Usage: "leave out n-grams that occur at most so often: `COUNTS` from the bigrams on, the last for all higher orders (0,1: trigrams and longer ones that occur once)"},
				}, training.MemoryFlags("2GB")...), Action: lmBuild,
			},
			{
				Name: "query", ArgsUsage: "MODEL [TEXT...]", Usage: "write word, order of the n-gram found and log10 probability of every word and </s>",
				Flags: []cli.Flag{output}, Action: lmQuery,
			},
			{
				Name: "perplexity", ArgsUsage: "MODEL [TEXT...]", Usage: "write the perplexity of texts",
				Flags: []cli.Flag{output}, Action: lmPerplexity,
			},
			{
				Name: "convert", ArgsUsage: "MODEL", Usage: "write a model in another format",
				Flags: []cli.Flag{output, quantise}, Action: lmConvert,
			},
			{
				Name: "hidden", ArgsUsage: "MODEL [TEXT...]", Usage: "find events between words that a model of text with events predicts",
				Flags: []cli.Flag{
					output,
					&cli.StringFlag{Name: "events", Usage: "event words, one a line, of `FILE`"},
					&cli.BoolFlag{Name: "posteriors", Usage: "write a line per word with the probability of every event"},
					&cli.BoolFlag{Name: "sentences", Usage: "each line is a sentence from <s> to </s>"},
				}, Action: lmHidden,
			},
		},
	}
}

// openLM opens the model that the first argument names, and prints what had to
// be repaired.
func openLM(c *cli.Context) (*lm.Model, error) {
	if c.NArg() == 0 {
		return nil, usage.Errorf("%s needs a model", usage.CommandName(c))
	}
	m, warnings, err := lm.Open(c.Args().First())
	for _, w := range warnings {
		at := c.Args().First()
		if w.Line > 0 {
			at += ":" + strconv.Itoa(w.Line)
		}
		fmt.Fprintf(c.App.ErrWriter, "tidytalk: warning: %s: %s\n", at, w.Text)
	}
	return m, err
}

// eachLine calls f with the words of every line of the named inputs.
func eachLine(c *cli.Context, paths []string, f func(words []string) error) error {
	return fileio.EachInput(c, paths, func(r io.Reader, name string) error { return lm.EachLine(r, name, f) })
}

func lmBuild(c *cli.Context) error {
	if err := usage.Required(c, "output"); err != nil {
		return err
	}
	smoothing, err := lm.ParseSmoothing(c.String("smoothing"))
	if err != nil {
		return usage.Wrap(err)
	}
	options := lm.EstimateOptions{Smoothing: smoothing}
	if s := c.String("prune"); s != "" {
		for f := range strings.SplitSeq(s, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(f))
			if err != nil {
				return usage.Errorf("--prune: %q is not a list of counts", s)
			}
			options.Prune = append(options.Prune, n)
		}
	}
	if err := options.Validate(); err != nil {
		return usage.Wrap(err)
	}
	counter, err := lm.NewCounter(c.Int("order"))
	if err != nil {
		return usage.Wrap(err)
	}
	if err := checkQuantise(c); err != nil {
		return err
	}
	limits, err := training.Memory(c)
	if err != nil {
		return err
	}
	limits.Workers = runtime.GOMAXPROCS(0)
	defer counter.Close()
	counter.Limit(limits)
	if err := fileio.EachInput(c, c.Args().Slice(), counter.AddText); err != nil {
		return err
	}
	if path := c.String("output"); isARPA(path) {
		var info *lm.Estimation
		err := writeARPA(c, path, func(w io.Writer) error {
			info, err = counter.WriteARPA(c.Context, w, options)
			return err
		})
		if err != nil {
			return err
		}
		warnOf(c, info)
		return nil
	}
	m, info, err := counter.EstimateContext(c.Context, options)
	if err != nil {
		return err
	}
	warnOf(c, info)
	counter.Close()
	return writeLM(c, m)
}

// warnOf prints what Estimate warns of.
func warnOf(c *cli.Context, info *lm.Estimation) {
	for _, w := range info.Warnings {
		fmt.Fprintf(c.App.ErrWriter, "tidytalk: warning: %s\n", w)
	}
}

func isARPA(path string) bool {
	return strings.HasSuffix(path, ".arpa") || strings.HasSuffix(path, ".arpa.gz")
}

func checkQuantise(c *cli.Context) error {
	if c.Bool("quantise") && isARPA(c.String("output")) {
		return usage.Errorf("--quantise is for the binary format: ARPA files have numbers in full")
	}
	return nil
}

// writeLM writes a model in the format that the name of the output tells.
func writeLM(c *cli.Context, m *lm.Model) error {
	path := c.String("output")
	if isARPA(path) {
		return writeARPA(c, path, m.WriteARPA)
	}
	if c.Bool("quantise") {
		m = m.Quantise()
	}
	return fileio.Write(c, path, func(w io.Writer) error { return m.Write(w, "") })
}

// writeARPA writes an ARPA file, compressed if its name says so.
func writeARPA(c *cli.Context, path string, write func(io.Writer) error) error {
	return fileio.Write(c, path, func(w io.Writer) error {
		if !strings.HasSuffix(path, ".gz") {
			return write(w)
		}
		z := gzip.NewWriter(w)
		if err := write(z); err != nil {
			return err
		}
		return z.Close()
	})
}

func lmConvert(c *cli.Context) error {
	if err := usage.Required(c, "output"); err != nil {
		return err
	}
	if c.NArg() > 1 {
		return usage.Errorf("lm convert takes one model, not %d", c.NArg())
	}
	if err := checkQuantise(c); err != nil {
		return err
	}
	m, err := openLM(c)
	if err != nil {
		return err
	}
	return writeLM(c, m)
}
