package metric

import "math/rand/v2"

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
	rng := rand.New(rand.NewPCG(seed, 11))
	worse := 0
	for range samples {
		var ta, tb T
		for range sa {
			i := rng.IntN(len(sa))
			ta, tb = ta.Plus(sa[i]), tb.Plus(sb[i])
		}
		if value(ta) <= value(tb) {
			worse++
		}
	}
	return float64(worse) / float64(samples)
}
