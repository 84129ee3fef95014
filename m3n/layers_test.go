package m3n

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// layered are template files of every kind of label space.
var layered = map[string]string{
	"one layer": `
layer a X Y Z
transitions 2
order=1 w[0]
order=2 w[0]`,
	"two layers": `
layer a X Y
layer b P Q R
bias a*b
transitions 2
order=1 w[0]`,
	"start, order 3": `
layer a X Y
layer b P Q R
start a=Y b=P
bias a*b
transitions 3
order=1 layers=a,b,a*b w[0]
order=3 layers=b w[-1] w[0]
order=2 layers=a*b w[1]`,
	"order 3 without start": `
layer a X Y
layer b P Q R
transitions 3
transitions a*b 2
order=1 layers=a w[0]
order=2 layers=b w[0]`,
	"cross product": `
layer a X Y
layer b P Q
transitions a*b 3
order=1 layers=a*b w[0]
order=2 layers=a*b w[0]`,
	"ladder": `
layer a X Y Z
layer b P Q
start a=Z b=P
transitions 2
order=1 layers=a,b,a*b w[0]
order=2 layers=b w[0]`,
	"ladder, order 3": `
layer a X Y
layer b P Q R
start a=Y b=Q
bias a*b
transitions 3
order=1 layers=a,b w[0]
order=2 layers=a w[0]
order=3 layers=a,b w[-1] w[0]`,
	"ladder, order 3, without start": `
layer a X Y
layer b P Q R
bias a*b
transitions a 3
transitions b 2
order=1 w[0]
order=3 layers=b w[0]`,
	"ladder, order 3, transitions alone": `
layer a X Y Z
layer b P Q
start a=Y b=Q
transitions 3
order=1 w[0]
order=2 layers=a,b w[0]`,
	"ladder of 4 and 3": `
layer a X Y Z V
layer b P Q R
start a=Y b=Q
bias a*b
transitions 3
order=1 w[0]
order=3 layers=a w[0]`,
	"ladder of 3 and 4": `
layer a X Y Z
layer b P Q R S
transitions 3
order=1 w[0]
order=2 w[0]`,
	"three layers": `
layer a X Y
layer b P Q
layer c U V
start a=X b=P c=V
bias a*c
bias a*b*c
transitions 2
transitions b*c 3
order=1 layers=a,b,c w[0]
order=1 layers=b,a*c w[-1]`,
	"grammar": `
layer word NONE PERIOD QMARK
layer sent DEBEG DEIN QNBEG QNIN
start word=PERIOD sent=DEIN
forbid word=PERIOD sent=QNBEG,QNIN
forbid word=QMARK sent=DEBEG,DEIN
forbid word=NONE -> sent=DEBEG,QNBEG
forbid word=PERIOD,QMARK -> sent=DEIN,QNIN
forbid word=NONE sent=DEBEG,DEIN -> sent=QNIN
forbid word=NONE sent=QNBEG,QNIN -> sent=DEIN
forbid word=NONE -> end
bias word*sent
transitions 2
order=1 w[0]
order=2 layers=word,sent,word*sent w[0]`,
	"grammar, order 3": `
layer a X Y
layer b P Q R
forbid a=X b=R
forbid a=X -> b=Q
forbid a=Y b=P -> a=Y
forbid b=Q -> end
transitions 3
order=1 w[0]
order=3 layers=a w[0]
order=2 layers=a*b w[0]`,
	"grammar and start, order 3": `
layer a X Y
layer b P Q R
start a=Y b=R
forbid a=X b=R
forbid a=X -> b=Q
forbid a=Y b=R -> a=Y b=R
transitions a*b 3
order=1 w[0]`,
	"grammar alone": `
layer a X Y
layer b P Q
forbid a=X -> a=X
order=1 w[0]`,
}

// layeredTemplates parses one of them.
func layeredTemplates(t testing.TB, text string) *Templates {
	t.Helper()
	templates, err := ParseTemplates(strings.NewReader(text), "t")
	if err != nil {
		t.Fatal(err)
	}
	return templates
}

// tuplesCorpus returns random sequences of words with tuples that the grammar allows.
func tuplesCorpus(rng *rand.Rand, s *Space, n, least, most, words int) *Corpus {
	type example struct {
		words []uint32
		gold  []uint8
	}
	var all []example
	for range n {
		var e example
		length := least + rng.IntN(most-least+1)
		for len(e.words) < length {
			e.words = append(e.words, Int(rng.IntN(words)))
		}
		for e.gold == nil || s.Check(e.gold) != nil {
			e.gold = e.gold[:0]
			for range length {
				e.gold = append(e.gold, uint8(rng.IntN(s.Size())))
			}
		}
		all = append(all, e)
	}
	return &Corpus{
		Schema: &Schema{Symbols: []string{"w"}}, N: n,
		Example: func(i int, seq *Sequence, ex *Example) {
			seq.Reset(len(all[i].words))
			copy(seq.Column(0), all[i].words)
			ex.Gold = all[i].gold
		},
	}
}

// naiveScore is the score of tuples under weights from the definition: for each feature that
// fires, each set of layers that it feeds and each weight without observations, the weight of
// the labels there.
func naiveScore(d *Dataset, w []float64, i int, y []uint8) float64 {
	s := d.space
	seq, k := NewSequence(d.Schema), &Keys{}
	var ex Example
	d.corpus.Example(i, seq, &ex)
	x, _ := d.Templates.Compile(d.Schema, nil)
	x.Start(seq, k)
	// index returns where the labels of a clique are in a table over layers.
	index := func(set layerSet, clique []int) (at, size int) {
		size = 1
		for _, u := range clique {
			for _, l := range set {
				at = at*len(s.layers[l].Labels) + int(s.Label(l, uint8(u)))
				size *= len(s.layers[l].Labels)
			}
		}
		return at, size
	}
	clique := func(t, order int) []int {
		var out []int
		for at := t - order + 1; at <= t; at++ {
			u := s.start
			if at >= 0 {
				u = int(y[at])
			}
			if u < 0 {
				return nil
			}
			out = append(out, u)
		}
		return out
	}
	sum := 0.0
	for t := range y {
		at := 0
		for _, k := range d.fixed {
			for _, set := range k.blocks {
				c := clique(t, k.order)
				_, size := index(set, make([]int, k.order))
				if c != nil {
					i, _ := index(set, c)
					sum += w[at+i]
				}
				at += size
			}
		}
		x.Extract(seq, t, k)
		for o := range d.kinds {
			for _, key := range k.ByKind[o] {
				j := slices.Index(d.keys[o], key)
				if j < 0 {
					continue
				}
				at := int(d.offsets[o][j])
				for _, set := range d.kinds[o].blocks {
					c := clique(t, d.kinds[o].order)
					_, size := index(set, make([]int, d.kinds[o].order))
					if c != nil {
						i, _ := index(set, c)
						sum += w[at+i]
					}
					at += size
				}
			}
		}
	}
	return sum
}

// TestLayersAgainstEnumeration compares inference over tuples with sums over all sequences.
func TestLayersAgainstEnumeration(t *testing.T) {
	for name, text := range layered {
		t.Run(name, func(t *testing.T) {
			templates := layeredTemplates(t, text)
			s := templates.Space()
			rng := rand.New(rand.NewPCG(3, 4))
			longest := 4
			if s.Size() > 8 {
				longest = 3
			}
			d, err := NewDataset(tuplesCorpus(rng, s, drawn.Few(12, 4), 1, longest, 3), templates, 2)
			if err != nil {
				t.Fatal(err)
			}
			w := make([]float64, d.Parameters())
			for i := range w {
				w[i] = rng.NormFloat64()
			}
			for i := range d.Sequences() {
				checkLayers(t, d, w, i)
			}
		})
	}
}

func checkLayers(t *testing.T, d *Dataset, w []float64, i int) {
	t.Helper()
	s, T, U := d.space, len(d.Gold(i)), d.space.Size()
	type path struct {
		y     []uint8
		score float64
	}
	var paths []path
	z := negInf
	every(T, U, func(y []uint8) {
		if s.Check(y) == nil {
			p := path{slices.Clone(y), naiveScore(d, w, i, y)}
			paths = append(paths, p)
			z = logSumExp([]float64{z, p.score})
		}
	})
	slices.SortStableFunc(paths, func(a, b path) int {
		if a.score > b.score {
			return -1
		}
		return 1
	})
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-9 {
			t.Fatalf("sequence %d of %d positions: %s %v, want %v", i, T, what, got, want)
		}
	}
	lat := d.NewLattice()
	fresh := func() { Score(d, w, i, lat) }
	fresh()
	for _, p := range paths {
		near("score", lat.Score(p.y), p.score)
	}
	y := make([]uint8, T)
	near("Viterbi", lat.Viterbi(y), paths[0].score)
	if tie := len(paths) > 1 && paths[0].score-paths[1].score < 1e-9; !tie && !slices.Equal(y, paths[0].y) {
		t.Fatalf("Viterbi %v, want %v", y, paths[0].y)
	}
	fresh()
	best := lat.NBest(7)
	if want := min(7, len(paths)); len(best) != want {
		t.Fatalf("%d best sequences, want %d", len(best), want)
	}
	for k, p := range best {
		near("n-best", p.Score, paths[k].score)
		if err := s.Check(p.Labels); err != nil {
			t.Fatal(err)
		}
	}
	fresh()
	near("log Z", lat.LogPartition(), z)
	want := enumerated(d, paths[0].y, func(f func(y []uint8, p float64)) {
		for _, p := range paths {
			f(p.y, math.Exp(p.score-z))
		}
	})
	for _, sums := range []bool{false, true} {
		for _, slow := range []bool{false, true} {
			fresh()
			m := &Marginals{sums: sums}
			got := 0.0
			if slow {
				lat.mask()
				m.clear(lat)
				got = lat.logPosteriors(m)
			} else {
				got = lat.Posteriors(m)
			}
			near("log Z of posteriors", got, z)
			for order := 1; order <= d.order; order++ {
				for c, v := range summed(lat, m, order) {
					near(fmt.Sprintf("order %d, cell %d (sums %v, slow %v): posterior", order, c, sums, slow), v, want[order-1][c])
				}
			}
		}
	}
	fresh()
	node, got := lat.NodePosteriors(nil)
	near("log Z of nodes", got, z)
	for l := range s.layers {
		layer := s.Marginal(l, node, nil)
		L := len(s.layers[l].Labels)
		for t := range T {
			for k := range L {
				p := 0.0
				for _, q := range paths {
					if int(s.Label(l, q.y[t])) == k {
						p += math.Exp(q.score - z)
					}
				}
				near("posterior of a layer", layer[t*L+k], p)
			}
		}
	}
}

// summed returns the sums of the marginals of an order over all positions.
func summed(l *Lattice, m *Marginals, order int) []float64 {
	out := slices.Clone(m.cliques(l, order, 0))
	if m.sums && l.shared(order) {
		return out
	}
	for t := 1; t < l.T; t++ {
		for c, v := range m.cliques(l, order, t) {
			out[c] += v
		}
	}
	return out
}

// enumerated returns the expected numbers of the cliques of each order.
func enumerated(d *Dataset, y []uint8, each func(func(y []uint8, p float64))) [3][]float64 {
	U := d.L
	out := [3][]float64{make([]float64, U), make([]float64, U*U), make([]float64, U*U*U)}
	each(func(y []uint8, p float64) {
		for t := range y {
			y2, y1 := history(d.Start, y, t)
			out[0][y[t]] += p
			if y1 >= 0 {
				out[1][y1*U+int(y[t])] += p
				if y2 >= 0 {
					out[2][(y2*U+y1)*U+int(y[t])] += p
				}
			}
		}
	})
	return out
}

// TestLayersGradient compares gradients with finite differences.
func TestLayersGradient(t *testing.T) {
	for name, text := range layered {
		t.Run(name, func(t *testing.T) {
			templates := layeredTemplates(t, text)
			s := templates.Space()
			rng := rand.New(rand.NewPCG(5, 6))
			d, err := NewDataset(tuplesCorpus(rng, s, 10, 1, 5, 3), templates, 1)
			if err != nil {
				t.Fatal(err)
			}
			w := make([]float64, d.Parameters())
			for i := range w {
				w[i] = rng.NormFloat64()
			}
			f := newLikelihood(packAll(d), 0.3, 2)
			grad, other := make([]float64, len(w)), make([]float64, len(w))
			f.eval(w, grad)
			losses := make([][]float64, len(s.layers))
			losses[0] = HammingLoss(len(s.layers[0].Labels))
			objectives := []Objective{LogLoss{}, LogLoss{Loss: s.Loss(losses...)}, Hinge{Loss: s.Loss(losses...)}}
			grads := make([][]float64, len(objectives))
			lat := d.NewLattice()
			mean := func(o Objective) float64 { return MeanLoss(d, o, w, 1) * float64(d.Sequences()) }
			for k, o := range objectives {
				grads[k] = make([]float64, len(w))
				for i := range d.Sequences() {
					var g Gradient
					Score(d, w, i, lat)
					o.Eval(lat, d.Gold(i), nil, &g)
					d.backprop(i, &g, dropout{}, func(weight int, v float32) { grads[k][weight] += float64(v) })
				}
			}
			const h = 1e-5
			for i := 0; i < len(w); i += 1 + len(w)/drawn.Few(200, 10) {
				at := w[i]
				w[i] = at + h
				up := f.eval(w, other)
				ups := []float64{mean(objectives[0]), mean(objectives[1]), mean(objectives[2])}
				w[i] = at - h
				if got, want := grad[i], (up-f.eval(w, other))/(2*h); math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
					t.Fatalf("likelihood, weight %d: %v, want %v", i, got, want)
				}
				for k, o := range objectives {
					// LogLoss leaves out what is negligible.
					if got, want := grads[k][i], (ups[k]-mean(o))/(2*h); math.Abs(got-want) > 1e-2 {
						t.Fatalf("objective %d, weight %d: %v, want %v", k, i, got, want)
					}
				}
				w[i] = at
			}
		})
	}
}
