package tidytalk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/steps"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/repairs"
	"github.com/tidytalk/tidytalk/stages"
	"github.com/tidytalk/tidytalk/truecase"
)

// StreamConfig says how the parts of a bundle for streams are trained.
type StreamConfig struct {
	Punct, Clean punct.ChainConfig
	Hidden       *punct.HiddenConfig // in place of both chains, where set
	Edit         stages.StageConfig
	Losses       stages.Losses // of the edit model
	Cutter       punct.Cutter
	Decoder      DecoderConfig
	Report       func(string) // where set, is told what is being done
}

// DefaultStreamConfig returns the configuration of the default bundle.
func DefaultStreamConfig() StreamConfig {
	return StreamConfig{
		Punct: punct.DefaultChainConfig(), Clean: punct.CleanChainConfig(),
		Edit: stages.DefaultStreamConfig(), Losses: stages.StreamLosses, Cutter: punct.DefaultCutter, Decoder: DefaultDecoderConfig(),
	}
}

// StreamCorpus reads sides to train the parts for streams on. Where the bundle's
// edit model was trained on the same sides, what its models say of them is
// jackknifed, and jackknifed is true; otherwise the bundle's own models, which have
// not seen them, are taken. tr trains what it takes; its configuration is replaced
// by the one that the edit model was trained with.
func (b *Bundle) StreamCorpus(ctx context.Context, tr *stages.Trainer, sides []data.Side) (c *punct.Corpus, jackknifed bool, err error) {
	if err := b.labeller.CanDecode(); err != nil {
		return nil, false, err
	}
	config, err := stages.PartConfig(stages.PartEdit, b.Part(string(stages.PartEdit)))
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
	return punct.ReadCorpus(b.labeller, sides, tr.Config.Folds, tr.Workers), false, nil
}

// TrainStreams trains StreamParts for the bundle: P(PU|x), P(DF|PU,x), P(PU|DF,x)
// (EMNLP 2014, section 4.2) and a truecaser. What each stage reads of another is
// jackknifed. Bundles with a decoder also get its model of what is removed, and
// settings that are a start for tuning. bt is the trainer of StreamCorpus.
func (b *Bundle) TrainStreams(ctx context.Context, corpus *punct.Corpus, bt *stages.Trainer, c StreamConfig) (map[string][]byte, error) {
	out := make(map[string][]byte)
	pt := &punct.Trainer{Seed: bt.Config.Seed, Workers: bt.Workers, Dir: bt.Dir, Report: bt.Report, Basis: b.StreamBasis()}
	train := func(step string, c punct.ChainConfig, hidden *punct.HiddenConfig, in []*punct.Example) ([]byte, error) {
		if hidden != nil {
			return pt.Hidden(step, *hidden, in)
		}
		return pt.Chain(ctx, step, c, in)
	}
	said := func(step string, in []*punct.Example) ([]byte, error) { return train(step, c.Punct, c.Hidden, in) }
	var err error
	if out[PartPunct], err = said("punctuation", corpus.Examples); err != nil {
		return nil, err
	}
	timed, untimed, err := corpus.Jackknife("punctuation", said)
	if err != nil {
		return nil, err
	}
	own := bt.Config
	bt.Config.Losses = c.Losses
	edit, err := corpus.TrainEdit(ctx, bt, c.Edit, &c.Cutter, timed, untimed)
	bt.Config = own
	if err != nil {
		return nil, err
	}
	out[PartStreamEdit] = edit.File
	if out[PartPunctClean], err = train("punctuation of what is kept", c.Clean, c.Hidden, corpus.Second(edit.DF, timed, untimed)); err != nil {
		return nil, err
	}
	var texts []truecase.Example
	for i, e := range corpus.Examples {
		texts = append(texts, truecase.Example{Reading: e.Input.Reading, Words: corpus.Words[i]})
	}
	tt := &truecase.Trainer{Seed: bt.Config.Seed, Workers: bt.Workers, Dir: bt.Dir, Report: bt.Report}
	if out[PartTruecaser], err = tt.Train(ctx, texts); err != nil {
		return nil, err
	}
	if b.decoder == nil {
		return out, nil
	}
	return out, b.trainStreamDecoder(ctx, corpus, bt, c, edit, out)
}

// trainStreamDecoder trains the parts of the decoder for pieces of streams.
func (b *Bundle) trainStreamDecoder(ctx context.Context, corpus *punct.Corpus, bt *stages.Trainer, c StreamConfig, edit *punct.Edit, out map[string][]byte) error {
	held := &stages.HeldOut{Folds: edit.Folds, Labellers: edit.Labellers, Tags: corpus.Held.Tags}
	if held.Tags == nil { // the corpus is none that models were trained on
		held.Tags = slices.Repeat([]*lm.Model{b.decoder.repairs.Tags()}, corpus.Folds+1)
	}
	basis, err := stages.PartConfig(stages.PartEdit, edit.File)
	if err != nil {
		return err
	}
	config := fmt.Sprintf("%d %s %+v", streamRecipe, basis, [...]any{c.Decoder.Missed, c.Decoder.False, c.Decoder.Filler, c.Decoder.Repairs.Passes, c.Decoder.Repairs.Rate, c.Decoder.Repairs.Least, c.Decoder.Repairs.Seed})
	// The settings come with the model: a line for them, and the model's file.
	file, err := steps.Run(bt.Dir, "stream repairs", config, func() ([]byte, error) {
		report := func(line string) {}
		if c.Report != nil {
			report = c.Report
		}
		report("stream repairs: decoding for lists of hypotheses")
		model, s, err := trainRepairs(ctx, bt, held, edit.Pieces, c.Decoder, report)
		if err != nil {
			return nil, err
		}
		text, err := json.Marshal(s.Weights)
		return append(append(text, '\n'), model...), err
	})
	if errors.Is(err, repairs.ErrNoLists) {
		// Nothing to learn from: what was learned from sentences has to do.
		out[PartStreamRepairs], out[PartStreamSettings] = b.Part(PartRepairs), []byte(b.decoder.settings.For(nil).String())
		return nil
	}
	if err != nil {
		return err
	}
	head, body, _ := bytes.Cut(file, []byte("\n"))
	var s Settings
	model, err := repairs.Unmarshal(body)
	if err := errors.Join(err, json.Unmarshal(head, &s.Weights)); err != nil {
		return fmt.Errorf("training the stream repairs: the finished step in %s is damaged: remove it: %w", bt.Dir, err)
	}
	out[PartStreamSettings] = []byte(s.String())
	out[PartStreamRepairs], err = model.Pruned(leastStreamWeight).Marshal(config)
	return err
}

// leastStreamWeight is the least weight that is kept of the features of what is
// removed from streams: it halves the table.
const leastStreamWeight = 0.06

// streamRecipe is the version of what the code makes of pieces and settings; see the
// one of package baseline.
const streamRecipe = 3

// StreamPieces cuts sides into pieces as the bundle's predictor supposes the ends of
// sentences, to tune the decoder of Streams to.
func (b *Bundle) StreamPieces(sides []data.Side, times bool, workers int) ([]data.Sentence, error) {
	if b.streams == nil {
		return nil, ErrNoStreams
	}
	corpus := punct.ReadCorpus(b.labeller, sides, 0, workers)
	pieces, examples := corpus.Pieces(&punct.DefaultCutter, corpus.Predict(b.streams.punct, times), times)
	for i, e := range examples {
		pieces[i].Conv = corpus.Examples[e].Conv
	}
	return pieces, nil
}

// StreamBasis identifies the models whose predictions the parts for streams read.
func (b *Bundle) StreamBasis() string {
	text := ""
	for _, p := range b.manifest.Parts {
		switch stages.Part(p.Name) {
		case stages.PartTagger, stages.PartFiller, stages.PartFluent, stages.PartDisfluent:
			text += fmt.Sprintf("%s %s ", p.Name, p.Config)
		}
	}
	return text
}
