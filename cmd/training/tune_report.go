package training

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/training/train"
)

func objectiveName(o mert.Objective) string { return strings.ReplaceAll(o.Name(), "-f1", " F1") }

// rounds prints a line per round.
func (t *Run) rounds(o mert.Objective) func(mert.Round) {
	return func(r mert.Round) {
		t.Doing("") // the next round is another one
		text := fmt.Sprintf("round %d: %s %.2f on what is tuned to, %d hypotheses, %d of them new", r.Round, objectiveName(o), 100*r.Decoded, r.Pool, r.Added)
		if r.Best > 0 {
			text += fmt.Sprintf("; on them %.2f after a change of weights by %.3f", 100*r.Best, r.Change)
		}
		t.Show.Line("%s", text)
	}
}

// chose prints what each prior did.
func (t *Run) chose(o mert.Objective, p *tuningParts) func(mert.Choice) {
	return func(c mert.Choice) {
		if len(c.Trials) == 1 {
			t.Show.Line("%s is too little to hold anything out and choose a prior: the weights stay", p.tunedTo())
			return
		}
		name := func(k int) string {
			if k == 0 {
				return "as they are"
			}
			return fmt.Sprintf("prior %g", c.Trials[k].Prior)
		}
		var all []string
		for k := range c.Trials {
			all = append(all, fmt.Sprintf("%s %.2f", name(k), 100*c.Trials[k].Held))
		}
		why := name(c.Best) + " is best"
		if c.Best == 0 {
			why = "none gains, so the weights stay as they are"
		}
		t.Show.Line("%s of what is tuned to, each of %d parts by weights that are tuned to the others: %s; %s", objectiveName(o), c.Folds, strings.Join(all, ", "), why)
	}
}

// decoded shows how much of a round is decoded.
func (t *Run) decoded(done, all int) {
	t.Show.count("decoding", "sentence", "sentences", done, all)
}

// scoreTuned scores what was tuned to, and what was held out, before and after, with the
// search that clean makes, and returns what it says.
func (t *Run) scoreTuned(e *engine.Engine, o train.TuneOptions, p *tuningParts, s engine.Settings, tuned, held []data.Sentence) (string, error) {
	var lines []string
	for _, part := range []struct {
		name      string
		sentences []data.Sentence
	}{{p.tunedTo(), tuned}, {p.heldOut(), held}} {
		if len(part.sentences) == 0 {
			continue
		}
		var values []float64
		for _, settings := range []*engine.Settings{o.Decoder.Settings, &s} {
			t.Doing("scoring")
			d := o.Decoder
			d.Settings = settings
			stats, err := train.Score(t.Ctx(), e, part.sentences, engine.LabelOptions{Decoder: d}, t.Int("jobs"))
			if err != nil {
				return "", err
			}
			values = append(values, 100*o.Objective.Value(stats))
		}
		line := beforeAfter(objectiveName(o.Objective), part.name, values[0], values[1])
		fmt.Fprintln(t.App.ErrWriter, line)
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), nil
}

// beforeAfter says what a measure was before and after.
func beforeAfter(measure, of string, before, after float64) string {
	return fmt.Sprintf("%s of %s: %.2f before, %.2f after", measure, of, before, after)
}

// reliabilityPart is a reliability table with the text it was measured on.
type reliabilityPart struct {
	of   string
	rows []train.Reliability
}

// writeReliability writes for each part how right the confidence is on the whole, and the
// table of the last one.
func writeReliability(to io.Writer, parts []reliabilityPart) error {
	fmt.Fprintln(to, "\nHow right the confidence is:")
	for _, p := range parts {
		words, right, mean := 0, 0, 0.0
		for _, r := range p.rows {
			words, right, mean = words+r.Words, right+r.Right, mean+r.Mean*float64(r.Words)
		}
		if words > 0 {
			fmt.Fprintf(to, "%s: %d words removed, mean confidence %.1f %%, right %.1f %%\n", p.of, words, 100*mean/float64(words), 100*float64(right)/float64(words))
		}
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	last := parts[len(parts)-1]
	fmt.Fprintf(to, "\n%s:\n", last.of)
	fmt.Fprintln(w, "confidence\tremoved as\twords\tmean %\tright %\t")
	for _, r := range last.rows {
		if r.Words > 0 {
			fmt.Fprintf(w, "%.2f-%.2f\t%s\t%d\t%.1f\t%.1f\t\n", r.Low, r.High, r.Label, r.Words, 100*r.Mean, 100*float64(r.Right)/float64(r.Words))
		}
	}
	return w.Flush()
}
