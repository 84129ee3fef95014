package chinese

import (
	"context"
	"fmt"
	"reflect"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// ChainConfig says how a chain is trained, by AdaGrad.
type ChainConfig struct {
	Templates string // text of the template file
	Passes    int    // over the text
	Rate      float64
	L2        float64 // L2 |w|^2 is added to the loss of the text
	Dropout   float64 // share of the features of a position that each pass leaves out
	Prune     float64 // weights of features none of which reaches it are left out
	Seed      uint64
}

// Train returns the model of a dataset for the least loss.
func (c *ChainConfig) Train(ctx context.Context, d *m3n.Dataset, loss m3n.Objective, workers int, report func(m3n.Progress)) (*m3n.Model, error) {
	w, err := m3n.Subgradient{
		Objective: loss, Passes: c.Passes, Rate: c.Rate, L2: 2 * c.L2 / float64(d.Sequences()), Dropout: c.Dropout, Seed: c.Seed, Workers: workers,
		Report: func(p m3n.Progress, _ func() []float32) {
			if report != nil {
				report(p)
			}
		},
	}.Train(ctx, d)
	if err != nil {
		return nil, err
	}
	return m3n.NewModel(d, w, m3n.Prune{Min: c.Prune})
}

// OpenChain opens a model that reads the columns of a schema, inside of a file that was opened with options.
func OpenChain(model []byte, schema *m3n.Schema, what string, options []container.Option) (*m3n.Model, error) {
	m, err := m3n.UnmarshalModel(model, container.Inside(options)...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	if !reflect.DeepEqual(m.Schema, schema) {
		return nil, fmt.Errorf("%w: the %s is made for other columns: train it again", container.ErrOlder, what)
	}
	return m, nil
}
