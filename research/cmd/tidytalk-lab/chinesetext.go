package main

import (
	"fmt"
	"io"
	"path/filepath"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	zh "github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/research/chinese"
)

func chineseTextCommand() *cli.Command {
	return &cli.Command{
		Name:      "chinese-text",
		Usage:     "how models for Chinese put punctuation into text, and what they remove of it",
		ArgsUsage: "FILE...",
		Description: `Takes the marks out of each FILE, lets the models put marks in, and shows precision, recall
and F1 of all signs, and F1 of each mark: with the words as they are, from characters, and
from characters of eight turns as one text. A sign is right where the same mark, and the
same half of a pair, stands in the same place. Then F1 of the words that are found, and how many characters of 1,000 are removed, from
bare text and from text with its marks: of text that people have written it is none that should.

FILE is as 'tidytalk train chinese' takes it. --bundle names the models, which else are
those that 'clean --language zh' finds.

Example:
  tidytalk-lab chinese-text dev.kdconv.orig.tsv dev.gsd.tsv`,
		Flags: []cli.Flag{
			bundles.Flag(),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
		},
		Action: training.Alive(chineseText),
	}
}

func chineseText(c *cli.Context) error {
	if c.NArg() == 0 {
		return usage.Errorf("chinese-text takes files of dialogues or of a treebank")
	}
	b, err := bundles.LoadFor(c, "zh")
	if err != nil {
		return err
	}
	m, err := b.Chinese()
	if err != nil {
		return err
	}
	if m == nil {
		return fmt.Errorf("the bundle has no models for Chinese")
	}
	var files [][]zh.Sentence
	for _, path := range c.Args().Slice() {
		text, _, err := zh.ReadFile(path)
		if err != nil {
			return err
		}
		files = append(files, text)
	}
	p := pipeline.NewChinese(func() pipeline.ChineseReader { return m.NewReader() }, pipeline.Options{LabelOptions: engine.LabelOptions{Level: tidytalk.LevelStandard}})
	return fileio.Write(c, c.String("output"), func(to io.Writer) error {
		w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprint(w, "\t\tP\tR\tF1\t")
		for mark := zh.Comma; mark < zh.NumMarks; mark++ {
			fmt.Fprintf(w, "%s\t", mark)
		}
		fmt.Fprintln(w, "words found\twords/s\tremoved: bare\twith marks\t")
		for i, path := range c.Args().Slice() {
			bare, marked, units, err := chinese.Removed(c.Context, p, files[i])
			if err != nil {
				return err
			}
			for k, row := range chinese.Read(m, files[i]) {
				name, removed := "", "\t\t"
				if k == 0 {
					name, removed = filepath.Base(path), fmt.Sprintf("%.2f\t%.2f\t", 1000*float64(bare)/float64(units), 1000*float64(marked)/float64(units))
				}
				t := row.Total()
				fmt.Fprintf(w, "%s\t%s\t%.1f\t%.1f\t%.1f\t", name, row.Name, 100*t.Precision(), 100*t.Recall(), 100*t.F1())
				for mark := zh.Comma; mark < zh.NumMarks; mark++ {
					if n := row.Marks[mark]; n.TP+n.FN == 0 {
						fmt.Fprint(w, "-\t")
					} else {
						fmt.Fprintf(w, "%.1f\t", 100*n.F1())
					}
				}
				words := "-"
				if row.Found.TP > 0 {
					words = fmt.Sprintf("%.2f", 100*row.Found.F1())
				}
				fmt.Fprintf(w, "%s\t%.0f\t%s\n", words, float64(row.Words)/row.Seconds, removed)
			}
		}
		return w.Flush()
	})
}
