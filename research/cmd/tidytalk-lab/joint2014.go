package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/research/emnlp2014"
	"github.com/tidytalk/tidytalk/training/train"
)

func joint2014Command() *cli.Command {
	return &cli.Command{
		Name:      "joint2014",
		Usage:     "Table 7 of EMNLP 2014: punctuation and disfluencies predicted jointly",
		ArgsUsage: "CORPUS",
		Description: `Trains on CORPUS, as for 'tidytalk train punct', CRFs that predict the punctuation and
the disfluencies of speaker-long streams apart, in a soft cascade, by mixed labels, by
the cross product of both and by two layers with edges between them, all with the same
templates, and scores them on the streams of another corpus, beside the figures of the
paper on its test set. The marks of the chosen rule are learned and scored. Finished
steps are kept in the work folder.

p is the share of 1000 paired bootstrap samples of the streams in which a row is no
better than the isolated models, and than the soft cascade. Mixed labels have no marks
after words that are removed: their PU is that of the fluent words ("fluent"), as in the
paper. "own" is the F1 where each word has the most probable of its own labels.

Example:
  tidytalk-lab joint2014 --held 39 --corpus dev.tsv train.tsv`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV to score on, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "score this `SPLIT` of the corpus: train, dev or test"},
			&cli.StringFlag{Name: "held", Usage: "learn nothing from conversations of CORPUS whose number starts with `PREFIX`, and score on them, too"},
			&cli.StringFlag{Name: "rule", Value: "papers,readers", Usage: "learn and score punctuation by the `RULES` of the papers (punctuation at sentence boundaries, after any word) and the readers (marks after fluent words)"},
			&cli.StringFlag{Name: "orders", Value: "paper,full", Usage: "clique `ORDERS` of templates: paper (1, and 2 for transitions) and full (up to 3)"},
			&cli.StringFlag{Name: "rows", Value: strings.Join(emnlp2014.JointRows, ";"), Usage: "`ROWS` of the table, with a semicolon between them"},
			&cli.StringFlag{Name: "l2", Value: "0.0003,0.002", Usage: "weights of the regulariser; the best of several (comma `LIST`) is chosen for each model on the conversations of --choose"},
			&cli.StringFlag{Name: "choose", Value: "38", Usage: "choose the regulariser, where there are several, on conversations of CORPUS whose number starts with `PREFIX`; nothing is learned from them, and they are not scored"},
			&cli.IntFlag{Name: "passes", Value: 5, Usage: "passes of stochastic steps over the streams"},
			&cli.Float64Flag{Name: "rate", Value: 0.1, Usage: "size of the steps"},
			&cli.Float64Flag{Name: "dropout", Usage: "`SHARE` of the features of a word that a pass leaves out"},
			&cli.IntFlag{Name: "words", Value: 60, Usage: "learn from parts of streams with so many words"},
			&cli.IntFlag{Name: "steps", Usage: "train with at most `N` steps of L-BFGS on whole streams in place of passes"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
		}, training.BaseFlags()...),
		Before: usage.Hush,
		Action: training.Action(joint2014),
	}
}

// jointComparison is what a run of joint2014 compares.
type jointComparison struct {
	rules  []data.Rule
	orders []emnlp2014.Orders
	rows   []string
	fit    emnlp2014.Fit
}

// newJointComparison reads the flags.
func newJointComparison(c *cli.Context) (*jointComparison, error) {
	out := &jointComparison{fit: emnlp2014.Fit{Steps: c.Int("steps"), Passes: c.Int("passes"), Words: c.Int("words"), Rate: c.Float64("rate"), Dropout: c.Float64("dropout")}}
	for _, name := range list(c.String("rule"), ",") {
		rule, err := data.ParseRule(name)
		if err != nil {
			return nil, usage.Wrap(err)
		}
		out.rules = append(out.rules, rule)
	}
	for _, name := range list(c.String("orders"), ",") {
		orders, ok := map[string]emnlp2014.Orders{"paper": emnlp2014.PaperOrders, "full": emnlp2014.FullOrders}[name]
		if !ok {
			return nil, usage.Errorf("--orders: %q is neither paper nor full", name)
		}
		out.orders = append(out.orders, orders)
	}
	for _, name := range list(c.String("rows"), ";") {
		if !slices.Contains(emnlp2014.JointRows, name) {
			return nil, usage.Errorf("--rows: there is no row %q: there are %s", name, strings.Join(emnlp2014.JointRows, "; "))
		}
		out.rows = append(out.rows, name)
	}
	for _, item := range list(c.String("l2"), ",") {
		v, err := strconv.ParseFloat(item, 64)
		if err != nil || !(v >= 0) {
			return nil, usage.Errorf("--l2: %q is no number of at least 0", item)
		}
		out.fit.L2 = append(out.fit.L2, v)
	}
	f := &out.fit
	if held, choose := c.String("held"), c.String("choose"); len(f.L2) > 1 && held != "" && (strings.HasPrefix(held, choose) || strings.HasPrefix(choose, held)) {
		return nil, usage.Errorf("--held %s and --choose %s are the same conversations: what is chosen on is no measure", held, choose)
	}
	if f.Steps < 0 || f.Passes < 1 || f.Words < 1 || !(f.Rate > 0) || !(f.Dropout >= 0 && f.Dropout < 1) {
		return nil, usage.Errorf("--steps must not be below 0, --passes, --words and --rate must be above, and --dropout from 0 to less than 1")
	}
	return out, nil
}

// list returns the items of a list.
func list(s, separator string) []string {
	var out []string
	for _, item := range strings.Split(s, separator) {
		out = append(out, strings.TrimSpace(item))
	}
	return out
}

func joint2014(c *training.Run) error {
	if err := usage.Required(c.Context, "corpus"); err != nil {
		return err
	}
	if c.NArg() != 1 {
		return usage.Errorf("joint2014 takes one corpus to train on, not %d", c.NArg())
	}
	of, err := newJointComparison(c.Context)
	if err != nil {
		return err
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	s, err := newStudy(c, b)
	if err != nil {
		return err
	}
	var tables strings.Builder
	for _, rule := range of.rules {
		for _, orders := range of.orders {
			j := emnlp2014.Joint{
				Train: s.Train, Dev: s.Dev, Held: c.String("held"), Choose: c.String("choose"), Rule: rule, Orders: orders, Fit: of.fit,
				Dir: s.Punct.Dir, Basis: train.StreamBasis(b), Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Report: c.Report,
				Tell: func(r emnlp2014.JointRow) {
					t := emnlp2014.Total(r.Dev.Stats)
					c.Show.Line("%s: PU %.2f, DF %.2f", r.Name, 100*t.Punct.F1(), 100*t.Edit.F1())
				},
			}
			rows, err := j.Table(c.Ctx(), of.rows)
			if err != nil {
				return err
			}
			if err := writeJoint(&tables, &j, rows); err != nil {
				return err
			}
		}
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error {
		_, err := io.WriteString(w, tables.String())
		return err
	})
}

// writeJoint writes the rows, on the streams that are scored and on those held out.
func writeJoint(to *strings.Builder, j *emnlp2014.Joint, rows []emnlp2014.JointRow) error {
	for _, part := range []struct {
		name  string
		of    func(*emnlp2014.JointRow) *emnlp2014.Figures
		paper bool
	}{
		{"", func(r *emnlp2014.JointRow) *emnlp2014.Figures { return &r.Dev }, true},
		{", conversations " + j.Held, func(r *emnlp2014.JointRow) *emnlp2014.Figures { return &r.Held }, false},
	} {
		if part.of(&rows[0]).Stats == nil {
			continue
		}
		if to.Len() > 0 {
			to.WriteByte('\n')
		}
		fmt.Fprintf(to, "%s' rule, %s%s\n", j.Rule, j.Orders.Name, part.name)
		w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
		paper := ""
		if part.paper {
			paper = "\tpaper"
		}
		fmt.Fprintf(w, "\tPU: F1%s\tp isolated\tp cascade\tfluent\town\tDF: P\tR\tF1%s\tp isolated\tp cascade\town\tfillers\n", paper, paper)
		for i := range rows {
			r, f := &rows[i], part.of(&rows[i])
			t, own := emnlp2014.Total(f.Stats), emnlp2014.Total(f.Own)
			var fluent metric.Counts
			for _, c := range f.Fluent {
				fluent = fluent.Plus(c)
			}
			punct := punctCounts
			if r.Name == emnlp2014.MixedLabels {
				punct = fluentCounts // of both rows
			}
			paperPU, paperDF := "", ""
			if part.paper {
				paperPU, paperDF = "\t"+orDash(r.PaperPU), "\t"+orDash(r.PaperDF)
			}
			fmt.Fprintf(w, "%s\t%.2f%s\t%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f%s\t%s\t%.2f\t%.2f\n", r.Name,
				100*t.Punct.F1(), paperPU, jointSignificance(rows, r, part.of, punct, j.Seed), 100*fluent.F1(), 100*own.Punct.F1(),
				100*t.Edit.Precision(), 100*t.Edit.Recall(), 100*t.Edit.F1(), paperDF, jointSignificance(rows, r, part.of, editCounts, j.Seed),
				100*own.Edit.F1(), 100*t.Filler.F1())
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// jointSignificance returns the p-values of a row against the isolated models and the soft
// cascade, where they are among the rows.
func jointSignificance(rows []emnlp2014.JointRow, r *emnlp2014.JointRow, part func(*emnlp2014.JointRow) *emnlp2014.Figures, of func(*emnlp2014.Figures) []metric.Counts, seed uint64) string {
	var out []string
	for _, base := range []string{"isolated", "soft cascade"} {
		k := slices.IndexFunc(rows, func(o emnlp2014.JointRow) bool { return o.Name == base })
		if k < 0 || r.Name == base {
			out = append(out, "-")
			continue
		}
		out = append(out, fmt.Sprintf("%.3f", metric.PairedBootstrap(of(part(r)), of(part(&rows[k])), 1000, seed)))
	}
	return strings.Join(out, "\t")
}

// editCounts, punctCounts and fluentCounts return what is scored of each stream.
func editCounts(f *emnlp2014.Figures) []metric.Counts { return statCounts(f.Stats, editOf) }

func punctCounts(f *emnlp2014.Figures) []metric.Counts { return statCounts(f.Stats, punctOf) }

func fluentCounts(f *emnlp2014.Figures) []metric.Counts { return f.Fluent }

func statCounts(stats []mert.Stats, of func(mert.Stats) metric.Counts) []metric.Counts {
	var out []metric.Counts
	for _, s := range stats {
		out = append(out, of(s))
	}
	return out
}
