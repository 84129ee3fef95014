package stages

import (
	"context"
	"fmt"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/lm"
)

// HeldOut are labellers by jackknifing: what those of a fold say of the fold's
// sentences, the whole path says of text that no model of it has seen.
type HeldOut struct {
	Folds     []int       // of each training sentence
	Labellers []*Labeller // of each fold
	// Tags are language models of the gold tags of fluent words: of each fold, and
	// last the one that has seen all.
	Tags []*lm.Model
}

// Labeller returns the labeller that has not seen a training sentence.
func (h *HeldOut) Labeller(sentence int) *Labeller { return h.Labellers[h.Folds[sentence]] }

// TagModel returns the language model of tags that has not seen a training
// sentence.
func (h *HeldOut) TagModel(sentence int) *lm.Model { return h.Tags[h.Folds[sentence]] }

// heldOutRuns are the runs averaged for the edit models of the folds.
const heldOutRuns = 3

// HeldOut trains labellers for the folds. Steps that Train has finished in Dir
// are taken from there.
func (tr *Trainer) HeldOut(ctx context.Context, sentences []data.Sentence) (*HeldOut, error) {
	files, err := tr.Train(ctx, sentences, PartKinds)
	if err != nil {
		return nil, err
	}
	out := &HeldOut{}
	for i := range tr.sentences {
		out.Folds = append(out.Folds, tr.sentences[i].fold)
	}
	lms, err := tr.jackknifedLMs(ctx)
	if err != nil {
		return nil, err
	}
	for k := range tr.Config.Folds {
		m := Models{LanguageModels: *lms[k]}
		if err := m.Load(PartKinds, files[PartKinds]); err != nil {
			return nil, err
		}
		for _, p := range []Part{PartTagger, PartFiller, PartEdit} {
			file, err := tr.heldOutPart(ctx, p, k)
			if err == nil {
				err = m.Load(p, file)
			}
			if err != nil {
				return nil, fmt.Errorf("training the %s: %w", p, err)
			}
		}
		l, err := NewLabeller(m)
		if err != nil {
			return nil, err
		}
		out.Labellers = append(out.Labellers, l)
	}
	for k := range tr.Config.Folds + 1 {
		m, err := tr.tagLM(func(s *trainSentence) bool { return s.fold != k })
		if err != nil {
			return nil, err
		}
		out.Tags = append(out.Tags, m)
	}
	return out, nil
}

// heldOutPart trains a part on all folds but one.
func (tr *Trainer) heldOutPart(ctx context.Context, p Part, fold int) ([]byte, error) {
	step := tr.foldStep(p, fold)
	others := func(s *trainSentence) bool { return s.fold != fold }
	switch p {
	case PartTagger:
		return tr.trainTagger(ctx, step, others)
	case PartFiller:
		return tr.trainFiller(ctx, step, others)
	}
	edit := tr.Config.Edit
	edit.Runs = min(edit.Runs, heldOutRuns)
	return tr.trainEdit(ctx, step, edit, others)
}

// HeldReaders trains the taggers and filler stages of the folds, and returns labellers
// that have them, to read sentences with, and the fold of each conversation. Everything
// else of the labellers is that of l. Steps that Train has finished in Dir are taken from
// there.
func (tr *Trainer) HeldReaders(ctx context.Context, l *Labeller, sentences []data.Sentence) ([]*Labeller, map[int]int, error) {
	if err := tr.start(sentences); err != nil {
		return nil, nil, err
	}
	if err := tr.jackknife(ctx, PartTagger); err != nil {
		return nil, nil, err
	}
	folds := make(map[int]int)
	for i := range sentences {
		folds[sentences[i].Conv] = tr.sentences[i].fold
	}
	var out []*Labeller
	for k := range tr.Config.Folds {
		m := l.models
		for _, p := range []Part{PartTagger, PartFiller} {
			file, err := tr.heldOutPart(ctx, p, k)
			if err == nil {
				err = m.Load(p, file)
			}
			if err != nil {
				return nil, nil, fmt.Errorf("training the %s: %w", p, err)
			}
		}
		held, err := NewLabeller(m)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, held)
	}
	return out, folds, nil
}
