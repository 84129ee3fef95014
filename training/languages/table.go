package languages

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/multilingual"
)

// Row is how good a model is on a source.
type Row struct {
	Part    *Part
	Marks   MarkScore
	Repairs Counts // units of speech; of fluent text, Found is what is wrongly removed
}

// Harm is how many units of 1,000 are removed of fluent text.
func (r *Row) Harm() float64 {
	return 1000 * float64(r.Repairs.Found-r.Repairs.Right) / float64(max(1, len(r.Part.units)))
}

// Measure scores a model on all parts of a corpus.
func Measure(ctx context.Context, m *multilingual.Model, c *Corpus, workers int) ([]Row, error) {
	rows := make([]Row, len(c.parts))
	m = m.Quantised()
	err := parallel.Each(ctx, workers, len(rows), func(i int) error {
		r := &rows[i]
		r.Part = c.parts[i]
		if r.Part.Marked {
			r.Marks = c.Marks(m, r.Part)
		}
		runs, wanted := c.Repairs(m, r.Part)
		r.Repairs.Wanted = wanted
		l, _ := m.Language(r.Part.Language)
		least := l.Repairs
		if least == 0 {
			least = UnknownLeast
		}
		for _, run := range runs {
			if run.Mean >= least {
				r.Repairs.Found += run.Units
				r.Repairs.Right += run.Right
			}
		}
		return nil
	})
	return rows, err
}

// UnknownLeast is the least probability of what is removed of a language that a model does not know, in scores.
const UnknownLeast = 0.6

// WriteTable writes rows as a table: F1 of marks, of the ends of sentences and of capitals, the share of words in the right
// case; precision, recall and F1 of repairs; and words of 1,000 of fluent text that are removed.
func WriteTable(w io.Writer, rows []Row) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "source\twords\tmarks\t,\t.\t?\tends\tcase\tcapitals\trepairs P\tR\tF1\tlost of 1,000")
	for i := range rows {
		r := &rows[i]
		fmt.Fprintf(t, "%s\t%d", r.Part.Name, len(r.Part.units))
		if s := &r.Marks; r.Part.Marked {
			for _, v := range []float64{s.All.F1(), s.Marks[multilingual.Comma].F1(), s.Marks[multilingual.Period].F1(), s.Marks[multilingual.Question].F1(), s.Ends.F1()} {
				fmt.Fprintf(t, "\t%.1f", 100*v)
			}
		} else {
			fmt.Fprint(t, "\t\t\t\t\t")
		}
		if s := &r.Marks; s.Cased > 0 {
			fmt.Fprintf(t, "\t%.1f\t%.1f", 100*float64(s.Cases)/float64(s.Cased), 100*s.Capitals.F1())
		} else {
			fmt.Fprint(t, "\t\t")
		}
		if r.Part.Speech {
			fmt.Fprintf(t, "\t%.1f\t%.1f\t%.1f\t\n", 100*r.Repairs.Precision(), 100*r.Repairs.Recall(), 100*r.Repairs.F1())
		} else {
			fmt.Fprintf(t, "\t\t\t\t%.2f\n", r.Harm())
		}
	}
	return t.Flush()
}
