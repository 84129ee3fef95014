package adapt

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/neural"
	"github.com/tidytalk/tidytalk/rnn"
	"github.com/tidytalk/tidytalk/stages"
	"github.com/tidytalk/tidytalk/train"
)

// chance is the largest p-value of a gain that is believed.
const chance = 0.05

// editParts are the parts of edit models, by their engines.
var editParts = map[string]string{engine.Sentences: string(stages.PartEdit), engine.Streams: engine.PartStreamEdit, engine.Written: engine.PartWrittenEdit}

var settingsParts = map[string]string{engine.Sentences: engine.PartSettings, engine.Streams: engine.PartStreamSettings, engine.Written: engine.PartWrittenSettings}

// try tries a step, and takes what it gains.
func (t *task) try(step Step) ([]StepScore, error) {
	switch step {
	case StepNetwork:
		return t.network()
	case StepEdit:
		return t.edit(step, engine.Sentences)
	case StepStreamEdit:
		return t.edit(step, engine.Streams)
	case StepWrittenEdit:
		return t.edit(step, engine.Written)
	case StepWeights:
		var out []StepScore
		for _, form := range t.forms {
			s, err := t.weights(form)
			if err != nil {
				return nil, err
			}
			out = append(out, s...)
		}
		return out, nil
	case StepConfidence:
		return nil, t.confidence()
	}
	return nil, fmt.Errorf("there is no such step")
}

// take scores versions in forms, and takes them if they gain.
func (t *task) take(step Step, held []*version, full func() (*version, error), forms []string) ([]StepScore, error) {
	after, err := t.score(t.learned, held, forms)
	if err != nil {
		return nil, err
	}
	return t.takeScored(step, held, full, after)
}

func (t *task) takeScored(step Step, held []*version, full func() (*version, error), after scores) ([]StepScore, error) {
	next := maps.Clone(t.scores)
	maps.Copy(next, after)
	a, b := next.all(), t.scores.all()
	s := StepScore{Step: step, Before: total(b), After: total(a), P: better(a, b)}
	for f := range after {
		if len(after) == 1 {
			s.Why = f
		}
	}
	if s.P <= chance {
		v, err := full()
		if err != nil {
			return nil, err
		}
		s.Taken = true
		t.held, t.full, t.scores = held, v, next
	}
	return []StepScore{s}, nil
}

// versions makes parts for every fold, and for all of them.
func (t *task) versions(make func(name string, use func(fold int) bool) (map[string][]byte, error)) (held []*version, full func() (*version, error), err error) {
	for k := range folds {
		parts, err := make(fmt.Sprintf("fold %d of %d", k+1, folds), func(fold int) bool { return fold != k })
		if err != nil {
			return nil, nil, err
		}
		v, err := t.with(t.held[k], parts)
		if err != nil {
			return nil, nil, err
		}
		held = append(held, v)
	}
	before := t.full
	return held, func() (*version, error) {
		parts, err := make("all folds", func(int) bool { return true })
		if err != nil {
			return nil, err
		}
		return t.with(before, parts)
	}, nil
}

// NetRecipe is for experiments.
var NetRecipe = struct {
	Words, Passes, Least float64
	Trainer              rnn.Trainer
	Marks                float64
}{Words: 400e3, Passes: 12, Least: 2, Marks: 0.3,
	Trainer: rnn.Trainer{Batch: 400, Rate: 1e-3, Warm: 0.1, Clip: 2, Average: 0.5, Pull: 0, Dropout: rnn.Dropout{Input: 0.2, Hidden: 0.25, Dense: 0.2}},
}

// network trains the network on.
func (t *task) network() ([]StepScore, error) {
	advisor := t.base.Sentences().Models().Network
	if advisor == nil {
		return nil, nil
	}
	m := advisor.Model()
	config, err := container.ConfigOf(t.base.Part(engine.PartNetwork), neural.FileKind, neural.FileVersion)
	if err != nil {
		return nil, err
	}
	l := t.base.Sentences().Stages()
	var sides []data.Side
	words := 0
	for i := range t.learned {
		sides = append(sides, t.learned[i].side)
		words += len(t.learned[i].side.Tokens)
	}
	all := train.NetworkSamples([]*stages.Labeller{l}, nil, sides, t.Seed, t.Workers)
	c := neural.DefaultConfig()
	c.Forms = []float64{0.34, 0.33, 0.33}
	c.MarksWeight, c.CaseWeight = NetRecipe.Marks, NetRecipe.Marks/2
	c.Trainer = NetRecipe.Trainer
	c.Trainer.Seed = t.Seed + 1
	c.Trainer.Passes = int(math.Max(NetRecipe.Least, math.Min(NetRecipe.Passes*3, NetRecipe.Words/float64(words))))
	held, full, err := t.versions(func(name string, use func(int) bool) (map[string][]byte, error) {
		t.tell(Event{Step: StepNetwork, Note: fmt.Sprintf("%s: %d passes over %d words", name, c.Trainer.Passes, words)})
		own := slices.DeleteFunc(slices.Clone(all), func(s neural.Sample) bool { return !use(t.learned[s.Group].fold) })
		n, err := m.Adapt(t.ctx, c, own, t.Workers, nil)
		if err != nil {
			return nil, err
		}
		file, err := n.Marshal(t.adapted(config, c.Trainer))
		return map[string][]byte{engine.PartNetwork: file}, err
	})
	if err != nil {
		return nil, err
	}
	return t.take(StepNetwork, held, full, t.forms)
}

// piece is a sentence of words of a fold.
type piece struct {
	data.Sentence
	fold int
}

// pieces returns what the engine for a form reads of what is learned from. With more, also
// with other habits of typists, and cut as without times.
func (t *task) pieces(form string, more bool) ([]piece, error) {
	var out []piece
	add := func(sentences []data.Sentence, fold int) {
		for i := range sentences {
			if words, _ := stages.Words(&sentences[i]); len(words.Tokens) > 0 {
				out = append(out, piece{words, fold})
			}
		}
	}
	if form == engine.Streams {
		for k := range folds {
			var sides []data.Side
			for i := range t.learned {
				if t.learned[i].fold == k {
					sides = append(sides, t.learned[i].side)
				}
			}
			for _, times := range []bool{true, false} {
				if !times && !more {
					continue
				}
				found, err := train.StreamPieces(t.held[k].Bundle, sides, times, t.Workers)
				if err != nil {
					return nil, err
				}
				add(found, k)
			}
		}
		return out, nil
	}
	for i := range t.learned {
		p := &t.learned[i]
		if form == engine.Sentences {
			add(sentencesOf(&p.side), p.fold)
			continue
		}
		add(writtenOf(&p.side, false), p.fold)
		if more {
			add(writtenOf(&p.side, true), p.fold)
		}
	}
	return out, nil
}

// EditRecipe is for experiments.
var EditRecipe = stages.AdaptConfig{Passes: 4, Runs: 2, Batch: 8, Rate: 0.03, Damping: 1, L2: 1e-5, Dropout: 0.15}

// edit trains the edit model for a form on.
func (t *task) edit(step Step, form string) ([]StepScore, error) {
	if !slices.Contains(t.forms, form) {
		return nil, nil
	}
	all, err := t.pieces(form, true)
	if err != nil {
		return nil, err
	}
	e := t.base.Engine(form)
	text, err := e.EditConfig()
	if err != nil {
		return nil, err
	}
	c := EditRecipe
	c.Seed, c.Workers = t.Seed+1, t.Workers
	c.Losses = map[string]stages.Losses{engine.Sentences: stages.DefaultLosses, engine.Streams: stages.StreamLosses, engine.Written: stages.WrittenLosses}[form]
	held, full, err := t.versions(func(name string, use func(int) bool) (map[string][]byte, error) {
		t.tell(Event{Step: step, Note: name})
		var own []data.Sentence
		for i := range all {
			if use(all[i].fold) {
				own = append(own, all[i].Sentence)
			}
		}
		m, err := e.Stages().Adapt(t.ctx, c, own)
		if err != nil {
			return nil, err
		}
		config := t.adapted(text, c)
		file, err := m.Marshal(config)
		if err != nil {
			return nil, err
		}
		parts := map[string][]byte{editParts[form]: file}
		if x := e.Experts(); x != nil {
			base, err := e.ExpertsBaseline()
			if err != nil {
				return nil, err
			}
			base.Edit, base.Config = m, container.Hash(config)
			parts[engine.PartExperts], err = x.Marshal(config, base)
			if err != nil {
				return nil, err
			}
		}
		return parts, nil
	})
	if err != nil {
		return nil, err
	}
	return t.take(step, held, full, []string{form})
}

// TuneRecipe is for experiments.
var TuneRecipe = mert.Tuner{Rounds: 4, Optimiser: mert.Optimiser{Restarts: 8, Near: 0.5, Prior: 0.01, Objective: mert.OverallF1{}}}

// weights tunes the weights of the decoder for a form.
func (t *task) weights(form string) ([]StepScore, error) {
	all, err := t.pieces(form, false)
	if err != nil {
		return nil, err
	}
	t.tell(Event{Step: StepWeights, Note: form})
	settings := t.base.Engine(form).Settings()
	tuned, err := train.Tune(t.ctx, t.full.Engine(form), sentences(all), t.tuning(form, all, &settings))
	if err != nil {
		return nil, err
	}
	s := t.full.Engine(form).Fit(tuned.Settings, t.unweighted(form)...)
	s.Repairs, s.Fillers = settings.Repairs, settings.Fillers
	s.Engine = ""
	parts := map[string][]byte{settingsParts[form]: []byte(s.String())}
	held, full, err := t.versions(func(string, func(int) bool) (map[string][]byte, error) { return parts, nil })
	if err != nil {
		return nil, err
	}
	return t.take(StepWeights, held, full, []string{form})
}

func sentences(all []piece) []data.Sentence {
	var out []data.Sentence
	for i := range all {
		out = append(out, all[i].Sentence)
	}
	return out
}

// unweighted returns the features of an engine whose weight is 0: what has no say is not
// computed.
func (t *task) unweighted(form string) []string {
	var out []string
	for name, w := range t.base.Engine(form).Settings().Weights {
		if w == 0 {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func (t *task) tuning(form string, all []piece, settings *engine.Settings) train.TuneOptions {
	o := train.TuneOptions{Tuner: TuneRecipe}
	o.Seed, o.Workers = t.Seed+1, t.Workers
	o.Decoder.Margin, o.Decoder.Settings, o.Decoder.Without = 2, settings, t.unweighted(form)
	o.Engine = func(i int) *engine.Engine { return t.held[all[i].fold].Engine(form) }
	return o
}

// confidence calibrates how sure a removal is.
func (t *task) confidence() error { return nil }
