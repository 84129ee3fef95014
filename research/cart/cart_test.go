package cart

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/models/classify"
)

// workers are the goroutines of the last training of trained.
var workers int

// trained returns a tree, from one goroutine more every time.
func trained(t testing.TB, d *classify.Data) *Tree {
	t.Helper()
	workers++
	tree, err := Train(context.Background(), d, Options{Seed: 1, Downsample: true, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// TestMarshal opens what it has written, and damaged copies of it.
func TestMarshal(t *testing.T) {
	c := trained(t, drawnData(500, 1))
	file, err := c.Marshal("text")
	if err != nil {
		t.Fatal(err)
	}
	again, err := Unmarshal(file)
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
		c, err := Unmarshal(file)
		if err == nil {
			use(t, c)
		}
		return err
	})
	for n := range len(file) {
		if _, err := Unmarshal(file[:n]); err == nil {
			t.Fatalf("the first %d bytes are no error", n)
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
func use(t *testing.T, c classify.Classifier) {
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
		if c, err := Unmarshal(filetest.Reseal(file)); err == nil {
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
	// The order of the columns' values and of equal rows is that of the data, whatever the seed draws.
	tree, err := Train(t.Context(), d, Options{Seed: 2, Folds: 1})
	if err != nil {
		t.Fatal(err)
	}
	if other, err := Train(t.Context(), d, Options{Seed: 3, Folds: 1}); err != nil || other.String() != tree.String() {
		t.Errorf("an unpruned tree depends on the seed (%v)", err)
	}
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

func TestErrors(t *testing.T) {
	for name, change := range map[string]func(d *classify.Data){
		"no rows":        func(d *classify.Data) { d.X, d.Y = nil, nil },
		"a class beyond": func(d *classify.Data) { d.Y[3] = 3 },
		"a short row":    func(d *classify.Data) { d.X[5] = d.X[5][1:] },
		"infinite":       func(d *classify.Data) { d.X[5][0] = infinity },
	} {
		d := drawnData(20, 1)
		change(d)
		if _, err := Train(t.Context(), d, Options{}); err == nil {
			t.Errorf("%s: the tree takes it", name)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Train(ctx, drawnData(300, 1), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a tree after the end: %v", err)
	}
	if tree, err := Train(t.Context(), drawnData(1, 1), Options{}); err != nil || tree.Leaves() != 1 {
		t.Errorf("a tree of one row: %v, %v", tree, err)
	}
}

func BenchmarkTrain(b *testing.B) {
	d := drawnData(60000, 1)
	for b.Loop() {
		if _, err := Train(b.Context(), d, Options{Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
