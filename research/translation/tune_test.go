package translation

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/metric"
)

// drawn is a decoder that chooses among translations which were drawn beforehand. Words are
// the number of the segment.
type drawn struct {
	weights Features
	all     [][]Translation
}

func (d *drawn) Advise([]float32) {}

func (d *drawn) Decode(words []string, n int) []Translation {
	i, _ := strconv.Atoi(words[0])
	out := slices.Clone(d.all[i])
	slices.SortStableFunc(out, func(a, b Translation) int {
		if x, y := a.Features.Dot(&d.weights), b.Features.Dot(&d.weights); x != y {
			if x > y {
				return -1
			}
			return 1
		}
		return 0
	})
	return out[:min(n, len(out))]
}

// drawTranslations draws segments and translations of them: the language model and the number
// of marks tell how good these are, the rest is noise.
func drawTranslations(seed uint64, segments int) ([]Segment, [][]Translation) {
	rng := rand.New(rand.NewPCG(seed, 3))
	var text []Segment
	var all [][]Translation
	for i := range segments {
		s := Segment{Words: []string{strconv.Itoa(i), "a", "b", "c", "d", "e"}}
		s.Gaps = drawGaps(rng, len(s.Words)+1)
		text = append(text, s)
		var found []Translation
		for range 40 {
			gaps := slices.Clone(s.Gaps)
			for k := range gaps {
				switch rng.IntN(4) {
				case 0:
					gaps[k] = 0
				case 1:
					gaps[k] = gaps[k].With(Comma)
				}
			}
			c := Count(s.Gaps, gaps).All()
			var f Features
			for k := range f {
				f[k] = rng.NormFloat64() * float64(k)
			}
			f[FeatureLM] = -float64(c.FP) + 2*rng.NormFloat64()
			f[FeaturePhrase] = -float64(c.FN) + rng.NormFloat64()
			found = append(found, Translation{Gaps: gaps, Features: f})
		}
		all = append(all, found)
	}
	return text, all
}

func TestTune(t *testing.T) {
	segments, all := drawTranslations(1, 60)
	model := &Model{Weights: DefaultWeights}
	value := func(o mert.Objective, w Features) float64 {
		var stats mert.Stats
		d := drawn{w, all}
		for i := range segments {
			s := &segments[i]
			gaps := d.Decode(s.Words, 1)[0].Gaps
			stats = stats.Plus(mert.Stats{Punct: Count(s.Gaps, gaps).All(), BLEU: CountBLEU(s.Words, s.Gaps, gaps)})
		}
		return o.Value(stats)
	}
	start, fixed := Uses{Unknown: true, Kinds: true}.Start()
	model.Weights = start
	for _, objective := range []mert.Objective{mert.BLEU{}, mert.PunctF{Recall: 1}, mert.PunctF{Recall: 4}} {
		var first Features
		for _, workers := range []int{1, 4} {
			var last mert.Round
			o := TuneOptions{NBest: 10, Tuner: mert.Tuner{Optimiser: mert.Optimiser{Objective: objective, Restarts: 3, Shakes: 4, Seed: 1, Workers: workers, Fixed: fixed},
				Report: func(r mert.Round) { last = r }}}
			w, err := Tune(t.Context(), model, func(m *Model) Decoder { return &drawn{m.Weights, all} }, segments, o)
			if err != nil {
				t.Fatal(err)
			}
			if before, after := value(objective, start), value(objective, w); after <= before+0.05 || last.Round < 2 {
				t.Errorf("%s: from %v to %v after %d rounds", objective.Name(), before, after, last.Round)
			}
			if workers == 1 {
				first = w
			}
			if w != first {
				t.Errorf("%s: %v with %d workers, %v with one", objective.Name(), w, workers, first)
			}
			if w[FeatureGlue] != 0 || w[FeatureHierarchical] != 0 || w[FeatureAdvice] != 0 {
				t.Errorf("%s: fixed weights have changed: %v", objective.Name(), w)
			}
		}
	}
}

// Rules with gaps are tuned from where phrases are tuned to, phrases from Start.
func TestUsesTune(t *testing.T) {
	segments, all := drawTranslations(2, 40)
	var begins []Features // weights of the first decoders of phrases and of rules with gaps
	newDecoder := func(m *Model, hierarchical bool) Decoder {
		if hierarchical && len(begins) == 1 || !hierarchical && len(begins) == 0 {
			begins = append(begins, m.Weights)
		}
		return &drawn{m.Weights, all}
	}
	o := TuneOptions{NBest: 10, Tuner: mert.Tuner{Optimiser: mert.Optimiser{Restarts: 2, Seed: 1, Workers: 1}}}
	tune := func(u Uses) Features {
		w, err := u.Tune(t.Context(), &Model{}, newDecoder, segments, o)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	phrases := tune(Uses{Kinds: true})
	if len(begins) != 1 || phrases[FeatureHierarchical] != 0 || phrases[FeatureGlue] != 0 || phrases[FeatureUnknown] != 0 {
		t.Errorf("phrases: %d decoders of other rules, weights %v", len(begins)-1, phrases)
	}
	begins = nil
	gaps := tune(Uses{Kinds: true, Hierarchical: true})
	if len(begins) != 2 || gaps[FeatureGlue] == 0 || gaps[FeatureUnknown] != 0 {
		t.Fatalf("rules with gaps: %d kinds of decoders, weights %v", len(begins), gaps)
	}
	start, _ := Uses{Kinds: true}.Start()
	x, y := begins[0], begins[1]
	for f := range x {
		// The scale of weights has no meaning.
		if math.Abs(x[f]*start[FeatureLM]-start[f]*x[FeatureLM]) > 1e-9 {
			t.Errorf("phrases start from %v, not %v", x, start)
		}
		if f != FeatureHierarchical && math.Abs(y[f]*phrases[FeatureLM]-phrases[f]*y[FeatureLM]) > 1e-9 {
			t.Errorf("rules with gaps start from %v, not %v", y, phrases)
		}
	}
}

// Without an objective it is F1 of marks.
func TestTuneFails(t *testing.T) {
	model := &Model{Weights: DefaultWeights}
	if _, err := Tune(t.Context(), model, nil, nil, TuneOptions{}); err == nil {
		t.Error("no segments are taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	segments, all := drawTranslations(1, 3)
	newDecoder := func(m *Model) Decoder { return &drawn{m.Weights, all} }
	if _, err := Tune(ctx, model, newDecoder, segments, TuneOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	var nan float64
	all[1][5].Features[2] = nan / nan
	if _, err := Tune(t.Context(), model, newDecoder, segments, TuneOptions{}); err == nil {
		t.Error("NaN is taken")
	}
}

func BenchmarkCount(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	gold, gaps := drawGaps(rng, 20), drawGaps(rng, 20)
	var sum metric.Counts
	b.ReportAllocs()
	for b.Loop() {
		sum = sum.Plus(Count(gold, gaps).All())
	}
}
