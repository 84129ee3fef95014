package neural

import (
	"fmt"
	"slices"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/transformer"
	"github.com/tidytalk/tidytalk/models/wordpiece"
)

// EncoderKind and EncoderVersion are those of files of encoders.
const (
	EncoderKind    = "encoder"
	EncoderVersion = 1
)

// The sections of a file of an encoder.
const (
	transformerSection = "transformer" // file of package transformer
	sharesSection      = "shares"      // of the encoder in what both say, float32, as Shares
)

// leastPositions is how many pieces an encoder has to read at once.
const leastPositions = 4 * mostPieces

// Shares are how much an encoder counts beside the network, by heads, from 0 to 1: of disfluencies, punctuation and case, and, last, of
// disfluencies in text that has punctuation.
type Shares [writtenShare + 1]float32

// writtenShare is the index of the last of Shares.
const writtenShare = headCase + 1

// NewEncoder returns the encoder that a transformer with the heads of a network is.
func NewEncoder(m *transformer.Model, shares Shares) (*Encoder, error) {
	for k, share := range shares {
		if !(share >= 0 && share <= 1) {
			return nil, fmt.Errorf("share %d of an encoder is from 0 to 1, not %v", k+1, share)
		}
	}
	labels := m.Config().Labels
	if len(labels) != writtenShare {
		return nil, fmt.Errorf("%w: the encoder has %d heads, not %d", container.ErrOlder, len(labels), writtenShare)
	}
	for k, h := range labels {
		if !slices.Equal(h.Labels, heads[k].Labels) {
			return nil, fmt.Errorf("%w: the encoder is made for other labels of %s", container.ErrOlder, heads[k].Name)
		}
	}
	if c := m.Config(); c.Positions < leastPositions || c.Pieces <= pieceStyle {
		return nil, fmt.Errorf("the encoder has %d positions and %d pieces: it needs %d and more than %d", c.Positions, c.Pieces, leastPositions, pieceStyle)
	}
	words, err := wordpiece.Read(m.Vocabulary())
	if err != nil {
		return nil, err
	}
	return &Encoder{model: m, words: words, shares: shares}, nil
}

// Model returns the transformer.
func (e *Encoder) Model() *transformer.Model { return e.model }

// Shares returns how much the encoder counts.
func (e *Encoder) Shares() Shares { return e.shares }

// Marshal returns the encoder as a file. config says what it was trained with.
func (e *Encoder) Marshal(config string) ([]byte, error) {
	file, err := e.model.Marshal(config)
	if err != nil {
		return nil, err
	}
	w := container.New(EncoderKind, EncoderVersion, config)
	w.Add(transformerSection, file)
	w.Add(sharesSection, container.Bytes(e.shares[:]))
	return w.Bytes()
}

// UnmarshalEncoder opens a file, which must not change. Errors wrap those of package container.
func UnmarshalEncoder(file []byte, options ...container.Option) (*Encoder, error) {
	f, err := container.Open(file, EncoderKind, EncoderVersion, options...)
	if err != nil {
		return nil, err
	}
	shares, err := container.Slice[float32](f.Section(sharesSection))
	if err != nil {
		return nil, err
	}
	if len(shares) != len(Shares{}) {
		return nil, fmt.Errorf("%w: the shares of an encoder", container.ErrChecksum)
	}
	m, err := transformer.Load(f.Section(transformerSection), container.Inside(options)...)
	if err != nil {
		return nil, err
	}
	return NewEncoder(m, Shares(shares))
}

// With returns the network with an encoder beside it; nil: without one.
func (m *Model) With(e *Encoder) *Model {
	out := m.with(m.net)
	out.encoder = e
	return out
}

// Encoder returns the encoder beside the network; nil where there is none.
func (m *Model) Encoder() *Encoder { return m.encoder }

// EncoderConfig says what an encoder was made from: hashes of the files of its weights and of its pieces.
func EncoderConfig(weights, pieces []byte) string {
	return fmt.Sprintf(`{"weights":"%016x","pieces":"%016x"}`, xxh3.Hash(weights), xxh3.Hash(pieces))
}

// Reshared returns the file of an encoder with other shares.
func Reshared(file []byte, shares Shares) ([]byte, error) {
	config, err := container.ConfigOf(file, EncoderKind, EncoderVersion)
	if err != nil {
		return nil, err
	}
	e, err := UnmarshalEncoder(file)
	if err != nil {
		return nil, err
	}
	if e, err = NewEncoder(e.model, shares); err != nil {
		return nil, err
	}
	return e.Marshal(config)
}
