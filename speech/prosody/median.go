package prosody

// medianReach is how many frames on either side the median is taken over.
const medianReach = 2

// medianFiltered returns a contour in which each voiced frame is the median of those
// around it: of five, and of fewer, as many on either side, towards the ends of the voiced stretch.
func medianFiltered(f0 []float32) []float32 {
	out := make([]float32, len(f0))
	stretches(f0, 0, func(from, to int) {
		for i := from; i < to; i++ {
			reach := min(medianReach, i-from, to-1-i)
			out[i] = median(f0[i-reach : i+reach+1])
		}
	})
	return out
}

// median is that of an odd number of values, at most 2*medianReach+1.
func median(values []float32) float32 {
	var sorted [2*medianReach + 1]float32
	n := copy(sorted[:], values)
	for i := 1; i < n; i++ {
		for j := i; j > 0 && sorted[j] < sorted[j-1]; j-- {
			sorted[j], sorted[j-1] = sorted[j-1], sorted[j]
		}
	}
	return sorted[n/2]
}

// stretches calls do for each stretch of voiced frames, in which there are gaps of no more
// than some frames.
func stretches(f0 []float32, gap int, do func(from, to int)) {
	from, last := -1, -1
	for i, hz := range f0 {
		if hz <= 0 {
			continue
		}
		if from >= 0 && i-last-1 > gap {
			do(from, last+1)
			from = -1
		}
		if from < 0 {
			from = i
		}
		last = i
	}
	if from >= 0 {
		do(from, last+1)
	}
}
