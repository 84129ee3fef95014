package neural

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/rnn"
)

// FileKind and FileVersion are those of files of models.
const (
	FileKind    = "network"
	FileVersion = 1
)

// The sections of a file.
const (
	vocabularySection = "vocabulary" // of each column the number of its symbols, and these, ascending
	netSection        = "net"        // file of package rnn
	styleSection      = "style"      // in which the network punctuates
	spellingSection   = "spellings"  // see truecase.Spellings, JSON; there where the network knows of case
)

// Marshal returns the model as a file. config says what it was trained with.
func (m *Model) Marshal(config string) ([]byte, error) {
	var words []uint32
	for _, known := range m.vocab.known {
		words = append(append(words, uint32(len(known))), known...)
	}
	net, err := m.net.Marshal(config)
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add(vocabularySection, container.Bytes(words))
	w.Add(netSection, net)
	w.Add(styleSection, m.style[:])
	if m.Cases() {
		spellings, err := json.Marshal(m.spellings.all())
		if err != nil {
			return nil, err
		}
		w.Add(spellingSection, spellings)
	}
	return w.Bytes()
}

// Unmarshal opens a file, which must not change. Errors wrap those of package container:
// ErrOlder for a network that is made for other columns, flags or labels.
func Unmarshal(file []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	m := &Model{spellings: learned(nil)}
	if m.vocab, err = readVocabulary(f.Section(vocabularySection)); err != nil {
		return nil, err
	}
	style := f.Section(styleSection)
	if len(style) != numStyles || slices.Max(style) > styleSteps {
		return nil, fmt.Errorf("%w: the style of a network is none", container.ErrChecksum)
	}
	copy(m.style[:], style)
	if m.net, err = rnn.Unmarshal(f.Section(netSection), container.Inside(options)...); err != nil {
		return nil, err
	}
	c := m.net.Config()
	fits := len(c.Columns) == numColumns && (c.Flags == numFlags || c.Flags == nearFlags) && (reflect.DeepEqual(c.Heads, heads) || reflect.DeepEqual(c.Heads, heads[:headCase]))
	for i, column := range c.Columns {
		fits = fits && column.Name == columnNames[i] && column.Symbols == len(m.vocab.known[i])+1
	}
	if !fits {
		return nil, fmt.Errorf("%w: the network is made for other columns", container.ErrOlder)
	}
	if m.Cases() {
		if m.spellings, err = readSpellings(f.Section(spellingSection)); err != nil {
			return nil, fmt.Errorf("%w: the spellings of a network: %w", container.ErrChecksum, err)
		}
	}
	return m, nil
}

// readVocabulary reads the section of the vocabulary.
func readVocabulary(section []byte) (*vocabulary, error) {
	damaged := fmt.Errorf("%w: the vocabulary of a network", container.ErrChecksum)
	v := &vocabulary{}
	for i := range v.known {
		if len(section) < 4 {
			return nil, damaged
		}
		n := binary.LittleEndian.Uint32(section)
		if section = section[4:]; uint64(len(section)) < 4*uint64(n) {
			return nil, damaged
		}
		known, err := container.Slice[uint32](section[:4*n])
		if err != nil {
			return nil, err
		}
		for k := 1; k < len(known); k++ {
			if known[k-1] >= known[k] {
				return nil, damaged
			}
		}
		v.known[i], section = known, section[4*n:]
	}
	if len(section) > 0 {
		return nil, damaged
	}
	v.index()
	return v, nil
}

// Config returns the shape of the network.
func (m *Model) Config() rnn.Config { return m.net.Config() }

// Weights returns the number of weights.
func (m *Model) Weights() int {
	c := m.net.Config()
	const gates, directions = 4, 2
	embedded, weights, labels := 0, 0, 0
	for _, column := range c.Columns {
		embedded, weights = embedded+column.Size, weights+column.Symbols*column.Size
	}
	in := embedded
	if c.Similar > 0 {
		in, weights = in+2*c.Reach, weights+embedded*c.Similar
	}
	all := directions * gates * c.Hidden
	weights += c.Flags * all
	for range c.Layers {
		weights += (in + c.Hidden + 1) * all
		in = directions * c.Hidden
	}
	for _, h := range c.Heads {
		labels += len(h.Labels)
	}
	return weights + (in+1)*c.Dense + (c.Dense+1)*labels
}
