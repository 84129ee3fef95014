package tidytalk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/stages"
)

// PartExperts is the part of a bundle that holds the POS-class experts.
const PartExperts = "experts"

// ErrNoExperts is returned for bundles without experts.
var ErrNoExperts = errors.New("the bundle has no experts: train them with 'tidytalk train experts', or use another mode")

// loadExperts opens the experts, nil if the bundle has none.
func (b *Bundle) loadExperts() (*experts.Model, error) {
	part := b.Part(PartExperts)
	if part == nil {
		return nil, nil
	}
	return b.ReadExperts(part)
}

// ReadExperts opens experts of the bundle's baseline, which may be in no bundle yet.
// Errors wrap those of package container, or experts.ErrOtherBaseline.
func (b *Bundle) ReadExperts(part []byte) (*experts.Model, error) {
	base, err := b.expertsBaseline()
	if err != nil {
		return nil, err
	}
	m, err := experts.Unmarshal(part, base)
	if err != nil {
		return nil, fmt.Errorf("part %s: %w", PartExperts, err)
	}
	return m, nil
}

// expertsBaseline returns what experts of the bundle are built on.
func (b *Bundle) expertsBaseline() (*experts.Baseline, error) {
	if err := b.labeller.CanDecode(); err != nil {
		return nil, err
	}
	config, err := stages.PartConfig(stages.PartEdit, b.Part(string(stages.PartEdit)))
	if err != nil {
		return nil, err
	}
	return &experts.Baseline{Edit: b.labeller.Model(stages.PartEdit), Config: container.Hash(config), Tags: b.labeller.TagNames()}, nil
}

// Experts returns the POS-class experts of the bundle, nil if it has none.
func (b *Bundle) Experts() *experts.Model { return b.experts }

// ExpertNames returns the names of the experts' features in the decoder.
func (b *Bundle) ExpertNames() []string { return expertNames(b.experts) }

func expertNames(m *experts.Model) []string {
	var names []string
	if m != nil {
		for _, k := range m.Trained() {
			names = append(names, evaluators.ExpertPrefix+m.Classes()[k].Name)
		}
	}
	return names
}

// ExpertExamples returns labelled sentences to train experts of the bundle on.
// Where the edit model was trained on the same sentences, all that predicts what
// experts learn from is jackknifed, and jackknifed is true; otherwise the bundle's
// own models, which have not seen them, are taken. tr trains what it takes; its
// configuration is replaced by the one that the edit model was trained with.
func (b *Bundle) ExpertExamples(ctx context.Context, tr *stages.Trainer, sentences []data.Sentence) (examples *stages.Examples, jackknifed bool, err error) {
	if err := b.labeller.CanDecode(); err != nil {
		return nil, false, err
	}
	config, err := stages.PartConfig(stages.PartEdit, b.Part(string(stages.PartEdit)))
	if err != nil {
		return nil, false, err
	}
	if tr.Config, jackknifed, err = stages.TrainedWith(config, sentences); err != nil {
		return nil, false, err
	}
	if jackknifed {
		examples, err = tr.Examples(ctx, sentences)
	} else {
		examples, err = b.labeller.Examples(sentences, tr.Config)
	}
	return examples, jackknifed, err
}

// DeriveClasses makes n classes of tags by how well the bundle's baseline does on
// them in examples of ExpertExamples (COLING 2014, section 4.6).
func (b *Bundle) DeriveClasses(ctx context.Context, examples *stages.Examples, n, workers int) (experts.Classes, error) {
	tags := b.labeller.TagNames()
	counts, err := experts.CountTags(ctx, examples, tags, workers)
	if err != nil {
		return nil, err
	}
	return experts.Derive(counts, tags, n)
}

// TrainExperts trains experts of the bundle and returns them as a part.
func (b *Bundle) TrainExperts(ctx context.Context, tr experts.Trainer, examples *stages.Examples) ([]byte, error) {
	base, err := b.expertsBaseline()
	if err != nil {
		return nil, err
	}
	return tr.Train(ctx, base, examples)
}

// For returns the settings as a bundle with these experts, or none, needs them: the
// weights of other experts are dropped, and those of experts that have none are 0,
// so that they have no say before they are tuned.
func (s Settings) For(m *experts.Model) Settings {
	names := expertNames(m)
	out := s
	out.Weights = make(beam.Weights)
	for n, w := range s.Weights {
		if !strings.HasPrefix(n, evaluators.ExpertPrefix) || slices.Contains(names, n) {
			out.Weights[n] = w
		}
	}
	for _, n := range names {
		if _, ok := out.Weights[n]; !ok {
			out.Weights[n] = 0
		}
	}
	return out
}

// labelExperts labels a sentence by the direct combination of the experts: each
// word's label is that of the expert for its predicted tag (COLING 2014, section
// 5.2).
func (c *Cleaner) labelExperts(s *data.Sentence) (*Labelling, error) {
	out := c.blank(s)
	words, at := stages.Words(s)
	if len(at) == 0 {
		return out, nil
	}
	session, err := c.bundle.labeller.NewSession(&words)
	if err != nil {
		return c.labelBaseline(s), err
	}
	defer session.Release()
	r, ok := c.readers.Get().(*experts.Reader)
	if !ok {
		r = c.bundle.experts.NewReader()
	}
	defer c.readers.Put(r)
	r.Read(session, false)
	labels := r.Labels(nil)
	kinds, tags := session.Kinds(labels), session.Tags()
	for j, i := range at {
		out.Labels[i], out.Kinds[i], out.POS[i] = labels[j], kinds[j], tags[j]
	}
	if c.options.Posteriors {
		_, own := r.Posteriors(nil, nil)
		for j, i := range at {
			copy(out.Posteriors[i][:], own[j*int(data.NumLabels):])
		}
	}
	return out, nil
}
