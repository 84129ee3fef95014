//go:build !small

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/traceview"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func traceCommand() *cli.Command {
	return &cli.Command{
		Name:      "trace",
		Usage:     "show how the decoder came to its decision",
		ArgsUsage: "TEXT | FILE",
		Description: `Decodes every sentence of a text, or of a file, and shows each round: every
hypothesis with its parent, its producer, the words it removes, weight times value
of every feature, its score, and what became of it; then why the winner beat the
runner-up and what the two-stage baseline says. The tables fit into 100 columns: the
features stand below the hypotheses, those in which they do not differ in a line; with
--wide all is one table. --explain says what it all means.

--want says what the clean text should be, asks where it was lost, and which weights
would have to change by how much; the last line has the options that bring it about,
for this command and others. With clean, --level decides as well. --to html writes a page that opens without a network:
a graph of the hypotheses, their scores as sums, two of them beside each other, sliders
for the weights. --to svg writes the graph of a sentence alone, --to dot one for
Graphviz, --to json an object a line for each sentence (docs/formats.md).

Text is decoded as clean does: punctuated sentences by the engine for typed text,
unpunctuated turns as streams, in pieces.

--components shows what the decoders of the bundle are made of instead: producers,
and features with their weights. --without leaves some out:
` + componentList() + `

Examples:
  tidytalk trace "to boston uh i mean to denver"
  tidytalk trace --want "we want to go" "we want we went to go"
  tidytalk trace --explain "we want uh we want to go"
  tidytalk trace --components
  tidytalk trace --to json --sentence 2 interview.txt
  tidytalk trace --to html -o trace.html interview.txt`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
			&cli.StringFlag{Name: "to", Value: "table", Usage: "output `FORMAT`: " + prose.Or(traceForms)},
			&cli.StringFlag{Name: "want", Usage: "ask why the clean text is not `TEXT` (one sentence)"},
			&cli.BoolFlag{Name: "components", DisableDefaultText: true, Usage: "show what the decoders are made of, and trace nothing"},
			&cli.BoolFlag{Name: "marks", Hidden: true}, // of tidytalk-lab
			&cli.BoolFlag{Name: "explain", DisableDefaultText: true, Usage: "also say what the columns, producers and features mean, and where more is said of them"},
			&cli.BoolFlag{Name: "wide", DisableDefaultText: true, Usage: "put all features beside each other, however wide the table gets, in place of 100 columns"},
			&cli.IntFlag{Name: "sentence", Usage: "trace only the `N`-th sentence"},
			&cli.IntFlag{Name: "top", Value: 12, Usage: "show at most `N` hypotheses of a round in the table, 0 all"},
			&cli.StringFlag{Name: "color", Value: "auto", Usage: "`WHEN` the table uses colour: auto (on a terminal, unless NO_COLOR is set), always, never"},
			bundles.Flag(),
		}, bundles.DecoderFlags(cleaning.TraceCommand)...),
		Action: trace,
	}
}

// traceForms are what traces are written as, the default first.
var traceForms = []string{"table", "json", "dot", "svg", "html"}

func trace(c *cli.Context) error {
	if c.Bool("components") {
		if c.NArg() > 0 || c.IsSet("without") || c.IsSet("want") {
			return usage.Errorf("--components shows all that the bundle has, and traces nothing: it goes without a text, --want and --without")
		}
		b, err := bundles.Load(c)
		if err != nil {
			return err
		}
		return fileio.Write(c, c.String("output"), func(w io.Writer) error { return writeComponents(w, b.Engines(), c.Bool("wide")) })
	}
	if c.NArg() != 1 {
		return usage.Errorf("trace takes one text or file, not %d: put a text in quotes", c.NArg())
	}
	to := c.String("to")
	if !slices.Contains(traceForms, to) {
		return usage.Errorf("unknown format %q: use %s", to, prose.Or(traceForms))
	}
	if c.Bool("explain") && to != "table" {
		return usage.Errorf("--explain goes with the table: what --to %s writes is described in docs/formats.md", to)
	}
	if c.Bool("marks") {
		return usage.Lab("marks")
	}
	colour, err := useColour(c)
	if err != nil {
		return err
	}
	options, err := bundles.Options(c, cleaning.TraceCommand)
	if err != nil {
		return err
	}
	if options.Mode == engine.ModeBaseline {
		return usage.Errorf("the baseline has nothing to trace: leave --mode out")
	}
	src, name, err := traceSource(c, c.Args().First())
	if err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	cleaner, err := tidytalk.New(b, tidytalk.Options{Mode: options.Mode, Decoder: options.Decoder, Settings: options.Settings})
	if err != nil {
		return err
	}
	traces, err := traceText(c, cleaner, src, name)
	if err != nil {
		return err
	}
	if to == "svg" && len(traces) > 1 {
		return usage.Errorf("--to svg is the graph of one sentence, and there are %d: choose it with --sentence, or take --to html, which has all", len(traces))
	}
	if to == "html" {
		views, err := viewsOf(cleaner, traces)
		if err != nil {
			return err
		}
		return fileio.Write(c, c.String("output"), func(w io.Writer) error { return traceview.WriteHTML(w, traceTitle(src, name), views) })
	}
	output := fileio.Write
	if to == "table" {
		output = fileio.WriteShown
	}
	return output(c, c.String("output"), func(w io.Writer) error {
		for i := range traces {
			var err error
			switch to {
			case "json":
				e := json.NewEncoder(w)
				e.SetEscapeHTML(false)
				err = e.Encode(&traces[i])
			case "dot":
				err = writeDot(w, &traces[i])
			case "svg":
				_, err = io.WriteString(w, traceview.File(&traces[i]))
			default:
				if i > 0 {
					fmt.Fprintln(w)
				}
				p := tracePrinter{w: w, t: shownTrace(traces[i]), colour: colour, wide: c.Bool("wide"), top: c.Int("top")}
				err = p.print()
			}
			if err != nil {
				return err
			}
		}
		if !c.Bool("explain") {
			return nil
		}
		fmt.Fprintln(w)
		return writeExplanation(w, traces, b.Sentences().Components())
	})
}

// viewsOf returns traces with what is said of their features and producers.
func viewsOf(cleaner *tidytalk.Cleaner, traces []pipeline.Traced) ([]traceview.View, error) {
	var out []traceview.View
	for i := range traces {
		v := traceview.View{Trace: &traces[i]}
		var err error
		if v.Features, v.Producers, err = cleaner.ExplainTrace(v.Trace); err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

// traceTitle names what is traced: the file, or how a text that was given begins.
func traceTitle(src, name string) string {
	if name != textArgument {
		return "Trace of " + filepath.Base(name)
	}
	words := strings.Fields(src)
	if len(words) > 8 {
		words = append(words[:8], "…")
	}
	return "Trace of “" + strings.Join(words, " ") + "”"
}

// textArgument is the name, in messages, of a text that is an argument.
const textArgument = "the text"

// traceSource returns the text that an argument is or names.
func traceSource(c *cli.Context, arg string) (src, name string, err error) {
	info, err := os.Stat(arg)
	switch {
	case arg == "-" || err == nil && !info.IsDir():
		return readInput(c.Context, c.App.Reader, arg, formats.Reading{Format: formats.Text})
	case err == nil:
		return "", "", usage.Errorf("%s is a folder: trace takes a text or a file", arg)
	case !strings.ContainsAny(arg, " \t\n") && (len(filepath.Ext(arg)) > 1 || strings.ContainsRune(arg, filepath.Separator)):
		return "", "", usage.Errorf("there is no file %s, and one word is no text to trace", arg)
	}
	return arg, textArgument, nil
}

// traceText traces the sentences of a text, or one of them.
func traceText(c *cli.Context, cleaner *tidytalk.Cleaner, src, name string) (traces []pipeline.Traced, err error) {
	defer fault.Catch(name, &err)
	if err := transcript.CheckText(src, name); err != nil {
		return nil, err
	}
	d, err := transcript.ParseText(src, name)
	if err != nil {
		return nil, err
	}
	o := tidytalk.TraceOptions{Want: c.String("want")}
	if n := c.Int("sentence"); c.IsSet("sentence") {
		pieces, err := cleaner.TracePieces(c.Context, d, tidytalk.TraceOptions{})
		if err != nil {
			return nil, err
		}
		if n < 1 || n > len(pieces) {
			return nil, usage.Errorf("--sentence %d: there are %d", n, len(pieces))
		}
		o.From, o.To = pieces[n-1][0], pieces[n-1][1]
	}
	traces, err = cleaner.TraceDocument(c.Context, d, o)
	switch {
	case errors.Is(err, tidytalk.ErrSeveral):
		return nil, usage.Errorf("--want is about one sentence, and there are several: choose it with --sentence")
	case err != nil:
		return nil, err
	case len(traces) == 0:
		return nil, fmt.Errorf("%s has no words to trace", name)
	}
	return traces, nil
}
