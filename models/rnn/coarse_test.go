package rnn

import (
	"github.com/tidytalk/tidytalk/models/kernels"
	"math"
	"testing"
)

// Weights become the nearest multiples of a step that 8 bits hold.
func TestMultiples(t *testing.T) {
	for step := 1; step <= 64; step++ {
		for w := -kernels.Largest; w <= kernels.Largest; w++ {
			got := int(multiples([]int8{int8(w)}, step)[0])
			if got%step != 0 || got < -kernels.Largest || got > kernels.Largest {
				t.Fatalf("%d becomes %d by steps of %d", w, got, step)
			}
			for other := -kernels.Largest / step * step; other <= kernels.Largest; other += step {
				if math.Abs(float64(other-w)) < math.Abs(float64(got-w)) {
					t.Fatalf("%d becomes %d by steps of %d: %d is nearer", w, got, step, other)
				}
			}
		}
	}
}

// A coarse model is one of its steps, and the same when it is made again; steps of one change nothing.
func TestCoarse(t *testing.T) {
	m, in := sample(tiny(2), 3, 7, 4)
	fine, coarse := m.Coarse(1, 1), m.Coarse(16, 4)
	if !sameFile(t, fine, m) || sameFile(t, coarse, m) || !sameFile(t, coarse.Coarse(16, 4), coarse) {
		t.Error("steps make other weights than they should")
	}
	got, want := logitsOf(coarse, in), logitsOf(m.Quantised(), in)
	far := 0.0
	for i := range got {
		for j := range got[i] {
			for k := range got[i][j] {
				far = max(far, math.Abs(float64(got[i][j][k]-want[i][j][k])))
			}
		}
	}
	if far == 0 || math.IsNaN(far) {
		t.Errorf("what the coarse model says is %v away", far)
	}
}

func sameFile(t *testing.T, a, b *Model) bool {
	t.Helper()
	x, err := a.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	y, err := b.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	return string(x) == string(y)
}
