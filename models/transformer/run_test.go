package transformer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/models/kernels"
)

// drawn returns a random encoder of a shape.
func drawn(c Config, seed uint64) *Model {
	r := rand.New(rand.NewPCG(seed, 1))
	m := &Model{config: c}
	for _, p := range c.params() {
		v := make([]float32, p.rows*p.cols)
		for i := range v {
			v[i] = float32(r.NormFloat64() * 0.1)
			if p.kind == floats && p.rows == 1 && i%2 == 0 {
				v[i]++
			}
		}
		m.params = append(m.params, quantise(v, &p))
	}
	for range c.Pieces {
		m.vocabulary = append(m.vocabulary, '\n')
	}
	m.prepare()
	return m
}

// heads returns heads of so many labels.
func heads(labels ...int) []Head {
	var out []Head
	for i, n := range labels {
		h := Head{Name: fmt.Sprint("head", i)}
		for k := range n {
			h.Labels = append(h.Labels, fmt.Sprint(k))
		}
		out = append(out, h)
	}
	return out
}

// sequencesOf returns random sequences of so many pieces.
func sequencesOf(c *Config, lens ...int) [][]int32 {
	r := rand.New(rand.NewPCG(3, 4))
	var out [][]int32
	for _, n := range lens {
		var s []int32
		for range n {
			s = append(s, int32(r.IntN(c.Pieces)))
		}
		out = append(out, s)
	}
	return out
}

var small = Config{Layers: 2, Hidden: 128, Heads: 2, Inner: 96, Pieces: 50, Positions: 220, Labels: heads(3, 4, 2)}

// What is found for a sequence does not depend on others, on what was read before, or on the vectors of the machine.
func TestAlone(t *testing.T) {
	m := drawn(small, 5)
	sequences := sequencesOf(&small, 1, 0, 33, 7, 220, 64, 2, 31, 5, 100)
	var want [][][]float32
	kernels.With(0, func() { want = logitsOf(m, sequences) })
	same := func(a, b [][]float32) bool { return slices.EqualFunc(a, b, slices.Equal[[]float32]) }
	for _, bits := range kernels.Sizes() {
		kernels.With(bits, func() {
			if got := logitsOf(m, sequences); !slices.EqualFunc(got, want, same) {
				t.Errorf("%d bits: another result", bits)
			}
			for s := range sequences {
				if got := logitsOf(m, sequences[s:s+1]); !same(got[0], want[s]) {
					t.Errorf("%d bits: sequence %d alone has another result", bits, s)
				}
			}
		})
	}
	r := m.NewRunner()
	run := func() { r.Run(sequences, func(int, int, []float32) {}) }
	run()
	if n := testing.AllocsPerRun(3, run); n > 0 {
		t.Errorf("%v allocations in a run", n)
	}
}

// Runners of one encoder may run at once, the first time, too.
func TestParallel(t *testing.T) {
	sequences := sequencesOf(&small, 40, 7)
	want := logitsOf(drawn(small, 5), sequences)
	m := drawn(small, 5)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for s, got := range logitsOf(m, sequences) {
				if !slices.EqualFunc(got, want[s], slices.Equal[[]float32]) {
					t.Errorf("sequence %d: another result", s)
				}
			}
		})
	}
	wait.Wait()
}

// What no encoder can read is told at once.
func TestRefused(t *testing.T) {
	m := drawn(small, 5)
	for name, s := range map[string][]int32{"too long": make([]int32, small.Positions+1), "no piece": {int32(small.Pieces)}, "below the first": {-1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: it is read", name)
				}
			}()
			m.NewRunner().Run([][]int32{s}, func(int, int, []float32) {})
		}()
	}
}

var miniature = Config{Layers: 6, Hidden: 384, Heads: 12, Inner: 1536, Pieces: 30522, Positions: 512, Labels: heads(7, 6, 4)}

// BenchmarkRun is an encoder of the shape of MiniLM with vectors of each size and with none, one sequence of 130 pieces at a
// time and 8 of them together.
func BenchmarkRun(b *testing.B) {
	m := drawn(miniature, 7)
	for _, bits := range kernels.Sizes() {
		for _, n := range []int{1, 8} {
			b.Run(fmt.Sprintf("%d bits/%d", bits, n), func(b *testing.B) {
				sequences := sequencesOf(&miniature, slices.Repeat([]int{130}, n)...)
				r := m.NewRunner()
				run := func() { r.Run(sequences, func(int, int, []float32) {}) }
				b.ReportAllocs()
				kernels.With(bits, func() {
					run()
					for b.Loop() {
						run()
					}
				})
				b.ReportMetric(float64(130*n*b.N)/b.Elapsed().Seconds(), "pieces/s")
			})
		}
	}
}
