package adapt

import (
	"fmt"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/training/train"
)

// settingsParts are the parts of settings, by their engines.
var settingsParts = map[string]string{engine.Sentences: engine.PartSettings, engine.Streams: engine.PartStreamSettings, engine.Written: engine.PartWrittenSettings}

// mostTuned is about how many sentences weights are tuned to, and confidence is calibrated on:
// more gain little, and take long.
const mostTuned = 3000

// tuner searches near the weights that are there, and not for long.
var tuner = mert.Tuner{Rounds: 3, Optimiser: mert.Optimiser{Objective: mert.OverallF1{}, Restarts: 8, Near: 0.5}}

// priorOf returns mert.Optimiser.Prior for so many sentences: few of them say little against the
// weights that are there.
func priorOf(sentences int) float64 {
	const prior, of = 0.05, 1000
	return prior * min(1, of/float64(max(1, sentences)))
}

// leastTuned is how many sentences it takes for the weights to be tuned to them: fewer are learned
// by heart.
const leastTuned = 1000

// tunable returns pieces of parts to tune to.
func (t *task) tunable(parts []part, form string) ([]piece, error) {
	all, err := t.pieces(parts, form, false)
	if err != nil {
		return nil, err
	}
	every := (len(all) + mostTuned - 1) / mostTuned
	var out []piece
	for i := 0; i < len(all); i += max(1, every) {
		out = append(out, all[i])
	}
	return out, nil
}

// weights tunes the weights of the decoder for a form: for each fold to the others, to see what
// is gained, and then to all.
func (t *task) weights(form string) ([]StepScore, error) {
	return t.choose(StepWeights, []string{form}, func(lesson Lesson) ([]offer, error) {
		parts, err := t.lesson(lesson)
		if err != nil {
			return nil, err
		}
		all, err := t.tunable(parts, form)
		if err != nil {
			return nil, err
		}
		return t.offers(StepWeights, lesson, func(name string, use func(int) bool) (trained, error) {
			t.note(StepWeights, "%s, %s", form, name)
			s, err := t.tuned(form, slices.DeleteFunc(slices.Clone(all), func(p piece) bool { return !use(p.fold) }))
			if err != nil {
				return nil, err
			}
			return func(float64) (map[string][]byte, error) { return settingsOf(form, s), nil }, nil
		}, []float64{1}, []string{form})
	})
}

// settingsOf returns the part that settings of an engine are.
func settingsOf(form string, s *engine.Settings) map[string][]byte {
	return map[string][]byte{settingsParts[form]: []byte(s.String())}
}

// withSettings takes the settings of an engine that change no label.
func (t *task) withSettings(form string, s *engine.Settings) error {
	parts := settingsOf(form, s)
	var held []*version
	for k := range folds {
		v, err := t.with(t.held[k], parts)
		if err != nil {
			return err
		}
		held = append(held, v)
	}
	full, err := t.with(t.full, parts)
	if err != nil {
		return err
	}
	t.held, t.full = held, full
	return nil
}

// tuned returns settings with weights that are tuned to pieces.
func (t *task) tuned(form string, all []piece) (*engine.Settings, error) {
	before := t.full.Engine(form).Settings()
	var without []string // what has no say is not computed
	for name, w := range before.Weights {
		if w == 0 {
			without = append(without, name)
		}
	}
	slices.Sort(without)
	o := t.tuning(form, all, &before)
	o.Decoder.Without = without
	tuned, err := train.Tune(t.ctx, t.full.Engine(form), bare(all), o)
	if err != nil {
		return nil, err
	}
	s := t.full.Engine(form).Fit(tuned.Settings, without...)
	s.Repairs, s.Fillers, s.Engine = before.Repairs, before.Fillers, ""
	return &s, nil
}

func bare(all []piece) []data.Sentence {
	var out []data.Sentence
	for i := range all {
		out = append(out, all[i].Sentence)
	}
	return out
}

func (t *task) tuning(form string, all []piece, settings *engine.Settings) train.TuneOptions {
	o := train.TuneOptions{Tuner: tuner}
	o.Seed, o.Workers, o.Prior = t.Seed+1, t.Workers, priorOf(len(all))
	o.Decoder.Margin, o.Decoder.Settings = 2, settings
	o.Engine = func(i int) *engine.Engine { return t.held[all[i].fold].Engine(form) }
	return o
}

// confidence calibrates how sure a removal is, where the models have changed.
func (t *task) confidence() ([]StepScore, error) {
	if len(t.full.parts) == 0 {
		return nil, nil
	}
	var out []StepScore
	for _, form := range t.forms {
		all, err := t.tunable(t.all, form)
		if err != nil {
			return nil, err
		}
		t.note(StepConfidence, "%s", form)
		s := t.full.Engine(form).Settings()
		o := t.tuning(form, all, &s)
		o.Decoder.Margin = 0
		before, err := train.CheckConfidence(t.ctx, t.full.Engine(form), bare(all), o, s)
		if err != nil {
			return nil, err
		}
		c, err := train.Calibrate(t.ctx, t.full.Engine(form), bare(all), o)
		if err != nil {
			return nil, err
		}
		score := StepScore{Step: StepConfidence, Share: 1, Forms: []FormScore{{Form: form}}, P: math.NaN()}
		was, is := misjudged(before), misjudged(c.Reliability) // this of each half by what the other half says
		score.Why = fmt.Sprintf("off by %.1f points in the mean, and by %.1f before", 100*is, 100*was)
		if score.Taken = is < was; score.Taken {
			c.Settings.Engine = ""
			if err := t.withSettings(form, &c.Settings); err != nil {
				return nil, err
			}
		}
		out = append(out, score)
	}
	return out, nil
}

// misjudged returns how far confidence is from how often it is right, in the mean of the words.
func misjudged(rows []train.Reliability) float64 {
	sum, words := 0.0, 0
	for _, r := range rows {
		if r.Words > 0 {
			sum, words = sum+math.Abs(r.Mean*float64(r.Words)-float64(r.Right)), words+r.Words
		}
	}
	return sum / float64(max(1, words))
}
