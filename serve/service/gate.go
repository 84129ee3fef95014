package service

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// gate lets some requests be worked on at a time, and some more wait, for a while. Small ones have
// a lane of their own: they wait for one another, and never for a large one, which gives way to them between its
// pieces, for half of the time at most.
type gate struct {
	small        int64 // bytes, up to which a request is small
	quick, large lane
}

// lane is what requests of a kind wait in. The shortest comes first, but one that has come long
// before another does not wait for it: they are ordered by when they would be done if each was alone.
type lane struct {
	running, queue int // how many there may be
	waitTime       time.Duration

	mu      sync.Mutex
	taken   int
	waiting []*waiter     // the next one first
	idle    chan struct{} // closed when none runs any more; nil: nobody waits for that
}

// waiter is a request that waits.
type waiter struct {
	due  time.Time
	turn chan struct{} // closed when it has come
}

// pace is how many bytes of a request are taken to be worked on in a second, for the order of those
// that wait.
const pace = 64 << 10

func newGate(l *Limits) *gate {
	return &gate{
		small: l.Small,
		quick: lane{running: l.Running, queue: l.Waiting, waitTime: l.WaitTime},
		// What takes long to do may as well wait for long.
		large: lane{running: l.Running, queue: l.Waiting, waitTime: max(l.WaitTime, l.CleanTime)},
	}
}

// busy is the error where there is no room for a request.
func busy(message string) error { return fail(http.StatusServiceUnavailable, codeBusy, message) }

// enter waits for the turn of a request of a size, in bytes. What it returns ends it.
func (g *gate) enter(ctx context.Context, size int64) (leave func(), err error) {
	if size <= g.small {
		return g.quick.enter(ctx, size)
	}
	return g.large.enter(ctx, size)
}

func (l *lane) enter(ctx context.Context, size int64) (leave func(), err error) {
	w := &waiter{due: time.Now().Add(time.Duration(size) * (time.Second / pace)), turn: make(chan struct{})}
	l.mu.Lock()
	switch {
	case l.taken < l.running:
		l.taken++
		l.mu.Unlock()
		return l.leave, nil
	case len(l.waiting) >= l.queue:
		l.mu.Unlock()
		return nil, busy("too many requests wait: try again later")
	}
	at, _ := slices.BinarySearchFunc(l.waiting, w, func(x, w *waiter) int {
		if x.due.After(w.due) {
			return 1
		}
		return -1 // those that are due at the same time, too, come first
	})
	l.waiting = slices.Insert(l.waiting, at, w)
	l.mu.Unlock()
	wait := time.NewTimer(l.waitTime)
	defer wait.Stop()
	select {
	case <-w.turn:
		return l.leave, nil
	case <-wait.C:
		err = busy("the service was busy for too long: try again later")
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	l.mu.Lock()
	at = slices.Index(l.waiting, w)
	if at >= 0 {
		l.waiting = slices.Delete(l.waiting, at, at+1)
	}
	l.mu.Unlock()
	if at < 0 { // its turn has come just now
		l.leave()
	}
	return nil, err
}

// leave hands the turn on to the next one that waits.
func (l *lane) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		if l.taken--; l.taken == 0 && l.idle != nil {
			close(l.idle)
			l.idle = nil
		}
		return
	}
	close(l.waiting[0].turn)
	l.waiting = slices.Delete(l.waiting, 0, 1)
}

// turnTime is how long a large request works before it gives way, and for how long it does.
const turnTime = 50 * time.Millisecond

// yielding returns what a large request calls between its pieces: it waits while small ones are
// worked on, unless it has just done so.
func (g *gate) yielding(ctx context.Context) (giveWay func()) {
	var since atomic.Int64 // when it has gone on
	began := time.Now()
	return func() {
		if time.Since(began)-time.Duration(since.Load()) >= turnTime {
			g.quick.waitIdle(ctx, turnTime)
			since.Store(int64(time.Since(began)))
		}
	}
}

// waitIdle waits until no request of the lane runs, for some time at most.
func (l *lane) waitIdle(ctx context.Context, most time.Duration) {
	l.mu.Lock()
	if l.taken == 0 {
		l.mu.Unlock()
		return
	}
	if l.idle == nil {
		l.idle = make(chan struct{})
	}
	idle := l.idle
	l.mu.Unlock()
	wait := time.NewTimer(most)
	defer wait.Stop()
	select {
	case <-idle:
	case <-wait.C:
	case <-ctx.Done():
	}
}

func (l *lane) state() (running, waiting int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.taken, len(l.waiting)
}

// running returns how many requests are worked on, waiting how many wait.
func (g *gate) running() int { return g.count(func(running, _ int) int { return running }) }
func (g *gate) waiting() int { return g.count(func(_, waiting int) int { return waiting }) }

func (g *gate) count(which func(running, waiting int) int) int {
	return which(g.quick.state()) + which(g.large.state())
}

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
