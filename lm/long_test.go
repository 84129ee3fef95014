package lm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/extsort"
)

// counted returns a counter of a text that has no more memory than a limit.
func counted(t testing.TB, order int, text string, l Limits) *Counter {
	t.Helper()
	c, err := NewCounter(order)
	if err != nil {
		t.Fatal(err)
	}
	c.Limit(l)
	if err := c.AddText(strings.NewReader(text), "text"); err != nil {
		t.Fatal(err)
	}
	return c
}

// bothFiles returns a model of a counter as a binary file and as an ARPA file, and what was said of
// it.
func bothFiles(t testing.TB, c *Counter, o EstimateOptions) (binary, arpa []byte, said string) {
	t.Helper()
	m, info, err := c.Estimate(o)
	if err != nil {
		t.Fatal(err)
	}
	if binary, err = m.Marshal("settings"); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	again, err := c.WriteARPA(t.Context(), &b, o)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(info) != fmt.Sprint(again) {
		t.Errorf("%v, but %v of the ARPA file", info, again)
	}
	return binary, b.Bytes(), fmt.Sprint(info)
}

// Models do not depend on the memory, wherever counting goes on in files, however many runs
// and passes that takes, and whatever the number of goroutines.
func TestInFiles(t *testing.T) {
	drawn.Check(t, func(c *drawn.Case) {
		order := c.Int("order", 1, MaxOrder)
		o := EstimateOptions{Smoothing: drawn.Of(c, "smoothing", KneserNey, WittenBell), Prune: drawn.Of(c, "prune", nil, []int{0, 1}, []int{1}, []int{0, 0, 2, 3})}
		l := Limits{Memory: int64(drawn.Of(c, "memory", 1, 3000, 30_000, 300_000)), Dir: t.TempDir(), Workers: c.Int("workers", 0, 2)}
		// Few words make many n-grams that come again, many words many contexts.
		rng := rand.New(rand.NewPCG(c.Uint64("seed"), 1))
		words := c.Int("words", 1, 300)
		var text strings.Builder
		for range c.Int("sentences", 1, 400) {
			for range rng.IntN(10) {
				fmt.Fprintf(&text, "w%d ", min(int(rng.ExpFloat64()*float64(words)/8), words-1))
			}
			text.WriteByte('\n')
		}
		text.WriteString("end\n") // no text without words
		inMemory := counted(t, order, text.String(), Limits{})
		inFiles := counted(t, order, text.String(), l)
		defer inFiles.Close()
		if l.Memory == 1 && order > 1 && inFiles.long == nil {
			t.Fatal("counting did not go on in files")
		}
		binary, arpa, said := bothFiles(t, inMemory, o)
		for range 2 { // the counts are there for more than one model
			gotBinary, gotARPA, gotSaid := bothFiles(t, inFiles, o)
			if gotSaid != said {
				t.Errorf("%s instead of %s", gotSaid, said)
			}
			if !bytes.Equal(gotARPA, arpa) {
				t.Fatalf("another ARPA file:\n%s\ninstead of\n%s", gotARPA, arpa)
			}
			if !bytes.Equal(gotBinary, binary) {
				t.Fatalf("another binary model of %d bytes instead of %d", len(gotBinary), len(binary))
			}
		}
		if inMemory.Tokens() != inFiles.Tokens() || inMemory.Sentences() != inFiles.Sentences() {
			t.Error("other numbers of words or sentences")
		}
		if left, err := os.ReadDir(l.Dir); err != nil || len(left) > 0 {
			t.Errorf("%v are left, error %v", left, err)
		}
	})
}

func TestInFilesErrors(t *testing.T) {
	text := invented(300, 1)
	c, err := NewCounter(3)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	none := filepath.Join(t.TempDir(), "none")
	c.Limit(Limits{Memory: 1, Dir: none})
	if err := c.AddText(strings.NewReader(text), "text"); !errors.Is(err, extsort.ErrTemporary) || !strings.Contains(err.Error(), none) {
		t.Errorf("no folder: %v", err)
	}
	c = counted(t, 3, text, Limits{Memory: 1, Dir: t.TempDir()})
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := c.EstimateContext(ctx, EstimateOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := c.WriteARPA(ctx, new(bytes.Buffer), EstimateOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := c.WriteARPA(t.Context(), new(bytes.Buffer), EstimateOptions{Prune: []int{2, 1}}); err == nil {
		t.Error("options that are wrong are no error")
	}
}

// BenchmarkEstimateInFiles measures counting and estimating, a model of 400,000 words.
func BenchmarkEstimateInFiles(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	var text strings.Builder
	const words = 400_000
	at := 0
	for i := range words {
		// What follows depends on the word before, more or less.
		if at = int(rng.ExpFloat64() * 3000); rng.IntN(3) > 0 {
			at = at * 7919 % 1000
		}
		fmt.Fprintf(&text, "w%d ", at)
		if i%12 == 11 {
			text.WriteByte('\n')
		}
	}
	for _, c := range []struct {
		name   string
		memory int64
	}{{"memory", 0}, {"files", 16 << 20}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				counter := counted(b, 4, text.String(), Limits{Memory: c.memory, Dir: b.TempDir(), Workers: 2})
				if _, _, err := counter.Estimate(EstimateOptions{}); err != nil {
					b.Fatal(err)
				}
				counter.Close()
			}
			b.ReportMetric(words*float64(b.N)/b.Elapsed().Seconds(), "words/s")
		})
	}
}
