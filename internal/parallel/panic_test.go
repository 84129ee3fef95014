package parallel

import (
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
