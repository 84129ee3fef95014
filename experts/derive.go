package experts

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/stages"
)

// paperShares are the shares of the words of the six classes in Table 4.
var paperShares = []float64{33.5, 32.2, 16.7, 5.1, 6.1, 3.2}

// shares returns the shares that n classes are to have: those of the paper,
// stretched or squeezed to n.
func shares(n int) []float64 {
	total := 0.0
	for _, s := range paperShares {
		total += s
	}
	// The share of classes up to x of the paper's, linear in between.
	upTo := func(x float64) float64 {
		sum := 0.0
		for i, s := range paperShares {
			sum += s * max(0, min(1, x-float64(i)))
		}
		return sum / total
	}
	out := make([]float64, n)
	for i := range out {
		k := float64(len(paperShares)) / float64(n)
		out[i] = upTo(float64(i+1)*k) - upTo(float64(i)*k)
	}
	return out
}

// Derive makes n classes of the tags: sorted by the F1 of edit words, the easiest
// first, and cut where the classes come nearest to the shares of the edit words
// that Table 4 has, which makes classes larger the easier their tags are. counts
// are those of edit words by predicted tag, on text that no model has seen. Tags
// without an edit word go to the last class.
func Derive(counts map[string]metric.Counts, tags []string, n int) (Classes, error) {
	if n < 1 || n > len(tags) {
		return nil, fmt.Errorf("experts: %d classes of %d tags", n, len(tags))
	}
	size := func(tag string) int { return counts[tag].TP + counts[tag].FN }
	sorted := slices.Clone(tags)
	total := 0
	for _, tag := range sorted {
		total += size(tag)
	}
	if total == 0 {
		return nil, fmt.Errorf("experts: no edit words to derive classes from")
	}
	slices.SortFunc(sorted, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b].F1(), counts[a].F1()), cmp.Compare(size(b), size(a)), cmp.Compare(a, b))
	})
	out := make(Classes, n)
	share := shares(n)
	goal, before := share[0], 0
	k := 0
	for i, tag := range sorted {
		// A class ends before the tag whose middle is beyond its share, and leaves at
		// least one tag to each of the next.
		middle := float64(before) + float64(size(tag))/2
		for k < n-1 && len(out[k].Tags) > 0 && (middle > goal*float64(total) || len(sorted)-i < n-k) {
			k++
			goal += share[k]
		}
		out[k].Tags = append(out[k].Tags, tag)
		before += size(tag)
	}
	for k := range out {
		c := &out[k]
		c.Name, c.Boost = strconv.Itoa(k+1), DefaultBoost
		words, low, high := 0, 1.0, 0.0
		for _, tag := range c.Tags {
			if f := counts[tag].F1(); size(tag) > 0 {
				low, high = min(low, f), max(high, f)
			}
			words += size(tag)
		}
		c.Comment = fmt.Sprintf("%.1f%% of the edit words, F1 %.1f to %.1f", 100*float64(words)/float64(total), 100*low, 100*high)
	}
	return out, nil
}

// CountTags returns the edit words by predicted tag under baselines that have not
// been trained on them, for Derive. workers goroutines share the work.
func CountTags(ctx context.Context, examples *stages.Examples, tags []string, workers int) (map[string]metric.Counts, error) {
	name := make(map[uint32]string)
	for _, tag := range tags {
		name[m3n.Symbol(tag)] = tag
	}
	type state struct {
		seq    *m3n.Sequence
		s      *m3n.Scratch
		ex     m3n.Example
		y      []uint8
		counts map[string]metric.Counts
	}
	out := make(map[string]metric.Counts)
	for k, edit := range examples.Edit {
		newState := func() *state {
			return &state{seq: m3n.NewSequence(edit.Schema), s: edit.NewScratch(), counts: make(map[string]metric.Counts)}
		}
		states, err := parallel.EachWith(ctx, workers, len(examples.Folds), newState, func(st *state, i int) {
			if examples.Folds[i] != k {
				return
			}
			examples.Corpus.Example(i, st.seq, &st.ex)
			st.y = append(st.y[:0], st.ex.Gold...)
			if len(st.y) > 0 {
				edit.Decode(st.seq, nil, st.s, st.y)
			}
			for p, tag := range examples.Tags[i] {
				c := st.counts[name[tag]]
				c.Add(st.ex.Gold[p] == uint8(data.E), st.y[p] == uint8(data.E))
				st.counts[name[tag]] = c
			}
		})
		if err != nil {
			return nil, err
		}
		for _, st := range states {
			for tag, c := range st.counts {
				out[tag] = out[tag].Plus(c)
			}
		}
	}
	return out, nil
}
