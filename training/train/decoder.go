package train

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
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/repairs"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/producers"
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

const phraseStep = "phrase dictionary"

// Bounds of the search for hypotheses to train on.
const (
	trainBeam   = 6
	trainRounds = 3
)

// Decoder trains the decoder's parts, as files by name, from labelled sentences. Everything it learns from is predicted by models that have not seen
// the sentence; tr trains those. Its settings are a start that tuning improves.
// The result does not depend on the number of workers.
func Decoder(ctx context.Context, tr *stages.Trainer, sentences []data.Sentence, c DecoderConfig) (map[string][]byte, error) {
	held, err := tr.HeldOut(ctx, sentences)
	if err != nil {
		return nil, err
	}
	words := make([]data.Sentence, len(sentences))
	for i := range sentences {
		words[i], _ = stages.Words(&sentences[i])
	}
	tr.Tell(stages.Event{Step: phraseStep, Note: "labelling what the models have not seen"})
	phrases, err := trainPhrases(ctx, tr, held, words, c)
	if err != nil {
		return nil, err
	}
	tr.Tell(stages.Event{Step: phraseStep, Note: fmt.Sprintf("%d entries", len(phrases))})
	// Every sentence is there with its times and without, so that one model serves
	// input of either sort.
	all, of := words, held.Folds
	for i := range words {
		all, of = append(all, *untimed(&words[i])), append(of, held.Folds[i])
	}
	file, settings, err := trainReranker(ctx, tr, "repairs", &stages.HeldOut{Folds: of, Labellers: held.Labellers, Tags: held.Tags}, all, c)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := producers.WritePhrases(&text, phrases); err != nil {
		return nil, err
	}
	return map[string][]byte{engine.PartPhrases: text.Bytes(), engine.PartRepairs: file, engine.PartSettings: []byte(settings.String())}, nil
}

// trainReranker trains the model of what is removed, and returns its file and a start
// for tuning: the weights that were learned along with it, and 0 for the other features
// of the search, which it has seen.
func trainReranker(ctx context.Context, tr *stages.Trainer, step string, held *stages.HeldOut, words []data.Sentence, c DecoderConfig) ([]byte, engine.Settings, error) {
	tr.Tell(stages.Event{Step: step, Note: "decoding for lists of hypotheses"})
	lists, features, err := hypothesisLists(ctx, tr, held, words, c)
	if err != nil {
		return nil, engine.Settings{}, err
	}
	c.Repairs.Report = func(pass int, objective float64) {
		tr.Tell(stages.Event{Step: step, Passes: c.Repairs.Passes, Progress: m3n.Progress{Pass: pass, Objective: objective}})
	}
	model, learned, err := c.Repairs.Train(ctx, lists, held.Tags[len(held.Tags)-1])
	if err != nil {
		return nil, engine.Settings{}, err
	}
	config, err := json.Marshal(map[string]any{"baseline": tr.Config, "least": c.LeastRight, "share": c.LeastShare, "missed": c.Missed, "false": c.False, "filler": c.Filler,
		"passes": c.Repairs.Passes, "rate": c.Repairs.Rate, "lists": c.Repairs.Least, "seed": c.Repairs.Seed})
	if err != nil {
		return nil, engine.Settings{}, err
	}
	weights := make(beam.Weights)
	for _, f := range features {
		if weights[f.Name] = 0; f.Joint {
			weights[f.Name], learned = learned[0], learned[1:]
		}
	}
	for _, f := range evaluators.RepairsFeatures() {
		weights[f.Name] = f.Default
	}
	file, err := model.Marshal(string(config))
	return file, engine.Settings{Weights: weights}, err
}

// trainPhrases builds the phrase dictionary.
func trainPhrases(ctx context.Context, tr *stages.Trainer, held *stages.HeldOut, words []data.Sentence, c DecoderConfig) ([]producers.Phrase, error) {
	labels := make([][]data.Label, len(words))
	err := parallel.Each(ctx, tr.Workers, len(words), func(i int) error {
		labels[i] = data.LabelsOf(held.Labeller(i).Label(&words[i], false))
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

// hypothesisLists decodes the sentences with the components that need no trained parts,
// and returns what a reranker reads of the hypotheses, and the features of the search.
func hypothesisLists(ctx context.Context, tr *stages.Trainer, held *stages.HeldOut, words []data.Sentence, c DecoderConfig) ([]repairs.List, []beam.Feature, error) {
	decoders := make(map[*stages.Labeller]*beam.Decoder)
	for _, l := range held.Labellers {
		d, err := engine.New(l).NewSearch(beam.Options{Width: trainBeam, Rounds: trainRounds})
		if err != nil {
			return nil, nil, err
		}
		decoders[l] = d
	}
	features := decoders[held.Labellers[0]].Features()
	readers := sync.Pool{New: func() any { return new(repairs.Reader) }}
	lists := make([]repairs.List, len(words))
	err := parallel.Each(ctx, tr.Workers, len(lists), func(i int) error {
		s, l := &words[i], held.Labeller(i)
		if len(s.Tokens) == 0 || len(s.Tokens) > beam.DefaultMaxWords {
			return nil
		}
		in := beam.NewInput(s)
		defer in.Release()
		session, err := l.SessionOf(in)
		if err != nil {
			return err
		}
		r := readers.Get().(*repairs.Reader)
		defer readers.Put(r)
		r.Reset(session, held.TagModel(i))
		var all []candidate
		_, err = decoders[l].Run(ctx, in, beam.Request{Observer: collector{func(h *beam.Hypothesis) {
			// Sums over the sentence, in the order of the features.
			x := candidate{labels: slices.Clone(h.Labels)}
			for k, f := range features {
				if f.Joint {
					x.dense = append(x.dense, f.Mean.Sum(h.Features[k], h))
				}
			}
			all = append(all, x)
		}}})
		if len(all) > 1 {
			lists[i] = c.listOf(s, all, r)
		}
		return err
	})
	return lists, features, err
}

// Untimed returns sentences without their times, and without what a voice says at them.
func Untimed(sentences []data.Sentence) []data.Sentence {
	out := make([]data.Sentence, len(sentences))
	for i := range sentences {
		out[i] = *untimed(&sentences[i])
	}
	return out
}

// untimed returns a sentence without its times.
func untimed(s *data.Sentence) *data.Sentence {
	out := *s
	out.Tokens = slices.Clone(s.Tokens)
	for i := range out.Tokens {
		out.Tokens[i].Timed, out.Tokens[i].Voice = false, nil
	}
	return &out
}

// listMargin is how far below the best hypothesis, in log-probability under the
// edit model, the hypotheses of a list may be: those further off teach little.
const listMargin = 12

// candidate is a hypothesis of a decoding.
type candidate struct {
	labels []data.Label
	dense  []float64 // of the features that rerankers are trained with
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
