package studio

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/training/train"
)

// The search for weights: it starts from those in use, and does not go far.
const (
	learnRounds   = 3
	learnRestarts = 8
	learnNear     = 0.5
	learnPrior    = 0.01
	learnMargin   = 2
	// heldBlock is how many sentences are kept out together, every fifth time, where there
	// are leastHeld of them.
	heldBlock = 20
	leastHeld = 200
)

// tune returns the settings of the engine that reads most of the documents, tuned to what
// people have made of them; those in use, where they do better on what was kept out. It
// fills in the figures of the result.
func (s *Studio) tune(ctx context.Context, x *job, docs []*corrected, sides []data.Side, out *learnResult) (engine.Settings, error) {
	e, sentences, err := s.toTune(x, docs, sides)
	if err != nil {
		return engine.Settings{}, err
	}
	own, held := keepOut(x, sentences)
	before := s.settingsOf(e)
	o := s.tuning(x, e, &before)
	x.step("tuning")
	tuned, err := train.Tune(ctx, e, own, o)
	if err != nil {
		return engine.Settings{}, err
	}
	after := e.Fit(tuned.Settings, o.Decoder.Without...)
	// So little text says little of how sure a removal is.
	after.Repairs, after.Fillers = before.Repairs, before.Fillers
	x.step("scoring")
	out.Engine, out.Objective, out.Held = e.Name(), "overall F1", len(held)
	for _, score := range []struct {
		sentences []data.Sentence
		settings  *engine.Settings
		to        *float64
	}{{own, &before, &out.Before}, {own, &after, &out.After}, {held, &before, &out.HeldBefore}, {held, &after, &out.HeldAfter}} {
		d := s.options.Cleaner.Decoder
		d.Settings, d.Without = score.settings, s.without(e)
		stats, err := train.Score(ctx, e, score.sentences, engine.LabelOptions{Decoder: d}, o.Workers)
		if err != nil {
			return engine.Settings{}, err
		}
		*score.to = 100 * o.Objective.Value(stats)
	}
	if out.Refused = out.HeldAfter < out.HeldBefore; out.Refused {
		x.say("the weights that were found do worse on what was kept out: they are left as they are")
		before.Engine = e.Name()
		return before, nil
	}
	return after, nil
}

// keepOut parts sentences into those that are learned from and those that are kept out, to
// see whether what is learned holds.
func keepOut(x *job, sentences []data.Sentence) (own, held []data.Sentence) {
	if len(sentences) < leastHeld {
		x.say("nothing is kept out to see whether what is learned holds: there are %d sentences, which are few", len(sentences))
		return sentences, nil
	}
	for i := range sentences {
		if i/heldBlock%5 == 4 {
			held = append(held, sentences[i])
		} else {
			own = append(own, sentences[i])
		}
	}
	return own, held
}

// tuning says how an engine is tuned, from the settings in use.
func (s *Studio) tuning(x *job, e *engine.Engine, before *engine.Settings) train.TuneOptions {
	o := train.TuneOptions{Decoder: s.options.Cleaner.Decoder}
	o.Objective, o.Seed, o.Workers = mert.OverallF1{}, 1, max(1, runtime.GOMAXPROCS(0)/2) // somebody works here
	o.Rounds, o.Restarts, o.Near, o.Prior = learnRounds, learnRestarts, learnNear, learnPrior
	o.Decoder.Margin, o.Decoder.Settings, o.Decoder.Without = learnMargin, before, s.without(e)
	for name, w := range before.Weights {
		if w == 0 && !slices.Contains(o.Decoder.Without, name) {
			o.Decoder.Without = append(o.Decoder.Without, name) // what has no say is not computed
		}
	}
	slices.Sort(o.Decoder.Without)
	o.Progress = func(done, all int) {
		x.tell(func(state *jobState) { state.Done, state.All = done, all })
	}
	o.Report = func(r mert.Round) {
		x.say("round %d: F1 %.2f, %d hypotheses, %d of them new", r.Round, 100*r.Decoded, r.Pool, r.Added)
	}
	return o
}

// without returns what the decoder of an engine is to do without.
func (s *Studio) without(e *engine.Engine) []string {
	return slices.DeleteFunc(slices.Clone(s.options.Cleaner.Decoder.Without), func(name string) bool { return !e.Knows(name) })
}

// toTune returns the engine that reads most of the documents, and what it reads of them.
func (s *Studio) toTune(x *job, docs []*corrected, sides []data.Side) (*engine.Engine, []data.Sentence, error) {
	b := s.options.Bundle
	words := map[bool]int{}
	for _, c := range docs {
		words[c.punctuated()] += len(c.gold)
	}
	punctuated := words[true] >= words[false]
	if words[!punctuated] > 0 {
		x.say("text with punctuation and text without are read by decoders of their own: only that of which there is more is learned from")
	}
	var sentences []data.Sentence
	if punctuated {
		e := cmp.Or(b.Engine(engine.Written), b.Sentences())
		for _, c := range docs {
			if c.punctuated() {
				sentences = append(sentences, c.sentences()...)
			}
		}
		return e, sentences, nil
	}
	e, err := b.Streams()
	if err != nil {
		return nil, nil, err
	}
	if words[true] > 0 {
		unpunctuated := slices.DeleteFunc(slices.Clone(docs), (*corrected).punctuated)
		if sides, err = sidesOf(linesOf(unpunctuated)); err != nil {
			return nil, nil, err
		}
	}
	timed := slices.ContainsFunc(sides, func(x data.Side) bool { return x.Tokens[0].Timed })
	sentences, err = train.StreamPieces(b, sides, timed, runtime.GOMAXPROCS(0))
	return e, sentences, err
}

// settingsOf returns the settings of an engine that are in use.
func (s *Studio) settingsOf(e *engine.Engine) engine.Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	settings := s.options.Cleaner.Settings
	if s.learned != nil {
		settings = append([]engine.Settings{s.learned.settings}, settings...)
	}
	for _, x := range settings {
		if cmp.Or(x.Engine, engine.Sentences) == e.Name() {
			return x
		}
	}
	return e.Settings()
}
