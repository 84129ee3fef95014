package adapt

import "fmt"

const (
	// certain is the largest p-value of what is certain in the end.
	certain = 0.05
	// leastMean is the Counts.Mean below which labels are taken for nonsense: random ones gain,
	// too, where more words are removed.
	leastMean = 0.25
)

// judge takes of the steps that were taken, each with those before it, so many that all together
// gain most of what is certain. No step does harm for certain (see task.harmed), so that none has to
// be looked for here. Where nothing is certain, out says why there is to be no bundle.
func (t *task) judge(out *Result) {
	best, why := 0, "no step has gained anything for certain"
	for n := 1; n < len(t.taken); n++ {
		refused := t.refused(t.taken[n].scores)
		switch {
		case refused != "":
			if best == 0 {
				why = refused
			}
		case best == 0 || total(t.taken[n].scores.in(t.forms)).Mean() > total(t.taken[best].scores.in(t.forms)).Mean():
			best, why = n, ""
		}
	}
	last := t.taken[len(t.taken)-1]
	if out.Why = why; best > 0 {
		last = t.taken[best]
	}
	out.Forms = compare(t.forms, last.scores, t.first)
	for i := t.taken[best].tried; i < len(out.Steps); i++ {
		if x := &out.Steps[i]; x.Taken {
			if x.Taken, x.Why = false, "undone: all steps together gain more without it"; why != "" {
				x.Why = "undone: " + why
			}
		}
	}
	s := t.taken[best]
	t.taken = t.taken[:best+1]
	t.held, t.full, t.scores = s.held, s.full, s.scores
}

// refused says why the labels of a state are not better than those of the bundle that is
// adapted; "": they are. One of edit words and fillers may gain alone.
func (t *task) refused(after scores) string {
	a, b := after.in(t.forms), t.first.in(t.forms)
	if f := total(a).Mean(); f < leastMean {
		return fmt.Sprintf("the mean F1 of edit words and fillers is %.0f %% even after it: is the corpus labelled right?", 100*f)
	}
	p := better(a, b, mean)
	if p > certain && better(a, b, editF1) > certain/2 && better(a, b, fillerF1) > certain/2 {
		return fmt.Sprintf("the gain is not certain (p %.2f)", p)
	}
	return ""
}
