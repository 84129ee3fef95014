package engine

import (
	"errors"
	"fmt"

	"github.com/tidytalk/tidytalk/corrections"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/neural"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/repairs"
	"github.com/tidytalk/tidytalk/stages"
	"github.com/tidytalk/tidytalk/truecase"
	"github.com/tidytalk/tidytalk/wordclass"
)

// marshaller is a model that can be written to a file with a configuration.
type marshaller interface {
	Marshal(config string) ([]byte, error)
}

// written returns what writes the model of a file again.
func written[M marshaller](open func([]byte) (M, error)) func(file []byte, config string) ([]byte, error) {
	return func(file []byte, config string) ([]byte, error) {
		m, err := open(file)
		if err != nil {
			return nil, err
		}
		return m.Marshal(config)
	}
}

// Repacked returns the bundle as one file with all parts in the formats of today, which may
// be smaller than those of earlier versions that it was read from.
func (b *Bundle) Repacked() ([]byte, error) {
	parts, err := b.Files()
	if err != nil {
		return nil, err
	}
	model, language, reranker := written(m3n.UnmarshalModel), written(lm.Unmarshal), written(repairs.Unmarshal)
	marks := written(func(file []byte) (marshaller, error) {
		p, err := punct.Unmarshal(file)
		if err != nil {
			return nil, err
		}
		m, ok := p.(marshaller)
		if !ok {
			return nil, errors.New("a model that cannot be written")
		}
		return m, nil
	})
	writers := map[string]func(file []byte, config string) ([]byte, error){
		string(stages.PartTagger):    written(stages.UnmarshalTagger),
		string(stages.PartFiller):    model,
		string(stages.PartFluent):    language,
		string(stages.PartDisfluent): language,
		string(stages.PartEdit):      model,
		string(stages.PartKinds):     model,
		PartExperts: func(_ []byte, config string) ([]byte, error) {
			base, err := b.Sentences().ExpertsBaseline()
			if err != nil {
				return nil, err
			}
			return b.Sentences().Experts().Marshal(config, base)
		},
		PartRepairs:        reranker,
		PartPunct:          marks,
		PartStreamEdit:     model,
		PartPunctClean:     marks,
		PartTruecaser:      written(truecase.Unmarshal),
		PartStreamRepairs:  reranker,
		PartWrittenEdit:    model,
		PartWrittenRepairs: reranker,
		PartClasses:        written(wordclass.Unmarshal),
		PartCorrections:    written(corrections.Unmarshal),
		PartNetwork:        written(neural.Unmarshal),
	}
	for _, p := range b.manifest.Parts {
		write := writers[p.Name]
		if write == nil {
			continue // text, or a part of others
		}
		config, err := partConfig(p.Name, parts[p.Name])
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", p.Name, err)
		}
		if parts[p.Name], err = write(parts[p.Name], config); err != nil {
			return nil, fmt.Errorf("part %s: %w", p.Name, err)
		}
	}
	return Build(b.manifest, parts)
}
