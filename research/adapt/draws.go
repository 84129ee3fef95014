package adapt

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
	"time"
)

// Spread is how values differ from draw to draw.
type Spread struct{ Mean, Deviation, Least, Most float64 }

// SpreadOf returns the spread of values, of which there is at least one; the standard deviation is
// that of a sample, and 0 of a single value.
func SpreadOf(values []float64) Spread {
	s := Spread{Least: slices.Min(values), Most: slices.Max(values)}
	for _, v := range values {
		s.Mean += v / float64(len(values))
	}
	for _, v := range values {
		s.Deviation += (v - s.Mean) * (v - s.Mean)
	}
	if s.Deviation = math.Sqrt(s.Deviation / float64(max(1, len(values)-1))); len(values) == 1 {
		s.Deviation = 0
	}
	return s
}

// mean is the mean of the F1 of edit words and of fillers over the forms.
func (s Scores) mean() float64 {
	sum := 0.0
	for _, form := range Forms {
		x := s[form]
		sum += (x.editF1() + x.fillerF1()) / 2
	}
	return sum / float64(len(Forms))
}

// WriteDraws writes what is gained in draws of one size, each of which is a point: first is the
// bundle as it comes.
func WriteDraws(to io.Writer, texts []Text, first Point, draws []Point) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	var refused int
	var wall, words float64
	for _, p := range draws {
		if p.Why != "" {
			refused++
		}
		wall, words = wall+p.Wall.Seconds()/float64(len(draws)), words+float64(p.Words)/float64(len(draws))
	}
	fmt.Fprintf(to, "%d draws of %d sentences, %.0f words in the mean: nothing is taken in %d; adapted in %v in the mean\n", len(draws), draws[0].Sentences, words, refused, time.Duration(wall*float64(time.Second)).Round(time.Second))
	for i, text := range texts {
		fmt.Fprintf(w, "\n%s\tof\tat first\tgain\tdeviation\tleast\tmost\tbetter in\tworse for certain in\t\n", text.Name)
		row := func(name, of string, at float64, gain func(p *Point) float64, worse func(p *Point) bool) {
			var gains []float64
			better, lost := 0, 0
			for k := range draws {
				g := gain(&draws[k])
				if gains = append(gains, 100*g); g > 0 {
					better++
				}
				if worse(&draws[k]) {
					lost++
				}
			}
			s := SpreadOf(gains)
			fmt.Fprintf(w, "%s\t%s\t%.2f\t%+.2f\t%.2f\t%+.2f\t%+.2f\t%d\t%d\t\n", name, of, 100*at, s.Mean, s.Deviation, s.Least, s.Most, better, lost)
		}
		was := first.Scores[i]
		row("all forms", "mean", was.mean(), func(p *Point) float64 { return p.Scores[i].mean() - was.mean() }, func(*Point) bool { return false })
		for _, form := range Forms {
			name := string(form)
			for _, kind := range []struct {
				name  string
				value func(Counts) float64
				worse func(Score) float64
			}{
				{"edit words", Counts.editF1, func(x Score) float64 { return x.EditWorse }},
				{"fillers", Counts.fillerF1, func(x Score) float64 { return x.FillerWorse }},
				{"removed", Counts.removedF1, func(x Score) float64 { return x.RemovedWorse }},
			} {
				at := kind.value(was[form].Counts)
				row(name, kind.name, at, func(p *Point) float64 { return kind.value(p.Scores[i][form].Counts) - at }, func(p *Point) bool {
					return p.Why == "" && kind.worse(p.Scores[i][form]) <= certain
				})
				name = ""
			}
		}
	}
	return w.Flush()
}

// certain is the largest p-value of what is certain.
const certain = 0.05
