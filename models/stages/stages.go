package stages

import (
	"context"
	"errors"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

func (tr *Trainer) trainTagger(ctx context.Context, step string, use func(*trainSentence) bool) ([]byte, error) {
	c := tr.Config.Tagger
	return tr.step(ctx, step, text([]any{tr.Config.Seed, tr.Config.Folds, c}), func(config string) ([]byte, error) {
		in := tr.selected(use)
		var words []uint32
		var tags []string
		for _, s := range in {
			for j, l := range s.words {
				words, tags = append(words, l.word), append(tags, s.tokens[j].POS)
			}
		}
		d := buildTagDictionary(words, tags)
		if len(d.tags) < 2 {
			return nil, errors.New("the corpus has no part-of-speech tags")
		}
		model, err := tr.trainModel(ctx, step, &c, nil, &m3n.Corpus{
			Schema: taggerSchema, Labels: d.tags, Start: -1, N: len(in),
			Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
				d.fill(seq, &in[i].instance)
				ex.Gold, ex.Allowed, ex.Weight = ex.Gold[:0], ex.Allowed[:0], ex.Weight[:0]
				for j, l := range in[i].words {
					tag := in[i].tokens[j].POS
					ex.Gold = append(ex.Gold, d.gold(l, tag))
					ex.Allowed = append(ex.Allowed, d.get(l).labels)
					weight := float32(1)
					if tag == "" {
						weight = 0
					}
					ex.Weight = append(ex.Weight, weight)
				}
			}})
		if err != nil {
			return nil, err
		}
		return (&Tagger{model, d}).Marshal(config)
	})
}

func (tr *Trainer) trainFiller(ctx context.Context, step string, use func(*trainSentence) bool) ([]byte, error) {
	c := tr.Config
	return tr.step(ctx, step, text([]any{c.Seed, c.Folds, c.Tagger, c.Filler}), func(config string) ([]byte, error) {
		in := tr.selected(use)
		model, err := tr.trainModel(ctx, step, &c.Filler, nil, &m3n.Corpus{
			Schema: stageSchema, Labels: []string{"O", "F"}, Start: 0, N: len(in),
			Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
				in[i].fillStage(seq, nil, nil)
				ex.Gold = ex.Gold[:0]
				for j := range in[i].tokens {
					y := uint8(0)
					if in[i].tokens[j].Kind.Filler() {
						y = 1
					}
					ex.Gold = append(ex.Gold, y)
				}
			}})
		if err != nil {
			return nil, err
		}
		return model.Marshal(config)
	})
}

func (tr *Trainer) trainEdit(ctx context.Context, step string, edit StageConfig, use func(*trainSentence) bool) ([]byte, error) {
	c := tr.Config
	return tr.step(ctx, step, text(c.editSettings(&edit)), func(config string) ([]byte, error) {
		in := tr.selected(use)
		lms, err := tr.jackknifedLMs(ctx)
		if err != nil {
			return nil, err
		}
		schema, err := editSchema(WordsAlone, edit.Templates)
		if err != nil {
			return nil, err
		}
		corpus := editCorpus(in, schema, func(s *trainSentence) *LanguageModels { return lms[s.fold] }, c.Scheme, c.Times)
		model, err := tr.trainModel(ctx, step, &edit, c.Losses.matrix(c.Scheme), corpus)
		if err != nil {
			return nil, err
		}
		return model.Marshal(config)
	})
}

func (tr *Trainer) trainKinds(ctx context.Context) ([]byte, error) {
	c := tr.Config
	return tr.step(ctx, "kinds", text([]any{c.Seed, c.Folds, c.Tagger, c.Kinds}), func(config string) ([]byte, error) {
		// A sentence without fillers teaches nothing about their kinds.
		in := tr.selected(func(s *trainSentence) bool {
			for i := range s.tokens {
				if s.tokens[i].Kind.Filler() {
					return true
				}
			}
			return false
		})
		model, err := tr.trainModel(ctx, "kinds", &c.Kinds, nil, kindsCorpus(in))
		if err != nil {
			return nil, err
		}
		return model.Marshal(config)
	})
}

// kindsCorpus returns the corpus of the model of kinds.
func kindsCorpus(in []*trainSentence) *m3n.Corpus {
	return &m3n.Corpus{
		Schema: kindSchema, Labels: kindLabels, Start: -1, N: len(in),
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			in[i].fillKinds(seq)
			ex.Gold, ex.Allowed = ex.Gold[:0], ex.Allowed[:0]
			for j := range in[i].tokens {
				kind := in[i].tokens[j].Kind
				if !kind.Filler() {
					kind = data.NoKind
				}
				ex.Gold = append(ex.Gold, uint8(kind))
				ex.Allowed = append(ex.Allowed, kindsAllowed(kind.Filler()))
			}
		}}
}
