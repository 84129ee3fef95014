//go:build !small

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/visible"
)

// tracePrinter writes a trace for people.
type tracePrinter struct {
	w      io.Writer
	t      *pipeline.Traced
	colour bool
	wide   bool
	top    int
}

// shownTrace returns a trace whose words give no commands to a terminal.
func shownTrace(t pipeline.Traced) *pipeline.Traced {
	show := func(words []string) []string {
		out := make([]string, len(words))
		for i, w := range words {
			out[i] = visible.String(w)
		}
		return out
	}
	t.Words, t.Clean = show(t.Words), visible.String(t.Clean)
	t.Hypotheses = slices.Clone(t.Hypotheses)
	for i := range t.Hypotheses {
		t.Hypotheses[i].Removed = show(t.Hypotheses[i].Removed)
	}
	if t.Want != nil {
		want := *t.Want
		want.Clean = visible.String(want.Clean)
		t.Want = &want
	}
	return &t
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
	p.text("%s", p.bracketed(&t.Hypotheses[t.Winner]))
	for i := range t.Rounds {
		if err := p.round(&t.Rounds[i]); err != nil {
			return err
		}
	}
	fmt.Fprintln(p.w)
	win := &t.Hypotheses[t.Winner]
	p.text("%s %d, score %.5f: %s", p.paint(bold, "winner"), t.Winner, win.Score, t.Clean)
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
	for _, w := range t.Late {
		p.text("removed once there is punctuation: %q, a discourse marker with probability %.3f", w.Text, w.Probability)
	}
	if t.Want != nil {
		p.want(t.Want)
	}
	return nil
}

// bracketed returns the words with what a hypothesis removes in brackets.
func (p *tracePrinter) bracketed(h *beam.TracedHyp) string {
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
	fmt.Fprintf(p.w, "\n%s: %d proposals, %d of them there already; %d kept, %d not\n", p.paint(bold, fmt.Sprintf("round %d", r.Round)), len(r.Proposals), merged, len(r.Stack), len(r.Pruned))
	var rows []traceRow
	row := func(rank, id int, fate string) { rows = append(rows, traceRow{rank, &t.Hypotheses[id], fate}) }
	shown := 0
	for i, id := range r.Stack {
		fate := "kept"
		if n := p.mergedInto(r, id); n > 0 {
			fate += p.merged(n)
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
			fate += p.merged(n)
		}
		row(x.Rank, x.Hypothesis, fate)
		shown++
	}
	if err := p.table(rows); err != nil {
		return err
	}
	if rest := len(r.Stack) + len(r.Pruned) - shown; rest > 0 {
		fmt.Fprintf(p.w, "and %d more that were pruned (--top 0 shows them)\n", rest)
	}
	return nil
}

// merged says how many equal hypotheses became one with another.
func (p *tracePrinter) merged(n int) string {
	if p.wide {
		return fmt.Sprintf(", %d merged into it", n)
	}
	return fmt.Sprintf(" (+%d)", n)
}

// traceRow is a hypothesis in the table of a round.
type traceRow struct {
	rank int
	h    *beam.TracedHyp
	fate string
}

// removes lists what the hypothesis removes.
func (r *traceRow) removes() string {
	if len(r.h.Removed) == 0 {
		return "nothing"
	}
	return strings.Join(r.h.Removed, " | ")
}

// table writes the rows. What is not wide has its features below, as many beside each
// other as there is room for, and without those in which the hypotheses do not differ.
func (p *tracePrinter) table(rows []traceRow) error {
	columns := make([][]string, 5)
	add := func(k int, cells ...string) { columns[k] = append(columns[k], cells...) }
	for k, head := range []string{"rank", "id", "parent", "producer", "score"} {
		add(k, head)
	}
	features := make([][]string, len(p.t.Features))
	for k, name := range p.t.Features {
		if p.t.Weights[k] == 0 {
			name += unweighted
		}
		features[k] = append(features[k], name)
	}
	fate, removes := []string{"fate"}, []string{"removes"}
	for i := range rows {
		r := &rows[i]
		parent, producer := "-", "-"
		if r.h.Parent >= 0 {
			parent, producer = fmt.Sprint(r.h.Parent), r.h.Producer
		}
		for k, cell := range []string{fmt.Sprint(r.rank), fmt.Sprint(r.h.ID), parent, producer, fmt.Sprintf("%.5f", r.h.Score)} {
			add(k, cell)
		}
		for k, v := range r.h.Terms {
			if p.t.Weights[k] == 0 {
				v = r.h.Values[k]
			}
			features[k] = append(features[k], fmt.Sprintf("%.5f", v))
		}
		fate, removes = append(fate, r.fate), append(removes, r.removes())
	}
	if p.wide {
		return p.grid(append(append(columns, features...), fate, removes))
	}
	columns = append(columns, fate)
	room := traceWidth
	for _, c := range columns {
		room -= widest(c) + columnGap
	}
	for i := range removes {
		removes[i] = terminal.Cut(removes[i], max(room, 12))
	}
	if err := p.grid(append(columns, removes)); err != nil {
		return err
	}
	ids := columns[1]
	var block [][]string
	var same []string
	width := 0
	flush := func() error {
		if block == nil {
			return nil
		}
		fmt.Fprintln(p.w)
		err := p.grid(block)
		block = nil
		return err
	}
	for _, c := range features {
		if len(rows) > 1 && !slices.ContainsFunc(c[1:], func(cell string) bool { return cell != c[1] }) {
			same = append(same, c[0]+" "+c[1])
			continue
		}
		if block != nil && width+columnGap+widest(c) > traceWidth {
			if err := flush(); err != nil {
				return err
			}
		}
		if block == nil {
			block, width = [][]string{ids}, widest(ids)
		}
		block, width = append(block, c), width+columnGap+widest(c)
	}
	if err := flush(); err != nil {
		return err
	}
	if len(same) > 0 {
		fmt.Fprintln(p.w, wrap("the same for all: "+strings.Join(same, ", "), traceWidth, 2))
	}
	return nil
}

// unweighted marks the columns of features whose weight is 0: they show values, as the terms are all 0.
const unweighted = "(0)"

const columnGap = 2

func widest(cells []string) int {
	n := 0
	for _, c := range cells {
		n = max(n, utf8.RuneCountInString(c))
	}
	return n
}

// grid writes columns beside each other.
func (p *tracePrinter) grid(columns [][]string) error {
	w := tabwriter.NewWriter(p.w, 0, 0, columnGap, ' ', 0)
	for i := range columns[0] {
		for k, c := range columns {
			if k > 0 {
				fmt.Fprint(w, "\t")
			}
			fmt.Fprint(w, c[i])
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// text writes a line of words, on several lines where it is long.
func (p *tracePrinter) text(format string, args ...any) {
	line := fmt.Sprintf(format, args...)
	if !p.wide {
		line = wrap(line, traceWidth, 4)
	}
	fmt.Fprintln(p.w, line)
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
	p.text("%s %d, score %.5f, %.5f less: %s", p.paint(bold, what), id, other.Score, win.Score-other.Score, p.bracketed(other))
	for _, d := range t.Compare(win, other) {
		if d.Term != 0 {
			fmt.Fprintf(p.w, "  %+.5f  %s: %.5f against %.5f\n", d.Term, d.Feature, d.A, d.B)
		}
	}
}
