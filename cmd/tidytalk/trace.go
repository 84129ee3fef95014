package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/transcript"
)

func traceCommand() *cli.Command {
	return &cli.Command{
		Name:      "trace",
		Usage:     "show how the decoder came to its decision",
		ArgsUsage: "TEXT | FILE",
		Description: `Decodes every sentence of a text, or of a file, and shows each round: every
hypothesis with its parent, its producer, the words it removes, weight times value
of every feature, its score, and what became of it; then why the winner beat the
runner-up and what the two-stage baseline says.

--want says what the clean text should be, and asks where it was lost. --to json
writes an object a line for each sentence (docs/formats.md), --to dot a graph for
Graphviz.

Examples:
  tidytalk trace "to boston uh i mean to denver"
  tidytalk trace --want "we want to go" "we want we went to go"
  tidytalk trace --to json --sentence 2 interview.txt`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of standard output"},
			&cli.StringFlag{Name: "to", Value: "table", Usage: "output `FORM`: table, json or dot"},
			&cli.StringFlag{Name: "want", Usage: "ask why the clean text is not `TEXT` (one sentence)"},
			&cli.IntFlag{Name: "sentence", Usage: "trace only the `N`-th sentence"},
			&cli.IntFlag{Name: "top", Value: 12, Usage: "show at most `N` hypotheses of a round in the table, 0 all"},
			&cli.StringFlag{Name: "color", Value: "auto", Usage: "`WHEN` the table uses colour: auto (on a terminal, unless NO_COLOR is set), always, never"},
			bundleFlag(),
		}, decoderFlags()...),
		Action: trace,
	}
}

func trace(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("trace takes one text or file, not %d: put a text in quotes", c.NArg())
	}
	to := c.String("to")
	if to != "table" && to != "json" && to != "dot" {
		return usagef("unknown form %q: use table, json or dot", to)
	}
	colour, err := useColour(c)
	if err != nil {
		return err
	}
	options, err := cleanerOptions(c)
	if err != nil {
		return err
	}
	if options.Mode == tidytalk.ModeBaseline {
		return usagef("the baseline has nothing to trace: leave --mode out")
	}
	src, name, err := traceSource(c, c.Args().First())
	if err != nil {
		return err
	}
	b, err := loadBundle(c)
	if err != nil {
		return err
	}
	cleaner, err := tidytalk.New(b, options)
	if err != nil {
		return err
	}
	traces, err := traceText(c, cleaner, src, name)
	if err != nil {
		return err
	}
	return writeOutput(c, c.String("output"), func(w io.Writer) error {
		for i := range traces {
			var err error
			switch to {
			case "json":
				e := json.NewEncoder(w)
				e.SetEscapeHTML(false)
				err = e.Encode(&traces[i])
			case "dot":
				err = writeDot(w, &traces[i])
			default:
				if i > 0 {
					fmt.Fprintln(w)
				}
				p := tracePrinter{w: w, t: &traces[i], colour: colour, top: c.Int("top")}
				err = p.print()
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// useColour reads --color.
func useColour(c *cli.Context) (bool, error) {
	switch c.String("color") {
	case "auto":
		out, ok := c.App.Writer.(*os.File)
		return ok && os.Getenv("NO_COLOR") == "" && c.String("output") == "" && term.IsTerminal(int(out.Fd())), nil
	case "always":
		return true, nil
	case "never":
		return false, nil
	}
	return false, usagef("--color: %q is not auto, always or never", c.String("color"))
}

// traceSource returns the text that an argument is or names.
func traceSource(c *cli.Context, arg string) (src, name string, err error) {
	if info, err := os.Stat(arg); arg == "-" || err == nil && !info.IsDir() {
		return readInput(c, arg)
	}
	return arg, "the text", nil
}

func traceText(c *cli.Context, cleaner *tidytalk.Cleaner, src, name string) ([]tidytalk.Traced, error) {
	if err := transcript.CheckText(src, name); err != nil {
		return nil, err
	}
	d, err := transcript.ParseText(src, name)
	if err != nil {
		return nil, err
	}
	segments := d.Segments(transcript.SegmentAuto)
	if n := c.Int("sentence"); c.IsSet("sentence") {
		if n < 1 || n > len(segments) {
			return nil, usagef("--sentence %d: there are %d", n, len(segments))
		}
		segments = segments[n-1 : n]
	}
	if c.IsSet("want") && len(segments) != 1 {
		return nil, usagef("--want is about one sentence, not %d: choose it with --sentence", len(segments))
	}
	var out []tidytalk.Traced
	for _, seg := range segments {
		s := d.Sentence(seg)
		traces, err := cleaner.Trace(c.Context, &s, c.String("want"))
		if err != nil {
			return nil, err
		}
		out = append(out, traces...)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s has no words to trace", name)
	}
	return out, nil
}

// tracePrinter writes a trace for people.
type tracePrinter struct {
	w      io.Writer
	t      *tidytalk.Traced
	colour bool
	top    int
}

func (p *tracePrinter) paint(code, s string) string {
	if !p.colour {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// Colours of the table.
const (
	bold = "1"
	dim  = "2"
	red  = "31"
)

func (p *tracePrinter) print() error {
	t := p.t
	fmt.Fprintf(p.w, "%s\n", p.marked(&t.Hypotheses[t.Winner]))
	for i := range t.Rounds {
		if err := p.round(&t.Rounds[i]); err != nil {
			return err
		}
	}
	fmt.Fprintln(p.w)
	win := &t.Hypotheses[t.Winner]
	fmt.Fprintf(p.w, "%s %d, score %.5f: %s\n", p.paint(bold, "winner"), t.Winner, win.Score, t.Clean)
	if t.RunnerUp >= 0 {
		p.against("runner-up", t.RunnerUp)
	}
	if t.Baseline == t.Winner {
		fmt.Fprintf(p.w, "the baseline says the same\n")
	} else if t.Baseline != t.RunnerUp {
		p.against("baseline", t.Baseline)
	} else {
		fmt.Fprintf(p.w, "the runner-up is what the baseline says\n")
	}
	if t.Want != nil {
		p.want(t.Want)
	}
	return nil
}

// marked returns the words with what a hypothesis removes in brackets.
func (p *tracePrinter) marked(h *beam.TracedHyp) string {
	var b strings.Builder
	for i, w := range p.t.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		switch h.Labels[i] {
		case 'E':
			w = p.paint(red, "["+w+"]")
		case 'F':
			w = p.paint(dim, "{"+w+"}")
		}
		b.WriteString(w)
	}
	return b.String()
}

// round writes the table of a round.
func (p *tracePrinter) round(r *beam.TracedRound) error {
	t := p.t
	merged := 0
	for _, x := range r.Proposals {
		if x.Merged {
			merged++
		}
	}
	fmt.Fprintf(p.w, "\n%s: %d proposals, %d of them there already; %d stay, %d do not\n", p.paint(bold, fmt.Sprintf("round %d", r.Round)), len(r.Proposals), merged, len(r.Stack), len(r.Pruned))
	w := tabwriter.NewWriter(p.w, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "rank\tid\tparent\tproducer\tscore")
	for _, f := range t.Features {
		fmt.Fprintf(w, "\t%s", f)
	}
	fmt.Fprintln(w, "\tfate\tremoves")
	row := func(rank, id int, fate string) {
		h := &t.Hypotheses[id]
		parent, producer := "-", "-"
		if h.Parent >= 0 {
			parent, producer = fmt.Sprint(h.Parent), h.Producer
		}
		fmt.Fprintf(w, "%d\t%d\t%s\t%s\t%.5f", rank, id, parent, producer, h.Score)
		for _, v := range h.Terms {
			fmt.Fprintf(w, "\t%.5f", v)
		}
		removes := strings.Join(h.Removed, " | ")
		if removes == "" {
			removes = "nothing"
		}
		fmt.Fprintf(w, "\t%s\t%s\n", fate, removes)
	}
	shown := 0
	for i, id := range r.Stack {
		fate := "kept"
		if n := p.mergedInto(r, id); n > 0 {
			fate = fmt.Sprintf("kept, %d merged into it", n)
		}
		row(i+1, id, fate)
		shown++
	}
	for _, x := range r.Pruned {
		if p.top > 0 && shown >= p.top {
			break
		}
		fate := fmt.Sprintf("pruned by %.5f", x.Margin)
		if n := p.mergedInto(r, x.Hypothesis); n > 0 {
			fate += fmt.Sprintf(", %d merged into it", n)
		}
		row(x.Rank, x.Hypothesis, fate)
		shown++
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if rest := len(r.Stack) + len(r.Pruned) - shown; rest > 0 {
		fmt.Fprintf(p.w, "and %d more that were pruned (--top 0 shows them)\n", rest)
	}
	return nil
}

func (p *tracePrinter) mergedInto(r *beam.TracedRound, id int) int {
	n := 0
	for _, x := range r.Proposals {
		if x.Merged && x.Hypothesis == id {
			n++
		}
	}
	return n
}

// against writes why the winner beat another hypothesis.
func (p *tracePrinter) against(what string, id int) {
	t := p.t
	win, other := &t.Hypotheses[t.Winner], &t.Hypotheses[id]
	fmt.Fprintf(p.w, "%s %d, score %.5f, %.5f less: %s\n", p.paint(bold, what), id, other.Score, win.Score-other.Score, p.marked(other))
	for _, d := range t.Compare(win, other) {
		if d.Term != 0 {
			fmt.Fprintf(p.w, "  %+.5f  %s: %.5f against %.5f\n", d.Term, d.Feature, d.A, d.B)
		}
	}
}

// want writes what became of the wanted text.
func (p *tracePrinter) want(w *tidytalk.Wanted) {
	fmt.Fprintf(p.w, "%s: %s\n", p.paint(bold, "wanted"), w.Clean)
	if w.Proposed && w.Hypothesis == p.t.Winner {
		fmt.Fprintln(p.w, "  it won")
		return
	}
	switch {
	case !w.Proposed:
		fmt.Fprintf(p.w, "  no producer proposed it; its score is %.5f below the winner's\n", w.Margin)
	case w.LeftRound > 0:
		fmt.Fprintf(p.w, "  hypothesis %d left the beam in round %d at rank %d, %.5f below the last that stayed\n", w.Hypothesis, w.LeftRound, w.Rank, w.Margin)
	default:
		fmt.Fprintf(p.w, "  hypothesis %d stayed to the end at rank %d and lost by %.5f\n", w.Hypothesis, w.Rank, w.Margin)
	}
	switch {
	case w.KeepingBeam == 0:
		fmt.Fprintf(p.w, "  no beam up to %d keeps it\n", tidytalk.MaxTriedBeam)
	case w.WinningBeam == 0:
		fmt.Fprintf(p.w, "  a beam of %d keeps it to the end; up to %d none lets it win: the weights or the models are against it\n", w.KeepingBeam, tidytalk.MaxTriedBeam)
	default:
		fmt.Fprintf(p.w, "  a beam of %d keeps it to the end, one of %d lets it win\n", w.KeepingBeam, w.WinningBeam)
	}
	p.against("wanted", w.Hypothesis)
}

// writeDot writes a trace as a graph: an edge from each hypothesis to those made of
// it, dashed where they were there already.
func writeDot(w io.Writer, t *tidytalk.Traced) error {
	var b strings.Builder
	b.WriteString("digraph trace {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n")
	var kept []int
	if n := len(t.Rounds); n > 0 {
		kept = t.Rounds[n-1].Stack
	}
	for i := range t.Hypotheses {
		h := &t.Hypotheses[i]
		style := "style=dotted"
		switch {
		case h.ID == t.Winner:
			style = "style=bold"
		case slices.Contains(kept, h.ID):
			style = "style=solid"
		}
		removes := strings.Join(h.Removed, " | ")
		if removes == "" {
			removes = "nothing"
		}
		fmt.Fprintf(&b, "  h%d [%s, label=%s];\n", h.ID, style, dotString(fmt.Sprintf("%d: %.5f\n%s", h.ID, h.Score, removes)))
	}
	for _, r := range t.Rounds {
		for _, x := range r.Proposals {
			style := "solid"
			if x.Merged {
				style = "dashed"
			}
			fmt.Fprintf(&b, "  h%d -> h%d [style=%s, label=%s];\n", x.Parent, x.Hypothesis, style, dotString(fmt.Sprintf("%d %s", r.Round, x.Producer)))
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func dotString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
