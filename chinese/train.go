package chinese

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
)

// Config says how a Model is trained.
type Config struct {
	Segmenter ChainConfig
	Marks     MarksConfig
	// Turns of dialogues are joined into texts of up to Join turns, since those of speech run on.
	Join int
	// Folds are in which dialogues are for words of segmenters that have not seen them.
	Folds int
	// What is left out of the segmenter, and of each pass: see m3n.Model.Pruned. The last of them counts
	// for all further passes.
	PruneSegmenter float64
	PruneMarks     []float64
	Seed           uint64
}

// DefaultConfig returns the configuration of the shipped model. Its passes are two, not three: what
// ends a sentence in dialogues, and what is a comma, is one decision.
func DefaultConfig() Config {
	segmenter := DefaultSegmenterConfig()
	segmenter.Templates = "threshold 4\n" + segmenter.Templates // a third of the size
	return Config{
		Segmenter: segmenter,
		Marks: MarksConfig{
			Templates: PlainFeatures(), PassTemplates: PassFeatures(), Starts: []Pass{Finals, Indicators}, More: PlainColumns,
			Least: 5, LeastSeen: 3, L2: 0.5, Passes: 15, Dropout: 0.3, Seed: 1, Folds: 3,
		},
		Join: 6, Folds: 5, PruneSegmenter: 0.06, PruneMarks: []float64{0.07, 0.12}, Seed: 1,
	}
}

// Train trains a Model: a segmenter on the words of dialogues, turn by turn, and marks on the dialogues
// and on other texts, whose words are those that the segmenter finds. Both may be in traditional characters. report, where set, is told
// the name of a step and how it goes on. The result does not depend on workers.
func Train(ctx context.Context, dialogues, others []Sentence, c Config, workers int, report func(step string, p m3n.Progress)) (*Model, error) {
	if len(dialogues) < c.Folds {
		return nil, errors.New("there are too few dialogues to train on")
	}
	say := func(step string) func(m3n.Progress) {
		return func(p m3n.Progress) {
			if report != nil {
				report(step, p)
			}
		}
	}
	texts := joined(dialogues, c.Join, c.Seed)
	segmenter, err := TrainSegmenter(ctx, texts, c.Segmenter, workers, say("segmenter"))
	if err != nil {
		return nil, err
	}
	segmenter = segmenter.Pruned(c.PruneSegmenter)
	segmented := make([]Sentence, 0, len(texts)+len(others))
	for fold := range c.Folds {
		from, to := fold*len(texts)/c.Folds, (fold+1)*len(texts)/c.Folds
		rest := slices.Concat(texts[:from], texts[to:])
		unseen, err := TrainSegmenter(ctx, rest, c.Segmenter, workers, say(fmt.Sprintf("segmenter, fold %d", fold+1)))
		if err != nil {
			return nil, err
		}
		segmented = append(segmented, unseen.Segmented(texts[from:to], workers)...)
	}
	segmented = append(segmented, segmenter.Segmented(others, workers)...)
	c.Marks.More = PlainColumns
	c.Marks.Fill = func(to *Columns, i int) { FillPlain(to, segmented[i].Words) }
	marks, err := TrainMarks(ctx, segmented, c.Marks, workers, report)
	if err != nil {
		return nil, err
	}
	return NewModel(segmenter, marks.Pruned(c.PruneMarks...))
}

// joined returns sentences joined into texts of one or several: half of the texts are one, the others up to
// most.
func joined(text []Sentence, most int, seed uint64) []Sentence {
	rng := rand.New(rand.NewPCG(seed, 0))
	var out []Sentence
	for len(text) > 0 {
		n := 1
		if most > 1 && rng.IntN(2) == 0 {
			n = 2 + rng.IntN(most-1)
		}
		n = min(n, len(text))
		out = append(out, Join(text[:n]))
		text = text[n:]
	}
	return out
}

// Join returns sentences as one.
func Join(text []Sentence) Sentence {
	out := Sentence{Gaps: [][]Sign{nil}}
	for _, s := range text {
		last := len(out.Gaps) - 1
		out.Words = append(out.Words, s.Words...)
		out.Gaps[last] = slices.Concat(out.Gaps[last], s.Gaps[0])
		out.Gaps = append(out.Gaps, s.Gaps[1:]...)
	}
	return out
}

// Segmented returns sentences with words that the segmenter finds in place of their own. Signs
// inside of one are lost.
func (g *Segmenter) Segmented(text []Sentence, workers int) []Sentence {
	out := make([]Sentence, len(text))
	scratch := make([]*SegmentScratch, max(workers, 1))
	parallel.Strided(len(scratch), len(text), func(w, i int) {
		if scratch[w] == nil {
			scratch[w] = g.NewScratch()
		}
		byUnit := text[i].byUnit()
		units := make([]string, len(byUnit.Words))
		for k, u := range byUnit.Words {
			units[k] = u.Text
		}
		var words []string
		starts := g.Segment(units, nil, scratch[w], nil)
		for k, from := range starts[:len(starts)-1] {
			words = append(words, strings.Join(units[from:starts[k+1]], ""))
		}
		out[i], _ = byUnit.Grouped(words)
	})
	return out
}

// ByUnit returns sentences whose words are units, with the same signs between them.
func ByUnit(text []Sentence) []Sentence {
	out := make([]Sentence, len(text))
	for i, s := range text {
		out[i] = s.byUnit()
	}
	return out
}

// byUnit returns the sentence with each unit as a word. Words that have no units are left out; their
// signs stay.
func (s Sentence) byUnit() Sentence {
	out := Sentence{Gaps: [][]Sign{s.Gaps[0]}}
	for i, w := range s.Words {
		for _, u := range Units(w.Text).Words {
			out.Words, out.Gaps = append(out.Words, u), append(out.Gaps, nil)
		}
		last := len(out.Gaps) - 1
		out.Gaps[last] = slices.Concat(out.Gaps[last], s.Gaps[i+1])
	}
	return out
}
