// Package progress lets long work say how far it is to whoever asked for it, who may have it wait, by
// the context: nobody on the way has to know of it.
//
// Start with [With]; who works has a [Counter], and calls [Pause] between pieces of which none is counted.
package progress

import (
	"context"
	"sync/atomic"
)

type key struct{}

// With returns a context in which work says which share of it is done, each time that a piece is. tell may be
// called by several goroutines at once, each of which goes on when it returns.
func With(ctx context.Context, tell func(share float64)) context.Context {
	return context.WithValue(ctx, key{}, tell)
}

// Part returns a context for work that is one part of the whole, from one share of it to another.
func Part(ctx context.Context, from, to float64) context.Context {
	tell, ok := ctx.Value(key{}).(func(float64))
	if !ok {
		return ctx
	}
	return With(ctx, func(share float64) { tell(from + share*(to-from)) })
}

// Also returns a context in which do is called, too, whenever work says how far it is or pauses, after those who were
// told so far.
func Also(ctx context.Context, do func()) context.Context {
	tell, _ := ctx.Value(key{}).(func(float64))
	return With(ctx, func(share float64) {
		if tell != nil {
			tell(share)
		}
		do()
	})
}

// Pause lets who asked for the work have it wait. Nothing more is done.
func Pause(ctx context.Context) {
	if tell, ok := ctx.Value(key{}).(func(float64)); ok {
		tell(0)
	}
}

// Counter counts what is done. A nil one counts for nobody.
type Counter struct {
	tell func(float64)
	all  int
	done atomic.Int64
}

// Count returns what counts up to all, nil if nobody wants to know.
func Count(ctx context.Context, all int) *Counter {
	tell, ok := ctx.Value(key{}).(func(float64))
	if !ok || all <= 0 {
		return nil
	}
	return &Counter{tell: tell, all: all}
}

// Add says that so much more is done.
func (c *Counter) Add(n int) {
	if c != nil && n > 0 {
		c.tell(min(1, float64(c.done.Add(int64(n)))/float64(c.all)))
	}
}
