package main

import (
	"context"
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
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/research/harm"
	"github.com/tidytalk/tidytalk/research/quality"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/train"
)

func harmCommand() *cli.Command {
	return &cli.Command{
		Name:  "harm",
		Usage: "what cleaning takes away that is not disfluent",
		Description: `Measures, as far as the data is named:

  - edited text (--mixed): words of 1,000 that go as repairs and as fillers, from
    text as it was typed and from the same text without marks and case. The folder
    holds files SOURCE.dev.txt with lines 'speaker TAB text'. Next to nothing there
    is disfluent, but for court hearings, which have repairs left in: there is a mean
    with and one without them.
  - texts with numbers, made here: in how many a word of the number goes or changes.
  - probes, which come with the command: fluent texts, by what they have that looks
    disfluent, as typed and bare; how many lose words, and how many words.
  - pairs of verbatim and clean text (--pairs): lines 'id TAB verbatim TAB clean'.
    Those count whose clean text is the verbatim one with words left out.

Examples:
  tidytalk-lab harm
  tidytalk-lab harm --mixed en-mixed --pairs earnings22.pairs.tsv.gz
  tidytalk-lab harm --examples 5 --numbers 1000`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "mixed", Usage: "`FOLDER` with edited text of several sources"},
			&cli.IntFlag{Name: "lines", Value: 1500, Usage: "look at the first `N` lines of each source"},
			&cli.StringFlag{Name: "pairs", Usage: "`FILE` of pairs of verbatim and clean text, may be compressed (.gz)"},
			&cli.IntFlag{Name: "numbers", Value: 10000, Usage: "make `N` texts with numbers"},
			examplesFlag(),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			&cli.StringFlag{Name: "level", Value: "standard", Usage: "measure these `LEVELS` of 'clean --level', each in tables of its own (comma list)"},
			bundles.OptionFlag(cleaning.Find("weights")),
			bundles.Flag(),
			usage.JobsFlag(),
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: training.Alive(harmTables),
	}
}

// examplesFlag is --examples.
func examplesFlag() cli.Flag {
	return &cli.IntFlag{Name: "examples", Usage: "show `N` texts of each kind that were hurt, with what became of them"}
}

// measurers returns the ways of cleaning that flags ask for, by name; each has tables of
// its own. What flags say of cleaning is handed on here and nowhere else.
func measurers(c *cli.Context) ([]namedMeasurer, error) {
	b, err := bundles.Load(c)
	if err != nil {
		return nil, err
	}
	settings, err := bundles.SettingsOf(c, "weights", "stream-weights")
	if err != nil {
		return nil, err
	}
	var out []namedMeasurer
	for _, name := range strings.Split(c.String("level"), ",") {
		cleaner, err := tidytalk.New(b, tidytalk.Options{Level: tidytalk.Level(name), Settings: settings, Jobs: c.Int("jobs")})
		if err != nil {
			return nil, usage.Wrap(err)
		}
		out = append(out, namedMeasurer{name, harm.Measurer{Clean: cleanedTexts(cleaner), Workers: c.Int("jobs")}})
	}
	return out, nil
}

// namedMeasurer measures a way of cleaning.
type namedMeasurer struct {
	name string
	harm.Measurer
}

// cleanedTexts is what 'clean --remove' makes of plain text, for several sets of what goes.
func cleanedTexts(cleaner *tidytalk.Cleaner) harm.Clean {
	return func(ctx context.Context, text string, remove ...data.Disfluencies) ([]string, error) {
		file, err := formats.Read(text, "text", formats.Text)
		if err != nil {
			return nil, err
		}
		cleaned, err := cleaner.Clean(ctx, file.Document)
		if err != nil {
			return nil, err
		}
		out := make([]string, len(remove))
		for i, r := range remove {
			out[i] = file.Rewrite(cleaned.Plan(transcript.Rewriting{Remove: r}))
		}
		return out, nil
	}
}

func harmTables(c *cli.Context) error {
	if c.NArg() > 0 {
		return usage.Errorf("harm takes no arguments: name the folder of edited text with --mixed")
	}
	for _, name := range []string{"lines", "numbers"} {
		if c.Int(name) < 1 {
			return usage.Errorf("--%s must be at least 1, not %d", name, c.Int(name))
		}
	}
	var sources [][]string
	var sets []harm.PairSet
	var err error
	if folder := c.String("mixed"); folder != "" {
		if sources, err = quality.Sources(folder, quality.Edited); err != nil {
			return fmt.Errorf("%w: --mixed takes a folder with %s.dev.txt", err, prose.And(quality.Edited))
		}
	}
	if path := c.String("pairs"); path != "" {
		pairs, err := train.ReadPairs(path)
		if err != nil {
			return err
		}
		sets = append(sets, harm.PairSet{Name: "all", Pairs: harm.Edits(pairs)})
	}
	probes, err := harm.Probes()
	if err != nil {
		return err
	}
	start := time.Now()
	return eachWay(c, func(t *harmTable) error {
		for _, step := range []struct {
			name string
			do   func(context.Context) error
		}{
			{"edited text", func(ctx context.Context) error { return t.edited(ctx, sources, c.Int("lines")) }},
			{"numbers", func(ctx context.Context) error { return t.numbers(ctx, harm.Numbers(c.Int("numbers"))) }},
			{"probes", func(ctx context.Context) error { return t.probes(ctx, probes) }},
			{"pairs", func(ctx context.Context) error { return t.pairSets(ctx, "pairs", sets) }},
		} {
			if err := step.do(c.Context); err != nil {
				return err
			}
			fmt.Fprintf(c.App.ErrWriter, "%6s  %s\n", time.Since(start).Round(time.Second), step.name)
		}
		return nil
	})
}

// eachWay writes the tables of each way of cleaning that flags ask for.
func eachWay(c *cli.Context, tables func(t *harmTable) error) error {
	ways, err := measurers(c)
	if err != nil {
		return err
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		for i, way := range ways {
			if len(ways) > 1 {
				if i > 0 {
					fmt.Fprintln(w)
				}
				fmt.Fprintf(w, "== %s ==\n", way.name)
			}
			if err := tables(&harmTable{w: w, m: way.Measurer, examples: c.Int("examples")}); err != nil {
				return err
			}
		}
		return nil
	})
}

// harmTable writes the tables of one way of cleaning.
type harmTable struct {
	w        io.Writer
	m        harm.Measurer
	examples int
	started  bool
}

// table begins a table, with a line between it and the one before.
func (t *harmTable) table(columns ...string) *tabwriter.Writer {
	if t.started {
		fmt.Fprintln(t.w)
	}
	t.started = true
	w := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, strings.Join(columns, "\t")+"\t")
	return w
}

// show writes examples.
func (t *harmTable) show(kind string, of []harm.Example) {
	for _, x := range of[:min(t.examples, len(of))] {
		fmt.Fprintf(t.w, "%s: %s\n  -> %s\n", kind, x.Text, x.Cleaned)
	}
}

// sourceNames say what the sources of edited text are.
var sourceNames = map[string]string{
	"ted": "talks", "committee": "committees", "dailydialog": "textbook dialogues", "sgd": "service dialogues",
	"multiwoz": "service dialogues, typed", "topicalchat": "chat", "scotus": "court hearings",
}

// edited writes words, repairs and fillers that go, by source. Means are of sources, each of
// the same weight.
func (t *harmTable) edited(ctx context.Context, sources [][]string, lines int) error {
	if len(sources) == 0 {
		return nil
	}
	w := t.table("edited text, removed in 1,000", "words", "repairs typed", "bare", "fillers typed", "bare")
	row := func(name string, words int, r, f [harm.NumForms]float64) {
		fmt.Fprintf(w, "%s\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t\n", name, words, r[harm.Typed], r[harm.Bare], f[harm.Typed], f[harm.Bare])
	}
	var words int
	var repairs, fillers [harm.NumForms]float64
	mean := func(name string, n int) {
		r, f := repairs, fillers
		for form := range harm.NumForms {
			r[form] /= float64(n)
			f[form] /= float64(n)
		}
		row(name, words, r, f)
	}
	for i, source := range sources {
		removed, err := t.m.Edited(ctx, source, lines)
		if err != nil {
			return err
		}
		if i == len(sources)-1 {
			mean("mean", i) // of all but the last, which has repairs of its own
		}
		r, f := removed.Rates()
		name := quality.Edited[i]
		row(name+" ("+sourceNames[name]+")", removed.Words, r, f)
		words += removed.Words
		for form := range harm.NumForms {
			repairs[form] += r[form]
			fillers[form] += f[form]
		}
	}
	mean("mean with them", len(sources))
	return w.Flush()
}

// numbers writes in how many texts with numbers one is hurt.
func (t *harmTable) numbers(ctx context.Context, texts []harm.Number) error {
	scores, err := t.m.Numbers(ctx, texts, t.examples)
	if err != nil {
		return err
	}
	w := t.table("numbers", "texts", "number changed", "other words changed")
	var all harm.NumberScore
	for _, kind := range harm.NumberKinds() {
		s := scores[kind]
		if s == nil {
			continue
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t\n", kind, s.Texts, s.Changed, s.Around)
		all.Texts, all.Changed, all.Around = all.Texts+s.Texts, all.Changed+s.Changed, all.Around+s.Around
	}
	fmt.Fprintf(w, "all\t%d\t%d\t%d\t\n", all.Texts, all.Changed, all.Around)
	if err := w.Flush(); err != nil {
		return err
	}
	for _, kind := range harm.NumberKinds() {
		if s := scores[kind]; s != nil {
			t.show(kind, s.Examples)
		}
	}
	return nil
}

// probes writes what the probes lose, by kind.
func (t *harmTable) probes(ctx context.Context, probes []harm.Probe) error {
	scores, kinds, err := t.m.Probes(ctx, probes)
	if err != nil {
		return err
	}
	w := t.table("probes", "texts", "words", "texts hurt typed", "bare", "words lost typed", "bare")
	var all harm.ProbeScore
	row := func(kind string, s *harm.ProbeScore) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t\n", kind, s.Texts, s.Words, s.Hurt[harm.Typed], s.Hurt[harm.Bare], s.Lost[harm.Typed], s.Lost[harm.Bare])
	}
	for _, kind := range kinds {
		s := scores[kind]
		row(kind, s)
		all.Texts, all.Words = all.Texts+s.Texts, all.Words+s.Words
		for form := range harm.NumForms {
			all.Hurt[form] += s.Hurt[form]
			all.Lost[form] += s.Lost[form]
		}
	}
	row("all", &all)
	if err := w.Flush(); err != nil {
		return err
	}
	for _, kind := range kinds {
		for form := range harm.NumForms {
			t.show(kind, scores[kind].Examples[form])
		}
	}
	return nil
}

// pairSets writes how what goes agrees with what editors took out.
func (t *harmTable) pairSets(ctx context.Context, what string, sets []harm.PairSet) error {
	if len(sets) == 0 {
		return nil
	}
	scores := make([]*harm.PairScore, len(sets))
	for i, s := range sets {
		var err error
		if scores[i], err = t.m.Pairs(ctx, s.Pairs); err != nil {
			return err
		}
	}
	w := t.table(what, "texts", "words", "to remove", "P", "R", "F1", "wrong words", "in 1,000", "texts right", "unaligned")
	for i, s := range scores {
		e := s.Removed
		// Where nothing is to go there is nothing to find.
		rates := "\t\t"
		if e.TP+e.FN > 0 {
			rates = fmt.Sprintf("%.1f\t%.1f\t%.1f", 100*e.Precision(), 100*e.Recall(), 100*e.F1())
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%d\t%.2f\t%d\t%d\t\n", sets[i].Name, s.Pairs, s.Words, e.TP+e.FN, rates, e.FP, s.Wrong(), s.Exact, s.Unaligned)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	w = t.table(what, "fillers gone", "commas as theirs", "P", "R", "F1")
	for i, s := range scores {
		if c := s.Commas; s.Places > 0 && c.TP > 0 {
			fmt.Fprintf(w, "%s\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t\n", sets[i].Name, s.Places, 100*s.CommasAgree(), 100*c.Precision(), 100*c.Recall(), 100*c.F1())
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	for i, s := range scores {
		t.show(sets[i].Name, s.Examples)
	}
	return nil
}
