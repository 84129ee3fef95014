package parallel

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

// Every index is worked on once, by no more goroutines than the crew has, however deep work asks for help.
func TestCrewEach(t *testing.T) {
	for _, jobs := range []int{0, 1, 2, 5} {
		var c *Crew
		if jobs > 0 {
			c = NewCrew(jobs)
		}
		const n, m = 40, 7
		var done [n][m]atomic.Int32
		var running, most atomic.Int32
		work := func(i, k int) {
			for now := running.Add(1); ; {
				old := most.Load()
				if now <= old || most.CompareAndSwap(old, now) {
					break
				}
			}
			done[i][k].Add(1)
			running.Add(-1)
		}
		err := c.Each(t.Context(), n, func(i int) error {
			return c.Each(t.Context(), m-2, func(k int) error {
				if k == 0 {
					c.Both(func() { work(i, m-2) }, func() { work(i, m-1) })
				}
				work(i, k)
				return nil
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range done {
			for k := range done[i] {
				if got := done[i][k].Load(); got != 1 {
					t.Errorf("%d jobs: %d of %d is done %d times", jobs, k, i, got)
				}
			}
		}
		if c != nil && c.free.Load() != int64(jobs-1) {
			t.Errorf("%d jobs: %d places are free at the end", jobs, c.free.Load())
		}
		// Who waits gives its place up; when it comes back, one more may work for a while.
		if most := most.Load(); int(most) > 2*max(jobs, 1) {
			t.Errorf("%d jobs: %d worked at once", jobs, most)
		}
	}
}

// The first error ends it, and an end of the context, too.
func TestCrewErrors(t *testing.T) {
	for _, c := range []*Crew{nil, NewCrew(3)} {
		bad := errors.New("no such word")
		var after atomic.Int32
		err := c.Each(t.Context(), 1000, func(i int) error {
			if i == 5 {
				return bad
			}
			if i > 5 {
				after.Add(1)
			}
			return nil
		})
		if err != bad || after.Load() == 994 {
			t.Errorf("the error is %v, after which %d calls came", err, after.Load())
		}
		ctx, cancel := context.WithCancel(t.Context())
		err = c.Each(ctx, 1000, func(int) error { cancel(); return nil })
		if err != context.Canceled {
			t.Errorf("cancelled, the error is %v", err)
		}
	}
}

// A panic of anybody is one of the caller, after all have returned, and the crew is there as before.
func TestCrewPanics(t *testing.T) {
	ways := map[string]func(c *Crew, bad func()){
		"each": func(c *Crew, bad func()) {
			_ = c.Each(context.Background(), 9, func(i int) error {
				if i == 5 {
					bad()
				}
				return nil
			})
		},
		"first": func(c *Crew, bad func()) { c.Both(bad, func() {}) },
		"other": func(c *Crew, bad func()) { c.Both(func() {}, bad) },
		"task": func(c *Crew, bad func()) {
			if task := c.Go(bad); task != nil {
				task.Wait()
				return
			}
			bad()
		},
	}
	for name, way := range ways {
		for _, jobs := range []int{1, 3} {
			c := NewCrew(jobs)
			func() {
				defer func() {
					if p := recover(); p == nil || !strings.Contains(fmt.Sprint(p), "no such word") {
						t.Errorf("%s: recovered %v", name, p)
					}
				}()
				way(c, func() { panic("no such word") })
				t.Errorf("%s, %d jobs: it returned", name, jobs)
			}()
			if got := c.free.Load(); got != int64(jobs-1) {
				t.Errorf("%s, %d jobs: %d places are free at the end", name, jobs, got)
			}
		}
	}
}

// Who waits does what others offer.
func TestCrewOffers(t *testing.T) {
	c := NewCrew(2)
	begun, other := make(chan struct{}), make(chan struct{})
	task := c.Go(func() {
		c.Both(func() { close(begun); <-other }, func() { close(other) }) // it would wait for ever if nobody took it up
	})
	<-begun
	task.Wait()
	var none *Crew
	none.assist()
	none.Idle(other)
	if CrewOf(t.Context()) != nil || CrewOf(With(t.Context(), c)) != c {
		t.Error("a context has another crew than it was given")
	}
}
