package parallel

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	for _, workers := range []int{-1, 0, 1, 3, 200} {
		for _, n := range []int{0, 1, 100} {
			calls := make([]atomic.Int32, n)
			if err := Each(t.Context(), workers, n, func(i int) error { calls[i].Add(1); return nil }); err != nil {
				t.Fatal(err)
			}
			for i := range calls {
				if c := calls[i].Load(); c != 1 {
					t.Errorf("%d workers: %d calls of %d", workers, c, i)
				}
			}
		}
	}
}

// The first error ends it, and is what comes back.
func TestEachFails(t *testing.T) {
	failed := errors.New("failed")
	var calls atomic.Int32
	err := Each(t.Context(), 1, 100, func(i int) error {
		calls.Add(1)
		if i == 3 {
			return failed
		}
		return nil
	})
	if !errors.Is(err, failed) || calls.Load() != 4 {
		t.Errorf("error %v after %d calls", err, calls.Load())
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Each(ctx, 4, 100, func(int) error { t.Error("called"); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("Each: error %v", err)
	}
	_, err := EachWith(ctx, 4, 100, func() int { return 0 }, func(int, int) { t.Error("called") })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("EachWith: error %v", err)
	}
}

// Which goroutine gets what does not depend on timing.
func TestEachWith(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 10, 20} {
		states, err := EachWith(t.Context(), workers, 10, func() *[]int { return new([]int) }, func(s *[]int, i int) { *s = append(*s, i) })
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		for w, s := range states {
			var want []int
			for i := w; i < 10; i += len(states) {
				want = append(want, i)
			}
			if !slices.Equal(*s, want) {
				t.Errorf("goroutine %d of %d got %v, want %v", w, workers, *s, want)
			}
			got += len(*s)
		}
		if got != 10 {
			t.Errorf("%d workers: %d calls", workers, got)
		}
	}
}

func TestStrided(t *testing.T) {
	for _, workers := range []int{0, 1, 3, 20} {
		got := make([]int, 10)
		Strided(workers, len(got), func(w, i int) {
			if w != i%max(workers, 1) {
				t.Errorf("goroutine %d of %d got %d", w, workers, i)
			}
			got[i]++
		})
		if slices.ContainsFunc(got, func(n int) bool { return n != 1 }) {
			t.Errorf("%d workers: calls %v", workers, got)
		}
	}
	Strided(4, 0, func(int, int) { t.Error("called") })
}
