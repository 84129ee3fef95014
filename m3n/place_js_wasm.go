//go:build simd

package m3n

import "unsafe"

// vectors reports whether the kernel is in use; tests compare it with the plain code.
var vectors = true

const placesAlone = false

//go:wasmimport tidytalk places
//go:noescape
func places128(starts unsafe.Pointer, shift int32, rows unsafe.Pointer, width int32, keys, of unsafe.Pointer, n int32, first, ops unsafe.Pointer) int32

// placeAll does what table.findAll does of keys whose buckets start at first, in place, and returns how many are
// found: see cmd/wasm/kernels.wat.
func placeAll(starts *uint32, shift uint64, rows *uint8, width uint64, keys *uint64, of *uint16, n int, first *uint32, ops *uint16) int {
	return int(places128(unsafe.Pointer(starts), int32(shift), unsafe.Pointer(rows), int32(width), unsafe.Pointer(keys), unsafe.Pointer(of), int32(n), unsafe.Pointer(first), unsafe.Pointer(ops)))
}
