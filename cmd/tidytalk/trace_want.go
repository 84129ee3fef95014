//go:build !small

package main

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/decode/pipeline"
)

// want writes what became of the wanted text.
func (p *tracePrinter) want(w *pipeline.Wanted) {
	p.text("%s: %s", p.paint(bold, "wanted"), w.Clean)
	if w.Proposed && w.Hypothesis == p.t.Winner {
		fmt.Fprintln(p.w, "  it won")
		return
	}
	switch {
	case !w.Proposed:
		p.text("  no producer proposed it; its score is %.5f below the winner's", w.Margin)
	case w.LeftRound > 0:
		p.text("  hypothesis %d left the beam in round %d at rank %d, %.5f below the last that stayed", w.Hypothesis, w.LeftRound, w.Rank, w.Margin)
	default:
		p.text("  hypothesis %d stayed to the end at rank %d and lost by %.5f", w.Hypothesis, w.Rank, w.Margin)
	}
	switch {
	case w.KeepingBeam == 0:
		p.text("  no beam up to %d keeps it", pipeline.MaxTriedBeam)
	case w.WinningBeam == 0:
		p.text("  a beam of %d keeps it to the end; up to %d none lets it win: the weights or the models are against it", w.KeepingBeam, pipeline.MaxTriedBeam)
	default:
		p.text("  a beam of %d keeps it to the end, one of %d lets it win", w.KeepingBeam, w.WinningBeam)
	}
	p.against("wanted", w.Hypothesis)
	p.changes(w)
}

// changes writes what weights would let the wanted text win.
func (p *tracePrinter) changes(w *pipeline.Wanted) {
	switch {
	case !w.Proposed && len(w.Producers) == 0:
		p.text("  no weights bring it about: no producer proposes it with a beam of %d, either", pipeline.MaxTriedBeam)
		return
	case !w.Proposed:
		p.text("  with a beam of %d it is proposed, by %s", pipeline.MaxTriedBeam, strings.Join(w.Producers, ", "))
	}
	if len(w.Changes) == 0 {
		return
	}
	among := ""
	if w.Wide {
		among = fmt.Sprintf(" of what a beam of %d makes", pipeline.MaxTriedBeam)
	}
	p.text("%s%s, of one feature alone; wins says whether it does when the sentence is decoded again as it was here:", p.paint(bold, "weights with which it would score highest"), among)
	columns := [][]string{{"  feature"}, {"weight"}, {"change"}, {"to"}, {"of all weights"}, {"wins"}}
	var none []string
	yes := map[bool]string{true: "yes", false: "no"}
	for _, c := range w.Changes {
		if !c.Possible {
			none = append(none, c.Feature)
			continue
		}
		for k, cell := range []string{"  " + c.Feature, fmt.Sprintf("%.5f", c.Weight), fmt.Sprintf("%+.5g", c.Delta), fmt.Sprintf("%.5g", c.To), fmt.Sprintf("%.1f %%", 100*c.Share), yes[c.Wins]} {
			columns[k] = append(columns[k], cell)
		}
	}
	if len(columns[0]) > 1 {
		p.grid(columns)
	}
	if len(none) > 0 {
		p.text("  none of %s", strings.Join(none, ", "))
	}
	defer p.advice(w)
	if w.Joint == nil {
		p.text("  all together: none")
		return
	}
	var together []string
	for i, name := range p.t.Features {
		if w.Joint.Weights[i] != p.t.Weights[i] {
			together = append(together, fmt.Sprintf("%s %.5f", name, w.Joint.Weights[i]))
		}
	}
	p.text("  all together, wins: %s: %s", yes[w.Joint.Wins], strings.Join(together, ", "))
}

// advice writes the options with which the wanted text wins, to be pasted: a shell joins the lines.
func (p *tracePrinter) advice(w *pipeline.Wanted) {
	if w.Advice == "" {
		return
	}
	line := "  it wins with: " + w.Advice
	if !p.wide {
		line = strings.ReplaceAll(wrap(line, traceWidth-2, 4), "\n", " \\\n")
	}
	fmt.Fprintln(p.w, line)
}
