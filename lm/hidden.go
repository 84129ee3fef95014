package lm

import (
	"fmt"
	"math"
	"strings"
)

// Hidden finds events between words that are not in the text, such as
// punctuation marks, under a model of text with the events as words (Stolcke and
// Shriberg 1996; SRILM's hidden-ngram). After each word there is one event or
// none. A Hidden belongs to one goroutine; its Model may be shared.
type Hidden struct {
	// Sentences puts <s> before the words and </s> behind them. SRILM's
	// hidden-ngram, and so the default, does not: a text may begin and end anywhere.
	Sentences bool
	// Scores, where not nil, has for each word of the next text, and each event after it, a
	// number that is added to the logarithms of the probabilities: what is known of the
	// events besides the words, such as ln P(sound | event), by which paths are scored then
	// and events found (Stolcke and Shriberg 1996; Kolar et al. 2004, section 6). It is as
	// Decode's posteriors are: words times one more than the number of events.
	Scores [][]float64

	model  *Model
	events [][]uint32
	nodes  []hiddenNode
	layers []int32 // first node of each layer; a layer a word, and one before
	arcs   []hiddenArc
	final  []float64
}

// hiddenNode is an event after a word, and what the model remembers after it.
// All probabilities are natural logarithms.
type hiddenNode struct {
	state   State
	event   int32
	from    int32   // best predecessor
	best    float64 // of the best path to here
	forward float64 // of all paths to here
	behind  float64 // of all paths from here
}

type hiddenArc struct {
	from, to int32
	logp     float64
}

// NoEvent is the index of no event at all; event i of NewHidden has index i+1.
const NoEvent = 0

// NewHidden returns a decoder for events, which the model's vocabulary must have.
// An event with blanks in it is several words that stand together.
func NewHidden(m *Model, events []string) (*Hidden, error) {
	h := &Hidden{model: m}
	for _, e := range events {
		var ids []uint32
		for _, word := range strings.Fields(e) {
			id := m.vocab.ID(word)
			if id <= End {
				return nil, fmt.Errorf("the event %q is not in the vocabulary of the model", e)
			}
			ids = append(ids, id)
		}
		h.events = append(h.events, ids)
	}
	if len(h.events) == 0 {
		return nil, fmt.Errorf("there are no events to find")
	}
	return h, nil
}

// Decode finds the events after each word of a text:
// their indices on the most probable path, the natural logarithm of that path's
// probability, and, if posteriors is not nil, P(event | words) of each word and
// event, words times one more than the number of events.
func (h *Hidden) Decode(words []uint32, posteriors [][]float64) (events []int, logp float64) {
	h.expand(words)
	lo, hi := h.layers[len(words)], int32(len(h.nodes))
	best := lo
	h.final = h.final[:0]
	for i := lo; i < hi; i++ {
		p := 0.0
		if h.Sentences {
			p, _ = h.model.Score(h.nodes[i].state, End)
		}
		h.final = append(h.final, p)
		if h.nodes[i].best+p > h.nodes[best].best+h.final[best-lo] {
			best = i
		}
	}
	logp = h.nodes[best].best + h.final[best-lo]
	events = make([]int, len(words))
	for i, n := len(words)-1, best; i >= 0; i-- {
		events[i] = int(h.nodes[n].event)
		n = h.nodes[n].from
	}
	if posteriors != nil {
		h.posteriors(words, posteriors)
	}
	return events, logp
}

// expand makes the nodes of all layers and the arcs between them.
func (h *Hidden) expand(words []uint32) {
	start := State(0)
	if h.Sentences {
		start = h.model.BeginState()
	}
	h.nodes = append(h.nodes[:0], hiddenNode{state: start, from: -1})
	h.layers, h.arcs = append(h.layers[:0], 0), h.arcs[:0]
	for t, w := range words {
		lo, hi := h.layers[len(h.layers)-1], int32(len(h.nodes))
		h.layers = append(h.layers, hi)
		for i := lo; i < hi; i++ {
			p, s := h.word(h.nodes[i].state, w)
			h.arc(hi, i, p+h.score(t, NoEvent), s, NoEvent)
			for e, ids := range h.events {
				total, after := p, s
				for _, id := range ids {
					pe, se := h.model.Score(after, id)
					total, after = total+pe, se
				}
				h.arc(hi, i, total+h.score(t, int32(e)+1), after, int32(e)+1)
			}
		}
	}
}

// score returns what is known besides of an event after word t.
func (h *Hidden) score(t int, event int32) float64 {
	if h.Scores == nil {
		return 0
	}
	return h.Scores[t][event]
}

// word is Model.Score, but that a word which the model cannot predict at all says
// nothing of what stands before it.
func (h *Hidden) word(s State, w uint32) (float64, State) {
	if w == Unknown {
		if p := h.model.unigram(Unknown); p <= logZero {
			return float64(p), State(h.model.start(Unknown))
		}
	}
	return h.model.Score(s, w)
}

// arc adds an arc from a node to the node of a state and an event in the layer
// that starts at lo.
func (h *Hidden) arc(lo, from int32, logp float64, s State, event int32) {
	to := lo
	for int(to) < len(h.nodes) && (h.nodes[to].state != s || h.nodes[to].event != event) {
		to++
	}
	if int(to) == len(h.nodes) {
		h.nodes = append(h.nodes, hiddenNode{state: s, event: event, from: -1, best: math.Inf(-1), forward: math.Inf(-1)})
	}
	n, f := &h.nodes[to], &h.nodes[from]
	if b := f.best + logp; b > n.best || n.from < 0 {
		n.best, n.from = b, from
	}
	n.forward = logAdd(n.forward, f.forward+logp)
	h.arcs = append(h.arcs, hiddenArc{from, to, logp})
}

func (h *Hidden) posteriors(words []uint32, out [][]float64) {
	for i := range h.nodes {
		h.nodes[i].behind = math.Inf(-1)
	}
	total := math.Inf(-1)
	lo := h.layers[len(words)]
	for i, p := range h.final {
		n := &h.nodes[lo+int32(i)]
		n.behind = p
		total = logAdd(total, n.forward+p)
	}
	for i := len(h.arcs) - 1; i >= 0; i-- {
		a := &h.arcs[i]
		f := &h.nodes[a.from]
		f.behind = logAdd(f.behind, a.logp+h.nodes[a.to].behind)
	}
	for t := range words {
		row := out[t]
		clear(row)
		hi := int32(len(h.nodes))
		if t+2 < len(h.layers) {
			hi = h.layers[t+2]
		}
		for i := h.layers[t+1]; i < hi; i++ {
			n := &h.nodes[i]
			row[n.event] += math.Exp(n.forward + n.behind - total)
		}
	}
}

// logAdd returns log(exp(a) + exp(b)).
func logAdd(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
