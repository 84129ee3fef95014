package rnn

import (
	"errors"
	"fmt"
	"github.com/tidytalk/tidytalk/models/kernels"
)

// Config is the shape of a network.
type Config struct {
	Columns []Column // of embeddings
	Flags   int      // number of binary features
	// Similar is the size of the projection under which words are compared with those
	// up to Reach before and behind them; 0: they are not.
	Similar, Reach int
	Hidden         int // units of a direction of a layer, a multiple of 32
	Layers         int // bidirectional LSTM layers
	Dense          int // units of the layer before the heads, a multiple of 32
	Heads          []Head
}

// Column is a column of symbols and the size of their embeddings.
type Column struct {
	Name    string
	Symbols int // 0 <= symbol < Symbols
	Size    int
}

// Head gives every word a distribution over labels.
type Head struct {
	Name   string
	Labels []string
}

// MaxLabels is how many labels all heads may have together.
const MaxLabels = 32

// Input is a sequence of words as the network sees it.
type Input struct {
	Symbols [][]int32 // of each column, of each word
	// Flags of word t are Flags[From[t]:From[t+1]], each the number of a binary feature.
	Flags []int32
	From  []int32
}

// Len returns the number of words.
func (in *Input) Len() int { return max(0, len(in.From)-1) }

// Reset makes the input empty, for a network with so many columns.
func (in *Input) Reset(columns int) {
	for len(in.Symbols) < columns {
		in.Symbols = append(in.Symbols, nil)
	}
	in.Symbols = in.Symbols[:columns]
	for i := range in.Symbols {
		in.Symbols[i] = in.Symbols[i][:0]
	}
	in.Flags, in.From = in.Flags[:0], append(in.From[:0], 0)
}

// End ends a word whose symbols and flags were appended.
func (in *Input) End() { in.From = append(in.From, int32(len(in.Flags))) }

// labels returns the number of labels of all heads.
func (c *Config) labels() int {
	n := 0
	for _, h := range c.Heads {
		n += len(h.Labels)
	}
	return n
}

// embedded returns the size of all embeddings of a word together.
func (c *Config) embedded() int {
	n := 0
	for _, col := range c.Columns {
		n += col.Size
	}
	return n
}

// similarities returns how many similarities a word has.
func (c *Config) similarities() int {
	if c.Similar == 0 {
		return 0
	}
	return 2 * c.Reach
}

// alike returns the size of the similarities of a word as kernels read them.
func (c *Config) alike() int { return kernels.Up(c.similarities(), alikeBlock) }

// alikeBlock divides the number of inputs of every matrix.
const alikeBlock = 8

// dense returns the size of the dense part of the input of the first layer.
func (c *Config) dense() int { return kernels.Up(c.embedded()+c.similarities(), kernels.ColBlock) }

// Validate returns what is wrong with the shape.
func (c *Config) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf("rnn: "+format, args...))
		}
	}
	multiple := func(n int) bool { return n > 0 && n <= 4096 && n%kernels.ColBlock == 0 }
	check(len(c.Columns) > 0 && len(c.Columns) <= 64, "%d columns", len(c.Columns))
	for _, col := range c.Columns {
		check(col.Symbols > 0 && col.Symbols <= 1<<20 && col.Size > 0 && col.Size <= 1024, "column %s: %d symbols of size %d", col.Name, col.Symbols, col.Size)
	}
	check(c.embedded()%kernels.ColBlock == 0, "embeddings of size %d: it is no multiple of %d", c.embedded(), kernels.ColBlock)
	check(c.Flags >= 0 && c.Flags <= 1<<16, "%d flags", c.Flags)
	check(c.Similar >= 0 && c.Similar%kernels.ColBlock == 0 && c.Similar <= 1024, "a projection of size %d", c.Similar)
	check(c.Similar == 0 || c.Reach > 0 && c.Reach <= 64, "a reach of %d", c.Reach)
	check(multiple(c.Hidden), "%d units are no multiple of %d", c.Hidden, kernels.ColBlock)
	check(c.Layers > 0 && c.Layers <= 8, "%d layers", c.Layers)
	check(multiple(c.Dense), "%d units are no multiple of %d", c.Dense, kernels.ColBlock)
	check(len(c.Heads) > 0 && c.labels() <= MaxLabels, "%d labels", c.labels())
	for _, h := range c.Heads {
		check(len(h.Labels) > 0, "head %s has no labels", h.Name)
	}
	return errors.Join(errs...)
}
