package repairs

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/models/stages"
)

// words returns an extractor that sees a sentence of numbered words, each with the
// tag that is its number's last digit.
func words(w ...uint32) *extractor {
	s := &stages.Columns{Word: w, Prefix: w, Stem: w}
	for _, v := range w {
		s.Tag = append(s.Tag, v%10)
	}
	return &extractor{s: s}
}

func TestCollapse(t *testing.T) {
	for _, c := range []struct{ in, want []uint32 }{
		{[]uint32{1}, []uint32{1}},
		{[]uint32{1, 1, 1}, []uint32{1}},
		{[]uint32{1, 2, 1, 2, 3}, []uint32{1, 2, 3}},
		{[]uint32{1, 1, 2, 1, 1, 2}, []uint32{1, 2}},
		{[]uint32{1, 2, 3, 1}, []uint32{1, 2, 3, 1}},
	} {
		x := words(c.in...)
		for i := range c.in {
			x.core = append(x.core, int32(i))
		}
		x.collapse()
		var got []uint32
		for _, i := range x.core {
			got = append(got, c.in[i])
		}
		if len(got) != len(c.want) {
			t.Errorf("%v becomes %v, want %v", c.in, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%v becomes %v, want %v", c.in, got, c.want)
				break
			}
		}
	}
}

func TestAlign(t *testing.T) {
	for _, c := range []struct {
		name         string
		core, repair []uint32
		want         alignment
	}{
		{"the same", []uint32{11, 22}, []uint32{11, 22, 35}, alignment{words: 2, first: sameWord, last: sameWord}},
		{"another word of the tag", []uint32{11, 22}, []uint32{11, 32}, alignment{words: 1, tags: 1, first: sameWord, last: sameTag}},
		{"a word put in", []uint32{11, 22}, []uint32{11, 49, 22}, alignment{words: 2, first: sameWord, last: sameWord}},
		{"nothing alike", []uint32{11}, []uint32{23}, alignment{none: 1}},
		{"nothing after", []uint32{11, 22}, nil, alignment{none: 2}},
	} {
		all := append(append([]uint32(nil), c.core...), c.repair...)
		x := words(all...)
		for i := range all {
			if i < len(c.core) {
				x.core = append(x.core, int32(i))
			} else {
				x.kept = append(x.kept, int32(i))
			}
		}
		if got := x.align(0); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// The features of where sentences end tell an end inside the removed words from one
// behind them, and know the likelier of both.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		ends                  []uint8 // levels of an end after each word
		ahead, inside, behind uint32
	}{
		{[]uint8{5, 3, 1, 0}, 15, 3, 1},
		{[]uint8{5, 1, 3, 0}, 15, 1, 3},
		{[]uint8{2, 0, 0, 7}, 12, 0, 0},
	} {
		x := words(14, 21, 22, 35)
		x.s.End = append(x.s.End[:0], c.ends...)
		x.core, x.kept = []int32{1, 2}, []int32{0, 3}
		a := alignment{first: sameWord, last: sameTag}
		x.ends(1, &a, 3, 2.5)
		worst := max(c.inside, c.behind)
		for v, values := range map[uint32][]uint32{
			130: {c.ahead, 2}, 131: {c.inside, 2}, 132: {c.behind, 2},
			133: {worst, a.quality()}, 134: {worst, bin(2.5, 1, 8)}, 135: {c.ahead, worst}, 136: {worst, a.first, a.last},
		} {
			if !slices.Contains(x.keys, key(v, values...)) {
				t.Errorf("ends %v: no feature %d of %v", c.ends, v, values)
			}
		}
	}
}

func tagModel(t testing.TB) *lm.Model {
	t.Helper()
	c, err := lm.NewCounter(2)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		for _, s := range [][]string{{"DT", "NN"}, {"PRP", "VBD", "DT", "NN"}, {"PRP", "VBD"}, {"NN"}, {"UH"}} {
			if err := c.Add(s); err != nil {
				t.Fatal(err)
			}
		}
	}
	m, _, err := c.Estimate(lm.EstimateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// invented makes lists in which feature 1 speaks for and feature 2 against a
// hypothesis, and feature 3 says nothing.
func invented(n int) []List {
	rng := rand.New(rand.NewPCG(1, 1))
	lists := make([]List, n)
	for i := range lists {
		good := rng.IntN(3)
		for k := range 3 {
			f := []uint32{2, 3}
			cost := 1.0
			if k == good {
				f, cost = []uint32{1, 3}, 0
			}
			lists[i].Add(f, []float64{rng.NormFloat64()}, cost)
		}
	}
	return lists
}

func TestTrain(t *testing.T) {
	tags := tagModel(t)
	var last float64
	tr := DefaultTrainer()
	tr.Report = func(pass int, objective float64) {
		if pass > 1 && objective > last {
			t.Errorf("pass %d makes the objective worse: %v after %v", pass, objective, last)
		}
		last = objective
	}
	m, dense, err := tr.Train(context.Background(), invented(300), tags)
	if err != nil {
		t.Fatal(err)
	}
	if m.Sum([]uint32{1}) <= 0.5 || m.Sum([]uint32{2}) >= -0.5 || math.Abs(m.Sum([]uint32{3})) > 0.05 || len(dense) != 1 {
		t.Errorf("the weights are %v, %v, %v", m.Sum([]uint32{1}), m.Sum([]uint32{2}), m.Sum([]uint32{3}))
	}
	b, err := m.Marshal("config")
	if err != nil {
		t.Fatal(err)
	}
	tr.Report = nil
	again, _, err := tr.Train(context.Background(), invented(300), tags)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := again.Marshal("config"); err != nil || !bytes.Equal(b, c) {
		t.Error("training twice gives two models")
	}
	read, err := Unmarshal(b)
	if err != nil {
		t.Fatal(err)
	}
	if read.Features() != m.Features() || read.Sum([]uint32{1, 2}) != m.Sum([]uint32{1, 2}) {
		t.Error("a model changes when it is read")
	}
	filetest.Changes(t, b, 300, func(b []byte) error {
		m, err := Unmarshal(b)
		if err == nil {
			m.Sum([]uint32{0, 1, 7, math.MaxUint32})
		}
		return err
	})
}

// The weights of dense values are learned in their order, however many there are, and
// lists of one hypothesis teach nothing.
func TestTrainDense(t *testing.T) {
	for n := 1; n <= 3; n++ {
		lists := make([]List, 301)
		rng := rand.New(rand.NewPCG(2, uint64(n)))
		for i := range lists[1:] {
			// The last value speaks against a hypothesis, the others say nothing.
			for k := range 3 {
				dense := make([]float64, n)
				for d := range dense {
					dense[d] = rng.NormFloat64()
				}
				cost := 0.0
				if k > 0 {
					cost, dense[n-1] = 1, dense[n-1]+3
				}
				lists[i+1].Add(nil, dense, cost)
			}
		}
		lists[0].Add(nil, make([]float64, n), 0)
		_, dense, err := DefaultTrainer().Train(context.Background(), lists, tagModel(t))
		if err != nil || len(dense) != n {
			t.Fatalf("%d dense values: weights %v, %v", n, dense, err)
		}
		if dense[n-1] > -0.3 || n > 2 && math.Abs(dense[1]) > 0.2 {
			t.Errorf("%d dense values: weights %v", n, dense)
		}
	}
}

func TestTrainRefuses(t *testing.T) {
	one := make([]List, 1)
	one[0].Add([]uint32{1}, []float64{0}, 1)
	for name, lists := range map[string][]List{"nothing to choose from": one, "an empty list": make([]List, 1), "no lists": nil} {
		if _, _, err := DefaultTrainer().Train(context.Background(), lists, tagModel(t)); !errors.Is(err, ErrNoLists) {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := DefaultTrainer().Train(ctx, invented(3), tagModel(t)); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
}
