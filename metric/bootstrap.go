package metric

import (
	"math/rand/v2"
	"slices"
)

// Additive are statistics that add over sentences.
type Additive[T any] interface {
	comparable
	Plus(T) T
}

// PairedBootstrap compares two systems on the same sentences (Koehn, EMNLP 2004):
// a and b hold the counts of each sentence. It draws as many sentences as there
// are, with replacement, samples times, and returns the share of the samples in
// which the F1 of a is not above that of b: the p-value of "a is better". The seed
// fixes the draws.
func PairedBootstrap(a, b []Counts, samples int, seed uint64) float64 {
	return PairedBootstrapOf(a, b, Counts.F1, samples, seed)
}

// PairedBootstrapOf is PairedBootstrap for any value of any statistics, such as BLEU.Score.
func PairedBootstrapOf[T Additive[T]](a, b []T, value func(T) float64, samples int, seed uint64) float64 {
	// Sentences without anything to count change nothing but their number.
	var zero T
	var sa, sb []T
	for i := range a {
		if a[i] != zero || b[i] != zero {
			sa, sb = append(sa, a[i]), append(sb, b[i])
		}
	}
	if len(sa) == 0 || samples <= 0 {
		return 1
	}
	worse := 0
	resample(len(sa), samples, seed, func(draws []int) {
		var ta, tb T
		for _, i := range draws {
			ta, tb = ta.Plus(sa[i]), tb.Plus(sb[i])
		}
		if value(ta) <= value(tb) {
			worse++
		}
	})
	return float64(worse) / float64(samples)
}

// MinUnits is how many units an interval needs at least.
const MinUnits = 10

// Interval is a confidence interval of a value.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// BootstrapInterval returns the 95% confidence interval of a value, by percentiles of a
// bootstrap (Efron and Tibshirani 1993, chapter 13): units holds the counts of each
// conversation, as the smallest unit that is independent of the others. It draws as many as
// there are, with replacement, samples times. The seed fixes the draws. ok is false where there
// are fewer than MinUnits.
func BootstrapInterval[T Additive[T]](units []T, value func(T) float64, samples int, seed uint64) (in Interval, ok bool) {
	if len(units) < MinUnits || samples <= 0 {
		return Interval{}, false
	}
	values := make([]float64, 0, samples)
	resample(len(units), samples, seed, func(draws []int) {
		var sum T
		for _, i := range draws {
			sum = sum.Plus(units[i])
		}
		values = append(values, value(sum))
	})
	slices.Sort(values)
	at := func(q float64) float64 { return values[int(q*float64(samples-1)+0.5)] }
	return Interval{at(0.025), at(0.975)}, true
}

// resample calls do with the numbers of n units drawn with replacement, samples times.
func resample(n, samples int, seed uint64, do func(draws []int)) {
	rng := rand.New(rand.NewPCG(seed, 11))
	draws := make([]int, n)
	for range samples {
		for k := range draws {
			draws[k] = rng.IntN(n)
		}
		do(draws)
	}
}
