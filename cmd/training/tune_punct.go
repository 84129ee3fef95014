package training

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/training/train"
)

// tunePunct tunes the punctuation of streams.
func tunePunct(c *Run, b *engine.Bundle, p *tuningParts) error {
	if err := usage.Required(c.Context, "bundle-output"); err != nil {
		return err
	}
	share := c.Float64("talk-share")
	if !(share >= 0 && share <= 100) {
		return usage.Errorf("--talk-share is from 0 to 100, not %v", share)
	}
	others, err := punctuatedSources(c.Context)
	if err != nil {
		return err
	}
	c.Doing("tuning punctuation")
	tuned, err := train.Punct(c.Ctx(), b, p.tuned.sides, p.held.sides, others, share, c.Int("jobs"))
	if err != nil {
		return err
	}
	for rule, what := range [data.NumRules]string{data.ReadersRule: "punctuation F1", data.PapersRule: "F1 of punctuation at sentence boundaries, by the papers' rule,"} {
		if data.Rule(rule) == data.PapersRule && tuned.Part != engine.PartPunctuationMix {
			continue // chains are not tuned by it
		}
		what += " with times and without together"
		fmt.Fprintln(c.App.ErrWriter, beforeAfter(what, p.tunedTo(), 100*tuned.Before[rule].F1(), 100*tuned.After[rule].F1()))
		if len(p.held.sides) > 0 {
			fmt.Fprintln(c.App.ErrWriter, beforeAfter(what, p.heldOut(), 100*tuned.HeldBefore[rule].F1(), 100*tuned.HeldAfter[rule].F1()))
		}
	}
	if err := writeSources(c.App.ErrWriter, tuned.Others); err != nil {
		return err
	}
	out, err := b.With(map[string][]byte{tuned.Part: tuned.File})
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c.Context, c.String("bundle-output"), out)
}

// punctuatedSources reads the text of --mixed to tune punctuation to.
func punctuatedSources(c *cli.Context) ([]train.PunctuatedSource, error) {
	folders := c.StringSlice("mixed")
	if len(folders) == 0 {
		return nil, nil
	}
	sources := train.PunctuatedSources
	if c.IsSet("mixed-sources") {
		sources = strings.Split(c.String("mixed-sources"), ",")
	}
	var out []train.PunctuatedSource
	for _, name := range sources {
		turns, err := train.ReadPunctuated(folders, []string{name}, tunedWords, MixedSkip, true)
		if err != nil {
			return nil, err
		}
		out = append(out, train.PunctuatedSource{Name: name, Sides: train.PunctuatedSides(turns)})
	}
	return out, nil
}

// writeSources writes what became of the punctuation of text of other kinds.
func writeSources(to io.Writer, sources []train.TunedSource) error {
	if len(sources) == 0 {
		return nil
	}
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "text of other kinds\tpunctuation F1\tcommas\twith drawn times\tcommas\t\n")
	cell := func(before, after metric.Counts) string {
		return fmt.Sprintf("%.2f (%.2f)", 100*after.F1(), 100*before.F1())
	}
	for i := range sources {
		s := &sources[i]
		b, a := &s.Before, &s.After
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\n", s.Name, cell(b.Untimed.All(), a.Untimed.All()), cell(b.Untimed[data.Comma], a.Untimed[data.Comma]),
			cell(b.Timed.All(), a.Timed.All()), cell(b.Timed[data.Comma], a.Timed[data.Comma]))
	}
	fmt.Fprintf(w, "(in brackets: before)\t\t\t\t\t\n")
	return w.Flush()
}
