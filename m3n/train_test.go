package m3n

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/filetest"
)

// toy is a corpus of n sequences in which the label repeats a column with noise,
// and depends on the label before.
func toy(n, labels, start int, weights bool) *Corpus {
	rng := rand.New(rand.NewPCG(7, uint64(n)))
	type sentence struct {
		a, b   []uint32
		r      []float64
		gold   []uint8
		weight []float32
	}
	ss := make([]sentence, n)
	for i := range ss {
		s := &ss[i]
		prev := 0
		for range 1 + rng.IntN(6) {
			y := rng.IntN(labels)
			if rng.IntN(3) == 0 {
				y = prev
			}
			shown := y
			if rng.IntN(4) == 0 {
				shown = rng.IntN(labels)
			}
			s.a, s.b = append(s.a, Int(shown)), append(s.b, Int(rng.IntN(3)))
			s.r = append(s.r, float64(y)+rng.Float64()*2)
			s.gold = append(s.gold, uint8(y))
			s.weight = append(s.weight, float32(rng.Float64()*2))
			prev = y
		}
	}
	var names []string
	for y := range labels {
		names = append(names, fmt.Sprint(y))
	}
	return &Corpus{
		Schema: &Schema{Symbols: []string{"a", "b"}, Reals: []string{"r"}}, Labels: names, Start: start, N: n,
		Example: func(i int, seq *Sequence, ex *Example) {
			s := &ss[i]
			seq.Reset(len(s.gold))
			copy(seq.Column(0), s.a)
			copy(seq.Column(1), s.b)
			copy(seq.Real(0), s.r)
			ex.Gold = append(ex.Gold[:0], s.gold...)
			if weights {
				ex.Weight = append(ex.Weight[:0], s.weight...)
			}
		},
	}
}

var toyTemplates = map[int]string{
	1: "order=1 i=-1..1 a[i]\norder=1 b[0] a[0]\norder=1 bin(r[0])\n",
	2: "transitions 2\norder=1 i=-1..1 a[i]\norder=2 a[0]\norder=1 bin(r[0])\n",
	3: "transitions 3\norder=1 i=-1..1 a[i]\norder=2 a[0]\norder=3 b[0]\norder=1 bin(r[0])\n",
}

func toyDataset(t testing.TB, n, labels, order, start int, weights bool) *Dataset {
	t.Helper()
	templates, err := ParseTemplates(strings.NewReader(toyTemplates[order]), "toy")
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDataset(toy(n, labels, start, weights), templates, 2)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// eachToy runs f for every clique order, number of labels, and start label.
func eachToy(t *testing.T, f func(t *testing.T, d *Dataset)) {
	for order := 1; order <= 3; order++ {
		for _, labels := range []int{2, 3} {
			for _, start := range []int{-1, 0} {
				t.Run(fmt.Sprintf("order%d/labels%d/start%d", order, labels, start), func(t *testing.T) {
					f(t, toyDataset(t, 12, labels, order, start, true))
				})
			}
		}
	}
}

// randomWeights are weights at which no two label sequences tie.
func randomWeights(n int) []float64 {
	rng := rand.New(rand.NewPCG(9, 9))
	w := make([]float64, n)
	for i := range w {
		w[i] = rng.NormFloat64()
	}
	return w
}

// checkGradient compares a gradient with central differences.
func checkGradient(t *testing.T, w, grad []float64, f func(w []float64) float64) {
	t.Helper()
	const h = 1e-5
	for k := range w {
		old := w[k]
		w[k] = old + h
		up := f(w)
		w[k] = old - h
		down := f(w)
		w[k] = old
		if want := (up - down) / (2 * h); math.Abs(grad[k]-want) > 1e-3*(1+math.Abs(want)) {
			t.Fatalf("gradient[%d] is %v, central differences give %v", k, grad[k], want)
		}
	}
}

func TestObjectiveGradients(t *testing.T) {
	eachToy(t, func(t *testing.T, d *Dataset) {
		loss := HammingLoss(d.L)
		loss[1] = 2.5
		for name, o := range map[string]Objective{"hinge": Hinge{}, "weighted hinge": Hinge{Loss: loss}, "log-loss": LogLoss{}, "softmax-margin": LogLoss{Loss: loss}} {
			if err := o.Validate(d.L); err != nil {
				t.Fatal(err)
			}
			lat := d.NewLattice()
			var g Gradient
			value := func(w []float64) float64 {
				sum := 0.0
				for i := range d.Sequences() {
					Score(d, w, i, lat)
					sum += o.Eval(lat, d.Gold(i), d.nodeWeights(i), &g)
				}
				return sum
			}
			w := randomWeights(d.Parameters())
			grad := make([]float64, len(w))
			for i := range d.Sequences() {
				Score(d, w, i, lat)
				if v := o.Eval(lat, d.Gold(i), d.nodeWeights(i), &g); v < -1e-9 {
					t.Fatalf("%s: negative loss %v", name, v)
				}
				d.backprop(i, &g, dropout{}, func(k int, v float32) { grad[k] += float64(v) })
			}
			checkGradient(t, w, grad, value)
		}
	})
}

func TestBCFW(t *testing.T) {
	eachToy(t, func(t *testing.T, d *Dataset) {
		loss := HammingLoss(d.L)
		loss[d.L] = 2
		const l2 = 0.05
		primal := func(w []float64) float64 {
			lat := d.NewLattice()
			var g Gradient
			sum := 0.0
			for i := range d.Sequences() {
				Score(d, w, i, lat)
				sum += Hinge{Loss: loss}.Eval(lat, d.Gold(i), d.nodeWeights(i), &g)
			}
			norm := 0.0
			for _, v := range w {
				norm += v * v
			}
			return l2/2*norm + sum/float64(d.Sequences())
		}
		var last Progress
		bound := math.Inf(1)
		w, err := BCFW{Loss: loss, L2: l2, Passes: 1000, Gap: 0.02, Seed: 3, Workers: 2, Report: func(p Progress, _ func() []float64) {
			last = p
			bound = math.Min(bound, p.Objective)
			if p.Gap < -1e-6 {
				t.Fatalf("negative duality gap %v", p.Gap)
			}
		}}.Train(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		if last.Gap > 0.02 {
			t.Errorf("gap %v after %d passes", last.Gap, last.Pass)
		}
		// An independent trainer cannot get below the bound that the gap certifies.
		lower := last.Objective - last.Gap
		sub, err := Subgradient{Objective: Hinge{Loss: loss}, L2: l2, Passes: 300, Batch: 4, Seed: 5}.Train(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		other := make([]float64, len(sub))
		for i, v := range sub {
			other[i] = float64(v)
		}
		if p := primal(other); p < lower-1e-6 {
			t.Errorf("sub-gradient steps reach %v, below the certified bound %v", p, lower)
		} else if p > 2*lower {
			t.Errorf("sub-gradient steps only reach %v, the minimum is near %v", p, last.Objective)
		}
		if p := primal(w); p < lower-1e-6 || p > lower+0.05 {
			t.Errorf("the average has the objective %v, the minimum is near %v", p, last.Objective)
		}
	})
}

func TestTrainersAreDeterministic(t *testing.T) {
	d := toyDataset(t, 40, 3, 3, 0, false)
	var first, firstCRF string
	for _, workers := range []int{1, 2, 5} {
		w, err := Subgradient{Passes: 3, Runs: 2, Dropout: 0.2, L2: 1e-3, Workers: workers, Seed: 4}.Train(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		crf, err := LBFGS{L2: 1, Workers: workers}.Train(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		if s, c := fmt.Sprint(w), fmt.Sprint(crf); first == "" {
			first, firstCRF = s, c
		} else if s != first || c != firstCRF {
			t.Errorf("the result depends on the number of workers (%d)", workers)
		}
	}
}

func TestTrainersStop(t *testing.T) {
	d := toyDataset(t, 40, 3, 3, 0, false)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Subgradient{}).Train(ctx, d); !errors.Is(err, context.Canceled) {
		t.Errorf("Subgradient: %v", err)
	}
	if _, err := (BCFW{}).Train(ctx, d); !errors.Is(err, context.Canceled) {
		t.Errorf("BCFW: %v", err)
	}
	if _, err := (LBFGS{L2: 1}).Train(ctx, d); !errors.Is(err, context.Canceled) {
		t.Errorf("LBFGS: %v", err)
	}
}

func TestModelFile(t *testing.T) {
	for order := 1; order <= 3; order++ {
		for _, labels := range []int{2, 3, 20} {
			if labels == 20 && order == 3 {
				continue
			}
			corpus := toy(60, labels, 0, false)
			templates, err := ParseTemplates(strings.NewReader(toyTemplates[order]), "toy")
			if err != nil {
				t.Fatal(err)
			}
			d, err := NewDataset(corpus, templates, 1)
			if err != nil {
				t.Fatal(err)
			}
			w, err := Subgradient{Passes: 4}.Train(context.Background(), d)
			if err != nil {
				t.Fatal(err)
			}
			m, err := NewModel(d, w, Prune{})
			if err != nil {
				t.Fatal(err)
			}
			file, err := m.Marshal("config")
			if err != nil {
				t.Fatal(err)
			}
			again, err := UnmarshalModel(file)
			if err != nil {
				t.Fatal(err)
			}
			if file2, err := again.Marshal("config"); err != nil || !bytes.Equal(file, file2) {
				t.Errorf("order %d, %d labels: a model written, read and written again differs (%v)", order, labels, err)
			}
			// The quantised model decodes like the weights it was made from, but for ties.
			seq, s, y, want := NewSequence(d.Schema), again.NewScratch(), []uint8(nil), []uint8(nil)
			lat := d.NewLattice()
			var ex Example
			differ, total := 0, 0
			for i := range corpus.N {
				corpus.Example(i, seq, &ex)
				y, want = grow(y, seq.Len()), grow(want, seq.Len())
				again.Decode(seq, nil, s, y)
				Score(d, w, i, lat)
				lat.Viterbi(want)
				for t := range y {
					total++
					if y[t] != want[t] {
						differ++
					}
				}
			}
			if differ*50 > total {
				t.Errorf("order %d, %d labels: %d of %d labels differ after quantisation", order, labels, differ, total)
			}
			for cut := 0; cut < len(file); cut += 1 + len(file)/97 {
				if _, err := UnmarshalModel(file[:cut]); err == nil {
					t.Fatalf("a file cut to %d of %d bytes is no error", cut, len(file))
				}
			}
		}
	}
}

// modelFile returns the file of a small trained model.
func modelFile(t testing.TB) []byte {
	d := toyDataset(t, 20, 3, 3, 0, false)
	w, err := Subgradient{Passes: 2}.Train(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewModel(d, w, Prune{})
	if err != nil {
		t.Fatal(err)
	}
	file, err := m.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// tryModel loads a file and decodes with it.
func tryModel(b []byte) error {
	m, err := UnmarshalModel(b)
	if err != nil {
		return err
	}
	seq := NewSequence(m.Schema)
	seq.Reset(4)
	m.Decode(seq, nil, m.NewScratch(), make([]uint8, 4))
	return nil
}

// TestChangedModelFiles changes bytes of a model file behind its checksum: it
// loads or is refused, but never panics.
func TestChangedModelFiles(t *testing.T) {
	filetest.Changes(t, modelFile(t), 20000, tryModel)
}

func FuzzUnmarshalModel(f *testing.F) {
	file := modelFile(f)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Fuzz(func(t *testing.T, b []byte) { _ = tryModel(filetest.Reseal(b)) })
}

func BenchmarkSubgradientPass(b *testing.B) {
	d := toyDataset(b, 5000, 3, 3, 0, false)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (Subgradient{Passes: 1}).Train(context.Background(), d); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	corpus := toy(5000, 3, 0, false)
	d := toyDataset(b, 5000, 3, 3, 0, false)
	w, err := Subgradient{Passes: 1}.Train(context.Background(), d)
	if err != nil {
		b.Fatal(err)
	}
	m, err := NewModel(d, w, Prune{})
	if err != nil {
		b.Fatal(err)
	}
	seq, s, y := NewSequence(m.Schema), m.NewScratch(), make([]uint8, 16)
	var ex Example
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		corpus.Example(i%corpus.N, seq, &ex)
		m.Decode(seq, nil, s, y[:seq.Len()])
		i++
	}
}
