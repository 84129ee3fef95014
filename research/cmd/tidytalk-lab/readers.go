package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
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
	"github.com/tidytalk/tidytalk/research/marked"
	"github.com/tidytalk/tidytalk/research/readers"
)

func readersCommand() *cli.Command {
	return &cli.Command{
		Name:  "readers",
		Usage: "the punctuation and the case that are put into unpunctuated text, by source, and passages to read",
		Description: `Takes marks and case away from text that has good ones, and compares what is put in
with what was there: F1 of all marks, of each, of ends of sentences and of capitals;
and how many of 100 words inside sentences have the wrong case. A line is a speaker's
turn, shorter ones than four words are left out, and nothing is removed. The folder
of --mixed holds files SOURCE.dev.txt, or SOURCE.dev.txt.gz, with lines 'speaker TAB
text' and a blank line between dialogues.

-o writes passages of 40 to 80 words to be read in one go: bare, cleaned at the
default level, and as the source has them, with what differs. --classify counts what
differs in them, by kind. With --corpus conversations are among them.

With --baseline-bundle, what an older bundle does stands in brackets, and in the
passages before what is cleaned today.

Examples:
  tidytalk-lab readers --mixed en-mixed
  tidytalk-lab readers --mixed en-mixed --corpus dev.tsv --classify -o passages.html
  tidytalk-lab readers --mixed en-mixed --sources ted,scotus --baseline-bundle old.tt`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "mixed", Usage: "`FOLDER` with text of several sources"},
			&cli.StringFlag{Name: "sources", DefaultText: "all in the folder", Usage: "these `SOURCES` in the folder (comma list)"},
			&cli.IntFlag{Name: "lines", Value: 600, Usage: "score the first `N` lines of each source"},
			&cli.StringFlag{Name: "corpus", Usage: "take passages of these conversations, too: labelled token TSV, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "take this `SPLIT` of the corpus: train, dev or test"},
			&cli.IntFlag{Name: "passages", Value: 200, Usage: "choose `N` passages, as many of each source"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` by which they are chosen"},
			&cli.BoolFlag{Name: "classify", DisableDefaultText: true, Usage: "count what differs in the passages from the source's own text, by kind"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the passages to `FILE`"},
			&cli.StringFlag{Name: "to", DefaultText: "by the name of the file", Usage: "write them in the `FORM` text or html"},
			&cli.BoolFlag{Name: "signs", DisableDefaultText: true, Usage: "score quotes, brackets and other signs that a bundle may put in, too"},
			&cli.StringFlag{Name: "baseline-bundle", Usage: "measure the models of `FILE`, too"},
			bundles.Flag(),
			usage.JobsFlag(),
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: training.Alive(readersTables),
	}
}

// readersMeasurers returns what measures a bundle, and what measures the one that it is
// compared with, nil without such.
func readersMeasurers(c *cli.Context) (now, before *readers.Measurer, err error) {
	measurer := func(b *tidytalk.Bundle) (*readers.Measurer, error) {
		cleaner, err := tidytalk.New(b, tidytalk.Options{Jobs: c.Int("jobs")})
		if err != nil {
			return nil, err
		}
		clean := cleanedTexts(cleaner)
		return &readers.Measurer{Workers: c.Int("jobs"), Clean: func(ctx context.Context, text string, remove data.Disfluencies) (string, error) {
			out, err := clean(ctx, text, remove)
			if err != nil {
				return "", err
			}
			return out[0], nil
		}}, nil
	}
	b, err := bundles.Load(c)
	if err != nil {
		return nil, nil, err
	}
	if now, err = measurer(b); err != nil {
		return nil, nil, err
	}
	path := c.String("baseline-bundle")
	if path == "" {
		return now, nil, nil
	}
	if path, err = bundles.Path(path); err != nil {
		return nil, nil, err
	}
	if b, err = tidytalk.OpenBundle(path); err != nil {
		return nil, nil, err
	}
	before, err = measurer(b)
	return now, before, err
}

// passageForm returns whether passages are written as a page.
func passageForm(c *cli.Context) (page bool, err error) {
	switch to := c.String("to"); to {
	case "":
		return slices.Contains([]string{".html", ".htm"}, strings.ToLower(filepath.Ext(c.String("output")))), nil
	case "text", "html":
		if c.String("output") == "" {
			return false, usage.Errorf("--to says how passages are written: name a file for them with --output")
		}
		return to == "html", nil
	default:
		return false, usage.Errorf("unknown form %q: use text or html", to)
	}
}

func readersTables(c *cli.Context) error {
	if err := usage.Required(c, "mixed"); err != nil {
		return err
	}
	if c.NArg() > 0 {
		return usage.Errorf("readers takes no arguments: name the folder of sources with --mixed")
	}
	for _, name := range []string{"lines", "passages"} {
		if c.Int(name) < 1 {
			return usage.Errorf("--%s must be at least 1, not %d", name, c.Int(name))
		}
	}
	page, err := passageForm(c)
	if err != nil {
		return err
	}
	if err := fileio.Check(c.String("output")); err != nil {
		return err
	}
	var names []string
	if list := c.String("sources"); list != "" {
		names = strings.Split(list, ",")
	}
	sources, err := readers.ReadSources(c.String("mixed"), names...)
	if err != nil {
		return err
	}
	t := &readersTable{sources: sources}
	texts := sources
	if path := c.String("corpus"); path != "" {
		sides, err := training.Scored(c, path, c.String("split"), "")
		if err != nil {
			return err
		}
		texts = append(slices.Clone(sources), readers.Conversations("conversations", sides))
	}
	if t.now, t.before, err = readersMeasurers(c); err != nil {
		return err
	}
	return t.measure(c, texts, page)
}

// measure writes the tables, and the passages of texts.
func (t *readersTable) measure(c *cli.Context, texts []readers.Source, page bool) error {
	start := time.Now()
	done := func(what string) {
		fmt.Fprintf(c.App.ErrWriter, "%6s  %s\n", time.Since(start).Round(time.Second), what)
	}
	var now, before []readers.Cleaned
	err := fileio.Write(c, "", func(w io.Writer) error {
		if err := t.marks(c.Context, w, c.Int("lines"), c.Bool("signs")); err != nil {
			return err
		}
		done("marks")
		if c.String("output") == "" && !c.Bool("classify") {
			return nil
		}
		passages := readers.Choose(texts, c.Int("passages"), c.Uint64("seed"))
		if len(passages) == 0 {
			return fmt.Errorf("%s: no passage of 40 to 80 words in it", c.String("mixed"))
		}
		var err error
		if now, err = t.now.Passages(c.Context, passages); err != nil {
			return err
		}
		if t.before != nil {
			if before, err = t.before.Passages(c.Context, passages); err != nil {
				return err
			}
		}
		done(fmt.Sprintf("%d passages", len(passages)))
		if !c.Bool("classify") {
			return nil
		}
		return kinds(w, now, before)
	})
	if path := c.String("output"); err == nil && path != "" {
		err = fileio.Write(c, path, func(w io.Writer) error {
			if page {
				return readers.WritePage(w, now, before)
			}
			return readers.WriteText(w, now, before)
		})
	}
	return err
}

// readersTable writes the tables of a bundle, with what another one does in brackets.
type readersTable struct {
	now, before *readers.Measurer
	sources     []readers.Source
}

// readersColumns are the columns of the table of marks.
var readersColumns = []struct {
	name string
	of   func(*marked.Score) float64
}{
	{"all marks", func(s *marked.Score) float64 { return s.All.F1() }},
	{"period", func(s *marked.Score) float64 { return s.Period.F1() }},
	{"question", func(s *marked.Score) float64 { return s.Question.F1() }},
	{"comma", func(s *marked.Score) float64 { return s.Comma.F1() }},
	{"ends", func(s *marked.Score) float64 { return s.Ends.F1() }},
	{"capitals", func(s *marked.Score) float64 { return s.Capitals.F1() }},
	{"case errors, %", func(s *marked.Score) float64 { return s.CaseErrors() }},
}

// marks writes how the marks and the case of each source are restored, and of all.
// With signs it writes how many of these are right, too.
func (t *readersTable) marks(ctx context.Context, to io.Writer, lines int, signs bool) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "F1 in bare text\twords\t")
	for _, c := range readersColumns {
		fmt.Fprint(w, c.name, "\t")
	}
	fmt.Fprintln(w)
	row := func(name string, now, before marked.Score) {
		fmt.Fprintf(w, "%s\t%d\t", name, now.Words)
		for _, c := range readersColumns {
			fmt.Fprintf(w, "%.1f", c.of(&now))
			if t.before != nil {
				fmt.Fprintf(w, " (%.1f)", c.of(&before))
			}
			fmt.Fprint(w, "\t")
		}
		fmt.Fprintln(w)
	}
	var all [2]marked.Score
	for i := range t.sources {
		var scores [2]marked.Score
		for k, m := range []*readers.Measurer{t.now, t.before} {
			if m == nil {
				continue
			}
			var err error
			if scores[k], err = m.Marks(ctx, &t.sources[i], lines); err != nil {
				return err
			}
			all[k] = all[k].Plus(scores[k])
		}
		row(t.sources[i].Name, scores[0], scores[1])
	}
	row("all", all[0], all[1])
	if err := w.Flush(); err != nil || !signs {
		return err
	}
	return t.signs(to, all)
}

// signs writes how signs are put in.
func (t *readersTable) signs(to io.Writer, all [2]marked.Score) error {
	fmt.Fprintln(to)
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "sign\tin the text\tput in\tprecision\trecall\tF1\t")
	for s := range marked.Sign(marked.NumSigns) {
		now, before := all[0].Signs[s], all[1].Signs[s]
		fmt.Fprintf(w, "%v\t%d\t", s, now.Gold)
		cell := func(format string, now, before any) {
			fmt.Fprintf(w, format, now)
			if t.before != nil {
				fmt.Fprintf(w, " ("+format+")", before)
			}
			fmt.Fprint(w, "\t")
		}
		cell("%d", now.Found, before.Found)
		cell("%.1f", now.Precision(), before.Precision())
		cell("%.1f", now.Recall(), before.Recall())
		cell("%.1f", now.F1(), before.F1())
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// kinds writes how many differences of each kind the passages of each source have.
func kinds(to io.Writer, now, before []readers.Cleaned) error {
	fmt.Fprintln(to)
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "differences\tpassages\t")
	for k := range readers.Kind(readers.NumKinds) {
		fmt.Fprint(w, k, "\t")
	}
	fmt.Fprintln(w)
	row := func(name string, from, to int) {
		fmt.Fprintf(w, "%s\t%d\t", name, to-from)
		counts := readers.Count(now[from:to])
		var old [readers.NumKinds]int
		if before != nil {
			old = readers.Count(before[from:to])
		}
		for k, n := range counts {
			fmt.Fprint(w, n)
			if before != nil {
				fmt.Fprintf(w, " (%d)", old[k])
			}
			fmt.Fprint(w, "\t")
		}
		fmt.Fprintln(w)
	}
	from := 0
	for i := range now {
		if i+1 == len(now) || now[i+1].Source != now[i].Source {
			row(now[i].Source, from, i+1)
			from = i + 1
		}
	}
	row("all", 0, len(now))
	return w.Flush()
}
