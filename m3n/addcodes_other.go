//go:build !amd64

package m3n

import "unsafe"

// addEight adds the units of the first eight codes of n rows to out.
func addEight(cells *uint8, rows *uint32, n int, units *[256]int32, out *[8]int32) {
	for _, i := range unsafe.Slice(rows, n) {
		for k, c := range unsafe.Slice((*uint8)(unsafe.Add(unsafe.Pointer(cells), i)), 8) {
			out[k] += units[c]
		}
	}
}
