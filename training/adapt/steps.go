package adapt

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/tidytalk/tidytalk/decode/engine"
)

const (
	// chance is the largest p-value of a gain for which a step is taken.
	// It is large, since what is compared are labels by models that have not seen the text:
	// what was kept says in the end whether all steps together gain for certain.
	chance = 0.25
	// doubt is the largest p-value of a loss, of edit words or of fillers alone, for which a
	// step is refused. In one of several forms the loss has to be certain.
	doubt = 0.2
	// asGood is the p-value of a difference from which on it is none.
	asGood = 0.1
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
	case StepLM:
		s, err := t.languageModels(step)
		if err != nil {
			return nil, err
		}
		return []StepScore{s}, nil
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
	for _, share := range shares {
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
		all = append(all, c)
	}
	if harmless := slices.DeleteFunc(slices.Clone(all), func(c candidate) bool { return t.harmed(c.scores) != "" }); len(harmless) > 0 {
		all = harmless
	}
	top := slices.MaxFunc(all, func(a, b candidate) int { return cmp.Compare(total(a.all()).Mean(), total(b.all()).Mean()) })
	// The smallest change that is as good as the best, for all that can be told: the more is
	// kept, the better other text is done.
	best := all[slices.IndexFunc(all, func(c candidate) bool { return better(top.all(), c.all(), mean) > asGood })]
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
	s.Why = t.harmed(after)
	s.Taken = s.Why == ""
	return s
}

// harmed says what is done worse than so far, "" for nothing.
func (t *task) harmed(after scores) string {
	var a, b []Counts
	for _, form := range t.forms {
		if after[form] == nil {
			continue
		}
		if what := harmed(after[form], t.scores[form], certain); what != "" {
			return fmt.Sprintf("%s of %s are done worse", what, form)
		}
		a, b = append(a, after[form]...), append(b, t.scores[form]...)
	}
	if what := harmed(a, b, doubt); what != "" {
		return fmt.Sprintf("%s are done worse", what)
	}
	return ""
}

func (t *task) take(held []*version, full *version, after scores) {
	t.held, t.full = held, full
	maps.Copy(t.scores, after)
}
