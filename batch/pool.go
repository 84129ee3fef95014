package batch

import (
	"context"
	"sync"
)

// work is what a bundle has in work. Its methods are for the goroutine of the bundle.
type work[T any] struct {
	mu      sync.Mutex
	results []T
	running sync.WaitGroup
}

// begin calls do on a goroutine of its own once a slot is free. Results come from take and
// finish.
func (w *work[T]) begin(ctx context.Context, slots chan struct{}, do func() T) error {
	select {
	case slots <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	w.running.Go(func() {
		defer func() { <-slots }()
		x := do()
		w.mu.Lock()
		defer w.mu.Unlock()
		w.results = append(w.results, x)
	})
	return nil
}

// take returns what is done and was not returned yet.
func (w *work[T]) take() []T {
	w.mu.Lock()
	defer w.mu.Unlock()
	done := w.results
	w.results = nil
	return done
}

// finish waits for all that was begun, and returns what was not returned yet.
func (w *work[T]) finish() []T {
	w.running.Wait()
	return w.take()
}
