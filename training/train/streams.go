package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/repairs"
	"github.com/tidytalk/tidytalk/models/segmentation"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// StreamConfig says how the parts of a bundle for streams are trained.
type StreamConfig struct {
	First, Second punct.Training // of P(PU|x) and P(PU|DF,x)
	Edit          stages.StageConfig
	Losses        stages.Losses // of the edit model
	Cutter        segmentation.Cutter
	Decoder       DecoderConfig
}

// DefaultStreamConfig returns the configuration of the default bundle.
func DefaultStreamConfig() StreamConfig {
	return StreamConfig{
		First: punct.DefaultChainConfig(), Second: punct.CleanChainConfig(),
		Edit: stages.DefaultStreamConfig(), Losses: stages.StreamLosses, Cutter: segmentation.DefaultCutter, Decoder: DefaultDecoderConfig(),
	}
}

// StreamCorpus reads sides to train the parts for streams on. Where the bundle's
// edit model was trained on the same sides, what its models say of them is
// jackknifed, and jackknifed is true; otherwise the bundle's own models, which have
// not seen them, are taken. tr trains what it takes; its configuration is replaced
// by the one that the edit model was trained with.
func StreamCorpus(ctx context.Context, b *engine.Bundle, tr *stages.Trainer, sides []data.Side) (c *punct.Corpus, jackknifed bool, err error) {
	e := b.Sentences()
	if err := e.Stages().CanDecode(); err != nil {
		return nil, false, err
	}
	config, err := e.EditConfig()
	if err != nil {
		return nil, false, err
	}
	if tr.Config, jackknifed, err = stages.TrainedWith(config, data.Sentences(sides)); err != nil {
		return nil, false, err
	}
	if jackknifed {
		c, err = punct.NewCorpus(ctx, tr, sides)
		return c, true, err
	}
	return punct.ReadCorpus(e.Stages(), sides, tr.Config.Folds, tr.Workers), false, nil
}

// Streams trains engine.StreamParts for the bundle: P(PU|x), P(DF|PU,x), P(PU|DF,x)
// (EMNLP 2014, section 4.2) and a truecaser. What each stage reads of another is
// jackknifed. Bundles with a decoder also get its model of what is removed, and
// settings that are a start for tuning. bt is the trainer of StreamCorpus.
func Streams(ctx context.Context, b *engine.Bundle, corpus *punct.Corpus, bt *stages.Trainer, c StreamConfig) (map[string][]byte, error) {
	out := make(map[string][]byte)
	pt := &punct.Trainer{Seed: bt.Config.Seed, Workers: bt.Workers, Dir: bt.Dir, Report: bt.Report, Limits: bt.Limits, Basis: StreamBasis(b)}
	first := func(step string, in []*punct.Example) ([]byte, error) { return c.First.Train(ctx, pt, step, in) }
	var err error
	if out[engine.PartPunct], err = first(punctuationStep, corpus.Examples); err != nil {
		return nil, err
	}
	timed, untimed, err := corpus.Jackknife(punctuationStep, first)
	if err != nil {
		return nil, err
	}
	own := bt.Config
	bt.Config.Losses = c.Losses
	edit, err := trainPieces(ctx, corpus, bt, c.Edit, &c.Cutter, timed, untimed)
	bt.Config = own
	if err != nil {
		return nil, err
	}
	out[engine.PartStreamEdit] = edit.file
	if out[engine.PartPunctClean], err = c.Second.Train(ctx, pt, cleanPunctuationStep, corpus.Second(edit.df, timed, untimed)); err != nil {
		return nil, err
	}
	var texts []truecase.Example
	for i, e := range corpus.Examples {
		texts = append(texts, truecase.Example{Reading: e.Input.Reading, Words: corpus.Words[i]})
	}
	tt := &truecase.Trainer{Seed: bt.Config.Seed, Workers: bt.Workers, Dir: bt.Dir, Report: bt.Report, Limits: bt.Limits}
	if out[engine.PartTruecaser], err = tt.Train(ctx, texts); err != nil {
		return nil, err
	}
	if b.Sentences().Models().Repairs == nil {
		return out, nil
	}
	return out, trainStreamDecoder(ctx, b.Sentences(), corpus, bt, c, edit, out)
}

// Punctuation trains P(PU|x) for the bundle from the text of its configuration alone, and, if the
// bundle has it, P(PU|DF,x). It returns the files of engine.PartPunct and
// engine.PartPunctClean, to take the place of those that are there. Errors are
// engine.ErrNoStreams, and those of the training.
func Punctuation(ctx context.Context, b *engine.Bundle, tr *stages.Trainer, c StreamConfig) (map[string][]byte, error) {
	if models, err := b.OpenRestoring(); err != nil {
		return nil, err
	} else if models == nil {
		return nil, engine.ErrNoStreams
	}
	pt := &punct.Trainer{Seed: tr.Config.Seed, Workers: tr.Workers, Dir: tr.Dir, Report: tr.Report, Limits: tr.Limits}
	out := make(map[string][]byte)
	var err error
	if out[engine.PartPunct], err = c.First.Train(ctx, pt, punctuationStep, nil); err != nil {
		return nil, err
	}
	if b.Part(engine.PartPunctClean) != nil {
		if out[engine.PartPunctClean], err = c.Second.Train(ctx, pt, cleanPunctuationStep, nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Names of steps.
const (
	punctuationStep      = "punctuation"
	cleanPunctuationStep = "punctuation of what is kept"
	streamRepairsStep    = "stream repairs"
)

// trainStreamDecoder trains the parts of the decoder for pieces of streams.
func trainStreamDecoder(ctx context.Context, e *engine.Engine, corpus *punct.Corpus, bt *stages.Trainer, c StreamConfig, edit *pieceModel, out map[string][]byte) error {
	held := &stages.HeldOut{Folds: edit.folds, Labellers: edit.labellers, Tags: corpus.Held.Tags}
	if held.Tags == nil { // the corpus is none that models were trained on
		held.Tags = slices.Repeat([]*lm.Model{e.Models().Repairs.Tags()}, corpus.Folds+1)
	}
	basis, err := stages.PartConfig(stages.PartEdit, edit.file)
	if err != nil {
		return err
	}
	config := fmt.Sprintf("%d %s %+v", streamRecipe, basis, [...]any{c.Decoder.Missed, c.Decoder.False, c.Decoder.Filler, c.Decoder.Repairs.Passes, c.Decoder.Repairs.Rate, c.Decoder.Repairs.Least, c.Decoder.Repairs.Seed})
	// The settings come with the model: a line for them, and the model's file.
	file, err := stages.RunStep(bt.Dir, streamRepairsStep, config, bt.Tell, func() ([]byte, error) {
		model, s, err := trainReranker(ctx, bt, streamRepairsStep, held, edit.pieces, c.Decoder)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(s.Weights)
		return append(append(text, '\n'), model...), err
	})
	if errors.Is(err, repairs.ErrNoLists) {
		// Nothing to learn from: what was learned from sentences has to do.
		out[engine.PartStreamRepairs] = e.Models().Part(engine.PartRepairs)
		out[engine.PartStreamSettings] = []byte(withoutExperts(e.Settings()).String())
		return nil
	}
	if err != nil {
		return err
	}
	head, body, _ := bytes.Cut(file, []byte("\n"))
	var s engine.Settings
	model, err := repairs.Unmarshal(body)
	if err := errors.Join(err, json.Unmarshal(head, &s.Weights)); err != nil {
		return fmt.Errorf("training the stream repairs: the finished step in %s is damaged: remove it: %w", bt.Dir, err)
	}
	out[engine.PartStreamSettings] = []byte(s.String())
	out[engine.PartStreamRepairs], err = model.Pruned(leastStreamWeight).Marshal(config)
	return err
}

// leastStreamWeight is the least weight that is kept of the features of what is
// removed from streams: it halves the table.
const leastStreamWeight = 0.06

// streamRecipe is the version of what the code makes of pieces and settings; see the
// one of package stages.
const streamRecipe = 3

// StreamPieces cuts sides into pieces as the bundle's predictor supposes the ends of
// sentences, to tune the engine for streams to.
func StreamPieces(b *engine.Bundle, sides []data.Side, times bool, workers int) ([]data.Sentence, error) {
	if b.Restoring() == nil {
		return nil, engine.ErrNoStreams
	}
	corpus := punct.ReadCorpus(b.Sentences().Stages(), sides, 0, workers)
	predictions := corpus.Predict(b.Restoring().First, times)
	ends, heard := slices.Clone(predictions), make([]neural.Prediction, len(predictions))
	if n := b.Restoring().Network; n != nil {
		corpus.Each(len(heard), func(i int) {
			in := *corpus.Examples[i].Input
			if !times {
				in.Reading = in.Reading.Untimed()
			}
			n.Read(in.Reading, neural.Stream, neural.Hidden{}, &heard[i])
			ends[i] = &punct.Prediction{}
			punct.Cutting(&in, predictions[i], &heard[i], ends[i])
		})
	}
	pieces, examples := piecesOf(corpus, &segmentation.DefaultCutter, ends, predictions, times)
	at := 0 // in the example
	for i, e := range examples {
		pieces[i].Conv = corpus.Examples[e].Conv
		if i > 0 && examples[i-1] != e {
			at = 0
		}
		to := at + len(pieces[i].Tokens)
		if heard[e].Labels != nil {
			pieces[i].Heard = heard[e].Labels[at:to:to]
		}
		at = to
	}
	return pieces, nil
}

// StreamBasis identifies the models whose predictions the parts for streams read.
func StreamBasis(b *engine.Bundle) string {
	var read []string
	for _, p := range engine.Parts() {
		if p.Name == engine.PartPunct {
			read = p.Reads
		}
	}
	text := ""
	for _, p := range b.Manifest().Parts {
		if slices.Contains(read, p.Name) {
			text += fmt.Sprintf("%s %s ", p.Name, p.Config)
		}
	}
	return text
}

// withoutExperts returns settings for an engine that has no experts.
func withoutExperts(s engine.Settings) engine.Settings {
	weights := make(beam.Weights)
	for n, w := range s.Weights {
		if !strings.HasPrefix(n, evaluators.ExpertPrefix) {
			weights[n] = w
		}
	}
	s.Weights = weights
	return s
}
