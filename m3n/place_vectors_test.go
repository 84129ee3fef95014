//go:build amd64 || (js && wasm && simd)

package m3n

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The vectors find what the plain code finds, in tables of all shapes.
func TestPlaceAll(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no AVX2")
	}
	defer func() { vectors = true }()
	r := rand.New(rand.NewPCG(4, 4))
	for _, width := range []int{1, 2, 3, 8, 9, 27} {
		for _, sparse := range []bool{false, true} {
			for range 40 {
				// Few distinct prints: false hits, and crowded buckets, too.
				n, kinds := 1+r.IntN(400), 1+r.IntN(1<<r.IntN(20))
				var entries []tableEntry
				var ask []uint64
				key := func() uint64 { return r.Uint64()<<32>>uint(r.IntN(3)) | uint64(r.IntN(kinds)) }
				for range n {
					k := key()
					codes := make([]uint8, width)
					if sparse {
						codes = make([]uint8, 2*r.IntN(4))
					}
					entries, ask = append(entries, tableEntry{k, uint32(k) & printMask, codes}), append(ask, k, key())
				}
				tab := newTable(entries, width, sparse)
				of := make([]uint16, len(ask))
				for i := range of {
					of[i] = uint16(r.Uint32())
				}
				vectors = true
				rows, ops := tab.findAll(ask, of, []uint32{1}, []uint16{2})
				vectors = false
				want, wantOps := tab.findAll(ask, of, []uint32{1}, []uint16{2})
				if !slices.Equal(rows, want) || !slices.Equal(ops, wantOps) {
					t.Fatalf("width %d, %d entries: %v of %v, not %v of %v", width, n, rows, ops, want, wantOps)
				}
			}
		}
	}
}
