package repairs

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/lm"
)

// The envelope of model files.
const (
	FileKind    = "repairs"
	FileVersion = 1
)

// Model holds the weights of features: a hash table in flat slices that lie in the
// file as they are. It is immutable and may be shared.
type Model struct {
	keys    []uint32 // a power of two slots; 0 is free
	weights []float32
	tags    *lm.Model
}

// newModel builds the table.
func newModel(weights map[uint32]float32, tags *lm.Model) *Model {
	size := 1 << bits.Len(uint(len(weights)*3/2+1))
	m := &Model{keys: make([]uint32, size), weights: make([]float32, size), tags: tags}
	// The order in which slots are taken must not depend on the map's.
	for _, k := range sortedKeys(weights) {
		i := m.slot(k)
		m.keys[i], m.weights[i] = k, weights[k]
	}
	return m
}

// slot returns the slot of a key, or the free one where it would be.
func (m *Model) slot(k uint32) int {
	mask := len(m.keys) - 1
	i := int(k) & mask
	for m.keys[i] != k && m.keys[i] != 0 {
		i = (i + 1) & mask
	}
	return i
}

// Pruned returns the model without the features whose weight is absolutely less than
// least.
func (m *Model) Pruned(least float32) *Model {
	weights := make(map[uint32]float32)
	for i, k := range m.keys {
		if w := m.weights[i]; k != 0 && (w >= least || -w >= least) {
			weights[k] = w
		}
	}
	return newModel(weights, m.tags)
}

// Tags returns the language model of tags that the model reads.
func (m *Model) Tags() *lm.Model { return m.tags }

// Sum returns the sum of the weights of features. It does not allocate.
func (m *Model) Sum(keys []uint32) float64 {
	total := 0.0
	for _, k := range keys {
		// A key of 0 finds a free slot, whose weight is 0.
		total += float64(m.weights[m.slot(k)])
	}
	return total
}

// Features returns the number of features.
func (m *Model) Features() int {
	n := 0
	for _, k := range m.keys {
		if k != 0 {
			n++
		}
	}
	return n
}

// Marshal returns the model as a file.
func (m *Model) Marshal(config string) ([]byte, error) {
	tags, err := m.tags.Marshal(config)
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("keys", container.Bytes(m.keys))
	w.Add("weights", container.Bytes(m.weights))
	w.Add("tags", tags)
	return w.Bytes()
}

// Unmarshal opens a model file, which it uses as it lies.
func Unmarshal(b []byte) (*Model, error) {
	f, err := container.Open(b, FileKind, FileVersion)
	if err != nil {
		return nil, err
	}
	m := &Model{}
	if m.keys, err = container.Slice[uint32](f.Section("keys")); err != nil {
		return nil, err
	}
	if m.weights, err = container.Slice[float32](f.Section("weights")); err != nil {
		return nil, err
	}
	n := len(m.keys)
	if n == 0 || n&(n-1) != 0 || len(m.weights) != n || m.Features() == n {
		return nil, fmt.Errorf("%w: a table of %d keys and %d weights", container.ErrChecksum, n, len(m.weights))
	}
	for i, w := range m.weights {
		if v := float64(w); math.IsNaN(v) || math.IsInf(v, 0) || m.keys[i] == 0 && w != 0 {
			return nil, fmt.Errorf("%w: weight %v in slot %d", container.ErrChecksum, w, i)
		}
	}
	m.tags, err = lm.Unmarshal(f.Section("tags"))
	return m, err
}
