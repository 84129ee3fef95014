package engine

import (
	"bytes"
	"fmt"

	"github.com/tidytalk/tidytalk/neural"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/truecase"
)

// Restoring are the models that restore punctuation and case.
type Restoring struct {
	// First predicts the punctuation of words as they were said, P(PU|x), Second that of
	// what is kept of them, P(PU|DF,x), which reads the first (EMNLP 2014, section 4.2).
	First, Second punct.Predictor
	Truecaser     *truecase.Model
	// Network is what else reads the stream, nil: nothing does. Mix joins what it and Second
	// say of the marks.
	Network *neural.Model
	Mix     punct.Mix
}

func (b *Bundle) openRestoring() (*Restoring, error) {
	r := &Restoring{}
	var err error
	if r.First, err = punct.Unmarshal(b.Part(PartPunct), b.trust); err != nil {
		return nil, fmt.Errorf("part %s: %w", PartPunct, err)
	}
	if r.Second, err = punct.Unmarshal(b.Part(PartPunctClean), b.trust); err != nil {
		return nil, fmt.Errorf("part %s: %w", PartPunctClean, err)
	}
	if r.Truecaser, err = truecase.Unmarshal(b.Part(PartTruecaser), b.trust); err != nil {
		return nil, fmt.Errorf("part %s: %w", PartTruecaser, err)
	}
	advisor, err := b.shared.network()
	if advisor == nil || err != nil {
		return r, err
	}
	r.Network, r.Mix = advisor.Model(), punct.DefaultMix
	if text := b.Part(PartMarks); text != nil {
		if r.Mix, err = punct.ReadMix(bytes.NewReader(text), "part "+PartMarks); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrChecksum, err)
		}
	}
	return r, nil
}
