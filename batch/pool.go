package batch

import (
	"context"
	"sync"
)

// slot waits for a slot, which free gives back.
func slot(ctx context.Context, slots chan struct{}) (free func(), err error) {
	select {
	case slots <- struct{}{}:
		return func() { <-slots }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// work is what a bundle has in work. Its methods are for the goroutine of the bundle.
type work[T any] struct {
	mu      sync.Mutex
	results []T
	running sync.WaitGroup
}

// begin calls do on a goroutine of its own once a slot is free. Results come from take and
// finish.
func (w *work[T]) begin(ctx context.Context, slots chan struct{}, do func() T) error {
	free, err := slot(ctx, slots)
	if err != nil {
		return err
	}
	w.running.Go(func() {
		defer free()
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
