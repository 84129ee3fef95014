package translation

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/metric"
)

// TuneOptions say how weights are tuned. The zero value is the default.
type TuneOptions struct {
	// Tuner says how; its Objective is mert.PunctF, of all marks, or mert.BLEU, by default F1
	// of marks; it restarts 20 times by default. Workers goroutines decode, too.
	mert.Tuner
	NBest int // translations of a segment in a round; default 100
	// Advice is what another model, that has not learned from them, says of the segments: see
	// Decoder.Advise; nil: nothing.
	Advice [][]float32
}

// What TuneOptions are by default.
const (
	defaultNBest    = 100
	defaultRestarts = 20
)

// Uses says which features a decoder has values for besides those of all.
type Uses struct {
	Hierarchical bool // those of rules with gaps
	Unknown      bool // FeatureUnknown: see ExtractOptions.Unknown; else it is the same for all translations
	Kinds        bool // word penalties of marks of each kind
	Advice       bool // FeatureAdvice
}

// Start returns where tuning starts, and which features it leaves alone: those that are not
// used, whose weights are 0 (mert.Optimiser.Fixed).
func (u Uses) Start() (Features, []bool) {
	weights, fixed := DefaultWeights, make([]bool, NumFeatures)
	leave := func(features ...int) {
		for _, f := range features {
			weights[f], fixed[f] = 0, true
		}
	}
	if !u.Hierarchical {
		leave(FeatureHierarchical, FeatureBorder, FeatureGlue)
	}
	if !u.Unknown {
		leave(FeatureUnknown)
	}
	if !u.Kinds {
		leave(FeatureQuestions, FeatureCommas, FeatureOthers)
	}
	if !u.Advice {
		leave(FeatureAdvice)
	}
	return weights, fixed
}

// Tune is the function Tune for a decoder that has values for these features, from Start on:
// o.Fixed and the weights of the model are not looked at. newDecoder makes a decoder of
// phrases alone or one that knows rules with gaps. Tuned from Start, the latter stays below
// what phrases alone reach, which it has among its rules: so it starts from their weights.
func (u Uses) Tune(ctx context.Context, model *Model, newDecoder func(m *Model, hierarchical bool) Decoder, segments []Segment, o TuneOptions) (Features, error) {
	phrases := func(m *Model) Decoder { return newDecoder(m, false) }
	chart := func(m *Model) Decoder { return newDecoder(m, true) }
	m, known := *model, u
	known.Hierarchical = false
	m.Weights, o.Fixed = known.Start()
	var err error
	if m.Weights, err = Tune(ctx, &m, phrases, segments, o); err != nil || !u.Hierarchical {
		return m.Weights, err
	}
	var start Features
	start, o.Fixed = u.Start()
	m.Weights[FeatureHierarchical] = start[FeatureHierarchical]
	return Tune(ctx, &m, chart, segments, o)
}

// Tune tunes the weights of a model to segments by minimum error rate training (Och 2003):
// rounds of decoding, by decoders that newDecoder makes for models with other weights, and of
// search on all translations so far. It starts from the weights of the model. The weights are
// those that decoded best, scaled so that their absolute values add up to 1, and do not
// depend on the number of workers.
func Tune(ctx context.Context, model *Model, newDecoder func(*Model) Decoder, segments []Segment, o TuneOptions) (Features, error) {
	if len(segments) == 0 {
		return Features{}, errors.New("there are no segments to tune to")
	}
	if o.Objective == nil {
		o.Objective = mert.PunctF{Recall: 1}
	}
	o.NBest, o.Restarts = cmp.Or(o.NBest, defaultNBest), cmp.Or(o.Restarts, defaultRestarts)
	t := tuning{model: model, newDecoder: newDecoder, segments: segments, o: &o}
	if _, ok := o.Objective.(mert.BLEU); ok {
		for i := range segments {
			s := &segments[i]
			t.references = append(t.references, metric.NewReference(Tokens(nil, s.Words, s.Gaps, Mark.String)))
		}
	}
	weights, _, err := o.Tuner.Tune(ctx, mert.NewPool(FeatureNames[:], len(segments)), slices.Clone(model.Weights[:]), t.decode)
	if err != nil {
		return Features{}, err
	}
	return Features(weights), nil
}

// tuning is what rounds of Tune share.
type tuning struct {
	model      *Model
	newDecoder func(*Model) Decoder
	segments   []Segment
	references []*metric.Reference // of segments; nil: BLEU is not asked for
	o          *TuneOptions
}

// tuner is a goroutine of a round.
type tuner struct {
	Decoder
	best   mert.Stats
	tokens []string
	err    error
}

// decode is a mert.Decode.
func (t *tuning) decode(ctx context.Context, weights []float64, add func(int, []float64, mert.Stats) error) (best mert.Stats, err error) {
	m := *t.model
	m.Weights = Features(weights)
	tuners, err := parallel.EachWith(ctx, t.o.Workers, len(t.segments), func() *tuner { return &tuner{Decoder: t.newDecoder(&m)} }, func(r *tuner, i int) {
		if r.err != nil {
			return
		}
		s := &t.segments[i]
		if t.o.Advice != nil {
			r.Advise(t.o.Advice[i])
		}
		for k, found := range r.Decode(s.Words, t.o.NBest) {
			var stats mert.Stats
			stats.Punct = Count(s.Gaps, found.Gaps).All()
			if t.references != nil {
				r.tokens = Tokens(r.tokens[:0], s.Words, found.Gaps, Mark.String)
				stats.BLEU = t.references[i].Count(r.tokens)
			}
			if k == 0 {
				r.best = r.best.Plus(stats)
			}
			if r.err = add(i, found.Features[:], stats); r.err != nil {
				return
			}
		}
	})
	for _, r := range tuners {
		best, err = best.Plus(r.best), cmp.Or(err, r.err)
	}
	return best, err
}
