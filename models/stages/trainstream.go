package stages

import (
	"context"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
)

// DefaultStreamConfig returns how the edit model for pieces of streams is trained.
func DefaultStreamConfig() StageConfig {
	c := DefaultConfig().Edit
	c.Templates += "\n" + Template("stream")
	c.Runs, c.Min = 3, 0.06
	return c
}

// DefaultWrittenConfig returns how the edit model for text with punctuation is trained.
func DefaultWrittenConfig() StageConfig {
	c := DefaultConfig().Edit
	c.Templates += "\n" + Template("written")
	c.Runs, c.Min = 3, 0.08
	return c
}

// Pieces are what an edit model is trained on besides gold sentences: pieces of text
// with what the model is to read of them, predicted by models that have not seen them,
// or as it is written.
type Pieces struct {
	Evidence  Evidence
	Sentences []data.Sentence
	Folds     []int // of each sentence: what earlier stages say of it is predicted by the labeller of its fold
	Held      *HeldOut
}

// TrainPieces trains an edit model on pieces of the folds of use. step names the
// training for reports and for its place among finished steps.
func (tr *Trainer) TrainPieces(ctx context.Context, step string, edit StageConfig, p *Pieces, use func(fold int) bool) ([]byte, error) {
	c := tr.Config
	schema, err := editSchema(p.Evidence, edit.Templates)
	if err != nil {
		return nil, err
	}
	settings := text(append(c.editSettings(&edit), step))
	return tr.stepOn(ctx, hashOf(p.Sentences), step, settings, func(config string) ([]byte, error) {
		var in []*trainSentence
		for i := range p.Sentences {
			if use(p.Folds[i]) {
				in = append(in, &trainSentence{tokens: p.Sentences[i].Tokens, fold: p.Folds[i]})
				in[len(in)-1].setPiece(p.Held.Labellers[p.Folds[i]], &p.Sentences[i])
			}
		}
		tr.readPieces(p.Held, in)
		scratches := sync.Pool{New: func() any { return new(editScratch) }}
		model, err := tr.trainModel(ctx, step, &edit, c.Losses.matrix(c.Scheme), &m3n.Corpus{
			Schema: schema, Labels: c.Scheme.labels(), Start: 0, N: len(in),
			Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
				s := in[i]
				scratch := scratches.Get().(*editScratch)
				s.fillEdit(seq, schema, scratch, &p.Held.Labellers[s.fold].models.LanguageModels)
				scratches.Put(scratch)
				var gold [64]data.Label
				labels := gold[:0]
				for j := range s.tokens {
					labels = append(labels, s.tokens[j].Label())
				}
				ex.Gold = c.Scheme.encode(ex.Gold, labels)
			}})
		if err != nil {
			return nil, err
		}
		return model.Marshal(config)
	})
}

// setPiece takes up the words of a piece and what is predicted of them.
func (s *trainSentence) setPiece(l *Labeller, piece *data.Sentence) {
	w := l.worker()
	defer l.workers.Put(w)
	s.fill(w.lexicon, piece)
}

// readPieces runs the tagger and the first stage of each piece's fold.
func (tr *Trainer) readPieces(h *HeldOut, in []*trainSentence) {
	parallel.Strided(tr.Workers, len(in), func(_, i int) {
		l := h.Labellers[in[i].fold]
		w := l.worker()
		l.firstStage(w, &in[i].instance)
		l.workers.Put(w)
	})
}

// stepOn is step for training on something else than the corpus of sentences.
func (tr *Trainer) stepOn(ctx context.Context, corpus uint64, name, config string, train func(config string) ([]byte, error)) ([]byte, error) {
	own := tr.corpus
	tr.corpus = corpus
	defer func() { tr.corpus = own }()
	return tr.step(ctx, name, config, train)
}
