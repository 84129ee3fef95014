package adapt

import (
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/train"
)

// editParts are the parts of edit models, by their engines.
var editParts = map[string]string{engine.Sentences: string(stages.PartEdit), engine.Streams: engine.PartStreamEdit, engine.Written: engine.PartWrittenEdit}

// piece is a sentence of words of a fold.
type piece struct {
	data.Sentence
	fold int
}

// pieces returns what the engine for a form reads of parts. With more, also with other habits of
// typists, and cut as without times.
func (t *task) pieces(parts []part, form string, more bool) ([]piece, error) {
	var out []piece
	add := func(sentences []data.Sentence, conv, fold int) {
		for i := range sentences {
			if words, _ := stages.Words(&sentences[i]); len(words.Tokens) > 0 {
				words.Conv = conv // confidence is checked by halves of them
				out = append(out, piece{words, fold})
			}
		}
	}
	for i := range parts {
		p := &parts[i]
		switch form {
		case engine.Sentences:
			add(sentencesOf(&p.side), i, p.fold)
		case engine.Written:
			add(writtenOf(&p.side, false), i, p.fold)
			if more {
				add(writtenOf(&p.side, true), i, p.fold)
			}
		case engine.Streams:
			for _, times := range []bool{true, false} {
				if !times && !more {
					continue
				}
				found, err := train.StreamPieces(t.held[p.fold].Bundle, []data.Side{p.side}, times, t.Workers)
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
	e := t.base.Engine(form)
	text, err := e.EditConfig()
	if err != nil {
		return nil, err
	}
	c := editConfig
	c.Seed, c.Workers, c.Losses = t.Seed+1, t.Workers, editLosses[form]
	first := e.Stages().Model(stages.PartEdit)
	return t.choose(step, []string{form}, func(lesson Lesson) ([]offer, error) {
		parts, err := t.lesson(lesson)
		if err != nil {
			return nil, err
		}
		all, err := t.pieces(parts, form, true)
		if err != nil {
			return nil, err
		}
		return t.offers(step, lesson, func(name string, use func(int) bool) (trained, error) {
			in := taught(all, use)
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
				return t.editPart(e, form, between, t.config(text, []any{c, share, lesson}))
			}, nil
		}, editShares, []string{form})
	})
}

// taught returns the sentences of the folds of use.
func taught(all []piece, use func(fold int) bool) []data.Sentence {
	var in []data.Sentence
	for i := range all {
		if use(all[i].fold) {
			in = append(in, all[i].Sentence)
		}
	}
	return in
}

// editPart returns the part of an edit model, and, where the engine has some, the experts
// that are built on it: what they differ by is kept.
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
