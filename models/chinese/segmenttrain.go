package chinese

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
)

// DefaultSegmenterConfig returns the configuration of shipped segmenters.
func DefaultSegmenterConfig() ChainConfig {
	return ChainConfig{Templates: Template("segment"), Passes: 10, Rate: 0.2, L2: 0.25}
}

// TrainSegmenter trains a segmenter on the words of sentences; their punctuation is not looked at. Words
// that are no units, such as hyphens, are left out. workers goroutines share the work; the result does not
// depend on it. report, where not nil, is called after each pass.
func TrainSegmenter(ctx context.Context, text []Sentence, c ChainConfig, workers int, report func(m3n.Progress)) (*Segmenter, error) {
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
	m, err := c.Train(ctx, d, m3n.LogLoss{}, workers, report)
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
