package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// Prunable lists the parts that Prune makes smaller: edit models, but for the one that
// experts are differences of.
func Prunable() []string { return []string{PartStreamEdit, PartWrittenEdit} }

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
		f, err := container.Open(file, m3n.FileKind, m3n.FileVersion)
		if err != nil {
			return nil, err
		}
		m, err := m3n.UnmarshalModel(file)
		if err != nil {
			return nil, err
		}
		config := fmt.Sprintf("%s,\"pruned\":%g}", strings.TrimSuffix(f.Config(), "}"), share)
		if replaced[name], err = m.Pruned(share).Marshal(config); err != nil {
			return nil, err
		}
	}
	return b.With(replaced)
}
