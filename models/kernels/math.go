package kernels

import "math"

// These are the numbers of Exp, which the kernels of the cells use too.
const (
	log2e = 1.44269504088896341
	exp0  = 0.693147180559945309
	exp1  = 0.240226506959100712
	exp2  = 0.055504108664821580
	exp3  = 0.009618129107628477
	exp4  = 0.001333355814642844
	exp5  = 0.000154035303933816
	// integral added to a float32 of less than 2^22 rounds it to an integer, half to
	// even, that is the difference of the bits.
	integral = 3 << 22
)

// Exp returns e to the x to about 1e-6, for x between -80 and 80. It rounds the same
// everywhere: no operation of it is fused.
func Exp(x float32) float32 { return pow2(float32(x * log2e)) }

// pow2 returns 2 to the x.
func pow2(x float32) float32 {
	t := x + integral
	f := x - (t - integral)
	p := float32(f*exp5) + exp4
	p = float32(p*f) + exp3
	p = float32(p*f) + exp2
	p = float32(p*f) + exp1
	p = float32(p*f) + exp0
	p = float32(p*f) + 1
	return p * math.Float32frombits(math.Float32bits(t)<<23+127<<23)
}

// Round rounds x, of less than 2^22, to an integer, half to even.
func Round(x float32) int32 {
	return int32(math.Float32bits(x+integral)) - integralBits
}

const integralBits = 0x4b400000

// Sigmoid returns the logistic function of x.
func Sigmoid(x float32) float32 {
	return 1 / (1 + Exp(-min(max(x, -30), 30)))
}

// Tanh returns the hyperbolic tangent of x.
func Tanh(x float32) float32 {
	return 2/(1+Exp(-2*min(max(x, -15), 15))) - 1
}
