package train

import (
	"context"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/models/stages"
)

// ExpertExamples returns labelled sentences to train experts of an engine on.
// Where the edit model was trained on the same sentences, all that predicts what
// experts learn from is jackknifed, and jackknifed is true; otherwise the engine's
// own models, which have not seen them, are taken. tr trains what it takes; its
// configuration is replaced by the one that the edit model was trained with.
func ExpertExamples(ctx context.Context, e *engine.Engine, tr *stages.Trainer, sentences []data.Sentence) (examples *stages.Examples, jackknifed bool, err error) {
	if err := e.Stages().CanDecode(); err != nil {
		return nil, false, err
	}
	config, err := e.EditConfig()
	if err != nil {
		return nil, false, err
	}
	if tr.Config, jackknifed, err = stages.TrainedWith(config, sentences); err != nil {
		return nil, false, err
	}
	if jackknifed {
		examples, err = tr.Examples(ctx, sentences)
	} else {
		examples, err = e.Stages().Examples(sentences, tr.Config)
	}
	return examples, jackknifed, err
}

// DeriveClasses makes n classes of tags by how well the edit model of an engine does on
// them in examples of ExpertExamples (COLING 2014, section 4.6).
func DeriveClasses(ctx context.Context, e *engine.Engine, examples *stages.Examples, n, workers int) (experts.Classes, error) {
	tags := e.Stages().TagNames()
	counts, err := experts.CountTags(ctx, examples, tags, workers)
	if err != nil {
		return nil, err
	}
	return experts.Derive(counts, tags, n)
}

// Experts trains experts of an engine and returns them as engine.PartExperts.
func Experts(ctx context.Context, e *engine.Engine, tr experts.Trainer, examples *stages.Examples) ([]byte, error) {
	base, err := e.ExpertsBaseline()
	if err != nil {
		return nil, err
	}
	return tr.Train(ctx, base, examples)
}
