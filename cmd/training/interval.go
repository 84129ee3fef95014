package training

import (
	"fmt"
	"io"

	"github.com/tidytalk/tidytalk/metric"
)

// Draws of the intervals of headline figures: they are the same every time.
const (
	intervalSamples = 1000
	intervalSeed    = 1
)

// resampled holds the counts of a headline figure for each conversation, and those of what is in no
// conversation for each sentence or stream: intervals draw them whole.
type resampled struct {
	units []metric.Counts
	of    map[int]int // number of each conversation in units
}

// add adds the counts of a sentence or stream of a conversation; 0: it is in none.
func (r *resampled) add(conv int, c metric.Counts) {
	if k, ok := r.of[conv]; ok && conv != 0 {
		r.units[k] = r.units[k].Plus(c)
		return
	}
	if r.of == nil {
		r.of = make(map[int]int)
	}
	r.of[conv] = len(r.units)
	r.units = append(r.units, c)
}

// interval returns the interval of F1; nil where there are too few units.
func (r *resampled) interval() *metric.Interval {
	in, ok := metric.BootstrapInterval(r.units, metric.Counts.F1, intervalSamples, intervalSeed)
	if !ok {
		return nil
	}
	return &in
}

// heading writes the names of the columns of figures, to be aligned. The last one is there where
// headline figures have intervals.
func heading(w io.Writer, r *resampled) {
	fmt.Fprint(w, "\tgold\tP\tR\tF1\t")
	if r.interval() != nil {
		fmt.Fprint(w, "95%\t")
	}
	fmt.Fprintln(w)
}

// figures writes a row of figures, to be aligned: that of a headline figure with its interval. r
// is nil for others.
func figures(w io.Writer, name string, c metric.Counts, r *resampled) {
	fmt.Fprintf(w, "%s\t%d\t%.2f\t%.2f\t%.2f\t", name, c.TP+c.FN, 100*c.Precision(), 100*c.Recall(), 100*c.F1())
	if r != nil {
		if in := r.interval(); in != nil {
			fmt.Fprintf(w, "%.1f-%.1f\t", 100*in.Low, 100*in.High)
		}
	}
	fmt.Fprintln(w)
}
