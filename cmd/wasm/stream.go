//go:build js && wasm

package main

import (
	"context"

	"github.com/tidytalk/tidytalk/cmd/wasm/host"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// write hands on live text. JavaScript sends more when what it has sent is taken; the end may come before.
func (m *module) write(id int, t cleaning.Said) {
	m.mu.Lock()
	r := m.underway[id]
	m.mu.Unlock()
	if r == nil || r.texts == nil {
		return // it is answered already: nobody waits for more
	}
	select {
	case r.texts <- t:
	default:
		r.cancel()
	}
}

// live cleans text as it comes, and returns the end of it.
func (m *module) live(ctx context.Context, id int, options string, texts <-chan cleaning.Said, note note) ([]byte, *cleaning.Failure) {
	r, c, _, failed := m.asked(options, cleaning.StreamRequest)
	if failed != nil {
		return nil, failed
	}
	r.Note = note
	in := &cleaning.Spoken{Context: ctx, Texts: texts, Took: func() error {
		m.answers.Send(id, map[string]any{"taken": true}, nil)
		return nil
	}}
	out := &committed{send: func(b []byte) { m.answers.Send(id, map[string]any{}, b) }}
	if err := r.Stream(host.Breathing(ctx), c, in, "stream", out); err != nil {
		out.Flush()
		return nil, failure(err)
	}
	return out.text, nil
}

// committed sends what a stream has committed to, when that is flushed.
type committed struct {
	send func(b []byte)
	text []byte
}

func (c *committed) Write(b []byte) (int, error) {
	c.text = append(c.text, b...)
	return len(b), nil
}

// Flush sends what was written.
func (c *committed) Flush() error {
	if len(c.text) > 0 {
		c.send(c.text)
		c.text = c.text[:0]
	}
	return nil
}
