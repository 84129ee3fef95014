package kernels

import "math"

// What an encoder does with rows of numbers between its products. Sums are of Lanes numbers side by side, and then of
// these: so vectors of every size make the same bits. Lengths are multiples of Lanes.

// Lanes is how many sums the sum of a row is made of.
const Lanes = 16

// Scaled sets z to sums of products: each times the scale of its column and by, and the bias of its column.
func Scaled(z []float32, sum []int32, scale, bias []float32, by float32) {
	n := len(z)
	_, _, _ = sum[n-1], scale[n-1], bias[n-1]
	if !scaledVectors(z, sum, scale, bias, by) {
		scaledGeneric(z, sum, scale, bias, by)
	}
}

func scaledGeneric(z []float32, sum []int32, scale, bias []float32, by float32) {
	sum, scale, bias = sum[:len(z)], scale[:len(z)], bias[:len(z)]
	for i, v := range sum {
		z[i] = float32(float32(float32(v)*scale[i])*by) + bias[i]
	}
}

// Narrow sets out to numbers as integers of 8 bits, and returns what 1 of them is: the largest size of a number becomes
// Largest. Numbers that are all 0, or next to it, become 0.
func Narrow(out []int16, in []float32) float32 {
	const least = 1e-30 // smaller ones lose bits
	most := largestOf(in, absolute)
	if !(most > least) {
		clear(out[:len(in)])
		return 0
	}
	narrow(out, in, Largest/most, integral)
	return most / Largest
}

// NarrowAbove is Narrow for numbers that are above -below: so the integers are all used where most numbers are positive. 0
// becomes -zero.
func NarrowAbove(out []int16, in []float32, below float32) (unit float32, zero int32) {
	const steps = 2 * Largest
	by := steps / (larger(largestOf(in, signed), 0) + below)
	zero = Largest + 1 - Round(float32(below*by))
	narrow(out, in, by, integral-float32(zero))
	return 1 / by, zero
}

// narrow sets out to the integers next to numbers times by, to which the difference of add and integral is added.
func narrow(out []int16, in []float32, by, add float32) {
	_ = out[len(in)-1]
	if !narrowVectors(out, in, by, add) {
		narrowGeneric(out, in, by, add)
	}
}

func narrowGeneric(out []int16, in []float32, by, add float32) {
	out = out[:len(in)]
	for i, v := range in {
		out[i] = int16(int32(math.Float32bits(float32(v*by)+add)) - integralBits)
	}
}

// AddMultiple adds integers times by to others.
func AddMultiple(to, of []int32, by int32) {
	_ = of[len(to)-1]
	if !addMultipleVectors(to, of, by) {
		addMultipleGeneric(to, of, by)
	}
}

func addMultipleGeneric(to, of []int32, by int32) {
	of = of[:len(to)]
	for i, v := range of {
		to[i] += v * by
	}
}

// Masks of largestOf: the bits of a float32 that it looks at.
const (
	absolute = 1<<31 - 1
	signed   = 1<<32 - 1
)

// largestOf returns the largest number of a row, or with the mask absolute the largest size of one.
func largestOf(in []float32, mask uint32) float32 {
	var lanes [Lanes]float32
	if !largestVectors(in, mask, &lanes) {
		largestGeneric(in, mask, &lanes)
	}
	top := lanes[0]
	for _, v := range lanes[1:] {
		top = larger(top, v)
	}
	return top
}

// larger returns the larger one of two numbers, as the instruction for it does.
func larger(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

func largestGeneric(in []float32, mask uint32, lanes *[Lanes]float32) {
	for i := range lanes {
		lanes[i] = math.Float32frombits(math.Float32bits(in[i]) & mask)
	}
	for at := Lanes; at < len(in); at += Lanes {
		for i, v := range in[at : at+Lanes] {
			lanes[i] = larger(lanes[i], math.Float32frombits(math.Float32bits(v)&mask))
		}
	}
}

// total adds lanes.
func total(lanes *[Lanes]float32) float32 {
	for n := Lanes / 2; n > 0; n /= 2 {
		for i := range n {
			lanes[i] += lanes[i+n]
		}
	}
	return lanes[0]
}

// Normalise makes the mean of a row 0 and its variance 1, multiplies it with gain and adds bias: layer normalisation (Ba,
// Kiros and Hinton 2016).
func Normalise(x, gain, bias []float32) {
	_, _ = gain[len(x)-1], bias[len(x)-1]
	const least = 1e-12 // as BERT adds to variances
	var lanes [Lanes]float32
	if !sumVectors(x, &lanes) {
		sumGeneric(x, &lanes)
	}
	mean := total(&lanes) / float32(len(x))
	if !squaresVectors(x, mean, &lanes) {
		squaresGeneric(x, mean, &lanes)
	}
	by := 1 / float32(math.Sqrt(float64(total(&lanes)/float32(len(x))+least)))
	if !normalVectors(x, gain, bias, mean, by) {
		normalGeneric(x, gain, bias, mean, by)
	}
}

func sumGeneric(x []float32, lanes *[Lanes]float32) {
	*lanes = [Lanes]float32{}
	for at := 0; at < len(x); at += Lanes {
		for i, v := range x[at : at+Lanes] {
			lanes[i] += v
		}
	}
}

func squaresGeneric(x []float32, mean float32, lanes *[Lanes]float32) {
	*lanes = [Lanes]float32{}
	for at := 0; at < len(x); at += Lanes {
		for i, v := range x[at : at+Lanes] {
			d := v - mean
			lanes[i] += float32(d * d)
		}
	}
}

func normalGeneric(x, gain, bias []float32, mean, by float32) {
	gain, bias = gain[:len(x)], bias[:len(x)]
	for i, v := range x {
		x[i] = float32(float32((v-mean)*by)*gain[i]) + bias[i]
	}
}

// Powers makes each number of a row 2 to the power of its distance from the largest one, and returns the sum of these
// powers: a softmax but for the division, of numbers that are multiplied with [Log2E].
func Powers(x []float32) float32 {
	top := largestOf(x, signed)
	var lanes [Lanes]float32
	if !powersVectors(x, top, &lanes) {
		powersGeneric(x, top, &lanes)
	}
	return total(&lanes)
}

// Log2E is the logarithm of e to the base of 2.
const Log2E = log2e

// leastPower is what powers are at least.
const leastPower = -100

func powersGeneric(x []float32, top float32, lanes *[Lanes]float32) {
	*lanes = [Lanes]float32{}
	for at := 0; at < len(x); at += Lanes {
		row := x[at : at+Lanes]
		for i, v := range row {
			row[i] = pow2(larger(v-top, leastPower))
			lanes[i] += row[i]
		}
	}
}

// Gelu makes each number x of a row x·Φ(x), where Φ is the distribution of the normal law (Hendrycks and Gimpel 2016), to
// about 1e-6.
func Gelu(x []float32) {
	if !geluVectors(x) {
		geluGeneric(x)
	}
}

// The complementary error function of |x|/√2, by Abramowitz and Stegun 7.1.26, halved: a polynomial of 1/(1+erfP·|x|) times
// 2 to the erfE·x².
const (
	erfP = 0.3275911 * math.Sqrt2 / 2
	erfE = -log2e / 2
	erf1 = 0.254829592 / 2
	erf2 = -0.284496736 / 2
	erf3 = 1.421413741 / 2
	erf4 = -1.453152027 / 2
	erf5 = 1.061405429 / 2
)

func geluGeneric(x []float32) {
	for i, v := range x {
		size := math.Float32frombits(math.Float32bits(v) & absolute)
		t := 1 / (float32(size*erfP) + 1)
		p := float32(t*erf5) + erf4
		p = float32(p*t) + erf3
		p = float32(p*t) + erf2
		p = float32(p*t) + erf1
		p = p * t
		e := pow2(larger(float32(float32(v*v)*erfE), leastPower))
		x[i] = larger(v, 0) - float32(float32(p*e)*size)
	}
}
