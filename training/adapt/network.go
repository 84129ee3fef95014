package adapt

import (
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

// How the network is trained on.
const (
	networkWords = 300000 // are looked at in the ten minutes of the default, by each of the trainings
	fewestPasses = 4
	mostPasses   = 20
	// Of what is not known but predicted little is to be learned but to keep it.
	punctuationWeight, caseWeight = 0.3, 0.15
)

var (
	networkTrainer = rnn.Trainer{Batch: 400, Rate: 1e-3, Warm: 0.1, Clip: 2, Average: 0.5, Pull: 0.1, Dropout: rnn.Dropout{Input: 0.2, Hidden: 0.25, Dense: 0.2}}
	networkShares  = []float64{0.5, 0.7, 1}
	networkForms   = []float64{0.34, 0.33, 0.33}
)

// network trains the network on, with sides that models have labelled beside those that
// people have: of these there is one list for each fold, and last one for all.
func (t *task) network(step Step, labelled [][]data.Side) ([]StepScore, error) {
	advisor := t.base.Sentences().Models().Network
	if advisor == nil {
		return nil, nil
	}
	config, err := container.ConfigOf(t.base.Part(engine.PartNetwork), neural.FileKind, neural.FileVersion)
	if err != nil {
		return nil, err
	}
	return t.choose(step, t.forms, func(lesson Lesson) ([]offer, error) {
		parts, err := t.lesson(lesson)
		if err != nil {
			return nil, err
		}
		return t.offers(step, lesson, t.networkTraining(step, advisor.Model(), config, lesson, parts, labelled), networkShares, t.forms)
	})
}

// networkTraining trains a network on with parts.
func (t *task) networkTraining(step Step, m *neural.Model, config string, lesson Lesson, parts []part, labelled [][]data.Side) training {
	l := t.base.Sentences().Stages()
	samples := func(sides []data.Side) []neural.Sample {
		s := train.NetworkSamples([]*stages.Labeller{l}, nil, sides, t.Seed, t.Workers)
		for i := range s {
			t.keep(m, &s[i])
		}
		return s
	}
	var own []data.Side
	for i := range parts {
		own = append(own, parts[i].side)
	}
	all := samples(own)
	return func(name string, use func(int) bool) (trained, error) {
		words := 0
		var in []neural.Sample
		for _, s := range all {
			if use(parts[s.Group].fold) {
				in = append(in, s)
			}
		}
		for i := range parts {
			if use(parts[i].fold) {
				words += len(parts[i].side.Tokens)
			}
		}
		if labelled != nil {
			k := folds
			for f := range folds {
				if !use(f) {
					k = f
				}
			}
			for _, s := range samples(labelled[k]) {
				s.Group += len(parts)
				in = append(in, s)
			}
			for i := range labelled[k] {
				words += len(labelled[k][i].Tokens)
			}
		}
		c := neural.DefaultConfig()
		c.Forms, c.PunctuationWeight, c.CaseWeight, c.Trainer = networkForms, punctuationWeight, caseWeight, networkTrainer
		c.Trainer.Seed = t.Seed + 1
		c.Trainer.Passes = int(min(mostPasses, max(fewestPasses, networkWords*t.Time.Minutes()/10/float64(words))))
		t.note(step, "%s: %d passes over %d words", name, c.Trainer.Passes, words)
		n, err := m.Adapt(t.ctx, c, in, t.Workers, nil)
		if err != nil {
			return nil, err
		}
		return func(share float64) (map[string][]byte, error) {
			between, err := m.Between(n, share)
			if err != nil {
				return nil, err
			}
			file, err := between.Marshal(t.config(config, []any{c.Trainer, share, lesson}))
			return map[string][]byte{engine.PartNetwork: file}, err
		}, nil
	}
}

// keep puts what the network says of punctuation and case in the place of what the corpus does not
// know, so that the network does not forget it.
func (t *task) keep(m *neural.Model, s *neural.Sample) {
	if s.Marks == nil || t.punctuated && t.cased {
		return
	}
	var p neural.Prediction
	m.Read(s.Reading, s.Of, neural.Hidden{Written: true}, &p)
	if !t.punctuated {
		s.Marks = make([]neural.Mark, len(s.Marks))
		for i := range s.Marks {
			s.Marks[i] = neural.Mark(slices.Index(p.Marks[i][:], slices.Max(p.Marks[i][:])))
		}
	}
	if !t.cased {
		s.Cases = nil
	}
}

// unlabelled trains the network on with text that nobody has annotated, too, as models label
// it (self-training): those of each fold for themselves.
func (t *task) unlabelled() ([]StepScore, error) {
	if len(t.Unlabelled) == 0 {
		return nil, nil
	}
	sides := slices.Clone(t.Unlabelled)
	words := wordsIn(t.all)
	for i := range sides {
		if words -= len(sides[i].Tokens) / 2; words < 0 { // twice as many as are labelled, at most
			sides = sides[:i+1]
			break
		}
	}
	for i := range sides {
		sides[i].Unlabelled = true
	}
	var labelled [][]data.Side
	for _, v := range append(slices.Clone(t.held), t.full) {
		own, err := train.Label(t.ctx, v.Bundle, engine.ModeDecoder, sides, t.Workers)
		if err != nil {
			return nil, err
		}
		labelled = append(labelled, own)
	}
	return t.network(StepUnlabelled, labelled)
}
