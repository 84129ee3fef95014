package parallel

import (
	"context"
	"sync/atomic"

	"github.com/tidytalk/tidytalk/internal/fault"
)

// Crew bounds how many goroutines work at once on work that is made of work: documents of a batch, parts of a document,
// steps of a part. Who works asks it for help wherever some is of use, and has none where all are busy. Help changes how long
// work takes, and nothing else. A nil Crew is one goroutine. It may be used by several goroutines at once.
type Crew struct {
	size   int
	free   atomic.Int64
	offers chan *offer
}

// mostOffers is how many offers may be open; more are not made.
const mostOffers = 64

// NewCrew returns a crew of n goroutines, of which the caller's is one.
func NewCrew(n int) *Crew {
	c := &Crew{size: max(n, 1), offers: make(chan *offer, mostOffers)}
	c.free.Store(int64(c.size) - 1)
	return c
}

type crewKey struct{}

// With returns a context whose work has the help of a crew.
func With(ctx context.Context, c *Crew) context.Context { return context.WithValue(ctx, crewKey{}, c) }

// CrewOf returns the crew of a context, nil if it has none.
func CrewOf(ctx context.Context) *Crew {
	c, _ := ctx.Value(crewKey{}).(*Crew)
	return c
}

// join takes a place, if one is free.
func (c *Crew) join() bool {
	for c != nil {
		n := c.free.Load()
		if n <= 0 {
			return false
		}
		if c.free.CompareAndSwap(n, n-1) {
			return true
		}
	}
	return false
}

// Enter says that one more works, whom nobody has asked: there are fewer places for others until Leave.
func (c *Crew) Enter() {
	if c != nil {
		c.free.Add(-1)
	}
}

// Leave says that one works no more.
func (c *Crew) Leave() {
	if c != nil {
		c.free.Add(1)
	}
}

// Idle waits until done is closed, or something comes from it. Meanwhile the caller takes up what others offer, or its place is free for others.
func (c *Crew) Idle(done <-chan struct{}) {
	if c == nil {
		<-done
		return
	}
	select {
	case <-done:
		return
	default:
	}
	for {
		c.Leave()
		select {
		case <-done:
			c.Enter() // below 0, until who has come instead has left
			return
		case o := <-c.offers:
			c.Enter()
			o.take()
		}
	}
}

// offer is work that its owner does if nobody else does before.
type offer struct {
	taken atomic.Bool
	do    func()
	done  chan struct{}
	fault *fault.Error
}

// take does the work, if nobody does it.
func (o *offer) take() {
	if !o.taken.CompareAndSwap(false, true) {
		return
	}
	defer close(o.done)
	defer func() { o.do = nil }() // who is offered it later needs no memory of it
	defer func() {
		if p := recover(); p != nil {
			o.fault = fault.Of(p)
		}
	}()
	o.do()
}

// assist takes up something that others offer, if they do.
func (c *Crew) assist() {
	if c == nil {
		return
	}
	select {
	case o := <-c.offers:
		o.take()
	default:
	}
}

// Task is work that somebody else does.
type Task struct {
	crew  *Crew
	done  chan struct{}
	fault *fault.Error
}

// Go has f called in another goroutine, if one is free; nil: none is, and f is not called.
func (c *Crew) Go(f func()) *Task {
	if !c.join() {
		return nil
	}
	t := &Task{crew: c, done: make(chan struct{})}
	go func() {
		defer close(t.done)
		defer c.Leave()
		defer func() {
			if p := recover(); p != nil {
				t.fault = fault.Of(p)
			}
		}()
		f()
	}()
	return t
}

// Wait waits for the end of a task, and panics as it did. A nil task has ended.
func (t *Task) Wait() {
	if t == nil {
		return
	}
	t.Settle()
	if t.fault != nil {
		panic(t.fault)
	}
}

// Settle is Wait, but that it does not panic.
func (t *Task) Settle() {
	if t != nil {
		t.crew.Idle(t.done)
	}
}

// Both calls f and g, side by side if somebody is free, or gets free while f runs. If one panics, so does the caller, when
// both have returned.
func (c *Crew) Both(f, g func()) {
	if c == nil || c.size == 1 {
		f()
		g()
		return
	}
	if t := c.Go(g); t != nil {
		defer t.Wait()
		f()
		return
	}
	o := &offer{do: g, done: make(chan struct{})}
	select {
	case c.offers <- o:
	default:
	}
	defer func() {
		o.take()
		c.Idle(o.done)
		if o.fault != nil {
			panic(o.fault)
		}
	}()
	f()
}

// Each calls f for 0..n-1, each in any goroutine that is free, until one call fails. The error is that of ctx or the first of
// f. All calls have returned when it does; if one panics, so does the caller.
func (c *Crew) Each(ctx context.Context, n int, f func(i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	one := func() bool {
		i := int(next.Add(1)) - 1
		if i >= n || ctx.Err() != nil {
			return false
		}
		if err := f(i); err != nil {
			cancel(err)
		}
		return true
	}
	all := func() {
		failed := true
		defer func() {
			if failed { // it panics
				next.Store(int64(n))
			}
		}()
		for one() {
		}
		failed = false
	}
	var helpers []*Task
	defer func() {
		for _, t := range helpers {
			t.Settle()
		}
	}()
	failed := true
	defer func() {
		if failed {
			next.Store(int64(n))
		}
	}()
	for more := n > 0; more; more = one() {
		c.assist()
		if int(next.Load())+1 < n {
			if t := c.Go(all); t != nil {
				helpers = append(helpers, t)
			}
		}
	}
	failed = false
	for _, t := range helpers {
		t.Wait()
	}
	return context.Cause(ctx)
}
