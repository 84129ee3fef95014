package m3n

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/extsort"
)

// wordy is a corpus of n sequences of words, most of which are rare.
func wordy(n int, seed uint64) *Corpus {
	rng := rand.New(rand.NewPCG(seed, 3))
	words, gold := make([][]uint32, n), make([][]uint8, n)
	for i := range words {
		for range rng.IntN(12) {
			w := uint32(rng.ExpFloat64() * rng.ExpFloat64() * 200)
			words[i], gold[i] = append(words[i], Int(int(w))), append(gold[i], uint8(w+uint32(rng.IntN(2)))%3)
		}
	}
	return &Corpus{
		Schema: &Schema{Symbols: []string{"w"}}, Labels: []string{"a", "b", "c"}, Start: 0, N: n,
		Example: func(i int, seq *Sequence, ex *Example) {
			seq.Reset(len(words[i]))
			copy(seq.Column(0), words[i])
			ex.Gold = append(ex.Gold[:0], gold[i]...)
		},
	}
}

// A dataset is the same whatever the memory and the number of goroutines: features, their
// rows, those of every position, and so what is trained on it.
func TestLimits(t *testing.T) {
	drawn.Check(t, func(c *drawn.Case) {
		corpus := wordy(drawn.Of(c, "sequences", 1, 20, 100), c.Uint64("seed"))
		templates, err := ParseTemplates(strings.NewReader(fmt.Sprintf("threshold %d\ntransitions 2\norder=1 i=-2..2 w[i]\norder=1 i=-1..1 w[i-1] w[i]\norder=2 w[0]\norder=2 w[-1] w[0] w[1]\n",
			c.Int("threshold", 1, 4))), "words")
		if err != nil {
			t.Fatal(err)
		}
		want, err := NewDataset(corpus, templates, 2)
		if err != nil {
			t.Fatal(err)
		}
		limited := *corpus
		limited.Limits = Limits{Memory: int64(drawn.Of(c, "memory", 1, 2000, 100_000, 1<<30)), Dir: t.TempDir()}
		workers := c.Int("workers", 1, 3)
		got, err := NewDataset(&limited, templates, workers)
		if err != nil {
			t.Fatal(err)
		}
		if limited.Limits.Memory == 1 && got.Positions() > 0 && got.files == nil {
			t.Error("the features are not in files")
		}
		if !reflect.DeepEqual(got.keys, want.keys) || !reflect.DeepEqual(got.offsets, want.offsets) || got.size != want.size {
			t.Fatalf("%d features, %d weights, want %d and %d", got.Features(), got.size, want.Features(), want.size)
		}
		if !reflect.DeepEqual(got.bounds, want.bounds) || len(got.rows)+len(want.rows) > 0 && !reflect.DeepEqual(got.rows, want.rows) {
			t.Fatalf("%d and %d numbers, want %d and %d", len(got.bounds), len(got.rows), len(want.bounds), len(want.rows))
		}
		models := make([][]byte, 2)
		for i, d := range []*Dataset{want, got} {
			w, err := Subgradient{Objective: Hinge{}, Passes: 1, Runs: 1, Batch: 4, Seed: 1, Workers: 1}.Train(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			m, err := NewModel(d, w, Prune{})
			if err != nil {
				t.Fatal(err)
			}
			d.Close()
			if models[i], err = m.Marshal(""); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(models[0], models[1]) {
			t.Error("another model")
		}
		if left, err := os.ReadDir(limited.Limits.Dir); err != nil || len(left) > 0 {
			t.Errorf("%v are left, error %v", left, err)
		}
	})
}

func TestLimitsErrors(t *testing.T) {
	templates, err := ParseTemplates(strings.NewReader("order=1 i=-2..2 w[i]\n"), "words")
	if err != nil {
		t.Fatal(err)
	}
	corpus := wordy(100, 1)
	corpus.Limits = Limits{Memory: 1, Dir: filepath.Join(t.TempDir(), "none")}
	if _, err := NewDataset(corpus, templates, 2); !errors.Is(err, extsort.ErrTemporary) {
		t.Errorf("no folder: %v", err)
	}
}
