package tidytalk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/producers"
	"github.com/tidytalk/tidytalk/repairs"
	"github.com/tidytalk/tidytalk/stages"
)

// DecoderConfig says how the decoder's parts are trained.
type DecoderConfig struct {
	// An entry of the phrase dictionary must have been right so many times, and in this
	// share of the occurrences of its words.
	LeastRight int
	LeastShare float64
	Repairs    repairs.Trainer
	// What errors cost when lists are ranked: an edit word wrongly kept, one wrongly
	// removed, a filler wrongly kept or removed.
	Missed, False, Filler float64
}

// DefaultDecoderConfig returns the configuration of the default bundle.
func DefaultDecoderConfig() DecoderConfig {
	return DecoderConfig{LeastRight: 5, LeastShare: 0.05, Repairs: repairs.DefaultTrainer(), Missed: 1.3, False: 1, Filler: 1}
}

// searchWeights are the weights with which hypotheses are searched for to train
// on; their scale means nothing.
var searchWeights = beam.Weights{
	evaluators.M3NDisfluent: 0.5, evaluators.M3NFluent: 0.1, evaluators.FluentLM: 0.02, evaluators.DisfluentLM: -0.02,
	evaluators.EditWords: 0, evaluators.FillerWords: 0,
}

// Bounds of the search for hypotheses to train on.
const (
	trainBeam   = 6
	trainRounds = 3
)

// repairsWeight is the weight of the repairs beside the weights that were learned
// along with them, which would make it 1. On development data half of it does as
// well, and it trusts what was learned from one corpus less.
const repairsWeight = 0.5

// TrainDecoder trains the decoder's parts, as files by name, from labelled
// sentences. Everything it learns from is predicted by models that have not seen
// the sentence; tr trains those. Its settings are a start that tuning improves.
// report, where set, is told what is being done. The result does not depend on the
// number of workers.
func TrainDecoder(ctx context.Context, tr *stages.Trainer, sentences []data.Sentence, c DecoderConfig, report func(string)) (map[string][]byte, error) {
	if report == nil {
		report = func(string) {}
	}
	held, err := tr.HeldOut(ctx, sentences)
	if err != nil {
		return nil, err
	}
	words := make([]data.Sentence, len(sentences))
	for i := range sentences {
		words[i], _ = stages.Words(&sentences[i])
	}
	report("phrase dictionary: labelling what the models have not seen")
	phrases, err := trainPhrases(ctx, tr, held, words, c)
	if err != nil {
		return nil, err
	}
	report(fmt.Sprintf("phrase dictionary: %d entries; decoding for lists of hypotheses", len(phrases)))
	// Every sentence is there with its times and without, so that one model serves
	// input of either sort.
	all, of := words, held.Folds
	for i := range words {
		all, of = append(all, *untimed(&words[i])), append(of, held.Folds[i])
	}
	file, settings, err := trainRepairs(ctx, tr, &stages.HeldOut{Folds: of, Labellers: held.Labellers, Tags: held.Tags}, all, c, report)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := producers.WritePhrases(&text, phrases); err != nil {
		return nil, err
	}
	return map[string][]byte{PartPhrases: text.Bytes(), PartRepairs: file, PartSettings: []byte(settings.String())}, nil
}

// trainRepairs trains the model of what is removed, and returns its file and a start
// for tuning.
func trainRepairs(ctx context.Context, tr *stages.Trainer, held *stages.HeldOut, words []data.Sentence, c DecoderConfig, report func(string)) ([]byte, Settings, error) {
	lists, err := repairLists(ctx, tr, held, words, c)
	if err != nil {
		return nil, Settings{}, err
	}
	c.Repairs.Report = func(pass int, objective float64) {
		report(fmt.Sprintf("repairs: pass %d of %d, objective %.5f", pass, c.Repairs.Passes, objective))
	}
	model, dense, err := c.Repairs.Train(ctx, lists, held.Tags[len(held.Tags)-1])
	if err != nil {
		return nil, Settings{}, err
	}
	config, err := json.Marshal(map[string]any{"baseline": tr.Config, "least": c.LeastRight, "share": c.LeastShare, "missed": c.Missed, "false": c.False, "filler": c.Filler,
		"passes": c.Repairs.Passes, "rate": c.Repairs.Rate, "lists": c.Repairs.Least, "seed": c.Repairs.Seed})
	if err != nil {
		return nil, Settings{}, err
	}
	file, err := model.Marshal(string(config))
	return file, Settings{Weights: beam.Weights{
		evaluators.M3NDisfluent: dense[0], evaluators.M3NFluent: dense[1], evaluators.FluentLM: 0, evaluators.DisfluentLM: 0,
		evaluators.EditWords: dense[2], evaluators.FillerWords: dense[3], evaluators.RepairsName: repairsWeight,
	}}, err
}

// trainPhrases builds the phrase dictionary.
func trainPhrases(ctx context.Context, tr *stages.Trainer, held *stages.HeldOut, words []data.Sentence, c DecoderConfig) ([]producers.Phrase, error) {
	labels := make([][]data.Label, len(words))
	err := parallel.Each(ctx, tr.Workers, len(words), func(i int) error {
		labels[i] = held.Labeller(i).Label(&words[i], false).Labels
		return nil
	})
	if err != nil {
		return nil, err
	}
	counter := producers.NewPhraseCounter()
	for i := range words {
		counter.Add(&words[i], labels[i])
	}
	return counter.Phrases(c.LeastRight, c.LeastShare), nil
}

// repairLists decodes the sentences and returns the features of the hypotheses.
func repairLists(ctx context.Context, tr *stages.Trainer, held *stages.HeldOut, words []data.Sentence, c DecoderConfig) ([]repairs.List, error) {
	decoders := make(map[*stages.Labeller]*beam.Decoder)
	for _, l := range held.Labellers {
		d, err := beam.New(baseProducers(l), baseEvaluators(l), searchWeights, beam.Options{Width: trainBeam, Rounds: trainRounds})
		if err != nil {
			return nil, err
		}
		decoders[l] = d
	}
	names := decoders[held.Labellers[0]].Names()
	disfluent, fluent := slices.Index(names, evaluators.M3NDisfluent), slices.Index(names, evaluators.M3NFluent)
	edits, fillers := slices.Index(names, evaluators.EditWords), slices.Index(names, evaluators.FillerWords)
	readers := sync.Pool{New: func() any { return new(repairs.Reader) }}
	lists := make([]repairs.List, len(words))
	err := parallel.Each(ctx, tr.Workers, len(lists), func(i int) error {
		s, l := &words[i], held.Labeller(i)
		if len(s.Tokens) == 0 || len(s.Tokens) > beam.DefaultMaxWords {
			return nil
		}
		in := beam.NewInput(s)
		defer in.Release()
		session, err := beam.Shared(in, l, func() (*stages.Session, error) { return l.NewSession(s) })
		if err != nil {
			return err
		}
		r := readers.Get().(*repairs.Reader)
		defer readers.Put(r)
		r.Reset(session, held.TagModel(i))
		var all []candidate
		n := float64(len(s.Tokens))
		_, err = decoders[l].Run(ctx, in, beam.Request{Observer: collector{func(h *beam.Hypothesis) {
			// Sums over the sentence, in the order of the settings that TrainDecoder writes.
			dense := [repairs.Dense]float64{h.Features[disfluent] * n, h.Features[fluent] * float64(len(h.Cleaned.Kept)), h.Features[edits] * n, h.Features[fillers] * n}
			all = append(all, candidate{slices.Clone(h.Labels), dense})
		}}})
		if len(all) > 1 {
			lists[i] = c.listOf(s, all, r)
		}
		return err
	})
	return lists, err
}

// untimed returns a sentence without its times.
func untimed(s *data.Sentence) *data.Sentence {
	out := *s
	out.Tokens = slices.Clone(s.Tokens)
	for i := range out.Tokens {
		out.Tokens[i].Timed = false
	}
	return &out
}

// listMargin is how far below the best hypothesis, in log-probability under the
// edit model, the hypotheses of a list may be: those further off teach little.
const listMargin = 12

// candidate is a hypothesis of a decoding.
type candidate struct {
	labels []data.Label
	dense  [repairs.Dense]float64
}

// collector is an observer that collects all hypotheses.
type collector struct{ add func(h *beam.Hypothesis) }

// Begin implements beam.Observer.
func (c collector) Begin([]string, []float64, *beam.Input) {}

// Started implements beam.Observer.
func (c collector) Started(h *beam.Hypothesis) { c.add(h) }

// Proposed implements beam.Observer.
func (c collector) Proposed(_ int, _ *beam.Hypothesis, _ string, h *beam.Hypothesis, merged bool) {
	if !merged {
		c.add(h)
	}
}

// Ranked implements beam.Observer.
func (c collector) Ranked(int, []*beam.Hypothesis, []*beam.Hypothesis) {}

// listOf makes a list of candidates.
func (c *DecoderConfig) listOf(s *data.Sentence, all []candidate, r *repairs.Reader) repairs.List {
	best := math.Inf(-1)
	for i := range all {
		best = max(best, all[i].dense[0])
	}
	var list repairs.List
	var keys []uint32
	for i := range all {
		if all[i].dense[0] < best-listMargin {
			continue
		}
		e := StatsOf(s, all[i].labels)
		keys = r.Features(all[i].labels, keys[:0])
		list.Add(keys, all[i].dense, c.Missed*float64(e.Edit.FN)+c.False*float64(e.Edit.FP)+c.Filler*float64(e.Filler.FN+e.Filler.FP))
	}
	return list
}
