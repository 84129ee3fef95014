package adapt

import (
	"fmt"
	"slices"
)

const (
	// certain is the largest p-value of what is certain in the end.
	certain = 0.05
	// leastMean is the Counts.Mean below which labels are taken for nonsense: random ones gain,
	// too, where more words are removed.
	leastMean = 0.25
)

// judge scores what was kept, before and after. What gains has to gain there. Losses that are
// certain (Bonferroni's correction over forms and measures) are looked for in all there is
// together, which models have labelled that have not seen it: in what was kept alone a handful
// of sentences would decide. Where all steps together do not pass, the last one that was taken is undone, and so on;
// where nothing is left, out says why there is to be no bundle.
func (t *task) judge(out *Result) error {
	first := t.taken[0]
	before, err := t.score(t.judged, []*version{first.full}, t.forms)
	if err != nil {
		return err
	}
	for n := len(t.taken) - 1; n > 0; n-- {
		s := t.taken[n]
		t.note("", "judging with what was kept: the first %d of %d steps that were taken", n, len(t.taken)-1)
		after, err := t.score(t.judged, []*version{s.full}, t.forms)
		if err != nil {
			return err
		}
		why := t.refused(before, after, s.scores)
		if why == "" || out.Forms == nil {
			out.Forms = t.formScores(before, after)
		}
		if why == "" {
			out.Why = ""
			t.back(n)
			return nil
		}
		if out.Why == "" {
			out.Why = why
		}
		for i := t.taken[n-1].tried; i < s.tried; i++ {
			if x := &out.Steps[i]; x.Taken {
				x.Taken, x.Why = false, "undone: "+why
			}
		}
	}
	t.back(0)
	if out.Forms == nil {
		out.Forms, out.Why = t.formScores(before, before), "no step has gained anything for certain"
	}
	return nil
}

// back goes back to a state.
func (t *task) back(n int) {
	s := t.taken[n]
	t.taken, t.again = t.taken[:n+1], t.again[:s.again]
	t.held, t.full, t.scores = s.held, s.full, s.scores
}

// formScores compares what was kept, before and after.
func (t *task) formScores(before, after scores) []FormScore {
	var out []FormScore
	for _, form := range t.forms {
		a, b := after[form], before[form]
		out = append(out, FormScore{
			Form: form, Sentences: len(a), Before: total(b), After: total(a),
			Edit: better(a, b, editF1), Filler: better(a, b, fillerF1), Mean: better(a, b, mean),
		})
	}
	return out
}

// refused says why what was kept, and what was learned from as models have labelled it that
// have not seen it, speak against a state; "": they do not.
func (t *task) refused(before, after, learned scores) string {
	each := certain / float64(2*len(t.forms)) // of so many comparisons one is soon lost by chance
	for _, form := range t.forms {
		if what := harmed(slices.Concat(after[form], learned[form]), slices.Concat(before[form], t.taken[0].scores[form]), each); what != "" {
			return fmt.Sprintf("%s of %s are done worse than before", what, form)
		}
	}
	if f := total(after.all()).Mean(); f < leastMean {
		return fmt.Sprintf("the mean F1 of edit words and fillers is %.0f %% even after it: is the corpus labelled right?", 100*f)
	}
	if p := better(after.all(), before.all(), mean); p > certain {
		return fmt.Sprintf("what was kept to judge with is not done better for certain (p %.2f)", p)
	}
	return ""
}
