package main

import (
	"io"
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
  tidytalk-lab train settling -o settling.txt --corpus dev.tsv
  tidytalk bundle extract --raw --parts settling -o settling.txt
  tidytalk-lab train settling -o new.txt --weights settling.txt --corpus dev.tsv`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "this `SPLIT` of the corpus: train, dev or test"},
			&cli.StringFlag{Name: "only", Usage: "only conversations whose number starts with `PREFIX`"},
			&cli.StringFlag{Name: "weights", Usage: "keep the weights of a model, as it was written to `FILE`: measure the least probabilities alone"},
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
	m, err := settlingModel(c, p, streams)
	if err != nil {
		return err
	}
	m.Least = make([]float64, calibrated[len(calibrated)-1])
	from := 0
	for _, words := range calibrated {
		if err := calibrate(c, p, streams, m, words); err != nil {
			return err
		}
		for n := from + 1; n < words; n++ { // between two, in a line
			share := float64(n-from) / float64(words-from)
			m.Least[n-1] = (1-share)*m.Least[max(0, from-1)] + share*m.Least[words-1]
		}
		from = words
	}
	return fileio.Write(c, c.String("output"), func(w io.Writer) error {
		return m.Write(w)
	})
}

// settlingModel returns a model that has learned from streams, or the one that is named. Its thresholds are not known.
func settlingModel(c *cli.Context, p *pipeline.Pipeline, streams []data.Sentence) (*settling.Model, error) {
	if name := c.String("weights"); name != "" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		return settling.Read(f, name)
	}
	examples := make([][]settling.Example, len(streams))
	done := training.Counting(c, "replaying", "stream", "streams", len(streams))
	err := parallel.Each(c.Context, c.Int("jobs"), len(streams), func(i int) error {
		defer done()
		var err error
		examples[i], err = p.SettlingExamples(c.Context, streams[i].Tokens, mostBehind)
		return err
	})
	if err != nil {
		return nil, err
	}
	var all []settling.Example
	for i := range examples {
		all = append(all, examples[i]...)
	}
	return settling.Train(all, 1), nil
}

// calibrated are the latencies in words of which the thresholds are measured, and calibrating is how many of the streams are
// read for it.
var calibrated = []int{1, 2, 3, 4, 5, 8, 12, 20, 30}

const calibrating = 44

// calibrate sets the threshold for a latency to the highest one at which the median word waits no longer, and the 95th
// percentile three times that: streams settle their words by it.
func calibrate(c *cli.Context, p *pipeline.Pipeline, streams []data.Sentence, m *settling.Model, latency int) error {
	low, high := 0.98, 1.0
	for range 7 {
		mid := (low + high) / 2
		m.Least[latency-1] = mid
		waits := make([][]int, min(calibrating, len(streams)))
		err := parallel.Each(c.Context, c.Int("jobs"), len(waits), func(i int) (err error) {
			waits[i], err = p.SettlingWaits(c.Context, streams[i*len(streams)/len(waits)].Tokens, pipeline.Latency{Words: latency}, m)
			return err
		})
		if err != nil {
			return err
		}
		all := slices.Sorted(slices.Values(slices.Concat(waits...)))
		if len(all) > 0 && all[len(all)/2] <= latency && all[len(all)*95/100] <= pipeline.LatencyBound*latency {
			low = mid
		} else {
			high = mid
		}
	}
	m.Least[latency-1] = low
	return nil
}
