//go:build !small

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
)

// traceWidth is how wide the tables of traces are unless --wide is given.
const traceWidth = 100

// traceColumns explains the columns of a trace that are no features.
var traceColumns = []struct{ name, about string }{
	{"rank", "place among the hypotheses of the round, by score"},
	{"id, parent", "number of a hypothesis, and of the one that it was made of; hypothesis 0 removes nothing"},
	{"producer", "what made it of its parent; listed below"},
	{"score", "sum of the features: for each, weight times value, which is what the columns of features show"},
	{"NAME" + unweighted, "a feature whose weight is 0: its value, since weight times value is 0"},
	{"fate", "kept: on the beam for the next round; pruned by X: X below the last that stayed; (+N): N equal ones were proposed, and merged into it"},
	{"removes", "the stretches that it removes; [word] is labelled as a repair's (edit word), {word} as a filler"},
}

// writeExplanation says what the columns, the producers and the features of traces mean,
// and where more is said of them.
func writeExplanation(w io.Writer, traces []pipeline.Traced, components []engine.Described) error {
	shown := make(map[string]bool)
	for i := range traces {
		for _, f := range traces[i].Features {
			shown[f] = true
		}
		for _, r := range traces[i].Rounds {
			for _, x := range r.Proposals {
				shown[x.Producer] = true
			}
		}
	}
	var b strings.Builder
	entry := func(name, about, source string) {
		if source != "" {
			about += " (" + source + ")"
		}
		b.WriteString(wrap(fmt.Sprintf("  %-30s %s", name, about), traceWidth, 33) + "\n")
	}
	b.WriteString("columns\n")
	for _, c := range traceColumns {
		entry(c.name, c.about, "")
	}
	b.WriteString("\nproducers\n")
	for _, d := range components {
		if d.Producer && shown[d.Name] {
			entry(d.Name, d.About, d.Source)
		}
	}
	b.WriteString("\nfeatures\n")
	for _, d := range components {
		for _, f := range d.Features {
			if shown[f.Name] {
				entry(f.Name, f.About, d.Source)
			}
		}
	}
	b.WriteString("\nCOLING 2014 is Wang, Ng and Sim, A Beam-Search Decoder for Disfluency Detection.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// wrap breaks a line between words, so that no line is wider than width where its words
// allow it; all lines but the first are indented. Colours take no room.
func wrap(line string, width, indent int) string {
	var b strings.Builder
	at := 0
	for i, word := range strings.SplitAfter(line, " ") {
		if n := seen(strings.TrimRight(word, " ")); i > 0 && at+n > width && at > indent {
			text := strings.TrimRight(b.String(), " ")
			b.Reset()
			b.WriteString(text + "\n" + strings.Repeat(" ", indent))
			at = indent
		}
		b.WriteString(word)
		at += seen(word)
	}
	return b.String()
}

// seen counts the characters of a text that are seen.
func seen(s string) int {
	n, escape := 0, false
	for _, r := range s {
		switch {
		case r == '\x1b':
			escape = true
		case escape:
			escape = r != 'm'
		default:
			n++
		}
	}
	return n
}
