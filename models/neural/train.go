package neural

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// Sample is a sentence or a part of a stream to train on.
type Sample struct {
	Reading  *stages.Reading // by models that have not seen it
	Of       Form            // what it is
	Labels   []data.Label    // nil: not known
	Marks    []Mark          // nil: not known
	Unmarked []bool          // words whose punctuation mark is not known; nil: none
	Cases    []truecase.Case // inside sentences; nil: not known
	// Unlabelled are words whose label is not known; nil: none.
	Unlabelled []bool
	Changes    []Change // what was done to a fluent text, in pretraining; nil: not known
	Keep       any      // of the Text that has drawn it
	Group      int      // samples of a group are the same words in different forms: one of the forms is taken in a pass
	Form       int
	Style      Style // of its transcriber; the zero value: that to punctuate in
	Kind       Kind
}

// Kind says where a sample comes from.
type Kind uint8

// The kinds.
const (
	Corpus     Kind = iota // of conversations, with annotation
	Labelled               // text of another kind, with disfluencies
	Punctuated             // text of another kind, of which punctuation and case alone are known: in one form, 0
)

// Config says how the network is trained.
type Config struct {
	Hidden, Layers, Dense int
	Word, Affix, Tag      int // sizes of embeddings
	Least                 int // words that occur so often have an embedding
	Most                  int // words at most
	HideTimes             float64
	HideWritten           float64
	HideTurns             float64
	HideStyle             float64
	HideTalk              float64
	Text, Marked          float64   // shares of the samples of Labelled and of Punctuated that a pass takes
	Style                 Style     // to punctuate in
	HideWord              float64   // share of the words whose embedding is that of unknown ones
	Forms                 []float64 // how often each form of a group is taken
	PunctuationWeight     float64
	CaseWeight            float64
	ChangeWeight          float64           `json:",omitempty"` // of what is learned of changes in pretraining
	Teacher               *Model            `json:"-"`          // that reads what is learned from, too; nil: none
	Spellings             map[string]string `json:"-"`          // see truecase.Spellings
	Trainer               rnn.Trainer
}

// HeadWeights returns the weights of the losses of the heads, those of pretraining, too.
func (c *Config) HeadWeights() []float64 {
	return []float64{1, c.PunctuationWeight, c.CaseWeight, c.ChangeWeight}
}

// DefaultConfig returns the configuration of the default bundle.
func DefaultConfig() Config {
	return Config{
		Hidden: 128, Layers: 2, Dense: 64, Word: 64, Affix: 16, Tag: 32, Least: 3, Most: 40000,
		HideTimes: 0.4, HideWritten: 0.2, HideTurns: 0.4, HideStyle: 0.3, HideTalk: 0.1, Text: 0.5, Marked: 0.45, HideWord: 0.02, PunctuationWeight: 1, CaseWeight: 0.5, Forms: []float64{0.4, 0.42, 0.18},
		Trainer: rnn.Trainer{Passes: 10, Batch: 1200, Rate: 3e-3, Warm: 0.03, Clip: 2, Average: 0.3, Decay: 1e-3, Dropout: rnn.Dropout{Input: 0.2, Hidden: 0.25, Dense: 0.2}, Seed: 1},
	}
}

// Train trains the network, from a pretrained one, or with first nil from a new one. report is
// told of every pass.
func Train(ctx context.Context, c Config, first *Model, samples []Sample, workers int, report func(rnn.Progress, *Model)) (*Model, error) {
	if first == nil {
		v := NewCounter()
		v.AddSamples(samples)
		m := &Model{vocab: v.vocabulary(c), style: c.Style, spellings: learned(c.Spellings)}
		return c.train(ctx, m, heads, nil, samplesOf(&c, samples), workers, report)
	}
	m := &Model{vocab: first.vocab, style: c.Style, spellings: learned(c.Spellings)}
	return c.train(ctx, m, heads, first.net, samplesOf(&c, samples), workers, report)
}

// Grown returns the network with float32 weights for Train to begin with under the configuration
// that is returned, which is c with the shape of the network: with the words of samples that it lacks, which are to it what unknown ones
// were, as far as c has room for them, and with the features of today.
func (m *Model) Grown(c Config, samples []Sample) (*Model, Config) {
	shape := m.net.Config()
	c.Hidden, c.Layers, c.Dense = shape.Hidden, shape.Layers, shape.Dense
	c.Word, c.Affix, c.Tag = shape.Columns[colWord].Size, shape.Columns[colPrefix].Size, shape.Columns[colTag].Size
	n := NewCounter()
	n.AddSamples(samples)
	for k, known := range m.vocab.known {
		for _, s := range known {
			n.counts[k][s] = math.MaxInt // none is forgotten
		}
	}
	v := n.vocabulary(c)
	from := make([][]int32, numColumns)
	for k := range from {
		from[k] = make([]int32, len(v.known[k])+1)
		for i, s := range v.known[k] {
			from[k][i+1] = m.vocab.number(k, s)
		}
	}
	return &Model{vocab: v, net: m.net.Grown(from, numFlags), style: m.style, spellings: m.spellings}, c
}

// shape returns the shape of a network with a vocabulary.
func (c *Config) shape(v *vocabulary, heads []rnn.Head) rnn.Config {
	shape := rnn.Config{Flags: numFlags, Similar: 32, Reach: reach, Hidden: c.Hidden, Layers: c.Layers, Dense: c.Dense, Heads: heads}
	for k, name := range columnNames {
		shape.Columns = append(shape.Columns, rnn.Column{Name: name, Symbols: len(v.known[k]) + 1, Size: []int{c.Word, c.Affix, c.Affix, c.Tag}[k]})
	}
	return shape
}

// Adapt trains the network on from the weights that it has, with its own shape, vocabulary,
// style and spellings, those of c aside. report is told of every pass.
func (m *Model) Adapt(ctx context.Context, c Config, samples []Sample, workers int, report func(rnn.Progress, *Model)) (*Model, error) {
	return c.trainShape(ctx, m, m.net.Config(), m.net.Floats(), samplesOf(&c, samples), workers, report)
}

// Between returns a network whose weights are a share of the way from those of m to those of
// another network that Adapt has made of it (Wortsman et al., CVPR 2022: a network that
// was trained on is better, and keeps more of what it was, where it is between).
func (m *Model) Between(to *Model, share float64) (*Model, error) {
	net, err := m.net.Between(to.net, share)
	if err != nil {
		return nil, err
	}
	return m.with(net), nil
}

// with returns the model with another network.
func (m *Model) with(net *rnn.Model) *Model {
	return &Model{vocab: m.vocab, net: net, style: m.style, spellings: m.spellings, encoder: m.encoder}
}

// train trains a network with heads for a model, from another one, or from a new one.
func (c *Config) train(ctx context.Context, m *Model, heads []rnn.Head, first *rnn.Model, text Text, workers int, report func(rnn.Progress, *Model)) (*Model, error) {
	return c.trainShape(ctx, m, c.shape(m.vocab, heads), first, text, workers, report)
}

// trainShape is train for a network of a shape.
func (c *Config) trainShape(ctx context.Context, m *Model, shape rnn.Config, first *rnn.Model, text Text, workers int, report func(rnn.Progress, *Model)) (*Model, error) {
	tr := c.Trainer
	tr.Workers = workers
	tr.Weights = c.HeadWeights()[:len(shape.Heads)]
	tr.Report = func(p rnn.Progress) {
		if report != nil {
			report(p, m.with(p.Model()))
		}
	}
	net, err := tr.Train(ctx, shape, first, &rnn.Corpus{
		N:   text.Len(),
		Len: text.Words,
		Of: func(pass int) []int {
			return text.Pass(pass, rand.New(rand.NewPCG(tr.Seed, 1<<40|uint64(pass))))
		},
		Example: func(i int, r *rand.Rand, x *rnn.Example) {
			s := text.Draw(i, r)
			c.example(m, shape.Flags, &s, r, x)
			text.Done(&s)
		},
	})
	if err != nil {
		return nil, err
	}
	return m.with(net), nil
}

// Text is what a network is trained on. Draw and Done are called from several goroutines at once.
type Text interface {
	Len() int                          // samples
	Words(i int) int                   // of a sample, about
	Pass(pass int, r *rand.Rand) []int // the samples of a pass
	Draw(i int, r *rand.Rand) Sample   // as it is learned from this time
	Done(s *Sample)                    // a sample of Draw is of no more use
}

// samples are text of which each sample is there as it is learned from.
type samples struct {
	c      *Config
	all    []Sample
	groups map[int][]int
	order  []int
}

func samplesOf(c *Config, all []Sample) *samples {
	s := &samples{c: c, all: all, groups: make(map[int][]int)}
	for i := range all {
		g := all[i].Group
		if s.groups[g] == nil {
			s.order = append(s.order, g)
		}
		s.groups[g] = append(s.groups[g], i)
	}
	return s
}

func (s *samples) Len() int                        { return len(s.all) }
func (s *samples) Words(i int) int                 { return s.all[i].Reading.Len() }
func (s *samples) Draw(i int, _ *rand.Rand) Sample { return s.all[i] }
func (s *samples) Done(*Sample)                    {}

// Pass takes each group in one of its forms.
func (s *samples) Pass(_ int, r *rand.Rand) []int {
	var out []int
	for _, g := range s.order {
		form, share := s.c.draw(r), 1.0
		switch s.all[s.groups[g][0]].Kind {
		case Labelled:
			share = s.c.Text
		case Punctuated:
			form, share = 0, s.c.Marked
		}
		if share < 1 && r.Float64() >= share {
			continue
		}
		for _, i := range s.groups[g] {
			if s.all[i].Form == form {
				out = append(out, i)
			}
		}
	}
	return out
}

// example fills an example with a sample, of which something is hidden.
func (c *Config) example(m *Model, flags int, s *Sample, r *rand.Rand, x *rnn.Example) {
	cols := columns{flags: flags}
	hide := Hidden{Times: r.Float64() < c.HideTimes, Written: r.Float64() < c.HideWritten, Turns: r.Float64() < c.HideTurns}
	style := s.Style
	if style == (Style{}) {
		style = m.style // so that it does not tell what kind of text it is
	}
	if r.Float64() < c.HideStyle {
		style = Style{}
	}
	// Of live text little is known at first.
	talk, seen := s.Reading.Talk(), r.Float64()
	if r.Float64() < c.HideTalk {
		seen = 0
	}
	talk.Words, talk.Signs = int(seen*float64(talk.Words)), int(seen*float64(talk.Signs)+0.5)
	cols.fill(&x.Input, m.vocab, s.Reading, s.Of, style, talk, hide)
	for t, w := range x.Input.Symbols[colWord] {
		if w != 0 && r.Float64() < c.HideWord {
			x.Input.Symbols[colWord][t] = 0
		}
	}
	shown := !hide.Written && len(s.Reading.Written()) > 0 // punctuation and case
	n := s.Reading.Len()
	for head := range x.Labels {
		y := x.Labels[head]
		switch {
		case head == headDisfluency && s.Labels != nil:
			y = encode(y, s.Labels)
			for t, unknown := range s.Unlabelled {
				if unknown {
					y[t] = -1
				}
			}
		case head == headPunctuation && s.Marks != nil && !shown:
			for t, m := range s.Marks {
				if s.Unmarked != nil && s.Unmarked[t] {
					y = append(y, -1)
				} else {
					y = append(y, int8(m))
				}
			}
		case head == headCase && s.Cases != nil && !shown:
			for _, v := range s.Cases {
				y = append(y, int8(v))
			}
		case head == headChange && s.Changes != nil:
			for _, v := range s.Changes {
				y = append(y, int8(v))
			}
		default:
			y = unknown(y, n)
		}
		x.Labels[head] = y
	}
	if c.Teacher != nil && len(x.Labels) == len(heads) {
		x.Taught = c.Teacher.teach(s.Reading, s.Of, shown, x.Taught)
	}
}

// draw draws a form.
func (c *Config) draw(r *rand.Rand) int {
	x := r.Float64()
	for f, share := range c.Forms {
		if x -= share; x < 0 {
			return f
		}
	}
	return 0
}

func unknown(out []int8, n int) []int8 {
	for range n {
		out = append(out, -1)
	}
	return out
}
