package producers

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
)

// NetworkName is the name of Network, NetworkAbout what it proposes, in a sentence.
const (
	NetworkName  = "network-marker"
	NetworkAbout = "the removal of what the recurrent network finds likely to be a reparandum, and the keeping of what it does not"
)

// Network is the network-marker: it proposes what a recurrent network says of the words,
// the removal of stretches that the network finds likely and the hypothesis keeps, and the
// keeping of those that it finds unlikely and the hypothesis removes.
type Network struct {
	stages  *stages.Labeller
	advisor *neural.Advisor
}

// NewNetwork returns the producer of a network.
func NewNetwork(l *stages.Labeller, a *neural.Advisor) *Network { return &Network{l, a} }

// Name returns NetworkName.
func (p *Network) Name() string { return NetworkName }

// About says what the producer proposes.
func (p *Network) About() string { return NetworkAbout }

// Prepare asks the network about the sentence.
func (p *Network) Prepare(_ context.Context, in *beam.Input) (beam.Proposer, error) {
	v, err := p.advisor.On(in, p.stages)
	if err != nil {
		return nil, err
	}
	m := beam.Lend[networkMarker](in, &networkMarkers)
	m.advice, m.best, m.kept = v, m.best[:0], m.kept[:0]
	for _, y := range v.P {
		m.best = append(m.best, bestOf(y))
		m.kept = append(m.kept, keptAs(y))
	}
	m.join(in.Sentence.Tokens, m.best)
	m.join(in.Sentence.Tokens, m.kept)
	return m, nil
}

// terms are the fillers of two words, which are removed or kept as one.
var terms = func() (out [][]string) {
	for _, f := range language.English().Fillers {
		if w := strings.Fields(f.Words); len(w) == 2 && f.Use == language.FillerInContext {
			out = append(out, w)
		}
	}
	return out
}()

// join makes fillers of both words of a term, or of none, where the network, which labels each
// word by itself, takes one of them for a filler.
func (m *networkMarker) join(tokens []data.Token, labels []data.Label) {
	p := m.advice.P
	for t := 1; t < len(labels); t++ {
		a, b := labels[t-1], labels[t]
		if a == b || a == data.E || b == data.E || !isTerm(tokens[t-1].Text, tokens[t].Text) {
			continue
		}
		y := data.O
		if p[t-1][data.F]*p[t][data.F] > p[t-1][data.O]*p[t][data.O] {
			y = data.F
		}
		labels[t-1], labels[t] = y, y
	}
}

func isTerm(a, b string) bool {
	return slices.ContainsFunc(terms, func(w []string) bool { return strings.EqualFold(a, w[0]) && strings.EqualFold(b, w[1]) })
}

// The levels of P(E) from which on a stretch may be removed, and below which one may be kept.
var (
	removedFrom = [...]float32{0.5, 0.25, 0.1}
	keptBelow   = [...]float32{0.5, 0.1}
)

func bestOf(p [data.NumLabels]float32) data.Label {
	if y := keptAs(p); p[data.E] <= p[y] {
		return y
	}
	return data.E
}

// keptAs returns the best label but for E.
func keptAs(p [data.NumLabels]float32) data.Label {
	if p[data.F] > p[data.O] {
		return data.F
	}
	return data.O
}

var networkMarkers sync.Pool

type networkMarker struct {
	advice *neural.Advice
	best   []data.Label // of each word
	kept   []data.Label // of each word, if it is no edit word
	labels []data.Label
}

// Propose proposes the surest first. A stretch is proposed at the highest level at which it
// is what it is.
func (m *networkMarker) Propose(h *beam.Hypothesis, emit func([]data.Label)) error {
	if len(m.best) == 0 {
		return nil
	}
	emit(m.best)
	p := m.advice.P
	for i, level := range removedFrom {
		likely := func(t int) bool { return p[t][data.E] >= level }
		m.runs(likely, func(from, to int) {
			change, seen := false, i > 0
			for t := from; t < to; t++ {
				change = change || h.Labels[t] != data.E
				seen = seen && p[t][data.E] >= removedFrom[max(0, i-1)]
			}
			if !change || seen {
				return
			}
			m.labels = append(m.labels[:0], h.Labels...)
			for t := from; t < to; t++ {
				m.labels[t] = data.E
			}
			emit(m.labels)
		})
	}
	for i, level := range keptBelow {
		m.runs(func(t int) bool { return h.Labels[t] == data.E && p[t][data.E] < level }, func(from, to int) {
			seen := i > 0
			if seen { // the same stretch at the level before: none of its neighbours was there
				above := func(t int) bool {
					return t >= 0 && t < len(p) && h.Labels[t] == data.E && p[t][data.E] < keptBelow[i-1]
				}
				seen = !above(from-1) && !above(to)
			}
			if seen {
				return
			}
			m.labels = append(m.labels[:0], h.Labels...)
			copy(m.labels[from:to], m.kept[from:to])
			emit(m.labels)
		})
	}
	return nil
}

// runs calls use with the longest stretches of such words.
func (m *networkMarker) runs(such func(word int) bool, use func(from, to int)) {
	for t := 0; t < len(m.best); t++ {
		from := t
		for t < len(m.best) && such(t) {
			t++
		}
		if t > from {
			use(from, t)
		}
	}
}
