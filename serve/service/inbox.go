package service

import (
	"context"
	"sync"
)

// Bounds of what has come of a stream and is not cleaned yet. Clients that send faster have to wait.
const (
	inboxMessages = 256
	inboxBytes    = 64 << 10
	// turnBytes is how much of a stream is cleaned before others have their turn.
	turnBytes = 8 << 10
)

// inbox holds the messages of a stream that wait to be cleaned: all that have come when it is the stream's turn are cleaned at
// once. One goroutine puts them in, another one takes them out.
type inbox struct {
	mu         sync.Mutex
	held       []message
	bytes      int
	came, room chan struct{}
}

func newInbox() *inbox { return &inbox{came: make(chan struct{}, 1), room: make(chan struct{}, 1)} }

// put puts a message in, and waits until there is room.
func (b *inbox) put(ctx context.Context, m message) bool {
	for !b.add(m) {
		select {
		case <-b.room:
		case <-ctx.Done():
			return false
		}
	}
	signal(b.came)
	return true
}

func (b *inbox) add(m message) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if n := len(b.held); n > 0 && (n >= inboxMessages || b.bytes+len(m.text) > inboxBytes) {
		return false
	}
	b.held, b.bytes = append(b.held, m), b.bytes+len(m.text)
	return true
}

// waits reports whether a message waits.
func (b *inbox) waits() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.held) > 0
}

// take takes out the messages that have come, up to a turn.
func (b *inbox) take() []message {
	b.mu.Lock()
	n, bytes := 0, 0
	for n < len(b.held) && (n == 0 || bytes+len(b.held[n].text) <= turnBytes) {
		bytes += len(b.held[n].text)
		n++
	}
	out := b.held[:n:n]
	if b.held = b.held[n:]; len(b.held) == 0 {
		b.held = nil
	} else {
		signal(b.came) // for the next turn
	}
	b.bytes -= bytes
	b.mu.Unlock()
	signal(b.room)
	return out
}

// signal wakes who waits, or will.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
