package mert

import (
	"context"
	"math"
	"slices"
)

// Decode decodes the tuning sentences with weights. It calls add for every
// hypothesis of each, for one sentence from one goroutine at a time, and returns
// the statistics of the best ones, added up.
type Decode func(ctx context.Context, weights []float64, add func(sentence int, features []float64, s Stats) error) (Stats, error)

// Tuner decodes and optimises in turn until the pools stop growing or the weights
// stop changing (Och 2003, section 4).
type Tuner struct {
	Optimiser
	Rounds    int     // at most, default 6
	MinGrowth float64 // of the pool in a round, relative; default 0.005
	MinChange float64 // of the weights in a round, summed; default 0.01
	// Folds, where set, says of each sentence in which part of a cross-validation it is, from 0.
	// The prior is then chosen by what it does for the part that is held out, in place of Prior:
	// first the pool is filled without one, then the priors are tried on it, then all is tuned
	// with the one that is best, from the start on. Where none gains, the start is returned.
	Folds []int
	// Report, where set, is called after every round, Chose when the prior is chosen, and Doing
	// before anything else that takes long than decoding. They are called from one goroutine.
	Report func(Round)
	Chose  func(Choice)
	Doing  func(string)
}

// Round is what a round of tuning did.
type Round struct {
	Round   int
	Weights []float64 // that it decoded with
	Decoded float64   // objective of decoding with them
	Pool    int       // hypotheses
	Added   int       // of them, new in this round
	Best    float64   // objective on the pool of the weights found then
	Change  float64   // sum of the absolute changes of the weights
}

// Tune fills the pool and returns the weights that decoded best. Weights are
// scaled so that their absolute values add up to 1. The error is that of decode or
// of ctx.
func (t Tuner) Tune(ctx context.Context, pool *Pool, start []float64, decode Decode) ([]float64, float64, error) {
	if t.Rounds == 0 {
		t.Rounds = 6
	}
	if t.MinGrowth == 0 {
		t.MinGrowth = 0.005
	}
	if t.MinChange == 0 {
		t.MinChange = 0.01
	}
	t.Optimiser = t.Optimiser.withDefaults()
	start = slices.Clone(start)
	normalise(start)
	x := &tuning{Tuner: t, pool: pool, decode: decode}
	if t.Folds != nil {
		return x.choosing(ctx, start)
	}
	err := x.rounds(ctx, start, t.Rounds, func(w []float64) ([]float64, error) {
		return t.optimise(ctx, pool.columns(nil), w, w)
	})
	if err != nil {
		return nil, 0, err
	}
	best := x.best(func(d *decoded) float64 { return d.value })
	return best.weights, best.value, nil
}

// tuning is a tuning at work.
type tuning struct {
	Tuner
	pool   *Pool
	decode Decode
	round  int       // that was the last
	tried  []decoded // in rounds
}

// decoded are weights, and the objective of what was decoded with them.
type decoded struct {
	weights []float64
	value   float64
}

// best returns what was tried that is worth most, the first of equals.
func (x *tuning) best(worth func(*decoded) float64) *decoded {
	best, most := &x.tried[0], math.Inf(-1)
	for i := range x.tried {
		if v := worth(&x.tried[i]); v > most {
			best, most = &x.tried[i], v
		}
	}
	return best
}

// rounds decodes with weights and searches for others in turn, until that changes little or
// that many rounds have searched.
func (x *tuning) rounds(ctx context.Context, w []float64, most int, search func(w []float64) ([]float64, error)) error {
	for {
		before := x.pool.Len()
		stats, err := x.decode(ctx, w, func(i int, features []float64, s Stats) error {
			_, err := x.pool.Add(i, features, s)
			return err
		})
		if err != nil {
			return err
		}
		x.round++
		r := Round{Round: x.round, Weights: w, Decoded: x.Objective.Value(stats), Pool: x.pool.Len(), Added: x.pool.Len() - before}
		x.tried = append(x.tried, decoded{w, r.Decoded})
		last := r.Round > most || r.Round > 1 && float64(r.Added) < x.MinGrowth*float64(before)
		if !last {
			x.doing("searching for weights")
			next, err := search(w)
			if err != nil {
				return err
			}
			r.Best = x.Objective.Value(x.pool.Best(next))
			for i := range next {
				r.Change += math.Abs(next[i] - w[i])
			}
			w = next
			last = r.Change < x.MinChange
		}
		if x.Report != nil {
			x.Report(r)
		}
		if last {
			return nil
		}
	}
}

func (x *tuning) doing(what string) {
	if x.Doing != nil {
		x.Doing(what)
	}
}
