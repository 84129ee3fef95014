package pipeline

import (
	"context"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/segmentation"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// leftContext is how many words before the first that is not committed the models see.
const leftContext = 12

// Stream decides about the words of a speaker as they come: it commits to decisions about
// what has enough words after it, and forgets it. What it says depends on the words and on
// the look-ahead alone, not on how many words come at a time. It belongs to one goroutine.
type Stream struct {
	p        *Pipeline
	labeller *engine.Labeller // of streams
	stages   *stages.Labeller // of its engine: they read the words, and label pieces that are not final
	// Of the words, up to leftContext are committed ones.
	wordReader
	df        []data.Label // of the committed ones
	lookAhead int
	window    int // words that are looked at together, at first
	// need is how many words that are not committed there must be, and at least one more,
	// to look at them.
	need int

	restorer  restorer
	editTerms *editterms.Finder // nil: the bundle has no model of editing terms, or does without
	cuts      []int
	joined    []bool    // of the words seen: see Pipeline.joined
	outcomes  []Outcome // of the pieces
	// talk is that of the text around, or, where that is not known, of the words seen so
	// far, in this stream and those before it; counted is how many of words are in it.
	talk    data.Talk
	given   bool
	counted int
	// settling, where set, is how words are settled one by one, and not by pieces; open is what is known of those that
	// are not, and begun where the sentence begins that the last committed word is in.
	settling *settleMode
	begun    int
	looked   int     // words that were seen when they were looked at last
	open     Outcome // what was decided then about words that were not settled, as models read them
	preview  *Stream // in which Preview looks
	// traced, where set, is told of the pieces, with the labeller that is for them, and decides
	// in its place; nil: the stages do. Where streams are cut does not depend on that.
	traced func(f *Stream, l *engine.Labeller, piece *data.Sentence, r *stages.Reading) ([]data.Decision, error)
}

// Stream returns a stream without words. Errors are engine.ErrNoStreams, and those of
// engine.Engine.Ready.
func (p *Pipeline) Stream() (*Stream, error) { return p.stream(p.options.LookAhead, 0) }

// stream returns a stream that looks at so many words together, or at three times the
// look-ahead, if that is more.
func (p *Pipeline) stream(lookAhead, window int) (*Stream, error) {
	if !p.Restores() {
		return nil, engine.ErrNoStreams
	}
	l, err := p.streams()
	if err != nil {
		return nil, err
	}
	models, err := p.bundle.OpenRestoring()
	if err != nil {
		return nil, err
	}
	e := p.bundle.Engine(engine.Streams)
	f := &Stream{p: p, labeller: l, stages: e.Stages(), lookAhead: lookAhead, window: max(window, 3*lookAhead), restorer: restorer{models: models}}
	if l.HasEditTerms() {
		f.editTerms = e.Models().EditTerms
	}
	f.fluent = f.stages.LanguageModels().Fluent
	f.Reset()
	return f, nil
}

// Reset starts another stream.
func (f *Stream) Reset() {
	f.start(f.p.options.Fillers)
	f.df, f.need = f.df[:0], f.window
	f.counted, f.begun, f.looked, f.open = 0, 0, 0, Outcome{}
	if f.settling != nil && f.settling.latency.Time > 0 {
		f.settling.pace(f.settling.latency.InWords())
	}
}

// Around says how people talk and write in the text that the streams are from. Without it a
// Stream goes by what it has seen.
func (f *Stream) Around(t data.Talk) {
	f.talk, f.given = t, true
	f.around(t)
}

// Naming says what names the words may have, beside those of the vocabulary: see Pipeline.Naming.
func (f *Stream) Naming(names *vocabulary.List) { f.p = f.p.Naming(names) }

// Bare says whether the words that are pushed from now on are from text without punctuation and
// case, so that apostrophes may be missing. Without it, and without Around, they are not.
func (f *Stream) Bare(bare bool) { f.bare = bare }

// Cut says that the words pushed next are decided about apart from those before, as in another
// turn of the speaker: the models see both, and no repair and no sentence reaches over the cut.
func (f *Stream) Cut() { f.broken = f.first+len(f.words)+len(f.awaiting) > 0 }

// Push adds tokens that are words (see stages.Words), as they are written.
func (f *Stream) Push(tokens ...data.Token) {
	words, at := stages.Words(&data.Sentence{Tokens: tokens})
	f.push(tokens, words.Tokens, at)
}

// push adds the words among some tokens, and where they are, as stages.Words found them.
func (f *Stream) push(tokens, words []data.Token, at []int) {
	for j, i := range at {
		f.take(tokens[i].Text, words[j])
	}
}

// Ready reports whether Next has words to look at, while more may come.
func (f *Stream) Ready() bool {
	if f.settling != nil {
		return f.due() > 0
	}
	return len(f.words)-len(f.df) > f.need
}

// Pending returns the number of words without a final decision.
func (f *Stream) Pending() int { return len(f.words) - len(f.df) + len(f.awaiting) }

// Next looks at the first words that are not committed, and returns the decisions about
// the words that it commits to, in order: none if it has to see more. If the stream is
// not over, it is called only when Ready. The error is that of ctx.
func (f *Stream) Next(ctx context.Context) (Outcome, error) {
	if !f.Ready() {
		f.finish()
	}
	if f.settling != nil {
		return f.settleWords(ctx)
	}
	seen := min(len(f.words), len(f.df)+f.need)
	over := seen == len(f.words)
	out, err := f.look(ctx, seen, over, f.lookAhead, segmentation.DefaultCutter.Max)
	if err == nil && len(out.Decisions) == 0 {
		f.need += 2 * f.lookAhead
	}
	return out, err
}

// Early is Next before there are as many words as it wants to see, for who cannot wait: it commits to pieces
// that have so many words behind them, which may be fewer than the look-ahead. Where no sentence ends for long, it
// cuts at the place that is best for it.
func (f *Stream) Early(ctx context.Context, behind int) (Outcome, error) {
	seen := min(len(f.words), len(f.df)+f.need)
	if seen-len(f.df) <= behind {
		return Outcome{}, nil
	}
	begun := f.begun
	out, err := f.look(ctx, seen, false, behind, min(max(f.lookAhead, 1), seen-len(f.df)-behind))
	if f.settling == nil || err != nil {
		return out, err
	}
	if len(out.Decisions) == 0 {
		f.begun = begun
		return out, nil
	}
	// A piece has ended, and what is behind it has yet to be looked at.
	f.begun, f.looked, f.open = len(f.df), len(f.df), Outcome{}
	return out, nil
}

// look looks at the words seen, of which so many are too near the end to commit to them, unless the
// stream is over. Pieces have so many words at most.
func (f *Stream) look(ctx context.Context, seen int, over bool, behind, longest int) (Outcome, error) {
	certain := seen
	if !over {
		certain -= behind
	}
	context := len(f.df)
	f.begun = context
	out, df, err := f.decide(ctx, seen, certain, over, longest)
	if err != nil || len(out.Decisions) == 0 {
		return out, err
	}
	for i := range out.Decisions {
		out.Decisions[i].Waited = seen - 1 - context - i
	}
	parts := f.parts[context:]
	// What is committed is dropped, but for the context of what is not.
	f.df = df[:context+len(out.Decisions)]
	f.forget(len(f.df) - leftContext)
	f.need = f.window
	out.Decisions = whole(out.Decisions, parts)
	return out, nil
}

// forget drops the first committed words.
func (f *Stream) forget(n int) {
	if n <= 0 {
		return
	}
	f.drop(n)
	f.df, f.counted = f.df[n:], f.counted-n
	f.begun, f.looked = max(0, f.begun-n), max(0, f.looked-n)
}

// decide decides about the words seen that are in pieces which end before what is certain, from the first that is not
// committed on. df are the labels of all words seen.
func (f *Stream) decide(ctx context.Context, seen, certain int, over bool, longest int) (out Outcome, df []data.Label, err error) {
	f.count(seen)
	reading := f.see(parallel.CrewOf(ctx), seen, over, longest)
	defer reading.Release()
	return f.judge(ctx, reading, certain, over)
}

// count adds the words seen to what is known of the talk, where that is not given.
func (f *Stream) count(seen int) {
	for ; f.counted < seen; f.counted++ {
		if !f.given {
			f.talk.Add(f.words[f.counted].Text)
		}
	}
}

// see reads the words seen, and cuts them into pieces: how many of them are committed hangs on that alone.
func (f *Stream) see(crew *parallel.Crew, seen int, over bool, longest int) *stages.Reading {
	reading := f.stages.Read(&data.Sentence{Tokens: f.words[:seen], Talk: f.talk, Opens: f.first == 0, Closes: over})
	f.restorer.predict(crew, reading)
	cutter := segmentation.DefaultCutter
	cutter.Max = longest
	f.cuts = cutter.CutFrom(f.cuts[:0], f.restorer.ends(), reading, f.begun)
	f.joinRepairs(reading)
	f.joined = f.p.joined(f.joined[:0], &f.wordReader, seen)
	f.cuts = slices.DeleteFunc(f.cuts, func(to int) bool { return f.joined[to-1] })
	f.cutBreaks(len(f.df), seen)
	return reading
}

// judge decides about the pieces that see has cut.
func (f *Stream) judge(ctx context.Context, reading *stages.Reading, certain int, over bool) (out Outcome, df []data.Label, err error) {
	if f.committing(certain) == 0 {
		return Outcome{}, f.df, ctx.Err()
	}
	context, seen := len(f.df), reading.Len()
	if out, df, err = f.label(ctx, reading, certain, over); err != nil {
		return out, df, err
	}
	f.p.options.Fillers.Decide(f.listed, context, out.Decisions, over && context == 0)
	keepVerbatim(f.words[context:], out.Decisions)
	keepDigits(f.words[context:], out.Decisions)
	f.p.keepNames(f.listed[:seen], context, out.Decisions)
	f.restorer.keepVerbs(out.Decisions, context, f.talk)
	for i := range out.Decisions {
		df[context+i] = out.Decisions[i].Label
	}
	f.restorer.restore(out.Decisions, df, f.joined, context, over, true)
	for _, at := range f.breaks {
		if i := at - f.first - 1 - context; i >= 0 && i < len(out.Decisions) {
			f.restorer.end(&out.Decisions[i], context+i)
		}
	}
	if err := f.removeMarkers(&out, df, context, over && context == 0); err != nil {
		return Outcome{}, nil, err
	}
	asWritten(out.Decisions, f.listed[context:])
	f.p.spellNames(f.listed[:seen], context, out.Decisions, &f.restorer, f.fluent)
	if f.settling != nil && f.settling.model != nil {
		f.settling.evidence = f.evidence(f.settling.evidence[:0], out.Decisions, context)
	}
	return out, df, nil
}

// removeMarkers removes discourse markers from decisions that are otherwise made. alone says that they are all of the stream.
func (f *Stream) removeMarkers(out *Outcome, df []data.Label, context int, alone bool) error {
	any, err := f.restorer.removeMarkers(f.labeller, out.Decisions, context, f.talk)
	if err != nil || !any {
		return err
	}
	f.p.options.Fillers.Decide(f.listed, context, out.Decisions, alone)
	f.p.keepNames(f.listed, context, out.Decisions)
	for i := range out.Decisions {
		df[context+i] = out.Decisions[i].Label
	}
	late := func(d *data.Decision) bool { return d.Late > 0 }
	f.restorer.loseCommas(out.Decisions, context, late)
	f.restorer.loseQuestions(out.Decisions, context, late)
	return nil
}

// cutBreaks cuts the words seen, of which some are committed, at breaks.
func (f *Stream) cutBreaks(committed, seen int) {
	for _, at := range f.breaks {
		if at -= f.first; at > committed && at < seen {
			f.joined[at-1] = false
			if k, found := slices.BinarySearch(f.cuts, at); !found {
				f.cuts = slices.Insert(f.cuts, k, at)
			}
		}
	}
}

// joinRepairs takes out the cuts that would part a reparandum from its repair:
// before an editing term a sentence seems to end. Behind a question the term is its answer.
func (f *Stream) joinRepairs(reading *stages.Reading) {
	if f.editTerms == nil || len(f.cuts) == 0 || f.cuts[0] == reading.Len() { // nothing is parted
		return
	}
	first := &f.restorer.first
	for _, c := range f.editTerms.InReading(reading, first.Ends) {
		if first.Posteriors[c.Term-1][data.QMark] > 0.5 {
			continue
		}
		f.cuts = slices.DeleteFunc(f.cuts, func(to int) bool { return to > c.From && to <= c.Repair && to < reading.Len() })
	}
}

// label decides about the pieces of the words seen, side by side where somebody is free: it returns what it commits to, and
// the labels of all words seen. Pieces that end after what is certain, too near the end of what is seen, which
// may not be all of the stream, have labels of the stages alone: they are there for what
// is before them.
func (f *Stream) label(ctx context.Context, reading *stages.Reading, certain int, over bool) (out Outcome, df []data.Label, err error) {
	df = f.df
	whole := over && f.begun == 0 && len(f.cuts) == 1
	f.outcomes = append(f.outcomes[:0], make([]Outcome, len(f.cuts))...)
	err = parallel.CrewOf(ctx).Each(ctx, len(f.cuts), func(i int) (err error) {
		from, to := f.begun, f.cuts[i]
		if i > 0 {
			from = f.cuts[i-1]
		}
		f.outcomes[i], err = f.labelPiece(ctx, reading, from, to, to > certain, whole)
		return err
	})
	if err != nil {
		return Outcome{}, nil, err
	}
	out.Decisions, df = make([]data.Decision, 0, f.committing(certain)), slices.Grow(df, reading.Len()-len(df))
	from := f.begun
	for i, to := range f.cuts {
		next := &f.outcomes[i]
		for _, d := range next.Decisions[min(max(0, len(f.df)-from), to-from):] { // those before are committed
			if df = append(df, d.Label); to <= certain {
				out.Decisions = append(out.Decisions, d)
			}
		}
		if next.Problem != nil {
			out.Problem = next.Problem
		}
		from = to
	}
	clear(f.outcomes)
	return out, df, nil
}

// labelPiece decides about the piece of some words of a reading: by the stages alone, or as piece does.
func (f *Stream) labelPiece(ctx context.Context, reading *stages.Reading, from, to int, alone, whole bool) (Outcome, error) {
	piece := segmentation.Piece(f.words[:reading.Len()], &f.restorer.first, from, to, true)
	piece.Talk = f.talk
	if f.restorer.models.Network != nil {
		piece.Heard = f.restorer.heard.Labels[from:to:to]
	}
	own := reading
	if to-from < reading.Len() {
		own = reading.Part(from, to)
	}
	if alone {
		return Outcome{Decisions: f.stages.LabelWords(own.WithEnds(&piece), false)}, nil
	}
	return f.piece(ctx, &piece, own, whole)
}

// piece decides about a piece of a stream with its reading; whole says that it is all of
// the stream.
func (f *Stream) piece(ctx context.Context, piece *data.Sentence, reading *stages.Reading, whole bool) (Outcome, error) {
	labeller := f.labeller
	if isSentence(piece, whole) {
		// The models for sentences know better what is in one.
		var err error
		if labeller, err = f.p.sentences(); err != nil {
			return Outcome{}, err
		}
		piece = &data.Sentence{Tokens: piece.Tokens, Talk: piece.Talk}
	}
	reading = reading.Of(piece)
	if f.traced != nil {
		d, err := f.traced(f, labeller, piece, reading)
		if d == nil {
			d = labeller.Engine().Stages().LabelWords(reading, false)
		}
		return Outcome{Decisions: d}, err
	}
	return labeller.Label(ctx, piece, reading)
}

// Below these probabilities of an end inside it a piece is taken as one sentence, by
// development score: a turn of its own, and a piece with word times, without which
// the probabilities are not sure enough.
const (
	turnIsSentence  = 0.7
	pieceIsSentence = 0.05
)

// isSentence reports whether a piece is taken as a sentence.
func isSentence(piece *data.Sentence, whole bool) bool {
	limit := float32(0)
	switch {
	case whole:
		limit = turnIsSentence
	case piece.Tokens[0].Timed:
		limit = pieceIsSentence
	}
	for _, p := range piece.Ends[:len(piece.Ends)-1] {
		if p >= limit {
			return false
		}
	}
	return limit > 0
}
