package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/research/iwslt2014"
	"github.com/tidytalk/tidytalk/research/translation"
)

func iwslt2014Command() *cli.Command {
	return &cli.Command{
		Name:  "iwslt2014",
		Usage: "Tables 3, 5 and 6 of Peitz, Freitag and Ney (2014): punctuation by monolingual translation",
		Description: `Trains translation from text without marks to text with them: by phrases (PBT) and by rules
with gaps (HPBT), tunes them on BLEU and on F of the marks, scores them, and shows the
figures of the paper beside them. Hidden events, with a language model of the same order,
and linear chains learn from the same text.

Files of --corpus, compressed (.gz) or not, are read where none are named: all train.*.txt to
train on; all dev.*.txt to score on, each a table; train.ted.tst2014.txt to tune to. With
--test, it is tuned to dev.ted.dev2010.txt, as in the paper. A line is a segment, or a talk,
a tab and a paragraph, which is cut into segments of about 18 words, as the paper's are. Of
talks the last 40 are scored on, and the 15 before are tuned to, where there are no files for
that. What is tuned to, or scored on, is not trained on. Segments have at most 200 words.

F1 to F4 weigh recall once to four times as much as precision (section 3.1). Marks are right
where they stand; quotes look the same on both sides. Marks of all classes count; 'F1 of 1-3'
leaves out those that the paper does not list. p is the share of 1000 paired bootstrap
samples of the segments in which a row is no better than another: the best one of the hidden
events, by what is tuned to, and PBT tuned on F2. A study that was interrupted goes on, from
what is kept in the work folder.

Examples:
  tidytalk-lab iwslt2014 --corpus ted-de
  tidytalk-lab iwslt2014 --corpus ted-de --test test.txt
  tidytalk-lab iwslt2014 --corpus ted-en --language en
  tidytalk-lab iwslt2014 --corpus ted-de --limit 5000 --systems pbt,hpbt,hidden --objectives f2`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "`FOLDER` with text"},
			&cli.StringFlag{Name: "language", Value: "de", Usage: "`LANGUAGE` of the text, and of the paper's figures: " + strings.Join(iwslt2014.Languages, " or ")},
			&cli.StringSliceFlag{Name: "train", Usage: "train on `FILE`; may be given more than once"},
			&cli.StringSliceFlag{Name: "tune", Usage: "tune to `FILE`; may be given more than once"},
			&cli.StringSliceFlag{Name: "test", Usage: "score on `FILE`; may be given more than once"},
			&cli.IntFlag{Name: "limit", Usage: "train on `N` segments, spread evenly, or on all with 0"},
			&cli.StringFlag{Name: "systems", Usage: "only these `SYSTEMS` (comma list): " + strings.Join(iwslt2014.SystemNames[:], ", ")},
			&cli.StringFlag{Name: "objectives", Usage: "tune translation on these `MEASURES` alone (comma list): " + strings.Join(iwslt2014Objectives(), ", ")},
			&cli.IntFlag{Name: "order", Value: 5, Usage: "`ORDER` of the language models"},
			&cli.IntFlag{Name: "length", Value: 6, Usage: "words of a phrase, at most"},
			&cli.IntFlag{Name: "span", Value: 10, Usage: "words that a rule with a gap covers, at most"},
			&cli.IntFlag{Name: "cube", Value: 100, Usage: "translations that cube pruning takes for a span; -1: all"},
			&cli.IntFlag{Name: "nbest", Value: 50, Usage: "translations of a segment in each round of tuning"},
			&cli.IntFlag{Name: "rounds", Value: 6, Usage: "rounds of tuning, at most"},
			&cli.IntFlag{Name: "restarts", Value: 10, Usage: "random starts in each round of tuning"},
			&cli.IntFlag{Name: "least", Value: 20, Usage: "marks that stand together `N` times are hidden events, and labels of chains"},
			&cli.IntFlag{Name: "events", Value: 30, Usage: "how many of these there are, at most"},
			&cli.IntFlag{Name: "passes", Value: 8, Usage: "passes of the training of chains"},
			&cli.Float64Flag{Name: "l2", Value: 1, Usage: "strength of L2 of chains"},
			&cli.StringFlag{Name: "write-output", Usage: "write the text with the punctuation of each row into `FOLDER`, too"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of tuning, of the training of chains and of the bootstrap"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
		}, append(training.WorkFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(iwslt2014Tables),
	}
}

// iwslt2014Objectives returns the names of what translation may be tuned on.
func iwslt2014Objectives() []string {
	var out []string
	for _, o := range iwslt2014.Objectives {
		out = append(out, strings.ToLower(iwslt2014.ObjectiveName(o)))
	}
	return out
}

// iwslt2014Study returns what flags say.
func iwslt2014Study(c *training.Run) (*iwslt2014.Study, error) {
	if err := usage.Required(c.Context, "corpus"); err != nil {
		return nil, err
	}
	if c.NArg() > 0 {
		return nil, usage.Errorf("iwslt2014 takes no arguments: name the folder with --corpus, and files with --train, --tune and --test")
	}
	s := &iwslt2014.Study{
		Language: c.String("language"), Order: c.Int("order"), NBest: c.Int("nbest"), Rounds: c.Int("rounds"), Restarts: c.Int("restarts"),
		Extract: translation.ExtractOptions{Length: c.Int("length"), Span: c.Int("span")},
		Phrases: translation.PhraseOptions{Length: c.Int("length")},
		Chart:   translation.ChartOptions{Cube: c.Int("cube"), Span: c.Int("span")},
		Least:   c.Int("least"), Events: c.Int("events"), Passes: c.Int("passes"), L2: c.Float64("l2"),
		Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Report: c.Report,
	}
	if !slices.Contains(iwslt2014.Languages, s.Language) {
		return nil, usage.Errorf("--language is %s, not %q", strings.Join(iwslt2014.Languages, " or "), s.Language)
	}
	for _, x := range []struct {
		flag        string
		least, most int
	}{
		{"limit", 0, 0}, {"order", 2, 6}, {"length", 1, translation.MostSymbols}, {"span", 2, translation.MostSpan}, {"nbest", 2, 0}, {"rounds", 1, 0}, {"restarts", 1, 0},
		{"least", 1, 0}, {"events", 2, 100}, {"passes", 1, 0},
	} {
		switch n := c.Int(x.flag); {
		case n < x.least && x.most == 0:
			return nil, usage.Errorf("--%s is at least %d, not %d", x.flag, x.least, n)
		case x.most > 0 && (n < x.least || n > x.most):
			return nil, usage.Errorf("--%s is %d to %d, not %d", x.flag, x.least, x.most, n)
		}
	}
	if s.Chart.Cube < -1 || s.Chart.Cube == 0 {
		return nil, usage.Errorf("--cube is at least 1, or -1, not %d", s.Chart.Cube)
	}
	if !(s.L2 >= 0) {
		return nil, usage.Errorf("--l2 may not be negative")
	}
	if list := c.String("systems"); list != "" {
		for _, name := range strings.Split(list, ",") {
			i := slices.Index(iwslt2014.SystemNames[:], strings.TrimSpace(name))
			if i < 0 {
				return nil, usage.Errorf("--systems: there is no %q: use %s", name, strings.Join(iwslt2014.SystemNames[:], ", "))
			}
			s.Systems = append(s.Systems, iwslt2014.System(i))
		}
	}
	if list := c.String("objectives"); list != "" {
		for _, name := range strings.Split(list, ",") {
			i := slices.Index(iwslt2014Objectives(), strings.ToLower(strings.TrimSpace(name)))
			if i < 0 {
				return nil, usage.Errorf("--objectives: there is no %q: use %s", name, strings.Join(iwslt2014Objectives(), ", "))
			}
			s.Objectives = append(s.Objectives, iwslt2014.Objectives[i])
		}
	}
	files, err := iwslt2014.Find(c.String("corpus"), iwslt2014.Files{Train: c.StringSlice("train"), Tune: c.StringSlice("tune"), Test: c.StringSlice("test")})
	if err != nil {
		return nil, err
	}
	if err := s.Load(files); err != nil {
		return nil, err
	}
	if n := c.Int("limit"); n > 0 {
		s.Train = iwslt2014.Spread(s.Train, n)
	}
	s.Dir, err = c.Work()
	return s, err
}

func iwslt2014Tables(c *training.Run) error {
	s, err := iwslt2014Study(c)
	if err != nil {
		return err
	}
	start := time.Now()
	s.Done = func(r *iwslt2014.Row) {
		for i, t := range r.Tests {
			all := t.Total().All()
			fmt.Fprintf(c.App.ErrWriter, "%6s  %s, %s: P %.2f, R %.2f, F1 %.2f\n", time.Since(start).Round(time.Second), r.Name, s.Tests[i].Name, 100*all.Precision(), 100*all.Recall(), 100*all.F1())
		}
	}
	rows, err := s.Run(c.Ctx())
	if err != nil {
		return err
	}
	if dir := c.String("write-output"); dir != "" {
		for i := range s.Tests {
			for _, r := range rows {
				name := strings.NewReplacer(", ", ".", " ", "-").Replace(s.Tests[i].Name + "." + r.Name)
				if err := fileio.WriteBytes(c.Context, filepath.Join(dir, name+".txt"), s.Text(&r, i)); err != nil {
					return err
				}
			}
		}
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error { return writeIWSLT2014(w, s, rows) })
}

// writeIWSLT2014 writes the tables of each text, and the weights.
func writeIWSLT2014(to io.Writer, s *iwslt2014.Study, rows []iwslt2014.Row) error {
	fmt.Fprintf(to, "trained on %d segments of %d words, tuned to %d of %d\n\n", len(s.Train), translation.Words(s.Train), len(s.Tune), translation.Words(s.Tune))
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	for i := range s.Tests {
		iwslt2014Table3(w, s, rows, i)
		iwslt2014Table5(w, s, rows, i)
		iwslt2014Table6(w, s, rows, i)
	}
	iwslt2014Weights(w, rows)
	return w.Flush()
}

// iwslt2014References returns the rows that others are to be better than: the hidden events
// that did best on what is tuned to, and PBT tuned on F2; nil if they are not there.
func iwslt2014References(rows []iwslt2014.Row) (hidden, phrases *iwslt2014.Row) {
	for i := range rows {
		r := &rows[i]
		if r.System == iwslt2014.Hidden && (hidden == nil || r.Tuned > hidden.Tuned) {
			hidden = r
		}
		if r.System == iwslt2014.Phrases && strings.HasSuffix(r.Name, "F2") {
			phrases = r
		}
	}
	return hidden, phrases
}

// iwslt2014Table3 writes the figures of all marks.
func iwslt2014Table3(w io.Writer, s *iwslt2014.Study, rows []iwslt2014.Row, i int) {
	hidden, phrases := iwslt2014References(rows)
	above := func(r, o *iwslt2014.Row) string {
		if o == nil || r == o {
			return "-"
		}
		return fmt.Sprintf("%.3f", metric.PairedBootstrap(r.Tests[i].Counted(), o.Tests[i].Counted(), 1000, s.Seed))
	}
	bleuAbove := func(r, o *iwslt2014.Row) string {
		if o == nil || r == o {
			return "-"
		}
		return fmt.Sprintf("%.3f", metric.PairedBootstrapOf(r.Tests[i].BLEU, o.Tests[i].BLEU, metric.BLEU.Score, 1000, s.Seed))
	}
	against := "hidden events"
	if hidden != nil {
		against = hidden.Name
	}
	t := s.Tests[i]
	fmt.Fprintf(w, "Table 3, %s: %d segments, %d words\tP\tR\tF1\tF1 of 1-3\tBLEU\ttuned to\tpaper: P\tR\tF1\tp: above %s\tof BLEU\tabove PBT, F2\t\n", t.Name, len(t.Segments), translation.Words(t.Segments), against)
	line := func(name string, x *iwslt2014.Scored) {
		n := x.Total()
		all, three := n.All(), n[translation.Ends].Plus(n[translation.Commas]).Plus(n[translation.Pairs])
		fmt.Fprintf(w, "%s\t", name)
		percents(w, all.Precision(), all.Recall(), all.F1(), three.F1(), iwslt2014.SumBLEU(x.BLEU).Score())
	}
	line("no marks", s.Marked(i, false))
	fmt.Fprint(w, "-\t-\t-\t-\t-\t-\t-\t\n")
	for k := range rows {
		r := &rows[k]
		line(r.Name, &r.Tests[i])
		percents(w, r.Tuned)
		for _, v := range r.Paper.All {
			fmt.Fprintf(w, "%s\t", orDash(paperFigure(v)))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t\n", above(r, hidden), bleuAbove(r, hidden), above(r, phrases))
	}
	line("correct", s.Marked(i, true))
	fmt.Fprint(w, "-\t-\t-\t-\t-\t-\t-\t\n")
}

// paperFigure writes a figure of a paper, "" if it has none.
func paperFigure(v float64) string {
	if v == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", v)
}

// iwslt2014Table5 writes the figures of each class.
func iwslt2014Table5(w io.Writer, s *iwslt2014.Study, rows []iwslt2014.Row, i int) {
	gold := s.Marked(i, true).Total()
	fmt.Fprintf(w, "\nTable 5, %s\t", s.Tests[i].Name)
	for c := range translation.NumClasses {
		fmt.Fprintf(w, "%s: P\tR\tF1\t", c)
	}
	fmt.Fprint(w, "\nshare of the marks\t")
	for c := range translation.NumClasses {
		fmt.Fprintf(w, "%.1f%%\t\t\t", 100*float64(gold[c].TP)/float64(max(1, gold.All().TP)))
	}
	fmt.Fprintln(w)
	for k := range rows {
		fmt.Fprintf(w, "%s\t", rows[k].Name)
		n := rows[k].Tests[i].Total()
		for _, c := range n {
			percents(w, c.Precision(), c.Recall(), c.F1())
		}
		fmt.Fprintln(w)
		if rows[k].Paper.Classes[0][0] == 0 {
			continue
		}
		fmt.Fprint(w, "paper\t")
		for _, c := range rows[k].Paper.Classes {
			for _, v := range c {
				fmt.Fprintf(w, "%.1f\t", v)
			}
		}
		fmt.Fprintln(w, "-\t-\t-\t")
	}
}

// iwslt2014Table6 writes how many rules put marks.
func iwslt2014Table6(w io.Writer, s *iwslt2014.Study, rows []iwslt2014.Row, i int) {
	fmt.Fprintf(w, "\nTable 6, %s\tlexical rules that put marks\tmean length\tthose with a gap\tmean length\tpaper\t\n", s.Tests[i].Name)
	for k := range rows {
		if rows[k].Weights == nil {
			continue
		}
		x := rows[k].Tests[i].Rules
		fmt.Fprintf(w, "%s\t%d\t%.2f\t%d\t%.2f\t%s\t\n", rows[k].Name, x.Lexical.Rules, x.Lexical.MeanLength(), x.Gapped.Rules, x.Gapped.MeanLength(), orDash(rows[k].Paper.Rules))
	}
	fmt.Fprintln(w)
}

// iwslt2014Weights writes the weights that were tuned.
func iwslt2014Weights(w io.Writer, rows []iwslt2014.Row) {
	fmt.Fprintf(w, "weights\t%s\t\n", strings.Join(translation.FeatureNames[:], "\t"))
	for _, r := range rows {
		if r.Weights == nil {
			continue
		}
		fmt.Fprintf(w, "%s\t", r.Name)
		for _, v := range r.Weights {
			fmt.Fprintf(w, "%.4f\t", v)
		}
		fmt.Fprintln(w)
	}
}
