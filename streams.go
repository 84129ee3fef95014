package tidytalk

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/repairs"
	"github.com/tidytalk/tidytalk/stages"
	"github.com/tidytalk/tidytalk/truecase"
)

// The parts of a bundle that work on unbroken streams of words, in the order in
// which they are trained.
const (
	PartPunct          = "punct"           // P(PU|x): punctuation of words as they were said
	PartStreamEdit     = "stream-edit"     // P(DF|PU,x): edit model for pieces of streams
	PartPunctClean     = "punct-clean"     // P(PU|DF,x): punctuation of what is kept
	PartTruecaser      = "truecaser"       // case
	PartStreamRepairs  = "stream-repairs"  // model of package repairs for pieces of streams
	PartStreamSettings = "stream-settings" // weights and calibration of the decoder for pieces of streams, text
)

// StreamParts lists them. The last two are for the decoder: bundles without one have
// none.
var StreamParts = []string{PartPunct, PartStreamEdit, PartPunctClean, PartTruecaser, PartStreamRepairs, PartStreamSettings}

const streamDecoderParts = 2

// ErrNoStreams is returned for bundles that lack the parts for streams.
var ErrNoStreams = errors.New("the bundle has no parts for unbroken streams of words: train them with 'tidytalk train punct'")

// streamModels are the parts of a bundle for streams.
type streamModels struct {
	punct, clean punct.Predictor
	truecaser    *truecase.Model
	// bundle has the models of disfluencies in pieces of streams as its baseline and
	// decoder.
	bundle *Bundle
}

// loadStreams opens the parts for streams, nil if the bundle has none of them.
func (b *Bundle) loadStreams() (*streamModels, error) {
	parts := make(map[string][]byte)
	for _, name := range StreamParts {
		if part := b.Part(name); part != nil {
			parts[name] = part
		}
	}
	wanted := len(StreamParts)
	if b.decoder == nil {
		wanted -= streamDecoderParts
		delete(parts, PartStreamRepairs)
		delete(parts, PartStreamSettings)
	}
	switch len(parts) {
	case 0:
		return nil, nil
	case wanted:
	default:
		return nil, fmt.Errorf("%w: only some of the parts for streams %s are there", ErrOlder, strings.Join(StreamParts, ", "))
	}
	m := &streamModels{}
	var err error
	if m.punct, err = punct.Unmarshal(parts[PartPunct]); err != nil {
		return nil, fmt.Errorf("part %s: %w", PartPunct, err)
	}
	if m.clean, err = punct.Unmarshal(parts[PartPunctClean]); err != nil {
		return nil, fmt.Errorf("part %s: %w", PartPunctClean, err)
	}
	if m.truecaser, err = truecase.Unmarshal(parts[PartTruecaser]); err != nil {
		return nil, fmt.Errorf("part %s: %w", PartTruecaser, err)
	}
	edit, err := m3n.UnmarshalModel(parts[PartStreamEdit])
	if err != nil {
		return nil, fmt.Errorf("part %s: %w", PartStreamEdit, err)
	}
	l, err := b.labeller.WithEdit(edit)
	if err == nil && !l.Streams() {
		err = errors.New("it does not read where sentences end")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: part %s: %w", ErrOlder, PartStreamEdit, err)
	}
	// The experts belong to the other edit model.
	m.bundle = &Bundle{files: b.files, manifest: b.manifest, labeller: l}
	if b.decoder == nil {
		return m, nil
	}
	d := *b.decoder
	if d.repairs, err = repairs.Unmarshal(parts[PartStreamRepairs]); err != nil {
		return nil, fmt.Errorf("part %s: %w", PartStreamRepairs, err)
	}
	if d.settings, err = ReadSettings(bytes.NewReader(parts[PartStreamSettings]), PartStreamSettings); err != nil {
		return nil, err
	}
	m.bundle.decoder = &d
	if _, err := m.bundle.NewDecoder(DecoderOptions{}); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOlder, err)
	}
	return m, nil
}

// Streams returns the bundle with the models of disfluencies in pieces of streams as
// its baseline and decoder, to evaluate and tune them; nil if it has none.
func (b *Bundle) Streams() *Bundle {
	if b.streams == nil {
		return nil
	}
	return b.streams.bundle
}

// Punct returns the punctuation predictors of the bundle, P(PU|x) and P(PU|DF,x);
// nil if it has none.
func (b *Bundle) Punct() (said, kept punct.Predictor) {
	if b.streams == nil {
		return nil, nil
	}
	return b.streams.punct, b.streams.clean
}

// Truecaser returns the truecaser of the bundle, nil if it has none.
func (b *Bundle) Truecaser() *truecase.Model {
	if b.streams == nil {
		return nil
	}
	return b.streams.truecaser
}

// streamLabeller returns the labeller for pieces of streams.
func (b *Bundle) streamLabeller() *stages.Labeller { return b.streams.bundle.labeller }
