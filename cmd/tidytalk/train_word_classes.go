//go:build !small

package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/wordclass"
	"github.com/tidytalk/tidytalk/training/train"
)

func trainWordClassesCommand() *cli.Command {
	d := wordclass.DefaultTrainer()
	return &cli.Command{
		Name:      "word-classes",
		Usage:     "make classes of words that are alike, and write the bundle with them",
		ArgsUsage: "CORPUS",
		Description: `Puts words that stand among the same words into one class, such as "monday" and
"tuesday": by the exchange algorithm (Martin, Liermann and Ney 1998), from the words
of CORPUS, which is as for 'tidytalk train', and from the edited text of --text. The
models of repairs with an editing term read them; --list shows them.

Example:
  tidytalk train word-classes --text talk.txt.gz -o my.tt corpus/`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "base", Usage: "bundle `FILE` that the classes are put into (default: the embedded one)"},
			textFlag(),
			&cli.StringFlag{Name: "list", Usage: "also write the classes as text to `FILE`: number, coarse class, words"},
			&cli.IntFlag{Name: "fine", Value: d.Fine, Usage: "make `N` fine classes"},
			&cli.IntFlag{Name: "coarse", Value: d.Coarse, Usage: "put them together to `N` coarse ones"},
			&cli.IntFlag{Name: "least", Value: d.Least, Usage: "words that are there fewer than `N` times are unknown"},
			&cli.IntFlag{Name: "passes", Value: d.Passes, Usage: "at most `N` passes over the words"},
			training.ExcludeFlag(),
		}, append(training.SourceFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(trainWordClasses),
	}
}

// textFlag is the flag for edited text to train on.
func textFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "text", Usage: "edited text `FILE` with punctuation, a turn a line, speaker and tab before it or not, gzip-compressed or not; may be given more than once"}
}

func trainWordClasses(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if c.NArg() != 1 {
		return usage.Errorf("train word-classes takes one corpus, not %d", c.NArg())
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	sentences, text, err := editingTermCorpora(c.Context)
	if err != nil {
		return err
	}
	tr := wordclass.Trainer{Fine: c.Int("fine"), Coarse: c.Int("coarse"), Least: c.Int("least"), Passes: c.Int("passes"), Workers: c.Int("jobs"), Report: func(step string, pass, passes int, found string) {
		c.Report(stages.Event{Step: step, Passes: passes, Progress: m3n.Progress{Pass: pass}, Note: found})
	}}
	classes, file, err := train.WordClasses(c.Ctx(), tr, sentences, text)
	if err != nil {
		return err
	}
	if path := c.String("list"); path != "" {
		if err := fileio.Write(c.Context, path, classes.WriteText); err != nil {
			return err
		}
	}
	out, err := b.With(map[string][]byte{engine.PartClasses: file})
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

// editingTermCorpora reads the sentences of the corpus, and the edited text.
func editingTermCorpora(c *cli.Context) (sentences, text []data.Sentence, err error) {
	if sentences, err = training.Sentences(c, c.Args().First()); err != nil {
		return nil, nil, err
	}
	var paths []string
	for _, path := range c.StringSlice("text") {
		if path = strings.TrimSpace(path); path != "" {
			paths = append(paths, path)
		}
	}
	if len(paths) > 0 {
		text, err = training.PunctuatedText(c, paths)
	}
	return sentences, text, err
}
