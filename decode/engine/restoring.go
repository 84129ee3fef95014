package engine

import (
	"bytes"
	"fmt"

	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/models/settling"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// Restoring are the models that restore punctuation and case.
type Restoring struct {
	// First predicts the punctuation of words as they were said, P(PU|x), Second that of
	// what is kept of them, P(PU|DF,x), which reads the first (EMNLP 2014, section 4.2).
	// Second is nil where the network makes up for it, Truecaser where it says the case.
	First, Second punct.Predictor
	Truecaser     *truecase.Model
	// Network is what else reads the stream, nil: nothing does. Mix joins what it and the
	// Chain say of the punctuation.
	Network *neural.Model
	Mix     punct.Mix

	// Settling says when words of live text settle that are read with all of the above; nil: the bundle does not know.
	Settling *settling.Model

	voice func() (*punct.Voice, error) // opens it
}

// Voice returns what a voice adds to the punctuation, nil: the bundle does not know. It is opened
// when it is first asked for, since few texts have a recording. It panics where that fails, which
// Load has tried.
func (r *Restoring) Voice() *punct.Voice {
	v, err := r.voice()
	if err != nil {
		panic(err.Error())
	}
	return v
}

// Threshold is the least probability of a punctuation mark that is set.
func (r *Restoring) Threshold() float64 {
	if r.Network == nil {
		return punct.DefaultChainConfig().Threshold
	}
	return r.Mix.Threshold
}

// Chain is the last predictor before the network.
func (r *Restoring) Chain() punct.Predictor {
	if r.Second == nil {
		return r.First
	}
	return r.Second
}

// spare are the parts for streams that a bundle with a network may lack.
var spare = []string{PartPunctClean, PartTruecaser}

func (b *Bundle) openRestoring() (*Restoring, error) {
	r := &Restoring{voice: opening(b, PartVoice, punct.UnmarshalVoice)}
	var err error
	if r.First, err = punct.Unmarshal(b.Part(PartPunct), b.trust); err != nil {
		return nil, fmt.Errorf("part %s: %w", PartPunct, err)
	}
	if file := b.Part(PartPunctClean); file != nil {
		if r.Second, err = punct.Unmarshal(file, b.trust); err != nil {
			return nil, fmt.Errorf("part %s: %w", PartPunctClean, err)
		}
	}
	if file := b.Part(PartTruecaser); file != nil {
		if r.Truecaser, err = truecase.Unmarshal(file, b.trust); err != nil {
			return nil, fmt.Errorf("part %s: %w", PartTruecaser, err)
		}
	}
	if text := b.Part(PartSettling); text != nil {
		if r.Settling, err = settling.Read(bytes.NewReader(text), "part "+PartSettling); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrChecksum, err)
		}
	}
	advisor, err := b.shared.network()
	if advisor == nil || err != nil {
		return r, err
	}
	if r.Truecaser == nil && !advisor.Model().Cases() {
		return nil, fmt.Errorf("%w: there is no part %s, and the network does not say the case of words", ErrOlder, PartTruecaser)
	}
	r.Network, r.Mix = advisor.Model(), punct.DefaultMix
	if text := b.Part(PartPunctuationMix); text != nil {
		if r.Mix, err = punct.ReadMix(bytes.NewReader(text), "part "+PartPunctuationMix); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrChecksum, err)
		}
	}
	return r, nil
}
