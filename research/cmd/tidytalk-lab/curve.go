package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

func curveCommand() *cli.Command {
	return &cli.Command{
		Name:  "confidence",
		Usage: "precision and recall of edit words for every --confidence",
		Description: `Scores what 'clean --confidence P' removes for P from 0 to 0.99, as a table or as a
picture (SVG).

Examples:
  tidytalk-lab confidence --corpus dev.tsv
  tidytalk-lab confidence --corpus dev.tsv --to svg -o curve.svg`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "score this `SPLIT` of the corpus: train, dev or test"},
			&cli.StringFlag{Name: "to", Value: "table", Usage: "output `FORM`: table or svg"},
			bundles.OptionFlag(cleaning.Find("weights")),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			bundles.Flag(),
			usage.JobsFlag(),
		},
		Action: training.Alive(curve),
	}
}

// point is the score at a threshold.
type point struct {
	least float64
	edit  metric.Counts
}

func curve(c *cli.Context) error {
	if err := usage.Required(c, "corpus"); err != nil {
		return err
	}
	to := c.String("to")
	if to != "table" && to != "svg" {
		return usage.Errorf("unknown form %q: use table or svg", to)
	}
	sentences, err := training.ScoredSentences(c, c.String("corpus"), c.String("split"), "")
	if err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	var o pipeline.Options
	if o.Settings, err = bundles.SettingsOf(c, "weights", "stream-weights"); err != nil {
		return err
	}
	o.Confidence = 1e-9 // nothing is kept for being unsure, but every word has its confidence
	p, err := pipeline.New(b, o)
	if err != nil {
		return err
	}
	outcomes := make([]pipeline.Outcome, len(sentences))
	err = parallel.Each(c.Context, c.Int("jobs"), len(sentences), func(i int) (err error) {
		outcomes[i], err = p.Sentence(c.Context, &sentences[i], false)
		return err
	})
	if err != nil {
		return err
	}
	var points []point
	for k := range 100 {
		p := point{least: float64(k) / 100}
		for i, o := range outcomes {
			for j, d := range o.Decisions {
				p.edit.Add(sentences[i].Tokens[j].Label() == data.E, d.Label == data.E && d.Confidence >= p.least)
			}
		}
		points = append(points, p)
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		if to == "svg" {
			return writeCurve(w, points)
		}
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "confidence\tP\tR\tF1\t")
		for k, p := range points {
			if k%10 == 0 || k >= 90 {
				fmt.Fprintf(t, "%.2f\t%.2f\t%.2f\t%.2f\t\n", p.least, 100*p.edit.Precision(), 100*p.edit.Recall(), 100*p.edit.F1())
			}
		}
		return t.Flush()
	})
}

// writeCurve draws precision over recall. Precision is shown from 90% on: below
// nothing happens.
func writeCurve(w io.Writer, points []point) error {
	const (
		width, height         = 640, 420
		left, right           = 60, 20
		top, bottom           = 20, 50
		lowest        float64 = 0.9
	)
	x := func(recall float64) float64 { return left + recall*(width-left-right) }
	y := func(precision float64) float64 {
		return top + (1-max(lowest, precision))/(1-lowest)*(height-top-bottom)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", width, height)
	for k := 0; k <= 10; k++ {
		r, p := float64(k)/10, lowest+float64(k)/100
		fmt.Fprintf(&b, `<path d="M%.1f %d V%d M%d %.1f H%d" stroke="#ddd"/>`+"\n", x(r), top, height-bottom, left, y(p), width-right)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", x(r), height-bottom+16, 10*k)
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%.0f</text>`+"\n", left-6, y(p)+4, 100*p)
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">recall of edit words, %%</text>`+"\n", (left+width-right)/2, height-12)
	fmt.Fprintf(&b, `<text transform="translate(16 %d) rotate(-90)" text-anchor="middle">precision, %%</text>`+"\n", (top+height-bottom)/2)
	var line []string
	for _, p := range points {
		if p.edit.TP > 0 {
			line = append(line, fmt.Sprintf("%.1f,%.1f", x(p.edit.Recall()), y(p.edit.Precision())))
		}
	}
	fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="#06c" stroke-width="2"/>`+"\n", strings.Join(line, " "))
	for _, k := range []int{0, 50, 70, 80, 90, 95, 98} {
		p := points[k]
		if p.edit.TP == 0 {
			continue
		}
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="3.5" fill="#06c"/>`+"\n", x(p.edit.Recall()), y(p.edit.Precision()))
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end">%.2f</text>`+"\n", x(p.edit.Recall())-7, y(p.edit.Precision())+12, p.least)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
