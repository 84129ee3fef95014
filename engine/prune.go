package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/punct"
)

// Prunable lists the parts that Prune makes smaller: edit models, but for the one that
// experts are differences of, and the chain for the punctuation of what is kept.
func Prunable() []string { return []string{PartStreamEdit, PartPunctClean, PartWrittenEdit} }

// Prune returns the bundle as one file, without the features of some of its parts none of
// whose weights reaches a share of the largest (see m3n.Model.Pruned). What reads these
// parts is to be tuned again.
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
		if replaced[name], err = pruned(name, file, share); err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
	}
	return b.With(replaced)
}

// pruned returns the file of a part without features of small weights.
func pruned(name string, file []byte, share float64) ([]byte, error) {
	as := func(config string) string {
		return fmt.Sprintf("%s,\"pruned\":%g}", strings.TrimSuffix(config, "}"), share)
	}
	if name == PartPunctClean {
		config, err := punct.FileConfig(file)
		if err != nil {
			return nil, err
		}
		c, err := punct.UnmarshalChain(file)
		if err != nil {
			return nil, err
		}
		return c.Pruned(share).Marshal(as(config))
	}
	config, err := m3n.Config(file)
	if err != nil {
		return nil, err
	}
	m, err := m3n.UnmarshalModel(file)
	if err != nil {
		return nil, err
	}
	return m.Pruned(share).Marshal(as(config))
}
