package emnlp2014

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/zeebo/xxh3"
	"gonum.org/v1/gonum/floats"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Columns that the templates of the paper read: the word, its tag and whether it is a
// filler to the first stage, the pauses around it and n-gram scores; and what the first
// step of a cascade says.
var (
	jointColumns = []string{"w", "p", "f"}
	jointReals   = []string{"pb", "pa", "n1", "n3", "n4", "nw", "ne"}
	jointSchema  = &m3n.Schema{Symbols: append(slices.Clone(jointColumns), "e"), Reals: jointReals, Tails: jointReals[stages.Pauses:]}
)

// stream is a stream with the columns that models read: they are computed once for all.
type stream struct {
	columns    [][]uint32
	reals      [][]float64
	df         []data.Label
	marks      []data.Punct // by the rule
	fold, conv int
}

func (s *stream) len() int { return len(s.df) }

// fill makes a sequence of words [from, to) of the stream.
func (s *stream) fill(seq *m3n.Sequence, first []uint8, from, to int) {
	seq.Reset(to - from)
	for i, c := range s.columns {
		copy(seq.Column(i), c[from:to])
	}
	for i, r := range s.reals {
		copy(seq.Real(i), r[from:to])
	}
	if first != nil {
		e := seq.Column(len(s.columns))
		for t := range e {
			e[t] = m3n.Int(int(first[from+t]))
		}
	}
}

// readStreams computes the columns of a corpus.
func readStreams(c *punct.Corpus, rule data.Rule) []*stream {
	schema := stages.StageSchema()
	out := make([]*stream, len(c.Examples))
	pool := sync.Pool{New: func() any { return m3n.NewSequence(schema) }}
	c.Each(len(out), func(i int) {
		e := c.Examples[i]
		s := &stream{df: e.Gold.DF, marks: e.Gold.Puncts, fold: e.Fold, conv: e.Conv}
		if rule == data.PapersRule {
			s.marks = e.Gold.EndPuncts
		}
		seq := pool.Get().(*m3n.Sequence)
		new(stages.ReadingColumns).Fill(seq, e.Input.Reading)
		for _, name := range jointColumns {
			s.columns = append(s.columns, slices.Clone(seq.Column(slices.Index(schema.Symbols, name))))
		}
		for _, name := range jointReals {
			s.reals = append(s.reals, slices.Clone(seq.Real(slices.Index(schema.Reals, name))))
		}
		pool.Put(seq)
		out[i] = s
	})
	return out
}

// Fit is how the CRFs of a comparison are trained.
type Fit struct {
	// L2 are the weights of the regulariser, of which one is chosen for each model on the
	// conversations of Joint.Choose.
	L2 []float64
	// Steps is the most that are taken by LBFGS, on whole streams. 0 makes Passes of
	// stochastic steps on parts of streams with so many words, at Rate and with Dropout.
	Steps, Passes, Words int
	Rate, Dropout        float64
}

// task is a model to be trained.
type task struct {
	step      string
	labelling *labelling
	first     [][]uint8 // labels of a first step for all training streams, nil for none
	without   int       // fold that is left out, negative for none
}

// basis identifies what a labelling is trained on.
func (j *Joint) basis(l *labelling) uint64 {
	h := xxh3.New()
	var b []byte
	for _, s := range j.train {
		b = fmt.Appendln(b[:0], s.conv, s.fold, s.len())
		for _, c := range s.columns {
			for _, v := range c {
				b = binary.LittleEndian.AppendUint32(b, v)
			}
		}
		for _, r := range s.reals {
			for _, v := range r {
				b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
			}
		}
		for t := range s.len() {
			if l.df {
				b = append(b, byte(s.df[t]))
			}
			if l.pu {
				b = append(b, byte(s.marks[t]))
			}
		}
		h.Write(b)
	}
	return h.Sum64()
}

// fit trains a model for each weight of the regulariser.
func (j *Joint) fit(ctx context.Context, t task) ([]*m3n.Model, error) {
	templates, err := t.labelling.templates(j.Orders, t.first != nil)
	if err != nil {
		return nil, err
	}
	step := fmt.Sprintf("%s, orders %d %d", t.step, j.Orders.Templates, j.Orders.Transitions)
	if t.labelling.pu || t.first != nil {
		step += fmt.Sprintf(", %s' rule", j.Rule)
	}
	if t.without >= 0 {
		step += fmt.Sprintf(", fold %d of %d", t.without+1, j.folds)
	}
	dataset := sync.OnceValues(func() (*m3n.Dataset, error) { return j.dataset(t, templates) })
	h := xxh3.New()
	for _, first := range t.first {
		h.Write(first)
	}
	basis := j.basis(t.labelling)
	var out []*m3n.Model
	for _, l2 := range j.Fit.L2 {
		name := fmt.Sprintf("%s, regulariser %v", step, l2)
		config := fmt.Sprintf(`{"recipe":%d,"step":%q,"basis":"%s %016x","without":%q,"first":"%016x","templates":%q,"l2":%v,"fit":"%d %d %d %v %v %d"}`,
			jointRecipe, name, j.Basis, basis, j.without(), h.Sum64(), templates, l2, j.Fit.Steps, j.Fit.Passes, j.Fit.Words, j.Fit.Rate, j.Fit.Dropout, j.Seed)
		file, err := stages.RunStep(j.Dir, name, config, j.Report, func() ([]byte, error) {
			d, err := dataset()
			if err != nil {
				return nil, err
			}
			w, err := j.weights(ctx, name, d, l2)
			if err != nil {
				return nil, err
			}
			m, err := m3n.NewModel(d, w, m3n.Prune{})
			if err != nil {
				return nil, err
			}
			return m.Marshal(config)
		})
		if err != nil {
			return nil, fmt.Errorf("training the %s: %w", name, err)
		}
		m, err := m3n.UnmarshalModel(file)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// jointRecipe is the version of what fit makes of its settings.
const jointRecipe = 2

// weights trains on a dataset.
func (j *Joint) weights(ctx context.Context, step string, d *m3n.Dataset, l2 float64) ([]float32, error) {
	event := stages.Event{Step: step, Passes: max(j.Fit.Steps, j.Fit.Passes)}
	report := func(p m3n.Progress) {
		if event.Progress = p; j.Report != nil {
			j.Report(event)
		}
	}
	report(m3n.Progress{})
	if j.Fit.Steps == 0 {
		return m3n.Subgradient{
			Objective: m3n.LogLoss{}, Passes: j.Fit.Passes, Rate: j.Fit.Rate, Dropout: j.Fit.Dropout, L2: l2, Batch: 2, Seed: j.Seed, Workers: j.Workers,
			Report: func(p m3n.Progress, _ func() []float32) { report(p) },
		}.Train(ctx, d)
	}
	exact, err := m3n.LBFGS{
		L2: l2, Steps: j.Fit.Steps, Tolerance: tolerance, Workers: j.Workers,
		Report: func(p m3n.Progress, _ func() []float64) { report(p) },
	}.Train(ctx, d)
	w := make([]float32, len(exact))
	for i, v := range exact {
		w[i] = float32(v)
	}
	return w, err
}

// tolerance is how large a component of the gradient of the log-loss of all streams may be
// at the end of training.
const tolerance = 1

// without identifies what is not learned from.
func (j *Joint) without() string {
	if len(j.choice) == 0 {
		return j.Held
	}
	return j.Held + " " + j.Choose
}

// part is a part of a training stream.
type part struct{ stream, from, to int }

// parts returns the parts of the streams that are trained on.
func (j *Joint) parts() []part {
	var out []part
	for i, s := range j.train {
		if j.held(s) || j.toChoose(s) {
			continue
		}
		size := s.len()
		if j.Fit.Steps == 0 {
			size = j.Fit.Words
		}
		for from := 0; from < s.len(); from += size {
			out = append(out, part{i, from, min(from+size, s.len())})
		}
	}
	return out
}

// dataset returns what a task is trained on. The models of folds have the features of the
// model of all, which are counted once: no label of a fold is in them.
func (j *Joint) dataset(t task, templates *m3n.Templates) (*m3n.Dataset, error) {
	parts := j.parts()
	d := j.compiled[t.labelling]
	if t.first != nil || d == nil {
		var err error
		if d, err = m3n.NewDataset(j.corpus(t, templates, parts), templates, j.Workers); err != nil {
			return nil, err
		}
		if t.first == nil && t.labelling.df != t.labelling.pu {
			j.compiled[t.labelling] = d
		}
	}
	if t.without < 0 {
		return d, nil
	}
	keep := make([]bool, len(parts))
	for i, p := range parts {
		keep[i] = j.train[p.stream].fold != t.without
	}
	return d.Subset(keep)
}

// corpus returns parts of streams with the labels of a task.
func (j *Joint) corpus(t task, templates *m3n.Templates, parts []part) *m3n.Corpus {
	labels := t.labelling.names(templates)
	code := codes(labels)
	return &m3n.Corpus{
		Schema: jointSchema, Labels: labels, Start: int(code[data.O][data.Period]), N: len(parts),
		Example: func(i int, seq *m3n.Sequence, x *m3n.Example) {
			p := parts[i]
			s := j.train[p.stream]
			var first []uint8
			if t.first != nil {
				first = t.first[p.stream]
			}
			s.fill(seq, first, p.from, p.to)
			x.Gold = x.Gold[:0]
			for w := p.from; w < p.to; w++ {
				x.Gold = append(x.Gold, code[s.df[w]][s.marks[w]])
			}
		}}
}

// told is what a model says of the words of a stream.
type told struct {
	df    []data.Label
	marks []data.Punct
}

// first returns what a model that tells one of the two says as the labels of a first step.
func (t *told) first(l *labelling) []uint8 {
	out := make([]uint8, len(t.df))
	for w := range out {
		out[w] = uint8(t.df[w])
		if l.pu {
			out[w] = uint8(t.marks[w])
		}
	}
	return out
}

// tell labels streams: by the most probable sequence of labels, and each word by the most
// probable of its own. first holds the labels of a first step, nil for none.
func (j *Joint) tell(m *m3n.Model, in []*stream, first [][]uint8) (best, own []told) {
	best, own = make([]told, len(in)), make([]told, len(in))
	meaning := meanings(m.Labels)
	type worker struct {
		seq     *m3n.Sequence
		scratch *m3n.Scratch
		y       []uint8
		post    []float64
	}
	workers := make([]*worker, j.Workers)
	parallel.Strided(j.Workers, len(in), func(k, i int) {
		if workers[k] == nil {
			workers[k] = &worker{seq: m3n.NewSequence(jointSchema), scratch: m.NewScratch()}
		}
		w, s := workers[k], in[i]
		var labels []uint8
		if first != nil {
			labels = first[i]
		}
		s.fill(w.seq, labels, 0, s.len())
		lat := m.Score(w.seq, w.scratch)
		w.y = slices.Grow(w.y[:0], s.len())[:s.len()]
		lat.Viterbi(w.y)
		for _, y := range w.y {
			best[i].df, best[i].marks = append(best[i].df, meaning[y].df), append(best[i].marks, meaning[y].mark)
		}
		w.post, _ = lat.NodePosteriors(w.post)
		for t := range s.len() {
			y, mark := mostProbable(w.post[t*lat.L:(t+1)*lat.L], meaning)
			own[i].df, own[i].marks = append(own[i].df, y), append(own[i].marks, mark)
		}
	})
	return best, own
}

// mostProbable returns the disfluency label and the mark of the highest probability, given
// those of labels.
func mostProbable(post []float64, meaning []pair) (data.Label, data.Punct) {
	var df [data.NumLabels]float64
	var marks [data.NumPuncts]float64
	for y, p := range post {
		df[meaning[y].df] += p
		marks[meaning[y].mark] += p
	}
	return data.Label(floats.MaxIdx(df[:])), data.Punct(floats.MaxIdx(marks[:]))
}

// errNoChoice is the error of several regularisers with nothing to choose one on.
var errNoChoice = errors.New("one of several regularisers is chosen on conversations that are held out for it, and there are none: name some of the corpus (--choose), or one regulariser (--l2)")

var errNoStreams = errors.New("there is nothing to train on: all streams are held out")
