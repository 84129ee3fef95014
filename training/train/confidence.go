package train

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/confidence"
	"github.com/tidytalk/tidytalk/models/stages"
)

// ConfidenceConfig says how a model of confidence is trained.
type ConfidenceConfig struct {
	confidence.Trainer
	Workers int
	Report  func(stages.Event)
}

// DefaultConfidenceConfig returns the configuration of the default model.
func DefaultConfidenceConfig() ConfidenceConfig {
	return ConfidenceConfig{Trainer: confidence.DefaultTrainer()}
}

// ConfidencePieces returns the sentences of a corpus as Confidence learns from them: as it was transcribed, as other typists
// write, and both with dashes where repairs begin.
func ConfidencePieces(sides []data.Side, seed uint64) []data.Sentence {
	var out []data.Sentence
	for _, habits := range []bool{false, true} {
		pieces := WrittenPieces(sides, habits, seed)
		out = append(append(out, pieces...), withBreaks(pieces, seed)...)
	}
	return out
}

// confidenceStep names the step.
const confidenceStep = "confidence"

// Confidence trains the model of how sure an engine's removals are, as a file: on what it removes from
// annotated sentences, and from fluent ones, in which all of it is wrong. No model of the engine should have been
// trained on either: it would be surer of them than of other text. calibration, if there are any, are annotated sentences
// of the kind that the calibration of the settings is from, which say how sure the model may be on the whole.
// The result does not depend on the number of workers.
func Confidence(ctx context.Context, e *engine.Engine, annotated, fluent, calibration []data.Sentence, c ConfidenceConfig) ([]byte, error) {
	if c.Report == nil {
		c.Report = func(stages.Event) {}
	}
	d, err := e.NewDecoder(engine.DecoderOptions{})
	if err != nil {
		return nil, err
	}
	var examples confidence.Examples
	for _, sentences := range [][]data.Sentence{annotated, fluent} {
		if err := addRemovals(ctx, e, d, sentences, &examples, c.Workers); err != nil {
			return nil, err
		}
		n, words, right := examples.Len()
		c.Report(stages.Event{Step: confidenceStep, Note: fmt.Sprintf("%d removals, of %.0f words, %.0f of them right", n, words, right)})
	}
	c.Trainer.Report = func(pass int, loss float64) {
		c.Report(stages.Event{Step: confidenceStep, Passes: c.Passes, Progress: m3n.Progress{Pass: pass, Objective: loss}})
	}
	model, err := c.Train(ctx, &examples)
	if err != nil {
		return nil, err
	}
	if len(calibration) > 0 {
		var held confidence.Examples
		if err := addRemovals(ctx, e, d, calibration, &held, c.Workers); err != nil {
			return nil, err
		}
		model = model.Calibrate(&held)
	}
	config, err := json.Marshal(map[string]any{"passes": c.Passes, "rate": c.Rate, "l2": c.L2, "least": c.Least, "seed": c.Seed,
		"sentences": len(annotated), "fluent": len(fluent), "calibration": len(calibration)})
	if err != nil {
		return nil, err
	}
	return model.Marshal(string(config))
}

// addRemovals adds what a decoder removes from sentences as reparanda.
func addRemovals(ctx context.Context, e *engine.Engine, d *beam.Decoder, sentences []data.Sentence, to *confidence.Examples, workers int) error {
	const batch = 64
	type found struct {
		in      *beam.Input
		session *stages.Session
		labels  []data.Label
		removed []engine.Removal
		gold    []data.Token
		err     error
	}
	settings := e.Settings()
	n := (len(sentences) + batch - 1) / batch
	return parallel.InOrder(ctx, max(workers, 1), n, func(ctx context.Context, b int) []found {
		var out []found
		for i := b * batch; i < min(len(sentences), (b+1)*batch); i++ {
			words, _ := stages.Words(&sentences[i])
			if len(words.Tokens) == 0 || len(words.Tokens) > beam.DefaultMaxWords {
				continue
			}
			f := found{in: beam.NewInput(&words), gold: words.Tokens}
			var best *beam.Hypothesis
			if best, f.removed, f.err = e.Removals(ctx, d, f.in, nil); f.err == nil {
				f.labels = best.Labels
				f.session, f.err = e.Stages().SessionOf(f.in)
			}
			if f.err != nil {
				f.err = fmt.Errorf("sentence %d: %w", i+1, f.err)
			}
			out = append(out, f)
		}
		return out
	}, func(_ int, batch []found) error {
		for i := range batch {
			f := &batch[i]
			if f.err != nil {
				return f.err
			}
			for k := range f.removed {
				x := &f.removed[k]
				if !x.Evidence.Judged() {
					continue
				}
				right := 0
				for t := x.From; t < x.To; t++ {
					if f.gold[t].Label() != data.O {
						right++
					}
				}
				to.Add(x.In(f.session, f.labels), right, settings.Confidence(x.Evidence))
			}
			f.in.Release()
		}
		return ctx.Err()
	})
}
