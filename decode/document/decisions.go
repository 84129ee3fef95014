package document

import (
	"context"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/internal/progress"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// streamPart is how many words of a stream are made ready for the models at once.
const streamPart = 2000

// decide asks the models about the segments, several at a time.
func (w *work) decide(ctx context.Context) error {
	w.loops = newLoops(w.doc, w.found)
	w.loops.commands = w.commands
	w.decisions = make([]data.Decision, len(w.doc.Tokens))
	w.problems = make([]error, len(w.segments))
	w.countHabits()
	w.named = w.pipeline.Naming(vocabulary.OfSpeakers(w.doc.Speakers()))
	talk := w.doc.Talk()
	groups := together(w.doc, len(w.segments), func(i int) (transcript.Segment, bool) {
		return w.segments[i].Segment, w.segments[i].way == aStream
	})
	w.progress = progress.Count(ctx, len(w.doc.Tokens))
	ctx, crew := w.crew(ctx)
	return crew.Each(ctx, len(groups), func(g int) (err error) {
		i := groups[g][0]
		s := &w.segments[i]
		switch s.way {
		case isLeft:
			w.progress.Add(s.Tokens.Len())
			for t := s.Tokens.Start; t < s.Tokens.End; t++ {
				w.decisions[t].Left = true
			}
		case someChinese:
			err = w.decideChinese(ctx, s)
			w.progress.Add(s.Tokens.Len())
		case aTurn:
			err = w.decideTurn(ctx, s)
			w.progress.Add(s.Tokens.Len())
		case aStream:
			w.problems[i], err = w.decideStream(ctx, groups[g], talk)
		default:
			w.problems[i], err = w.decideSentence(ctx, s, talk)
			w.progress.Add(s.Tokens.Len())
		}
		return err
	})
}

// crew returns who works for a call, and a context that has them: those of ctx, or as many as the options say.
func (d *Decider) crew(ctx context.Context) (context.Context, *parallel.Crew) {
	crew := parallel.CrewOf(ctx)
	if crew == nil {
		crew = parallel.NewCrew(d.options.Jobs)
		ctx = parallel.With(ctx, crew)
	}
	return ctx, crew
}

// decideSentence decides about an English sentence. Text that has its punctuation and its
// case keeps them: see keepPunctuation.
func (w *work) decideSentence(ctx context.Context, s *segment, talk data.Talk) (problem, err error) {
	sentence := w.loops.once(w.doc.Sentence(s.Segment), s.Tokens.Start)
	sentence.Talk = talk
	restore := !w.options.AsWritten && !(w.doc.Turns[s.Turn].Punctuated && !w.doc.Caseless())
	out, err := w.named.Sentence(ctx, &sentence, restore)
	at := s.Tokens.Start
	for j := range out.Decisions {
		at = w.loops.next(at)
		w.decisions[at] = out.Decisions[j]
		at++
	}
	return out.Problem, err
}

// decideStream decides about what a speaker says in turns without punctuation. problem is that of
// any of them.
func (w *work) decideStream(ctx context.Context, turns []int, talk data.Talk) (problem, err error) {
	spans := make([]transcript.Span, len(turns))
	for k, i := range turns {
		spans[k] = w.segments[i].Tokens
	}
	place := w.loops.places(spans)
	parts := func(yield func(data.Sentence) bool) {
		for _, i := range turns {
			for k, part := range w.doc.Parts(w.segments[i].Segment, streamPart) {
				s := w.loops.once(w.doc.Sentence(part), part.Tokens.Start)
				if s.Opens = k == 0; !yield(s) {
					return
				}
				w.progress.Add(part.Tokens.Len())
			}
		}
	}
	return w.named.WholeOf(ctx, talk, parts, func(i int) *data.Decision { return &w.decisions[place(i)] })
}

// restored reports whether the decisions hold punctuation and case, too.
func (w *work) restored() bool {
	is := func(ways ...way) func(segment) bool {
		return func(s segment) bool { return slices.Contains(ways, s.way) }
	}
	allChinese := slices.ContainsFunc(w.segments, is(someChinese)) && !slices.ContainsFunc(w.segments, is(aSentence, aStream))
	unmarked := slices.ContainsFunc(w.segments, w.isUnmarked) && !slices.ContainsFunc(w.segments, func(s segment) bool { return s.way != isLeft && !w.isUnmarked(s) })
	switch {
	case unmarked:
		return false
	case len(w.segments) == 0 || !w.pipeline.Restores() && !allChinese:
		return false
	case !w.options.AsWritten:
		return true
	}
	return w.streams() && slices.ContainsFunc(w.doc.Turns, func(t transcript.Turn) bool { return !t.Punctuated })
}
