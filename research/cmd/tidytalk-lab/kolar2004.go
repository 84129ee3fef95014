package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/research/kolar2004"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

func kolarCommand() *cli.Command {
	return &cli.Command{
		Name:  "kolar2004",
		Usage: "Tables 1, 2 and 3 of Kolar, Svec and Psutka (2004): commas and sentence boundaries by words and prosody",
		Description: `Trains the language models of the paper (words, tags, rare words as tags or as parts of
tags), its classifiers of prosody (decision tree and perceptron), and both together, scores
them, and shows the figures of the paper beside them. Nothing is split into sentences, and
words are in lower case.

Files are corpora of measured words, a token a row, columns separated by tabs, which may be
compressed (.gz): 18 columns with syllables, 20 with means of words, or 10 with times and
Czech positional tags; see docs/formats.md. All files of --cs-train are one set, which is
scored on each file of --cs-dev. Each --train is a set of its own, scored on the --dev at
the same place. Recordings without times train language models only.

The order and kind of the language model, the exponent of prosody and the way to join it are
chosen on some recordings of those to train on (--hold-out), with what is learned from the
others. All figures are of what was not used to choose.

p is the share of 1000 paired bootstrap samples of the sentences in which F of the first
model is not above that of the second. A study that was interrupted goes on, from what is
kept in the work folder.

Examples:
  tidytalk-lab kolar2004 --train naija.train.tsv.gz --dev naija.dev.tsv.gz
  tidytalk-lab kolar2004 --cs-train parczech.train.tsv.gz --cs-train ud_by_sa.train.tsv.gz --cs-dev parczech.dev.tsv.gz --cs-dev ud_by_sa.dev.tsv.gz`,
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "cs-train", Usage: "train on Czech `FILE`; may be given more than once"},
			&cli.StringSliceFlag{Name: "cs-dev", Usage: "score on Czech `FILE`; may be given more than once"},
			&cli.StringSliceFlag{Name: "train", Usage: "train on `FILE`; may be given more than once, each with a --dev"},
			&cli.StringSliceFlag{Name: "dev", Usage: "score what was trained on the --train at the same place on `FILE`"},
			&cli.IntFlag{Name: "rare", Value: 7, Usage: "words that occur less than `K` times are their tags"},
			&cli.IntFlag{Name: "order", Usage: "`ORDER` of the language models; 0 chooses it, of 2 to 4"},
			&cli.Float64Flag{Name: "hold-out", Value: 0.15, Usage: "choose on this `SHARE` of the recordings to train on, spread evenly"},
			&cli.StringFlag{Name: "shape", Value: "0,15,30,15,0", Usage: "`UNITS` of the layers of the perceptron; 0: as many as there are inputs and classes"},
			&cli.IntFlag{Name: "levels", Value: 4, Usage: "show `N` levels of the tree, or all with 0"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of the training and of the bootstrap"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
		}, append(training.WorkFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(kolarTables),
	}
}

// kolarSets reads the sets that flags name.
func kolarSets(c *training.Run) ([]*kolar2004.Set, error) {
	train, dev := c.StringSlice("train"), c.StringSlice("dev")
	csTrain, csDev := c.StringSlice("cs-train"), c.StringSlice("cs-dev")
	switch {
	case c.NArg() > 0:
		return nil, usage.Errorf("kolar2004 takes no arguments: name the files with --cs-train and --cs-dev, or --train and --dev")
	case len(train)+len(csTrain) == 0:
		return nil, usage.Errorf("kolar2004 needs --cs-train or --train")
	case len(train) != len(dev):
		return nil, usage.Errorf("each --train goes with a --dev: there are %d and %d", len(train), len(dev))
	case (len(csTrain) == 0) != (len(csDev) == 0):
		return nil, usage.Errorf("--cs-train goes with --cs-dev")
	}
	var out []*kolar2004.Set
	if len(csTrain) > 0 {
		set, err := kolarSet("Czech", csTrain, csDev)
		if err != nil {
			return nil, err
		}
		out = append(out, set)
	}
	for i := range train {
		name, _, _ := strings.Cut(kolarName(train[i]), ".")
		set, err := kolarSet(name, train[i:i+1], dev[i:i+1])
		if err != nil {
			return nil, err
		}
		out = append(out, set)
	}
	return out, nil
}

// kolarName returns the name of a file without what says of which format it is.
func kolarName(path string) string {
	return strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".gz"), ".tsv")
}

func kolarSet(name string, train, dev []string) (*kolar2004.Set, error) {
	set := &kolar2004.Set{Name: name}
	for _, path := range train {
		recorded, err := prosody.ReadRecordedFile(path)
		if err != nil {
			return nil, err
		}
		set.Train = append(set.Train, kolar2004.Texts(recorded)...)
	}
	for _, path := range dev {
		recorded, err := prosody.ReadRecordedFile(path)
		if err != nil {
			return nil, err
		}
		set.Dev = append(set.Dev, kolar2004.Part{Name: kolarName(path), Texts: kolar2004.Texts(recorded)})
	}
	return set, nil
}

// kolarStudy returns what flags say.
func kolarStudy(c *training.Run) (*kolar2004.Study, error) {
	s := &kolar2004.Study{Rare: c.Int("rare"), Order: c.Int("order"), HoldOut: c.Float64("hold-out"), Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Report: c.Report}
	switch {
	case s.Rare < 0:
		return nil, usage.Errorf("--rare is at least 0, not %d", s.Rare)
	case s.Order < 0 || s.Order == 1 || s.Order > 6:
		return nil, usage.Errorf("--order is 2 to 6, or 0, not %d", s.Order)
	case !(s.HoldOut > 0 && s.HoldOut < 1):
		return nil, usage.Errorf("--hold-out is a share above 0 and below 1, not %v", s.HoldOut)
	case c.Int("levels") < 0:
		return nil, usage.Errorf("--levels is at least 0, not %d", c.Int("levels"))
	}
	var err error
	if s.Shape, err = training.NetworkShape(c.Context); err != nil {
		return nil, err
	}
	s.Dir, err = c.Work()
	return s, err
}

func kolarTables(c *training.Run) error {
	sets, err := kolarSets(c)
	if err != nil {
		return err
	}
	s, err := kolarStudy(c)
	if err != nil {
		return err
	}
	var results []*kolar2004.Result
	for _, set := range sets {
		r, err := s.Run(c.Ctx(), set)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error {
		for _, r := range results {
			if err := writeKolar(w, s, r, c.Int("levels")); err != nil {
				return err
			}
		}
		_, err := io.WriteString(w, kolarNotes)
		return err
	})
}

// kolarNotes say what is not as in the paper.
const kolarNotes = `Notes
  The paper has 26 hours of Czech broadcast news (LDC2004S01) and 7.4 million words of
  newspapers; neither can be had freely. Its figures are of other texts, and beside ours to
  show what goes up and down.
  Files with times only have neither F0 nor energy: pauses and durations of words are all
  of their prosody. Nothing says where breath is heard (LB); HES is a filled pause among
  the words.
  Acc', P', R' and F' count a mark of the wrong kind at the right place as half a false alarm
  and half a miss, which is what the paper's figures agree with.
`

// writeKolar writes the tables of a set.
func writeKolar(to io.Writer, s *kolar2004.Study, r *kolar2004.Result, levels int) error {
	fmt.Fprintf(to, "%s: %d words to train on\n\n", r.Set.Name, kolar2004.Words(r.Set.Train))
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	kolarTable1(w, s, r)
	for _, p := range r.Parts {
		kolarTable2(w, &p)
		kolarTable3(w, &p)
	}
	kolarChoices(w, s, r)
	if err := w.Flush(); err != nil || r.Tree == nil {
		return err
	}
	fmt.Fprintf(to, "\nFigure 2, %s: the tree of equation 10 (%d leaves, depth %d), posteriors of none, sen and com; perceptron: %s units\n",
		r.Set.Name, r.Tree.Leaves(), r.Tree.Depth(), strings.Trim(strings.Join(strings.Fields(fmt.Sprint(r.Shape)), "-"), "[]"))
	if _, err := r.Tree.Write(to, levels); err != nil {
		return err
	}
	_, err := fmt.Fprintln(to)
	return err
}

// kolarTable1 writes Table 1.
func kolarTable1(w io.Writer, s *kolar2004.Study, r *kolar2004.Result) {
	fmt.Fprintf(w, "Table 1, %s: %d-gram\t", r.Set.Name, r.Order)
	for _, p := range r.Set.Dev {
		fmt.Fprintf(w, "%s: Acc\tP\tR\tF\t", p.Name)
	}
	fmt.Fprintln(w, "paper: Acc\tP\tR\tF\t")
	for _, row := range r.Languages {
		fmt.Fprintf(w, "%s\t", row.Kind.Name(s.Rare))
		for _, c := range row.Counts {
			x := c.Score(false)
			percents(w, x.Accuracy, x.Precision, x.Recall, x.F)
		}
		paperCells(w, kolar2004.Table1[row.Kind][:])
	}
}

// percents writes shares as cells, in percent.
func percents(w io.Writer, shares ...float64) {
	for _, v := range shares {
		fmt.Fprintf(w, "%.2f\t", 100*v)
	}
}

// paperCells writes those of the paper as cells, and ends the row.
func paperCells(w io.Writer, percents []float64) {
	for _, v := range percents {
		fmt.Fprintf(w, "%.2f\t", v)
	}
	fmt.Fprintln(w)
}

// kolarTable2 writes Table 2 for a part.
func kolarTable2(w io.Writer, p *kolar2004.PartResult) {
	fmt.Fprintf(w, "\nTable 2, %s: %d words\tAcc\tAcc'\tP\tP'\tR\tR'\tF\tF'\tp: above LM\tabove classifier\t\n", p.Name, p.Words)
	for i := range p.Counts {
		m := kolar2004.Model(i)
		a, b := p.Counts[i].Score(false), p.Counts[i].Score(true)
		fmt.Fprintf(w, "%s\t", m)
		percents(w, a.Accuracy, b.Accuracy, a.Precision, b.Precision, a.Recall, b.Recall, a.F, b.F)
		lm, classifier := "-", "-"
		if m != kolar2004.LM {
			lm = fmt.Sprintf("%.3f", p.Above[m][kolar2004.LM])
		}
		if m >= kolar2004.LMCART {
			classifier = fmt.Sprintf("%.3f", p.Above[m][m-kolar2004.LMCART+kolar2004.CART])
		}
		fmt.Fprintf(w, "%s\t%s\t\n", lm, classifier)
		fmt.Fprintf(w, "paper: %s\t", m)
		paperCells(w, kolar2004.Table2[m][:])
	}
	fmt.Fprintf(w, "no marks\t%.2f\t\n", 100*p.Shares[kolar2004.None])
}

// kolarTable3 writes Table 3 for a part.
func kolarTable3(w io.Writer, p *kolar2004.PartResult) {
	fmt.Fprintf(w, "\nTable 3, %s: %.1f%% sen, %.1f%% com\tsen: P\tP'\tR\tR'\tcom: P\tP'\tR\tR'\t\n", p.Name, 100*p.Shares[kolar2004.Sentence], 100*p.Shares[kolar2004.Comma])
	for i := range p.Counts {
		fmt.Fprintf(w, "%s\t", kolar2004.Model(i))
		for _, class := range []kolar2004.Class{kolar2004.Sentence, kolar2004.Comma} {
			a, b := p.Counts[i].Of(class, false), p.Counts[i].Of(class, true)
			percents(w, a.Precision, b.Precision, a.Recall, b.Recall)
		}
		fmt.Fprintf(w, "\npaper: %s\t", kolar2004.Model(i))
		paperCells(w, kolar2004.Table3[i][:])
	}
}

// kolarChoices writes what was chosen on what was held out.
func kolarChoices(w io.Writer, s *kolar2004.Study, r *kolar2004.Result) {
	fmt.Fprintf(w, "\nlanguage models: F of what is held out\tF\tchosen\t\n")
	for _, o := range r.Orders {
		fmt.Fprintf(w, "%d-gram, %s\t%.2f\t%s\t\n", o.Order, o.Kind.Name(s.Rare), 100*o.F, star(o.Chosen))
	}
	if len(r.Alone) == 0 {
		return
	}
	fmt.Fprintf(w, "\nclassifiers: F of what is held out\tF\tchosen\t\n")
	for _, a := range r.Alone {
		how := "all words"
		if a.Equation == kolar2004.Downsampled {
			how = "downsampled, priors put back"
		}
		fmt.Fprintf(w, "%s, %s\t%.2f\t%s\t\n", a.Model, how, 100*a.F, star(a.Chosen))
	}
	fmt.Fprintf(w, "\njoined (lambda in the paper: %.2f)\tlambda\tF of what is held out\tchosen\t", kolar2004.PaperLambda)
	for _, p := range r.Parts {
		fmt.Fprintf(w, "F of %s\t", p.Name)
	}
	fmt.Fprintln(w)
	for _, c := range r.Combined {
		fmt.Fprintf(w, "%s, %s\t%.2f\t%.2f\t%s\t", c.Model, c.Variant.Name(), c.Lambda, 100*c.HeldF, star(c.Chosen))
		percents(w, c.F...)
		fmt.Fprintln(w)
	}
}

// star marks what was chosen.
func star(chosen bool) string {
	if chosen {
		return "*"
	}
	return ""
}
