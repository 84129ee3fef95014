package parallel

import (
	"context"
	"sync"
)

// InOrder calls work for 0..n-1 from jobs goroutines, and done with what came of
// each, in order and one at a time. No more than two results per goroutine are under
// way or wait for done, so that memory does not grow with n. The first error of done
// ends it: the ctx of work is cancelled then, and all work has returned when
// InOrder does.
func InOrder[T any](ctx context.Context, jobs, n int, work func(ctx context.Context, i int) T, done func(i int, result T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	window := min(2*jobs, n)
	todo := make(chan int, window)
	results := make([]chan T, window) // that of i is at i%window
	for i := range results {
		results[i] = make(chan T, 1)
		todo <- i
	}
	var workers sync.WaitGroup
	for range min(jobs, n) {
		workers.Go(func() {
			for i := range todo {
				results[i%window] <- work(ctx, i)
			}
		})
	}
	defer workers.Wait()
	defer close(todo)
	defer cancel()
	for i := range n {
		if err := done(i, <-results[i%window]); err != nil {
			return err
		}
		if i+window < n {
			todo <- i + window
		}
	}
	return nil
}
