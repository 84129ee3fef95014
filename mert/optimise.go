package mert

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// Optimiser maximises an objective on a pool: from the start and from random
// restarts, it searches along every coordinate and along random directions as long
// as one of them gains; then from points near the best that it has found, which gains
// more than as many starts anywhere (iterated local search). The zero value of a field
// is its default.
type Optimiser struct {
	Objective Objective // default edit-word F1
	// Restarts is how many searches start at random. 0: until some more of them find nothing
	// better (see patience), and so do those that start near the best.
	Restarts int
	// Near, where set, draws the random starts around the given weights instead of
	// anywhere: the changes are normal, and this large beside the mean size of a weight.
	Near float64
	// Shakes is how many searches start near the best so far, by default 20 where Restarts are
	// given; negative: none.
	Shakes     int
	Directions int // random directions tried in each pass besides the coordinates, default 8
	// Prior is what a change of the weights by 1, summed and scaled, must gain in the
	// objective to be worth it: it keeps the weights near the start unless the pool
	// says clearly otherwise. 0 believes the pool alone, as Och does.
	Prior float64
	// Fixed says of each weight whether the search leaves it alone: no direction moves it,
	// though it is scaled with the others. nil: none.
	Fixed   []bool
	Seed    uint64
	Workers int // goroutines, default 1; the result does not depend on it
	// least is the gain for which a pass over all directions is repeated, by default minGain.
	least float64
}

func (o Optimiser) withDefaults() Optimiser {
	if o.Objective == nil {
		o.Objective = EditF{0.5}
	}
	if o.Directions == 0 {
		o.Directions = 8
	}
	if o.least == 0 {
		o.least = minGain
	}
	if o.Shakes == 0 && o.Restarts > 0 {
		o.Shakes = 20
	}
	return o
}

// minGain is Optimiser.least of those who wait: with a prior, passes gain a little for long.
const minGain = 1e-7

// Optimise returns the best weights found and their value on the pool. Weights are
// scaled so that their absolute values add up to 1. The error is that of ctx.
func (o Optimiser) Optimise(ctx context.Context, p *Pool, start []float64) ([]float64, float64, error) {
	w, err := o.optimise(ctx, p.columns(nil), start, start)
	if err != nil {
		return nil, 0, err
	}
	return w, o.withDefaults().Objective.Value(p.Best(w)), nil
}

// optimise searches from points that are given, from others at random, and then near the
// best. The prior is that of a change from home.
func (o Optimiser) optimise(ctx context.Context, c *columns, home []float64, from ...[]float64) ([]float64, error) {
	o = o.withDefaults()
	type outcome struct {
		weights []float64
		value   float64
	}
	best := outcome{value: math.Inf(-1)}
	begun := 0 // searches, each of which has a seed by its number
	search := func(n int, start func(i int, rng *rand.Rand) []float64) error {
		outcomes := make([]outcome, n)
		err := parallel.Each(ctx, o.Workers, n, func(i int) error {
			rng := rand.New(rand.NewPCG(o.Seed, uint64(begun+i)))
			outcomes[i].weights, outcomes[i].value = o.climb(ctx, newSearcher(c), start(i, rng), home, rng)
			return nil
		})
		for _, found := range outcomes {
			if found.value > best.value {
				best = found
			}
		}
		begun += n
		return err
	}
	// several searches a number of times, a few abreast; 0: until that is in vain.
	several := func(number int, start func(rng *rand.Rand) []float64) error {
		last, vain := best.value, 0
		for done := 0; number == 0 && vain < patience && done < atMost || done < number; done += abreast {
			n := abreast
			if number > 0 {
				n = min(n, number-done)
			}
			if err := search(n, func(_ int, rng *rand.Rand) []float64 { return start(rng) }); err != nil {
				return err
			}
			if vain += n; best.value >= last+worthwhile {
				last, vain = best.value, 0
			}
		}
		return nil
	}
	err := search(len(from), func(i int, _ *rand.Rand) []float64 { return slices.Clone(from[i]) })
	if err == nil {
		err = several(o.Restarts, func(rng *rand.Rand) []float64 { return o.anywhere(home, rng) })
	}
	if err == nil {
		err = several(o.Shakes, func(rng *rand.Rand) []float64 { return o.near(best.weights, shake, rng) })
	}
	return best.weights, err
}

// Where the number of searches is not given, they go on until patience in a row have not
// gained what is worthwhile in the objective, but not for ever.
const (
	patience   = 8
	worthwhile = 1e-4
	atMost     = 60
)

// anywhere returns weights at random, near the start if that is asked for.
func (o Optimiser) anywhere(start []float64, rng *rand.Rand) []float64 {
	if o.Near > 0 {
		return o.near(start, o.Near, rng)
	}
	w := slices.Clone(start)
	for k := range w {
		if v := rng.NormFloat64(); !o.fixed(k) {
			w[k] = v
		}
	}
	return w
}

// abreast is how many searches start near the same point. It is fixed, so that the
// result does not depend on the number of goroutines.
const abreast = 4

// shake is how far from the best so far they start, beside the mean size of a weight.
const shake = 0.1

// near returns weights drawn around others.
func (o Optimiser) near(w []float64, size float64, rng *rand.Rand) []float64 {
	out := slices.Clone(w)
	sum, n := 0.0, 0
	for k, v := range w {
		if !o.fixed(k) {
			sum, n = sum+math.Abs(v), n+1
		}
	}
	for k := range out {
		if v := rng.NormFloat64(); !o.fixed(k) {
			out[k] += v * size * sum / float64(n)
		}
	}
	return out
}

// scale scales weights so that they are of the size of those of start, and what is fixed
// is as it is there: only beside weights of that size it means the same. Without anything
// fixed their absolute values add up to 1: scores are compared with each other only.
func (o Optimiser) scale(w, start []float64) {
	was, is, any := 0.0, 0.0, false
	for k := range w {
		if o.fixed(k) {
			w[k], any = start[k], any || start[k] != 0
			continue
		}
		was, is = was+math.Abs(start[k]), is+math.Abs(w[k])
	}
	if !any || was == 0 || is == 0 {
		normalise(w)
		return
	}
	for k := range w {
		if !o.fixed(k) {
			w[k] *= was / is
		}
	}
}

func (o Optimiser) fixed(weight int) bool { return weight < len(o.Fixed) && o.Fixed[weight] }

// penalty returns the price of weights that are not the start; both are scaled.
func (o Optimiser) penalty(w, start []float64) float64 {
	d := 0.0
	for i, v := range w {
		d += math.Abs(v - start[i])
	}
	return o.Prior * d
}

// climb goes from line to line until a pass over all directions gains nothing.
func (o Optimiser) climb(ctx context.Context, s *searcher, w, start []float64, rng *rand.Rand) ([]float64, float64) {
	start = slices.Clone(start)
	normalise(start)
	o.scale(w, start)
	worth := func(p *point, w []float64) float64 { return o.Objective.Value(s.moveTo(p, w)) - o.penalty(w, start) }
	here, there := s.newPoint(), s.newPoint()
	value := worth(here, w)
	direction, next := make([]float64, len(w)), make([]float64, len(w))
	move := func(step float64) []float64 {
		for i, d := range direction {
			next[i] = w[i] + step*d
		}
		o.scale(next, start)
		return next
	}
	var penalty func(step float64) float64
	if o.Prior > 0 {
		penalty = func(step float64) float64 { return o.penalty(move(step), start) }
	}
	for {
		before := value
		for k := range len(w) + o.Directions {
			if ctx.Err() != nil {
				return w, value
			}
			clear(direction)
			if k < len(w) {
				if o.fixed(k) {
					continue
				}
				direction[k] = 1
			} else {
				for i := range direction {
					if v := rng.NormFloat64(); !o.fixed(i) {
						direction[i] = v
					}
				}
			}
			step, v := s.surface(here, direction).Best(o.Objective, penalty)
			if v <= value || step == 0 {
				continue
			}
			// Rounding may put a tie another way: believe what the weights do.
			if v = worth(there, move(step)); v > value {
				value = v
				here, there = there, here
				copy(w, here.weights)
			}
		}
		if value-before < o.least {
			return w, value
		}
	}
}

// normalise scales weights so that their absolute values add up to 1.
func normalise(w []float64) {
	sum := 0.0
	for _, v := range w {
		sum += math.Abs(v)
	}
	if sum == 0 {
		return
	}
	for i := range w {
		w[i] /= sum
	}
}
