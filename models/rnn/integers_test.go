package rnn

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
		rows, inputs, cols := 1+r.IntN(14), colBlock*(1+r.IntN(5)), colBlock*(1+r.IntN(5))
		w := weights8{v: make([]int8, inputs*cols), scale: make([]float32, cols)}
		for i := range w.v {
			w.v[i] = int8(r.IntN(256) - 128)
		}
		fill := func(n int) []float32 {
			out := make([]float32, n)
			for i := range out {
				out[i] = float32(r.NormFloat64())
			}
			return out
		}
		b := newPacked(&w, cols, 0, inputs, 0, cols, 1<<14)
		a := make([]int16, up(rows, quad)*inputs)
		for i := range a {
			a[i] = int16(r.IntN(1<<15+1) - 1<<14)
		}
		c := make([]int32, up(rows, quad)*b.cols)
		productsGeneric(c, a, inputs, b, rows)
		sum := int32(0)
		for i := range inputs {
			sum += int32(a[i]) * int32(w.v[i*cols+cols-1])
		}
		if c[cols-1] != sum {
			t.Fatalf("a sum of %d is %d", sum, c[cols-1])
		}

		flags := make([]int8, 20*cols)
		for i := range flags {
			flags[i] = int8(r.IntN(256) - 128)
		}
		g := gateInput{scale: fill(cols), bias: fill(cols), flags: flags, flagScale: fill(cols)}
		var which []int32
		for range r.IntN(2) * r.IntN(300) {
			which = append(which, int32(r.IntN(20)))
		}
		z := make([]float32, cols)
		g.finishGeneric(z, c, which)

		h := colBlock * (1 + r.IntN(3))
		in, scale, cell, sums := fill(gates*h), fill(gates*h), fill(h), make([]int32, gates*h)
		for i := range in {
			in[i], sums[i] = in[i]*float32(math.Exp(r.Float64()*5)), int32(r.IntN(200))-100
		}
		wantCell, wantOut := slices.Clone(cell), make([]int16, h)
		cellsGeneric(in, sums, scale, wantCell, wantOut, 1<<14)
		for _, bits := range kernels() {
			with(bits, func() {
				got, m := make([]int32, len(c)), product8{}
				products(got, a, inputs, b, rows, &m)
				if !slices.Equal(got[:rows*b.cols], c[:rows*b.cols]) {
					t.Errorf("%d bits: the products of %d x %d x %d differ", bits, rows, inputs, cols)
				}
				gotZ := make([]float32, cols)
				g.finish(gotZ, c, which)
				if !slices.Equal(gotZ, z) {
					t.Errorf("%d bits: the inputs of %d gates with %d flags differ", bits, cols, len(which))
				}
				gotCell, gotOut := slices.Clone(cell), make([]int16, h)
				cells(in, sums, scale, gotCell, gotOut, 1<<14)
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
		rows, inputs, cols := 1+r.IntN(14), alikeBlock*(1+r.IntN(20)), colBlock*(1+r.IntN(5))
		stride := cols + margin
		w := weights8{v: make([]int8, (inputs+margin)*stride), scale: make([]float32, stride)}
		for i := range w.v {
			w.v[i] = int8(r.IntN(256) - 128)
		}
		b := newPacked(&w, stride, margin, inputs, margin, cols, largest)
		a := make([]int16, up(rows, quad)*inputs)
		for i := range a {
			a[i] = int16(r.IntN(256) - 128)
		}
		want := make([]int32, up(rows, quad)*b.cols)
		for i := range rows {
			for c := range cols {
				for k, x := range a[i*inputs:][:inputs] {
					want[i*b.cols+c] += int32(x) * int32(w.v[(k+margin)*stride+c+margin])
				}
			}
		}
		for _, bits := range kernels() {
			with(bits, func() {
				var m product8
				for range 3 {
					got := make([]int32, len(want))
					products(got, a, inputs, b, rows, &m)
					for i := range rows {
						if n := i * b.cols; !slices.Equal(got[n:n+cols], want[n:n+cols]) {
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
		size, n := 32*(1+r.IntN(3)), dotBlock*(1+r.IntN(2))
		v := make([]int16, (n+1)*size)
		for i := range v {
			v[i] = int16(r.IntN(1<<12) - 1<<11)
		}
		sums := make([]int32, colBlock*(1+r.IntN(5)))
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
		for _, bits := range kernels() {
			with(bits, func() {
				got, gotSums := make([]int32, n), slices.Clone(sums)
				if dots(got, v, size); !slices.Equal(got, want) {
					t.Errorf("%d bits: %d products of vectors of %d are %v, want %v", bits, n, size, got, want)
				}
				if addSums(gotSums, sums); !slices.Equal(gotSums, wantSums) {
					t.Errorf("%d bits: %d sums differ", bits, len(sums))
				}
			})
		}
	}
}

// BenchmarkStep is a step of the recurrence of one sequence: product and gates apart, and in one kernel where there is one.
func BenchmarkStep(b *testing.B) {
	const h = 128
	w := weights8{v: make([]int8, h*gates*h), scale: make([]float32, gates*h)}
	rec := newPacked(&w, gates*h, 0, h, 0, gates*h, largest)
	z, cell := aligned[float32](gates*h), aligned[float32](h)
	out, sum := aligned[int16](h), aligned[int32](gates*h)
	for i := range z {
		z[i] = float32(i%7) - 3
	}
	b.Run("apart", func(b *testing.B) {
		var m product8
		for b.Loop() {
			products(sum, out, h, rec, 1, &m)
			cells(z, sum, rec.scale, cell, out, largest)
		}
	})
	b.Run("alone", func(b *testing.B) {
		var u aloneUnits
		u.start(rec, cell)
		for b.Loop() {
			if !u.step(z, out, largest) {
				b.Skip("no kernel")
			}
		}
	})
}
