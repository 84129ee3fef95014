package pipeline

import (
	"context"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/segmentation"
	"github.com/tidytalk/tidytalk/models/stages"
)

// window is a window of a stream that is read, and not yet decided about. Where the next one begins hangs on where this one
// is cut, and not on what is decided about it.
type window struct {
	// Stream is as it was when the words were looked at, with memory of its own. Its labels of committed words
	// are there only when it is decided about.
	Stream
	reading    *stages.Reading
	certain, n int // n are committed
	over       bool
	places     []int // of the tokens of those, as they are written
}

// wholeStream reads a stream of which the tokens come in parts, window by window. It belongs to one goroutine at a time.
type wholeStream struct {
	p        *Pipeline
	talk     data.Talk
	ready    func(*Stream)
	parts    func() (data.Sentence, bool)
	decision func(i int) *data.Decision
	ended    bool
	f        *Stream      // nil: there are no words yet, and no models are needed
	n        int          // tokens that have come
	open     []int        // those that are words, and not in a window that commits to them
	free     chan *window // that are used again
}

// next reads the next window that commits to words; nil: there are none. The error is that of opening models, or of ctx.
func (w *wholeStream) next(ctx context.Context) (*window, error) {
	for ctx.Err() == nil {
		if w.f != nil && (w.f.Ready() || w.ended && w.f.Pending() > 0) {
			if win := w.look(ctx); win != nil {
				return win, nil
			}
			continue
		}
		if w.ended {
			return nil, nil
		}
		part, more := w.parts()
		if !more {
			w.ended = true
			continue
		}
		if err := w.take(part); err != nil {
			return nil, err
		}
	}
	return nil, ctx.Err()
}

// take takes the tokens of a part, and decides about those that are no words.
func (w *wholeStream) take(part data.Sentence) (err error) {
	tokens := part.Tokens
	words, at := stages.Words(&data.Sentence{Tokens: tokens})
	if w.f == nil && len(at) > 0 {
		if w.f, err = w.p.stream(w.p.whole, w.p.window); err != nil {
			return err
		}
		w.ready(w.f)
		if w.talk.Words > 0 {
			w.f.Around(w.talk)
		}
	}
	if w.f != nil {
		if part.Opens {
			w.f.Cut()
		}
		w.f.push(tokens, words.Tokens, at)
	}
	for i := range tokens {
		if len(at) > 0 && at[0] == i {
			w.open, at = append(w.open, w.n+i), at[1:]
			continue
		}
		*w.decision(w.n + i) = noWord(&tokens[i])
	}
	w.n += len(tokens)
	return nil
}

// look looks at the first words that are not committed, and commits to those that it can; nil: to none, and it has to see
// more.
func (w *wholeStream) look(ctx context.Context) *window {
	f := w.f
	if !f.Ready() {
		f.finish()
	}
	committed := len(f.df)
	seen := min(len(f.words), committed+f.need)
	f.begun = committed
	f.count(seen)
	var win *window
	select {
	case win = <-w.free:
	default:
		win = new(window)
	}
	win.over, win.certain = seen == len(f.words), seen
	if !win.over {
		win.certain -= f.lookAhead
	}
	win.copyOf(f)
	win.reading = win.see(parallel.CrewOf(ctx), seen, win.over, segmentation.DefaultCutter.Max)
	if win.n = win.committing(win.certain); win.n == 0 {
		f.need += 2 * f.lookAhead
		win.release(w)
		return nil
	}
	to := committed + win.n
	places := asWrittenWords(f.parts[committed:to])
	win.places, w.open = w.open[:places:places], w.open[places:]
	f.df = append(f.df, make([]data.Label, win.n)...) // nobody asks for them here
	f.forget(to - leftContext)
	f.need = f.window
	return win
}

// copyOf makes the stream of a window what a stream is now. Its words are never changed, only those behind them.
func (g *window) copyOf(f *Stream) {
	own := g.Stream
	g.Stream = *f
	g.restorer, g.cuts, g.joined, g.outcomes = own.restorer, own.cuts, own.joined, own.outcomes
	g.restorer.models = f.restorer.models
	g.breaks = append(own.breaks[:0], f.breaks...)
	g.df = append(own.df[:0], f.df...)
}

// release gives the memory of a window back.
func (g *window) release(w *wholeStream) {
	g.reading.Release()
	g.reading, g.places = nil, nil
	select {
	case w.free <- g:
	default:
	}
}

// decide decides about the words that the window commits to. labels are those of the committed words before, and then of
// those that the next window sees.
func (g *window) decide(ctx context.Context, w *wholeStream, labels []data.Label) (problem error, after []data.Label, err error) {
	context := copy(g.df, labels)
	out, df, err := g.judge(ctx, g.reading, g.certain, g.over)
	if err != nil {
		return nil, nil, err
	}
	for i := range out.Decisions {
		out.Decisions[i].Waited = g.reading.Len() - 1 - context - i
	}
	to := context + len(out.Decisions)
	for i, d := range whole(out.Decisions, g.parts[context:]) {
		*w.decision(g.places[i]) = d
	}
	return out.Problem, append(labels[:0], df[max(0, to-leftContext):to]...), nil
}

// committing returns how many words are in pieces that end before what is certain.
func (f *Stream) committing(certain int) int {
	k, exact := slices.BinarySearch(f.cuts, certain)
	if exact {
		k++
	}
	if k == 0 {
		return 0
	}
	return max(0, f.cuts[k-1]-len(f.df))
}
