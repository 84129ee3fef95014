package interruptions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// Config says how a model is trained.
type Config struct {
	Net classify.NetOptions
	// Most is how many boundaries are learned from at most: of more, evenly chosen ones.
	Most int
}

// DefaultConfig returns how models are trained.
func DefaultConfig() Config {
	return Config{Net: classify.NetOptions{Shape: []int{0, 10, 0}, Seed: 1}, Most: 100000}
}

// ErrNoTimes is returned by Train where nothing can be learned of voices.
var ErrNoTimes = errors.New("no word has a time, so that nothing is known of pauses and durations")

// Train trains a model on sentences with annotation, whose tokens have times. Of those with a
// recording it learns from both: what the voice says, and the times alone. Errors are
// ErrNoTimes, that of ctx, and that of sentences without repairs.
func Train(ctx context.Context, sentences []data.Sentence, c Config) (*Model, error) {
	t := newTally(sentences)
	d := t.sample(sentences, c.Most)
	switch {
	case t.rows == 0 || len(d.Columns) == 0:
		return nil, ErrNoTimes
	case t.points == 0 || t.points == t.rows:
		return nil, fmt.Errorf("%d of %d boundaries between words are interruption points: nothing can be learned of them", t.points, t.rows)
	}
	n, err := classify.TrainNet(ctx, d, c.Net)
	if err != nil {
		return nil, err
	}
	file, err := n.Marshal("")
	if err != nil {
		return nil, err
	}
	return newModel(file, header{Share: float64(t.points) / float64(t.rows)})
}

// Text returns the configuration as text, for Marshal.
func (c Config) Text() string {
	text, _ := json.Marshal(map[string]any{"shape": c.Net.Shape, "epochs": c.Net.Epochs, "seed": c.Net.Seed, "most": c.Most}) // nothing in it can fail
	return string(text)
}

// tally is what there is to learn from.
type tally struct {
	rows, points int
	defined      []bool // of each feature, whether it is anywhere
}

// rows calls f for all that is to be learned from a sentence.
func rows(s *data.Sentence, f func(features []float32, isPoint bool)) {
	for _, b := range boundaries(s) {
		is := b.is(func(t int) data.Label { return s.Tokens[t].Label() })
		f(b.times, is)
		if b.voice != nil {
			f(b.voice, is)
		}
	}
}

func newTally(sentences []data.Sentence) *tally {
	t := &tally{defined: make([]bool, prosody.NumFeatures())}
	for i := range sentences {
		rows(&sentences[i], func(features []float32, isPoint bool) {
			t.rows++
			if isPoint {
				t.points++
			}
			for k, v := range features {
				t.defined[k] = t.defined[k] || !math.IsNaN(float64(v))
			}
		})
	}
	return t
}

// sample returns at most so many rows, with the features that are defined anywhere. Those of
// a conversation are a group.
func (t *tally) sample(sentences []data.Sentence, most int) *classify.Data {
	d := &classify.Data{Classes: classes}
	var columns []int
	for i, f := range prosody.Features() {
		if t.defined[i] && reads(f) {
			d.Columns, columns = append(d.Columns, classify.Column{Name: f.Name, Values: f.Values}), append(columns, i)
		}
	}
	most = min(most, t.rows)
	at := 0
	for i := range sentences {
		rows(&sentences[i], func(features []float32, isPoint bool) {
			if at++; at*most/t.rows == (at-1)*most/t.rows {
				return
			}
			x, _ := pick(make([]float32, 0, len(columns)), columns, features)
			y := uint8(1 - point)
			if isPoint {
				y = point
			}
			d.X, d.Y, d.Group = append(d.X, x), append(d.Y, y), append(d.Group, uint32(sentences[i].Conv))
		})
	}
	return d
}
