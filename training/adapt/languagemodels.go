package adapt

import (
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/models/stages"
)

// The language models of a user's own text, and how much they are to say.
var (
	lmConfig = stages.LMConfig{Order: 3}
	lmShares = []float64{0.05, 0.15, 0.35}
)

// leastLMWords is how many words it takes for language models of their own to say anything, for
// the time that mixing takes.
const leastLMWords = 10000

// languageModels mixes the language models with those of the sentences.
func (t *task) languageModels(step Step) ([]StepScore, error) {
	if n := wordsIn(t.all); n < leastLMWords {
		return []StepScore{untried(step, "%d words are too few: it takes %d", n, leastLMWords)}, nil
	}
	all, err := t.pieces(t.all, engine.Sentences, false)
	if err != nil {
		return nil, err
	}
	first := t.base.Sentences().Stages().LanguageModels()
	found, err := t.offers(step, Both, func(name string, use func(int) bool) (trained, error) {
		in := taught(all, use)
		t.note(step, "%s: %d sentences", name, len(in))
		own, err := stages.EstimateLMs(lmConfig, in)
		if err != nil {
			return nil, err
		}
		return func(share float64) (map[string][]byte, error) {
			parts := make(map[string][]byte)
			for _, x := range []struct {
				part stages.Part
				a, b *lm.Model
			}{{stages.PartFluent, first.Fluent, own.Fluent}, {stages.PartDisfluent, first.Disfluent, own.Disfluent}} {
				mixed, err := lm.Mix(x.a, x.b, share)
				if err != nil {
					return nil, err
				}
				config, err := stages.PartConfig(x.part, t.base.Part(string(x.part)))
				if err != nil {
					return nil, err
				}
				if parts[string(x.part)], err = mixed.Quantise().Marshal(t.config(config, []any{lmConfig, share})); err != nil {
					return nil, err
				}
			}
			return parts, nil
		}, nil
	}, lmShares, t.forms)
	if err != nil {
		return nil, err
	}
	best, s := t.best(step, t.forms, found)
	return []StepScore{s}, t.take(best, &s)
}
