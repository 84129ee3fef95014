//go:build simd

package weights

import "unsafe"

//go:wasmimport tidytalk sum
//go:noescape
func sum128(starts, lower, codes, book, keys unsafe.Pointer, n int32) float64

// sumVectors is Table.Sum by the kernel of cmd/wasm/kernels.wat, where the keys are worth the call.
func sumVectors(t *Table, keys []uint32) (float64, bool) {
	const least = 6
	if len(keys) < least {
		return 0, false
	}
	return sum128(unsafe.Pointer(t.starts), unsafe.Pointer(&t.lower[0]), unsafe.Pointer(&t.codes[0]), unsafe.Pointer(&t.book), unsafe.Pointer(&keys[0]), int32(len(keys))), true
}
