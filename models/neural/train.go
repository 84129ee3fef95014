package neural

import (
	"context"
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
	Group    int             // samples of a group are the same words in different forms: one of the forms is taken in a pass
	Form     int
	Style    Style // of its transcriber; the zero value: that to punctuate in
	Kind     Kind
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
	Spellings             map[string]string `json:"-"` // of words of mixed case, by their lower case
	Trainer               rnn.Trainer
}

// DefaultConfig returns the configuration of the default bundle.
func DefaultConfig() Config {
	return Config{
		Hidden: 128, Layers: 2, Dense: 64, Word: 64, Affix: 16, Tag: 32, Least: 3, Most: 40000,
		HideTimes: 0.4, HideWritten: 0.2, HideTurns: 0.4, HideStyle: 0.3, HideTalk: 0.1, Text: 0.5, Marked: 0.45, HideWord: 0.02, PunctuationWeight: 1, CaseWeight: 0.5, Forms: []float64{0.4, 0.42, 0.18},
		Trainer: rnn.Trainer{Passes: 10, Batch: 1200, Rate: 3e-3, Warm: 0.03, Clip: 2, Average: 0.3, Decay: 1e-3, Dropout: rnn.Dropout{Input: 0.2, Hidden: 0.25, Dense: 0.2}, Seed: 1},
	}
}

// Train trains the network. report is told of every pass.
func Train(ctx context.Context, c Config, samples []Sample, workers int, report func(rnn.Progress, *Model)) (*Model, error) {
	var count counter
	for i := range samples {
		if samples[i].Form == 0 {
			count.add(samples[i].Reading)
		}
	}
	v := count.vocabulary([numColumns]int{c.Least, 10, 10, 1}, c.Most)
	shape := rnn.Config{Flags: numFlags, Similar: 32, Reach: reach, Hidden: c.Hidden, Layers: c.Layers, Dense: c.Dense, Heads: heads}
	for k, name := range columnNames {
		shape.Columns = append(shape.Columns, rnn.Column{Name: name, Symbols: len(v.known[k]) + 1, Size: []int{c.Word, c.Affix, c.Affix, c.Tag}[k]})
	}
	return c.train(ctx, &Model{vocab: v, style: c.Style, spellings: c.Spellings}, shape, nil, samples, workers, report)
}

// Adapt trains the network on from the weights that it has, with its own shape, vocabulary,
// style and spellings, those of c aside. report is told of every pass.
func (m *Model) Adapt(ctx context.Context, c Config, samples []Sample, workers int, report func(rnn.Progress, *Model)) (*Model, error) {
	return c.train(ctx, m, m.net.Config(), m.net.Floats(), samples, workers, report)
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
	return &Model{vocab: m.vocab, net: net, style: m.style, spellings: m.spellings}
}

// train trains a network for a model, from one of a shape, or from a new one.
func (c *Config) train(ctx context.Context, m *Model, shape rnn.Config, first *rnn.Model, samples []Sample, workers int, report func(rnn.Progress, *Model)) (*Model, error) {
	groups := make(map[int][]int)
	var order []int
	for i := range samples {
		g := samples[i].Group
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], i)
	}
	tr := c.Trainer
	tr.Workers = workers
	tr.Weights = []float64{1, c.PunctuationWeight, c.CaseWeight}
	tr.Report = func(p rnn.Progress) {
		if report != nil {
			report(p, m.with(p.Model()))
		}
	}
	net, err := tr.Train(ctx, shape, first, &rnn.Corpus{
		N:   len(samples),
		Len: func(i int) int { return samples[i].Reading.Len() },
		Of: func(pass int) []int {
			r := rand.New(rand.NewPCG(tr.Seed, 1<<40|uint64(pass)))
			var out []int
			for _, g := range order {
				form, share := c.draw(r), 1.0
				switch samples[groups[g][0]].Kind {
				case Labelled:
					share = c.Text
				case Punctuated:
					form, share = 0, c.Marked
				}
				if share < 1 && r.Float64() >= share {
					continue
				}
				for _, i := range groups[g] {
					if samples[i].Form == form {
						out = append(out, i)
					}
				}
			}
			return out
		},
		Example: func(i int, r *rand.Rand, x *rnn.Example) {
			s := &samples[i]
			var cols columns
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
			n := s.Reading.Len()
			if s.Labels != nil {
				x.Labels[headDisfluency] = encode(x.Labels[headDisfluency], s.Labels)
			} else {
				x.Labels[headDisfluency] = unknown(x.Labels[headDisfluency], n)
			}
			shown := !hide.Written && len(s.Reading.Written()) > 0 // punctuation and case
			switch {
			case len(x.Labels) == headCase: // a network of an old bundle
			case s.Cases == nil || shown:
				x.Labels[headCase] = unknown(x.Labels[headCase], n)
			default:
				for _, y := range s.Cases {
					x.Labels[headCase] = append(x.Labels[headCase], int8(y))
				}
			}
			if s.Marks == nil || shown {
				x.Labels[headPunctuation] = unknown(x.Labels[headPunctuation], n)
				return
			}
			for t, m := range s.Marks {
				y := int8(m)
				if s.Unmarked != nil && s.Unmarked[t] {
					y = -1
				}
				x.Labels[headPunctuation] = append(x.Labels[headPunctuation], y)
			}
		},
	})
	if err != nil {
		return nil, err
	}
	return m.with(net), nil
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
