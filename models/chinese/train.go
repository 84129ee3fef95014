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
	Kinds     ChainConfig // its templates are given
	Marks     PunctuationConfig
	// Turns and sentences are joined into texts of up to Join, since what is heard runs on.
	Join int
	// Folds are in which texts are for words of segmenters that have not seen them, and for their kinds.
	Folds int
	// What is left out of the segmenter, of the kinds, and of each pass: see m3n.Model.Pruned. The last of
	// the passes counts for all further ones.
	PruneSegmenter, PruneKinds float64
	PrunePunctuation           []float64
	// Written are the offsets of texts that are like a source that is no dialogue. Training does not see them.
	Written Offsets
	Seed    uint64
}

// DefaultConfig returns the configuration of the shipped model. Its passes are two, not three: what
// ends a sentence in dialogues, and what is a comma, is one decision.
func DefaultConfig() Config {
	segmenter := DefaultSegmenterConfig()
	segmenter.Templates = "threshold 4\n" + segmenter.Templates // a third of the size
	return Config{
		Segmenter: segmenter,
		Kinds:     ChainConfig{Passes: 8, Rate: 0.2, L2: 0.5, Dropout: 0.3},
		Marks: PunctuationConfig{
			Templates: PlainFeatures(), PassTemplates: PassFeatures(), Starts: []Pass{Finals, Indicators}, More: PlainColumns,
			Least: 40, LeastSeen: 3, L2: 0.5, Passes: 15, Dropout: 0.3, Seed: 1, Folds: 2,
		},
		Join: 6, Folds: 5, PruneSegmenter: 0.06, PruneKinds: 0.05, PrunePunctuation: []float64{0.085, 0.15}, Written: Offsets{None: -0.6, Comma: 0.6}, Seed: 1,
	}
}

// Source is text of one kind to train on. Characters may be simplified or traditional ones.
type Source struct {
	Text []Sentence
	// Turns says that it is of dialogues, turn by turn. The segmenter learns their words; those of other text
	// follow other rules.
	Turns bool
}

// Train trains a Model on sources: a segmenter, what tells one source from another, and a Punctuator, which
// reads the words and the kind of text that models find which have not seen it. report, where set, is told
// the name of a step and how it goes on. The result does not depend on workers.
func Train(ctx context.Context, sources []Source, c Config, workers int, report func(step string, p m3n.Progress)) (*Model, error) {
	t := &modelTrainer{ctx: ctx, Config: c, workers: workers, report: report}
	t.gather(sources)
	if t.turns < c.Folds {
		return nil, errors.New("there are too few dialogues to train on")
	}
	segmenter, err := t.segmenter()
	if err != nil {
		return nil, err
	}
	k, err := t.findKinds(len(sources))
	if err != nil {
		return nil, err
	}
	c.Marks.Fill = func(to *Columns, i int) {
		FillPlain(to, t.text[i].Words)
		to.setKind(t.found[i])
	}
	punctuator, err := TrainPunctuation(ctx, t.text, c.Marks, workers, report)
	if err != nil {
		return nil, err
	}
	offsets := make([]Offsets, len(sources))
	for i, s := range sources {
		if !s.Turns {
			offsets[i] = c.Written
		}
	}
	return newModel(segmenter, k, punctuator.Pruned(c.PrunePunctuation...), offsets)
}

// modelTrainer is a training at work.
type modelTrainer struct {
	Config
	ctx     context.Context
	workers int
	report  func(string, m3n.Progress)

	text  []Sentence // in random order, so that each fold has something of all sources
	kind  []uint8    // of each
	found []uint8    // by models that have not seen it
	turns int        // the texts that are turns come first
}

// gather joins turns and sentences, and puts all texts in a random order.
func (t *modelTrainer) gather(sources []Source) {
	rng := rand.New(rand.NewPCG(t.Seed, 1))
	for _, turns := range []bool{true, false} {
		from := len(t.text)
		for k, s := range sources {
			if s.Turns != turns {
				continue
			}
			text := joined(s.Text, t.Join, t.Seed+uint64(k))
			t.text, t.kind = append(t.text, text...), append(t.kind, slices.Repeat([]uint8{uint8(k)}, len(text))...)
		}
		rng.Shuffle(len(t.text)-from, func(i, j int) {
			i, j = from+i, from+j
			t.text[i], t.text[j] = t.text[j], t.text[i]
			t.kind[i], t.kind[j] = t.kind[j], t.kind[i]
		})
		if turns {
			t.turns = len(t.text)
		}
	}
}

func (t *modelTrainer) say(format string, args ...any) func(m3n.Progress) {
	step := fmt.Sprintf(format, args...)
	return func(p m3n.Progress) {
		if t.report != nil {
			t.report(step, p)
		}
	}
}

// fold returns the bounds of a fold of n texts.
func (t *modelTrainer) fold(k, n int) (from, to int) { return k * n / t.Folds, (k + 1) * n / t.Folds }

// segmenter trains a segmenter, and puts the words that segmenters find in place of those of the texts.
func (t *modelTrainer) segmenter() (*Segmenter, error) {
	turns := t.text[:t.turns]
	segmenter, err := TrainSegmenter(t.ctx, turns, t.Segmenter, t.workers, t.say("segmenter"))
	if err != nil {
		return nil, err
	}
	segmenter = segmenter.Pruned(t.PruneSegmenter)
	var segmented []Sentence
	for k := range t.Folds {
		from, to := t.fold(k, len(turns))
		unseen, err := TrainSegmenter(t.ctx, slices.Concat(turns[:from], turns[to:]), t.Segmenter, t.workers, t.say("segmenter, fold %d", k+1))
		if err != nil {
			return nil, err
		}
		segmented = append(segmented, unseen.Segmented(turns[from:to], t.workers)...)
	}
	t.text = append(segmented, segmenter.Segmented(t.text[t.turns:], t.workers)...)
	return segmenter, nil
}

// findKinds trains what tells kinds, of which there are n, and finds those of the texts.
func (t *modelTrainer) findKinds(n int) (*kinds, error) {
	k, err := trainKinds(t.ctx, t.text, t.kind, n, t.Kinds, t.workers, t.say("kinds of text"))
	if err != nil {
		return nil, err
	}
	t.found = make([]uint8, len(t.text))
	for fold := range t.Folds {
		keep := func(i int) bool { return i%t.Folds != fold }
		var text []Sentence
		var of []uint8
		for i := range t.text {
			if keep(i) {
				text, of = append(text, t.text[i]), append(of, t.kind[i])
			}
		}
		unseen, err := trainKinds(t.ctx, text, of, n, t.Kinds, t.workers, t.say("kinds of text, fold %d", fold+1))
		if err != nil {
			return nil, err
		}
		s := unseen.newScratch()
		var words []uint32
		for i := range t.text {
			if keep(i) {
				continue
			}
			words = words[:0]
			for _, w := range t.text[i].Words {
				words = append(words, plainSymbol(w.Text))
			}
			t.found[i] = unseen.of(words, s)
		}
	}
	return &kinds{k.model.Pruned(t.PruneKinds)}, nil
}

// joined returns sentences joined into texts of one or several: three of four texts are one, the others up to
// most, so that about as many turns are alone as are not.
func joined(text []Sentence, most int, seed uint64) []Sentence {
	rng := rand.New(rand.NewPCG(seed, 0))
	var out []Sentence
	for len(text) > 0 {
		n := 1
		if most > 1 && rng.IntN(4) == 0 {
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

// ByUnit returns sentences whose words are units, with the same punctuation between them.
func ByUnit(text []Sentence) []Sentence {
	out := make([]Sentence, len(text))
	for i, s := range text {
		out[i] = s.byUnit()
	}
	return out
}

// byUnit returns the sentence with each unit as a word. Words that have no units are left out; their
// marks are kept.
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
