package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/research/judging"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func judgeCommand() *cli.Command {
	return &cli.Command{
		Name:      "judge",
		Usage:     "a page on which a reader says of each removal whether it is right",
		ArgsUsage: "FILE...",
		Description: `Cleans transcripts and draws removals from them: words of one kind, fillers or
repairs, that follow each other. The page shows each in its place, and takes one
key for it: r (right), s (a matter of style) or w (wrong); e writes a reason, u
undoes, arrows go back and on, d saves judged.tsv. The browser keeps what is judged,
also when the page is written again. It asks nobody for anything.

judged.tsv has lines 'source TAB from TAB to TAB go|free|stay TAB why': the name of
the file without its ending, and the stretch in characters. --known leaves out what
such a file has judged already.

Examples:
  tidytalk-lab judge -o judge.html typed/*.txt
  tidytalk-lab judge --known judged.tsv --removals 100 --bundle my.tt -o new.html typed/*.txt`,
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "removals", Value: 200, Usage: "draw `N` removals"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` by which they are drawn"},
			&cli.StringFlag{Name: "known", Usage: "leave out what is judged in `FILE`"},
			&cli.StringFlag{Name: "level", Value: string(tidytalk.LevelStandard), Usage: "clean as 'clean --level' does: `LEVEL`"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the page to `FILE`"},
			bundles.Flag(),
			usage.JobsFlag(),
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: training.Alive(judge),
	}
}

// sourceName returns what judgements call a text.
func sourceName(path string) string {
	name := filepath.Base(path)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// checkSources returns an error where judgements could not tell two texts apart.
func checkSources(paths []string) error {
	seen := make(map[string]string)
	for _, path := range paths {
		name := sourceName(path)
		if other, ok := seen[name]; ok {
			return usage.Errorf("%s and %s are both called %q: give one of them another name", other, path, name)
		}
		if path == "-" || name == "" || strings.ContainsAny(name, "\t\r\n") {
			return usage.Errorf("%q: judgements need files with names", path)
		}
		seen[name] = path
	}
	return nil
}

func judge(c *cli.Context) error {
	paths := c.Args().Slice()
	if len(paths) == 0 {
		return usage.Errorf("judge needs the names of texts")
	}
	if c.Int("removals") < 1 {
		return usage.Errorf("--removals must be at least 1, not %d", c.Int("removals"))
	}
	if err := checkSources(paths); err != nil {
		return err
	}
	if err := fileio.Check(c.String("output")); err != nil {
		return err
	}
	var known *judging.Judgements
	if path := c.String("known"); path != "" {
		err := fileio.EachInput(c, []string{path}, func(r io.Reader, name string) (err error) {
			known, err = judging.ReadJudgements(r, name)
			return err
		})
		if err != nil {
			return err
		}
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	cleaner, err := tidytalk.New(b, tidytalk.Options{Level: tidytalk.Level(c.String("level")), Jobs: c.Int("jobs")})
	if err != nil {
		return usage.Wrap(err)
	}
	var all []judging.Removal
	err = fileio.EachInput(c, paths, func(r io.Reader, name string) error {
		text, err := formats.Reading{}.Source(r, name)
		if err != nil {
			return err
		}
		if !utf8.ValidString(text) {
			return fmt.Errorf("%s is not UTF-8: judgements count its characters", name)
		}
		file, err := formats.Read(text, name, "")
		if err != nil {
			return err
		}
		cleaned, err := cleaner.Clean(c.Context, file.Document)
		if err != nil {
			return err
		}
		all = append(all, judging.Removals(sourceName(name), strings.TrimPrefix(text, "\ufeff"), file, cleaned.Edit(transcript.Rewriting{}))...)
		return nil
	})
	if err != nil {
		return err
	}
	chosen := judging.Choose(all, known, c.Int("removals"), c.Uint64("seed"))
	fmt.Fprintf(c.App.ErrWriter, "%d removals, %d of them on the page\n", len(all), len(chosen))
	if len(chosen) == 0 {
		return fmt.Errorf("there is nothing to judge: nothing goes from these texts that is not judged")
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error { return judging.WritePage(w, chosen) })
}
