package mert

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/metric"
)

// synthetic returns a pool of random hypotheses. Good features go with few errors.
func synthetic(t testing.TB, sentences, features int, seed uint64) *Pool {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	names := make([]string, features)
	for i := range names {
		names[i] = string(rune('a' + i))
	}
	p := NewPool(names, sentences)
	for i := range sentences {
		for range 1 + rng.IntN(6) {
			wrong := rng.IntN(4)
			f := make([]float64, features)
			for k := range f {
				f[k] = rng.NormFloat64() - float64(wrong*(k%2))*0.4
			}
			s := Stats{Edit: metric.Counts{TP: 3 - wrong, FN: wrong, FP: rng.IntN(2) * wrong}, Filler: metric.Counts{TP: rng.IntN(3)}}
			if _, err := p.Add(i, f, s); err != nil {
				t.Fatal(err)
			}
		}
	}
	return p
}

// along returns weights + step * direction.
func along(w, d []float64, step float64) []float64 {
	out := slices.Clone(w)
	for i := range out {
		out[i] += step * d[i]
	}
	return out
}

// The error surface is that of a dense grid.
func TestSurfaceIsGrid(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		F := t.Int("features", 1, 4)
		p := synthetic(t, t.Int("sentences", 1, 12), F, t.Uint64("seed"))
		rng := rand.New(rand.NewPCG(t.Uint64("line"), 2))
		w, d := make([]float64, F), make([]float64, F)
		for i := range w {
			w[i], d[i] = rng.NormFloat64(), rng.NormFloat64()
		}
		line := p.Surface(w, d)
		if len(line.Stats) != len(line.Steps)+1 || !slices.IsSorted(line.Steps) {
			t.Fatalf("%d statistics for the steps %v", len(line.Stats), line.Steps)
		}
		best := math.Inf(-1)
		for k := -600; k <= 600; k++ {
			step := float64(k)*0.01 + 0.0031
			i, found := slices.BinarySearch(line.Steps, step)
			if found || i > 0 && step-line.Steps[i-1] < 1e-9 || i < len(line.Steps) && line.Steps[i]-step < 1e-9 {
				continue
			}
			got := p.Best(along(w, d, step))
			if got != line.Stats[i] {
				t.Fatalf("at step %v: %+v, the surface says %+v", step, got, line.Stats[i])
			}
			best = max(best, EditF{0.5}.Value(got))
		}
		step, value := line.Best(EditF{0.5}, nil)
		if value < best {
			t.Fatalf("the best value of the line is %v, the grid has %v", value, best)
		}
		if got := (EditF{0.5}).Value(p.Best(along(w, d, step))); math.Abs(got-value) > 1e-12 {
			t.Fatalf("at the best step %v the value is %v, not %v", step, got, value)
		}
	})
}

// In the plane the optimiser reaches the best direction of a dense grid.
func TestOptimumIsGrid(t *testing.T) {
	for seed := range uint64(drawn.Few(5, 1)) {
		p := synthetic(t, 60, 2, seed)
		best := 0.0
		for k := range 7200 {
			a := float64(k) / 7200 * 2 * math.Pi
			best = max(best, EditF{0.5}.Value(p.Best([]float64{math.Cos(a), math.Sin(a)})))
		}
		_, value, err := Optimiser{Seed: 1}.Optimise(context.Background(), p, []float64{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		if value < best {
			t.Errorf("seed %d: %v, the grid has %v", seed, value, best)
		}
	}
}

func TestWorkersAgree(t *testing.T) {
	p := synthetic(t, drawn.Few(80, 20), 4, 9)
	var first []float64
	for _, workers := range []int{1, 2, 5} {
		w, _, err := Optimiser{Seed: 3, Workers: workers, Restarts: 5, Prior: 0.01}.Optimise(context.Background(), p, []float64{1, 0, 0, 0})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = w
		}
		if !slices.Equal(w, first) {
			t.Errorf("%d workers: %v, one worker: %v", workers, w, first)
		}
	}
}

// A dear prior keeps the weights where they are.
func TestPrior(t *testing.T) {
	p := synthetic(t, 80, 3, 4)
	start := []float64{0.5, 0.25, 0.25}
	w, value, err := Optimiser{Seed: 3, Prior: 100}.Optimise(context.Background(), p, start)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(w, start) || value != (EditF{0.5}).Value(p.Best(start)) {
		t.Errorf("the weights are %v with value %v", w, value)
	}
}

// Tuning decodes until the pool has all that matters: each round offers what the
// weights of then prefer among many.
func TestTune(t *testing.T) {
	full := synthetic(t, 200, 3, 8)
	decode := func(_ context.Context, w []float64, add func(int, []float64, Stats) error) (Stats, error) {
		for i := range full.sentences {
			l := &full.sentences[i]
			order := make([]int, len(l.which))
			for k := range order {
				order[k] = k
			}
			score := func(k int) float64 { return dot(l.features[k*3:k*3+3], w) }
			slices.SortFunc(order, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
			for _, k := range order[:min(2, len(order))] {
				f := []float64{float64(l.features[k*3]), float64(l.features[k*3+1]), float64(l.features[k*3+2])}
				if err := add(i, f, l.stats[l.which[k]]); err != nil {
					return Stats{}, err
				}
			}
		}
		return full.Best(w), nil
	}
	start := []float64{1, 0.2, -0.5}
	var rounds []Round
	pool := NewPool(full.Names(), full.Sentences())
	w, value, err := Tuner{Optimiser: Optimiser{Seed: 1}, Rounds: 10, Report: func(r Round) { rounds = append(rounds, r) }}.Tune(context.Background(), pool, start, decode)
	if err != nil {
		t.Fatal(err)
	}
	before := EditF{0.5}.Value(full.Best(start))
	if got := (EditF{0.5}).Value(full.Best(w)); got != value || value <= before {
		t.Errorf("tuned to %v, which is %v; before it was %v", value, got, before)
	}
	if len(rounds) < 2 || rounds[0].Decoded != before || rounds[0].Added <= 200 || rounds[len(rounds)-1].Pool != pool.Len() {
		t.Errorf("%+v", rounds)
	}
	failed := errors.New("no luck")
	if _, _, err := (Tuner{}).Tune(context.Background(), pool, start, func(context.Context, []float64, func(int, []float64, Stats) error) (Stats, error) {
		return Stats{}, failed
	}); !errors.Is(err, failed) {
		t.Errorf("the error is %v", err)
	}
}

func TestPoolRefuses(t *testing.T) {
	p := NewPool([]string{"a", "b"}, 1)
	for _, f := range [][]float64{{1}, {1, math.NaN()}, {math.Inf(1), 0}, {1e300, 0}} {
		if _, err := p.Add(0, f, Stats{}); err == nil {
			t.Errorf("%v is taken", f)
		}
	}
	if fresh, err := p.Add(0, []float64{1, 2}, Stats{}); !fresh || err != nil {
		t.Error(fresh, err)
	}
	if fresh, err := p.Add(0, []float64{1, 2}, Stats{}); fresh || err != nil {
		t.Error(fresh, err)
	}
	if fresh, _ := p.Add(0, []float64{1, 2}, Stats{Edit: metric.Counts{TP: 1}}); !fresh || p.Len() != 2 {
		t.Error("other statistics are another hypothesis")
	}
}

func TestObjectives(t *testing.T) {
	s := Stats{Edit: metric.Counts{TP: 3, FP: 1, FN: 1}, Filler: metric.Counts{TP: 1, FN: 1}, Punct: metric.Counts{TP: 2},
		BLEU: metric.BLEU{Matches: [4]int32{4, 3, 2, 1}, Totals: [4]int32{8, 6, 4, 2}, Reference: 10}}
	for name, want := range map[string]float64{
		"edit-f1": 0.75, "edit-f:1": 0.75, "edit-f:0.25": 0.75, "overall-f1": 12.0 / 15, "punctuation-f1": 1,
		"punctuation-f0": 1, "punctuation-f2.5": 1, "bleu": 0.5 * math.Exp(-0.25),
	} {
		o, err := ParseObjective(name)
		if err != nil || o.Name() != name || math.Abs(o.Value(s)-want) > 1e-12 {
			t.Errorf("%s: %v, %v", name, o, err)
		}
	}
	for _, name := range []string{"", "f1", "edit-f:2", "edit-f:x", "punctuation-f", "punctuation-f-1", "punctuation-fNaN", "punctuation-finf"} {
		if _, err := ParseObjective(name); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
}

// The F-alpha of Peitz et al. is the F of metric.Counts with alpha 1/(1+a).
func TestPunctF(t *testing.T) {
	c := metric.Counts{TP: 30, FP: 20, FN: 10}
	p, r := c.Precision(), c.Recall()
	for _, a := range []float64{0, 0.5, 1, 2, 3, 4} {
		if got, want := (PunctF{a}).Value(Stats{Punct: c}), (1+a)*p*r/(a*p+r); math.Abs(got-want) > 1e-12 {
			t.Errorf("F%v is %v, want %v", a, got, want)
		}
	}
}

// Files of pools without BLEU are those of before; with BLEU they say so.
func TestPoolFileBLEU(t *testing.T) {
	p := NewPool([]string{"a"}, 2)
	if _, err := p.Add(1, []float64{1}, Stats{Edit: metric.Counts{TP: 1}}); err != nil {
		t.Fatal(err)
	}
	b, err := p.Marshal("key")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := container.Open(b, poolKind, 1); err != nil {
		t.Errorf("programs that know version 1 alone: %v", err)
	}
	text := Stats{BLEU: metric.NewReference([]string{"a", "b", "c", "d", "e"}).Count([]string{"a", "b", "c", "d"})}
	if _, err := p.Add(0, []float64{2}, text); err != nil {
		t.Fatal(err)
	}
	if b, err = p.Marshal("key"); err != nil {
		t.Fatal(err)
	}
	if _, err := container.Open(b, poolKind, 1); !errors.Is(err, container.ErrNewer) {
		t.Errorf("programs that know version 1 alone: %v", err)
	}
	q, err := UnmarshalPool(b, "key")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := q.Best([]float64{1}), p.Best([]float64{1}); got != want || got.BLEU != text.BLEU {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestPoolFile(t *testing.T) {
	p := synthetic(t, 10, 3, 1)
	b, err := p.Marshal("key")
	if err != nil {
		t.Fatal(err)
	}
	q, err := UnmarshalPool(b, "key")
	if err != nil {
		t.Fatal(err)
	}
	again, err := q.Marshal("key")
	if err != nil || !bytes.Equal(b, again) {
		t.Error("a pool changes when it is read")
	}
	if _, err := UnmarshalPool(b, "another"); !errors.Is(err, ErrOtherPool) {
		t.Errorf("a pool with another key: %v", err)
	}
}

func TestDamagedPool(t *testing.T) {
	p := synthetic(t, 5, 2, 1)
	if _, err := p.Add(0, []float64{1, 2}, Stats{BLEU: metric.BLEU{Reference: 3}}); err != nil {
		t.Fatal(err)
	}
	b, err := p.Marshal("key")
	if err != nil {
		t.Fatal(err)
	}
	filetest.Changes(t, b, 500, func(b []byte) error {
		p, err := UnmarshalPool(b, "key")
		if err == nil {
			p.Best(make([]float64, len(p.Names())))
		}
		return err
	})
}

func FuzzUnmarshalPool(f *testing.F) {
	p := synthetic(f, 3, 2, 1)
	b, err := p.Marshal("key")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, v := range [][]byte{b, filetest.Reseal(b)} {
			if p, err := UnmarshalPool(v, "key"); err == nil {
				p.Best(make([]float64, len(p.Names())))
			}
		}
	})
}

func BenchmarkSurface(b *testing.B) {
	p := synthetic(b, 5000, 7, 1)
	w := []float64{1, 1, 1, 1, 1, 1, 1}
	d := []float64{0, 1, 0, 0, 0, 0, 0}
	s := newSearcher(p.columns(nil))
	at := s.newPoint()
	s.moveTo(at, w)
	b.ReportAllocs()
	for b.Loop() {
		s.surface(at, d)
	}
}

// Of intervals that are as good the widest is taken, of those as wide the first, and
// none that is only rounding.
func TestBestInterval(t *testing.T) {
	good, poor := Stats{Edit: metric.Counts{TP: 1}}, Stats{Edit: metric.Counts{TP: 1, FP: 1}}
	for _, c := range []struct {
		steps []float64
		stats []Stats
		want  float64
	}{
		{[]float64{0, 1, 2, 6, 7}, []Stats{poor, good, poor, good, poor, poor}, 4},
		{[]float64{0, 1, 2, 3, 4}, []Stats{poor, good, poor, good, poor, poor}, 0.5},
		{[]float64{1, 1 + 1e-12, 2, 4}, []Stats{poor, good, poor, poor, poor}, 0.9},
	} {
		if step, _ := (Line{c.steps, c.stats}).Best(EditF{0.5}, nil); math.Abs(step-c.want) > 1e-12 {
			t.Errorf("%v: step %v, want %v", c.steps, step, c.want)
		}
	}
}
