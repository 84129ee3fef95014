package editor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	_ "embed"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

//go:embed templates/editor.tmpl
var templates string

// Example is the text of a turn with what an editor has made of it.
type Example struct {
	Text
	Joined []bool // see Model.Removed
	Gone   []bool // an editor took the word out
	Known  []bool // the editor's text tells that; nil: of all words
	Pure   bool   // the editor did nothing but take out words
	Group  int    // what an editor made at once, such as an episode: folds hold out whole groups
}

// Trainer says how a model is trained.
type Trainer struct {
	L2      float64 // of the weights, by sequence
	Steps   int     // of L-BFGS at most
	Folds   int     // of jackknifing, which calibrates
	Often   int     // times that words must have been taken out alone to be a phrase
	Spread  int     // groups in which they must
	Share   float64 // of the places of such words in which they were, at least
	Least   int     // stretches of a kind that a step of the calibration is made of
	Workers int     // goroutines; the result does not depend on it
	// Report is told what is trained: the fold, 0 for the model of all, and the step.
	Report func(fold, step int, objective float64)
}

// DefaultTrainer returns the settings of the default model.
func DefaultTrainer() Trainer {
	return Trainer{L2: 3, Steps: 80, Folds: 4, Often: 5, Spread: 2, Share: 0.03, Least: 60}
}

// ErrNoExamples is the error of training on nothing.
var ErrNoExamples = errors.New("editor: there is nothing to learn from")

// Held is a stretch of an example that a model judged that was not trained on it.
type Held struct {
	Stretch                // Probability is what the chain says, not calibrated
	Example, Gone, All int // words that the editor took out, and all of which that is known
}

// Train trains a model. It returns, too, what models say of the examples that have not seen their group. The result
// does not depend on the number of workers.
func (tr Trainer) Train(ctx context.Context, in []Example) (*Model, []Held, error) {
	groups := make(map[int]bool)
	for i := range in {
		groups[in[i].Group] = true
	}
	if len(groups) < 2 {
		return nil, nil, fmt.Errorf("%w: models are judged on transcripts that they have not seen, so that there must be two at least, not %d", ErrNoExamples, len(groups))
	}
	folds := min(tr.Folds, len(groups))
	of := foldsOf(in, folds)
	var held []Held
	for f := range folds {
		m, err := tr.chain(ctx, f+1, in, func(i int) bool { return of[in[i].Group] != f })
		if err != nil {
			return nil, nil, err
		}
		w := m.workers.Get().(*worker)
		for i := range in {
			if of[in[i].Group] != f || len(in[i].Words) == 0 {
				continue
			}
			w.p = m.probabilities(&in[i].Text, w)
			for _, x := range m.stretches(&in[i].Text, w.p, in[i].Joined) {
				h := Held{Stretch: x, Example: i}
				for t := x.From; t < x.To; t++ {
					if in[i].Known == nil || in[i].Known[t] {
						h.All++
						if in[i].Gone[t] {
							h.Gone++
						}
					}
				}
				held = append(held, h)
			}
		}
	}
	m, err := tr.chain(ctx, 0, in, func(int) bool { return true })
	if err != nil {
		return nil, nil, err
	}
	m.calibration = calibrated(held, tr.Least)
	for i := range held {
		held[i].Probability = m.calibration.of(held[i].Kind, held[i].Probability)
	}
	return m, held, nil
}

// foldsOf deals groups to folds, the largest first, each to the fold that has the fewest words.
func foldsOf(in []Example, folds int) map[int]int {
	words := make(map[int]int)
	var groups []int
	for i := range in {
		if _, seen := words[in[i].Group]; !seen {
			groups = append(groups, in[i].Group)
		}
		words[in[i].Group] += len(in[i].Words)
	}
	slices.SortStableFunc(groups, func(a, b int) int { return words[b] - words[a] })
	of, sum := make(map[int]int), make([]int, folds)
	for _, g := range groups {
		f := 0
		for k := range sum {
			if sum[k] < sum[f] {
				f = k
			}
		}
		of[g] = f
		sum[f] += words[g]
	}
	return of
}

// chain trains a chain on the examples that are taken, and finds the phrases in them.
func (tr Trainer) chain(ctx context.Context, fold int, in []Example, taken func(i int) bool) (*Model, error) {
	var seen []Example
	for i := range in {
		if len(in[i].Words) > 0 && taken(i) {
			seen = append(seen, in[i])
		}
	}
	if len(seen) == 0 {
		return nil, ErrNoExamples
	}
	t, err := m3n.ParseTemplates(strings.NewReader(templates), "editor.tmpl")
	if err != nil {
		return nil, err
	}
	corpus := &m3n.Corpus{Schema: schema, Labels: labels, Start: stays, N: len(seen), Example: func(k int, seq *m3n.Sequence, ex *m3n.Example) {
		e := &seen[k]
		fill(seq, &e.Text)
		ex.Gold = ex.Gold[:0]
		for i := range e.Words {
			y := uint8(stays)
			if e.Gone[i] {
				y = goes
			}
			ex.Gold = append(ex.Gold, y)
		}
	}}
	d, err := m3n.NewDataset(corpus, t, tr.Workers)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	o := m3n.LBFGS{L2: tr.L2, Steps: tr.Steps, Workers: tr.Workers, Tolerance: 0.5, SeenOnly: false}
	if tr.Report != nil {
		o.Report = func(p m3n.Progress, _ func() []float64) { tr.Report(fold, p.Pass, p.Objective) }
	}
	w, err := o.Train(ctx, d)
	if err != nil {
		return nil, err
	}
	small := make([]float32, len(w))
	for i, x := range w {
		small[i] = float32(x)
	}
	chain, err := m3n.NewModel(d, small, m3n.Prune{Min: 0.01})
	if err != nil {
		return nil, err
	}
	m, ok := newModel(chain, phrasesOf(seen, tr.Often, tr.Spread, tr.Share), nil)
	if !ok {
		panic("editor: a chain of other columns than it was trained with")
	}
	return m, nil
}

// calibrated makes a calibration of what was held out: for each kind, stretches in order of their probability are put together to steps of
// the same share, that rise (pool adjacent violators).
func calibrated(held []Held, least int) calibration {
	out := make(calibration)
	for i := range data.NumEditorial {
		k := data.Openers << i
		var of []Held
		for _, h := range held {
			if h.Kind == k && h.All > 0 {
				of = append(of, h)
			}
		}
		slices.SortStableFunc(of, func(a, b Held) int {
			switch {
			case a.Probability < b.Probability:
				return -1
			case a.Probability > b.Probability:
				return 1
			}
			return 0
		})
		out[k.String()] = isotonic(of, least)
	}
	return out
}

// isotonic fits a line that does not fall to shares of words that went.
func isotonic(of []Held, least int) curve {
	type pool struct{ x, gone, all float64 }
	var pools []pool
	for from := 0; from < len(of); from += least {
		var p pool
		for _, h := range of[from:min(from+least, len(of))] {
			p.x += h.Probability * float64(h.All)
			p.gone += float64(h.Gone)
			p.all += float64(h.All)
		}
		pools = append(pools, p)
		for n := len(pools); n > 1 && pools[n-2].gone/pools[n-2].all >= pools[n-1].gone/pools[n-1].all; n = len(pools) {
			a, b := pools[n-2], pools[n-1]
			pools = append(pools[:n-2], pool{a.x + b.x, a.gone + b.gone, a.all + b.all})
		}
	}
	var c curve
	for _, p := range pools {
		c.X, c.Y = append(c.X, p.x/p.all), append(c.Y, p.gone/p.all)
	}
	return c
}
