package pipeline

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/leastnorm"
)

// Change is what the weight of a feature alone would have to be for a wanted text to win.
type Change struct {
	Feature string  `json:"feature"`
	Weight  float64 `json:"weight"` // as it is
	// Possible says that there are weights with which a hypothesis that keeps the wanted
	// words scores at least as high as every other one that was made: those from Low to High,
	// nil where there is no bound. All else is 0 without it.
	Possible bool     `json:"possible"`
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
	Delta    float64  `json:"delta"` // the smallest change that leads there
	Share    float64  `json:"share"` // its size, of the sum of the absolute weights
	// To is a weight a little beyond, with which nothing else scores as high, if there is
	// one. Wins says whether the wanted text wins when the sentence is decoded again with
	// it, which may make other hypotheses.
	To   float64 `json:"to"`
	Wins bool    `json:"wins"`
	// Option is the change as an option of the command, where the wanted text wins.
	Option string `json:"option,omitempty"`
}

// JointChange is a change of all weights for a wanted text to win: the smallest, each
// measured by what the weight is, by which a hypothesis that keeps the wanted words is a
// little above every other one that was made.
type JointChange struct {
	Weights []float64 `json:"weights"` // in the order of the features
	Size    float64   `json:"size"`    // root of the sum of the squared changes
	Wins    bool      `json:"wins"`    // as Change.Wins
	Option  string    `json:"option,omitempty"`
}

// beyond is how far a change goes beyond the point at which the wanted text is as good as
// the best other, as a part of the change.
const beyond = 0.01

// mostVariants is for how many hypotheses with the wanted words joint changes are looked
// for, the best first.
const mostVariants = 16

// rounding is how far a weight may be rounded to be short, as a part of the change.
const rounding = 0.1

// rivalry is what has to be won: hypotheses with the wanted words, and all others.
type rivalry struct {
	t              *beam.Trace
	wanted, rivals []int
	total          float64 // of the absolute weights
}

func newRivalry(t *beam.Trace, wanted []int) *rivalry {
	x := &rivalry{t: t, wanted: slices.Clone(wanted)}
	slices.SortStableFunc(x.wanted, func(a, b int) int { return cmp.Compare(t.Hypotheses[b].Score, t.Hypotheses[a].Score) })
	for i := range t.Hypotheses {
		if isMade(&t.Hypotheses[i]) && !slices.Contains(wanted, i) {
			x.rivals = append(x.rivals, i)
		}
	}
	for _, w := range t.Weights {
		x.total += math.Abs(w)
	}
	return x
}

// findChanges says what weights would let the wanted text win.
func (p *Pipeline) findChanges(ctx context.Context, x *piece, o *TraceOptions, w *Wanted, of *rivalry) error {
	won := func(weights map[string]float64) (bool, error) {
		d, err := decoderWith(x.labeller, o, weights)
		if err != nil {
			return false, err
		}
		r, err := x.run(ctx, d, beam.Request{})
		return err == nil && x.keeps(r.Best(), w.Clean), err
	}
	var err error
	for i, name := range of.t.Features {
		c := of.change(i)
		if c.Possible {
			if c.Wins, err = won(map[string]float64{name: c.To}); err != nil {
				return err
			}
			if c.Wins {
				c.Option = x.option(name, c.To)
			}
		}
		w.Changes = append(w.Changes, c)
	}
	slices.SortStableFunc(w.Changes, func(a, b Change) int {
		if a.Possible != b.Possible {
			if a.Possible {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.Share, b.Share)
	})
	if j := of.joint(); j != nil {
		weights := make(map[string]float64)
		var changed []string
		for i, name := range of.t.Features {
			if j.Weights[i] != of.t.Weights[i] {
				weights[name] = j.Weights[i]
				changed = append(changed, x.option(name, j.Weights[i]))
			}
		}
		if j.Wins, err = won(weights); err != nil {
			return err
		}
		if j.Wins {
			j.Option = strings.Join(changed, " ")
		}
		w.Joint = j
	}
	w.advise()
	return nil
}

// option returns the option of the command that gives a feature of the engine a weight.
func (x *piece) option(feature string, weight float64) string {
	return "--weight " + engine.Weight{Engine: x.labeller.Engine().Name(), Feature: feature, Value: weight}.String()
}

// advise chooses the change to advise: the smallest of one weight that lets the wanted text win, or
// that of all.
func (w *Wanted) advise() {
	for _, c := range w.Changes {
		if c.Wins {
			w.Advice = c.Option
			return
		}
	}
	if w.Joint != nil {
		w.Advice = w.Joint.Option
	}
}

// change returns what the weight of a feature would have to be.
func (x *rivalry) change(feature int) (c Change) {
	weight := x.t.Weights[feature]
	c = Change{Feature: x.t.Features[feature], Weight: weight}
	low, high := 0.0, 0.0
	for _, id := range x.wanted {
		l, h, ok := x.interval(id, feature)
		if !ok {
			continue
		}
		if d := smallest(l, h); !c.Possible || math.Abs(d) < math.Abs(c.Delta) {
			c.Possible, c.Delta, low, high = true, d, l, h
		}
	}
	if !c.Possible {
		return c
	}
	defer x.round(feature, &c, low, high)
	c.Share = math.Abs(c.Delta) / x.total
	if x.total == 0 {
		c.Share = 0
	}
	bound := func(d float64) *float64 {
		if math.Abs(d) > MaxWeight {
			return nil
		}
		d += weight
		return &d
	}
	c.Low, c.High = bound(low), bound(high)
	// Into the interval, no farther than its middle.
	step := max(beyond*math.Abs(c.Delta), 1e-9*cmp.Or(x.total, 1))
	c.To = weight + c.Delta
	for range 20 {
		if step > (high-low)/2 {
			break
		}
		d := c.Delta + step
		if c.Delta > low {
			d = c.Delta - step
		}
		if x.best(x.with(feature, weight+d)) {
			c.To = weight + d
			return c
		}
		step *= 4
	}
	if width := high - low; !math.IsInf(width, 0) {
		if middle := low + width/2; x.best(x.with(feature, weight+middle)) {
			c.To = weight + middle
		}
	}
	return c
}

// round rounds what a weight is to be changed to, as far as that lets the wanted text win as well.
func (x *rivalry) round(feature int, c *Change, low, high float64) {
	for digits := 1; digits < fullDigits; digits++ {
		to := toDigits(c.To, digits)
		if d := to - c.Weight; math.Abs(to-c.To) <= rounding*math.Abs(c.Delta) && low <= d && d <= high && x.best(x.with(feature, to)) {
			c.To = to
			return
		}
	}
}

// fullDigits are how many it takes for any number.
const fullDigits = 17

// toDigits returns a number with so many digits.
func toDigits(v float64, digits int) float64 {
	out, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64) // of its own text
	return out
}

// with returns the weights with another one for a feature.
func (x *rivalry) with(feature int, weight float64) []float64 {
	w := slices.Clone(x.t.Weights)
	w[feature] = weight
	return w
}

// smallest returns the number between two that is nearest to 0.
func smallest(low, high float64) float64 { return min(max(0, low), high) }

// interval returns by how much the weight of a feature may change for a hypothesis to score
// at least as high as all rivals.
func (x *rivalry) interval(id, feature int) (low, high float64, ok bool) {
	low, high = math.Inf(-1), math.Inf(1)
	h := &x.t.Hypotheses[id]
	for _, r := range x.rivals {
		rival := &x.t.Hypotheses[r]
		ahead, slope := h.Score-rival.Score, h.Values[feature]-rival.Values[feature]
		switch {
		case slope > 0:
			low = max(low, -ahead/slope)
		case slope < 0:
			high = min(high, -ahead/slope)
		case ahead < 0:
			return 0, 0, false
		}
	}
	return low, high, low <= high && low <= MaxWeight && high >= -MaxWeight
}

// best reports whether a wanted hypothesis scores higher than all rivals with some weights.
func (x *rivalry) best(weights []float64) bool {
	most := func(ids []int) float64 {
		best := math.Inf(-1)
		for _, id := range ids {
			h := &x.t.Hypotheses[id]
			score := 0.0
			for i, v := range h.Values {
				score += weights[i] * v
			}
			best = max(best, score)
		}
		return best
	}
	return most(x.wanted) > most(x.rivals)
}

// joint returns the smallest change of all weights, nil if there is none.
func (x *rivalry) joint() *JointChange {
	n := len(x.t.Features)
	if n == 0 || len(x.rivals) == 0 || x.total == 0 {
		return nil
	}
	sizes := make([]float64, n)
	for i, w := range x.t.Weights {
		if sizes[i] = math.Abs(w); w == 0 {
			sizes[i] = x.total / float64(n)
		}
	}
	var out *JointChange
	for _, id := range x.wanted[:min(len(x.wanted), mostVariants)] {
		h := &x.t.Hypotheses[id]
		least := 0.0
		for _, r := range x.rivals {
			least = min(least, h.Score-x.t.Hypotheses[r].Score)
		}
		above := max(beyond*-least, 1e-9*x.total)
		rows, bounds := make([][]float64, len(x.rivals)), make([]float64, len(x.rivals))
		for k, r := range x.rivals {
			rival := &x.t.Hypotheses[r]
			rows[k] = make([]float64, n)
			for i, size := range sizes {
				rows[k][i] = size * (h.Values[i] - rival.Values[i])
			}
			bounds[k] = above - (h.Score - rival.Score)
		}
		step, ok := leastnorm.Solve(rows, bounds)
		if !ok {
			continue
		}
		j := &JointChange{Weights: slices.Clone(x.t.Weights)}
		for i, d := range step {
			j.Weights[i] += sizes[i] * d
		}
		if j.Size = x.size(j.Weights, sizes); out == nil || j.Size < out.Size {
			out = j
		}
	}
	if out != nil {
		out.Weights = x.rounded(out.Weights)
		out.Size = x.size(out.Weights, sizes)
	}
	return out
}

// size returns how far weights are from those of the trace, each measured by a size of its own.
func (x *rivalry) size(weights, sizes []float64) float64 {
	sum := 0.0
	for i, w := range weights {
		d := (w - x.t.Weights[i]) / sizes[i]
		sum += d * d
	}
	return math.Sqrt(sum)
}

// rounded returns changed weights with as few digits, of three and more, as let the wanted text win.
func (x *rivalry) rounded(weights []float64) []float64 {
	for digits := 3; digits < fullDigits; digits++ {
		out := slices.Clone(weights)
		for i, w := range out {
			if w != x.t.Weights[i] {
				out[i] = toDigits(w, digits)
			}
		}
		if x.best(out) {
			return out
		}
	}
	return weights
}
