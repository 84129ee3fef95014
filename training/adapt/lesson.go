package adapt

import (
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/parallel"
)

// Lesson says what of the labels is learned.
type Lesson string

// The lessons.
const (
	Both Lesson = "" // edit words and fillers
	// One of them, with what the models say of the other in the place of what the corpus does, so
	// that they keep it (Li and Hoiem, Learning without Forgetting, ECCV 2016).
	Fillers   Lesson = "fillers"
	EditWords Lesson = "edit words"
)

// lesson returns all parts with the labels of a lesson, by models that have not seen them.
func (t *task) lesson(l Lesson) ([]part, error) {
	if l == Both {
		return t.all, nil
	}
	out := slices.Clone(t.all)
	pipelines := make([]*pipeline.Pipeline, folds)
	for k := range pipelines {
		var err error
		if pipelines[k], err = pipeline.New(t.held[k].Bundle, pipeline.Options{}); err != nil {
			return nil, fmt.Errorf("labels of %s: %w", l, err)
		}
	}
	err := parallel.Each(t.ctx, t.Workers, len(out), func(i int) error {
		side := &out[i].side
		var said []data.Decision
		for _, s := range sentencesOf(side) {
			o, err := pipelines[out[i].fold].Sentence(t.ctx, &s, false)
			if err != nil {
				return err
			}
			said = append(said, o.Decisions...)
		}
		side.Tokens = l.of(side.Tokens, said)
		return nil
	})
	return out, err
}

// of returns tokens with the labels of a lesson: said are the decisions about those that are no
// partial words.
func (l Lesson) of(tokens []data.Token, said []data.Decision) []data.Token {
	out := make([]data.Token, len(tokens))
	at := 0
	for i, x := range tokens {
		if out[i] = x; x.Partial() {
			continue
		}
		d := &said[at]
		at++
		switch {
		case l == Fillers && d.Label == data.E:
			out[i].Edit = true
		case l == Fillers && x.Edit && !x.Kind.Filler():
			out[i].Edit, out[i].Kind = false, kindOf(d)
		case l == Fillers:
			out[i].Edit = false
		case !x.Edit && d.Label != data.E: // of what the models have wrongly for edit words they say nothing else
			out[i].Kind = kindOf(d)
		}
	}
	return out
}

// kindOf returns the kind of a decision about a word that is no edit word.
func kindOf(d *data.Decision) data.Kind {
	switch {
	case d.Label != data.F:
		return data.NoKind
	case d.Kind.Filler():
		return d.Kind
	}
	return data.DiscourseMarker
}
