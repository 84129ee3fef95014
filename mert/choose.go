package mert

import (
	"context"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// priors are those that a Tuner with Folds chooses among, from one that hardly lets weights
// move to none.
var priors = []float64{0.1, 0.03, 0.01, 0.003, 0.001, 0}

// Trial is what a prior does in a cross-validation.
type Trial struct {
	Prior float64 // math.Inf(1): the weights stay where they are
	Held  float64 // objective of the sentences held out, each by what was tuned to the other folds
}

// Choice is how the prior of a tuning was chosen.
type Choice struct {
	Folds  int
	Trials []Trial // by falling prior; the first one is of the start
	Best   int     // of Trials
}

// How long the searches are that fill the pool and that try priors.
const (
	briefStarts = 4
	briefShakes = 2
	briefNear   = 0.5 // Optimiser.Near: the start has been tuned, or was chosen
)

// fullEnough is Tuner.MinGrowth while the pool is filled for the choice of a prior.
const fullEnough = 0.1

// brief returns an optimiser for a search that only has to come near.
func (t *Tuner) brief(prior float64) Optimiser {
	o := t.Optimiser
	o.Prior, o.Restarts, o.Shakes, o.least = prior, briefStarts, briefShakes, worthwhile
	if o.Near == 0 {
		o.Near = briefNear
	}
	return o
}

// choosing is Tune with Folds.
func (x *tuning) choosing(ctx context.Context, start []float64) ([]float64, float64, error) {
	growth := x.MinGrowth
	x.MinGrowth = max(growth, fullEnough)
	err := x.rounds(ctx, start, x.Rounds-1, func(w []float64) ([]float64, error) {
		return x.brief(0).optimise(ctx, x.pool.columns(nil), w, w)
	})
	if err != nil {
		return nil, 0, err
	}
	x.MinGrowth = growth
	x.doing("choosing the prior")
	c, err := x.choose(ctx, start)
	if err != nil {
		return nil, 0, err
	}
	if x.Chose != nil {
		x.Chose(c)
	}
	if c.Best == 0 {
		return start, x.tried[0].value, nil
	}
	x.Prior, x.least = c.Trials[c.Best].Prior, worthwhile/10
	farthest := x.best(func(d *decoded) float64 { return d.value }).weights
	if x.Prior > 0 {
		x.tried = x.tried[:1] // the others had no prior
	}
	search := func(w []float64) ([]float64, error) {
		return x.optimise(ctx, x.pool.columns(nil), start, start, w)
	}
	x.doing("searching for weights")
	w, err := search(farthest)
	if err != nil {
		return nil, 0, err
	}
	if err := x.rounds(ctx, w, x.Rounds, search); err != nil {
		return nil, 0, err
	}
	best := x.best(func(d *decoded) float64 { return d.value - x.penalty(d.weights, start) })
	return best.weights, best.value, nil
}

// choose tries priors by cross-validation on the hypotheses of the pool: nothing is decoded.
// Each goes on where the one before, which was stricter, ended, so that brief searches do. What
// does best on all that was held out is chosen; among equals what changes the weights least.
func (x *tuning) choose(ctx context.Context, start []float64) (Choice, error) {
	held := make([][]Stats, slices.Max(x.Folds)+1) // of a fold, by trial
	if len(held) < 2 {
		return Choice{Folds: 1, Trials: []Trial{{math.Inf(1), x.tried[0].value}}}, nil // nothing can be held out
	}
	err := parallel.Each(ctx, x.Workers, len(held), func(fold int) error {
		of := x.pool.columns(func(i int) bool { return x.Folds[i] != fold })
		others := x.pool.columns(func(i int) bool { return x.Folds[i] == fold })
		at := others.newPoint()
		score := func(w []float64) { held[fold] = append(held[fold], others.moveTo(at, w)) }
		score(start)
		last := start
		for _, prior := range priors {
			o := x.brief(prior)
			o.Workers = 1
			if prior > 0 {
				o.Restarts = -1 // what is far away is too dear
			}
			w, err := o.optimise(ctx, of, start, last)
			if err != nil {
				return err
			}
			score(w)
			last = w
		}
		return nil
	})
	if err != nil {
		return Choice{}, err
	}
	out := Choice{Folds: len(held), Trials: make([]Trial, 0, len(priors)+1)}
	for k := range len(priors) + 1 {
		var total Stats
		for _, of := range held {
			total.add(&of[k])
		}
		trial := Trial{math.Inf(1), x.Objective.Value(total)}
		if k > 0 {
			trial.Prior = priors[k-1]
		}
		if out.Trials = append(out.Trials, trial); trial.Held > out.Trials[out.Best].Held {
			out.Best = k
		}
	}
	return out, nil
}
