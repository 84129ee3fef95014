package lm

import (
	"cmp"
	"context"
	"fmt"
	"math"
)

// Smoothing names a method of estimation.
type Smoothing uint8

// The methods. Both are interpolated with all lower orders and, at last, with
// the uniform distribution over the vocabulary, <unk> and </s> included.
const (
	// KneserNey is modified Kneser-Ney with three discounts for each order (Chen and
	// Goodman 1998), as KenLM's lmplz has it.
	KneserNey Smoothing = iota
	// WittenBell gives unseen words the weight of the distinct words seen after the
	// context (Witten and Bell 1991, method C).
	WittenBell
)

// ParseSmoothing reads "kn" or "wb".
func ParseSmoothing(s string) (Smoothing, error) {
	switch s {
	case "kn":
		return KneserNey, nil
	case "wb":
		return WittenBell, nil
	}
	return 0, fmt.Errorf("unknown smoothing %q: use kn (modified Kneser-Ney) or wb (Witten-Bell)", s)
}

// EstimateOptions say how a model is estimated. The zero value is unpruned
// modified Kneser-Ney.
type EstimateOptions struct {
	Smoothing Smoothing
	// Prune[k-2] is how often an n-gram of order k may occur and still be left out;
	// 0 keeps all. The last value stands for the orders above it too. Values do not
	// fall with the order. Unigrams are never left out.
	Prune []int
}

// Validate checks the options.
func (o *EstimateOptions) Validate() error {
	last := 0
	for _, p := range o.Prune {
		if p < last {
			return fmt.Errorf("pruning thresholds %v: they must not be negative, nor fall with the order", o.Prune)
		}
		last = p
	}
	return nil
}

func (o *EstimateOptions) threshold(order int) uint32 {
	if len(o.Prune) == 0 || order < 2 {
		return 0
	}
	return uint32(o.Prune[min(order-2, len(o.Prune)-1)])
}

// Estimation says what Estimate did.
type Estimation struct {
	// Discounts[k-1] are the Kneser-Ney discounts of order k for n-grams that occur
	// once, twice, and more often; nil for Witten-Bell.
	Discounts [][3]float64
	// Warnings tell of orders for which the counts gave no discounts.
	Warnings []string
}

// fallback are the discounts where a corpus is too small to estimate them, those
// of lmplz --discount_fallback.
var fallback = [3]float64{0.5, 1, 1.5}

// Estimate makes a model of the n-grams counted so far. The same text gives the
// same model.
func (c *Counter) Estimate(o EstimateOptions) (*Model, *Estimation, error) {
	return c.EstimateContext(context.Background(), o)
}

// EstimateContext is Estimate that ctx ends early, where it goes on in files.
func (c *Counter) EstimateContext(ctx context.Context, o EstimateOptions) (*Model, *Estimation, error) {
	if err := c.ready(&o); err != nil {
		return nil, nil, err
	}
	if c.long != nil {
		return c.estimateLong(ctx, o)
	}
	b := newBuilder(newVocabulary(c.words), c.order)
	counts := c.unigrams
	if o.Smoothing == KneserNey && c.order > 1 {
		counts = continuations(len(c.words), c.higher[0], nil, nil)
	}
	info := &Estimation{}
	p := info.unigrams(&o, counts)
	entries := make([]entry, len(p))
	for id := range p {
		entries[id] = entry{word: uint32(id), prob: logOf(p[id]), index: uint32(id)}
	}
	at := b.add(entries, len(p)) // node of the n-gram with each index; noNode where it is pruned

	for k := 2; k <= c.order; k++ {
		g := c.higher[k-2]
		counts := g.count
		if o.Smoothing == KneserNey && k < c.order {
			counts = continuations(len(g.ctx), c.higher[k-1], g.count, g.begins)
		}
		w := info.weigh(&o, k, tallyOf(counts))
		// Of every context: the mass of its n-grams, then its back-off weight.
		masses := make([]mass, len(p))
		threshold := o.threshold(k)
		for i, n := range counts {
			masses[g.ctx[i]].add(n, g.count[i] > threshold)
		}
		entries = entries[:0]
		higher := make([]float64, len(g.ctx))
		for i, n := range counts {
			if g.count[i] <= threshold {
				continue
			}
			m := &masses[g.ctx[i]]
			higher[i] = interpolated(m.share(n, w), m.backoff(w), p[g.suffix[i]])
			entries = append(entries, entry{ctx: at[g.ctx[i]], word: g.word[i], prob: logOf(higher[i]), index: uint32(i)})
		}
		for i := range masses {
			if masses[i].total > 0 && at[i] != noNode {
				b.setBackoff(at[i], logOf(masses[i].backoff(w)))
			}
		}
		at = b.add(entries, len(higher))
		p = higher
	}
	m, err := b.model()
	if err != nil {
		return nil, nil, err
	}
	return m, info, nil
}

// continuations returns, for the n n-grams of an order, how many distinct words
// precede them; those that start with <s> keep their count. Unigrams pass nil
// for count and begins.
func continuations(n int, higher *ngrams, count []uint32, begins []bool) []uint32 {
	out := make([]uint32, n)
	for _, s := range higher.suffix {
		out[s]++
	}
	for i, b := range begins {
		if b {
			out[i] = count[i]
		}
	}
	return out
}

// ready returns an error where nothing can be estimated.
func (c *Counter) ready(o *EstimateOptions) error {
	if c.sentences == 0 {
		return cmp.Or(o.Validate(), ErrNoText)
	}
	return o.Validate()
}

// unigrams returns the probabilities of the words, interpolated with the uniform
// distribution. <s>, which is no outcome, has no count.
func (e *Estimation) unigrams(o *EstimateOptions, counts []uint32) []float64 {
	w := e.weigh(o, 1, tallyOf(counts))
	var s mass
	for _, n := range counts {
		if n > 0 {
			s.add(n, true)
		}
	}
	gamma := s.backoff(w)
	p := make([]float64, len(counts))
	for id, n := range counts {
		p[id] = s.share(n, w) + gamma/float64(len(counts)-1)
	}
	p[Begin] = 0
	return p
}

// weigh returns what counts of an order are worth, and takes down the discounts.
func (e *Estimation) weigh(o *EstimateOptions, order int, t tally) weigher {
	if o.Smoothing == WittenBell {
		return wittenBell{}
	}
	d, err := t.discounts()
	if err != nil {
		e.Warnings = append(e.Warnings, fmt.Sprintf("order %d: %v: using the discounts %v", order, err, fallback))
		d = fallback
	}
	e.Discounts = append(e.Discounts, d)
	return kneserNey(d)
}

// tally says how many n-grams have each count up to 4.
type tally [5]uint64

func (t *tally) add(n uint32) {
	if n < uint32(len(t)) {
		t[n]++
	}
}

func tallyOf(counts []uint32) tally {
	var t tally
	for _, n := range counts {
		t.add(n)
	}
	return t
}

// discounts returns the three discounts of an order (Chen and Goodman 1998,
// section 3.3).
func (t *tally) discounts() ([3]float64, error) {
	var d [3]float64
	y := float64(t[1]) / float64(t[1]+2*t[2])
	for k := 1; k <= 3; k++ {
		if t[k] == 0 || t[k+1] == 0 && k == 1 {
			return d, fmt.Errorf("too little text for discounts (%d n-grams occur once, %d twice, %d three, %d four times)", t[1], t[2], t[3], t[4])
		}
		d[k-1] = float64(k) - float64(k+1)*y*float64(t[k+1])/float64(t[k])
		if !(d[k-1] >= 0 && d[k-1] <= float64(k)) {
			return d, fmt.Errorf("discount %d would be %.3f", k, d[k-1])
		}
	}
	return d, nil
}

// mass sums up the n-grams of one context. Its sums are whole numbers: their order does
// not matter.
type mass struct {
	total uint64    // of the counts
	kept  uint64    // of the counts that are kept
	by    [3]uint32 // n-grams that are kept, and occur once, twice, more often
	types uint32    // distinct n-grams
}

// weigher is a smoothing method: what counts are worth in a context, as a share of over.
type weigher interface {
	worth(n uint32) float64
	kept(m *mass) float64 // what those that are kept are worth
	over(m *mass) float64
}

// add adds an n-gram. The mass of one that is not kept goes to the back-off.
func (m *mass) add(n uint32, keep bool) {
	m.total += uint64(n)
	m.types++
	if keep {
		m.kept += uint64(n)
		m.by[min(n, 3)-1]++
	}
}

// share is the probability of an n-gram with count n before interpolation.
func (m *mass) share(n uint32, w weigher) float64 {
	if n == 0 {
		return 0
	}
	return w.worth(n) / w.over(m)
}

// backoff is the weight of the lower order.
func (m *mass) backoff(w weigher) float64 { return 1 - w.kept(m)/w.over(m) }

// interpolated returns a probability, given its share and the weight of the lower order.
// The product is rounded: machines that would not do so make the same models.
func interpolated(share, weight, lower float64) float64 { return share + float64(weight*lower) }

type kneserNey [3]float64

func (d kneserNey) worth(n uint32) float64 { return float64(n) - d[min(n, 3)-1] }
func (d kneserNey) over(m *mass) float64   { return float64(m.total) }
func (d kneserNey) kept(m *mass) float64 {
	off := float64(d[0]*float64(m.by[0])) + float64(d[1]*float64(m.by[1]))
	return float64(m.kept) - (off + float64(d[2]*float64(m.by[2])))
}

type wittenBell struct{}

func (wittenBell) worth(n uint32) float64 { return float64(n) }
func (wittenBell) over(m *mass) float64   { return float64(m.total + uint64(m.types)) }
func (wittenBell) kept(m *mass) float64   { return float64(m.kept) }

// logOf is the natural logarithm as models store it.
func logOf(p float64) float32 {
	if p <= 0 {
		return logZero
	}
	return float32(math.Log(p))
}

// logZero stands for the logarithm of 0: 10^-99, as ARPA files have it.
var logZero = float32(-99 * math.Ln10)
