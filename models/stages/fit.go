package stages

import (
	"context"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
)

// trainModel trains a model with a stage's settings. loss is the loss matrix of
// the hinge, nil for plain Hamming loss.
func (tr *Trainer) trainModel(ctx context.Context, step string, c *StageConfig, loss []float64, corpus *m3n.Corpus) (*m3n.Model, error) {
	t, err := m3n.ParseTemplates(strings.NewReader(c.Templates), step+" templates")
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(step, editStep) || slices.Contains(editSchemas[1:], corpus.Schema) || slices.Contains(voicedSchemas, corpus.Schema) {
		t = t.Lowered(tr.Config.Lower)
	}
	event := Event{Step: step, Passes: c.Passes}
	tr.report(event)
	corpus.Limits = tr.Limits
	d, err := m3n.NewDataset(corpus, t, tr.Workers)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	hinge := m3n.Hinge{Loss: loss}
	report := func(p m3n.Progress, weights func() []float32) error {
		event.Progress = p
		tr.report(event)
		if step != editStep || tr.Check == nil {
			return nil
		}
		w := weights()
		m, err := m3n.NewModel(d, w, m3n.Prune{Min: c.Min})
		if err != nil {
			return err
		}
		tr.Check(p.Pass, m3n.MeanLoss(d, hinge, w, tr.Workers), m)
		return nil
	}
	w, err := tr.fit(ctx, d, c, hinge, report)
	if err != nil {
		return nil, err
	}
	if tr.Report != nil && (c.Method == "" || c.Method == SubgradientMethod) {
		event.Objective, event.Done = m3n.Primal(d, hinge, w, c.L2, tr.Workers), true
		tr.report(event)
	}
	return m3n.NewModel(d, w, m3n.Prune{Min: c.Min})
}

// fit runs the method of a stage.
func (tr *Trainer) fit(ctx context.Context, d *m3n.Dataset, c *StageConfig, hinge m3n.Hinge, report func(m3n.Progress, func() []float32) error) ([]float32, error) {
	var failed error
	report64 := func(p m3n.Progress, weights func() []float64) {
		if err := report(p, func() []float32 { return to32(weights()) }); err != nil {
			failed = err
		}
	}
	var w []float32
	var w64 []float64
	var err error
	switch c.Method {
	case BCFWMethod:
		w64, err = m3n.BCFW{Loss: hinge.Loss, L2: c.L2, Passes: c.Passes, Seed: tr.Config.Seed, Workers: tr.Workers, Report: report64}.Train(ctx, d)
	case LBFGSMethod:
		w64, err = m3n.LBFGS{L2: c.L2, Steps: c.Passes, Workers: tr.Workers, Report: report64}.Train(ctx, d)
	default:
		w, err = m3n.Subgradient{
			Objective: hinge, Passes: c.Passes, Runs: c.Runs, L2: c.L2, Dropout: c.Dropout, Batch: c.Batch, Seed: tr.Config.Seed, Workers: tr.Workers,
			Report: func(p m3n.Progress, weights func() []float32) {
				if err := report(p, weights); err != nil {
					failed = err
				}
			},
		}.Train(ctx, d)
	}
	switch {
	case err != nil:
		return nil, err
	case failed != nil:
		return nil, failed
	case w == nil:
		w = to32(w64)
	}
	return w, nil
}

func to32(w []float64) []float32 {
	out := make([]float32, len(w))
	for i, v := range w {
		out[i] = float32(v)
	}
	return out
}
