package emnlp2014

import (
	"context"
	"fmt"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
)

// The features of joint hypotheses: the four models of section 5.
var features = []string{"log P(DF|x)", "log P(PU|DF,x)", "log P(PU|x)", "log P(DF|PU,x)"}

// joint is a joint hypothesis of a stream.
type joint struct {
	features [4]float64
	stats    mert.Stats
}

// rescoring scores Table 6: 2n^2 joint hypotheses from n-best lists in either order,
// rescored with four models whose weights are tuned to all streams.
func (s *Study) rescoring(ctx context.Context, m *models, sizes []int, add func(Row)) error {
	for _, n := range sizes {
		lists := make([][]joint, len(s.Dev.Examples))
		s.Dev.Each(len(lists), func(i int) {
			if ctx.Err() == nil {
				lists[i] = s.hypotheses(m, i, n)
			}
		})
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		pool := mert.NewPool(features, len(lists))
		for i, list := range lists {
			for k := range list {
				if _, err := pool.Add(i, list[k].features[:], list[k].stats); err != nil {
					return err
				}
			}
		}
		weights, _, err := mert.Optimiser{Objective: both{}, Restarts: 20, Seed: s.Seed, Workers: s.Workers}.Optimise(ctx, pool, []float64{0.25, 0.25, 0.25, 0.25})
		if err != nil {
			return err
		}
		r := Row{Table: "Table 6", Name: fmt.Sprintf("rescoring, n = %d", n), PU: true, DF: true}
		if p, ok := paperRescoring[n]; ok {
			r.PaperPU, r.PaperDF = p[0], p[1]
		}
		for _, list := range lists {
			best, pu, df := 0, 0, 0
			for k := range list {
				if dot(weights, list[k].features) > dot(weights, list[best].features) {
					best = k
				}
				if wrong(list[k].stats.Punct) < wrong(list[pu].stats.Punct) {
					pu = k
				}
				if wrong(list[k].stats.Edit) < wrong(list[df].stats.Edit) {
					df = k
				}
			}
			r.Stats = append(r.Stats, list[best].stats)
			r.OraclePU, r.OracleDF = append(r.OraclePU, list[pu].stats), append(r.OracleDF, list[df].stats)
		}
		add(r)
	}
	return nil
}

// paperRescoring are the F1 of Table 6, with those of oracles.
var paperRescoring = map[int][2]string{
	1: {"71.5 (72.5)", "79.3 (81.1)"}, 2: {"71.2 (73.0)", "79.3 (81.8)"}, 3: {"71.2 (73.3)", "79.9 (82.6)"},
	4: {"71.2 (73.6)", "79.8 (82.8)"}, 5: {"71.2 (73.9)", "79.4 (83.3)"}, 6: {"71.1 (74.0)", "79.6 (83.5)"},
	8: {"71.2 (74.2)", "79.8 (84.0)"}, 10: {"71.2 (74.4)", "79.8 (84.3)"}, 12: {"71.1 (74.5)", "79.7 (84.6)"},
	15: {"71.2 (74.8)", "79.8 (84.9)"}, 18: {"71.1 (74.9)", "79.7 (85.1)"}, 25: {"70.7 (75.2)", "79.3 (85.5)"},
}

// wrong returns the number of errors, which an oracle has least of.
func wrong(c metric.Counts) int { return c.FP + c.FN }

func dot(w []float64, f [4]float64) (sum float64) {
	for i, v := range f {
		sum += w[i] * v
	}
	return sum
}

// both is the objective of the paper: edit words and marks together.
type both struct{}

func (both) Name() string               { return "edit words and marks" }
func (both) Value(s mert.Stats) float64 { return s.Edit.Plus(s.Punct).F1() }

// hypotheses returns the joint hypotheses of a stream: the n best of each first
// step, and for each the n best of the second. What is conditioned on the same first
// step is scored once.
func (s *Study) hypotheses(m *models, i, n int) []joint {
	e := s.Dev.Examples[i]
	sentence := data.Sentence{Tokens: s.Dev.Words[i]}
	pu, df := m.pu.Paths(e.Input), m.df.Paths(&sentence)

	// Everything by the numbers of distinct sequences.
	var marks [][]data.Punct
	var labels [][]data.Label
	markNumber, labelNumber := make(map[string]int), make(map[string]int)
	number := func(x []data.Punct) int {
		key := string(bytesOf(x))
		if _, ok := markNumber[key]; !ok {
			markNumber[key] = len(marks)
			marks = append(marks, x)
		}
		return markNumber[key]
	}
	numberDF := func(y []data.Label) int {
		key := string(bytesOf(y))
		if _, ok := labelNumber[key]; !ok {
			labelNumber[key] = len(labels)
			labels = append(labels, y)
		}
		return labelNumber[key]
	}
	puGiven, dfGiven := make(map[int]*punct.Paths), make(map[int]*stages.Paths)
	givenDF := func(y int) *punct.Paths {
		if puGiven[y] == nil {
			in := *e.Input
			in.DF = labels[y]
			puGiven[y] = m.puDF.Paths(&in)
		}
		return puGiven[y]
	}
	givenPU := func(x int) *stages.Paths {
		if dfGiven[x] == nil {
			in := sentence
			in.Ends, in.Puncts = marked([][]data.Punct{marks[x]})(0)
			dfGiven[x] = m.dfPU.Paths(&in)
		}
		return dfGiven[x]
	}
	var pairs [][2]int
	seen := make(map[[2]int]bool)
	pair := func(x, y int) {
		if p := [2]int{x, y}; !seen[p] {
			seen[p] = true
			pairs = append(pairs, p)
		}
	}
	for _, first := range pu.NBest(n) {
		x := number(first.Puncts)
		for _, second := range givenPU(x).NBest(n) {
			pair(x, numberDF(second.Labels))
		}
	}
	for _, first := range df.NBest(n) {
		y := numberDF(first.Labels)
		for _, second := range givenDF(y).NBest(n) {
			pair(number(second.Puncts), y)
		}
	}
	out := make([]joint, 0, len(pairs))
	for _, p := range pairs {
		x, y := p[0], p[1]
		out = append(out, joint{
			features: [4]float64{df.Logp(labels[y]), givenDF(y).Logp(marks[x]), pu.Logp(marks[x]), givenPU(x).Logp(labels[y])},
			stats:    s.punctStats(e.Gold, marks[x]).Plus(labelStats(e.Gold, labels[y])),
		})
	}
	return out
}

func bytesOf[T data.Punct | data.Label](x []T) []byte {
	out := make([]byte, len(x))
	for i, v := range x {
		out[i] = byte(v)
	}
	return out
}
