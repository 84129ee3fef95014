//go:build !page

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
	// leastLearned is how many corrections the weights are tuned to at least: of fewer, what is found is chance.
	leastLearned = 20
	// Every heldParts-th block of sentences is kept out, to see whether what is learned holds. Where there are fewer sentences than
	// leastHeld, each is once among those kept out (cross-validation).
	heldParts = 5
	heldBlock = 20
	leastHeld = 200
	// leastGain is how many words fewer must be wrong among those kept out.
	leastGain = 2
)

// tune returns the settings of the engine that reads most of the documents, tuned to what
// people have made of them; those in use, where they do better on what was kept out. It
// fills in the figures of the result.
func (s *Studio) tune(ctx context.Context, x *job, docs []*corrected, sides []data.Side, out *learnResult) (engine.Settings, error) {
	e, sentences, err := s.toTune(x, docs, sides)
	if err != nil {
		return engine.Settings{}, err
	}
	before := s.settingsOf(e)
	o := s.tuning(x, e, &before)
	out.Engine, out.Objective = e.Name(), "overall F1"
	out.TooFew = max(0, leastLearned-out.Corrections)
	own, folds := keepOut(x, sentences)
	var held, all score
	if all.before, err = s.score(ctx, e, sentences, &before, &o); err != nil {
		return engine.Settings{}, err
	}
	all.after = all.before
	tuned := before
	if out.TooFew == 0 {
		x.step("tuning")
		if tuned, err = s.search(ctx, e, own, &before, o); err != nil {
			return engine.Settings{}, err
		}
		x.step("scoring")
		if all.after, err = s.score(ctx, e, sentences, &tuned, &o); err != nil {
			return engine.Settings{}, err
		}
		if held, err = s.heldOut(ctx, e, folds, &before, &tuned, &o); err != nil {
			return engine.Settings{}, err
		}
	}
	value := func(stats mert.Stats) float64 { return 100 * o.Objective.Value(stats) }
	out.Before, out.After, out.Held = value(all.before), value(all.after), held.sentences
	out.HeldBefore, out.HeldAfter = value(held.before), value(held.after)
	out.Gained = wrong(held.before) - wrong(held.after)
	if out.Refused = out.TooFew == 0 && (out.HeldAfter < out.HeldBefore || out.Gained < leastGain); out.Refused || out.TooFew > 0 {
		x.say("the weights are left as they are: %d words fewer are wrong among what was kept out", out.Gained)
		out.After = out.Before
		before.Engine = e.Name()
		return before, nil
	}
	return tuned, nil
}

// score is how sentences are labelled before and after tuning.
type score struct {
	sentences     int
	before, after mert.Stats
}

// wrong counts the words and marks that are wrong.
func wrong(s mert.Stats) int {
	c := s.Edit.Plus(s.Filler).Plus(s.Punct)
	return c.FP + c.FN
}

// search tunes the weights to sentences.
func (s *Studio) search(ctx context.Context, e *engine.Engine, sentences []data.Sentence, before *engine.Settings, o train.TuneOptions) (engine.Settings, error) {
	tuned, err := train.Tune(ctx, e, sentences, o)
	if err != nil {
		return engine.Settings{}, err
	}
	after := e.Fit(tuned.Settings, o.Decoder.Without...)
	// So little text says little of how sure a removal is.
	after.Repairs, after.Fillers = before.Repairs, before.Fillers
	return after, nil
}

// score labels sentences with some settings.
func (s *Studio) score(ctx context.Context, e *engine.Engine, sentences []data.Sentence, settings *engine.Settings, o *train.TuneOptions) (mert.Stats, error) {
	d := s.options.Cleaner.Decoder
	d.Settings, d.Without = settings, s.without(e)
	return train.Score(ctx, e, sentences, engine.LabelOptions{Decoder: d}, o.Workers)
}

// fold is sentences that are kept out, and those to learn from without them; nil: those that all was learned from.
type fold struct{ own, held []data.Sentence }

// heldOut scores what was kept out, with the weights that were found without it.
func (s *Studio) heldOut(ctx context.Context, e *engine.Engine, folds []fold, before, tuned *engine.Settings, o *train.TuneOptions) (out score, err error) {
	for i := range folds {
		f := &folds[i]
		after := *tuned
		if f.own != nil {
			if after, err = s.search(ctx, e, f.own, before, *o); err != nil {
				return out, err
			}
		}
		for _, x := range []struct {
			settings *engine.Settings
			to       *mert.Stats
		}{{before, &out.before}, {&after, &out.after}} {
			stats, err := s.score(ctx, e, f.held, x.settings, o)
			if err != nil {
				return out, err
			}
			*x.to = x.to.Plus(stats)
		}
		out.sentences += len(f.held)
	}
	return out, nil
}

// keepOut parts sentences into those that are learned from and those that are kept out, to
// see whether what is learned holds.
func keepOut(x *job, sentences []data.Sentence) (own []data.Sentence, folds []fold) {
	block, parts := heldBlock, 1
	if len(sentences) < leastHeld {
		x.say("there are %d sentences, which are few: each is kept out once, to see whether what is learned holds", len(sentences))
		block, parts = 1, heldParts
	}
	for part := range parts {
		f := fold{}
		for i := range sentences {
			if i/block%heldParts == heldParts-1-part {
				f.held = append(f.held, sentences[i])
			} else {
				f.own = append(f.own, sentences[i])
			}
		}
		folds = append(folds, f)
	}
	if parts > 1 {
		return sentences, folds
	}
	own, folds[0].own = folds[0].own, nil
	return own, folds
}

// tuning says how an engine is tuned, from the settings in use.
func (s *Studio) tuning(x *job, e *engine.Engine, before *engine.Settings) train.TuneOptions {
	o := train.TuneOptions{Decoder: s.options.Cleaner.Decoder}
	o.Objective, o.Seed, o.Workers = mert.OverallF1{}, 1, max(1, runtime.GOMAXPROCS(0)/2) // somebody works here
	o.Rounds, o.Restarts, o.Near, o.Prior = learnRounds, learnRestarts, learnNear, learnPrior
	o.Decoder.Margin, o.Decoder.Settings, o.Decoder.Weights, o.Decoder.Without = learnMargin, before, nil, s.without(e)
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
	is := func(x engine.Settings) bool { return cmp.Or(x.Engine, engine.Sentences) == e.Name() }
	if s.learned != nil && is(s.learned.settings) {
		return s.learned.settings
	}
	o := engine.DecoderOptions{Weights: e.In(s.options.Cleaner.Decoder.Weights)}
	if i := slices.IndexFunc(s.options.Cleaner.Settings, is); i >= 0 {
		o.Settings = &s.options.Cleaner.Settings[i]
	}
	return e.InUse(&o)
}
