package adapt

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/decode/engine"
)

const (
	// chance is the largest p-value of a gain for which a step is taken.
	// It is large: in the end all steps together have to gain for certain.
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
		return t.languageModels(step)
	case StepWeights:
		if n := sentencesIn(t.all); n < leastTuned {
			return []StepScore{untried(step, "%d sentences are too few: it takes %d", n, leastTuned)}, nil
		}
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
		return t.confidence()
	}
	return nil, fmt.Errorf("there is no such step")
}

// untried is the score of a step that was not tried.
func untried(step Step, why string, args ...any) StepScore {
	return StepScore{Step: step, P: math.NaN(), Why: "not tried: " + fmt.Sprintf(why, args...)}
}

// trained is what a training has found: the parts with weights that are a share of the way from
// those that they had to those that it found (Wortsman et al., CVPR 2022).
type trained func(share float64) (map[string][]byte, error)

// training trains on the parts of the folds of use. name tells people which.
type training func(name string, use func(fold int) bool) (trained, error)

// offer is what may be taken.
type offer struct {
	lesson Lesson
	share  float64
	held   []*version
	full   func() (*version, error)
	scores
}

// offers trains for every fold, and scores shares of what is found.
func (t *task) offers(step Step, lesson Lesson, train training, shares []float64, forms []string) ([]offer, error) {
	var made []trained
	for k := range folds {
		m, err := train(fmt.Sprintf("fold %d of %d", k+1, folds), func(fold int) bool { return fold != k })
		if err != nil {
			return nil, err
		}
		made = append(made, m)
	}
	var all []offer
	for _, share := range shares {
		c := offer{lesson: lesson, share: share}
		for k := range folds {
			parts, err := made[k](share)
			if err != nil {
				return nil, err
			}
			v, err := t.with(t.held[k], parts)
			if err != nil {
				return nil, err
			}
			c.held = append(c.held, v)
		}
		c.full = func() (*version, error) {
			m, err := train("all folds", func(int) bool { return true })
			if err != nil {
				return nil, err
			}
			parts, err := m(share)
			if err != nil {
				return nil, err
			}
			return t.with(t.full, parts)
		}
		t.note(step, "scoring %.0f %% of the change", 100*share)
		var err error
		if c.scores, err = t.score(c.held, forms); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// choose tries a step with both kinds, and, where one of them gains at the cost of the other, with
// that one alone, and takes what is best.
func (t *task) choose(step Step, forms []string, try func(Lesson) ([]offer, error)) ([]StepScore, error) {
	found, err := try(Both)
	if err != nil {
		return nil, err
	}
	best, s := t.best(step, forms, found)
	out := []StepScore{s}
	if lesson := t.alone(forms, best, s.Taken); lesson != Both {
		t.note(step, "once more, for %s alone", lesson)
		if found, err = try(lesson); err != nil {
			return nil, err
		}
		other, s := t.best(step, forms, found)
		out = append(out, s)
		switch a, b := other.in(forms), best.in(forms); {
		case !out[1].Taken:
		case out[0].Taken && better(b, a, mean) <= asGood:
			out[1].Taken, out[1].Why = false, "both kinds together gain more"
		default:
			best = other
			if out[0].Taken {
				out[0].Taken, out[0].Why = false, fmt.Sprintf("%s alone are as good", lesson)
			}
		}
	}
	for i := range out {
		if out[i].Taken {
			return out, t.take(best, &out[i])
		}
	}
	return out, nil
}

// alone returns the kind that gains where the other one does not.
func (t *task) alone(forms []string, c *offer, taken bool) Lesson {
	a, b := c.in(forms), t.scores.in(forms)
	worse := func(measure func(Counts) float64) bool { return measure(total(a)) < measure(total(b)) }
	switch {
	case better(a, b, fillerF1) <= chance && (!taken || worse(editF1)):
		return Fillers
	case better(a, b, editF1) <= chance && (!taken || worse(fillerF1)):
		return EditWords
	}
	return Both
}

// best returns the best offer, and whether it is to be taken.
func (t *task) best(step Step, forms []string, all []offer) (*offer, StepScore) {
	if harmless := slices.DeleteFunc(slices.Clone(all), func(c offer) bool { return t.harmed(forms, c.scores) != "" }); len(harmless) > 0 {
		all = harmless
	}
	top := slices.MaxFunc(all, func(a, b offer) int {
		return cmp.Compare(total(a.in(forms)).Mean(), total(b.in(forms)).Mean())
	})
	// The smallest change that is as good as the best, for all that can be told: the more is
	// kept, the better other text is done.
	best := &all[slices.IndexFunc(all, func(c offer) bool { return better(top.in(forms), c.in(forms), mean) > asGood })]
	s := StepScore{Step: step, Lesson: best.lesson, Share: best.share, Forms: compare(forms, best.scores, t.scores)}
	if s.P = better(best.in(forms), t.scores.in(forms), mean); s.P > chance {
		s.Why = "no gain for certain"
		return best, s
	}
	s.Why = t.harmed(forms, best.scores)
	s.Taken = s.Why == ""
	return best, s
}

// compare returns what is gained in forms.
func compare(forms []string, after, before scores) []FormScore {
	var out []FormScore
	for _, form := range forms {
		a, b := after[form], before[form]
		out = append(out, FormScore{
			Form: form, Before: total(b), After: total(a),
			Edit: better(a, b, editF1), Filler: better(a, b, fillerF1), Mean: better(a, b, mean),
		})
	}
	return out
}

// harmed says what is done worse than so far in forms, or than by the bundle that is adapted, ""
// for nothing.
func (t *task) harmed(forms []string, after scores) string {
	each := certain / float64(2*len(t.forms)) // of so many comparisons one is soon lost by chance
	for _, form := range forms {
		if what := harmed(after[form], t.scores[form], certain); what != "" {
			return fmt.Sprintf("%s of %s are done worse", what, form)
		}
		if what := harmed(after[form], t.first[form], each); what != "" {
			return fmt.Sprintf("%s of %s are done worse than at first", what, form)
		}
	}
	if what := harmed(after.in(forms), t.scores.in(forms), doubt); what != "" {
		return fmt.Sprintf("%s are done worse", what)
	}
	return ""
}

// take takes a offer that is to be taken.
func (t *task) take(c *offer, s *StepScore) error {
	if !s.Taken {
		return nil
	}
	full, err := c.full()
	if err != nil {
		return err
	}
	t.held, t.full = c.held, full
	maps.Copy(t.scores, c.scores)
	return nil
}
