package engine

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/licences"
	"github.com/tidytalk/tidytalk/models/multilingual"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
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

// descriptions say in a few words what a part holds, of the bundle or the engine that it is
// one of. Models of package m3n are described alike.
func descriptions() map[string]func(b *Bundle, e *Engine) string {
	return map[string]func(b *Bundle, e *Engine) string{
		PartPhrases: func(_ *Bundle, e *Engine) string {
			return fmt.Sprintf("%d confusable phrases", len(e.Models().Phrases))
		},
		PartRepairs:         describeRepairs,
		PartStreamRepairs:   describeRepairs,
		PartWrittenRepairs:  describeRepairs,
		PartSettings:        describeSettings,
		PartStreamSettings:  describeSettings,
		PartWrittenSettings: describeSettings,
		PartExperts: func(_ *Bundle, e *Engine) string {
			return fmt.Sprintf("%d experts, %d rows of weights of their own", len(e.Models().Experts.Trained()), e.Models().Experts.Rows())
		},
		PartPunct:      func(b *Bundle, _ *Engine) string { return describePunct(b.Restoring().First) },
		PartPunctClean: func(b *Bundle, _ *Engine) string { return describePunct(b.Restoring().Second) },
		PartTruecaser: func(b *Bundle, _ *Engine) string {
			return fmt.Sprintf("%d features", b.Restoring().Truecaser.Features())
		},
		PartClasses: func(_ *Bundle, e *Engine) string {
			return fmt.Sprintf("%d words in %d classes", e.Models().Classes.Len(), e.Models().Classes.Fine())
		},
		PartEditTerms: func(_ *Bundle, e *Engine) string {
			if e.Models().EditTerms == nil {
				return "of no use without " + PartClasses
			}
			return fmt.Sprintf("%d features", e.Models().EditTerms.Model().Features())
		},
		PartMarkers: func(_ *Bundle, e *Engine) string {
			m := e.Models().Markers.Model()
			return fmt.Sprintf("%d features of %d phrases", m.Features(), m.Phrases())
		},
		PartEditor: func(b *Bundle, _ *Engine) string {
			m, err := b.Editor()
			if err != nil {
				return err.Error()
			}
			return fmt.Sprintf("%d features, %d phrases", m.Features(), m.Phrases())
		},
		PartConfidence: func(b *Bundle, _ *Engine) string {
			e := b.Engine(Written)
			if e == nil {
				return "of no use without " + PartWrittenEdit
			}
			return fmt.Sprintf("%d features", e.Models().Confidence.Features())
		},
		PartNetwork: func(_ *Bundle, e *Engine) string {
			m := e.Models().Network.Model()
			c := m.Config()
			return fmt.Sprintf("%d weights, %s of %d units a direction", m.Weights(), several(c.Layers, "layer", "layers"), c.Hidden)
		},
		PartEncoder: func(_ *Bundle, e *Engine) string {
			if e.Models().Network == nil {
				return "of no use without " + PartNetwork
			}
			return describeEncoder(e.Models().Network.Model().Encoder())
		},
		PartPunctuationMix: func(b *Bundle, _ *Engine) string {
			return fmt.Sprintf("chain %.2f, network %.2f", b.Restoring().Mix.Chain, b.Restoring().Mix.Network)
		},
		PartSettling: func(b *Bundle, _ *Engine) string {
			if b.Restoring() == nil {
				return "of no use without " + PartPunct
			}
			return fmt.Sprintf("%d weights", len(b.Restoring().Settling.Weights))
		},
		PartVoice: func(b *Bundle, _ *Engine) string {
			if b.Restoring() == nil {
				return "of no use without " + PartPunct
			}
			return b.Restoring().Voice().String()
		},
		string(stages.PartFluent):    func(_ *Bundle, e *Engine) string { return ngrams(e.Stages().LanguageModels().Fluent) },
		string(stages.PartDisfluent): func(_ *Bundle, e *Engine) string { return ngrams(e.Stages().LanguageModels().Disfluent) },
	}
}

func describeEncoder(x *neural.Encoder) string {
	c, s := x.Model().Config(), x.Shares()
	return fmt.Sprintf("%s of %d units, %d pieces; shares %g, %g, %g, %g", several(c.Layers, "layer", "layers"), c.Hidden, c.Pieces, s[0], s[1], s[2], s[3])
}

func describeRepairs(_ *Bundle, e *Engine) string {
	return fmt.Sprintf("%d features", e.Models().Repairs.Features())
}

func describeSettings(_ *Bundle, e *Engine) string {
	return fmt.Sprintf("weights of %d features", len(e.open().settings.Weights))
}

func describePunct(p punct.Predictor) string {
	if c, ok := p.(interface{ Features() int }); ok {
		return fmt.Sprintf("%s, %d features", p.Name(), c.Features())
	}
	if c, ok := p.(interface{ About() string }); ok {
		return fmt.Sprintf("%s; %s", p.Name(), c.About())
	}
	return p.Name()
}

// Describe says in a few words what a part of the bundle holds; "" of parts that are
// not the product's.
func (b *Bundle) Describe(part string) (string, error) {
	switch part {
	case PartSources:
		s, err := licences.Parse(string(b.Part(part)), part)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%s of %s", several(len(s.Sources), "source", "sources"), several(len(s.Parts), "part", "parts")), nil
	case PartChinese:
		m, err := b.Chinese()
		if err != nil {
			return "", err
		}
		return m.String(), nil
	case PartLanguages:
		m, err := multilingual.Unmarshal(b.Part(part), b.trust)
		if err != nil {
			return "", err
		}
		return m.String(), nil
	}
	describe := descriptions()[part]
	switch {
	case len(b.engines) == 0 && part == PartEncoder:
		x, err := neural.UnmarshalEncoder(b.Part(part), b.trust)
		if err != nil {
			return "", err
		}
		return describeEncoder(x), nil
	case len(b.engines) == 0 && describe != nil:
		return "for other models that it stands beside", nil
	case describe != nil:
		return describe(b, b.owner(part)), nil
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
