package rnn

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/kernels"
)

// Example is a sequence with the labels of its words.
type Example struct {
	Input  Input
	Labels [][]int8 // of each head, of each word; -1: not known
	// Taught holds what a teacher thinks, of each word the probabilities of the labels of all heads, one head behind the
	// other; those of a head begin with Untaught where it says nothing of it. It is empty without a teacher.
	Taught []float32
}

// Untaught stands where a teacher says nothing.
const Untaught = -1

// Reset makes the example empty, for a network of a shape.
func (x *Example) Reset(c *Config) {
	x.Input.Reset(len(c.Columns))
	for len(x.Labels) < len(c.Heads) {
		x.Labels = append(x.Labels, nil)
	}
	x.Labels = x.Labels[:len(c.Heads)]
	for i := range x.Labels {
		x.Labels[i] = x.Labels[i][:0]
	}
	x.Taught = x.Taught[:0]
}

// Corpus are examples to train on.
type Corpus struct {
	N   int
	Len func(i int) int // words of an example
	// Example fills x, which is empty, with example i. What it draws, such as what it hides
	// in this pass, it draws from r. It is called from several goroutines at once.
	Example func(i int, r *rand.Rand, x *Example)
	// Of returns the examples of a pass; nil: all of every pass.
	Of func(pass int) []int
}

// Dropout are the shares of values that are hidden in training (Hinton et al. 2012).
type Dropout struct {
	Input  float64 // of embeddings and similarities
	Hidden float64 // of what LSTM layers put out
	Dense  float64 // of the dense layer
}

// Trainer trains networks.
type Trainer struct {
	Passes int
	Batch  int     // words of a step
	Rate   float64 // highest step size of Adam; it falls to 0 in a line
	Warm   float64 // share of the steps in which it rises
	Decay  float64 // of the weights, decoupled (Loshchilov and Hutter 2019)
	// Pull draws the weights towards those of the network that the training began with, as
	// Decay draws them towards 0.
	Pull    float64 `json:",omitempty"`
	Clip    float64 // largest norm of a step's gradient
	Average float64 // share of the steps, the last, whose weights are averaged
	Dropout Dropout
	Weights []float64 // of the loss of each head; nil: 1
	// Teacher is the share of a teacher in what a word is learned to be, where its label is known, and the weight of what is
	// learned from the teacher alone, where it is not (Hinton, Vinyals and Dean 2015, without a temperature).
	Teacher float64 `json:",omitempty"`
	Seed    uint64
	Workers int `json:"-"` // goroutines; the result does not depend on it
	// Report, where set, is called after every pass.
	Report func(Progress) `json:"-"`
	// Checkpoint, where set, is given what Resume goes on from after every pass.
	Checkpoint func(state []byte) `json:"-"`
	Resume     []byte             `json:"-"`
}

// Progress says how far a training is.
type Progress struct {
	Pass  int
	Loss  []float64 // of each head: mean negative natural log-likelihood of a word
	Right []float64 // of each head: share of the words whose label was the most probable one
	// Model returns the network so far, as it would be at the end.
	Model func() *Model
}

// shards is in how many parts a step is computed.
const shards = 4

// averageEvery is after how many steps weights are averaged: neighbours are alike.
const averageEvery = 10

// ErrCorpus is returned by Train for a corpus without examples.
var ErrCorpus = errors.New("rnn: there is nothing to train on")

// training is the state of a training.
type training struct {
	tr       *Trainer
	net      *network
	grads    []*network // of each shard
	passes   []*pass
	first    *network // that the weights are drawn to; nil: to none
	m, v     *network // moments of Adam
	average  *network
	averaged int
	step     int
	steps    int
	batch    [shards][]Example
	loss     [shards][]headLoss
}

type headLoss struct{ words, right, loss float64 }

// Train trains a network from one with float32 weights, or from a new one with first nil.
// The heads of first that c lacks, which are the last ones, are forgotten.
// Errors are ErrCorpus, ErrQuantised, those of Config.Validate and of ctx, and what is
// wrong with the shape of first or with Resume.
func (tr *Trainer) Train(ctx context.Context, c Config, first *Model, corpus *Corpus) (*Model, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	t := &training{tr: tr, net: newNetwork(c)}
	t.net.draw(tr.Seed)
	if first != nil {
		if err := first.trainable(t.net); err != nil {
			return nil, err
		}
		t.net.take(first.net)
		t.net.cutHeads()
		if tr.Pull > 0 {
			t.first = first.net
		}
	}
	t.m, t.v, t.average = t.net.like(), t.net.like(), t.net.like()
	for range shards {
		p := newPass(t.net)
		p.grad, p.drop = t.net.like(), tr.Dropout
		t.passes, t.grads = append(t.passes, p), append(t.grads, p.grad)
	}
	plan := make([][][][]int, tr.Passes)
	for pass := range plan {
		plan[pass] = tr.plan(corpus, pass)
		t.steps += len(plan[pass])
	}
	if t.steps == 0 {
		return nil, ErrCorpus
	}
	begin := 0
	if tr.Resume != nil {
		var err error
		if begin, err = t.resume(tr.Resume); err != nil {
			return nil, err
		}
	}
	for pass := begin; pass < tr.Passes; pass++ {
		total := make([]headLoss, len(c.Heads))
		for _, batch := range plan[pass] {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t.run(corpus, pass, batch)
			for _, l := range t.loss {
				for k, h := range l {
					total[k].words, total[k].right, total[k].loss = total[k].words+h.words, total[k].right+h.right, total[k].loss+h.loss
				}
			}
			t.update()
		}
		if tr.Checkpoint != nil {
			tr.Checkpoint(t.state(pass + 1))
		}
		if tr.Report != nil {
			p := Progress{Pass: pass + 1, Model: t.model}
			for _, h := range total {
				p.Loss, p.Right = append(p.Loss, h.loss/max(1, h.words)), append(p.Right, h.right/max(1, h.words))
			}
			tr.Report(p)
		}
	}
	return t.model(), nil
}

// model returns the network as it is now.
func (t *training) model() *Model {
	out := t.net.like()
	from := t.net
	if t.averaged > 0 {
		from = t.average
	}
	out.take(from)
	return &Model{net: out}
}

// plan deals the examples of a pass to steps, and those of a step to shards: sequences
// of like lengths together.
func (tr *Trainer) plan(corpus *Corpus, pass int) [][][]int {
	var all []int
	if corpus.Of != nil {
		all = corpus.Of(pass)
	} else {
		for i := range corpus.N {
			all = append(all, i)
		}
	}
	r := rand.New(rand.NewPCG(tr.Seed, uint64(pass)<<1|1))
	all = slices.DeleteFunc(slices.Clone(all), func(i int) bool { return corpus.Len(i) == 0 })
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	// Of the sequences of some steps, those of like lengths.
	const mixed = 20
	var steps [][]int
	for len(all) > 0 {
		n, words := 0, 0
		for n < len(all) && words < mixed*tr.Batch {
			words += corpus.Len(all[n])
			n++
		}
		part := all[:n]
		all = all[n:]
		slices.SortStableFunc(part, func(i, j int) int { return cmp.Compare(corpus.Len(i), corpus.Len(j)) })
		for len(part) > 0 {
			n, words := 0, 0
			for n < len(part) && words < tr.Batch {
				words += corpus.Len(part[n])
				n++
			}
			steps = append(steps, part[:n])
			part = part[n:]
		}
	}
	r.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	out := make([][][]int, len(steps))
	for i, s := range steps {
		out[i] = make([][]int, shards)
		for k := range shards {
			for j := k; j < len(s); j += shards {
				out[i][k] = append(out[i][k], s[j])
			}
		}
	}
	return out
}

// run computes the gradients of a step.
func (t *training) run(corpus *Corpus, pass int, batch [][]int) {
	c := &t.net.config
	parallel.Strided(min(t.tr.Workers, shards), shards, func(_, k int) {
		for _, p := range t.grads[k].params {
			if !p.rows {
				p.Zero()
			}
		}
		p, ids := t.passes[k], batch[k]
		for len(t.batch[k]) < len(ids) {
			t.batch[k] = append(t.batch[k], Example{})
		}
		var in []*Input
		for i, id := range ids {
			x := &t.batch[k][i]
			x.Reset(c)
			corpus.Example(id, rand.New(rand.NewPCG(t.tr.Seed^uint64(pass)<<32, uint64(id))), x)
			in = append(in, &x.Input)
		}
		t.loss[k] = append(t.loss[k][:0], make([]headLoss, len(c.Heads))...)
		if len(in) == 0 {
			return
		}
		p.rand = rand.New(rand.NewPCG(t.tr.Seed, uint64(t.step)<<8|uint64(k)))
		p.start(in)
		p.forward()
		p.loss(t.batch[k], t.tr, t.loss[k])
		p.backward()
	})
}

// loss computes the losses of a batch and the gradient of the logits, over the words of
// Trainer.Batch.
func (p *pass) loss(batch []Example, tr *Trainer, out []headLoss) {
	p.dlogit.Resize(p.words(), MaxLabels)
	p.dlogit.Zero()
	labels := 0
	for _, h := range p.net.config.Heads {
		labels += len(h.Labels)
	}
	for s, i := range p.order {
		for t := range p.lens[s] {
			row, d := p.logits.Row(p.row(s, t)), p.dlogit.Row(p.row(s, t))
			taught := batch[i].Taught
			if len(taught) > 0 {
				taught = taught[t*labels:]
			}
			for k, h := range p.net.config.Heads {
				n := len(h.Labels)
				weight := 1.0
				if tr.Weights != nil {
					weight = tr.Weights[k]
				}
				var soft []float32
				if len(taught) > 0 && taught[0] != Untaught {
					soft = taught[:n]
				}
				out[k].learn(d[:n], row[:n], int(batch[i].Labels[k][t]), soft, tr.Teacher, weight/float64(tr.Batch))
				row, d = row[n:], d[n:]
				if len(taught) > 0 {
					taught = taught[n:]
				}
			}
		}
	}
}

// learn sets d to the gradient of the logits of a head at a word whose label is y, or not known, and of which a teacher
// thinks soft, or nothing.
func (l *headLoss) learn(d, logits []float32, y int, soft []float32, teacher, weight float64) {
	if y < 0 && soft == nil {
		return
	}
	Softmax(d, logits)
	share := float32(0)
	if soft != nil {
		share = float32(teacher)
	}
	if y >= 0 {
		l.words++
		l.loss -= math.Log(max(float64(d[y]), 1e-30))
		best := 0
		for k, v := range logits {
			if v > logits[best] {
				best = k
			}
		}
		if best == y {
			l.right++
		}
	} else {
		weight *= teacher
		share = 1
	}
	if y >= 0 {
		d[y] -= 1 - share
	}
	for k := range d {
		if soft != nil {
			d[k] -= float32(share * soft[k])
		}
		d[k] *= float32(weight)
	}
}

// update takes a step of Adam.
func (t *training) update() {
	tr := t.tr
	t.step++
	progress := float64(t.step) / float64(t.steps)
	rate := tr.Rate * (1 - progress)
	if progress < tr.Warm {
		rate = tr.Rate * progress / tr.Warm
	}
	// The gradients of the shards become one, in their order.
	norm := 0.0
	rows := make([][]int32, len(t.net.embed)+1)
	for k, p := range t.net.params {
		if !p.rows {
			g := t.grads[0].params[k].V
			for s := 1; s < shards; s++ {
				kernels.Add(g, t.grads[s].params[k].V)
			}
			norm += kernels.Squares(g)
			continue
		}
		first := t.passes[0]
		for s := 0; s < shards; s++ {
			q := t.passes[s]
			if len(q.touched) == 0 {
				continue
			}
			for _, r := range q.touched[k] {
				q.seen[k][r] = false
				if s > 0 {
					g := t.grads[s].params[k].Row(int(r))
					kernels.Add(t.grads[0].params[k].Row(int(r)), g)
					clear(g)
					first.touch(k, int(r))
				}
			}
			if s > 0 {
				q.touched[k] = q.touched[k][:0]
			}
		}
		if len(first.touched) == 0 {
			continue
		}
		slices.Sort(first.touched[k])
		rows[k] = slices.Compact(first.touched[k])
		for _, r := range rows[k] {
			norm += kernels.Squares(t.grads[0].params[k].Row(int(r)))
			first.seen[k][r] = false
		}
		first.touched[k] = first.touched[k][:0]
	}
	scale := 1.0
	if norm = math.Sqrt(norm); tr.Clip > 0 && norm > tr.Clip {
		scale = tr.Clip / norm
	}
	const beta1, beta2 = 0.9, 0.999
	correct1, correct2 := 1-math.Pow(beta1, float64(t.step)), 1-math.Pow(beta2, float64(t.step))
	a := kernels.NewAdam(rate/correct1, scale, 1/math.Sqrt(correct2), rate*tr.Decay)
	for k, p := range t.net.params {
		g, m, v := t.grads[0].params[k], t.m.params[k], t.v.params[k]
		if !p.rows {
			n := p.Matrix.Rows * p.Cols
			a.Update(p.V[:n], g.V[:n], m.V[:n], v.V[:n])
			t.pull(k, 0, n, rate)
			continue
		}
		for _, r := range rows[k] {
			a.Update(p.Row(int(r)), g.Row(int(r)), m.Row(int(r)), v.Row(int(r)))
			clear(g.Row(int(r)))
			t.pull(k, int(r)*p.Cols, p.Cols, rate)
		}
	}
	if from := t.steps - int(tr.Average*float64(t.steps)); t.step > from && (t.step-from)%averageEvery == 0 {
		t.averaged++
		by := 1 / float32(t.averaged)
		for k, p := range t.average.params {
			for i, w := range t.net.params[k].V {
				p.V[i] += float32((w - p.V[i]) * by)
			}
		}
	}
}

// pull draws n weights of a matrix, from one on, towards those that the training began with.
func (t *training) pull(k, from, n int, rate float64) {
	if t.first == nil {
		return
	}
	by := float32(rate * t.tr.Pull)
	w, first := t.net.params[k].V[from:from+n], t.first.params[k].V[from:from+n]
	for i, v := range w {
		w[i] = v - float32(by*(v-first[i]))
	}
}
