package parallel

import (
	"context"
	"sync"

	"github.com/tidytalk/tidytalk/internal/fault"
)

// InOrder calls work for 0..n-1 from jobs goroutines, and done with what came of
// each, in order and one at a time. No more than two results per goroutine are under
// way or wait for done, so that memory does not grow with n. The first error of done
// ends it: the ctx of work is cancelled then, and all work has returned when
// InOrder does. If work panics, so does the caller, when its turn has come. Goroutines that have nothing to do leave their
// places in the crew of ctx, if it has one, to those that do.
func InOrder[T any](ctx context.Context, jobs, n int, work func(ctx context.Context, i int) T, done func(i int, result T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	crew := CrewOf(ctx)
	window := min(2*jobs, n)
	todo := make(chan int, window)
	type outcome struct {
		value T
		fault *fault.Error
	}
	results := make([]chan outcome, window) // that of i is at i%window
	for i := range results {
		results[i] = make(chan outcome, 1)
		todo <- i
	}
	caught := func(i int) (o outcome) {
		defer func() {
			if p := recover(); p != nil {
				o.fault = fault.Of(p)
			}
		}()
		o.value = work(ctx, i)
		return o
	}
	var workers sync.WaitGroup
	for range min(jobs, n) {
		workers.Go(func() {
			for i := range todo {
				crew.Enter()
				o := caught(i)
				crew.Leave()
				results[i%window] <- o
			}
		})
	}
	crew.Leave() // the caller waits
	defer crew.Enter()
	defer workers.Wait()
	defer close(todo)
	defer cancel()
	for i := range n {
		o := <-results[i%window]
		if o.fault != nil {
			panic(o.fault)
		}
		if err := done(i, o.value); err != nil {
			return err
		}
		if i+window < n {
			todo <- i + window
		}
	}
	return nil
}
