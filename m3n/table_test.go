package m3n

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// someTable returns a table of n random entries, and their keys.
func someTable(n int) (*table, []uint64) {
	r := rand.New(rand.NewPCG(uint64(n), 2))
	keys := make([]uint64, n)
	entries := make([]tableEntry, n)
	for i := range keys {
		keys[i] = finish(r.Uint64())
		entries[i] = tableEntry{keys[i], uint32(keys[i]) & printMask, make([]uint8, 9)}
	}
	slices.SortFunc(entries, func(a, b tableEntry) int { return cmp.Compare(a.bucket, b.bucket) })
	return newTable(entries, 9, false), keys
}

// findAll finds what is there, whatever the size of its bucket, and nothing else.
func TestFindAll(t *testing.T) {
	for _, n := range []int{1, 5, 6, 40, 1000, 30000} {
		tab, keys := someTable(n)
		r := rand.New(rand.NewPCG(7, uint64(n)))
		var ask []uint64
		var want []uint32
		sorted := slices.Sorted(slices.Values(keys))
		for range 4000 {
			if r.IntN(4) == 0 {
				ask = append(ask, finish(r.Uint64()))
				continue
			}
			key := keys[r.IntN(n)]
			i, _ := slices.BinarySearch(sorted, key) // entries are in the order of their keys
			ask, want = append(ask, key), append(want, uint32(i))
		}
		of, wantOps := make([]uint16, len(ask)), []uint16{7}
		for i, key := range ask {
			of[i] = uint16(i)
			if _, there := slices.BinarySearch(sorted, key); there {
				wantOps = append(wantOps, uint16(i))
			}
		}
		got, ops := tab.findAll(ask, of, []uint32{42}, []uint16{7})
		for i, row := range got[1:] {
			got[1+i] = tab.entry(row)
		}
		if !slices.Equal(got[1:], want) || !slices.Equal(ops, wantOps) {
			t.Errorf("%d entries: %d are found, not %d, or others", n, len(got)-1, len(want))
		}
		for _, key := range ask {
			i, ok := tab.find(key)
			if _, there := slices.BinarySearch(sorted, key); ok != there || ok && sorted[tab.entry(i)] != key {
				t.Fatalf("%d entries: %x is found: %v, at %d", n, key, ok, i)
			}
		}
	}
}

func BenchmarkFindAll(b *testing.B) {
	for _, n := range []int{3000, 350000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			tab, keys := someTable(n)
			r := rand.New(rand.NewPCG(3, 4))
			const batch = 80
			ask := make([]uint64, 1000*batch)
			for i := range ask {
				if ask[i] = keys[r.IntN(n)]; r.IntN(10) == 0 {
					ask[i] = finish(r.Uint64())
				}
			}
			of := make([]uint16, batch)
			var entries []uint32
			var ops []uint16
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				entries, ops = tab.findAll(ask[i*batch:(i+1)*batch], of, entries[:0], ops[:0])
				i = (i + 1) % 1000
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/batch, "ns/key")
		})
	}
}

// BenchmarkLine reads cache lines of memory that no cache holds, in random order, as many
// at a time as the processor takes up: what a look-up takes at least, where nothing is
// near.
func BenchmarkLine(b *testing.B) {
	for _, size := range []int{1 << 20, 1 << 24, 1 << 28} {
		b.Run(fmt.Sprintf("%dMB", size>>20), func(b *testing.B) {
			memory := make([]uint8, size)
			for i := range memory {
				memory[i] = uint8(i)
			}
			r := rand.New(rand.NewPCG(6, 6))
			at := make([]uint32, 1<<16)
			for i := range at {
				at[i] = uint32(r.IntN(size))
			}
			sum := uint8(0)
			for b.Loop() {
				for i := range at {
					at[i] = (at[i]*1664525 + 1013904223) % uint32(size)
				}
				sum += touch(memory, at, 1)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(at)), "ns/line")
			b.ReportMetric(float64(sum), "sum")
		})
	}
}
