//go:build !small

package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/training/adapt"
)

func adaptCommand() *cli.Command {
	return &cli.Command{
		Name:      "adapt",
		Usage:     "adapt the models to sentences of one's own, or choose those whose correction would teach most",
		ArgsUsage: "[INPUT...]",
		Description: fmt.Sprintf(`Starts from a bundle and learns from labelled sentences of one's own, at least %d, better
500 to some thousands: a token TSV, or the corrections.jsonl of the page of 'tidytalk
serve'. It trains the network and the edit models on, mixes the language models with those
of the sentences, tunes the weights of the decoders and calibrates the confidence. Every
sentence is labelled by models that have not seen it: a third of the blocks, or, of many
conversations, of these, by models of the others. A step is kept if it gains on them; one that
gains in fillers at the cost of edit words, or the other way round, is tried once more for that kind
alone. No step is kept that makes edit words or fillers worse for certain in any form: sentences,
streams of words, and punctuated text. Where all together gain nothing for certain, nothing is
written, and the command fails. A table says what was kept and what was refused, and what to do next.

--pairs takes talk as it was said, and as an editor made it, in place of labels: lines of an id
("call7-12"), what was said, and what the editor made of it, with tabs between, or RAW=CLEAN, two transcripts of
the same talk in any format. What was taken out is a lesson where it is clear what it is; sentences
in which words were changed teach nothing.

What is learned are the ways of this text, and of those who have labelled it: what counts
as a filler, say. Other text may be done worse than before: see 'tidytalk eval'.

--fillers-output writes lines for --fillers of clean: words about which even the adapted
models are wrong nearly wherever they stand. It is written without a bundle, too.

`, adapt.LeastSentences) + suggestAbout + `

Examples:
  tidytalk adapt --corpus mine.tsv -o mine.tt
  tidytalk adapt --corpus corrections.jsonl --unlabelled talks.txt --fillers-output mine.txt -o mine.tt
  tidytalk adapt --pairs talk.verbatim.srt=talk.edited.docx --pairs calls.pairs.tsv -o mine.tt
  tidytalk adapt --suggest 300 -o chosen.jsonl talks/
  tidytalk adapt --suggest 500 --bundle my.tt --corpus corrections.jsonl talks/ > more.jsonl`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "learn from the sentences of `FILE`, a token TSV or corrections (.jsonl); with --suggest, do not choose them again"},
			&cli.StringSliceFlag{Name: "pairs", Usage: "learn from what an editor has taken out, by `FILE` of pairs, or RAW=CLEAN, two transcripts; may be given more than once, and beside --corpus"},
			&cli.StringSliceFlag{Name: "unlabelled", Usage: "also learn from `FILE`, a transcript of any format or a token TSV, as the models label it; may be given more than once"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the adapted bundle, or what --suggest chooses, to `FILE`"},
			&cli.StringFlag{Name: "fillers-output", Usage: "write lines for a list of fillers to `FILE`"},
			&cli.BoolFlag{Name: "scattered", DisableDefaultText: true, Usage: "the sentences of --corpus do not follow each other, as those that --suggest chooses"},
			&cli.StringFlag{Name: "steps", Usage: "try these `STEPS` alone (comma list): " + stepNames(), DefaultText: "all"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of every random choice"},
			&cli.StringFlag{Name: "name", Usage: "`VERSION` of the adapted bundle", DefaultText: "that of the bundle"},
			suggestFlag(),
			bundles.Flag(),
		}, append(training.SourceFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: func(c *cli.Context) error {
			if c.IsSet("suggest") {
				return training.Alive(suggest)(c)
			}
			return training.Action(adaptBundle)(c)
		},
	}
}

func stepNames() string {
	var names []string
	for _, s := range adapt.Steps {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

func adaptBundle(c *training.Run) error {
	switch {
	case c.NArg() > 0:
		return usage.Errorf("adapt takes transcripts with --suggest alone: name the corpus with --corpus")
	case c.String("output") == "-":
		return usage.Errorf("name a file for the bundle with --output")
	}
	for _, flag := range []string{"corpus", "output"} {
		if flag == "corpus" && c.IsSet("pairs") {
			continue
		}
		if err := usage.Required(c.Context, flag); err != nil {
			return err
		}
	}
	if err := fileio.Check(c.String("fillers-output")); err != nil {
		return err
	}
	o := adapt.Options{Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Scattered: c.Bool("scattered")}
	if c.IsSet("steps") {
		for _, name := range strings.Split(c.String("steps"), ",") {
			s, err := adapt.ParseStep(strings.TrimSpace(name))
			if err != nil {
				return usage.Errorf("--steps: %v: use %s", err, stepNames())
			}
			o.Steps = append(o.Steps, s)
		}
	}
	var sides []data.Side
	var err error
	if path := c.String("corpus"); path != "" {
		if sides, err = adapt.ReadCorpus(path); err != nil {
			return err
		}
	}
	edited, err := readEditedTexts(c.StringSlice("pairs"))
	if err != nil {
		return err
	}
	if o.Unlabelled, err = readUnlabelled(c.Context, c.StringSlice("unlabelled")); err != nil {
		return err
	}
	b, err := bundles.Load(c.Context)
	if err != nil {
		return err
	}
	if b, err = training.Learning(c.Context, b, true); err != nil {
		return err
	}
	if name := c.String("name"); name != "" {
		b = b.Named(name)
	}
	if len(edited) > 0 {
		own, taken, err := adapt.FromEdited(c.Ctx(), b, edited, o.Workers)
		if err != nil {
			return err
		}
		c.Show.Line("%d sentences of pairs; %d in which words were changed, and %d of which it is not clear what was taken out, are left out", taken.Sentences, taken.Changed, taken.Unclear)
		sides = append(sides, own...)
	}
	o.Report = c.Adapting
	r, err := adapt.Adapt(c.Ctx(), b, sides, o)
	var few *adapt.TooFewError
	if errors.As(err, &few) {
		return fmt.Errorf("%s: %w", strings.TrimPrefix(strings.Join(append([]string{c.String("corpus")}, c.StringSlice("pairs")...), ", "), ", "), err)
	}
	if err != nil {
		return err
	}
	c.Show.Wipe()
	if err := writeAdapted(c.App.ErrWriter, r); err != nil {
		return err
	}
	if r.Bundle == nil {
		if r.Fillers == "" || c.String("fillers-output") == "" {
			return fmt.Errorf("nothing is written: %s", r.Why)
		}
		if err := writeFillersOutput(c, r.Fillers); err != nil {
			return err
		}
		return fmt.Errorf("no bundle is written: %s", r.Why)
	}
	if err := fileio.WriteBytes(c.Context, c.String("output"), r.Bundle); err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "\n%s: %d bytes, %d sentences learned from\n", c.String("output"), len(r.Bundle), r.Sentences)
	return writeFillersOutput(c, r.Fillers)
}

// readEditedTexts reads what --pairs names.
func readEditedTexts(names []string) ([]adapt.EditedText, error) {
	var out []adapt.EditedText
	for _, name := range names {
		texts, err := adapt.ReadEdited(name)
		if err != nil {
			return nil, err
		}
		out = append(out, texts...)
	}
	return out, nil
}

// writeFillersOutput writes the lines that adapting has found for a list of fillers.
func writeFillersOutput(c *training.Run, lines string) error {
	path := c.String("fillers-output")
	if path == "" {
		return nil
	}
	head := "# found by 'tidytalk adapt': for --fillers of 'tidytalk clean', with the adapted models\n"
	if lines == "" {
		head = "# 'tidytalk adapt' has found no word about which the adapted models are wrong nearly wherever it stands\n"
	}
	if err := fileio.WriteBytes(c.Context, path, []byte(head+lines)); err != nil {
		return err
	}
	fmt.Fprintf(c.App.ErrWriter, "%s: %d lines\n", path, strings.Count(lines, "\n"))
	return nil
}

// writeAdapted writes what each step gains, what all that was kept gains together, and what to do
// next.
func writeAdapted(to io.Writer, r *adapt.Result) error {
	fmt.Fprintf(to, "What each step gains on %d sentences, by models that have not seen them (F1 and its change; p: that it is chance, with a minus: that the loss is):\n", r.Sentences)
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "step\tform\tedit words\tp\tfillers\tp\t")
	for i := range r.Steps {
		for _, row := range training.ScoreRows(&r.Steps[i]) {
			fmt.Fprintln(w, strings.Join(row, "\t"))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(to, "\nWhat is kept, all together:")
	fmt.Fprintln(w, "form\tedit words\tp\tfillers\tp\t")
	for i := range r.Forms {
		fmt.Fprintln(w, strings.Join(training.FormColumns(&r.Forms[i]), "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(r.Advice) > 0 {
		fmt.Fprintln(to, "\nWhat to do next:")
	}
	for _, x := range r.Advice {
		fmt.Fprintln(to, "- "+x)
	}
	return nil
}

// readUnlabelled reads transcripts of any format, and token TSVs, as text that nobody has
// labelled.
func readUnlabelled(c *cli.Context, paths []string) ([]data.Side, error) {
	var out []data.Side
	for _, path := range paths {
		if strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".tsv") {
			sides, err := data.ReadTSVFile(path)
			if err != nil {
				return nil, err
			}
			out = append(out, sides...)
			continue
		}
		docs, err := documentsOf(c, path)
		if err != nil {
			return nil, err
		}
		for _, d := range docs {
			sides := adapt.SidesOf(d.Document)
			if len(sides) == 0 {
				return nil, fmt.Errorf("%s: there are no words to learn from", path)
			}
			out = append(out, sides...)
		}
	}
	return out, nil
}
