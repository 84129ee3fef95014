package pipeline

import (
	"context"
	"sync/atomic"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/internal/progress"
)

// mostAhead is how many windows are read before they are decided about: enough that whoever reads, and whoever decides, seldom
// waits, and few, since each is memory.
const mostAhead = 3

// ahead decides about the windows of a stream in order, while another goroutine, if one is free, reads those that follow.
type ahead struct {
	w       *wholeStream
	crew    *parallel.Crew
	windows chan *window   // that are read
	more    chan struct{}  // tells that there are more of them, or that the reader stops
	reader  *parallel.Task // nil: nobody else reads
	stops   atomic.Bool    // the reader does
	err     error          // of it
	problem error          // see Outcome.Problem
}

func newAhead(w *wholeStream, crew *parallel.Crew) *ahead {
	return &ahead{w: w, crew: crew, windows: make(chan *window, mostAhead), more: make(chan struct{}, 1)}
}

// run decides about all windows. Nobody works for it any more when it returns or panics.
func (a *ahead) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer func() { a.reader.Settle() }()
	defer cancel()
	var labels []data.Label
	for {
		win, err := a.next(ctx)
		if err != nil || win == nil {
			return err
		}
		progress.Pause(ctx)
		if a.reader == nil && !a.w.ended {
			a.stops.Store(false)
			a.reader = a.crew.Go(func() { a.read(ctx) })
		}
		var problem error
		if problem, labels, err = win.decide(ctx, a.w, labels); err != nil {
			return err
		}
		if problem != nil {
			a.problem = problem
		}
		win.release(a.w)
	}
}

// read reads windows until there are enough of them.
func (a *ahead) read(ctx context.Context) {
	defer a.tell()
	defer a.stops.Store(true)
	for len(a.windows) < cap(a.windows) {
		win, err := a.w.next(ctx)
		if err != nil || win == nil {
			a.err = err
			return
		}
		a.windows <- win // there is room: nobody else sends
		a.tell()
	}
}

func (a *ahead) tell() {
	select {
	case a.more <- struct{}{}:
	default: // it is told already
	}
}

// next returns the next window, nil if there are no more.
func (a *ahead) next(ctx context.Context) (*window, error) {
	for a.reader != nil && len(a.windows) == 0 && !a.stops.Load() {
		a.crew.Idle(a.more)
	}
	if a.reader != nil && a.stops.Load() {
		a.reader.Wait()
		if a.reader = nil; a.err != nil {
			return nil, a.err
		}
	}
	select {
	case win := <-a.windows:
		return win, nil
	default:
		return a.w.next(ctx)
	}
}
