// Package terminal shows on terminals how work goes on, and reads from them.
//
// Start with [Progress].
package terminal

import (
	"context"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/tidytalk/tidytalk/internal/visible"
)

// Is reports whether a reader or writer is a terminal.
func Is(f any) bool {
	if w, ok := f.(io.Writer); ok {
		f = visible.Raw(w)
	}
	return IsFile(f)
}

// IsFile is Is for what is not wrapped. Tests replace it.
var IsFile = func(f any) bool {
	file, ok := f.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// patient is what NewPatient returns.
type patient struct {
	ctx context.Context
	r   io.Reader
}

// NewPatient returns a reader of what may keep a reader waiting for ever, such as a
// terminal, that gives up when ctx is done.
func NewPatient(ctx context.Context, r io.Reader) io.Reader { return &patient{ctx, r} }

func (p *patient) Read(b []byte) (int, error) {
	type piece struct {
		text []byte
		err  error
	}
	read := make(chan piece, 1)
	own := make([]byte, len(b)) // b is the caller's again after an early return
	go func() {
		n, err := p.r.Read(own)
		read <- piece{own[:n], err}
	}()
	select {
	case <-p.ctx.Done():
		return 0, p.ctx.Err()
	case got := <-read:
		return copy(b, got.text), got.err
	}
}
