// Package parallel shares work among goroutines.
//
// Start with [Each]; [InOrder] hands results on in order.
package parallel

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/tidytalk/tidytalk/internal/fault"
)

// Each calls f for 0..n-1 from several goroutines, until one call fails. The error
// is that of ctx or the first of f. Who gets which index depends on timing: where
// results are folded by goroutine, Strided and EachWith are the choice.
func Each(ctx context.Context, workers, n int, f func(i int) error) error {
	var next atomic.Int64
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	workers = min(max(workers, 1), n)
	Strided(workers, workers, func(int, int) {
		for ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			if err := f(i); err != nil {
				cancel(err)
			}
		}
	})
	return context.Cause(ctx)
}

// EachWith calls f for 0..n-1 from several goroutines, each of which has a state of
// its own and the indices of Strided. It returns the states in the order of the
// goroutines, to be folded. When ctx ends it stops early, and the error is that of
// ctx.
func EachWith[S any](ctx context.Context, workers, n int, newState func() S, f func(s S, i int)) ([]S, error) {
	workers = min(max(workers, 1), n)
	states := make([]S, workers)
	Strided(workers, workers, func(w, _ int) {
		states[w] = newState()
		for i := w; i < n && ctx.Err() == nil; i += workers {
			f(states[w], i)
		}
	})
	return states, context.Cause(ctx)
}

// Strided calls f(w, i) for i in 0..n-1: goroutine w gets every i that is w modulo
// workers, in order. Goroutine 0 is the caller's, so that one worker costs nothing. If f
// panics, so does the caller, once all goroutines have returned: who recovers from it, as
// servers do, need not know how the work was shared.
func Strided(workers, n int, f func(w, i int)) {
	workers = max(workers, 1)
	var wg sync.WaitGroup
	var first failure
	defer first.raise()
	defer wg.Wait()
	for w := 1; w < min(workers, n); w++ {
		wg.Go(func() {
			defer first.keep()
			for i := w; i < n; i += workers {
				f(w, i)
			}
		})
	}
	for i := 0; i < n; i += workers {
		f(0, i)
	}
}

// failure is the first panic of some goroutines.
type failure struct {
	once  sync.Once
	fault *fault.Error
}

// keep is deferred: it recovers from a panic, and keeps what it was.
func (x *failure) keep() {
	if p := recover(); p != nil {
		e := fault.Of(p)
		x.once.Do(func() { x.fault = e })
	}
}

func (x *failure) raise() {
	if x.fault != nil {
		panic(x.fault)
	}
}
