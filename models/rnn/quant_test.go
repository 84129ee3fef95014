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
)

// The integer kernels make the same bits as the plain code.
func TestIntegerKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		rows, inputs, cols := 1+r.IntN(14), colBlock*(1+r.IntN(5)), colBlock*(1+r.IntN(5))
		w := weights8{v: make([]int8, inputs*cols), scale: make([]float32, cols)}
		for i := range w.v {
			w.v[i] = int8(r.IntN(256) - 128)
		}
		fill := func(n int) []float32 {
			out := make([]float32, n)
			for i := range out {
				out[i] = float32(r.NormFloat64())
			}
			return out
		}
		b := newPacked(&w, cols, 0, inputs, 0, cols, 1<<14)
		a := make([]int16, up(rows, quad)*inputs)
		for i := range a {
			a[i] = int16(r.IntN(1<<15+1) - 1<<14)
		}
		c := make([]int32, up(rows, quad)*b.cols)
		productsGeneric(c, a, inputs, b, rows)
		sum := int32(0)
		for i := range inputs {
			sum += int32(a[i]) * int32(w.v[i*cols+cols-1])
		}
		if c[cols-1] != sum {
			t.Fatalf("a sum of %d is %d", sum, c[cols-1])
		}

		flags := make([]int8, 20*cols)
		for i := range flags {
			flags[i] = int8(r.IntN(256) - 128)
		}
		g := gateInput{scale: fill(cols), bias: fill(cols), flags: flags, flagScale: fill(cols)}
		var which []int32
		for range r.IntN(2) * r.IntN(300) {
			which = append(which, int32(r.IntN(20)))
		}
		z := make([]float32, cols)
		g.finishGeneric(z, c, which)

		h := colBlock * (1 + r.IntN(3))
		in, scale, cell, sums := fill(gates*h), fill(gates*h), fill(h), make([]int32, gates*h)
		for i := range in {
			in[i], sums[i] = in[i]*float32(math.Exp(r.Float64()*5)), int32(r.IntN(200))-100
		}
		wantCell, wantOut := slices.Clone(cell), make([]int16, h)
		cellsGeneric(in, sums, scale, wantCell, wantOut, 1<<14)
		for _, bits := range kernels() {
			with(bits, func() {
				got, m := make([]int32, len(c)), product8{}
				products(got, a, inputs, b, rows, &m)
				if !slices.Equal(got[:rows*b.cols], c[:rows*b.cols]) {
					t.Errorf("%d bits: the products of %d x %d x %d differ", bits, rows, inputs, cols)
				}
				gotZ := make([]float32, cols)
				g.finish(gotZ, c, which)
				if !slices.Equal(gotZ, z) {
					t.Errorf("%d bits: the inputs of %d gates with %d flags differ", bits, cols, len(which))
				}
				gotCell, gotOut := slices.Clone(cell), make([]int16, h)
				cells(in, sums, scale, gotCell, gotOut, 1<<14)
				if !slices.Equal(gotCell, wantCell) || !slices.Equal(gotOut, wantOut) {
					t.Errorf("%d bits: %d units differ", bits, h)
				}
			})
		}
	}
}

// Products of numbers of 8 bits, of a part of a matrix, are the products, with the weights read there and back.
func TestByteProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		const margin = 3 // rows and columns of which the part is not
		rows, inputs, cols := 1+r.IntN(14), alikeBlock*(1+r.IntN(20)), colBlock*(1+r.IntN(5))
		stride := cols + margin
		w := weights8{v: make([]int8, (inputs+margin)*stride), scale: make([]float32, stride)}
		for i := range w.v {
			w.v[i] = int8(r.IntN(256) - 128)
		}
		b := newPacked(&w, stride, margin, inputs, margin, cols, largest)
		a := make([]int16, up(rows, quad)*inputs)
		for i := range a {
			a[i] = int16(r.IntN(256) - 128)
		}
		want := make([]int32, up(rows, quad)*b.cols)
		for i := range rows {
			for c := range cols {
				for k, x := range a[i*inputs:][:inputs] {
					want[i*b.cols+c] += int32(x) * int32(w.v[(k+margin)*stride+c+margin])
				}
			}
		}
		for _, bits := range kernels() {
			with(bits, func() {
				var m product8
				for range 3 {
					got := make([]int32, len(want))
					products(got, a, inputs, b, rows, &m)
					for i := range rows {
						if n := i * b.cols; !slices.Equal(got[n:n+cols], want[n:n+cols]) {
							t.Errorf("%d bits: row %d of the products of %d x %d x %d differs", bits, i, rows, inputs, cols)
						}
					}
				}
			})
		}
	}
}

// Sums of sums and products of projections are the same with all kernels.
func TestDots(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		size, n := 32*(1+r.IntN(3)), dotBlock*(1+r.IntN(2))
		v := make([]int16, (n+1)*size)
		for i := range v {
			v[i] = int16(r.IntN(1<<12) - 1<<11)
		}
		sums := make([]int32, colBlock*(1+r.IntN(5)))
		for i := range sums {
			sums[i] = int32(r.Uint32())
		}
		want, wantSums := make([]int32, n), slices.Clone(sums)
		for i := range want {
			for j, x := range v[:size] {
				want[i] += int32(x) * int32(v[(i+1)*size+j])
			}
		}
		for i := range sums {
			wantSums[i] *= 2
		}
		for _, bits := range kernels() {
			with(bits, func() {
				got, gotSums := make([]int32, n), slices.Clone(sums)
				if dots(got, v, size); !slices.Equal(got, want) {
					t.Errorf("%d bits: %d products of vectors of %d are %v, want %v", bits, n, size, got, want)
				}
				if addSums(gotSums, sums); !slices.Equal(gotSums, wantSums) {
					t.Errorf("%d bits: %d sums differ", bits, len(sums))
				}
			})
		}
	}
}

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
		if math.Abs(float64(sigmoid(f))-s) > 2e-6 || math.Abs(float64(tanh(f))-th) > 4e-6 {
			t.Errorf("of %v: %v instead of %v, %v instead of %v", x, sigmoid(f), s, tanh(f), th)
		}
		if want := math.RoundToEven(float64(f)); float64(round32(f)) != want {
			t.Errorf("%v becomes %v", x, round32(f))
		}
	}
}

// sample returns a drawn network and sequences.
func sample(c Config, seed uint64, lens ...int) (*Model, []*Input) {
	net := newNetwork(c)
	net.draw(seed)
	r := rand.New(rand.NewPCG(seed, 9))
	for _, p := range net.params {
		if p.matrix.rows == 1 {
			for i := range p.v[:p.cols] {
				p.v[i] += float32(r.NormFloat64() * 0.1)
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
			for _, bits := range kernels() {
				with(bits, func() {
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
	m.net.out.v[3] = float32(math.NaN())
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
		for _, bits := range kernels() {
			b.Run(fmt.Sprintf("words=%d/bits=%d", words, bits), func(b *testing.B) {
				with(bits, func() {
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
