package classify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/filetest"
)

// workers are the goroutines of the last training of trained.
var workers int

// trained returns one of each kind, from one goroutine more every time.
func trained(t testing.TB, d *Data) map[string]Marshaler {
	t.Helper()
	workers++
	tree, err := TrainTree(context.Background(), d, TreeOptions{Seed: 1, Downsample: true, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	net, err := TrainNet(context.Background(), d, NetOptions{Seed: 1, Shape: []int{0, 3, 6, 0}, Epochs: 40})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]Marshaler{"tree": tree, "net": net}
}

// TestMarshal opens what it has written, and damaged copies of it.
func TestMarshal(t *testing.T) {
	d := drawnData(500, 1)
	for name, c := range trained(t, d) {
		file, err := c.Marshal("text")
		if err != nil {
			t.Fatal(err)
		}
		again, err := Unmarshal(file)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, x := range drawnData(300, 2).X {
			if a, b := c.Posteriors(x, nil), again.Posteriors(x, nil); !slices.Equal(a, b) {
				t.Fatalf("%s: %v, after the file %v", name, a, b)
			}
		}
		if twice, err := again.Marshal("text"); err != nil || !slices.Equal(twice, file) {
			t.Errorf("%s: another file, or %v", name, err)
		}
		filetest.Changes(t, file, 2000, func(file []byte) error {
			c, err := Unmarshal(file)
			if err == nil {
				use(t, c)
			}
			return err
		})
		for n := range len(file) {
			if _, err := Unmarshal(file[:n]); err == nil {
				t.Fatalf("%s: the first %d bytes are no error", name, n)
			}
		}
	}
	other, err := container.New("other", 1, "").Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Unmarshal(other); !errors.Is(err, container.ErrKind) {
		t.Errorf("a file of another kind: %v", err)
	}
}

// use asks a classifier from any file for posteriors.
func use(t *testing.T, c Classifier) {
	t.Helper()
	for _, v := range []float32{0, 1, -3e38, nan, 70} {
		x := slices.Repeat([]float32{v}, len(c.Columns()))
		sum := 0.0
		for _, p := range c.Posteriors(x, nil) {
			if !(p > 0) {
				t.Fatalf("a probability of %v", p)
			}
			sum += p
		}
		if math.Abs(sum-1) > 1e-6 {
			t.Fatalf("probabilities sum up to %v", sum)
		}
	}
	_ = fmt.Sprint(c)
}

func FuzzUnmarshal(f *testing.F) {
	for _, c := range trained(f, drawnData(200, 1)) {
		file, err := c.Marshal("")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if c, err := Unmarshal(filetest.Reseal(file)); err == nil {
			use(t, c)
		}
	})
}

// TestDeterminism trains twice, and asks from several goroutines.
func TestDeterminism(t *testing.T) {
	d := drawnData(500, 1)
	first, again := trained(t, d), trained(t, d)
	for name, c := range first {
		a, err := c.Marshal("")
		if err != nil {
			t.Fatal(err)
		}
		b, err := again[name].Marshal("")
		if err != nil || !slices.Equal(a, b) {
			t.Errorf("%s: two trainings are different (%v)", name, err)
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				var out []float64
				for _, x := range d.X {
					out = c.Posteriors(x, out)
					if !slices.Equal(out, again[name].Posteriors(x, nil)) {
						t.Errorf("%s: other posteriors beside others", name)
						return
					}
				}
			})
		}
		wg.Wait()
	}
	// The order of the columns' values and of equal rows is that of the data, whatever the seed draws.
	tree, err := TrainTree(t.Context(), d, TreeOptions{Seed: 2, Folds: 1})
	if err != nil {
		t.Fatal(err)
	}
	if other, err := TrainTree(t.Context(), d, TreeOptions{Seed: 3, Folds: 1}); err != nil || other.String() != tree.String() {
		t.Errorf("an unpruned tree depends on the seed (%v)", err)
	}
}

func TestAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector, which runs short tests, makes pools forget")
	}
	d := drawnData(300, 1)
	for name, c := range trained(t, d) {
		out := make([]float64, 3)
		w := WithPriors(c, []float64{0.8, 0.1, 0.1})
		if n := testing.AllocsPerRun(100, func() { w.Posteriors(d.X[0], out) }); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func TestPriors(t *testing.T) {
	if got := Priors([]uint8{0, 0, 2, 0}, 3); !slices.Equal(got, []float64{0.75, 0, 0.25}) {
		t.Errorf("priors %v", got)
	}
	c := fixed{0.2, 0.2, 0.6}
	got := WithPriors(c, []float64{0.5, 0.3, 0.2}).Posteriors(nil, nil)
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
			WithPriors(c, bad)
		}()
	}
}

// fixed is a classifier that says the same of everything.
type fixed []float64

func (f fixed) Classes() []string { return []string{"a", "b", "c"} }
func (f fixed) Columns() []Column { return nil }
func (f fixed) Posteriors(_ []float32, out []float64) []float64 {
	return append(out[:0], f...)
}

// TestDownsampling trains on few rows of one class: with their priors put back, posteriors
// are those of the whole.
func TestDownsampling(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	d := &Data{Columns: []Column{{Name: "a"}}, Classes: []string{"many", "few"}}
	for range 20000 {
		a, k := rng.IntN(2), uint8(0)
		if rng.Float64() < []float64{0.02, 0.2}[a] {
			k = 1
		}
		d.X, d.Y = append(d.X, []float32{float32(a)}), append(d.Y, k)
	}
	rows := d.rows(true, rng)
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
	tree, err := TrainTree(t.Context(), d, TreeOptions{Downsample: true, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	c := WithPriors(tree, Priors(d.Y, 2))
	for a, want := range []float64{0.02, 0.2} {
		if p := c.Posteriors([]float32{float32(a)}, nil)[1]; math.Abs(p-want) > 0.25*want {
			t.Errorf("P(few | %d) is %v, want about %v", a, p, want)
		}
	}
}

// TestParts keeps groups together, and classes even where there are none.
func TestParts(t *testing.T) {
	d := drawnData(300, 1)
	rng := rand.New(rand.NewPCG(2, 2))
	rows := d.rows(false, rng)
	counts := make([][3]int, 10)
	for i, p := range d.parts(rows, 10, rng) {
		counts[p][d.Y[rows[i]]]++
	}
	for k := range 3 {
		least, most := 300, 0
		for _, c := range counts {
			least, most = min(least, c[k]), max(most, c[k])
		}
		if most-least > 1 {
			t.Errorf("class %d: parts of %d to %d rows", k, least, most)
		}
	}
	d.Group = make([]uint32, 300)
	for i := range d.Group {
		d.Group[i] = uint32(i / 9)
	}
	of := make(map[uint32]int)
	sizes := make([]int, 5)
	for i, p := range d.parts(rows, 5, rng) {
		g := d.Group[rows[i]]
		if before, ok := of[g]; ok && before != p {
			t.Fatalf("group %d is in parts %d and %d", g, before, p)
		}
		of[g] = p
		sizes[p]++
	}
	if slices.Max(sizes)-slices.Min(sizes) > 9 {
		t.Errorf("parts of %v rows", sizes)
	}
	rest, held := d.holdOut(rows, 0.2, rng)
	if len(held) < 40 || len(held) > 80 || len(rest)+len(held) != 300 {
		t.Errorf("%d held out of 300", len(held))
	}
	d.Group = make([]uint32, 300) // one group: rows are held out
	if _, held := d.holdOut(rows, 0.2, rng); len(held) < 40 || len(held) > 80 {
		t.Errorf("%d held out of one group", len(held))
	}
}

func TestValidate(t *testing.T) {
	many := strings.Split(strings.Repeat("v ", MostValues+1), " ")
	for name, change := range map[string]func(d *Data){
		"no rows":         func(d *Data) { d.X, d.Y = nil, nil },
		"no columns":      func(d *Data) { d.Columns = nil },
		"one class":       func(d *Data) { d.Classes = d.Classes[:1] },
		"a class beyond":  func(d *Data) { d.Y[3] = 3 },
		"too few classes": func(d *Data) { d.Y = d.Y[1:] },
		"a short row":     func(d *Data) { d.X[5] = d.X[5][1:] },
		"infinite":        func(d *Data) { d.X[5][0] = infinity },
		"no index":        func(d *Data) { d.X[5][2] = 4 },
		"half an index":   func(d *Data) { d.X[5][2] = 0.5 },
		"many values":     func(d *Data) { d.Columns[2].Values = many },
		"groups":          func(d *Data) { d.Group = []uint32{1} },
	} {
		d := drawnData(20, 1)
		change(d)
		if _, err := TrainTree(t.Context(), d, TreeOptions{}); err == nil {
			t.Errorf("%s: the tree takes it", name)
		}
		if _, err := TrainNet(t.Context(), d, NetOptions{}); err == nil {
			t.Errorf("%s: the network takes it", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := TrainTree(ctx, drawnData(300, 1), TreeOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a tree after the end: %v", err)
	}
	if _, err := TrainNet(ctx, drawnData(300, 1), NetOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a network after the end: %v", err)
	}
	one := drawnData(1, 1)
	if _, err := TrainNet(t.Context(), one, NetOptions{}); !errors.Is(err, ErrNoData) {
		t.Errorf("one row: %v", err)
	}
	if tree, err := TrainTree(t.Context(), one, TreeOptions{}); err != nil || tree.Leaves() != 1 {
		t.Errorf("a tree of one row: %v, %v", tree, err)
	}
}

// wide returns data of the size of a corpus.
func wide(n, columns int) *Data {
	rng := rand.New(rand.NewPCG(1, 1))
	d := &Data{Classes: []string{"none", "sen", "com"}}
	for range columns {
		d.Columns = append(d.Columns, Column{Name: "x"})
	}
	for range n {
		k := 0
		if v := rng.Float64(); v < 0.07 {
			k = 1
		} else if v < 0.13 {
			k = 2
		}
		x := make([]float32, columns)
		for c := range x {
			x[c] = float32(rng.NormFloat64() + float64(k)*0.2*float64(c%3))
			if rng.IntN(5) == 0 {
				x[c] = nan
			}
		}
		d.X, d.Y = append(d.X, x), append(d.Y, uint8(k))
	}
	return d
}

func BenchmarkTrainTree(b *testing.B) {
	d := wide(60000, 70)
	for b.Loop() {
		if _, err := TrainTree(b.Context(), d, TreeOptions{Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTrainNet(b *testing.B) {
	d := wide(60000, 70)
	for b.Loop() {
		if _, err := TrainNet(b.Context(), d, NetOptions{Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPosteriors(b *testing.B) {
	d := wide(2000, 70)
	for name, c := range trained(b, d) {
		b.Run(name, func(b *testing.B) {
			out := make([]float64, 3)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				c.Posteriors(d.X[i%len(d.X)], out)
			}
		})
	}
}
