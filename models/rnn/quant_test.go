package rnn

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/models/kernels"
)

// What a runner knows of words, and forgets, changes nothing.
func TestKnownWords(t *testing.T) {
	c := tiny(1)
	c.Columns[0].Symbols = 5000
	m, in := sample(c, 8, 700, 30, 900, 5, 400, 60, 700)
	q := m.Quantised()
	r := q.NewRunner()
	forgot := false
	for s := range in {
		want := logitsOf(q, in[s:s+1])[0]
		before := r.q.known.n
		r.Run(in[s:s+1], func(_, word int, logits []float32) {
			if !slices.Equal(logits, want[word]) {
				t.Errorf("word %d of sequence %d differs", word, s)
			}
		})
		forgot = forgot || r.q.known.n < before
	}
	if !forgot {
		t.Error("nothing was forgotten")
	}
}

// The fast functions are the functions.
func TestFunctions(t *testing.T) {
	for x := -40.0; x <= 40; x += 0.01 {
		f := float32(x)
		s, th := 1/(1+math.Exp(-float64(f))), math.Tanh(float64(f))
		if math.Abs(float64(kernels.Sigmoid(f))-s) > 2e-6 || math.Abs(float64(kernels.Tanh(f))-th) > 4e-6 {
			t.Errorf("of %v: %v instead of %v, %v instead of %v", x, kernels.Sigmoid(f), s, kernels.Tanh(f), th)
		}
		if want := math.RoundToEven(float64(f)); float64(kernels.Round(f)) != want {
			t.Errorf("%v becomes %v", x, kernels.Round(f))
		}
	}
}

// sample returns a drawn network and sequences.
func sample(c Config, seed uint64, lens ...int) (*Model, []*Input) {
	net := newNetwork(c)
	net.draw(seed)
	r := rand.New(rand.NewPCG(seed, 9))
	for _, p := range net.params {
		if p.Matrix.Rows == 1 {
			for i := range p.V[:p.Cols] {
				p.V[i] += float32(r.NormFloat64() * 0.1)
			}
		}
	}
	var in []*Input
	for _, n := range lens {
		x := new(Example)
		drawn(&c, r, n, x)
		in = append(in, &x.Input)
	}
	return &Model{net: net}, in
}

func logitsOf(m *Model, in []*Input) [][][]float32 {
	out := make([][][]float32, len(in))
	m.NewRunner().Run(in, func(s, t int, logits []float32) {
		for len(out[s]) <= t {
			out[s] = append(out[s], nil)
		}
		out[s][t] = slices.Clone(logits)
	})
	return out
}

// A network with 8-bit weights says almost what the one with float32 weights says, the
// same with all kernels and whatever else it is given.
func TestQuantised(t *testing.T) {
	for layers := 1; layers <= 2; layers++ {
		for seed := range uint64(3) {
			c := tiny(layers)
			if seed == 1 {
				c.Similar = 0
			}
			m, in := sample(c, seed, 5, 0, 1, 23, 5, 9, 70)
			q := m.Quantised()
			want, got := logitsOf(m, in), logitsOf(q, in)
			n, off, top := 0, 0.0, 0.0
			for s := range want {
				if len(got[s]) != in[s].Len() || len(want[s]) != in[s].Len() {
					t.Fatalf("%d and %d of %d words", len(want[s]), len(got[s]), in[s].Len())
				}
				for w := range want[s] {
					at := 0
					for _, h := range c.Heads {
						k := len(h.Labels)
						a, b := make([]float32, k), make([]float32, k)
						Softmax(a, want[s][w][at:at+k])
						Softmax(b, got[s][w][at:at+k])
						for i := range a {
							d := math.Abs(float64(a[i] - b[i]))
							n, off, top = n+1, off+d, max(top, d)
						}
						at += k
					}
				}
			}
			if off /= float64(n); off > 0.002 || top > 0.02 {
				t.Errorf("%d layers: probabilities are off by %.5f, at most %.5f", layers, off, top)
			}
			for _, bits := range kernels.Sizes() {
				kernels.With(bits, func() {
					for s := range in {
						if one := logitsOf(q, in[s:s+1])[0]; !slices.EqualFunc(one, got[s], slices.Equal) {
							t.Errorf("%d bits: sequence %d alone differs", bits, s)
						}
					}
					if all := logitsOf(q, in); fmt.Sprint(all) != fmt.Sprint(got) {
						t.Errorf("%d bits: other logits", bits)
					}
				})
			}
		}
	}
}

// What a network with 8-bit weights says has the same bits on every platform.
func TestEverywhere(t *testing.T) {
	c := tiny(2)
	net := newNetwork(c)
	net.draw(6)
	var x Example
	drawn(&c, rand.New(rand.NewPCG(6, 6)), 50, &x)
	sum := fnv.New64a()
	for _, logits := range logitsOf((&Model{net: net}).Quantised(), []*Input{&x.Input})[0] {
		_ = binary.Write(sum, binary.LittleEndian, logits)
	}
	const want = 0x9bf0819a70ee05a7
	if got := sum.Sum64(); got != want {
		t.Errorf("the bits of the logits are %#x, want %#x", got, uint64(want))
	}
}

func TestRunAllocations(t *testing.T) {
	m, in := sample(tiny(2), 1, 40, 7, 12)
	r := m.Quantised().NewRunner()
	sum := float32(0)
	out := func(_, _ int, logits []float32) { sum += logits[0] }
	run := func() {
		r.Run(in, out)
		r.Run(in[1:2], out)
	}
	run()
	if n := testing.AllocsPerRun(10, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func fileOf(t testing.TB, c Config) []byte {
	t.Helper()
	m, _ := sample(c, 4)
	b, err := m.Marshal("passes=1")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A file holds the network, and no training begins with it.
func TestFile(t *testing.T) {
	m, in := sample(tiny(2), 4, 8, 3)
	b := fileOf(t, tiny(2))
	f, err := Unmarshal(b)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := logitsOf(f, in), logitsOf(m.Quantised(), in); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Error("the model of the file says something else")
	}
	if got, want := fmt.Sprint(f.Config()), fmt.Sprint(m.Config()); got != want {
		t.Errorf("the shape is %s, want %s", got, want)
	}
	again, err := f.Marshal("passes=1")
	if err != nil || !slices.Equal(again, b) {
		t.Errorf("the model of the file makes another file: %v", err)
	}
	if f.Quantised().quant != f.quant {
		t.Error("quantised twice")
	}
	c := tiny(2)
	tr := Trainer{Passes: 1, Batch: 10}
	if _, err := tr.Train(context.Background(), c, f, corpusOf(&c, 5)); !errors.Is(err, ErrQuantised) {
		t.Errorf("a training began with 8-bit weights: %v", err)
	}
	c = tiny(1)
	if _, err := tr.Train(context.Background(), c, m, corpusOf(&c, 5)); err == nil {
		t.Error("a training began with a network of another shape")
	}
	m.net.out.V[3] = float32(math.NaN())
	if _, err := m.Marshal(""); err == nil {
		t.Error("a weight that is no number was written")
	}
	if _, err := Unmarshal([]byte("no model")); !errors.Is(err, container.ErrForeign) {
		t.Errorf("what is no file: %v", err)
	}
	for n := 0; n < len(b); n += 999 {
		if _, err := Unmarshal(filetest.Reseal(b[:n])); err == nil {
			t.Fatalf("truncated to %d bytes: no error", n)
		}
	}
}

// small is a network with a small file.
func small() Config {
	c := tiny(1)
	c.Columns = []Column{{"word", 3, 32}}
	return c
}

// tryFile loads a file and runs it.
func tryFile(b []byte) error {
	m, err := Unmarshal(b)
	if err != nil {
		return err
	}
	c := m.Config()
	var x Input
	x.Reset(len(c.Columns))
	for t := range 3 {
		for k, col := range c.Columns {
			x.Symbols[k] = append(x.Symbols[k], int32(t%col.Symbols))
		}
		if c.Flags > 0 {
			x.Flags = append(x.Flags, int32(t%c.Flags))
		}
		x.End()
	}
	m.NewRunner().Run([]*Input{&x}, func(_, _ int, _ []float32) {})
	return nil
}

// Damage behind the checksum is refused, or does no harm.
func TestChangedFiles(t *testing.T) {
	b := fileOf(t, small())
	filetest.Changes(t, b, 300, tryFile)
	// The header, where damage is likely to be noticed.
	r := rand.New(rand.NewPCG(5, 5))
	for range 2000 {
		c := slices.Clone(b)
		for range 1 + r.IntN(2) {
			c[24+r.IntN(2000)] = "0123456789,:-"[r.IntN(13)]
		}
		if err := tryFile(filetest.Reseal(c)); err != nil && !errors.Is(err, container.ErrChecksum) && !errors.Is(err, container.ErrKind) {
			t.Errorf("an error of another kind: %v", err)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	file := fileOf(f, small())
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Fuzz(func(t *testing.T, b []byte) { _ = tryFile(filetest.Reseal(b)) })
}

// BenchmarkRun runs 8-bit weights on sequences one at a time.
func BenchmarkRun(b *testing.B) {
	c := Config{Columns: []Column{{"word", 10000, 64}, {"prefix", 2000, 16}, {"suffix", 2000, 16}, {"tag", 50, 32}}, Flags: 150, Similar: 32, Reach: 8,
		Hidden: 128, Layers: 2, Dense: 64, Heads: []Head{{"a", make([]string, 7)}, {"b", make([]string, 6)}, {"c", make([]string, 4)}}}
	net := newNetwork(c)
	net.draw(1)
	m := (&Model{net: net}).Quantised()
	rnd := rand.New(rand.NewPCG(1, 1))
	word := rand.NewZipf(rnd, 1.1, 5, 9999) // few words are most of a text
	for _, words := range []int{10, 100, 1000} {
		var in []*Input
		for range 20000 / words {
			x := new(Input)
			x.Reset(len(c.Columns))
			for range words {
				w := word.Uint64()
				for k, s := range []uint64{w, w % 1999, w % 1733, w % 49} {
					x.Symbols[k] = append(x.Symbols[k], int32(s))
				}
				for range 15 {
					x.Flags = append(x.Flags, int32(rnd.IntN(c.Flags)))
				}
				x.End()
			}
			in = append(in, x)
		}
		for _, bits := range kernels.Sizes() {
			b.Run(fmt.Sprintf("words=%d/bits=%d", words, bits), func(b *testing.B) {
				kernels.With(bits, func() {
					r := m.NewRunner()
					b.ReportAllocs()
					for i := range b.N {
						r.Run(in[i%len(in):i%len(in)+1], func(_, _ int, _ []float32) {})
					}
					b.ReportMetric(float64(b.N)*float64(words)/b.Elapsed().Seconds(), "words/s")
				})
			})
		}
	}
}
