package chinese

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
)

// SegmenterConfig says how a Segmenter is trained: for its log-loss, by AdaGrad.
type SegmenterConfig struct {
	Templates string // text of the template file
	Passes    int    // over the text
	Rate      float64
	L2        float64 // per sentence, see m3n.Subgradient
	Dropout   float64 // share of the features of a unit that each pass leaves out
	Prune     float64 // features none of whose weights reaches it are left out
	Seed      uint64
}

// DefaultSegmenterConfig returns the configuration that the shipped models have.
func DefaultSegmenterConfig() SegmenterConfig {
	return SegmenterConfig{Templates: Template("segment"), Passes: 10, Rate: 0.2, L2: 1e-6}
}

// TrainSegmenter trains a segmenter on the words of sentences; their signs are not looked at. Words
// that are no units, such as hyphens, are left out. workers goroutines share the work; the result does not
// depend on it. report, where not nil, is called after each pass.
func TrainSegmenter(ctx context.Context, text []Sentence, c SegmenterConfig, workers int, report func(m3n.Progress)) (*Segmenter, error) {
	templates, err := m3n.ParseTemplates(strings.NewReader(c.Templates), "segment.tmpl")
	if err != nil {
		return nil, err
	}
	if space := templates.Space(); space == nil || !slices.Equal(space.Names(), segmentLabels) {
		return nil, fmt.Errorf("the templates of the segmenter must declare `layer word %s`", strings.Join(segmentLabels, " "))
	}
	var units [][]string
	var gold [][]uint8
	for _, s := range text {
		u, starts := s.units()
		if len(u) == 0 {
			continue
		}
		y := make([]uint8, 0, len(u))
		for i, from := range starts[:len(starts)-1] {
			y = appendLabels(y, int(starts[i+1]-from))
		}
		units, gold = append(units, u), append(gold, y)
	}
	if len(units) == 0 {
		return nil, errors.New("there are no words to train a segmenter on")
	}
	d, err := m3n.NewDataset(&m3n.Corpus{
		Schema: segmentSchema, Labels: segmentLabels, Start: -1, N: len(units),
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			fillUnits(seq, units[i])
			ex.Gold = gold[i]
		},
	}, templates, workers)
	if err != nil {
		return nil, err
	}
	w, err := m3n.Subgradient{
		Objective: m3n.LogLoss{}, Passes: c.Passes, Rate: c.Rate, L2: c.L2, Dropout: c.Dropout, Seed: c.Seed, Workers: workers,
		Report: func(p m3n.Progress, _ func() []float32) {
			if report != nil {
				report(p)
			}
		},
	}.Train(ctx, d)
	if err != nil {
		return nil, err
	}
	m, err := m3n.NewModel(d, w, m3n.Prune{Min: c.Prune})
	if err != nil {
		return nil, err
	}
	return &Segmenter{m}, nil
}

// appendLabels appends the labels of a word of n units.
func appendLabels(y []uint8, n int) []uint8 {
	if n == 1 {
		return append(y, isWord)
	}
	y = append(y, beginsWord)
	for range n - 2 {
		y = append(y, insideWord)
	}
	return append(y, endsWord)
}

// units returns the units of a sentence's words, and which of them words start with, with
// their number at the end. Words without units are left out.
func (s Sentence) units() (units []string, starts []int32) {
	for _, w := range s.Words {
		of := Units(w.Text).Words
		if len(of) == 0 {
			continue
		}
		starts = append(starts, int32(len(units)))
		for _, u := range of {
			units = append(units, u.Text)
		}
	}
	return units, append(starts, int32(len(units)))
}
