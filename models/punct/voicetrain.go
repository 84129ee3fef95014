package punct

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// VoiceConfig says how the classifiers of a Voice are trained.
type VoiceConfig struct {
	// Classifier trains one classifier of each of both sorts; nil: networks. UnmarshalVoice opens networks alone.
	Classifier func(context.Context, *classify.Data) (classify.Marshaler, error)
	Net        classify.NetOptions // of the first network; those after it have the next seeds
	Nets       int                 // networks of each of both sorts
	// Alone takes what the voice says as if it depended on the punctuation alone, as equation 8
	// does: nothing of what the predictor says is read.
	Alone  bool
	Weight float64
	// Unused are the features that are not read, by their names without prev. and next.
	Unused []string
}

// DefaultVoiceConfig returns how the voice model of the default bundle is trained.
func DefaultVoiceConfig() VoiceConfig {
	return VoiceConfig{Nets: 3, Net: classify.NetOptions{Shape: []int{0, 40, 0}, Batch: 256, Seed: 1}, Weight: 1}
}

// Train trains a model on the words of examples that have a voice, and on what a predictor
// says of them that has not learned from them. Errors are those of ctx, and those of
// examples that do not do.
func (c VoiceConfig) Train(ctx context.Context, in []*Example, said []*Prediction) (*Voice, error) {
	v := newVoice(voiceHeader{c.Weight, max(c.Nets, 1)})
	if c.Classifier != nil {
		v.header.Nets = 1
	}
	for _, part := range []struct {
		use func(prosody.Feature) bool
		to  *hearing
	}{
		{func(f prosody.Feature) bool { return !slices.Contains(c.Unused, f.OfWord()) }, &v.with},
		{func(f prosody.Feature) bool { return slices.Contains(pauseFeatures, f.Name) }, &v.without},
	} {
		d := c.boundaries(in, said, part.use)
		if len(d.X) == 0 {
			return nil, errors.New("training the voice model: no word has a voice")
		}
		for i := range v.header.Nets {
			trained, err := c.classifier(ctx, d, uint64(i))
			if err != nil {
				return nil, fmt.Errorf("training the voice model: %w", err)
			}
			if err := part.to.add(trained); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// classifier trains a classifier.
func (c *VoiceConfig) classifier(ctx context.Context, d *classify.Data, seed uint64) (classify.Marshaler, error) {
	if c.Classifier != nil {
		return c.Classifier(ctx, d)
	}
	o := c.Net
	o.Seed += seed
	return classify.TrainNet(ctx, d, o)
}

// boundaries returns the words of examples that have a voice, with the punctuation after them.
// Those of a conversation are a group.
func (c *VoiceConfig) boundaries(in []*Example, predicted []*Prediction, use func(prosody.Feature) bool) *classify.Data {
	d := &classify.Data{Classes: punctClasses, Columns: c.columns(use)}
	var columns []column
	for i := range d.Columns {
		of, ok := columnOf(&d.Columns[i])
		if !ok {
			panic("punct: a column that is not known: " + d.Columns[i].Name)
		}
		columns = append(columns, of)
	}
	var w voiceWorker
	for i, e := range in {
		w.listen(predicted[i])
		for t := range e.Input.Reading.Len() {
			if e.Input.Reading.Voice(t) != nil {
				x := vector(make([]float32, 0, len(columns)), columns, e.Input.Reading, w.logs, t)
				d.X, d.Y, d.Group = append(d.X, x), append(d.Y, uint8(e.Gold.Mark(t))), append(d.Group, uint32(e.Conv))
			}
		}
	}
	return d
}

// columns returns the columns of the features that are used, and of what the predictor says.
func (c *VoiceConfig) columns(use func(prosody.Feature) bool) []classify.Column {
	var out []classify.Column
	for _, f := range prosody.Features() {
		if use(f) {
			out = append(out, classify.Column{Name: f.Name, Values: f.Values})
		}
	}
	if !c.Alone {
		for i := range said {
			out = append(out, classify.Column{Name: said[i].name})
		}
	}
	return out
}
