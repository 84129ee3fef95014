package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/editor"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Prunable lists the parts that Prune makes smaller: the tagger, the filler stage, edit
// models, and chains for punctuation.
func Prunable() []string {
	return []string{string(stages.PartTagger), string(stages.PartFiller), string(stages.PartEdit), PartPunct, PartStreamEdit, PartPunctClean, PartWrittenEdit}
}

// Prune returns the bundle as one file, without the features of some of its parts none of
// whose weights reaches a share of the largest (see m3n.Model.Pruned). Features of
// PartEdit that experts have weights of their own for are kept. What reads these parts is to be
// tuned again.
func (b *Bundle) Prune(parts []string, share float64) ([]byte, error) {
	replaced := make(map[string][]byte)
	for _, name := range parts {
		if !slices.Contains(Prunable(), name) {
			return nil, fmt.Errorf("the part %q cannot be pruned: use %s", name, strings.Join(Prunable(), ", "))
		}
		file := b.Part(name)
		if file == nil {
			return nil, fmt.Errorf("the bundle has no part %s", name)
		}
		var err error
		if name == string(stages.PartEdit) && b.Part(PartExperts) != nil {
			replaced[name], replaced[PartExperts], err = b.prunedExperts(share)
		} else {
			replaced[name], err = pruned(name, file, share)
		}
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
	}
	return b.with(replaced, nil)
}

// prunedExperts returns the files of the edit model without features of small weights, and
// of its experts.
func (b *Bundle) prunedExperts(share float64) (edit, expert []byte, err error) {
	e := b.Sentences()
	config, err := e.EditConfig()
	if err != nil {
		return nil, nil, err
	}
	of, err := partConfig(PartExperts, b.Part(PartExperts))
	if err != nil {
		return nil, nil, err
	}
	model, all := e.Experts().Pruned(share)
	config = noted(config, "pruned", share)
	if edit, err = model.Marshal(config); err != nil {
		return nil, nil, err
	}
	expert, err = all.Marshal(of, &experts.Baseline{Edit: model, Config: container.Hash(config)})
	return edit, expert, err
}

// noted says something that was done to a part in the text of what it was trained with.
func noted(config, what string, x float64) string {
	return fmt.Sprintf("%s,%q:%g}", strings.TrimSuffix(config, "}"), what, x)
}

// pruned returns the file of a part without features of small weights.
func pruned(name string, file []byte, share float64) ([]byte, error) {
	return mapped(name, file, "pruned", share, (*m3n.Model).Pruned)
}

// mapped returns the file of a part with what how makes of its features and weights by a number, and notes that.
func mapped(name string, file []byte, what string, x float64, how func(*m3n.Model, float64) *m3n.Model) ([]byte, error) {
	f := func(m *m3n.Model) *m3n.Model { return how(m, x) }
	switch name {
	case PartPunct, PartPunctClean:
		config, err := punct.FileConfig(file)
		if err != nil {
			return nil, err
		}
		c, err := punct.UnmarshalChain(file)
		if err != nil {
			return nil, err
		}
		return c.Mapped(f).Marshal(noted(config, what, x))
	case string(stages.PartTagger):
		config, err := stages.PartConfig(stages.PartTagger, file)
		if err != nil {
			return nil, err
		}
		g, err := stages.UnmarshalTagger(file)
		if err != nil {
			return nil, err
		}
		return g.Mapped(f).Marshal(noted(config, what, x))
	case PartEditor:
		config, err := container.ConfigOf(file, editor.FileKind, editor.FileVersion)
		if err != nil {
			return nil, err
		}
		m, err := editor.Unmarshal(file)
		if err != nil {
			return nil, err
		}
		return m.Mapped(f).Marshal(noted(config, what, x))
	}
	config, err := container.ConfigOf(file, m3n.FileKind, m3n.FileVersion)
	if err != nil {
		return nil, err
	}
	m, err := m3n.UnmarshalModel(file)
	if err != nil {
		return nil, err
	}
	return f(m).Marshal(noted(config, what, x))
}
