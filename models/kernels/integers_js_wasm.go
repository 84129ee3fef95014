//go:build simd

package kernels

import "unsafe"

// The kernels of a second module, which works in the memory of this one: see cmd/wasm/kernels.wat. A program that is built
// with the tag simd cannot be started without it.

// vectors is how many bits of vectors are in use; 0: the plain code, for tests.
var vectors = 128

//go:wasmimport tidytalk products
//go:noescape
func products128(c, a unsafe.Pointer, stride int32, b unsafe.Pointer, pairs, cols, rows int32)

//go:wasmimport tidytalk finish
//go:noescape
func finish128(cols int32, z, sum, scale, bias, flags, flagScale, at unsafe.Pointer, n int32)

//go:wasmimport tidytalk cells
//go:noescape
func cells128(h int32, z, sum, scale, cell, out unsafe.Pointer, unit float32)

func integerTiles(c []int32, a []int16, ars int, b *Packed, rows int, _ *Buffer) bool {
	if vectors == 0 {
		return false
	}
	products128(unsafe.Pointer(&c[0]), unsafe.Pointer(&a[0]), int32(2*ars), unsafe.Pointer(&b.byPairs()[0]), int32(b.Rows/2), int32(b.Cols), int32(rows))
	return true
}

func finishVectors(g *GateInput, z []float32, sum []int32, flags []int32) bool {
	if vectors == 0 || len(z)%8 != 0 {
		return false
	}
	var rows, at, scale unsafe.Pointer
	if len(flags) > 0 {
		rows, at, scale = unsafe.Pointer(&g.Flags[0]), unsafe.Pointer(&flags[0]), unsafe.Pointer(&g.FlagScale[0])
	}
	finish128(int32(len(z)), unsafe.Pointer(&z[0]), unsafe.Pointer(&sum[0]), unsafe.Pointer(&g.Scale[0]), unsafe.Pointer(&g.Bias[0]), rows, scale, at, int32(len(flags)))
	return true
}

func cellVectors(z []float32, sum []int32, scale, cell []float32, out []int16, unit float32) bool {
	if vectors == 0 {
		return false
	}
	cells128(int32(len(cell)), unsafe.Pointer(&z[0]), unsafe.Pointer(&sum[0]), unsafe.Pointer(&scale[0]), unsafe.Pointer(&cell[0]), unsafe.Pointer(&out[0]), unit)
	return true
}

func addSumsVectors([]int32, []int32) bool { return false }

func dotVectors([]int32, []int16, int) bool { return false }

func aloneVectors(*AloneUnits, []float32, []int16, float32) bool { return false }
