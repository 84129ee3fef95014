package harm

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/research/quality"
	"github.com/tidytalk/tidytalk/training/train"
)

// Pair is a text as it was said, and as it should be.
type Pair = train.Pair

// Edits returns the pairs whose clean text is the verbatim one with words left out. Two
// transcribers who heard different words, and stretches that nobody understood, say nothing
// of cleaning.
func Edits(pairs []Pair) []Pair {
	return slices.DeleteFunc(slices.Clone(pairs), func(p Pair) bool {
		said, clean := quality.Words(p.Verbatim), quality.Words(p.Clean)
		if len(said) == 0 || slices.Equal(said, clean) || strings.ContainsAny(p.Verbatim, "<[") {
			return true
		}
		_, ok := removedByEditor(said, clean)
		return !ok
	})
}

// PairScore compares what goes with what an editor took out.
type PairScore struct {
	Pairs, Exact int           // exact: the words left are those of the editor
	Words        int           // as said
	Removed      metric.Counts // words
	Places       int           // within sentences where a filler stood that is gone for both
	Commas       metric.Counts // there
	Unaligned    int           // pairs whose cleaned text has other words: left out of the counts
	Examples     []Example     // what became of pairs that are not exact
}

// Wrong returns the words of 1,000 that went and should not.
func (s *PairScore) Wrong() float64 { return perThousand(s.Removed.FP, s.Words) }

// PairSet is a set of pairs that is scored apart.
type PairSet struct {
	Name  string
	Pairs []Pair
}

// Pairs scores pairs. One whose clean text is not the verbatim one with words left out is an
// error: see Edits.
func (m *Measurer) Pairs(ctx context.Context, pairs []Pair) (*PairScore, error) {
	texts := make([]string, len(pairs))
	for i, p := range pairs {
		texts[i] = p.Verbatim
	}
	cleaned, err := m.lines(ctx, texts)
	if err != nil {
		return nil, err
	}
	out := new(PairScore)
	for i, p := range pairs {
		if err := out.add(p, cleaned[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *PairScore) add(p Pair, cleaned string) error {
	said, got := quality.Words(p.Verbatim), quality.Words(cleaned)
	gold, ok := removedByEditor(said, quality.Words(p.Clean))
	if !ok {
		return fmt.Errorf("pair %s: the clean text is not the verbatim one with words left out", p.ID)
	}
	s.Pairs++
	gone, ok := removedLike(said, got, gold)
	if !ok {
		s.Unaligned++
		return nil
	}
	s.Words += len(said)
	if slices.Equal(gone, gold) {
		s.Exact++
	} else {
		s.Examples = append(s.Examples, Example{p.Verbatim, cleaned})
	}
	s.addCommas(p, cleaned, said, gold, gone)
	for i := range said {
		s.Removed.Add(gold[i], gone[i])
	}
	return nil
}
