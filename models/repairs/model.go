package repairs

import (
	"bytes"
	"fmt"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/weights"
	"github.com/tidytalk/tidytalk/lm"
)

// The envelope of model files.
const (
	FileKind    = "repairs"
	FileVersion = 2
)

// Model holds the weights of features. It is immutable and may be shared.
type Model struct {
	weights *weights.Table
	tags    *lm.Model
	// tagsSum is the checksum of the file of the model of tags, "" if it is from none.
	tagsSum string
}

func newModel(w map[uint32]float32, tags *lm.Model) *Model {
	return &Model{weights: weights.New(w), tags: tags}
}

// Pruned returns the model without the features whose weight is absolutely less than
// least.
func (m *Model) Pruned(least float32) *Model {
	kept := make(map[uint32]float32)
	for k, w := range m.weights.All() {
		if w >= least || -w >= least {
			kept[k] = w
		}
	}
	return newModel(kept, m.tags)
}

// Tags returns the language model of tags that the model reads.
func (m *Model) Tags() *lm.Model { return m.tags }

// Sum returns the sum of the weights of features. It does not allocate.
func (m *Model) Sum(keys []uint32) float64 { return m.weights.Sum(keys) }

// Features returns the number of features.
func (m *Model) Features() int { return m.weights.Len() }

// The sections of a file that are not those of the weights: the model of tags, or, in one
// that reads that of another file, its checksum.
const (
	tagsSection   = "tags"
	tagsOfSection = "tags-of"
)

// Marshal returns the model as a file.
func (m *Model) Marshal(config string) ([]byte, error) {
	tags, err := m.tags.Marshal(config)
	if err != nil {
		return nil, err
	}
	return m.marshal(config, tagsSection, tags)
}

func (m *Model) marshal(config, section string, tags []byte) ([]byte, error) {
	w := container.New(FileKind, FileVersion, config)
	if err := m.weights.Add(w); err != nil {
		return nil, err
	}
	w.Add(section, tags)
	return w.Bytes()
}

// MarshalBeside returns the model as a file to be read beside that of another one. It has
// no model of tags if the other one was read from a file and has the same.
func (m *Model) MarshalBeside(other *Model, config string) ([]byte, error) {
	if other.tagsSum != "" {
		a, err := m.tags.Marshal("")
		if err != nil {
			return nil, err
		}
		b, err := other.tags.Marshal("")
		if err != nil {
			return nil, err
		}
		if bytes.Equal(a, b) {
			return m.marshal(config, tagsOfSection, []byte(other.tagsSum))
		}
	}
	return m.Marshal(config)
}

// Unmarshal opens a model file, which it uses as it lies; files of earlier versions are
// converted. Errors wrap those of package container.
func Unmarshal(b []byte, options ...container.Option) (*Model, error) {
	return UnmarshalBeside(b, nil, options...)
}

// UnmarshalBeside is Unmarshal for a file that may read the model of tags of another one:
// container.ErrOlder if that has another one than when the file was made.
func UnmarshalBeside(b []byte, other *Model, options ...container.Option) (*Model, error) {
	f, table, err := weights.Open(b, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	if of := f.Section(tagsOfSection); of != nil {
		if other == nil || other.tagsSum != string(of) {
			return nil, fmt.Errorf("%w: it reads a model of tags that is not there", container.ErrOlder)
		}
		return &Model{table, other.tags, other.tagsSum}, nil
	}
	file := f.Section(tagsSection)
	tags, err := lm.Unmarshal(file, container.Inside(options)...)
	if err != nil {
		return nil, err
	}
	return &Model{table, tags, container.Checksum(file)}, nil
}
