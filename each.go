package tidytalk

import (
	"context"
	"sync"
	"sync/atomic"
)

// each calls f for 0..n-1 from several goroutines, until one fails. The error is
// that of ctx or the first of f.
func each(ctx context.Context, workers, n int, f func(i int) error) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	for range min(max(workers, 1), n) {
		wg.Go(func() {
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
	}
	wg.Wait()
	return context.Cause(ctx)
}
