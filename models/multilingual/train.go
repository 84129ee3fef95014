package multilingual

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/models/rnn"
)

// Config says how a network is trained.
type Config struct {
	Hidden, Layers, Dense int
	Columns               [numColumns]Column
	Similar               int     // size of the projection under which units are compared
	Least                 int     // words that are seen so often have an embedding of their own
	HideLanguage          float64 // share of the examples whose language is not seen
	HideWord              float64 // share of the words that are not seen but by beginnings and ends
	HideWords             float64 // share of the examples none of whose words are seen but so
	HideTurn              float64 // share of the examples of which it is not seen whether turns begin and end
	Weights               [NumHeads]float64
	Trainer               rnn.Trainer
}

// Column is the number and the size of the embeddings of a column.
type Column struct{ Symbols, Size int }

// DefaultConfig returns the configuration of the network for all languages.
func DefaultConfig() Config {
	return Config{
		Hidden: 128, Layers: 2, Dense: 96, Similar: 32,
		Columns: [numColumns]Column{{65537, 24}, {32769, 24}, {16385, 12}, {8193, 16}, {32769, 12}, {maxLanguages + 1, 24}, {numShapes, 16}},
		Least:   3, HideLanguage: 0.05, HideWord: 0.04, HideWords: 0.05, HideTurn: 0.5,
		Weights: [NumHeads]float64{1, 0.3, 0.6, 1},
		Trainer: rnn.Trainer{Passes: 10, Batch: 1200, Rate: 3e-3, Warm: 0.03, Clip: 2, Average: 0.2, Decay: 1e-3,
			Dropout: rnn.Dropout{Input: 0.1, Hidden: 0.15, Dense: 0.1}, Seed: 1},
	}
}

// shapeOf returns the shape of the network of a configuration.
func (c *Config) shape() rnn.Config {
	s := rnn.Config{Flags: numFlags, Similar: c.Similar, Reach: reach, Hidden: c.Hidden, Layers: c.Layers, Dense: c.Dense, Heads: heads}
	for k, name := range columnNames {
		s.Columns = append(s.Columns, rnn.Column{Name: name, Symbols: c.Columns[k].Symbols, Size: c.Columns[k].Size})
	}
	return s
}

// Sample is a sequence to train on. Labels are as long as Units; -1: not known.
type Sample struct {
	Units    []Unit
	Language string
	Turn     Turn
	Labels   [NumHeads][]int8
}

// Text is what a network is trained on. Draw and Done are called from several goroutines at once.
type Text interface {
	Len() int                             // samples of a pass
	Units(i int) int                      // of a sample, about
	Draw(i int, r *rand.Rand, to *Sample) // a sample, as it is learned from this time, into one that is empty
	// Words calls f with all words of a language and how often they were seen.
	Words(f func(language, word string, count int))
	Languages() []Language
}

// Train trains a network on text, from another one, or with first nil from a new one. workers are
// goroutines; the result does not depend on them. report, where it is not nil, is told of every pass;
// checkpoint is given what resume goes on from.
func Train(ctx context.Context, c Config, first *Model, text Text, workers int, report func(rnn.Progress, *Model), checkpoint func([]byte), resume []byte) (*Model, error) {
	m := &Model{shape: c.shape()}
	var from *rnn.Model
	if first != nil {
		m.shape, from = first.shape, first.net.Floats()
		m.about.Languages = slices.Clone(first.about.Languages)
	}
	for _, l := range text.Languages() {
		if i := m.number(l.Code); i > 0 {
			m.about.Languages[i-1] = l
		} else {
			m.about.Languages = append(m.about.Languages, l)
		}
	}
	if n := len(m.about.Languages); n > maxLanguages {
		return nil, fmt.Errorf("multilingual: %d languages: a network has room for %d", n, maxLanguages)
	}
	m.known = m.knownWords(&c, first, text)
	tr := c.Trainer
	tr.Workers, tr.Weights, tr.Checkpoint, tr.Resume = workers, c.Weights[:], checkpoint, resume
	tr.Report = func(p rnn.Progress) {
		if report != nil {
			report(p, m.with(p.Model()))
		}
	}
	net, err := tr.Train(ctx, m.shape, from, &rnn.Corpus{N: text.Len(), Len: text.Units, Example: func(i int, r *rand.Rand, x *rnn.Example) {
		c.example(m, text, i, r, x)
	}})
	if err != nil {
		return nil, err
	}
	return m.with(net), nil
}

// knownWords returns the words that have embeddings. Those of a first network stay, as its
// filter says them: words that it lacks are added.
func (m *Model) knownWords(c *Config, first *Model, text Text) known {
	own, all := make(map[uint64]bool), make(map[uint64]int)
	text.Words(func(language, word string, count int) {
		h := xxh3.HashString(word)
		if count >= c.Least {
			own[salted(h, uint64(m.number(language))+1)] = true
		}
		all[salted(h, anyLanguage)] += count
	})
	for h, n := range all {
		if n >= c.Least {
			own[h] = true
		}
	}
	k := newKnown(len(own))
	if first != nil {
		k = slices.Clone(first.known)
	}
	for _, h := range slices.Sorted(maps.Keys(own)) {
		k.add(h)
	}
	return k
}

// example fills an example with a sample.
func (c *Config) example(m *Model, text Text, i int, r *rand.Rand, x *rnn.Example) {
	var s Sample
	var cols columns
	text.Draw(i, r, &s)
	if r.Float64() < c.HideTurn {
		s.Turn.Known = false
	}
	none := r.Float64() < c.HideWords
	cols.fill(&x.Input, m, s.Units, m.number(s.Language), s.Turn, hidden{
		language: none || r.Float64() < c.HideLanguage,
		word:     func() bool { return none || r.Float64() < c.HideWord },
	})
	for head := range x.Labels {
		x.Labels[head] = append(x.Labels[head], s.Labels[head]...)
	}
}
