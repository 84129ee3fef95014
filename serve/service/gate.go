package service

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"
)

// gate lets some requests be worked on at a time, and some more wait, for a while.
type gate struct {
	slots    chan struct{}
	queue    budget
	waitTime time.Duration
}

func newGate(running, waiting int, waitTime time.Duration) *gate {
	return &gate{make(chan struct{}, running), budget{most: int64(running + waiting)}, waitTime}
}

// busy is the error where there is no room for a request.
func busy(message string) error { return fail(http.StatusServiceUnavailable, codeBusy, message) }

// enter waits for the turn of a request. What it returns ends it.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	if !g.queue.take(1) {
		return nil, busy("too many requests wait: try again later")
	}
	wait := time.NewTimer(g.waitTime)
	defer wait.Stop()
	select {
	case g.slots <- struct{}{}:
		return func() {
			<-g.slots
			g.queue.give(1)
		}, nil
	case <-wait.C:
		err = busy("the service was busy for too long: try again later")
	case <-ctx.Done():
		err = ctx.Err()
	}
	g.queue.give(1)
	return nil, err
}

// running returns how many requests are worked on, waiting how many wait.
func (g *gate) running() int { return len(g.slots) }
func (g *gate) waiting() int { return max(0, int(g.queue.taken.Load())-len(g.slots)) }

// budget bounds what is held at a time, of whatever it is.
type budget struct {
	most  int64
	taken atomic.Int64
}

// take takes some of it, unless there is too little.
func (b *budget) take(n int64) bool {
	if b.taken.Add(n) > b.most {
		b.taken.Add(-n)
		return false
	}
	return true
}

// give gives some of it back.
func (b *budget) give(n int64) { b.taken.Add(-n) }
