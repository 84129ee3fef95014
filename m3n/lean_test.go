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
