package m3n

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A program has the features of the plain extractor, of all ops and of some.
func TestProgram(t *testing.T) {
	ts, err := ParseTemplates(strings.NewReader(oracleTemplates), "oracle")
	if err != nil {
		t.Fatal(err)
	}
	schema := &Schema{Symbols: []string{"w", "f"}, Reals: []string{"r"}}
	x, err := ts.Compile(schema, [][]float64{{0, 0.2, 0.7}})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 1))
	p := x.programOf(make([]knownBins, len(x.ops)))
	if len(p.joined) == 0 || len(p.binned) == 0 || len(p.equals.groups) == 0 {
		t.Fatalf("a program of %d, %d and %d lists", len(p.joined), len(p.binned), len(p.equals.groups))
	}
	plain, quick := &Keys{}, &Keys{program: p}
	seq := NewSequence(schema)
	for range 300 {
		n := 1 + rng.IntN(12)
		seq.Reset(n)
		w, f, r := seq.Column(0), seq.Column(1), seq.Real(0)
		for i := range n {
			w[i], f[i], r[i] = Symbol(string(rune('a'+rng.IntN(4)))), Bool(rng.IntN(3) == 0), rng.Float64()
			if rng.IntN(4) == 0 {
				w[i], r[i] = Absent, math.NaN()
			}
		}
		x.Start(seq, plain)
		x.Start(seq, quick)
		for at := range n {
			var of []uint64
			if rng.IntN(2) == 0 {
				for range x.always {
					of = append(of, rng.Uint64())
				}
			}
			x.extract(seq, at, plain, of)
			x.extract(seq, at, quick, of)
			for kind := range x.kinds {
				if got, want := fired(quick, kind), fired(plain, kind); !slices.Equal(got, want) {
					t.Fatalf("kind %d: %x, not %x", kind, got, want)
				}
			}
		}
	}
}

// fired returns the features of a kind with their ops, in order.
func fired(k *Keys, kind int) [][2]uint64 {
	var out [][2]uint64
	for i, key := range k.ByKind[kind] {
		out = append(out, [2]uint64{uint64(k.ops[kind][i]), key})
	}
	slices.SortFunc(out, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
	return out
}

func TestEqualWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 300 {
		width, far, n := 1+rng.IntN(3), 1+rng.IntN(31), 1+rng.IntN(60)
		column := make([]uint32, n*width)
		for i := range column {
			column[i] = uint32(rng.IntN(3 + rng.IntN(20)))
		}
		got := make([]uint64, n)
		equalWithin(column, width, far, got)
		for p := range n {
			for d := -far; d <= far; d++ {
				q := p + d
				want := q >= 0 && q < n && column[p*width] > End && column[p*width] == column[q*width]
				if got[p]>>(middle+d)&1 != 0 != want {
					t.Fatalf("%d and %d of %v: %v", p, q, column, !want)
				}
			}
		}
	}
}
