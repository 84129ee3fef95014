package weights

import (
	"bytes"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/filetest"
)

const (
	kind    = "weights"
	version = 2
)

// drawn returns n weights by key.
func drawn(n int) map[uint32]float32 {
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	w := make(map[uint32]float32)
	for len(w) < n {
		w[rng.Uint32()] = float32(rng.NormFloat64())
	}
	return w
}

func marshal(t testing.TB, table *Table) []byte {
	t.Helper()
	w := container.New(kind, version, "config")
	if err := table.Add(w); err != nil {
		t.Fatal(err)
	}
	b, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A table has the keys that are put in and no others, with the weight put in or one near it;
// a file gives it back, and is the same when it is written again.
func TestTable(t *testing.T) {
	alike := make(map[uint32]float32)
	for i := range uint32(1000) {
		alike[i*300] = float32(i) / 100
	}
	for name, want := range map[string]map[uint32]float32{
		"nothing":    {},
		"one":        {0: 2.5},
		"ends":       {0: 1, math.MaxUint32: -1, 0xFFFF: 0.5, 0x10000: 0.25},
		"few values": {1: 1, 2: 1, 1 << 20: -3, 1<<20 + 1: 1},
		"many":       drawn(20000),
		"alike":      alike,
	} {
		table := New(maps.Clone(want))
		got := maps.Collect(table.All())
		if table.Len() != len(want) || len(got) != len(want) {
			t.Errorf("%s: %d keys, %d of them listed, want %d", name, table.Len(), len(got), len(want))
		}
		var largest float64
		for _, w := range want {
			largest = max(largest, math.Abs(float64(w)))
		}
		sum := 0.0
		for k, w := range want {
			g, ok := got[k]
			if !ok || !table.Has(k) || table.Sum([]uint32{k}) != float64(g) {
				t.Fatalf("%s: key %x has %v", name, k, table.Sum([]uint32{k}))
			}
			if len(want) <= 256 && g != w || math.Abs(float64(g-w)) > largest/20 {
				t.Errorf("%s: key %x has the weight %v, want %v", name, k, g, w)
			}
			sum += math.Abs(float64(g - w))
		}
		if sum > largest/500*float64(len(want)) {
			t.Errorf("%s: weights differ by %v on average", name, sum/float64(len(want)))
		}
		for k := range drawn(1000) {
			if _, there := want[k]; table.Has(k) != there || !there && table.Sum([]uint32{k}) != 0 {
				t.Errorf("%s: key %x: %v", name, k, table.Has(k))
			}
		}
		file := marshal(t, table)
		f, back, err := Open(file, kind, version)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if f.Config() != "config" || !maps.Equal(maps.Collect(back.All()), got) {
			t.Errorf("%s: a table changes in a file", name)
		}
		if !bytes.Equal(marshal(t, back), file) || !bytes.Equal(marshal(t, New(got)), file) {
			t.Errorf("%s: files of a table and of what was read from it differ", name)
		}
	}
}

// Sums of keys, of which the table has some, are those of the plain code, whatever adds them up.
func TestSums(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, most := range []uint32{1 << 10, 1 << 18, math.MaxUint32} {
		weights := make(map[uint32]float32)
		for range 3000 {
			weights[r.Uint32N(most)] = r.Float32() - 0.5
		}
		table := New(weights)
		for n := range 200 {
			keys := make([]uint32, n)
			want := 0.0
			for i := range keys {
				keys[i] = r.Uint32N(most)
				want += float64(table.book[table.code(keys[i])])
			}
			if got := table.Sum(keys); got != want {
				t.Fatalf("%d keys below %d: %v, want %v", n, most, got, want)
			}
		}
	}
}

// Keys that are no hashes may be too many for a file, which says so.
func TestManyAlike(t *testing.T) {
	w := make(map[uint32]float32)
	for k := range uint32(mostInBucket + 1) {
		w[k] = 1
	}
	if err := New(w).Add(container.New(kind, version, "")); err == nil {
		t.Error("no error")
	}
}

// Files of slots are read as what they hold.
func TestSlots(t *testing.T) {
	file := func(keys []uint32, weights []float32) []byte {
		w := container.New(kind, slots, "config")
		w.Add("keys", container.Bytes(keys))
		w.Add("weights", container.Bytes(weights))
		b, err := w.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	f, table, err := Open(file([]uint32{0, 9, 0, 3}, []float32{0, -2, 0, 1.5}), kind, version)
	if err != nil || f.Config() != "config" {
		t.Fatal(err)
	}
	if got := maps.Collect(table.All()); !maps.Equal(got, map[uint32]float32{3: 1.5, 9: -2}) {
		t.Errorf("weights %v", got)
	}
	for name, b := range map[string][]byte{
		"a weight less":  file([]uint32{0, 1}, []float32{1}),
		"not a number":   file([]uint32{1}, []float32{float32(math.NaN())}),
		"infinite":       file([]uint32{1}, []float32{float32(math.Inf(1))}),
		"half a section": file([]uint32{1}, []float32{1})[:70],
	} {
		if _, _, err := Open(b, kind, version); !errors.Is(err, container.ErrChecksum) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestDamaged(t *testing.T) {
	filetest.Changes(t, marshal(t, New(drawn(300))), 2000, func(b []byte) error {
		_, table, err := Open(b, kind, version)
		if err == nil {
			table.Sum([]uint32{0, 1, math.MaxUint32})
		}
		return err
	})
}

func FuzzOpen(f *testing.F) {
	f.Add(marshal(f, New(drawn(20))))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, table, err := Open(filetest.Reseal(b), kind, version)
		if err != nil {
			return
		}
		n := 0
		for k := range table.All() {
			n++
			table.Sum([]uint32{k, ^k})
		}
		if n != table.Len() {
			t.Errorf("%d keys of %d", n, table.Len())
		}
	})
}

// BenchmarkSum is of a table of the size of the product's, half of whose keys are there.
func BenchmarkSum(b *testing.B) {
	w := drawn(150000)
	table := New(maps.Clone(w))
	var keys []uint32
	for k := range w {
		keys = append(keys, k)
		if len(keys) == 1<<16 {
			break
		}
	}
	for i := range keys {
		if i%2 == 0 {
			keys[i] ^= 0x5555
		}
	}
	const each = 64
	sum, at := 0.0, 0
	for b.Loop() {
		sum += table.Sum(keys[at : at+each])
		at = (at + each) % len(keys)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/each, "ns/key")
	_ = sum
}

// A coarse file has the weights that are not nearly 0, rounded, and its other sections as they were.
func TestCoarse(t *testing.T) {
	w := container.New(kind, version, "config")
	table := New(drawn(1000))
	if err := table.Add(w); err != nil {
		t.Fatal(err)
	}
	w.Add("other", []byte("as it was"))
	file, err := w.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	const step = 0.5
	want := make(map[uint32]float32)
	for k, w := range table.All() {
		if r := math.Round(float64(w) / step); r != 0 {
			want[k] = float32(r * step)
		}
	}
	coarse, err := Coarse(file, kind, version, step, "coarser")
	if err != nil {
		t.Fatal(err)
	}
	f, got, err := Open(coarse, kind, version)
	if err != nil || string(f.Section("other")) != "as it was" || f.Config() != "coarser" {
		t.Fatalf("%q, %q, %v", f.Section("other"), f.Config(), err)
	}
	if all := maps.Collect(got.All()); !maps.Equal(all, want) {
		t.Errorf("%d weights, want %d", len(all), len(want))
	}
	if _, err := Coarse(file[:len(file)-1], kind, version, step, ""); !errors.Is(err, container.ErrChecksum) {
		t.Errorf("a file that is cut off: %v", err)
	}
}
