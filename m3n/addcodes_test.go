package m3n

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// coded returns rows of random codes.
func coded(width, n int) (cells []uint8, rows []uint32, units *[256]int32) {
	r := rand.New(rand.NewPCG(uint64(width), 5))
	units = new([256]int32)
	for c := range units {
		units[c] = int32(r.IntN(1<<20) - 1<<19)
	}
	cells = make([]uint8, width*n)
	for i := range cells {
		cells[i] = uint8(r.Uint32())
	}
	for range n {
		rows = append(rows, uint32(width*r.IntN(n)))
	}
	return cells, rows, units
}

func TestAddCodes(t *testing.T) {
	for _, width := range []int{1, 2, 3, 4, 5, 7, 8, 9, 16, 27, 64} {
		cells, rows, units := coded(width, 40)
		got := make([]int32, width)
		for k := range got {
			got[k] = int32(k)
		}
		want := slices.Clone(got)
		addCodes(cells, width, rows, units, got)
		for _, row := range rows {
			for k := range want {
				want[k] += units[cells[int(row)+k]]
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("width %d: %v, not %v", width, got, want)
		}
	}
}

func BenchmarkAddCodes(b *testing.B) {
	for _, width := range []int{2, 3, 4, 5, 8, 9, 27, 64} {
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			cells, rows, units := coded(width, 64)
			out := make([]int32, width)
			for b.Loop() {
				addCodes(cells, width, rows, units, out)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/64, "ns/row")
		})
	}
}
