package engine

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/licences"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Model returns the model of package m3n that a part is ("tagger", "filler", "edit",
// "kinds", "stream-edit", "written-edit").
func (b *Bundle) Model(part string) (*m3n.Model, error) {
	l, own := b.Sentences().Stages(), stages.Part(part)
	if e := b.owner(part); e != b.Sentences() {
		l, own = e.Stages(), stages.PartEdit
	}
	m := l.Model(own)
	if m == nil {
		return nil, fmt.Errorf("no part %q: there are %v", part, stages.LabelParts)
	}
	return m, nil
}

// owner returns the engine that a part is one of, that for sentences of parts that several
// share.
func (b *Bundle) owner(part string) *Engine {
	for _, e := range b.engines[1:] {
		for _, own := range ownParts[e.name] {
			if own == part {
				return e
			}
		}
	}
	return b.Sentences()
}

// Describe says in a few words what a part of the bundle holds; "" of parts that are
// not the product's.
func (b *Bundle) Describe(part string) (string, error) {
	if part == PartSources {
		s, err := licences.Parse(string(b.Part(part)), part)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%s of %s", several(len(s.Sources), "source", "sources"), several(len(s.Parts), "part", "parts")), nil
	}
	if part == PartChinese {
		m, err := b.Chinese()
		if err != nil {
			return "", err
		}
		return m.String(), nil
	}
	e := b.owner(part)
	switch part {
	case PartPhrases:
		return fmt.Sprintf("%d confusable phrases", len(e.Models().Phrases)), nil
	case PartRepairs, PartStreamRepairs, PartWrittenRepairs:
		return fmt.Sprintf("%d features", e.Models().Repairs.Features()), nil
	case PartExperts:
		return fmt.Sprintf("%d experts, %d rows of weights of their own", len(e.Models().Experts.Trained()), e.Models().Experts.Rows()), nil
	case PartSettings, PartStreamSettings, PartWrittenSettings:
		return fmt.Sprintf("weights of %d features", len(e.open().settings.Weights)), nil
	case PartPunct, PartPunctClean:
		p := b.Restoring().First
		if part == PartPunctClean {
			p = b.Restoring().Second
		}
		if c, ok := p.(interface{ Features() int }); ok {
			return fmt.Sprintf("%s, %d features", p.Name(), c.Features()), nil
		}
		if c, ok := p.(interface{ About() string }); ok {
			return fmt.Sprintf("%s; %s", p.Name(), c.About()), nil
		}
		return p.Name(), nil
	case PartTruecaser:
		return fmt.Sprintf("%d features", b.Restoring().Truecaser.Features()), nil
	case PartClasses:
		return fmt.Sprintf("%d words in %d classes", e.Models().Classes.Len(), e.Models().Classes.Fine()), nil
	case PartCorrections:
		if e.Models().Corrections == nil {
			return "of no use without " + PartClasses, nil
		}
		return fmt.Sprintf("%d features", e.Models().Corrections.Model().Features()), nil
	case PartNetwork:
		m := e.Models().Network.Model()
		c := m.Config()
		return fmt.Sprintf("%d weights, %s of %d units a direction", m.Weights(), several(c.Layers, "layer", "layers"), c.Hidden), nil
	case PartMarks:
		return fmt.Sprintf("chain %.2f, network %.2f", b.Restoring().Mix.Chain, b.Restoring().Mix.Network), nil
	case PartVoice:
		if b.Restoring() == nil {
			return "of no use without " + PartPunct, nil
		}
		return b.Restoring().Voice().String(), nil
	case string(stages.PartFluent):
		return ngrams(e.Stages().LanguageModels().Fluent), nil
	case string(stages.PartDisfluent):
		return ngrams(e.Stages().LanguageModels().Disfluent), nil
	}
	switch i := slices.IndexFunc(parts, func(p Part) bool { return p.Name == part }); {
	case i < 0:
		return "", nil
	case parts[i].again == nil: // text
		return several(bytes.Count(b.Part(part), []byte("\n")), "line", "lines"), nil
	}
	m, err := b.Model(part)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d features, %d labels", m.Features(), len(m.Labels)), nil
}

func several(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", more)
}

func ngrams(m *lm.Model) string {
	total := 0
	for k := 1; k <= m.Order(); k++ {
		total += m.Ngrams(k)
	}
	return fmt.Sprintf("%d n-grams up to %d", total, m.Order())
}
