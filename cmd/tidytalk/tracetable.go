package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/internal/visible"
	"github.com/tidytalk/tidytalk/pipeline"
)

// tracePrinter writes a trace for people.
type tracePrinter struct {
	w      io.Writer
	t      *pipeline.Traced
	colour bool
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
func (p *tracePrinter) want(w *pipeline.Wanted) {
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
		fmt.Fprintf(p.w, "  no beam up to %d keeps it\n", pipeline.MaxTriedBeam)
	case w.WinningBeam == 0:
		fmt.Fprintf(p.w, "  a beam of %d keeps it to the end; up to %d none lets it win: the weights or the models are against it\n", w.KeepingBeam, pipeline.MaxTriedBeam)
	default:
		fmt.Fprintf(p.w, "  a beam of %d keeps it to the end, one of %d lets it win\n", w.KeepingBeam, w.WinningBeam)
	}
	p.against("wanted", w.Hypothesis)
}
