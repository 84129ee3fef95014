package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/internal/steps"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/truecase"
)

const networkStep = "network"

// networkRecipe is the version of what the code makes of samples and settings: a change of
// columns, layers or the trainer raises it, so that no network of another recipe is taken
// up.
const networkRecipe = 5

// NetworkConfig says how the network of a bundle is trained.
type NetworkConfig struct {
	neural.Config
	Mixed    WrittenConfig // of fluent text: its seed, and the share of artificial disfluencies
	Pretrain PretrainConfig
	// Continue has the training begin with the network of the bundle, whose shape it keeps, and
	// with smaller steps: ContinueRate.
	Continue     bool
	ContinueRate float64
	// Way is how far on the way from that network to the one that is trained the weights are that are returned
	// (Wortsman et al., CVPR 2022: less of what the network knew is lost so); 1: all of it.
	Way float64
	// TeacherHash says which model Teacher is.
	TeacherHash string
	// Check, where set, is called after every pass with the network so far and its mean loss
	// per word.
	Check func(pass int, loss float64, m *neural.Model)
}

// DefaultNetworkConfig returns the configuration of the default bundle.
func DefaultNetworkConfig() NetworkConfig {
	c := NetworkConfig{Config: neural.DefaultConfig(), Mixed: DefaultWrittenConfig(), Pretrain: DefaultPretrainConfig(), ContinueRate: 1.5e-3, Way: 1}
	c.Style = NetworkStyle(punct.DefaultStyle)
	return c
}

// ErrNoNetwork is returned where a training is to go on from the network of a bundle that has none.
var ErrNoNetwork = errors.New("there is no network to go on from in the bundle")

// NetworkText is text of other kinds that a network is trained on.
type NetworkText struct {
	Fluent     []data.Sentence // see ReadMixed
	Punctuated []Punctuated    // see ReadPunctuated
	// Pretraining is what the network is pretrained on; without sources it is not.
	Pretraining PretrainingText
}

// Network trains engine.PartNetwork for the bundle, on the sides of a corpus and on text of
// other kinds. tr is a trainer whose configuration is replaced by the one that
// the bundle's edit model was trained with: where that was on the same sides, taggers and
// filler stages that have not seen a side read it. A training that was interrupted goes on
// after the last pass that was finished, from what is kept in tr.Dir.
func Network(ctx context.Context, b *engine.Bundle, tr *stages.Trainer, sides []data.Side, text NetworkText, c NetworkConfig) ([]byte, error) {
	readers, folds, err := networkReaders(ctx, b, tr, sides)
	if err != nil {
		return nil, err
	}
	tr.Tell(stages.Event{Step: networkStep, Note: "reading what it is trained on"})
	samples := NetworkSamples(readers, folds, sides, c.Trainer.Seed, tr.Workers)
	group := len(sides)
	more := func(s []neural.Sample) {
		samples = append(samples, s...)
		if len(s) > 0 {
			group = s[len(s)-1].Group + 1
		}
	}
	more(MixedSamples(b.Sentences(), text.Fluent, c.Mixed, group, tr.Workers))
	more(PunctuatedSamples(b.Sentences(), text.Punctuated, sides, c.Trainer.Seed, group, tr.Workers))
	c.Spellings = spellings(sides, text.Punctuated)
	if c.Continue {
		advisor := b.Sentences().Models().Network
		if advisor == nil {
			return nil, ErrNoNetwork
		}
		var first *neural.Model
		first, c.Config = advisor.Model().Grown(c.Config, samples)
		c.Trainer.Rate = c.ContinueRate
		file, err := NetworkOn(ctx, tr, first, samples, c)
		if err != nil || c.Way == 1 {
			return file, err
		}
		return between(first, file, c.Way)
	}
	if len(text.Pretraining.Sources) == 0 || c.Pretrain.Words == 0 {
		return NetworkOn(ctx, tr, nil, samples, c)
	}
	first, err := pretrain(ctx, b, tr, sides, samples, text.Pretraining, c)
	if err != nil {
		return nil, err
	}
	c.Trainer.Rate = c.Pretrain.After
	return NetworkOn(ctx, tr, first, samples, c)
}

// NetworkOn trains a network on samples, from a pretrained one, or with first nil from a new one, and
// returns its file. Of tr it reads where finished
// steps are kept, what is told of them, and the number of goroutines. A training that was
// interrupted goes on as that of Network does.
func NetworkOn(ctx context.Context, tr *stages.Trainer, first *neural.Model, samples []neural.Sample, c NetworkConfig) ([]byte, error) {
	settings, err := json.Marshal(c.Config)
	if err != nil {
		return nil, err
	}
	spelled, err := json.Marshal(c.Spellings)
	if err != nil {
		return nil, err
	}
	config := fmt.Sprintf(`{"recipe":%d,"step":%q,"corpus":"%016x","spellings":"%016x","settings":%s}`, networkRecipe, networkStep, neural.HashOf(samples), xxh3.Hash(spelled), settings)
	if first != nil {
		config = fmt.Sprintf(`%s,"pretrained":"%016x"}`, config[:len(config)-1], xxh3.Hash(first.Pretrained()))
	}
	own := c.Config
	if c.Teacher != nil {
		config = fmt.Sprintf(`%s,"teacher":%q}`, config[:len(config)-1], c.TeacherHash)
	}
	return trainStep(ctx, tr, networkStep, config, &own, func(report func(rnn.Progress, *neural.Model)) ([]byte, error) {
		tr.Tell(stages.Event{Step: networkStep, Note: fmt.Sprintf("%d samples", len(samples))})
		m, err := neural.Train(ctx, own, first, samples, tr.Workers, report)
		if err != nil {
			return nil, err
		}
		return m.Marshal(config)
	}, c.Check)
}

// between returns the file of the network that is a share of the way from one to another.
func between(from *neural.Model, file []byte, way float64) ([]byte, error) {
	to, err := neural.Unmarshal(file)
	if err != nil {
		return nil, err
	}
	m, err := to.Between(from, 1-way)
	if err != nil {
		return nil, err
	}
	return m.Marshal(fmt.Sprintf(`{"way":%v,"to":"%016x"}`, way, xxh3.Hash(file)))
}

// leastSpelling is how often a spelling of mixed case has to be seen.
const leastSpelling = 3

// spellings returns those of words, inside sentences, in what a network is trained on.
func spellings(sides []data.Side, turns []Punctuated) map[string]string {
	var s truecase.Spellings
	for i := range sides {
		for t, c := range casesOf(sides[i].Tokens) {
			if c != truecase.Unknown {
				s.Add(sides[i].Tokens[t].Text)
			}
		}
	}
	for i := range turns {
		var all punctuatedStream
		all.add(&turns[i])
		for k, c := range all.cases {
			if c != truecase.Unknown {
				s.Add(turns[i].Tokens[all.at[k]].Text)
			}
		}
	}
	return s.Frequent(leastSpelling)
}

// networkReaders returns the labellers that read the sides, and the fold of each
// conversation.
func networkReaders(ctx context.Context, b *engine.Bundle, tr *stages.Trainer, sides []data.Side) ([]*stages.Labeller, map[int]int, error) {
	l, sentences := b.Sentences().Stages(), data.Sentences(sides)
	config, err := b.Sentences().EditConfig()
	if err != nil {
		return nil, nil, err
	}
	jackknifed := false
	if tr.Config, jackknifed, err = stages.TrainedWith(config, sentences); err != nil {
		return nil, nil, err
	}
	if jackknifed {
		return tr.HeldReaders(ctx, l, sentences)
	}
	return []*stages.Labeller{l}, nil, nil
}

// trainStep trains a network as a step, from where an earlier training of it was interrupted, and
// returns its file. own is the configuration that train uses.
func trainStep(ctx context.Context, tr *stages.Trainer, step, config string, own *neural.Config, train func(report func(rnn.Progress, *neural.Model)) ([]byte, error), check func(pass int, loss float64, m *neural.Model)) ([]byte, error) {
	checkpoint, weights := steps.NewCheckpoint(tr.Dir, step, config), own.HeadWeights()
	note := func(format string, args ...any) {
		tr.Tell(stages.Event{Step: step, Note: fmt.Sprintf(format, args...)})
	}
	file, err := stages.RunStep(tr.Dir, step, config, tr.Tell, func() ([]byte, error) {
		own.Trainer.Checkpoint = func(state []byte) {
			if err := checkpoint.Keep(state); err != nil {
				note("what is trained so far cannot be kept: %v", err)
			}
		}
		var err error
		switch own.Trainer.Resume, err = checkpoint.Load(); {
		case err != nil:
			note("what was trained earlier is of no use (%v): it is trained from the beginning", err)
		case own.Trainer.Resume != nil:
			note("it goes on where it was interrupted")
		}
		return train(func(p rnn.Progress, m *neural.Model) {
			loss := 0.0
			for i, l := range p.Loss {
				loss += l * weights[i]
			}
			tr.Tell(stages.Event{Step: step, Passes: own.Trainer.Passes, Progress: m3n.Progress{Pass: p.Pass, Objective: loss}})
			if check != nil {
				check(p.Pass, loss, m)
			}
		})
	})
	if err != nil {
		return nil, err
	}
	return file, checkpoint.Remove()
}

// ScoreNetwork gives the words of sentences with gold annotation the labels that a network
// finds best, each by itself, and returns the statistics of these. l reads the sentences.
func ScoreNetwork(ctx context.Context, l *stages.Labeller, m *neural.Model, sentences []data.Sentence, workers int) (mert.Stats, error) {
	stats := make([]mert.Stats, len(sentences))
	err := parallel.Each(ctx, workers, len(sentences), func(i int) error {
		s, _ := stages.Words(&sentences[i])
		if len(s.Tokens) == 0 {
			return nil
		}
		r := l.Read(&s)
		defer r.Release()
		var p neural.Prediction
		m.Read(r, neural.Form(s.Ends == nil), neural.Hidden{}, &p)
		var labels []data.Label
		for _, y := range p.Labels {
			labels = append(labels, data.Label(slices.Index(y[:], slices.Max(y[:]))))
		}
		stats[i] = StatsOf(&s, labels)
		return nil
	})
	var total mert.Stats
	for _, s := range stats {
		total = total.Plus(s)
	}
	return total, err
}
