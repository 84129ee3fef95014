package interruptions

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// The kind and version of the file.
const (
	FileKind    = "interruptions"
	FileVersion = 1
)

// Model says how much likelier an interruption point is at a boundary between words, given
// what the voice says there, than it is on average. It is immutable and may be shared by
// goroutines.
type Model struct {
	classifier classify.Classifier
	file       []byte // of the classifier
	columns    []int  // of each of its columns, the feature
	header     header
}

// header is the part of a file that is JSON.
type header struct {
	Share float64 // of interruption points among the boundaries that were learned from
}

// classes are those of the classifier.
var classes = []string{"none", "interruption"}

const point = 1 // the class of interruption points

// newModel returns a model with a classifier in a file.
func newModel(file []byte, h header, options ...container.Option) (*Model, error) {
	if !(h.Share > 0 && h.Share < 1) {
		return nil, fmt.Errorf("%w: a share of %v", container.ErrChecksum, h.Share)
	}
	c, err := classify.UnmarshalNet(file, options...)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(c.Classes(), classes) {
		return nil, fmt.Errorf("%w: the classifier has the classes %q: train it again", container.ErrOlder, c.Classes())
	}
	m := &Model{classifier: c, file: file, header: h}
	for _, column := range c.Columns() {
		i := prosody.Index(column.Name, column.Values)
		if i < 0 {
			return nil, fmt.Errorf("%w: the classifier reads %s, which is not known here: train it again", container.ErrOlder, column.Name)
		}
		m.columns = append(m.columns, i)
	}
	return m, nil
}

// Unmarshal opens the file of a model. Errors wrap those of package container.
func Unmarshal(file []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	var h header
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	return newModel(f.Section("classifier"), h, container.Inside(options)...)
}

// Marshal returns the model as a file that carries the text of its training configuration.
func (m *Model) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(m.header)
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("header", head)
	w.Add("classifier", m.file)
	return w.Bytes()
}

// String says in a few words what the model is.
func (m *Model) String() string {
	return fmt.Sprintf("a classifier of %d columns, interruption points are %.1f %%", len(m.columns), 100*m.header.Share)
}

// mostOdds bounds Odds: a network is surest of what is like nothing that it has learned from.
const mostOdds = 5.0

// Odds are what a voice says of the boundary after a token, in natural logarithms,
// from -5 to 5; 0 where it says nothing.
type Odds struct {
	Point float64 // ln P(interruption point | voice) / P(interruption point)
	None  float64 // the same of no interruption point
}

// Reader asks a model about sentences. It belongs to one goroutine.
type Reader struct {
	m    *Model
	x    []float32
	post []float64
	odds []Odds
}

// NewReader returns a reader.
func (m *Model) NewReader() *Reader { return &Reader{m: m} }

// Read returns what the model says of the tokens of a sentence: what it hears where there is
// a recording, else what it takes from their times. Nothing is said of the last token, of
// boundaries within words, and where nothing is known. The slice is the reader's, until it
// reads the next one.
func (r *Reader) Read(s *data.Sentence) []Odds {
	r.odds = append(r.odds[:0], make([]Odds, len(s.Tokens))...)
	for _, b := range boundaries(s) {
		if p, known := r.probability(b.best()); known {
			share := r.m.header.Share
			r.odds[b.token] = Odds{Point: bounded(math.Log(p / share)), None: bounded(math.Log((1 - p) / (1 - share)))}
		}
	}
	return r.odds
}

func bounded(odds float64) float64 { return max(-mostOdds, min(odds, mostOdds)) }

// probability returns P(interruption point | voice); known is false where nothing is.
func (r *Reader) probability(features []float32) (p float64, known bool) {
	if r.x, known = pick(r.x, r.m.columns, features); !known {
		return 0, false
	}
	r.post = r.m.classifier.Posteriors(r.x, r.post)
	return r.post[point], true
}

// Fit is how well a model tells interruption points of sentences with annotation. Entropies
// are means over the boundaries, in natural logarithms.
type Fit struct {
	Boundaries, Points int
	Model              float64 // cross-entropy of the model
	Average            float64 // of the share of points that it was trained on
}

// Fit measures the model on the boundaries of which something is known.
func (m *Model) Fit(sentences []data.Sentence) Fit {
	var f Fit
	r := m.NewReader()
	for i := range sentences {
		s := &sentences[i]
		for _, b := range boundaries(s) {
			p, known := r.probability(b.best())
			if !known {
				continue
			}
			share := m.header.Share
			f.Boundaries++
			if b.is(func(t int) data.Label { return s.Tokens[t].Label() }) {
				f.Points++
			} else {
				p, share = 1-p, 1-share
			}
			f.Model -= math.Log(p)
			f.Average -= math.Log(share)
		}
	}
	n := float64(max(f.Boundaries, 1))
	f.Model, f.Average = f.Model/n, f.Average/n
	return f
}
