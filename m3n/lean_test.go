package m3n

import (
	"fmt"
	"math"
	"testing"
)

// A pruned model scores as one does whose small features have weight 0, and a share of 0
// leaves nothing out.
func TestPruned(t *testing.T) {
	for _, order := range []int{1, 2, 3} {
		for _, share := range []float64{0, 0.1, 0.4, 2} {
			t.Run(fmt.Sprintf("order%d/%v", order, share), func(t *testing.T) {
				m := toyModel(t, order, 0)
				pruned := m.Pruned(share)
				w, err := m.Weights()
				if err != nil {
					t.Fatal(err)
				}
				kept := 0
				at := m.first
				for _, tab := range m.tables {
					if tab == nil {
						continue
					}
					for range tab.entries() {
						top := 0.0
						for _, v := range w[at : at+tab.width] {
							top = math.Max(top, math.Abs(float64(v)))
						}
						if top < share*m.top {
							clear(w[at : at+tab.width])
						} else {
							kept++
						}
						at += tab.width
					}
				}
				if n := pruned.Features(); n != kept || share == 0 && n != m.Features() {
					t.Errorf("%d features of %d, not %d", n, m.Features(), kept)
				}
				file, err := pruned.Marshal("")
				if err == nil {
					_, err = UnmarshalModel(file)
				}
				if err != nil {
					t.Errorf("the file of a pruned model: %v", err)
				}
				corpus := toy(50, 3, 0, false)
				d, err := m.Dataset(corpus, 1)
				if err != nil {
					t.Fatal(err)
				}
				seq, s, want := NewSequence(m.Schema), pruned.NewScratch(), d.NewLattice()
				var ex Example
				for i := range corpus.N {
					corpus.Example(i, seq, &ex)
					lat := pruned.Score(seq, s)
					Score(d, w, i, want)
					closeTo(t, "node", lat.Node, want.Node)
					closeTo(t, "edge", lat.Edge, want.Edge)
				}
			})
		}
	}
}

// Pruned variants score as those whose base has no small weights where all are the same.
func TestPrunedVariants(t *testing.T) {
	for _, order := range []int{1, 2, 3} {
		m := toyModel(t, order, 0)
		weights := make([][]float32, 3)
		for k := range weights {
			w, err := m.Weights()
			if err != nil {
				t.Fatal(err)
			}
			for i := m.first; i < len(w); i += 7 + k {
				w[i]++
			}
			weights[k] = w
		}
		v, err := NewVariants(m, weights, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, share := range []float64{0, 0.3} {
			base, pruned := v.Pruned(share)
			if share > 0 && (base.Features() >= m.Features() || base.Features() <= m.Pruned(share).Features()) || share == 0 && base.Features() != m.Features() {
				t.Errorf("order %d: %d features are left of %d", order, base.Features(), m.Features())
			}
			if pruned.Rows() != v.Rows() {
				t.Errorf("order %d: %d rows of %d", order, pruned.Rows(), v.Rows())
			}
			file, err := pruned.Marshal("")
			if err == nil {
				_, err = UnmarshalVariants(file, base)
			}
			if err != nil {
				t.Errorf("order %d: the file of pruned variants: %v", order, err)
			}
			// What a variant adds to its base is the same wherever the base has its features.
			seq, s, o := NewSequence(m.Schema), m.NewScratch(), base.NewScratch()
			corpus := toy(50, 3, 0, false)
			var ex Example
			for i := range corpus.N {
				corpus.Example(i, seq, &ex)
				all, left := v.NewLattices(), pruned.NewLattices()
				was, is := m.ScoreBase(seq, s), base.ScoreBase(seq, o)
				v.Score(s, all)
				pruned.Score(o, left)
				for k := range all {
					for j := range is.Node {
						if a, b := all[k].Node[j]-was.Node[j], left[k].Node[j]-is.Node[j]; math.Abs(a-b) > 1e-9 {
							t.Fatalf("order %d: variant %d adds %v, not %v", order, k, b, a)
						}
					}
				}
			}
		}
	}
}
