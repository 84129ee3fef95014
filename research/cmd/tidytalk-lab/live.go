package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/research/live"
)

func liveCommand() *cli.Command {
	return &cli.Command{
		Name:  "live",
		Usage: "replay conversations word by word: what live text loses, how long words wait, how often they change",
		Description: `Reads each side of a conversation as it was said, for each latency: F1 of edit words, fillers and
marks of what is settled; words that are as the whole text has them; waits; and, with
--steps, what was shown after every word: revisions, edit overhead, words that stay,
time to detection, and scores after so many words.

With --judged it reads texts whose words somebody has judged, four words a second, a turn at
a time, and counts the words that go: right, wrong, a matter of taste (free) or not judged.

A latency is whole (nothing is live), ahead (as the look-ahead says), or one of --latency.

Examples:
  tidytalk-lab live --corpus dev.tsv
  tidytalk-lab live --corpus dev.tsv --only 45 --steps --no-times --latencies 1s,3s`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "judged", Usage: "`FOLDER` with typed/NAME.txt, bare/NAME.txt and judged.tsv, in place of a corpus"},
			&cli.StringFlag{Name: "split", Usage: "this `SPLIT` of the corpus: train, dev or test"},
			&cli.StringFlag{Name: "only", Usage: "only conversations whose number starts with `PREFIX`"},
			&cli.StringFlag{Name: "latencies", Value: "whole,ahead,words=1,words=2,words=5,words=10,words=20,0.3s,1s,3s", Usage: "measure these `LATENCIES` (comma list)"},
			&cli.BoolFlag{Name: "steps", Usage: "look at what is provisional after every word"},
			&cli.BoolFlag{Name: "no-times", Usage: "hide the word times from the models"},
			&cli.BoolFlag{Name: "json", Usage: "write JSON"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			bundles.Flag(),
			usage.JobsFlag(),
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: training.Alive(replayLive),
	}
}

// liveSettings reads --latencies.
func liveSettings(c *cli.Context) ([]live.Setting, error) {
	var out []live.Setting
	for name := range strings.SplitSeq(c.String("latencies"), ",") {
		s := live.Setting{Name: name, Whole: name == "whole", Steps: c.Bool("steps") && name != "whole"}
		if !s.Whole && name != "ahead" {
			var err error
			if s.Latency, err = tidytalk.ParseLatency(name); err != nil {
				return nil, usage.Wrap(fmt.Errorf("--latencies: %w", err))
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// judgedPace is how many words a second are said of judged texts.
const judgedPace = 4

// scoreJudged measures what goes of judged texts.
func scoreJudged(c *cli.Context, settings []live.Setting) error {
	texts, err := live.ReadJudged(c.String("judged"))
	if err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	cleaner, err := tidytalk.New(b, tidytalk.Options{Jobs: 1})
	if err != nil {
		return err
	}
	var rows []live.Removals
	for _, s := range settings {
		parts := make([]*live.Removals, len(texts))
		done := training.Counting(c, s.Name, "text", "texts", len(texts))
		err := parallel.Each(c.Context, c.Int("jobs"), len(texts), func(i int) (err error) {
			defer done()
			parts[i], err = texts[i].Score(context.WithoutCancel(c.Context), cleaner, s, judgedPace)
			return err
		})
		if err != nil {
			return err
		}
		var all live.Removals
		for _, p := range parts {
			all.Plus(p)
		}
		rows = append(rows, all)
	}
	return fileio.Write(c, c.String("output"), func(to io.Writer) error {
		w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(w, "latency\twords\tright\tleft\twrong\tfree\tnew\tprecision %\trecall %\twrong in 1,000\t")
		for i, r := range rows {
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f\t%.1f\t%.2f\t\n", settings[i].Name, r.Words, r.Right, r.Left, r.Wrong, r.Free, r.New,
				100*r.Precision(), 100*r.Recall(), 1000*float64(r.Wrong)/float64(max(1, r.Words)))
		}
		return w.Flush()
	})
}

func replayLive(c *cli.Context) error {
	if c.String("judged") != "" {
		settings, err := liveSettings(c)
		if err != nil {
			return err
		}
		return scoreJudged(c, settings)
	}
	if err := usage.Required(c, "corpus"); err != nil {
		return err
	}
	settings, err := liveSettings(c)
	if err != nil {
		return err
	}
	sides, err := training.Scored(c, c.String("corpus"), c.String("split"), c.String("only"))
	if err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	cleaner, err := tidytalk.New(b, tidytalk.Options{Level: tidytalk.LevelFull, Jobs: 1})
	if err != nil {
		return err
	}
	whole := make([][]data.Decision, len(sides))
	var rows []liveRow
	for _, s := range settings {
		m, took, err := measureLive(c, cleaner, sides, s, whole)
		if err != nil {
			return err
		}
		rows = append(rows, liveRow{s, m, took})
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		if c.Bool("json") {
			return writeLiveJSON(w, rows)
		}
		return writeLive(w, rows)
	})
}

// measureLive measures a setting; whole are the decisions of whole sides, which it fills in.
func measureLive(c *cli.Context, cleaner *tidytalk.Cleaner, sides []data.Side, s live.Setting, whole [][]data.Decision) (*live.Measure, time.Duration, error) {
	parts := make([]live.Measure, len(sides))
	out := make([][]data.Decision, len(sides))
	done := training.Counting(c, s.Name, "side", "sides", len(sides))
	start := time.Now()
	err := parallel.Each(c.Context, c.Int("jobs"), len(sides), func(i int) (err error) {
		defer done()
		out[i], err = parts[i].Replay(context.WithoutCancel(c.Context), cleaner, &sides[i], !c.Bool("no-times"), s, whole[i])
		return err
	})
	took := time.Since(start)
	if err != nil {
		return nil, 0, err
	}
	if s.Whole {
		copy(whole, out)
	}
	m := &live.Measure{}
	for i := range parts {
		m.Plus(&parts[i])
	}
	return m, took, nil
}

// liveRow is what was measured of a setting.
type liveRow struct {
	live.Setting
	*live.Measure
	took time.Duration
}

func writeLive(to io.Writer, rows []liveRow) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "latency\tedit F1\tfiller F1\tmarks F1\tends F1\tas whole %%\twords: median\tp95\tmost\tseconds: median\tp95\twords/s\t\n")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t%s\t%d\t%d\t%d\t%.2f\t%.2f\t%.0f\t\n", r.Name, 100*r.Disfluency.Edit.F1(), 100*r.Disfluency.Filler.F1(),
			100*r.Punctuation.All().F1(), 100*r.Punctuation.Ends.F1(), shareOf(r.Same, r.Compared), live.Quantile(r.Waits, 0.5), live.Quantile(r.Waits, 0.95), live.Quantile(r.Waits, 1),
			live.Quantile(r.Seconds, 0.5), live.Quantile(r.Seconds, 0.95), float64(r.Words)/r.took.Seconds())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if !hasSteps(rows) {
		return nil
	}
	w = tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\nlatency\toverhead %%\trevisions a word\twords that stay %%\trepairs found %%\tfrom onset\tfrom repair\t")
	for _, k := range live.Delays {
		fmt.Fprintf(w, "edit F1, marks F1 after %d\t", k)
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		if !r.Steps {
			continue
		}
		fmt.Fprintf(w, "%s\t%.1f\t%.3f\t%s\t%s\t%.2f\t%.2f\t", r.Name, 100*r.Overhead(), float64(r.Revisions)/float64(r.Words), shareOf(r.Stay, r.Words), shareOf(r.Found, r.Repairs),
			live.Mean(r.FromOnset), live.Mean(r.FromRepair))
		for k := range live.Delays {
			fmt.Fprintf(w, "%.1f, %.1f\t", 100*r.Delayed[k].F1(), 100*r.Marked[k].F1())
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

func hasSteps(rows []liveRow) bool {
	for _, r := range rows {
		if r.Steps {
			return true
		}
	}
	return false
}

// shareOf writes a share in percent.
func shareOf(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f", 100*float64(n)/float64(of))
}

func writeLiveJSON(w io.Writer, rows []liveRow) error {
	var out []map[string]any
	for _, r := range rows {
		delayed := make(map[string]float64)
		for k, n := range live.Delays {
			delayed[fmt.Sprint(n)] = r.Delayed[k].F1()
		}
		out = append(out, map[string]any{
			"latency": r.Name, "words": r.Words, "edit_f1": r.Disfluency.Edit.F1(), "filler_f1": r.Disfluency.Filler.F1(), "marks_f1": r.Punctuation.All().F1(), "ends_f1": r.Punctuation.Ends.F1(),
			"as_whole": r.Same, "compared": r.Compared,
			"wait_words":   []int{live.Quantile(r.Waits, 0.5), live.Quantile(r.Waits, 0.95), live.Quantile(r.Waits, 1)},
			"wait_seconds": []float64{live.Quantile(r.Seconds, 0.5), live.Quantile(r.Seconds, 0.95), live.Quantile(r.Seconds, 1)},
			"overhead":     r.Overhead(), "revisions": r.Revisions, "stay": r.Stay, "repairs": r.Repairs, "found": r.Found,
			"from_onset": live.Mean(r.FromOnset), "from_repair": live.Mean(r.FromRepair), "edit_f1_delayed": delayed,
		})
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
