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

// trained returns a network.
func trained(t testing.TB, d *Data) *Net {
	t.Helper()
	net, err := TrainNet(context.Background(), d, NetOptions{Seed: 1, Shape: []int{0, 3, 6, 0}, Epochs: 40})
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// TestMarshal opens what it has written, and damaged copies of it.
func TestMarshal(t *testing.T) {
	c := trained(t, drawnData(500, 1))
	file, err := c.Marshal("text")
	if err != nil {
		t.Fatal(err)
	}
	again, err := UnmarshalNet(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range drawnData(300, 2).X {
		if a, b := c.Posteriors(x, nil), again.Posteriors(x, nil); !slices.Equal(a, b) {
			t.Fatalf("%v, after the file %v", a, b)
		}
	}
	if twice, err := again.Marshal("text"); err != nil || !slices.Equal(twice, file) {
		t.Errorf("another file, or %v", err)
	}
	filetest.Changes(t, file, 2000, func(file []byte) error {
		c, err := UnmarshalNet(file)
		if err == nil {
			use(t, c)
		}
		return err
	})
	for n := range len(file) {
		if _, err := UnmarshalNet(file[:n]); err == nil {
			t.Fatalf("the first %d bytes are no error", n)
		}
	}
	other, err := container.New("other", 1, "").Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := UnmarshalNet(other); !errors.Is(err, container.ErrKind) {
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
	file, err := trained(f, drawnData(200, 1)).Marshal("")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(file)
	f.Fuzz(func(t *testing.T, file []byte) {
		if c, err := UnmarshalNet(filetest.Reseal(file)); err == nil {
			use(t, c)
		}
	})
}

// TestDeterminism trains twice, and asks from several goroutines.
func TestDeterminism(t *testing.T) {
	d := drawnData(500, 1)
	c, again := trained(t, d), trained(t, d)
	a, err := c.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := again.Marshal("")
	if err != nil || !slices.Equal(a, b) {
		t.Errorf("two trainings are different (%v)", err)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			var out []float64
			for _, x := range d.X {
				out = c.Posteriors(x, out)
				if !slices.Equal(out, again.Posteriors(x, nil)) {
					t.Error("other posteriors beside others")
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector, which runs short tests, makes pools forget")
	}
	d := drawnData(300, 1)
	c, out := trained(t, d), make([]float64, 3)
	if n := testing.AllocsPerRun(100, func() { c.Posteriors(d.X[0], out) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestRows draws as many rows of each class.
func TestRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	d := &Data{Classes: []string{"many", "few"}}
	for range 20000 {
		k := uint8(0)
		if rng.Float64() < 0.1 {
			k = 1
		}
		d.X, d.Y = append(d.X, nil), append(d.Y, k)
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
}

// TestParts keeps groups together, and classes even where there are none.
func TestParts(t *testing.T) {
	d := drawnData(300, 1)
	rng := rand.New(rand.NewPCG(2, 2))
	rows := d.Rows(false, rng)
	counts := make([][3]int, 10)
	for i, p := range d.Parts(rows, 10, rng) {
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
	for i, p := range d.Parts(rows, 5, rng) {
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
		"infinite":        func(d *Data) { d.X[5][0] = float32(math.Inf(1)) },
		"no index":        func(d *Data) { d.X[5][2] = 4 },
		"half an index":   func(d *Data) { d.X[5][2] = 0.5 },
		"many values":     func(d *Data) { d.Columns[2].Values = many },
		"groups":          func(d *Data) { d.Group = []uint32{1} },
	} {
		d := drawnData(20, 1)
		change(d)
		if _, err := TrainNet(t.Context(), d, NetOptions{}); err == nil {
			t.Errorf("%s: the network takes it", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := TrainNet(ctx, drawnData(300, 1), NetOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a network after the end: %v", err)
	}
	one := drawnData(1, 1)
	if _, err := TrainNet(t.Context(), one, NetOptions{}); !errors.Is(err, ErrNoData) {
		t.Errorf("one row: %v", err)
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
	c, out := trained(b, d), make([]float64, 3)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c.Posteriors(d.X[i%len(d.X)], out)
	}
}
