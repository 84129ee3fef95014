// Package coling2014 repeats Table 8 of Wang, Ng and Sim (COLING 2014): what each evaluator and
// producer of the decoder adds.
package coling2014

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/producers"
	"github.com/tidytalk/tidytalk/training/train"
)

// Table scores the rows of Table 8 of COLING 2014, and those of what is new here.
type Table struct {
	Bundle *engine.Bundle
	// Sentences are the same, without times and with.
	Sentences [2][]data.Sentence
	// TwoLabels and BIES are files of bundles with edit models of other labels, "" for none.
	TwoLabels, BIES string
	Only            string // score only rows with this in their name, and the first
	Seed            uint64 // of tuning and of the bootstrap
	Workers         int    // goroutines of tuning
	Prior           float64

	base [2][]metric.Counts
}

// Scored is a row of the table, without times and with.
type Scored struct {
	Name   string
	Paper  string // its F1 without and with pauses, as far as there are figures
	Scores [2]*metric.Disfluency
	P      [2]float64 // share of bootstrap samples in which the row is no better than the first
	Speed  float64    // words a second on one core
}

// row says how a row is scored.
type row struct {
	name, paper string
	file        string // bundle whose baseline is scored, "" the one under test
	mode        engine.Mode
	without     []string // components and features left out
	och         bool     // tune without a prior, as the paper does
	keep        bool     // do not tune: the weights of the product
}

// Run scores the rows and hands each to report when it is done. The first error ends it.
func (x *Table) Run(ctx context.Context, report func(*Scored) error) error {
	for i, r := range x.rows() {
		if i > 0 && !strings.Contains(r.name, x.Only) {
			continue // the first is what p compares with
		}
		out := &Scored{Name: r.name, Paper: r.paper}
		for times := range 2 {
			s, counts, speed, err := x.score(ctx, r, times)
			if err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
			out.Scores[times], out.Speed = s, speed
			if x.base[times] == nil {
				x.base[times] = counts
			}
			out.P[times] = metric.PairedBootstrap(counts, x.base[times], 1000, x.Seed)
		}
		if err := report(out); err != nil {
			return err
		}
	}
	return nil
}

// rows are Table 8, then what is new here.
func (x *Table) rows() []row {
	const repairs, edits = evaluators.RepairsName, evaluators.EditWords
	var experts []string
	if x.Bundle.Sentences().Experts() != nil {
		experts = []string{engine.PartExperts}
	}
	withExperts := func(name, paper string, without ...string) row {
		return row{name: name, paper: paper, without: append(without, repairs, edits), och: true}
	}
	decoder := func(name, paper string, without ...string) row {
		return withExperts(name, paper, append(without, experts...)...)
	}
	rows := []row{
		{name: "baseline, 3 labels", paper: "84.7", mode: engine.ModeBaseline},
	}
	if f := x.TwoLabels; f != "" {
		rows = append(rows, row{name: "baseline, 2 labels", paper: "84.3", mode: engine.ModeBaseline, file: f})
	}
	if f := x.BIES; f != "" {
		rows = append(rows, row{name: "baseline, BIES", paper: "84.4", mode: engine.ModeBaseline, file: f})
	}
	if len(experts) > 0 {
		rows = append(rows, row{name: "direct combination of the experts", paper: "85.2", mode: engine.ModeExperts})
	}
	rows = append(rows,
		decoder("M3N-disfluent + M3N-fluent", "85.1", evaluators.FluentLM, evaluators.DisfluentLM),
		decoder("M3N-disfluent + fluent LM", "85.2", evaluators.M3NFluent, evaluators.DisfluentLM),
		decoder("M3N-disfluent + disfluent LM", "85.1", evaluators.M3NFluent, evaluators.FluentLM),
		decoder("all four", "85.6 / 85.9"),
	)
	if len(experts) > 0 {
		rows = append(rows,
			withExperts("M3N-disfluent + experts", "85.2", evaluators.M3NFluent, evaluators.FluentLM, evaluators.DisfluentLM),
			withExperts("all four + experts", "85.7 / 86.1"),
		)
	}
	rows = append(rows,
		row{name: "all four + counts", without: append([]string{repairs}, experts...), och: true},
		row{name: "all four + repairs", without: append([]string{edits}, experts...)},
		row{name: "all with experts (the product), weights of the bundle", keep: true},
		row{name: "all with experts (the product)"},
	)
	if len(experts) > 0 {
		rows = append(rows, row{name: "  without the experts", without: experts})
	}
	for _, n := range []string{evaluators.M3NDisfluent, evaluators.M3NFluent, evaluators.FluentLM, evaluators.DisfluentLM} {
		rows = append(rows, row{name: "  without " + n, without: append([]string{n}, experts...)})
	}
	for _, n := range []string{producers.EditWordsName, producers.RepetitionName, producers.FillerWordsName, producers.DictionaryName} {
		rows = append(rows, row{name: "  without " + n, without: []string{n}, keep: true})
	}
	return rows
}

// Prior is the Table.Prior of the published rows.
const Prior = 0.02

// restarts of the search for weights.
const restarts = 20

// tableMargin is the margin of the search of all rows, in tuning and in scoring.
const tableMargin = 2

// score tunes and scores a row. It also returns the counts of edit words of each
// sentence, and the words a second on one core.
func (x *Table) score(ctx context.Context, r row, times int) (*metric.Disfluency, []metric.Counts, float64, error) {
	b := x.Bundle
	if r.file != "" {
		var err error
		if b, err = engine.Open(r.file); err != nil {
			return nil, nil, 0, err
		}
	}
	o := pipeline.Options{LabelOptions: engine.LabelOptions{Mode: r.mode, AllFeatures: true, Decoder: engine.DecoderOptions{Without: r.without, Margin: tableMargin}}}
	if r.mode.Decodes() && !r.keep {
		var t train.TuneOptions
		t.Decoder = o.Decoder
		t.Seed, t.Workers, t.Prior, t.Restarts = x.Seed, x.Workers, x.Prior, restarts
		if r.och {
			t.Prior = 0
		}
		tuned, err := train.Tune(ctx, b.Sentences(), x.Sentences[times], t)
		if err != nil {
			return nil, nil, 0, err
		}
		o.Settings = []engine.Settings{tuned.Settings}
	}
	p, err := pipeline.New(b, o)
	if err != nil {
		return nil, nil, 0, err
	}
	from := time.Now()
	scores, counts := new(metric.Disfluency), make([]metric.Counts, len(x.Sentences[times]))
	for i := range x.Sentences[times] {
		s := &x.Sentences[times][i]
		out, err := p.Sentence(ctx, s, false)
		if err == nil {
			err = out.Problem
		}
		if err != nil {
			return nil, nil, 0, err
		}
		scores.Add(s, out.Decisions)
		counts[i] = train.StatsOf(s, data.LabelsOf(out.Decisions)).Edit
	}
	return scores, counts, float64(scores.Tokens) / time.Since(from).Seconds(), nil
}
