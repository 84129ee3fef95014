package neural

import (
	"math"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/stages"
)

// DefaultGate is the gate of the product: half of the words of conversations are in
// sentences below it, and 1.7% of the edit words (TestGate).
const DefaultGate = 0.004

// leastProbability is what smaller probabilities count as: a network whose weights have few
// bits does not tell them apart.
const leastProbability = 1e-6

// Advisor says what a network thinks of sentences that are decoded. It is immutable and
// may be shared by goroutines.
type Advisor struct {
	model  *Model
	gate   float64
	advice sync.Pool
}

// NewAdvisor returns an advisor. The network is not asked about sentences in which the edit
// model gives no word a probability of being an edit word of at least gate, and its best
// labels have none: running it takes longer than all else that is done for them. With 0 it
// is always asked.
func NewAdvisor(m *Model, gate float64) *Advisor { return &Advisor{model: m, gate: gate} }

// Model returns the network.
func (a *Advisor) Model() *Model { return a.model }

// Logs are the natural logarithms of what the network says of a word: P(E), P(O or F), and
// the probabilities of O and F among these two.
type Logs struct {
	Edit, NoEdit float64
	Among        [data.NumLabels]float64 // 0 of E
}

func logsOf(p *[data.NumLabels]float32) Logs {
	log := func(p float32) float64 { return math.Log(max(leastProbability, float64(p))) }
	none := p[data.O] + p[data.F]
	l := Logs{Edit: log(p[data.E]), NoEdit: log(none)}
	for _, y := range []data.Label{data.O, data.F} {
		l.Among[y] = log(p[y] / max(none, leastProbability))
	}
	return l
}

// Advice is what the network says of the words of a sentence that is decoded.
type Advice struct {
	// P holds P(label) of each word; it is empty where the network was not asked.
	P [][data.NumLabels]float32
	// Logs holds natural logarithms of them, which have a bound.
	Logs []Logs

	of      *Advisor
	read    Prediction
	viterbi []uint8
}

// Release keeps the memory for the next sentence.
func (v *Advice) Release() { v.of.advice.Put(v) }

// Odds returns the logarithm of the odds of a label, of the word of [from, to) for which
// they are lowest; 0 where the network was not asked.
func (v *Advice) Odds(from, to int, y data.Label) float64 {
	if len(v.P) == 0 || from >= to {
		return 0
	}
	low := math.Inf(1)
	for _, p := range v.P[from:to] {
		q := max(leastProbability, min(1-leastProbability, float64(p[y])))
		low = min(low, math.Log(q/(1-q)))
	}
	return low
}

// On returns the advice on the sentence that is being decoded: once for all components
// that ask for it. l are the stages that read the sentence. What the sentence has of a
// network that has read more than it goes before what it would say of the sentence alone.
func (a *Advisor) On(in *beam.Input, l *stages.Labeller) (*Advice, error) {
	return beam.Shared(in, a, func() (*Advice, error) {
		s, err := l.SessionOf(in)
		if err != nil {
			return nil, err
		}
		v, ok := a.advice.Get().(*Advice)
		if !ok {
			v = &Advice{of: a}
		}
		v.P, v.Logs = nil, v.Logs[:0]
		switch {
		case len(in.Sentence.Tokens) == 0:
		case in.Sentence.Heard != nil:
			v.P = in.Sentence.Heard
		case a.asks(s, v):
			form := Sentence
			if in.Sentence.Ends != nil {
				form = Stream
			}
			a.model.Read(s.Reading(), form, Hidden{}, &v.read)
			v.P = v.read.Labels
		}
		for t := range v.P {
			v.Logs = append(v.Logs, logsOf(&v.P[t]))
		}
		return v, nil
	})
}

// Asks reports whether the network is asked about the sentence of a session.
func (a *Advisor) Asks(s *stages.Session) bool { return a.asks(s, new(Advice)) }

func (a *Advisor) asks(s *stages.Session, v *Advice) bool {
	whole := s.Whole()
	for t := range s.Len() {
		if whole.Posterior(t, data.E) >= a.gate {
			return true
		}
	}
	for len(v.viterbi) < s.Len() {
		v.viterbi = append(v.viterbi, 0)
	}
	whole.Best(v.viterbi[:s.Len()])
	for _, y := range v.viterbi[:s.Len()] {
		if data.Label(y) == data.E {
			return true
		}
	}
	return false
}
