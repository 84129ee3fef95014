package pipeline

import (
	"context"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/segmentation"
)

// settling says when the words of a stream are settled one by one.
type settling struct {
	wait int // words that have to come after a word, as a rule
	most int // words that come after a word at most
	step int // words after which those that are open are looked at again
}

// settlingContext is how many committed words the models see before the sentence that is open, and settlingSentence how
// many of that: windows are short, since they are read every few words.
const (
	settlingContext  = 8
	settlingSentence = 16
)

// Settle says that the words of a stream that is empty are settled one by one, with a latency; with the zero value by
// pieces, as the look-ahead says.
func (f *Stream) Settle(l Latency) {
	n := l.InWords()
	if n == 0 {
		f.settling = nil
		return
	}
	f.settling = &settling{wait: max(1, n-1), most: LatencyBound * n, step: max(1, n/2)}
}

// settleWords looks at the words that have come since it looked last, and returns the decisions about those that are
// settled by them.
func (f *Stream) settleWords(ctx context.Context) (Outcome, error) {
	seen := min(len(f.words), f.looked+f.settling.step)
	over := seen == len(f.words) && !f.Ready()
	context := len(f.df)
	out, df, err := f.decide(ctx, seen, seen, over, segmentation.DefaultCutter.Max)
	if err != nil {
		return Outcome{}, err
	}
	n := len(out.Decisions)
	if !over {
		n = f.settled(&out, seen)
	}
	f.looked = seen
	f.open = Outcome{Decisions: out.Decisions[n:], Problem: out.Problem}
	out.Decisions = slices.Clone(out.Decisions[:n])
	for i := range out.Decisions {
		out.Decisions[i].Waited = seen - 1 - context - i
		if out.Decisions[i].End {
			f.begun = context + i + 1
		}
	}
	f.df = df[:context+n]
	f.begun = max(f.begun, len(f.df)-settlingSentence)
	parts := f.parts[context:]
	f.forget(min(f.begun, len(f.df)-settlingContext))
	out.Decisions = whole(out.Decisions, parts)
	return out, nil
}

// settled returns how many of the words decided about are settled.
func (f *Stream) settled(out *Outcome, seen int) int {
	context, n := len(f.df), 0
	for i := range out.Decisions {
		if seen-1-context-i < f.settling.wait {
			break
		}
		n = i + 1
	}
	// What is read together is settled together.
	for n > 0 && n < len(out.Decisions) && (f.parts[context+n] == rest || f.joined[context+n-1]) {
		n--
	}
	return n
}

// Preview returns the decisions about all words that have none which is final, and about those of a tail that may still
// change, as if no more came: none of them is final. The models read them once more if something has come since they
// were looked at.
func (f *Stream) Preview(ctx context.Context, tail ...data.Token) (Outcome, error) {
	if len(tail) == 0 && f.settling != nil && f.looked == len(f.words) && len(f.awaiting) == 0 {
		return Outcome{Decisions: whole(slices.Clone(f.open.Decisions), f.parts[len(f.df):])}, nil
	}
	if f.preview == nil {
		f.preview = &Stream{}
	}
	g := f.preview
	g.follow(f)
	g.Push(tail...)
	g.finish()
	if len(g.words) == len(g.df) {
		return Outcome{}, nil
	}
	out, _, err := g.decide(ctx, len(g.words), len(g.words), false, segmentation.DefaultCutter.Max)
	if err != nil {
		return Outcome{}, err
	}
	return Outcome{Decisions: whole(out.Decisions, g.parts[len(g.df):]), Problem: out.Problem}, nil
}

// follow makes a stream a copy of another one, with memory of its own.
func (g *Stream) follow(f *Stream) {
	own := *g
	*g = *f
	g.preview, g.traced, g.settling = nil, nil, nil
	g.restorer, g.cuts, g.joined = own.restorer, own.cuts, own.joined
	g.restorer.models = f.restorer.models
	g.words, g.listed, g.parts = append(own.words[:0], f.words...), append(own.listed[:0], f.listed...), append(own.parts[:0], f.parts...)
	g.breaks, g.awaiting = append(own.breaks[:0], f.breaks...), append(own.awaiting[:0], f.awaiting...)
	g.df = append(own.df[:0], f.df...)
	if f.settling == nil {
		g.begun = len(g.df)
	}
	list := *f.list
	g.list = &list
}
