//go:build !small

package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/decode/pipeline"
)

// writeDot writes a trace as a graph: an edge from each hypothesis to those made of
// it, dashed where they were there already.
func writeDot(w io.Writer, t *pipeline.Traced) error {
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
