package editor

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// The kind and version of the file.
const (
	FileKind    = "editor"
	FileVersion = 1
)

// The labels of the chain.
const (
	stays = iota
	goes
)

var labels = []string{stays: "stays", goes: "goes"}

// Model gives the probabilities that an editor takes words out. It is immutable and may be shared by
// goroutines.
type Model struct {
	chain       *m3n.Model
	phrases     phrases
	calibration calibration
	workers     sync.Pool
}

// worker is the memory of one goroutine.
type worker struct {
	seq     *m3n.Sequence
	scratch *m3n.Scratch
	post    []float64
	p       []float64
}

func newModel(chain *m3n.Model, p phrases, c calibration) (*Model, bool) {
	if !reflect.DeepEqual(chain.Schema, schema) || !slices.Equal(chain.Labels, labels) {
		return nil, false
	}
	m := &Model{chain: chain, phrases: p, calibration: c}
	m.workers.New = func() any { return &worker{seq: m3n.NewSequence(schema), scratch: chain.NewScratch()} }
	return m, true
}

// Features returns the number of features.
func (m *Model) Features() int { return m.chain.Features() }

// Phrases returns the number of phrases.
func (m *Model) Phrases() int { return len(m.phrases) }

// Stretch is a stretch of words that an editor takes out.
type Stretch struct {
	From, To    int // words of the text
	Kind        data.Disfluencies
	Probability float64 // that an editor takes it out, calibrated
}

// Removed appends to out the stretches of a text that are of a kind that is looked for and that at least that share of editors takes
// out, in order. A word, which may be several tokens, is taken out
// whole: joined says which tokens belong to the word of the token before; nil: none does.
func (m *Model) Removed(t *Text, joined []bool, least data.Shares, out []Stretch) []Stretch {
	if len(t.Words) == 0 {
		return out
	}
	w := m.workers.Get().(*worker)
	defer m.workers.Put(w)
	w.p = m.probabilities(t, w)
	for _, x := range m.stretches(t, w.p, joined) {
		x.Probability = m.calibration.of(x.Kind, x.Probability)
		if share := least.Of(x.Kind); share > 0 && x.Probability >= share {
			out = append(out, x)
		}
	}
	return out
}

// probabilities returns P(goes) of each word, as the chain says it.
func (m *Model) probabilities(t *Text, w *worker) []float64 {
	fill(w.seq, t)
	lattice := m.chain.Score(w.seq, w.scratch)
	w.post, _ = lattice.NodePosteriors(w.post)
	p := w.p[:0]
	for i := range t.Words {
		p = append(p, w.post[i*len(labels)+goes])
	}
	return p
}

// header is the part of a file that is JSON.
type header struct{ Calibration calibration }

// Marshal returns the model as a file. config is what it was trained with.
func (m *Model) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(header{m.calibration})
	if err != nil {
		return nil, err
	}
	chain, err := m.chain.Marshal("")
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("header", head)
	w.Add("phrases", []byte(m.phrases.sorted()))
	w.Add("model", chain)
	return w.Bytes()
}

// Mapped returns the model with f of its features and their weights, which is of the same labels and columns.
func (m *Model) Mapped(f func(*m3n.Model) *m3n.Model) *Model {
	out, _ := newModel(f(m.chain), m.phrases, m.calibration)
	return out
}

// Unmarshal opens a model file, which it uses as it lies. Errors wrap those of package container.
func Unmarshal(b []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(b, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	var h header
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	chain, err := m3n.UnmarshalModel(f.Section("model"), container.Inside(options)...)
	if err != nil {
		return nil, err
	}
	if err := h.Calibration.check(); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	of := make(phrases)
	for x := range strings.SplitSeq(string(f.Section("phrases")), "\n") {
		if len(strings.Fields(x)) > mostWords {
			return nil, fmt.Errorf("%w: %q is a phrase of more than %d words", container.ErrChecksum, x, mostWords)
		}
		of[x] = true
	}
	m, ok := newModel(chain, of, h.Calibration)
	if !ok {
		return nil, fmt.Errorf("%w: the editor's model is made for other columns or labels: train it again", container.ErrOlder)
	}
	return m, nil
}

// calibration turns what a chain says of stretches of a kind into the share of editors who agree: steps of a
// monotone regression (Zadrozny and Elkan 2002), by the name of the kind; between two steps it is a line.
type calibration map[string]curve

// curve are the points of a line: X rises, Y does not fall.
type curve struct{ X, Y []float64 }

func (c calibration) of(k data.Disfluencies, p float64) float64 {
	s, ok := c[k.String()]
	if !ok || len(s.X) == 0 {
		return p
	}
	i := sort.SearchFloat64s(s.X, p)
	switch {
	case i == 0:
		return s.Y[0]
	case i == len(s.X):
		return s.Y[i-1]
	}
	at := (p - s.X[i-1]) / (s.X[i] - s.X[i-1])
	return s.Y[i-1] + at*(s.Y[i]-s.Y[i-1])
}

func (c calibration) check() error {
	for k, s := range c {
		if len(s.X) != len(s.Y) || !slices.IsSorted(s.X) || !slices.IsSorted(s.Y) {
			return fmt.Errorf("the calibration of %s does not rise", k)
		}
	}
	return nil
}
