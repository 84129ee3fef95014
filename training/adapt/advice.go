package adapt

import (
	"fmt"
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
)

const (
	// fewWords of a kind say little of it.
	fewWords = 150
	// mostSentences is for how many sentences adapting is made: no more are asked for.
	mostSentences = 10000
	// good is the F1 of a kind of which nobody has to learn more.
	good = 0.95
	// styleWords is how many words that are removed as markers tell what readers want.
	styleWords = 30
)

// advice returns what to do next.
func (t *task) advice(out *Result) ([]string, error) {
	var list []string
	edits, fillers := 0, 0
	for i := range t.all {
		for _, x := range t.all[i].side.WithoutPartials() {
			switch x.Label() {
			case data.E:
				edits++
			case data.F:
				fillers++
			}
		}
	}
	if out.Why != "" {
		list = append(list, moreSentences(out))
	}
	now := total(t.scores.in(t.forms))
	for _, kind := range []struct {
		name  string
		words int
		what  string
		f1    float64
	}{{"edit words", edits, "repairs", now.Edit.F1()}, {"fillers", fillers, "fillers", now.Filler.F1()}} {
		if kind.words < fewWords && kind.f1 < good {
			list = append(list, fmt.Sprintf("There are %d %s to learn from, which is little: add talk with %s in it. 'tidytalk adapt --suggest' finds it.", kind.words, kind.name, kind.what))
		}
	}
	if l := refusedKind(out); l != Both {
		list = append(list, fmt.Sprintf("No step has gained in %s, which are done as well as before: the models do them as they are labelled, or what they do otherwise follows no rule that so many sentences show.", l))
	}
	if at := contradictions(t.all); len(at) > 0 {
		list = append(list, "The labels contradict each other between the same words: "+strings.Join(at, ", ")+". Decide once what these are, and label them so everywhere.")
	}
	if n := strings.Count(out.Fillers, "\n"); n > 0 {
		list = append(list, fmt.Sprintf("%s: the models are wrong about them nearly wherever they stand. --fillers-output writes a list for --fillers of clean.", plural(n, "word or phrase", "words or phrases")))
	}
	kept, err := t.keptMarkers()
	if err != nil {
		return nil, err
	}
	if kept != "" {
		list = append(list, kept)
	}
	return list, nil
}

func plural(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// moreSentences says how many sentences would make certain what the best step has gained, if it is no chance.
func moreSentences(out *Result) string {
	least := 0.5
	for i := range out.Steps {
		if p := out.Steps[i].P; p < least { // not NaN
			least = p
		}
	}
	if least < 0.4 {
		z := math.Sqrt2 * math.Erfinv(1-2*max(least, 0.001))
		certainty := math.Sqrt2 * math.Erfinv(1-2*certain)
		n := math.Ceil(float64(out.Sentences)*max(1.5, certainty*certainty/(z*z))/100) * 100
		if n <= mostSentences {
			return fmt.Sprintf("Label more: with about %.0f sentences such a gain would be certain, if it is none by chance. 'tidytalk adapt --suggest' chooses those that teach most.", n)
		}
	}
	return "The models do this text nearly as it is labelled, or it is labelled without a rule: correct the sentences that 'tidytalk adapt --suggest' chooses, in which more is likely to be wrong."
}

// refusedKind returns the kind that is done no better than before in all forms together, though there is something to be
// learned of it, Both for none.
func refusedKind(out *Result) Lesson {
	if out.Why != "" {
		return Both
	}
	var before, after Counts
	for _, f := range out.Forms {
		before, after = before.Plus(f.Before), after.Plus(f.After)
	}
	gains := func(measure func(Counts) float64) bool {
		return measure(after) > measure(before) || measure(after) >= good
	}
	switch {
	case !gains(editF1):
		return EditWords
	case !gains(fillerF1):
		return Fillers
	}
	return Both
}

// keptMarkers says whether people keep what the models remove as discourse markers, "" where they do not.
func (t *task) keptMarkers() (string, error) {
	removed, wrong := 0, 0
	pipelines := make(map[int]*pipeline.Pipeline)
	for i := range t.all {
		p := &t.all[i]
		if pipelines[p.fold] == nil {
			own, err := pipeline.New(t.held[p.fold].Bundle, pipeline.Options{})
			if err != nil {
				return "", err
			}
			pipelines[p.fold] = own
		}
		for _, s := range sentencesOf(&p.side) {
			o, err := pipelines[p.fold].Sentence(t.ctx, &s, false)
			if err != nil {
				return "", err
			}
			for k, d := range o.Decisions {
				if d.Label == data.F && d.Kind != data.FilledPause && d.Kind != data.Conjunction {
					if removed++; s.Tokens[k].Label() == data.O {
						wrong++
					}
				}
			}
		}
	}
	if removed < styleWords || 2*wrong < removed {
		return "", nil
	}
	return fmt.Sprintf("Of %d words that are removed as discourse markers, even by what is adapted, %d are kept in these sentences: 'clean --level light' keeps them all, and 'clean --remove' says what goes.", removed, wrong), nil
}
