package adapt

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/neural"
	"github.com/tidytalk/tidytalk/rnn"
	"github.com/tidytalk/tidytalk/stages"
	"github.com/tidytalk/tidytalk/train"
)

const (
	// chance is the largest p-value of a gain for which a step is taken.
	// It is large, since what is compared are labels by models that have not seen the text:
	// what was kept says in the end whether all steps together gain for certain.
	chance = 0.25
	// doubt is the largest p-value of a loss, of edit words or of fillers alone, for which a
	// step is refused.
	doubt = 0.05
	// asGood is the p-value of a difference from which on it is none.
	asGood = 0.1
)

// The parts of edit models and of settings, by their engines.
var (
	editParts     = map[string]string{engine.Sentences: string(stages.PartEdit), engine.Streams: engine.PartStreamEdit, engine.Written: engine.PartWrittenEdit}
	settingsParts = map[string]string{engine.Sentences: engine.PartSettings, engine.Streams: engine.PartStreamSettings, engine.Written: engine.PartWrittenSettings}
)

// try tries a step, and takes what it gains.
func (t *task) try(step Step) ([]StepScore, error) {
	switch step {
	case StepNetwork:
		return t.network(step, nil)
	case StepUnlabelled:
		return t.unlabelled()
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
			out = append(out, s)
		}
		return out, nil
	case StepConfidence:
		return t.confidence()
	}
	return nil, fmt.Errorf("there is no such step")
}

// trained is what a training has found: the parts with weights that are a share of the way from
// those that they had to those that it found (Wortsman et al., CVPR 2022).
type trained func(share float64) (map[string][]byte, error)

// training trains on the parts of the folds of use. name tells people which.
type training func(name string, use func(fold int) bool) (trained, error)

// tryTraining trains for every fold, finds the share that is best on what is learned from,
// predicted by models that have not seen it, and takes it if it gains.
func (t *task) tryTraining(step Step, train training, shares []float64, forms []string) (StepScore, error) {
	var made []trained
	for k := range folds {
		m, err := train(fmt.Sprintf("fold %d of %d", k+1, folds), func(fold int) bool { return fold != k && fold != kept })
		if err != nil {
			return StepScore{}, err
		}
		made = append(made, m)
	}
	type candidate struct {
		share float64
		held  []*version
		scores
	}
	var all []candidate
	top := 0
	for i, share := range shares {
		c := candidate{share: share}
		for k := range folds {
			parts, err := made[k](share)
			if err != nil {
				return StepScore{}, err
			}
			v, err := t.with(t.held[k], parts)
			if err != nil {
				return StepScore{}, err
			}
			c.held = append(c.held, v)
		}
		t.note(step, "scoring %.0f %% of the change", 100*share)
		var err error
		if c.scores, err = t.score(t.learned, c.held, forms); err != nil {
			return StepScore{}, err
		}
		if all = append(all, c); total(c.all()).Mean() > total(all[top].all()).Mean() {
			top = i
		}
	}
	// The smallest change that is as good as the best, for all that can be told: the more is
	// kept, the better other text is done.
	best := all[slices.IndexFunc(all, func(c candidate) bool { return better(all[top].all(), c.all(), mean) > asGood })]
	again := func(name string, use func(fold int) bool, v *version) (*version, error) {
		m, err := train(name, use)
		if err != nil {
			return nil, err
		}
		parts, err := m(best.share)
		if err != nil {
			return nil, err
		}
		return t.with(v, parts)
	}
	s := t.compare(step, best.scores)
	if s.Share = best.share; !s.Taken {
		return s, nil
	}
	full, err := again("all folds", func(fold int) bool { return fold != kept }, t.full)
	if err != nil {
		return s, err
	}
	t.again = append(t.again, func(v *version) (*version, error) { return again("all there is", func(int) bool { return true }, v) })
	t.take(best.held, full, best.scores)
	return s, nil
}

// compare says what forms gain, and whether that is to be taken.
func (t *task) compare(step Step, after scores) StepScore {
	var a, b []Counts
	s := StepScore{Step: step, Share: 1}
	for _, form := range t.forms {
		if after[form] != nil {
			a, b = append(a, after[form]...), append(b, t.scores[form]...)
			s.Forms = append(s.Forms, form)
		}
	}
	s.Before, s.After, s.P = total(b), total(a), better(a, b, mean)
	if s.P > chance {
		s.Why = "no gain for certain"
		return s
	}
	for _, form := range s.Forms {
		if what := harmed(after[form], t.scores[form], doubt); what != "" {
			s.Why = fmt.Sprintf("%s of %s are done worse", what, form)
			return s
		}
	}
	s.Taken = true
	return s
}

func (t *task) take(held []*version, full *version, after scores) {
	t.held, t.full = held, full
	maps.Copy(t.scores, after)
}

// How the network is trained on.
const (
	networkWords = 300000 // are looked at in the ten minutes of the default, by each of the trainings
	fewestPasses = 4
	mostPasses   = 20
	// Of what is not known but predicted little is to be learned but to keep it.
	marksWeight, caseWeight = 0.3, 0.15
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
	m := advisor.Model()
	config, err := container.ConfigOf(t.base.Part(engine.PartNetwork), neural.FileKind, neural.FileVersion)
	if err != nil {
		return nil, err
	}
	l := t.base.Sentences().Stages()
	samples := func(sides []data.Side) []neural.Sample {
		s := train.NetworkSamples([]*stages.Labeller{l}, nil, sides, t.Seed, t.Workers)
		for i := range s {
			t.keep(m, &s[i])
		}
		return s
	}
	var own []data.Side
	for i := range t.all {
		own = append(own, t.all[i].side)
	}
	all := samples(own)
	s, err := t.tryTraining(step, func(name string, use func(int) bool) (trained, error) {
		words := 0
		var in []neural.Sample
		for _, s := range all {
			if use(t.all[s.Group].fold) {
				in = append(in, s)
			}
		}
		for i := range t.all {
			if use(t.all[i].fold) {
				words += len(t.all[i].side.Tokens)
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
				s.Group += len(t.all)
				in = append(in, s)
			}
			for i := range labelled[k] {
				words += len(labelled[k][i].Tokens)
			}
		}
		c := neural.DefaultConfig()
		c.Forms, c.MarksWeight, c.CaseWeight, c.Trainer = networkForms, marksWeight, caseWeight, networkTrainer
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
			file, err := between.Marshal(t.config(config, []any{c.Trainer, share}))
			return map[string][]byte{engine.PartNetwork: file}, err
		}, nil
	}, networkShares, t.forms)
	if err != nil {
		return nil, err
	}
	return []StepScore{s}, nil
}

// keep puts what the network says of marks and case in the place of what the corpus does not
// know, so that the network does not forget it.
func (t *task) keep(m *neural.Model, s *neural.Sample) {
	if s.Marks == nil || t.marked && t.cased {
		return
	}
	var p neural.Prediction
	m.Read(s.Reading, s.Of, neural.Hidden{Written: true}, &p)
	if !t.marked {
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
	sides := t.Unlabelled
	words := 0
	for i := range t.learned {
		words += len(t.learned[i].side.Tokens)
	}
	for i := range sides {
		if words -= len(sides[i].Tokens) / 2; words < 0 { // twice as many as are labelled, at most
			sides = sides[:i+1]
			break
		}
	}
	var labelled [][]data.Side
	for _, v := range append(slices.Clone(t.held), t.full) {
		own, err := relabel(t.ctx, v.Bundle, sides, t.Workers)
		if err != nil {
			return nil, err
		}
		labelled = append(labelled, own)
	}
	return t.network(StepUnlabelled, labelled)
}

// piece is a sentence of words of a fold.
type piece struct {
	data.Sentence
	fold int
}

// pieces returns what the engine for a form reads of all there is. With more, also with other
// habits of typists, and cut as without times.
func (t *task) pieces(form string, more bool) ([]piece, error) {
	var out []piece
	add := func(sentences []data.Sentence, conv, fold int) {
		for i := range sentences {
			if words, _ := stages.Words(&sentences[i]); len(words.Tokens) > 0 {
				words.Conv = conv // confidence is checked by halves of them
				out = append(out, piece{words, fold})
			}
		}
	}
	for i := range t.all {
		p := &t.all[i]
		switch form {
		case engine.Sentences:
			add(sentencesOf(&p.side), i, p.fold)
		case engine.Written:
			add(writtenOf(&p.side, false), i, p.fold)
			if more {
				add(writtenOf(&p.side, true), i, p.fold)
			}
		case engine.Streams:
			v := t.full
			if p.fold != kept {
				v = t.held[p.fold]
			}
			for _, times := range []bool{true, false} {
				if !times && !more {
					continue
				}
				found, err := train.StreamPieces(v.Bundle, []data.Side{p.side}, times, t.Workers)
				if err != nil {
					return nil, err
				}
				add(found, i, p.fold)
			}
		}
	}
	return out, nil
}

// editConfig is how edit models are trained on.
var (
	editConfig = stages.AdaptConfig{Passes: 4, Runs: 3, Batch: 8, Rate: 0.05, Damping: 1, L2: 0.001, Dropout: 0.3}
	editShares = []float64{0.5, 1}
	editLosses = map[string]stages.Losses{engine.Sentences: stages.DefaultLosses, engine.Streams: stages.StreamLosses, engine.Written: stages.WrittenLosses}
)

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
	c := editConfig
	c.Seed, c.Workers, c.Losses = t.Seed+1, t.Workers, editLosses[form]
	first := e.Stages().Model(stages.PartEdit)
	s, err := t.tryTraining(step, func(name string, use func(int) bool) (trained, error) {
		var in []data.Sentence
		for i := range all {
			if use(all[i].fold) {
				in = append(in, all[i].Sentence)
			}
		}
		t.note(step, "%s: %d sentences", name, len(in))
		m, err := e.Stages().Adapt(t.ctx, c, in)
		if err != nil {
			return nil, err
		}
		return func(share float64) (map[string][]byte, error) {
			between, err := first.Between(m, share)
			if err != nil {
				return nil, err
			}
			return t.editPart(e, form, between, t.config(text, []any{c, share}))
		}, nil
	}, editShares, []string{form})
	if err != nil {
		return nil, err
	}
	return []StepScore{s}, nil
}

// editPart returns the part of an edit model, and, where the engine has some, the experts
// that are built on it: what they differ by stays.
func (t *task) editPart(e *engine.Engine, form string, m *m3n.Model, config string) (map[string][]byte, error) {
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
		if parts[engine.PartExperts], err = x.Marshal(config, base); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

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

// tunable returns pieces of what is learned from to tune to.
func (t *task) tunable(form string) ([]piece, error) {
	all, err := t.pieces(form, false)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p piece) bool { return p.fold == kept })
	every := (len(all) + mostTuned - 1) / mostTuned
	var out []piece
	for i := 0; i < len(all); i += max(1, every) {
		out = append(out, all[i])
	}
	return out, nil
}

// weights tunes the weights of the decoder for a form: for each fold to the others, to see what
// is gained, and then to all.
func (t *task) weights(form string) (StepScore, error) {
	all, err := t.tunable(form)
	if err != nil {
		return StepScore{}, err
	}
	var held []*version
	for k := range folds {
		t.note(StepWeights, "%s, fold %d of %d", form, k+1, folds)
		s, err := t.tuned(form, slices.DeleteFunc(slices.Clone(all), func(p piece) bool { return p.fold == k }))
		if err != nil {
			return StepScore{}, err
		}
		v, err := t.with(t.held[k], map[string][]byte{settingsParts[form]: []byte(s.String())})
		if err != nil {
			return StepScore{}, err
		}
		held = append(held, v)
	}
	scored, err := t.score(t.learned, held, []string{form})
	if err != nil {
		return StepScore{}, err
	}
	s := t.compare(StepWeights, scored)
	if !s.Taken {
		return s, nil
	}
	t.note(StepWeights, "%s, all folds", form)
	settings, err := t.tuned(form, all)
	if err != nil {
		return s, err
	}
	return s, t.takeSettings(form, settings, scored)
}

// takeSettings takes the settings of an engine, with what they have been scored.
func (t *task) takeSettings(form string, s *engine.Settings, scored scores) error {
	held, err := t.withSettings(form, s)
	if err != nil {
		return err
	}
	parts := map[string][]byte{settingsParts[form]: []byte(s.String())}
	full, err := t.with(t.full, parts)
	if err != nil {
		return err
	}
	t.again = append(t.again, func(v *version) (*version, error) { return t.with(v, parts) })
	t.take(held, full, scored)
	return nil
}

// withSettings returns the versions of the folds with settings of an engine.
func (t *task) withSettings(form string, s *engine.Settings) ([]*version, error) {
	var out []*version
	for k := range folds {
		v, err := t.with(t.held[k], map[string][]byte{settingsParts[form]: []byte(s.String())})
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
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
		all, err := t.tunable(form)
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
		score := StepScore{Step: StepConfidence, Share: 1, Forms: []string{form}, P: math.NaN(), Before: total(t.scores[form])}
		score.After = score.Before
		was, is := misjudged(before), misjudged(c.Reliability) // this of each half by what the other half says
		score.Why = fmt.Sprintf("off by %.1f points in the mean, and by %.1f before", 100*is, 100*was)
		if score.Taken = is < was; score.Taken {
			c.Settings.Engine = ""
			if err := t.takeSettings(form, &c.Settings, nil); err != nil {
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
