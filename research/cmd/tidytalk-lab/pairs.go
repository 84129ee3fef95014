package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/document"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/training/adapt"
	"github.com/tidytalk/tidytalk/training/train"
)

func pairsCommand() *cli.Command {
	return &cli.Command{
		Name:      "pairs",
		Usage:     "how far what a style takes out agrees with what human editors took out",
		ArgsUsage: "PAIRS | RAW=CLEAN ...",
		Description: `Scores the words that a style takes out of transcripts against those that their editors did, in
turns in which the editors did nothing but take out words. PAIRS are files of lines
'id TAB verbatim TAB clean', RAW=CLEAN are two transcripts of a conversation. Words are counted by what they were
removed for; "left" are those that the editors took out alone, by how many stand together.

Example:
  tidytalk-lab pairs --style clean-verbatim calls.pairs.tsv`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "style", Value: "clean", Usage: "`STYLE` by name or file"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			bundles.Flag(),
			usage.JobsFlag(),
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: training.Alive(pairs),
	}
}

func pairs(c *cli.Context) error {
	if c.NArg() == 0 {
		return usage.Errorf("pairs takes files of pairs, or RAW=CLEAN")
	}
	s := style.Named(c.String("style"))
	var err error
	if s == nil {
		s, err = style.ReadFile(c.String("style"))
	}
	if err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	o := document.Options{Editors: s.Shares, Jobs: c.Int("jobs")}
	o.Level = cmp.Or(engine.Level(s.Level), engine.LevelStandard)
	d, err := document.New(b, o)
	if err != nil {
		return err
	}
	var out strings.Builder
	for _, what := range c.Args().Slice() {
		compared, err := comparedOf(what)
		if err != nil {
			return err
		}
		var t agreement
		for i := range compared {
			if err := t.add(c.Context, d, &compared[i], s.Remove); err != nil {
				return err
			}
		}
		t.print(&out, what)
	}
	return fileio.WriteBytes(c, c.String("output"), []byte(out.String()))
}

// comparedOf reads a file of pairs, or two transcripts.
func comparedOf(what string) ([]train.Compared, error) {
	name, said, edited, err := adapt.ReadTwo(what)
	if err != nil {
		return nil, err
	}
	if said != nil {
		return []train.Compared{train.CompareTranscripts(name, said, edited)}, nil
	}
	pairs, err := train.ReadPairs(what)
	if err != nil {
		return nil, err
	}
	return train.ComparePairs(pairs)
}

// longestLeft is from how many words on stretches are counted together.
const longestLeft = 5

// agreement counts words.
type agreement struct {
	words, gone, taken, right int
	of                        map[data.Disfluencies][2]int // taken and right, by the first kind
	left                      [longestLeft + 1]int         // words that only the editor took out, by how many stand together
}

// add counts the turns of a conversation.
func (a *agreement) add(ctx context.Context, d *document.Decider, c *train.Compared, remove data.Disfluencies) error {
	cleaned, err := d.Decide(ctx, c.Said)
	if err != nil {
		return err
	}
	if a.of == nil {
		a.of = make(map[data.Disfluencies][2]int)
	}
	for i := range c.Said.Turns {
		if !c.Pure(i) {
			continue
		}
		words := c.Said.Turns[i].Words
		run := 0
		end := func() {
			a.left[min(run, longestLeft)] += run
			run = 0
		}
		for w := words.Start; w < words.End; w++ {
			for t := c.Said.Words[w].Tokens.Start; t < c.Said.Words[w].Tokens.End; t++ {
				why := cleaned.Decisions[t].Why & remove
				a.count(why, !c.Kept[t])
				if why != 0 || c.Kept[t] {
					end()
				} else {
					run++
				}
			}
		}
		end()
	}
	return nil
}

// count counts a token.
func (a *agreement) count(why data.Disfluencies, gone bool) {
	a.words++
	if gone {
		a.gone++
	}
	if why == 0 {
		return
	}
	why &= -why // the first kind
	n := a.of[why]
	a.taken++
	n[0]++
	if gone {
		a.right++
		n[1]++
	}
	a.of[why] = n
}

// print prints what was counted.
func (a *agreement) print(w io.Writer, name string) {
	p, r := share(a.right, a.taken), share(a.right, a.gone)
	fmt.Fprintf(w, "%s: %d words, the editor took out %d: P %.1f R %.1f F1 %.1f\n", name, a.words, a.gone, p, r, 2*p*r/max(p+r, 1e-9))
	for i := range data.NumDisfluencies {
		k := data.Disfluencies(1 << i)
		if n, ok := a.of[k]; ok {
			fmt.Fprintf(w, "  %-18s %6d  right %5.1f%%\n", k, n[0], share(n[1], n[0]))
		}
	}
	for n, words := range a.left[1:] {
		more := ""
		if n+1 == longestLeft {
			more = " or more"
		}
		fmt.Fprintf(w, "  left, %d together%s: %d\n", n+1, more, words)
	}
}

func share(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }
