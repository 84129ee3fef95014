package m3n

import "github.com/tidytalk/tidytalk/internal/parallel"

// shardCount is into how many sums the sequences are split. It is fixed, so that
// rounding does not depend on the number of goroutines.
const shardCount = 4

// MeanLoss returns the mean over the sequences of an objective under the weights
// w, without regularisation. workers goroutines share the work.
func MeanLoss[W float32 | float64](d *Dataset, o Objective, w []W, workers int) float64 {
	var sums [shardCount]float64
	parallel.Strided(workers, shardCount, func(_, k int) {
		lat := d.NewLattice()
		var g Gradient
		for i := k; i < d.Sequences(); i += shardCount {
			Score(d, w, i, lat)
			sums[k] += o.Eval(lat, d.Gold(i), d.nodeWeights(i), &g)
		}
	})
	total := 0.0
	for _, s := range sums {
		total += s
	}
	return total / float64(max(d.Sequences(), 1))
}

// Primal returns the primal objective that Subgradient and BCFW minimise:
// MeanLoss, and l2/2 times the squared norm of the weights.
func Primal(d *Dataset, o Objective, w []float32, l2 float64, workers int) float64 {
	norm := 0.0
	for _, v := range w {
		norm += float64(v) * float64(v)
	}
	return MeanLoss(d, o, w, workers) + l2/2*norm
}
