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
	// Report, where set, is called after every round.
	Report func(Round)
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
	w := slices.Clone(start)
	normalise(w)
	best, value := w, math.Inf(-1)
	for round := 1; ; round++ {
		before := pool.Len()
		stats, err := decode(ctx, w, func(i int, features []float64, s Stats) error {
			_, err := pool.Add(i, features, s)
			return err
		})
		if err != nil {
			return nil, 0, err
		}
		r := Round{Round: round, Weights: w, Decoded: t.Objective.Value(stats), Pool: pool.Len(), Added: pool.Len() - before}
		if r.Decoded > value {
			best, value = w, r.Decoded
		}
		last := round > t.Rounds || round > 1 && float64(r.Added) < t.MinGrowth*float64(before)
		if !last {
			next, v, err := t.Optimise(ctx, pool, w)
			if err != nil {
				return nil, 0, err
			}
			r.Best = v
			for i := range next {
				r.Change += math.Abs(next[i] - w[i])
			}
			w = next
			last = r.Change < t.MinChange
		}
		if t.Report != nil {
			t.Report(r)
		}
		if last {
			return best, value, nil
		}
	}
}
