// Package spare keeps memory for its next use, a little of it for as long as its owner lives.
//
// Start with [Pool].
package spare

import "sync"

// most is how many values are kept for good.
const most = 4

// Pool is a sync.Pool of which few values outlast collections of garbage: for what is large, and used so seldom that one or two
// collections come between. Otherwise the memory for it is what brings the next collection about. The zero value is empty. It may be used by several
// goroutines at once.
type Pool struct {
	mu   sync.Mutex
	kept []any
	rest sync.Pool
}

// Get returns a value that was put, nil if there is none.
func (p *Pool) Get() any {
	p.mu.Lock()
	n := len(p.kept) - 1
	if n < 0 {
		p.mu.Unlock()
		return p.rest.Get()
	}
	v := p.kept[n]
	p.kept[n], p.kept = nil, p.kept[:n]
	p.mu.Unlock()
	return v
}

// Put puts a value that nobody uses any more.
func (p *Pool) Put(v any) {
	p.mu.Lock()
	if len(p.kept) < most {
		p.kept = append(p.kept, v)
		v = nil
	}
	p.mu.Unlock()
	if v != nil {
		p.rest.Put(v)
	}
}
