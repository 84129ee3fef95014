package service

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const (
	smallSize = 1 << 10
	largeSize = 1 << 20
)

// gateFor returns a gate with one place in each lane.
func gateFor(l Limits) *gate {
	l.Running = 1
	l = l.withDefaults()
	return newGate(&l)
}

// TestSmallPass: small requests do not wait for large ones, however many there are of those.
func TestSmallPass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gateFor(Limits{})
		leaveLarge, err := g.enter(t.Context(), largeSize)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				leave, err := g.enter(t.Context(), largeSize)
				if err != nil {
					t.Error(err)
					return
				}
				time.Sleep(10 * time.Second)
				leave()
			})
		}
		synctest.Wait()
		if g.running() != 1 || g.waiting() != 3 {
			t.Errorf("%d run, %d wait", g.running(), g.waiting())
		}
		leaveSmall, err := g.enter(t.Context(), smallSize)
		if err != nil || g.running() != 2 {
			t.Fatal(err, g.running())
		}
		leaveSmall()
		time.Sleep(time.Minute) // large ones wait for longer than small ones would
		leaveLarge()
		all.Wait()
		if g.running() != 0 || g.waiting() != 0 {
			t.Errorf("%d run, %d wait", g.running(), g.waiting())
		}
	})
}

// TestOrder: the shortest comes first, but what has waited for as long as it takes is not overtaken.
func TestOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gateFor(Limits{})
		first, err := g.enter(t.Context(), largeSize)
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		var all sync.WaitGroup
		comes := func(name string, size int64) {
			all.Go(func() {
				leave, err := g.enter(t.Context(), size)
				if err != nil {
					t.Error(name, err)
					return
				}
				order = append(order, name) // one at a time
				leave()
			})
			synctest.Wait()
		}
		comes("four", 4*largeSize)
		comes("one", largeSize)
		comes("another of one", largeSize)
		comes("half", largeSize/2)
		time.Sleep(4 * largeSize / pace * time.Second)
		comes("late", largeSize/2)
		first()
		all.Wait()
		if want := []string{"half", "one", "another of one", "four", "late"}; !slices.Equal(order, want) {
			t.Errorf("%q, want %q", order, want)
		}
	})
}

// TestEndsOfWaiting: who has waited too long, or goes away, leaves no place taken.
func TestEndsOfWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gateFor(Limits{Waiting: 2, WaitTime: time.Second})
		leave, err := g.enter(t.Context(), smallSize)
		if err != nil {
			t.Fatal(err)
		}
		why := errors.New("gone")
		ctx, cancel := context.WithCancelCause(t.Context())
		var late, gone error
		var all sync.WaitGroup
		all.Go(func() { _, late = g.enter(t.Context(), smallSize) })
		all.Go(func() { _, gone = g.enter(ctx, smallSize) })
		synctest.Wait()
		if _, err := g.enter(t.Context(), smallSize); err == nil {
			t.Error("three wait")
		}
		cancel(why)
		all.Wait()
		if status, code := statusOf(late); status != 503 || code != codeBusy || !errors.Is(gone, why) {
			t.Error(late, gone)
		}
		leave()
		if leave, err = g.enter(t.Context(), smallSize); err != nil {
			t.Fatal(err)
		}
		leave()
		if g.running() != 0 || g.waiting() != 0 {
			t.Errorf("%d run, %d wait", g.running(), g.waiting())
		}
	})
}

// TestGiveWay: large requests wait for small ones between their pieces, and for half of the time at most.
func TestGiveWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gateFor(Limits{})
		giveWay := g.yielding(t.Context())
		piece := func(works time.Duration) (waited time.Duration) {
			time.Sleep(works)
			start := time.Now()
			giveWay()
			return time.Since(start)
		}
		if waited := piece(time.Second); waited != 0 {
			t.Errorf("it waits %v for nobody", waited)
		}
		leave, err := g.enter(t.Context(), smallSize)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 4 {
			if waited := piece(turnTime); waited != turnTime {
				t.Errorf("piece %d: it waits %v", i, waited)
			}
		}
		if waited := piece(turnTime / 2); waited != 0 {
			t.Errorf("it has hardly worked, and waits %v", waited)
		}
		go func() {
			time.Sleep(turnTime)
			leave()
		}()
		if waited := piece(turnTime - 10*time.Millisecond); waited != 10*time.Millisecond {
			t.Errorf("when there is nobody any more it waits %v", waited)
		}
	})
}
