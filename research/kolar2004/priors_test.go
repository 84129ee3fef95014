package kolar2004

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/research/cart"
)

func TestPriors(t *testing.T) {
	if got := priorsOf([]uint8{0, 0, 2, 0}, 3); !slices.Equal(got, []float64{0.75, 0, 0.25}) {
		t.Errorf("priors %v", got)
	}
	c := steady{0.2, 0.2, 0.6}
	got := withPriors(c, []float64{0.5, 0.3, 0.2}).Posteriors(nil, nil)
	for k, want := range []float64{0.1 / 0.28, 0.06 / 0.28, 0.12 / 0.28} {
		if math.Abs(got[k]-want) > 1e-12 {
			t.Errorf("posterior %d is %v, want %v", k, got[k], want)
		}
	}
	for _, bad := range [][]float64{{0.5, 0.5}, {1, 0, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("priors %v do not panic", bad)
				}
			}()
			withPriors(c, bad)
		}()
	}
}

// steady is a classifier that says the same of everything.
type steady []float64

func (f steady) Classes() []string          { return []string{"a", "b", "c"} }
func (f steady) Columns() []classify.Column { return nil }
func (f steady) Posteriors(_ []float32, out []float64) []float64 {
	return append(out[:0], f...)
}

// TestDownsampling trains on few rows of one class: with their priors put back, posteriors
// are those of the whole.
func TestDownsampling(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	d := &classify.Data{Columns: []classify.Column{{Name: "a"}}, Classes: []string{"many", "few"}}
	for range 20000 {
		a, k := rng.IntN(2), uint8(0)
		if rng.Float64() < []float64{0.02, 0.2}[a] {
			k = 1
		}
		d.X, d.Y = append(d.X, []float32{float32(a)}), append(d.Y, k)
	}
	rows := d.Rows(true, rng)
	counts := [2]int{}
	for i, r := range rows {
		counts[d.Y[r]]++
		if i > 0 && rows[i-1] >= r {
			t.Fatal("rows are not in order")
		}
	}
	if counts[0] != counts[1] || counts[0] < 1000 {
		t.Errorf("classes of %v rows", counts)
	}
	tree, err := cart.Train(t.Context(), d, cart.Options{Downsample: true, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	c := withPriors(tree, priorsOf(d.Y, 2))
	for a, want := range []float64{0.02, 0.2} {
		if p := c.Posteriors([]float32{float32(a)}, nil)[1]; math.Abs(p-want) > 0.25*want {
			t.Errorf("P(few | %d) is %v, want about %v", a, p, want)
		}
	}
}
