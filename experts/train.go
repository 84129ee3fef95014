package experts

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Trainer trains experts. DefaultTrainer has what the default bundle is made with.
type Trainer struct {
	Classes Classes
	Only    []string // names of the classes whose experts are trained; nil: all
	// Balance makes up for what the training of an expert does to precision and
	// recall: the label O of its words gets an offset, the one that is best for the
	// F1 of all edit words on held-out folds.
	Balance bool

	Passes, Runs               int
	Rate, Damping, L2, Dropout float64 // see m3n.Subgradient
	Min                        float64 // rows of weights that differ less from the baseline's are dropped
	Seed                       uint64
	Workers                    int    // goroutines; the result does not depend on it
	Dir                        string // where finished steps are kept, so that training resumes; "" keeps nothing
	Report                     func(stages.Event)
	// Balanced, where set, is told what balancing found.
	Balanced func(Balance)
}

// DefaultTrainer returns a trainer with the settings of the default bundle.
func DefaultTrainer() Trainer {
	return Trainer{Balance: true, Passes: 1, Runs: 2, Rate: 0.003, Damping: 1, L2: 1e-5, Dropout: 0.15, Min: 0.004, Seed: 1}
}

// recipe is the version of what this package and m3n make of examples and settings;
// see the one of package stages.
const recipe = 2

// task is one training of experts.
type task struct {
	*Trainer
	base     *Baseline
	examples *stages.Examples
	class    []map[uint32]bool // tags of each class, by symbol
}

// Train trains the experts of a baseline. Steps that were finished in Dir are taken
// from there. It returns the file of a Model.
func (tr Trainer) Train(ctx context.Context, base *Baseline, examples *stages.Examples) ([]byte, error) {
	t := &task{Trainer: &tr, base: base, examples: examples}
	var trained []int
	for k, c := range tr.Classes {
		tags := make(map[uint32]bool)
		for _, tag := range c.Tags {
			tags[m3n.Symbol(tag)] = true
		}
		t.class = append(t.class, tags)
		if tr.Only == nil || slices.Contains(tr.Only, c.Name) {
			trained = append(trained, k)
		}
	}
	for _, name := range tr.Only {
		if !slices.ContainsFunc(tr.Classes, func(c Class) bool { return c.Name == name }) {
			return nil, fmt.Errorf("experts: there is no class %q", name)
		}
	}
	if len(trained) == 0 {
		return nil, fmt.Errorf("experts: no class to train an expert for")
	}
	weights, err := t.weights(ctx, -1, trained)
	if err != nil {
		return nil, err
	}
	if tr.Balance {
		b, err := t.balance(ctx, trained)
		if err != nil {
			return nil, err
		}
		for i, w := range weights {
			if err := base.Edit.Offset(w, int(data.O), -b.Offsets[i]); err != nil {
				return nil, err
			}
		}
		if tr.Balanced != nil {
			tr.Balanced(*b)
		}
	}
	v, err := m3n.NewVariants(base.Edit, weights, tr.Min)
	if err != nil {
		return nil, err
	}
	return newModel(tr.Classes, trained, v, base).Marshal(t.config(finalStep, trained), base)
}

// finalStep puts the weights of the experts together.
const finalStep = "experts"

// config is the text of the configuration of a step.
func (t *task) config(step string, classes []int) string {
	var c Classes
	for _, k := range classes {
		c = append(c, t.Classes[k])
	}
	settings := []any{t.Passes, t.Runs, t.Rate, t.Damping, t.L2, t.Dropout, t.Seed, len(t.examples.Edit), t.examples.Loss}
	if step == finalStep {
		settings = append(settings, t.Balance, t.Min)
	}
	b, err := json.Marshal(map[string]any{"recipe": recipe, "step": step, "baseline": t.base.Config, "corpus": fmt.Sprintf("%016x", t.examples.Hash), "classes": c.String(),
		"settings": settings})
	if err != nil {
		panic(err) // plain values always marshal
	}
	return string(b)
}

// weights returns the weight vectors of experts; with a fold, of experts that have
// not seen it, built on a baseline that has not either.
func (t *task) weights(ctx context.Context, fold int, classes []int) ([][]float32, error) {
	edit := t.base.Edit
	if fold >= 0 {
		edit = t.examples.Edit[fold]
	}
	start, err := edit.Weights()
	if err != nil {
		return nil, err
	}
	in := t.sequences(func(f int) bool { return f != fold })
	dataset := sync.OnceValues(func() (*m3n.Dataset, error) { return edit.Dataset(t.corpus(in), t.Workers) })
	var out [][]float32
	for _, k := range classes {
		step := "expert " + t.Classes[k].Name
		if fold >= 0 {
			step += fmt.Sprintf(", fold %d of %d", fold+1, len(t.examples.Edit))
		}
		file, err := stages.RunStep(t.Dir, step, t.config(step, []int{k}), t.Report, func() ([]byte, error) {
			d, err := dataset()
			if err != nil {
				return nil, err
			}
			w, err := t.expert(ctx, step, d, in, k, start)
			if err != nil {
				return nil, err
			}
			return container.Bytes(w), nil
		})
		if err != nil {
			return nil, fmt.Errorf("training the %s: %w", step, err)
		}
		w, err := container.Slice[float32](file)
		if err != nil || len(w) != len(start) {
			return nil, fmt.Errorf("training the %s: the finished step in %s is damaged: remove it", step, t.Dir)
		}
		out = append(out, w)
	}
	return out, nil
}

// sequences returns the sequences of some folds.
func (t *task) sequences(use func(fold int) bool) []int {
	var in []int
	for i, f := range t.examples.Folds {
		if use(f) {
			in = append(in, i)
		}
	}
	return in
}

// corpus returns the corpus of some sequences.
func (t *task) corpus(in []int) *m3n.Corpus {
	c := *t.examples.Corpus
	c.N = len(in)
	c.Example = func(i int, seq *m3n.Sequence, ex *m3n.Example) { t.examples.Corpus.Example(in[i], seq, ex) }
	return &c
}

// expert trains the expert of a class (COLING 2014, Eqn. 4).
func (t *task) expert(ctx context.Context, step string, d *m3n.Dataset, in []int, class int, start []float32) ([]float32, error) {
	weights := make([]float32, 0, d.Positions())
	for _, i := range in {
		for _, tag := range t.examples.Tags[i] {
			u := float32(1)
			if t.class[class][tag] {
				u = float32(t.Classes[class].Boost)
			}
			weights = append(weights, u)
		}
	}
	d, err := d.Weighted(weights)
	if err != nil {
		return nil, err
	}
	event := stages.Event{Step: step, Passes: t.Passes}
	report := func() {
		if t.Report != nil {
			t.Report(event)
		}
	}
	report()
	return m3n.Subgradient{
		Objective: m3n.Hinge{Loss: t.examples.Loss}, Start: start,
		Passes: t.Passes, Runs: t.Runs, Rate: t.Rate, Damping: t.Damping, L2: t.L2, Dropout: t.Dropout, Seed: t.Seed, Workers: t.Workers,
		Report: func(p m3n.Progress, _ func() []float32) {
			event.Progress = p
			report()
		},
	}.Train(ctx, d)
}
