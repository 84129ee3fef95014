package beam

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// TraceSchema names the form of a Trace as JSON; it changes with that form.
const TraceSchema = "tidytalk-trace/1"

// Trace is all that a decoder did with a sentence. It is an Observer of one
// decoding; equal decodings have equal traces.
type Trace struct {
	Schema     string        `json:"schema"`
	Words      []string      `json:"words"`
	Features   []string      `json:"features"`
	Weights    []float64     `json:"weights"`    // in the order of Features
	Hypotheses []TracedHyp   `json:"hypotheses"` // by ID
	Rounds     []TracedRound `json:"rounds"`
}

// TracedHyp is a hypothesis.
type TracedHyp struct {
	ID       int       `json:"id"`
	Parent   int       `json:"parent"`   // -1 for the first
	Producer string    `json:"producer"` // "" for the first
	Round    int       `json:"round"`
	Labels   string    `json:"labels"` // E, F or O for each word
	Removed  []string  `json:"removed"`
	Values   []float64 `json:"values"` // of the features
	Terms    []float64 `json:"terms"`  // weight times value
	Score    float64   `json:"score"`
}

// TracedRound is what a round did.
type TracedRound struct {
	Round     int        `json:"round"`
	Proposals []Proposal `json:"proposals"`
	Stack     []int      `json:"stack"` // IDs, best first
	Pruned    []Pruned   `json:"pruned"`
}

// Proposal is a label sequence that a producer made.
type Proposal struct {
	Parent     int    `json:"parent"`
	Producer   string `json:"producer"`
	Hypothesis int    `json:"hypothesis"` // the ID it got, or that of the hypothesis it is equal to
	Merged     bool   `json:"merged"`
}

// Pruned is a hypothesis that was not kept on the stack.
type Pruned struct {
	Hypothesis int     `json:"hypothesis"`
	Rank       int     `json:"rank"`   // among all candidates of the round, from 1
	Margin     float64 `json:"margin"` // by how much its score is below the last that was kept
}

// Begin implements Observer.
func (t *Trace) Begin(names []string, weights []float64, in *Input) {
	*t = Trace{Schema: TraceSchema, Features: slices.Clone(names), Weights: slices.Clone(weights), Words: []string{}, Rounds: []TracedRound{}}
	for i := range in.Sentence.Tokens {
		t.Words = append(t.Words, in.Sentence.Tokens[i].Text)
	}
}

// Started implements Observer.
func (t *Trace) Started(first *Hypothesis) { t.add(first) }

// Proposed implements Observer.
func (t *Trace) Proposed(round int, parent *Hypothesis, producer string, h *Hypothesis, merged bool) {
	if !merged {
		t.add(h)
	}
	r := t.round(round)
	r.Proposals = append(r.Proposals, Proposal{parent.ID, producer, h.ID, merged})
}

// Ranked implements Observer.
func (t *Trace) Ranked(round int, stack, pruned []*Hypothesis) {
	r := t.round(round)
	for _, h := range stack {
		r.Stack = append(r.Stack, h.ID)
	}
	last := stack[len(stack)-1].Score
	for i, h := range pruned {
		r.Pruned = append(r.Pruned, Pruned{h.ID, len(stack) + i + 1, last - h.Score})
	}
}

func (t *Trace) round(n int) *TracedRound {
	for len(t.Rounds) < n {
		t.Rounds = append(t.Rounds, TracedRound{Round: len(t.Rounds) + 1, Proposals: []Proposal{}, Stack: []int{}, Pruned: []Pruned{}})
	}
	return &t.Rounds[n-1]
}

func (t *Trace) add(h *Hypothesis) {
	v := TracedHyp{
		ID: h.ID, Parent: h.Parent, Producer: h.Producer, Round: h.Round, Score: h.Score,
		Labels: LabelString(h.Labels), Values: slices.Clone(h.Features), Removed: []string{},
	}
	for i, f := range h.Features {
		v.Terms = append(v.Terms, t.Weights[i]*f)
	}
	v.Removed = append(v.Removed, t.removed(h.Labels)...)
	t.Hypotheses = append(t.Hypotheses, v)
}

// removed returns the stretches of words that labels remove.
func (t *Trace) removed(labels []data.Label) []string {
	var out []string
	start := -1
	for i := 0; i <= len(labels); i++ {
		switch {
		case i < len(labels) && labels[i] != data.O:
			if start < 0 {
				start = i
			}
		case start >= 0:
			out = append(out, strings.Join(t.Words[start:i], " "))
			start = -1
		}
	}
	return out
}

// LabelString returns labels as text, a letter for each.
func LabelString(labels []data.Label) string {
	b := make([]byte, len(labels))
	for i, l := range labels {
		b[i] = l.String()[0]
	}
	return string(b)
}

// Include adds a hypothesis that the search did not make, with a name for where it
// comes from, and returns its ID.
func (t *Trace) Include(h *Hypothesis, from string) int {
	if h.ID < len(t.Hypotheses) {
		return h.ID
	}
	t.add(h)
	t.Hypotheses[len(t.Hypotheses)-1].Producer = from
	return h.ID
}

// Difference is what a feature does to the difference of two scores.
type Difference struct {
	Feature string
	A, B    float64 // values
	Term    float64 // weight * (A - B)
}

// Compare returns the differences between two hypotheses, the one that counts most
// first. Their terms add up to the difference of the scores.
func (t *Trace) Compare(a, b *TracedHyp) []Difference {
	var out []Difference
	for i, n := range t.Features {
		out = append(out, Difference{n, a.Values[i], b.Values[i], a.Terms[i] - b.Terms[i]})
	}
	slices.SortStableFunc(out, func(x, y Difference) int { return cmp.Compare(math.Abs(y.Term), math.Abs(x.Term)) })
	return out
}
