package rnn

import "math"

// exp32 returns e to the x to about 1e-6, for x between -80 and 80. It rounds the same
// everywhere: no operation of it is fused.
func exp32(x float32) float32 {
	const (
		log2e = 1.44269504088896341
		c0    = 0.693147180559945309
		c1    = 0.240226506959100712
		c2    = 0.055504108664821580
		c3    = 0.009618129107628477
		c4    = 0.001333355814642844
		c5    = 0.000154035303933816
	)
	x = float32(x * log2e)
	n := float32(math.Floor(float64(x) + 0.5))
	f := x - n
	p := float32(f*c5) + c4
	p = float32(p*f) + c3
	p = float32(p*f) + c2
	p = float32(p*f) + c1
	p = float32(p*f) + c0
	p = float32(p*f) + 1
	return p * math.Float32frombits(uint32(int32(n)+127)<<23)
}

func sigmoid(x float32) float32 {
	return 1 / (1 + exp32(-min(max(x, -30), 30)))
}

func tanh(x float32) float32 {
	return 2/(1+exp32(-2*min(max(x, -15), 15))) - 1
}
