//go:build !small

package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tidytalk/tidytalk/decode/engine"
)

// writeComponents writes what the decoders of engines are made of, and what each
// component is about: beside it, or, once for all engines, in a list below.
func writeComponents(w io.Writer, engines []*engine.Engine, wide bool) error {
	t := tabwriter.NewWriter(w, 0, 0, columnGap, ' ', 0)
	about := func(text, source string) string {
		if !wide {
			return ""
		}
		return "\t" + text + " (" + source + ")"
	}
	for i, e := range engines {
		if i > 0 {
			fmt.Fprintln(t)
		}
		fmt.Fprintf(t, "engine %s\tkind\tweight\tdefault\ttuned\tneeds\n", e.Name())
		for _, d := range e.Components() {
			needs := strings.Join(d.Needs, ", ")
			switch {
			case len(d.Missing) > 0 && d.Optional:
				needs += " (left out)"
			case len(d.Missing) > 0:
				needs += " (not there)"
			}
			if d.Producer || len(d.Features) == 0 {
				kind := "evaluator"
				if d.Producer {
					kind = "producer"
				}
				fmt.Fprintf(t, "%s\t%s\t\t\t\t%s%s\n", d.Name, kind, needs, about(d.About, d.Source))
			}
			for _, f := range d.Features {
				weight, tuned := "default", "yes"
				if v, ok := e.Settings().Weights[f.Name]; ok {
					weight = fmt.Sprintf("%.4g", v)
				}
				if f.Fixed {
					tuned = "no"
				}
				fmt.Fprintf(t, "%s\tfeature\t%s\t%g\t%s\t%s%s\n", f.Name, weight, f.Default, tuned, needs, about(f.About, d.Source))
			}
		}
	}
	if err := t.Flush(); err != nil || wide {
		return err
	}
	_, err := fmt.Fprintln(w, "\n--wide says here what each is, 'trace --explain TEXT' what those of a text are.")
	return err
}
