package parallel

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// However long the first result takes, no more work is begun than fits the window,
// and the results come in order.
func TestInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n, jobs = 100, 3
		first := make(chan bool)
		var begun, returned atomic.Int32
		go func() {
			synctest.Wait() // until all goroutines wait for the first result
			if begun.Load() != 2*jobs || returned.Load() != 2*jobs-1 {
				t.Errorf("%d results are under way, and %d wait", begun.Load(), returned.Load())
			}
			close(first)
		}()
		next := 0
		err := InOrder(t.Context(), jobs, n, func(_ context.Context, i int) int {
			begun.Add(1)
			if i == 0 {
				<-first
			}
			defer returned.Add(1)
			return i * i
		}, func(i, square int) error {
			if i != next || square != i*i {
				t.Errorf("result %d is %d, want that of %d", i, square, next)
			}
			next++
			synctest.Wait()
			if ahead := int(begun.Load()) - next; ahead > 2*jobs {
				t.Errorf("%d results are ahead", ahead)
			}
			return nil
		})
		if err != nil || next != n {
			t.Errorf("%d results, error %v", next, err)
		}
	})
}

// The first error in order ends the work, although later work fails earlier.
func TestInOrderStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		second, fifth := errors.New("second"), errors.New("fifth")
		var running atomic.Int32
		late := make(chan bool)
		err := InOrder(t.Context(), 8, 1000, func(ctx context.Context, i int) error {
			running.Add(1)
			defer running.Add(-1)
			switch i {
			case 1:
				<-late
				return second
			case 4:
				close(late)
				return fifth
			case 0, 2, 3:
				return nil
			}
			<-ctx.Done() // the rest goes on until it is stopped
			return ctx.Err()
		}, func(_ int, err error) error { return err })
		if !errors.Is(err, second) {
			t.Errorf("error %v, want the one of the second", err)
		}
		if n := running.Load(); n != 0 {
			t.Errorf("%d calls have not returned", n)
		}
	})
}

func TestInOrderNothing(t *testing.T) {
	if err := InOrder(t.Context(), 2, 0, func(context.Context, int) int { return 0 }, func(int, int) error { return errors.New("called") }); err != nil {
		t.Error(err)
	}
}
