package stages

import (
	"context"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
)

// AdaptConfig says how a model that is there is trained on. The fields are those of
// m3n.Subgradient: L2 pulls towards the weights that the model has.
type AdaptConfig struct {
	Passes, Runs, Batch        int
	Rate, Damping, L2, Dropout float64
	Losses                     Losses // of the edit model
	Seed                       uint64
	Workers                    int `json:"-"` // goroutines; the model does not depend on it
}

// Adapt returns the edit model of the labeller, trained on with labelled sentences, all of
// whose tokens are words and which say of sentence boundaries and punctuation what the model
// reads. Every one is learned from with its times and without. None of the labeller's models has seen them. The
// model has the features that it had: of others there is nothing to be learned.
func (l *Labeller) Adapt(ctx context.Context, c AdaptConfig, sentences []data.Sentence) (*m3n.Model, error) {
	in := make([]*trainSentence, len(sentences))
	for i := range sentences {
		in[i] = &trainSentence{tokens: sentences[i].Tokens}
		in[i].setPiece(l, &sentences[i])
	}
	parallel.Strided(max(1, c.Workers), len(in), func(_, i int) {
		w := l.worker()
		l.firstStage(w, &in[i].instance)
		l.workers.Put(w)
	})
	lms := func(*trainSentence) *LanguageModels { return &l.models.LanguageModels }
	edit := l.models.Edit
	d, err := edit.Dataset(editCorpus(in, l.schema, lms, l.scheme, TimesBoth), c.Workers)
	if err != nil {
		return nil, err
	}
	w, err := c.train(ctx, d, edit, c.Losses.matrix(l.scheme))
	if err != nil {
		return nil, err
	}
	return edit.WithWeights(w)
}

func (c *AdaptConfig) train(ctx context.Context, d *m3n.Dataset, m *m3n.Model, loss []float64) ([]float32, error) {
	start, err := m.Weights()
	if err != nil {
		return nil, err
	}
	return m3n.Subgradient{
		Objective: m3n.Hinge{Loss: loss}, Start: start, Passes: c.Passes, Runs: c.Runs, Batch: c.Batch,
		Rate: c.Rate, Damping: c.Damping, L2: c.L2, Dropout: c.Dropout, Seed: c.Seed, Workers: c.Workers,
	}.Train(ctx, d)
}

// AdaptKinds returns the model of the kinds of fillers, trained on with the sentences of
// them that have some.
func (l *Labeller) AdaptKinds(ctx context.Context, c AdaptConfig, sentences []data.Sentence) (*m3n.Model, error) {
	var in []*trainSentence
	for i := range sentences {
		filled := false
		for t := range sentences[i].Tokens {
			filled = filled || sentences[i].Tokens[t].Kind.Filler()
		}
		if filled {
			in = append(in, &trainSentence{tokens: sentences[i].Tokens})
			in[len(in)-1].setPiece(l, &sentences[i])
		}
	}
	parallel.Strided(max(1, c.Workers), len(in), func(_, i int) {
		w := l.worker()
		l.firstStage(w, &in[i].instance)
		l.workers.Put(w)
	})
	d, err := l.models.Kinds.Dataset(kindsCorpus(in), c.Workers)
	if err != nil {
		return nil, err
	}
	w, err := c.train(ctx, d, l.models.Kinds, nil)
	if err != nil {
		return nil, err
	}
	return l.models.Kinds.WithWeights(w)
}
