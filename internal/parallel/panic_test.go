package parallel

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

// A panic in any goroutine is one of the caller, after all have returned.
func TestStridedPanics(t *testing.T) {
	for _, bad := range []int{0, 1, 5} {
		var running atomic.Int32
		func() {
			defer func() {
				if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "no such word") {
					t.Errorf("%d: recovered %v", bad, p)
				}
				if n := running.Load(); n != 0 {
					t.Errorf("%d: %d calls run", bad, n)
				}
			}()
			Strided(3, 9, func(_, i int) {
				running.Add(1)
				defer running.Add(-1)
				if i == bad {
					panic("no such word")
				}
			})
		}()
	}
}

// A panic is one of the caller when its turn has come, after what comes before it is done and all
// work has returned.
func TestInOrderPanics(t *testing.T) {
	var running atomic.Int32
	last := -1
	defer func() {
		if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "no such word") {
			t.Errorf("recovered %v", p)
		}
		if n := running.Load(); n != 0 || last != 4 {
			t.Errorf("%d calls run, and the last that is done is %d", n, last)
		}
	}()
	err := InOrder(t.Context(), 3, 20, func(_ context.Context, i int) int {
		running.Add(1)
		defer running.Add(-1)
		if i == 5 {
			panic("no such word")
		}
		return i
	}, func(i, _ int) error { last = i; return nil })
	t.Errorf("it returned: %v", err)
}
