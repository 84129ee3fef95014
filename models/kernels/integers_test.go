package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The integer kernels make the same bits as the plain code.
func TestIntegerKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		rows, inputs, cols := 1+r.IntN(14), ColBlock*(1+r.IntN(5)), ColBlock*(1+r.IntN(5))
		w := Matrix8{V: make([]int8, inputs*cols), Scale: make([]float32, cols)}
		for i := range w.V {
			w.V[i] = int8(r.IntN(256) - 128)
		}
		fill := func(n int) []float32 {
			out := make([]float32, n)
			for i := range out {
				out[i] = float32(r.NormFloat64())
			}
			return out
		}
		b := Pack(&w, cols, 0, inputs, 0, cols, 1<<14)
		a := make([]int16, Up(rows, Quad)*inputs)
		for i := range a {
			a[i] = int16(r.IntN(1<<15+1) - 1<<14)
		}
		c := make([]int32, Up(rows, Quad)*b.Cols)
		productsGeneric(c, a, inputs, b, rows)
		sum := int32(0)
		for i := range inputs {
			sum += int32(a[i]) * int32(w.V[i*cols+cols-1])
		}
		if c[cols-1] != sum {
			t.Fatalf("a sum of %d is %d", sum, c[cols-1])
		}

		flags := make([]int8, 20*cols)
		for i := range flags {
			flags[i] = int8(r.IntN(256) - 128)
		}
		g := GateInput{Scale: fill(cols), Bias: fill(cols), Flags: flags, FlagScale: fill(cols)}
		var which []int32
		for range r.IntN(2) * r.IntN(300) {
			which = append(which, int32(r.IntN(20)))
		}
		z := make([]float32, cols)
		g.finishGeneric(z, c, which)

		h := ColBlock * (1 + r.IntN(3))
		in, scale, cell, sums := fill(Gates*h), fill(Gates*h), fill(h), make([]int32, Gates*h)
		for i := range in {
			in[i], sums[i] = in[i]*float32(math.Exp(r.Float64()*5)), int32(r.IntN(200))-100
		}
		wantCell, wantOut := slices.Clone(cell), make([]int16, h)
		cellsGeneric(in, sums, scale, wantCell, wantOut, 1<<14)
		for _, bits := range Sizes() {
			With(bits, func() {
				got, m := make([]int32, len(c)), Buffer{}
				Products(got, a, inputs, b, rows, &m)
				if !slices.Equal(got[:rows*b.Cols], c[:rows*b.Cols]) {
					t.Errorf("%d bits: the products of %d x %d x %d differ", bits, rows, inputs, cols)
				}
				gotZ := make([]float32, cols)
				g.Finish(gotZ, c, which)
				if !slices.Equal(gotZ, z) {
					t.Errorf("%d bits: the inputs of %d gates with %d flags differ", bits, cols, len(which))
				}
				gotCell, gotOut := slices.Clone(cell), make([]int16, h)
				Cells(in, sums, scale, gotCell, gotOut, 1<<14)
				if !slices.Equal(gotCell, wantCell) || !slices.Equal(gotOut, wantOut) {
					t.Errorf("%d bits: %d units differ", bits, h)
				}
			})
		}
	}
}

// Products of numbers of 8 bits, of a part of a matrix, are the products, with the weights read there and back.
func TestByteProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		const margin = 3 // rows and columns of which the part is not
		rows, inputs, cols := 1+r.IntN(14), 8*(1+r.IntN(20)), ColBlock*(1+r.IntN(5))
		stride := cols + margin
		w := Matrix8{V: make([]int8, (inputs+margin)*stride), Scale: make([]float32, stride)}
		for i := range w.V {
			w.V[i] = int8(r.IntN(256) - 128)
		}
		b := Pack(&w, stride, margin, inputs, margin, cols, Largest)
		a := make([]int16, Up(rows, Quad)*inputs)
		for i := range a {
			a[i] = int16(r.IntN(256) - 128)
		}
		want := make([]int32, Up(rows, Quad)*b.Cols)
		for i := range rows {
			for c := range cols {
				for k, x := range a[i*inputs:][:inputs] {
					want[i*b.Cols+c] += int32(x) * int32(w.V[(k+margin)*stride+c+margin])
				}
			}
		}
		for _, bits := range Sizes() {
			With(bits, func() {
				var m Buffer
				for range 3 {
					got := make([]int32, len(want))
					Products(got, a, inputs, b, rows, &m)
					for i := range rows {
						if n := i * b.Cols; !slices.Equal(got[n:n+cols], want[n:n+cols]) {
							t.Errorf("%d bits: row %d of the products of %d x %d x %d differs", bits, i, rows, inputs, cols)
						}
					}
				}
			})
		}
	}
}

// Sums of sums and products of projections are the same with all kernels.
func TestDots(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		size, n := 32*(1+r.IntN(3)), DotBlock*(1+r.IntN(2))
		v := make([]int16, (n+1)*size)
		for i := range v {
			v[i] = int16(r.IntN(1<<12) - 1<<11)
		}
		sums := make([]int32, ColBlock*(1+r.IntN(5)))
		for i := range sums {
			sums[i] = int32(r.Uint32())
		}
		want, wantSums := make([]int32, n), slices.Clone(sums)
		for i := range want {
			for j, x := range v[:size] {
				want[i] += int32(x) * int32(v[(i+1)*size+j])
			}
		}
		for i := range sums {
			wantSums[i] *= 2
		}
		for _, bits := range Sizes() {
			With(bits, func() {
				got, gotSums := make([]int32, n), slices.Clone(sums)
				if Dots(got, v, size); !slices.Equal(got, want) {
					t.Errorf("%d bits: %d products of vectors of %d are %v, want %v", bits, n, size, got, want)
				}
				if AddSums(gotSums, sums); !slices.Equal(gotSums, wantSums) {
					t.Errorf("%d bits: %d sums differ", bits, len(sums))
				}
			})
		}
	}
}

// BenchmarkStep is a step of the recurrence of one sequence: product and gates apart, and in one kernel where there is one.
func BenchmarkStep(b *testing.B) {
	const h = 128
	w := Matrix8{V: make([]int8, h*Gates*h), Scale: make([]float32, Gates*h)}
	rec := Pack(&w, Gates*h, 0, h, 0, Gates*h, Largest)
	z, cell := Aligned[float32](Gates*h), Aligned[float32](h)
	out, sum := Aligned[int16](h), Aligned[int32](Gates*h)
	for i := range z {
		z[i] = float32(i%7) - 3
	}
	b.Run("apart", func(b *testing.B) {
		var m Buffer
		for b.Loop() {
			Products(sum, out, h, rec, 1, &m)
			Cells(z, sum, rec.Scale, cell, out, Largest)
		}
	})
	b.Run("alone", func(b *testing.B) {
		var u AloneUnits
		u.Start(rec, cell)
		for b.Loop() {
			if !u.Step(z, out, Largest) {
				b.Skip("no kernel")
			}
		}
	})
}
