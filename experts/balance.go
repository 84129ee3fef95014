package experts

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Balance is what balancing found. All counts are of edit words of text that neither
// baseline nor experts have been trained on, each word labelled by the expert for
// its tag, or by the baseline.
type Balance struct {
	Classes          []string // those with experts
	Offsets          []float64
	Baseline, Expert []metric.Counts // on the words of each class
	Left             metric.Counts   // on the words of no class with an expert
}

// offsets are what balancing tries, ascending.
var offsets = func() []float64 {
	var out []float64
	for k := -10; k <= 12; k++ {
		out = append(out, float64(k)/10)
	}
	return out
}()

// balance finds for each expert the offset of the label O, to be taken from its
// score, that is best on held-out folds.
func (t *task) balance(ctx context.Context, trained []int) (*Balance, error) {
	step := "balance"
	file, err := stages.RunStep(t.Dir, step, t.config(step, trained), t.Report, func() ([]byte, error) {
		// counts[i][o]: edit words of expert i with offset o, and of no expert.
		counts := make([][]metric.Counts, len(trained)+1)
		for i := range counts {
			counts[i] = make([]metric.Counts, len(offsets))
		}
		b := Balance{Baseline: make([]metric.Counts, len(trained)+1)}
		for k := range t.examples.Edit {
			weights, err := t.weights(ctx, k, trained)
			if err != nil {
				return nil, err
			}
			if err := t.count(ctx, k, trained, weights, counts, b.Baseline); err != nil {
				return nil, err
			}
		}
		for i, o := range best(counts) {
			b.Classes = append(b.Classes, t.Classes[trained[i]].Name)
			b.Offsets = append(b.Offsets, offsets[o])
			b.Expert = append(b.Expert, counts[i][o])
		}
		b.Left, b.Baseline = b.Baseline[len(trained)], b.Baseline[:len(trained)]
		return json.Marshal(b)
	})
	if err != nil {
		return nil, err
	}
	b := &Balance{}
	if err := json.Unmarshal(file, b); err != nil || len(b.Offsets) != len(trained) {
		return nil, fmt.Errorf("balancing the experts: the finished step in %s is damaged: remove it", t.Dir)
	}
	return b, nil
}

// best chooses an offset for each expert, so that the F1 of all edit words is
// highest, by coordinate ascent, and returns their indices. The last row has no
// choice.
func best(counts [][]metric.Counts) []int {
	zero := slices.Index(offsets, 0)
	at := slices.Repeat([]int{zero}, len(counts)-1)
	total := func() metric.Counts {
		sum := counts[len(at)][zero]
		for i, o := range at {
			sum = sum.Plus(counts[i][o])
		}
		return sum
	}
	for changed := true; changed; {
		changed = false
		for i := range at {
			top, arg := total().F1(), at[i]
			for o := range offsets {
				before := at[i]
				if at[i] = o; total().F1() > top {
					top, arg, changed = total().F1(), o, true
				}
				at[i] = before
			}
			at[i] = arg
		}
	}
	return at
}

// count adds the edit words of a fold, labelled by experts that have not seen it and,
// in plain, by the baseline.
func (t *task) count(ctx context.Context, fold int, trained []int, weights [][]float32, counts [][]metric.Counts, plain []metric.Counts) error {
	edit := t.examples.Edit[fold]
	v, err := m3n.NewVariants(edit, weights, t.Min)
	if err != nil {
		return err
	}
	if t.Report != nil {
		t.Report(stages.Event{Step: fmt.Sprintf("balance, fold %d of %d", fold+1, len(t.examples.Edit))})
	}
	in := t.sequences(func(f int) bool { return f == fold })
	const o, e = int(data.O), uint8(data.E)
	type state struct {
		seq       *m3n.Sequence
		ex        m3n.Example
		s         *m3n.Scratch
		all       []*m3n.Lattice // one for every expert
		wanted    []*m3n.Lattice // those of them that have words in the sentence
		y, expert []uint8
		counts    [][]metric.Counts
		plain     []metric.Counts
	}
	newState := func() *state {
		st := &state{seq: m3n.NewSequence(edit.Schema), s: edit.NewScratch(), all: v.NewLattices(), wanted: make([]*m3n.Lattice, len(trained)),
			counts: make([][]metric.Counts, len(counts)), plain: make([]metric.Counts, len(counts))}
		for i := range st.counts {
			st.counts[i] = make([]metric.Counts, len(offsets))
		}
		return st
	}
	states, err := parallel.EachWith(ctx, t.Workers, len(in), newState, func(st *state, j int) {
		seq, s, ex, wanted := st.seq, st.s, &st.ex, st.wanted
		t.examples.Corpus.Example(in[j], seq, ex)
		if seq.Len() == 0 {
			return
		}
		base := edit.ScoreBase(seq, s)
		expert := st.expert[:0]
		clear(wanted)
		for _, tag := range t.examples.Tags[in[j]] {
			k := slices.IndexFunc(trained, func(k int) bool { return t.class[k][tag] })
			if k < 0 {
				k = len(trained)
			} else {
				wanted[k] = st.all[k]
			}
			expert = append(expert, uint8(k))
		}
		v.Score(s, wanted)
		y := append(st.y[:0], ex.Gold...)
		st.expert, st.y = expert, y
		base.Viterbi(y)
		for p, k := range expert {
			st.plain[k].Add(ex.Gold[p] == e, y[p] == e)
		}
		for k := range counts {
			lat := base
			if k < len(trained) {
				lat = wanted[k]
			}
			if lat == nil {
				continue
			}
			last := 0.0
			for i, off := range offsets {
				for p := range lat.T {
					lat.Node[p*lat.L+o] -= off - last
				}
				last = off
				lat.Viterbi(y)
				for p, x := range expert {
					if int(x) == k {
						st.counts[k][i].Add(ex.Gold[p] == e, y[p] == e)
					}
				}
			}
		}
	})
	if err != nil {
		return err
	}
	for _, st := range states {
		for k := range counts {
			plain[k] = plain[k].Plus(st.plain[k])
			for i := range offsets {
				counts[k][i] = counts[k][i].Plus(st.counts[k][i])
			}
		}
	}
	return nil
}
