package m3n

import "slices"

// NumBins is the number of bins of a continuous column (COLING 2014, section
// 5.1).
const NumBins = 10

// Quantiles returns the thresholds that cut values into at most NumBins bins of
// about equal size: ascending, without duplicates, the smallest value first, so
// that every known value reaches at least one threshold. Where one value is
// frequent enough to fill several bins (most pauses are 0), it has one, and the
// values above it share the bins that are left. NaN (unknown) values are left
// out; no known value gives no threshold. values is sorted in place.
func Quantiles(values []float64) []float64 {
	values = known(values)
	var limits []float64
	for len(values) > 0 && len(limits) < NumBins {
		limit := values[0]
		limits = append(limits, limit)
		i := max(1, len(values)/(NumBins-len(limits)+1))
		for i < len(values) && values[i] == limit {
			i++
		}
		values = values[i:]
	}
	return limits
}

// tailShares are the shares of the values below the thresholds of TailQuantiles.
var tailShares = [NumBins]float64{0, 0.005, 0.02, 0.06, 0.2, 0.5, 0.8, 0.94, 0.98, 0.995}

// TailQuantiles is Quantiles with bins that get smaller towards both ends: for
// scores that tell most where they are extreme.
func TailQuantiles(values []float64) []float64 {
	values = known(values)
	var limits []float64
	if len(values) == 0 {
		return nil
	}
	for _, share := range tailShares {
		v := values[int(share*float64(len(values)))]
		if len(limits) == 0 || v > limits[len(limits)-1] {
			limits = append(limits, v)
		}
	}
	return limits
}

// known sorts the values that are known, in place.
func known(values []float64) []float64 {
	values = slices.DeleteFunc(values, func(v float64) bool { return v != v })
	slices.Sort(values)
	return values
}
