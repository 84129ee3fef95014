package neural

import (
	"context"
	"encoding/binary"
	"errors"

	"github.com/tidytalk/tidytalk/models/rnn"
)

// Pretrain trains a network for Train to begin with, on text with what its samples know, also
// of changes to fluent text (as the replaced tokens of Clark et al., ICLR 2020, and the
// self-supervised tasks of Wang et al., AAAI 2020), which Train does away with. words are those
// of its vocabulary. report is told of every pass.
func Pretrain(ctx context.Context, c Config, words *Counter, text Text, workers int, report func(rnn.Progress, *Model)) (*Model, error) {
	return c.train(ctx, &Model{vocab: words.vocabulary(c), style: c.Style}, pretrainingHeads, nil, text, workers, report)
}

// errPretrained is returned for what Pretrained has not made.
var errPretrained = errors.New("neural: the pretrained network is damaged, or of another configuration: pretrain it again")

// Pretrained returns a network that Pretrain made as bytes, with float32 weights, for
// FromPretrained.
func (m *Model) Pretrained() []byte {
	var out []byte
	for _, known := range m.vocab.known {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(known)))
		for _, s := range known {
			out = binary.LittleEndian.AppendUint32(out, s)
		}
	}
	return append(out, m.net.Weights()...)
}

// FromPretrained returns the network that Pretrained made bytes of, under the same
// configuration.
func FromPretrained(c Config, b []byte) (*Model, error) {
	m := &Model{vocab: &vocabulary{}, style: c.Style}
	for k := range m.vocab.known {
		if len(b) < 4 {
			return nil, errPretrained
		}
		n := int(binary.LittleEndian.Uint32(b))
		if b = b[4:]; len(b)/4 < n {
			return nil, errPretrained
		}
		for i := range n {
			m.vocab.known[k] = append(m.vocab.known[k], binary.LittleEndian.Uint32(b[4*i:]))
		}
		b = b[4*n:]
	}
	m.vocab.index()
	var err error
	if m.net, err = rnn.FromWeights(c.shape(m.vocab, pretrainingHeads), b); err != nil {
		return nil, errors.Join(errPretrained, err)
	}
	return m, nil
}
