package adapt

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/tidytalk/tidytalk/research/curveview"
)

// WriteTable writes points as a table for each text.
func WriteTable(to io.Writer, texts []Text, points []Point) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i, text := range texts {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s\tform\tedit F1\tgain\tp\tfiller F1\tgain\tp\t\n", text.Name)
		for _, p := range points {
			name := "as it comes"
			if p.Sentences > 0 {
				name = fmt.Sprintf("%d sentences", p.Sentences)
			}
			for _, form := range Forms {
				x, was := p.Scores[i][form], points[0].Scores[i][form]
				edit, filler := 100*x.Edit.F1(), 100*x.Filler.F1()
				fmt.Fprintf(w, "%s\t%s\t", name, form)
				if p.Sentences == 0 || p.Why != "" {
					fmt.Fprintf(w, "%.2f\t\t\t%.2f\t\t\t\n", edit, filler)
				} else {
					fmt.Fprintf(w, "%.2f\t%+.2f\t%s\t%.2f\t%+.2f\t%s\t\n", edit, edit-100*was.Edit.F1(), chance(x.EditP, x.EditWorse), filler, filler-100*was.Filler.F1(), chance(x.FillerP, x.FillerWorse))
				}
				name = ""
			}
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(to)
	for _, p := range points[min(1, len(points)):] {
		fmt.Fprintf(to, "%d sentences, %d words: adapted in %v, %v of processor time\n", p.Sentences, p.Words, p.Wall.Round(time.Second), p.CPU.Round(time.Second))
		if p.Why != "" {
			fmt.Fprintf(to, "  nothing is taken: %s\n", p.Why)
		}
	}
	_, err := fmt.Fprintf(to, "\np: the share of %d paired bootstrap samples of the sentences in which it is not better than as it comes; with a minus: not worse\n", samples)
	return err
}

// chance writes the p-value of what is found: better, or worse.
func chance(better, worse float64) string {
	if better <= worse {
		return fmt.Sprintf("%.3f", better)
	}
	return fmt.Sprintf("-%.3f", worse)
}

// Chart returns points as a drawing: F1 of edit words and of fillers over the number of
// sentences, a panel for each text.
func Chart(title string, texts []Text, points []Point) *curveview.Chart {
	out := &curveview.Chart{Title: title, X: "sentences that were corrected", Y: "F1, %", Zero: "as it comes"}
	for _, p := range points {
		out.At = append(out.At, float64(p.Sentences))
	}
	for i, text := range texts {
		panel := curveview.Panel{Title: text.Name}
		for kind, value := range []func(Counts) float64{Counts.editF1, Counts.fillerF1} {
			for k, form := range Forms {
				line := curveview.Line{Name: [...]string{"edit", "fillers"}[kind] + ", " + string(form), Colour: kind, Dash: k}
				for _, p := range points {
					line.Values = append(line.Values, 100*value(p.Scores[i][form].Counts))
				}
				panel.Lines = append(panel.Lines, line)
			}
		}
		out.Panels = append(out.Panels, panel)
	}
	return out
}
