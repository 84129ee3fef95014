package m3n

import (
	"bufio"
	"context"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
)

// packings are the two ways to pack the weights of a dataset.
var packings = map[string]func(*Dataset) *packed{"all": packAll, "seen": packSeen}

// The objective is the negative log-likelihood by enumeration of the paths, the gradient
// that of central differences, in all weights and in those that are seen.
func TestLikelihood(t *testing.T) {
	eachToy(t, func(t *testing.T, d *Dataset) {
		const l2 = 0.3
		for name, pack := range packings {
			p := pack(d)
			f := newLikelihood(p, l2, 2)
			w := randomWeights(p.size)
			for _, k := range p.held {
				w[k] = 0
			}
			grad := make([]float64, len(w))
			value := f.eval(w, grad)

			all := p.unpack(w, d.size)
			want, lat := 0.0, d.NewLattice()
			for i := range d.Sequences() {
				Score(d, all, i, lat)
				sum := 0.0
				every(lat.T, lat.L, func(y []uint8) { sum += math.Exp(bruteScore(lat, y)) })
				want += math.Log(sum) - bruteScore(lat, d.Gold(i))
			}
			for _, v := range all {
				want += l2 * v * v
			}
			if !near(value, want) {
				t.Errorf("%s: objective %v, want %v", name, value, want)
			}
			held := newBitset(len(w))
			for _, k := range p.held {
				held.set(int(k))
				if grad[k] != 0 {
					t.Errorf("%s: the gradient of a weight that is held is %v", name, grad[k])
				}
			}
			const h = 1e-5
			other := make([]float64, len(w))
			for k, old := range w {
				if held.has(k) {
					continue
				}
				w[k] = old + h
				up := f.eval(w, other)
				w[k] = old - h
				down := f.eval(w, other)
				w[k] = old
				if want := (up - down) / (2 * h); math.Abs(grad[k]-want) > 1e-6*(1+math.Abs(want)) {
					t.Fatalf("%s: gradient[%d] is %v, central differences give %v", name, k, grad[k], want)
				}
			}
		}
	})
}

// The weights that are packed are those that some gold label uses.
func TestPackSeen(t *testing.T) {
	eachToy(t, func(t *testing.T, d *Dataset) {
		seen := make([]bool, d.size)
		for i := range d.Sequences() {
			d.eachGold(i, func(w int) { seen[w] = true })
		}
		p := packSeen(d)
		w := make([]float64, p.size)
		for i := range w {
			w[i] = float64(i + 1)
		}
		for _, k := range p.held {
			w[k] = 0
		}
		all, met := p.unpack(w, d.size), map[float64]bool{0: true}
		for i, v := range all {
			if (v != 0) != seen[i] {
				t.Fatalf("weight %d is %v; seen: %v", i, v, seen[i])
			}
			if v != 0 && met[v] {
				t.Fatalf("two weights are one, of value %v", v)
			}
			met[v] = true
		}
		if len(met)-1 != len(w)-len(p.held) {
			t.Errorf("%d weights of %d are unpacked", len(met)-1, len(w)-len(p.held))
		}
	})
}

// At the optimum every other point is higher, and weights that are not seen are 0.
func TestLBFGS(t *testing.T) {
	eachToy(t, func(t *testing.T, d *Dataset) {
		seen := make([]bool, d.size)
		for i := range d.Sequences() {
			d.eachGold(i, func(w int) { seen[w] = true })
		}
		f := newLikelihood(packAll(d), 0.3, 2)
		value := func(w []float64) float64 { return f.eval(w, make([]float64, len(w))) }
		for _, seenOnly := range []bool{false, true} {
			var last Progress
			got, err := LBFGS{L2: 0.3, Tolerance: 1e-6, SeenOnly: seenOnly, Workers: 2, Report: func(p Progress, _ func() []float64) { last = p }}.Train(context.Background(), d)
			if err != nil || last.Gap > 1e-5 {
				t.Fatalf("%v, gap %v", err, last.Gap)
			}
			best := value(got)
			if math.Abs(best-last.Objective) > 1e-9*best {
				t.Errorf("the objective is %v, reported was %v", best, last.Objective)
			}
			for k := range got {
				if seenOnly && !seen[k] {
					if got[k] != 0 {
						t.Errorf("weight %d, which is not seen, is %v", k, got[k])
					}
					continue
				}
				for _, step := range []float64{-0.01, 0.01} {
					w := slices.Clone(got)
					w[k] += step
					if v := value(w); v <= best {
						t.Fatalf("the objective is %v at the optimum and %v beside it", best, v)
					}
				}
			}
		}
	})
}

// The minimiser reaches the minimum of functions that are hard for the line search.
func TestQuasiNewton(t *testing.T) {
	for name, c := range map[string]struct {
		n int
		f func(x, grad []float64) float64
	}{
		"ill-conditioned quadratic": {50, func(x, grad []float64) float64 {
			sum := 0.0
			for i, v := range x {
				scale := math.Pow(10, float64(i)/20)
				grad[i] = scale * (v - 1)
				sum += scale * (v - 1) * (v - 1) / 2
			}
			return sum
		}},
		"Rosenbrock": {10, func(x, grad []float64) float64 {
			sum := 0.0
			clear(grad)
			for i := 0; i+1 < len(x); i += 2 {
				a, b := 1-x[i], x[i+1]-x[i]*x[i]
				sum += a*a + 100*b*b
				grad[i] = -2*a - 400*b*x[i]
				grad[i+1] = 200 * b
			}
			return sum
		}},
		"quartic, not finite far away": {3, func(x, grad []float64) float64 {
			sum := 0.0
			for i, v := range x {
				d := v - 1
				grad[i] = 4 * d * d * d
				sum += d * d * d * d
				if v > 1.5 {
					sum = math.Inf(1)
				}
			}
			return sum
		}},
	} {
		q := newQuasiNewton(c.n, c.f)
		for range 500 {
			before := q.value
			if !q.step() {
				break
			}
			if q.value > before {
				t.Errorf("%s: from %v up to %v", name, before, q.value)
			}
		}
		for i, v := range q.x {
			if math.Abs(v-1) > 2e-3 {
				t.Errorf("%s: x[%d] is %v, value %v", name, i, v, q.value)
				break
			}
		}
	}
}

// spoken is a sentence of a token table: words in lower case without partial ones, tags, the
// labels O, F and E, and the punctuation behind words: none, comma, period and question mark.
type spoken struct {
	turn         string
	words, tags  []uint32
	gold, puncts []uint8
}

// readSwitchboard returns sentences of Switchboard until more says that they are enough.
func readSwitchboard(t testing.TB, more func(sentences []spoken) bool) []spoken {
	f, err := os.Open(datatest.Path(t, "swbd", "train.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sentences := make([]spoken, 1)
	side := ""
	next := func() {
		if len(sentences[len(sentences)-1].gold) > 0 {
			sentences = append(sentences, spoken{})
		}
	}
	for sc := bufio.NewScanner(f); sc.Scan() && more(sentences[:len(sentences)-1]); {
		c := strings.Split(sc.Text(), "\t")
		if c[0]+c[1] != side {
			next()
			side = c[0] + c[1]
		}
		word := strings.ToLower(c[4])
		if len(word) == 1 || !strings.HasSuffix(word, "-") {
			s, y := &sentences[len(sentences)-1], uint8(0)
			switch {
			case c[7] == "1":
				y = 2
			case strings.Contains("FDEC", c[6]):
				y = 1
			}
			turn, _, _ := strings.Cut(c[2], ".")
			s.turn = side + " " + turn
			s.words, s.tags, s.gold = append(s.words, Symbol(word)), append(s.tags, Symbol(strings.TrimLeft(c[5], "^"))), append(s.gold, y)
			s.puncts = append(s.puncts, uint8(max(strings.Index("-,.?", c[8]), 0)))
		}
		if strings.HasSuffix(c[9], "/") {
			next()
		}
	}
	return sentences[:len(sentences)-1]
}

// switchboard is the first n sentences of Switchboard.
func switchboard(t testing.TB, n int) *Corpus {
	sentences := readSwitchboard(t, func(sentences []spoken) bool { return len(sentences) < n })
	return &Corpus{
		Schema: &Schema{Symbols: []string{"w", "p"}}, Labels: []string{"O", "F", "E"}, Start: -1, N: len(sentences),
		Example: func(i int, seq *Sequence, ex *Example) {
			s := &sentences[i]
			seq.Reset(len(s.gold))
			copy(seq.Column(0), s.words)
			copy(seq.Column(1), s.tags)
			ex.Gold = append(ex.Gold[:0], s.gold...)
		},
	}
}

// BenchmarkLBFGS trains a CRF on 30,000 sentences with 21 templates and reports the time
// of an iteration.
func BenchmarkLBFGS(b *testing.B) {
	templates, err := ParseTemplates(strings.NewReader("threshold 1\ntransitions 2\n"+
		"order=1 i=-3..3 w[i]\norder=1 i=-2..2 w[i-1] w[i]\norder=1 i=-1..1 w[i-1] w[i] w[i+1]\n"+
		"order=1 i=-1..1 p[i]\norder=1 j=1..3 I(w[0],w[j])\n"), "benchmark")
	if err != nil {
		b.Fatal(err)
	}
	d, err := NewDataset(switchboard(b, 30000), templates, 1)
	if err != nil {
		b.Fatal(err)
	}
	for name, seenOnly := range map[string]bool{"all": false, "seen": true} {
		b.Run(name, func(b *testing.B) {
			const steps = 30
			for b.Loop() {
				if _, err := (LBFGS{L2: 1, Steps: steps, SeenOnly: seenOnly}).Train(context.Background(), d); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N)/steps, "ms/iteration")
		})
	}
}
