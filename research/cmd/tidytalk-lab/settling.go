package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/settling"
)

// mostBehind is with how many words behind them words are looked at to learn when they settle.
const mostBehind = 40

func settlingCommand() *cli.Command {
	return &cli.Command{
		Name:  "settling",
		Usage: "train the model that says when a word of live text may settle",
		Description: `Replays conversations that the models of the bundle have not been trained on, with word times and
without, and learns from what is known of a word with few words behind it whether it
stays as it is with many more behind it. The least probabilities by latency are those at which the median wait
is the latency, and the 95th percentile at most three times that.

Example:
  tidytalk-lab train settling -o settling.txt --corpus dev.tsv`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "this `SPLIT` of the corpus: train, dev or test"},
			&cli.StringFlag{Name: "only", Usage: "only conversations whose number starts with `PREFIX`"},
			&cli.IntFlag{Name: "every", Value: 8, Usage: "take one side of `N`"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			bundles.Flag(),
			usage.JobsFlag(),
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: training.Alive(trainSettling),
	}
}

func trainSettling(c *cli.Context) error {
	if err := usage.Required(c, "corpus"); err != nil {
		return err
	}
	sides, err := training.Scored(c, c.String("corpus"), c.String("split"), c.String("only"))
	if err != nil {
		return err
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	p, err := pipeline.New(b, pipeline.Options{LabelOptions: engine.LabelOptions{Level: engine.LevelFull}})
	if err != nil {
		return err
	}
	var streams []data.Sentence
	for i := 0; i < len(sides); i += max(1, c.Int("every")) {
		tokens, _ := punct.Words(&sides[i])
		untimed := slices.Clone(tokens)
		for j := range untimed {
			untimed[j].Timed = false
		}
		streams = append(streams, data.Sentence{Tokens: tokens}, data.Sentence{Tokens: untimed})
	}
	examples, at := make([][]settling.Example, len(streams)), make([][]int, len(streams))
	done := training.Counting(c, "replaying", "stream", "streams", len(streams))
	err = parallel.Each(c.Context, c.Int("jobs"), len(streams), func(i int) error {
		defer done()
		var err error
		examples[i], at[i], err = p.SettlingExamples(c.Context, streams[i].Tokens, mostBehind)
		return err
	})
	if err != nil {
		return err
	}
	var all []settling.Example
	for i := range examples {
		all = append(all, examples[i]...)
	}
	m := settling.Train(all, 1)
	for words := 1; words <= mostBehind; words++ {
		m.Least = append(m.Least, leastFor(m, examples, at, words))
	}
	reportSettling(os.Stderr, m, examples, at)
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		return m.Write(w)
	})
}

// waits returns how many words each word of the streams waits with a threshold, ascending, and which share of them settles as
// they would stay.
func waits(m *settling.Model, examples [][]settling.Example, at [][]int, latency int, least float64) (all []int, same float64) {
	right := 0
	for s := range examples {
		n := 0 // words that are settled
		last := -1
		edge := -1
		var order [][2]int // examples of each step
		for i, w := range at[s] {
			if w <= last || i == 0 {
				order = append(order, [2]int{i, i})
			}
			last = w
			order[len(order)-1][1] = i + 1
		}
		for _, step := range order {
			edge = at[s][step[1]-1]
			for i := step[0]; i < step[1]; i++ {
				w := at[s][i]
				if w < n {
					continue
				}
				x := &examples[s][i]
				behind := edge - w
				if !(behind >= pipeline.LatencyBound*latency || behind > 0 && m.Probability(&x.Evidence) >= least) {
					break
				}
				n = w + 1
				all = append(all, behind)
				if x.Stays {
					right++
				}
			}
		}
	}
	slices.Sort(all)
	return all, float64(right) / math.Max(1, float64(len(all)))
}

// leastFor returns the highest threshold with which words wait no longer than a latency, as a rule.
func leastFor(m *settling.Model, examples [][]settling.Example, at [][]int, latency int) float64 {
	low, high := 0.0, 1.0
	for range 14 {
		mid := (low + high) / 2
		w, _ := waits(m, examples, at, latency, mid)
		if len(w) > 0 && w[len(w)/2] <= max(1, latency-1) && w[len(w)*95/100] <= pipeline.LatencyBound*latency {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

func reportSettling(to io.Writer, m *settling.Model, examples [][]settling.Example, at [][]int) {
	n := 0
	for i := range examples {
		n += len(examples[i])
	}
	fmt.Fprintf(to, "%d examples\n", n)
	for _, latency := range []int{1, 2, 3, 4, 5, 8, 10, 12, 20, 30} {
		w, same := waits(m, examples, at, latency, m.Threshold(latency))
		if len(w) > 0 {
			fmt.Fprintf(to, "latency %d: at least %.4f, median %d, 95%% %d, %.2f%% stay\n", latency, m.Threshold(latency), w[len(w)/2], w[len(w)*95/100], 100*same)
		}
	}
}
