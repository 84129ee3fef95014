package chinese

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
)

// kinds tells which of the sources of the training a text is like: people who chat, ask for a hotel, or write
// an encyclopaedia put commas and full stops by habits of their own. It is a chain whose labels are all
// the same, so that all words of a text vote. It is immutable and may be shared.
type kinds struct{ model *m3n.Model }

var kindSchema = &m3n.Schema{Symbols: []string{"w"}}

// kindTemplates returns the templates of n kinds.
func kindTemplates(n int) string {
	var b strings.Builder
	b.WriteString("layer kind")
	for k := range n {
		fmt.Fprintf(&b, " %d", k)
	}
	b.WriteString("\nthreshold 2\n")
	for k := range n {
		for other := range n {
			if other != k {
				fmt.Fprintf(&b, "forbid kind=%d -> kind=%d\n", k, other)
			}
		}
	}
	b.WriteString("bias kind\norder=1 w[0]\norder=1 w[0] w[1]\n")
	return b.String()
}

// trainKinds trains kinds on the words of texts: of text i it is of[i], below n.
func trainKinds(ctx context.Context, text []Sentence, of []uint8, n int, c ChainConfig, workers int, report func(m3n.Progress)) (*kinds, error) {
	n = max(n, 2) // a layer has two labels at least
	templates, err := m3n.ParseTemplates(strings.NewReader(kindTemplates(n)), "kinds")
	if err != nil {
		return nil, err
	}
	var names []string
	for k := range n {
		names = append(names, fmt.Sprint(k))
	}
	d, err := m3n.NewDataset(&m3n.Corpus{
		Schema: kindSchema, Labels: names, Start: -1, N: len(text),
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			seq.Reset(len(text[i].Words))
			w := seq.Column(0)
			for t, word := range text[i].Words {
				w[t] = plainSymbol(word.Text)
			}
			ex.Gold = slices.Repeat([]uint8{of[i]}, len(w))
		},
	}, templates, workers)
	if err != nil {
		return nil, err
	}
	m, err := c.Train(ctx, d, m3n.LogLoss{}, workers, report)
	if err != nil {
		return nil, err
	}
	return &kinds{m}, nil
}

// kindScratch is the memory of kinds. It belongs to one goroutine.
type kindScratch struct {
	seq   *m3n.Sequence
	model *m3n.Scratch
	y     []uint8
}

func (k *kinds) newScratch() *kindScratch {
	return &kindScratch{seq: m3n.NewSequence(kindSchema), model: k.model.NewScratch()}
}

// of returns the kind of a text, by the values of its words as columns have them.
func (k *kinds) of(words []uint32, s *kindScratch) uint8 {
	if len(words) == 0 {
		return 0
	}
	s.seq.Reset(len(words))
	copy(s.seq.Column(0), words)
	s.y = slices.Grow(s.y[:0], len(words))[:len(words)]
	k.model.Decode(s.seq, nil, s.model, s.y)
	return s.y[0]
}
