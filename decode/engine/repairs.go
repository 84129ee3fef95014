package engine

import (
	"fmt"
	"maps"

	"github.com/tidytalk/tidytalk/models/repairs"
)

// otherRepairs are the models of repairs besides that for sentences. As a rule all have the
// same model of tags, which bundles hold once.
var otherRepairs = []string{PartStreamRepairs, PartWrittenRepairs}

// besideRepairs returns parts in which the models of repairs have no model of tags of their
// own where that for sentences, if it is among them, has the same.
func besideRepairs(parts map[string][]byte) (map[string][]byte, error) {
	return rewriteRepairs(parts, func(m, sentences *repairs.Model, config string) ([]byte, error) {
		return m.MarshalBeside(sentences, config)
	})
}

// aloneRepairs returns parts in which each model of repairs has its model of tags.
func aloneRepairs(parts map[string][]byte) (map[string][]byte, error) {
	return rewriteRepairs(parts, func(m, _ *repairs.Model, config string) ([]byte, error) { return m.Marshal(config) })
}

func rewriteRepairs(parts map[string][]byte, as func(m, sentences *repairs.Model, config string) ([]byte, error)) (map[string][]byte, error) {
	parts = maps.Clone(parts)
	base, ok := parts[PartRepairs]
	if !ok {
		return parts, nil
	}
	sentences, err := repairs.Unmarshal(base)
	if err != nil {
		return nil, fmt.Errorf("part %s: %w", PartRepairs, err)
	}
	for _, name := range otherRepairs {
		if parts[name] == nil {
			continue
		}
		m, err := repairs.UnmarshalBeside(parts[name], sentences)
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
		config, err := partConfig(name, parts[name])
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
		if parts[name], err = as(m, sentences, config); err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
	}
	return parts, nil
}
