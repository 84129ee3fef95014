package punct

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/spare"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

// ChainKind and ChainVersion are the kind and format version of the file of a Chain.
const (
	ChainKind    = "punct-chain"
	ChainVersion = 1
)

// Chain predicts punctuation with a linear chain: an M3N or a CRF.
type Chain struct {
	model   *m3n.Model
	labels  *labelSet
	second  bool // it is one of a second pass, which reads Input.First
	voiced  bool // it reads what a voice says
	header  chainHeader
	workers spare.Pool
}

// chainHeader is the part of a file that is JSON.
type chainHeader struct {
	Name string
	// Style is the one to punctuate in.
	Style Style
	// Threshold is the least posterior of a punctuation mark that is set; 0 sets the marks of the
	// best sequence of labels. What is best for F1 is about half the F1 that is
	// reached, where posteriors are right (Lipton et al. 2014).
	Threshold float64
	// Offsets are added to the scores of the labels at words with times, Untimed at
	// words without: what punctuation the development data have in place of those of the
	// training data.
	Offsets, Untimed []float64
}

// chainWorker is the memory of one goroutine.
type chainWorker struct {
	seq     *m3n.Sequence
	columns columns
	scratch *m3n.Scratch
	post    []float64
	y       []uint8
}

// newChain returns a chain, and false if the model has other columns or labels.
func newChain(m *m3n.Model, h chainHeader) (*Chain, bool) {
	labels, ok := labelsOf(m.Labels)
	of := slices.IndexFunc([]*m3n.Schema{schema, voicedSchema, secondSchema, voicedSecondSchema}, func(s *m3n.Schema) bool { return reflect.DeepEqual(m.Schema, s) })
	if !ok || of < 0 || !labels.fit(h.Offsets) || !labels.fit(h.Untimed) {
		return nil, false
	}
	c := &Chain{model: m, labels: labels, second: of >= 2, voiced: of%2 == 1, header: h}
	return c, true
}

func (c *Chain) newWorker() *chainWorker {
	return &chainWorker{seq: m3n.NewSequence(c.model.Schema), scratch: c.model.NewScratch()}
}

// fit reports whether there is an offset for each label, or none at all.
func (s *labelSet) fit(offsets []float64) bool {
	return len(offsets) == 0 || len(offsets) == len(s.names)
}

// UnmarshalChain opens the file of a chain, which it uses as it lies. Errors wrap
// those of package container.
func UnmarshalChain(file []byte, options ...container.Option) (*Chain, error) {
	f, err := container.Open(file, ChainKind, ChainVersion, options...)
	if err != nil {
		return nil, err
	}
	var h chainHeader
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	m, err := m3n.UnmarshalModel(f.Section("model"), container.Inside(options)...)
	if err != nil {
		return nil, err
	}
	c, ok := newChain(m, h)
	if !ok {
		return nil, fmt.Errorf("%w: the punctuation model is made for other columns or labels: train it again", container.ErrOlder)
	}
	if h.Threshold < 0 || h.Threshold >= 1 || math.IsNaN(h.Threshold) {
		return nil, fmt.Errorf("%w: a threshold of %v", container.ErrChecksum, h.Threshold)
	}
	return c, nil
}

// Marshal returns the chain as a file that carries the text of its training
// configuration.
func (c *Chain) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(c.header)
	if err != nil {
		return nil, err
	}
	model, err := c.model.Marshal("")
	if err != nil {
		return nil, err
	}
	w := container.New(ChainKind, ChainVersion, config)
	w.Add("header", head)
	w.Add("model", model)
	return w.Bytes()
}

// Name implements Predictor.
func (c *Chain) Name() string { return c.header.Name }

// Features returns the number of the model's features.
func (c *Chain) Features() int { return c.model.Features() }

// Mapped returns the chain with f of its features and their weights, which is of the same labels and columns.
func (c *Chain) Mapped(f func(*m3n.Model) *m3n.Model) *Chain {
	out, _ := newChain(f(c.model), c.header)
	return out
}

// score fills a worker's lattice.
func (c *Chain) score(w *chainWorker, in *Input) *m3n.Lattice {
	w.columns.fill(w.seq, in, c.header.Style, c.second, c.voiced)
	lat := c.model.Score(w.seq, w.scratch)
	after := w.seq.Real(stages.PauseAfter)
	for t := range lat.T {
		offsets := c.header.Offsets
		if math.IsNaN(after[t]) {
			offsets = c.header.Untimed
		}
		for y, o := range offsets {
			lat.Node[t*lat.L+y] += o
		}
	}
	return lat
}

// worker returns memory that nobody uses; it goes back to c.workers.
func (c *Chain) worker() *chainWorker {
	if w, ok := c.workers.Get().(*chainWorker); ok {
		return w
	}
	return c.newWorker()
}

// Predict implements Predictor.
func (c *Chain) Predict(in *Input, out *Prediction) {
	if in.Reading.Len() == 0 {
		out.Reset(0)
		return
	}
	w := c.worker()
	defer c.workers.Put(w)
	c.predict(w, c.score(w, in), out)
}

// predict is Predict for a scored stream.
func (c *Chain) predict(w *chainWorker, lat *m3n.Lattice, out *Prediction) {
	n := lat.T
	out.Reset(n)
	w.post, _ = lat.NodePosteriors(w.post)
	for t := range n {
		last := -1.0
		for y, p := range w.post[t*lat.L : (t+1)*lat.L] {
			mark := c.labels.puncts[y]
			out.Posteriors[t][mark] += p
			if !c.labels.ends[y] {
				continue
			}
			out.Ends[t] += p
			if mark == data.Comma {
				out.EndCommas[t] += p
			}
			if mark >= data.Period && p > last {
				last, out.Last[t] = p, mark
			}
		}
	}
	if c.header.Threshold == 0 {
		w.y = append(w.y[:0], make([]uint8, n)...)
		lat.Viterbi(w.y)
		for t, y := range w.y {
			out.Puncts[t] = c.labels.puncts[y]
		}
		return
	}
	for t := range n {
		best := data.Comma
		for m := data.Comma; m < data.NumPuncts; m++ {
			if out.Posteriors[t][m] > out.Posteriors[t][best] {
				best = m
			}
		}
		if out.Posteriors[t][best] >= c.header.Threshold {
			out.Puncts[t] = best
		}
	}
}

// nBest returns the n best sequences of punctuation marks of a lattice, whose sum of paths is z. Sequences of labels that
// differ in where a question begins, or in no punctuation mark at all, count as one.
func (c *Chain) nBest(lat *m3n.Lattice, z float64, n int) []Sequence {
	var out []Sequence
	seen := make(map[string]bool)
	for ask := n; ; ask *= 2 {
		paths := lat.NBest(ask)
		out = out[:0]
		clear(seen)
		for _, p := range paths {
			s := Sequence{Puncts: make([]data.Punct, len(p.Labels)), Ends: make([]bool, len(p.Labels)), Logp: p.Score - z}
			key := make([]byte, len(p.Labels))
			for t, y := range p.Labels {
				s.Puncts[t], s.Ends[t] = c.labels.puncts[y], c.labels.ends[y]
				key[t] = byte(s.Puncts[t])
			}
			if !seen[string(key)] && len(out) < n {
				seen[string(key)] = true
				out = append(out, s)
			}
		}
		if len(out) == n || len(paths) < ask || ask > 64*n {
			return out
		}
	}
}

// Paths are the sequences of punctuation marks of a stream under a chain whose labels are marks
// alone. They belong to one goroutine.
type Paths struct {
	c   *Chain
	lat *m3n.Lattice
	z   float64 // natural logarithm of the sum over all
	y   []uint8
}

// Paths scores the sequences of punctuation marks of a stream. It panics if the labels of the
// chain are not punctuation marks alone (ChainConfig.PunctOnly).
func (c *Chain) Paths(in *Input) *Paths {
	if c.labels != &punctLabels {
		panic("punct: Paths of a chain whose labels are more than punctuation marks")
	}
	w := c.newWorker()
	lat := c.score(w, in)
	return &Paths{c: c, lat: lat, z: lat.LogPartition(), y: make([]uint8, lat.T)}
}

// NBest returns the n best sequences, best first.
func (p *Paths) NBest(n int) []Sequence { return p.c.nBest(p.lat, p.z, n) }

// Logp returns the natural logarithm of the probability of punctuation marks.
func (p *Paths) Logp(marks []data.Punct) float64 {
	for t, m := range marks {
		p.y[t] = uint8(m)
	}
	return p.lat.Score(p.y) - p.z
}
