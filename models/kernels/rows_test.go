package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The kernels of rows make the same bits as the plain code.
func TestRowKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		n := Lanes * (1 + r.IntN(9))
		fill := func() []float32 {
			out := make([]float32, n)
			spread := math.Exp(4 * r.Float64())
			for i := range out {
				out[i] = float32(r.NormFloat64() * spread)
			}
			return out
		}
		x, scale, bias, sum := fill(), fill(), fill(), make([]int32, n)
		for i := range sum {
			sum[i] = int32(r.Uint32()) >> r.IntN(20)
		}
		x[r.IntN(n)] = float32(math.Copysign(0, -1))
		if r.IntN(10) == 0 {
			clear(x)
		}
		all := func() (out [5][]float32, small []int16) {
			out[0] = make([]float32, n)
			Scaled(out[0], sum, scale, bias, 0.37)
			small = make([]int16, n)
			unit := Narrow(small, x)
			out[1] = slices.Clone(x)
			Normalise(out[1], scale, bias)
			out[2] = slices.Clone(x)
			total := Powers(out[2])
			out[3] = slices.Clone(x)
			Gelu(out[3])
			out[4] = []float32{unit, total}
			above := slices.Clone(x)
			for i, v := range above {
				above[i] = max(v, -0.1)
			}
			more := make([]int16, n)
			unit, zero := NarrowAbove(more, above, 0.1)
			sums := slices.Clone(sum)
			AddMultiple(sums, sum, zero)
			out[4] = append(out[4], unit)
			for i, v := range sums {
				out[4] = append(out[4], math.Float32frombits(uint32(v)))
				small = append(small, more[i])
			}
			return out, small
		}
		var want [5][]float32
		var wantSmall []int16
		With(0, func() { want, wantSmall = all() })
		for _, bits := range Sizes() {
			With(bits, func() {
				got, small := all()
				for k, v := range got {
					for i, x := range v {
						if math.Float32bits(x) != math.Float32bits(want[k][i]) {
							t.Fatalf("%d bits: result %d, number %d of %d: %v instead of %v", bits, k, i, n, x, want[k][i])
						}
					}
				}
				if !slices.Equal(small, wantSmall) {
					t.Fatalf("%d bits: other integers: %v instead of %v", bits, small, wantSmall)
				}
			})
		}
	}
}

// Rows become what they are said to, but for the rounding of float32.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	const n = 4 * Lanes
	x, gain, bias := make([]float32, n), make([]float32, n), make([]float32, n)
	near := func(what string, i int, got, want, most float64) {
		if !(math.Abs(got-want) <= most) {
			t.Errorf("%s of number %d: %v instead of %v", what, i, got, want)
		}
	}
	for range 200 {
		sum, square, powers := 0.0, 0.0, 0.0
		for i := range x {
			x[i], gain[i], bias[i] = float32(4*r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())
			sum += float64(x[i])
		}
		top := float64(slices.Max(x))
		for _, v := range x {
			square += (float64(v) - sum/n) * (float64(v) - sum/n)
			powers += math.Exp2(float64(v) - top)
		}
		normal, gelu, power, small := slices.Clone(x), slices.Clone(x), slices.Clone(x), make([]int16, n)
		Normalise(normal, gain, bias)
		Gelu(gelu)
		near("sum", 0, float64(Powers(power)), powers, 1e-5*powers)
		unit := Narrow(small, x)
		for i, v := range x {
			v := float64(v)
			near("normalisation", i, float64(normal[i]), (v-sum/n)/math.Sqrt(square/n)*float64(gain[i])+float64(bias[i]), 1e-5)
			near("gelu", i, float64(gelu[i]), v*(1+math.Erf(v/math.Sqrt2))/2, 1e-6*max(1, math.Abs(v)))
			near("power", i, float64(power[i]), math.Exp2(v-top), 1e-6)
			near("integer", i, float64(small[i])*float64(unit), v, 0.5001*float64(unit))
		}
	}
	if unit := Narrow(make([]int16, n), make([]float32, n)); unit != 0 {
		t.Errorf("1 of zeros is %v", unit)
	}
}

// Numbers that are above one are integers of 8 bits, whatever their largest one is.
func TestNarrowAbove(t *testing.T) {
	const n, below = 2 * Lanes, 0.171
	r := rand.New(rand.NewPCG(11, 12))
	for range 2000 {
		x, small := make([]float32, n), make([]int16, n)
		most := math.Exp(10*r.Float64() - 7)
		for i := range x {
			x[i] = float32(most * r.NormFloat64())
		}
		Gelu(x)
		unit, zero := NarrowAbove(small, x, below)
		for i, v := range x {
			if small[i] != int16(int8(small[i])) {
				t.Fatalf("%v of numbers up to %v becomes %d", v, slices.Max(x), small[i])
			}
			if got := float64(unit) * float64(int32(small[i])+zero); math.Abs(got-float64(v)) > 0.501*float64(unit) {
				t.Fatalf("%v becomes %v: 1 is %v", v, got, unit)
			}
		}
	}
}
