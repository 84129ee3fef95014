package m3n

import (
	"slices"
)

// NumBins is the number of bins of a continuous column (COLING 2014, section
// 5.1).
const NumBins = 10

// Quantiles returns the thresholds that cut values into at most NumBins bins of
// about equal size: ascending, without duplicates, the smallest value first, so
// that every known value reaches at least one threshold. NaN (unknown) values
// are left out; no known value gives no threshold. values is sorted in place.
func Quantiles(values []float64) []float64 {
	values = slices.DeleteFunc(values, func(v float64) bool { return v != v })
	slices.Sort(values)
	var limits []float64
	for b := range NumBins {
		if len(values) > 0 {
			limits = append(limits, values[b*len(values)/NumBins])
		}
	}
	return slices.Compact(limits)
}
