package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/corrections"
	"github.com/tidytalk/tidytalk/internal/container"
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
func written[M marshaller](open func([]byte, ...container.Option) (M, error)) func(file []byte, config string) ([]byte, error) {
	return func(file []byte, config string) ([]byte, error) {
		m, err := open(file)
		if err != nil {
			return nil, err
		}
		return m.Marshal(config)
	}
}

// Repack returns bundle files that belong together, in the order of Load, with all parts in
// the formats of today, which may be smaller than those of earlier versions. Each file keeps
// its own parts.
func Repack(files ...[]byte) ([][]byte, error) {
	b, err := Load(files...)
	if err != nil {
		return nil, err
	}
	whole, err := b.Repacked()
	if err != nil {
		return nil, err
	}
	repacked, err := Load(whole)
	if err != nil {
		return nil, err
	}
	var out [][]byte
	for i := range files {
		f := b.files[len(files)-1-i] // later ones come first
		var m Manifest
		if err := json.Unmarshal(f.Section(manifestName), &m); err != nil {
			return nil, err
		}
		parts := make(map[string][]byte)
		for _, p := range m.Parts {
			// Text has no format of its own, and that of an earlier file stays.
			if parts[p.Name] = f.Section(p.Name); !isText(p.Name) && bytes.Equal(parts[p.Name], b.Part(p.Name)) {
				parts[p.Name] = repacked.Part(p.Name)
			}
		}
		file, err := BuildParts(m, parts)
		if err != nil {
			return nil, err
		}
		out = append(out, file)
	}
	return out, nil
}

// isText reports whether a part is text.
func isText(part string) bool {
	return slices.Contains([]string{PartPhrases, PartSettings, PartStreamSettings, PartWrittenSettings, PartMarks}, part)
}

// Repacked returns the bundle as one file with all parts in the formats of today.
func (b *Bundle) Repacked() ([]byte, error) {
	parts, err := b.Files()
	if err != nil {
		return nil, err
	}
	model, language, reranker := written(m3n.UnmarshalModel), written(lm.Unmarshal), written(repairs.Unmarshal)
	marks := written(func(file []byte, _ ...container.Option) (marshaller, error) {
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
