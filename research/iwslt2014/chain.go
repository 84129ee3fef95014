package iwslt2014

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/wordclass"
	"github.com/tidytalk/tidytalk/research/emnlp2010"
	"github.com/tidytalk/tidytalk/research/translation"
)

//go:embed templates/words.tmpl
var templates string

// How chains are trained: for their log-loss, by AdaGrad.
const (
	chainRate    = 0.2
	chainDropout = 0.35
	chainLabels  = 16 // at most; m3n keeps the weights of more another way
)

var chainSchema = &m3n.Schema{Symbols: emnlp2010.WordColumns()}

// chain finds marks by a linear chain over labels.
type chain struct {
	model   *m3n.Model
	classes *wordclass.Classes
	seq     *m3n.Sequence
	scratch *m3n.Scratch
	y       []uint8
	node    []float64
}

// chainSettings are those that the chain depends on.
func (r *run) chainSettings() []any {
	return []any{r.Least, r.Events, r.Passes, r.L2, r.Seed, templates}
}

// chained returns what a linear chain, which is trained once, says of the texts.
func (r *run) chained() (*labelled, error) {
	if r.chain != nil {
		return r.chain, nil
	}
	const name = "linear chain, labels"
	settings, err := json.Marshal(r.chainSettings())
	if err != nil {
		return nil, err
	}
	b, err := stages.RunStep(r.Dir, name, fmt.Sprintf(`{%s,"step":%q,"settings":%s}`, r.basis, name, settings), r.Report, func() ([]byte, error) {
		found, err := r.trainChain(name)
		if err != nil {
			return nil, err
		}
		return json.Marshal(found)
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	found := new(labelled)
	if err := json.Unmarshal(b, found); err != nil {
		return nil, fmt.Errorf("%s: a step of another kind: %w", name, err)
	}
	r.chain = found
	return found, nil
}

// trainChain trains a linear chain and labels the texts with it.
func (r *run) trainChain(name string) (*labelled, error) {
	t, err := m3n.ParseTemplates(strings.NewReader(templates), "templates")
	if err != nil {
		return nil, err
	}
	labels := labelsOf(r.Train, r.Least, min(r.Events, chainLabels))
	index, names := make(map[translation.Marks]uint8), []string{"O"}
	for i, l := range labels {
		index[l] = uint8(i)
		if i > 0 {
			names = append(names, strings.ReplaceAll(l.String(), " ", ""))
		}
	}
	classes, err := emnlp2010.ClassesOf(r.ctx, len(r.Train), func(i int) []string { return r.Train[i].Words }, r.Workers)
	if err != nil {
		return nil, err
	}
	d, err := m3n.NewDataset(&m3n.Corpus{
		Schema: chainSchema, Labels: names, Start: -1, N: len(r.Train),
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			emnlp2010.FillWords(seq, withBegin(nil, &r.Train[i]), classes)
			ex.Gold = ex.Gold[:0]
			for _, g := range r.Train[i].Gaps {
				ex.Gold = append(ex.Gold, labelOf(index, g))
			}
		},
	}, t, max(1, r.Workers))
	if err != nil {
		return nil, err
	}
	event := stages.Event{Step: name, Passes: r.Passes}
	w, err := m3n.Subgradient{
		Objective: m3n.LogLoss{}, Passes: r.Passes, L2: r.L2 / float64(d.Sequences()), Rate: chainRate, Dropout: chainDropout, Seed: r.Seed, Workers: max(1, r.Workers),
		Report: func(p m3n.Progress, _ func() []float32) {
			event.Progress = p
			r.report(event)
		},
	}.Train(r.ctx, d)
	if err != nil {
		return nil, err
	}
	model, err := m3n.NewModel(d, w, m3n.Prune{})
	if err != nil {
		return nil, err
	}
	found, err := r.labelAll(func() (labeller, error) {
		return &chain{model: model, classes: classes, seq: m3n.NewSequence(chainSchema), scratch: model.NewScratch()}, nil
	})
	if err != nil {
		return nil, err
	}
	found.Labels = labels
	return found, nil
}

// labelOf returns the label of marks, or that of as many of the first ones as have one.
func labelOf(index map[translation.Marks]uint8, m translation.Marks) uint8 {
	for n := m.Len(); ; n-- {
		if y, ok := index[m.First(n)]; ok {
			return y
		}
	}
}

// label is that of a labeller.
func (c *chain) label(words []string) ([]int, []float32) {
	emnlp2010.FillWords(c.seq, words, c.classes)
	lat := c.model.Score(c.seq, c.scratch)
	c.y = append(c.y[:0], make([]uint8, len(words))...)
	lat.Viterbi(c.y)
	best := make([]int, len(words))
	for t, y := range c.y {
		best[t] = int(y)
	}
	c.node, _ = lat.NodePosteriors(c.node)
	return best, small(c.node)
}
