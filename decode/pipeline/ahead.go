package pipeline

import (
	"context"

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
	reading *parallel.Task // nil: nobody else reads
	err     error          // of it
	problem error          // see Outcome.Problem
}

// run decides about all windows. Nobody works for it any more when it returns or panics.
func (a *ahead) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer func() { a.reading.Settle() }()
	defer cancel()
	var labels []data.Label
	for {
		win, err := a.next(ctx)
		if err != nil || win == nil {
			return err
		}
		progress.Pause(ctx)
		if a.reading == nil && a.crew != nil && !a.w.ended {
			a.reading = a.crew.Go(func() { a.err = a.read(ctx) })
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
func (a *ahead) read(ctx context.Context) error {
	for len(a.windows) < cap(a.windows) {
		win, err := a.w.next(ctx)
		if err != nil || win == nil {
			return err
		}
		a.windows <- win // there is room: nobody else sends
	}
	return nil
}

// next returns the next window, nil if there are no more.
func (a *ahead) next(ctx context.Context) (win *window, err error) {
	if a.reading == nil && len(a.windows) == 0 {
		return a.w.next(ctx)
	}
	select {
	case win = <-a.windows:
	default:
		a.crew.Idle(func() {
			select {
			case win = <-a.windows:
			case <-a.reading.Done():
			}
		})
	}
	if a.reading != nil && a.reading.Ended() {
		a.reading.Wait()
		a.reading = nil
		if a.err != nil {
			return nil, a.err
		}
	}
	if win == nil {
		return a.next(ctx) // it has ended, with a window or without
	}
	return win, nil
}
