package stages

import (
	"context"
	"iter"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/lm"
)

// LMConfig says how the language models are estimated.
type LMConfig struct {
	Order int
	Prune []int // see lm.EstimateOptions
}

// trainLM estimates a language model and quantises it.
func (tr *Trainer) trainLM(ctx context.Context, p Part) ([]byte, error) {
	return tr.step(ctx, string(p), text(tr.Config.LM), func(config string) ([]byte, error) {
		m, err := tr.estimate(ctx, p, 1, func(*trainSentence) bool { return true })
		if err != nil {
			return nil, err
		}
		return m.Marshal(config)
	})
}

// estimate returns the language model of some of the training sentences. It is one of so
// many that are estimated at a time.
func (tr *Trainer) estimate(ctx context.Context, p Part, together int, use func(*trainSentence) bool) (*lm.Model, error) {
	limits := lm.Limits{Memory: tr.Limits.Memory / int64(max(together, 1)), Dir: tr.Limits.Dir, Workers: max(tr.Workers/max(together, 1), 1)}
	return tr.Config.LM.estimate(ctx, limits, func(yield func([]string) bool) {
		var words []string
		for i := range tr.sentences {
			s := &tr.sentences[i]
			if !use(s) {
				continue
			}
			words = words[:0]
			for j, l := range s.words {
				if p == PartDisfluent || s.tokens[j].Label() == data.O {
					words = append(words, l.text)
				}
			}
			if !yield(words) {
				return
			}
		}
	})
}

// estimate returns the language model of sentences.
func (c *LMConfig) estimate(ctx context.Context, limits lm.Limits, sentences iter.Seq[[]string]) (*lm.Model, error) {
	counter, err := lm.NewCounter(c.Order)
	if err != nil {
		return nil, err
	}
	defer counter.Close()
	counter.Limit(limits)
	for words := range sentences {
		if len(words) > 0 {
			if err := counter.Add(words); err != nil {
				return nil, err
			}
		}
	}
	m, _, err := counter.EstimateContext(ctx, lm.EstimateOptions{Prune: c.Prune})
	if err != nil {
		return nil, err
	}
	return m.Quantise(), nil
}

// EstimateLMs returns language models of labelled sentences, all of whose tokens are words: the
// fluent one of what is kept of them. The error for no words is lm.ErrNoText.
func EstimateLMs(c LMConfig, sentences []data.Sentence) (LanguageModels, error) {
	text := func(fluent bool) iter.Seq[[]string] {
		return func(yield func([]string) bool) {
			var words []string
			for i := range sentences {
				words = words[:0]
				for j := range sentences[i].Tokens {
					if t := &sentences[i].Tokens[j]; !fluent || t.Label() == data.O {
						words = append(words, normalise(t.Text))
					}
				}
				if !yield(words) {
					return
				}
			}
		}
	}
	var out LanguageModels
	var err error
	if out.Fluent, err = c.estimate(context.Background(), lm.Limits{}, text(true)); err != nil {
		return LanguageModels{}, err
	}
	out.Disfluent, err = c.estimate(context.Background(), lm.Limits{}, text(false))
	return out, err
}

// tagOrder is the order of the language models of tags: few words tell much.
const tagOrder = 5

// tagLM estimates the language model of the gold tags of fluent words.
func (tr *Trainer) tagLM(use func(*trainSentence) bool) (*lm.Model, error) {
	counter, err := lm.NewCounter(tagOrder)
	if err != nil {
		return nil, err
	}
	var tags []string
	for i := range tr.sentences {
		s := &tr.sentences[i]
		if !use(s) {
			continue
		}
		tags = tags[:0]
		for j := range s.tokens {
			if t := &s.tokens[j]; t.Label() == data.O {
				tag := t.POS
				if tag == "" {
					tag = "XX"
				}
				tags = append(tags, tag)
			}
		}
		if len(tags) > 0 {
			if err := counter.Add(tags); err != nil {
				return nil, err
			}
		}
	}
	m, _, err := counter.Estimate(lm.EstimateOptions{Prune: []int{0, 0, 1}})
	if err != nil {
		return nil, err
	}
	return m.Quantise(), nil
}

// jackknifedLMs returns, for each fold, language models that have not seen it: a
// model that has seen a sentence gives it scores that it will never give again.
func (tr *Trainer) jackknifedLMs(ctx context.Context) ([]*LanguageModels, error) {
	out := make([]*LanguageModels, tr.Config.Folds)
	err := parallel.Each(ctx, tr.Workers, len(out), func(k int) (err error) {
		others := func(s *trainSentence) bool { return s.fold != k }
		out[k] = &LanguageModels{}
		if out[k].Fluent, err = tr.estimate(ctx, PartFluent, tr.Workers, others); err == nil {
			out[k].Disfluent, err = tr.estimate(ctx, PartDisfluent, tr.Workers, others)
		}
		return err
	})
	return out, err
}
