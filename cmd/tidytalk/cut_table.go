//go:build !small

package main

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"github.com/tidytalk/tidytalk/speech/cut"
	"github.com/tidytalk/tidytalk/speech/voiceview"
)

// writeTable says what is cut, and what stays.
func (x *cutting) writeTable(w io.Writer) error {
	l := x.list
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	if len(l.Cuts) > 0 {
		fmt.Fprintln(t, "time\tcut\tsure\tkind\tspeaker\twords")
		for i := range l.Cuts {
			c := &l.Cuts[i]
			fmt.Fprintf(t, "%s\t%.2f s\t%s\t%s\t%s\t%s\n", cutTime(l, c.Start), l.Seconds(c.Len()), sureness(c), c.Kind, c.Speaker, c.Words)
		}
	}
	if len(l.Left) > 0 {
		if len(l.Cuts) > 0 {
			fmt.Fprintln(t)
		}
		fmt.Fprintln(t, "time\tstays\tsure\tkind\tspeaker\twords")
		for i := range l.Left {
			c := &l.Left[i]
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%s\n", cutTime(l, c.Start), c.Why, sureness(&c.Cut), c.Kind, c.Speaker, c.Words)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, x.summary())
	return err
}

func cutTime(l *cut.List, sample int64) string { return voiceview.Clock(l.Seconds(sample)) }

// sureness says how sure a removal is; "": nobody knows, or there is nothing to know.
func sureness(c *cut.Cut) string {
	if c.Confidence == 0 || c.Kind == cut.Silence {
		return ""
	}
	return strconv.FormatFloat(c.Confidence, 'f', 2, 64)
}
