package training

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/metric"
)

// view is how much of a corpus the models see.
type view struct {
	name, title    string
	noTimes        bool // of words
	noTurns        bool // of the other speaker, in streams
	onlyForStreams bool
}

// views are the columns of --columns, that in which the models see most first. Bare text has the last
// one.
var views = []view{
	{name: "with_times", title: "with times"},
	{name: "without_times", title: "without times", noTimes: true},
	{name: "without_times_and_turns", title: "without times and turns", noTimes: true, noTurns: true, onlyForStreams: true},
}

// viewsOf returns the views that flags ask for.
func viewsOf(c *cli.Context, streams bool) []view {
	if !c.Bool("columns") {
		return []view{{noTimes: c.Bool("no-times"), noTurns: c.Bool("no-turns")}}
	}
	if streams {
		return views
	}
	var out []view
	for _, v := range views {
		if !v.onlyForStreams {
			out = append(out, v)
		}
	}
	return out
}

// hide hides from the models what a view does not have.
func (v *view) hide(sentences []data.Sentence) {
	if v.noTimes {
		HideTimes(sentences)
	}
	if !v.noTurns {
		return
	}
	for i := range sentences {
		for t := range sentences[i].Tokens {
			sentences[i].Tokens[t].Utt = ""
		}
	}
}

// checkColumns returns an error if --columns stands beside what says one of them, or has none.
func checkColumns(c *cli.Context) error {
	if !c.Bool("columns") {
		return nil
	}
	for _, other := range []string{"no-times", "no-turns", "cues", "by-class", "audio"} {
		if c.IsSet(other) {
			return usage.Errorf("--columns scores with times and without: leave --%s out", other)
		}
	}
	return nil
}

// evalScores are the scores of an evaluation.
type evalScores interface {
	size() string           // of the corpus, for people
	sections() []figureRows // the figures
	json() map[string]any   // all of them
	write(io.Writer) error  // the same for people
}

// figureRows are figures that stand together; title is that of all but the first.
type figureRows struct {
	title string
	rows  []figureRow
}

// find returns the row of a name, nil if there is none.
func (f *figureRows) find(name string) *figureRow {
	if i := slices.IndexFunc(f.rows, func(r figureRow) bool { return r.name == name }); i >= 0 {
		return &f.rows[i]
	}
	return nil
}

// figureRow is a figure; the headline ones have an interval.
type figureRow struct {
	name string
	metric.Counts
	of *resampled // nil: no headline
}

// writeScores writes what each view was scored: alone, or beside each other.
func writeScores(c *cli.Context, seen []view, scored []evalScores) error {
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		switch {
		case c.Bool("json") && c.Bool("columns"):
			columns := make(map[string]any)
			for i, v := range seen {
				columns[v.name] = scored[i].json()
			}
			return writeIndented(w, map[string]any{"columns": columns})
		case c.Bool("json"):
			return writeIndented(w, scored[0].json())
		case c.Bool("columns"):
			return writeColumns(w, seen, scored)
		}
		return scored[0].write(w)
	})
}

func writeIndented(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// writeColumns writes the figures of each view beside each other.
func writeColumns(to io.Writer, seen []view, scored []evalScores) error {
	fmt.Fprintf(to, "%s; F1 (P/R)\n\n", scored[0].size())
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tgold\t")
	for _, v := range seen {
		fmt.Fprintf(w, "%s\t", v.title)
	}
	fmt.Fprintln(w)
	all := make([][]figureRows, len(scored))
	for i, s := range scored {
		all[i] = s.sections()
	}
	blank := func(title string) {
		fmt.Fprintf(w, "%s\t\t", title)
		for range seen {
			fmt.Fprint(w, "\t")
		}
		fmt.Fprintln(w)
	}
	for s, section := range all[0] {
		if s > 0 {
			blank("")
			blank(section.title)
		}
		for _, row := range section.rows {
			fmt.Fprintf(w, "%s\t%d\t", row.name, row.TP+row.FN)
			for i := range all {
				if x := all[i][s].find(row.name); x != nil {
					fmt.Fprintf(w, "%.2f (%.2f/%.2f)", 100*x.F1(), 100*x.Precision(), 100*x.Recall())
				}
				fmt.Fprint(w, "\t")
			}
			fmt.Fprintln(w)
			if row.of == nil || row.of.interval() == nil {
				continue
			}
			fmt.Fprint(w, "95%\t\t")
			for i := range all {
				if in := all[i][s].find(row.name).of.interval(); in != nil {
					fmt.Fprintf(w, "%.1f-%.1f", 100*in.Low, 100*in.High)
				}
				fmt.Fprint(w, "\t")
			}
			fmt.Fprintln(w)
		}
	}
	return w.Flush()
}

// writeSections writes the figures of one evaluation.
func writeSections(w io.Writer, sections []figureRows) {
	heading(w, sections[0].rows[0].of)
	for i, section := range sections {
		if i > 0 {
			fmt.Fprintf(w, "\t\t\t\t\t\n%s\tgold\tP\tR\tF1\t\n", section.title)
		}
		for _, row := range section.rows {
			figures(w, row.name, row.Counts, row.of)
		}
	}
}
