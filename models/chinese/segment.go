package chinese

import (
	"embed"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

//go:embed templates/*.tmpl
var templateFiles embed.FS

// Template returns the text of a template file that ships with the package. It panics on another
// name.
func Template(name string) string {
	b, err := templateFiles.ReadFile("templates/" + name + ".tmpl")
	if err != nil {
		panic(err)
	}
	return string(b)
}

// SegmenterKind and SegmenterVersion are the kind and format version of the file of a Segmenter.
const (
	SegmenterKind    = "chinese-segmenter"
	SegmenterVersion = 1
)

// segmentSchema names the columns of the segmenter's templates.
var segmentSchema = &m3n.Schema{Symbols: []string{
	"c", // unit: the simplified character, or its type
	"k", // type
}}

// The labels of the segmenter: the unit begins a word, is inside, ends it, or is one.
const (
	beginsWord uint8 = iota
	insideWord
	endsWord
	isWord
)

var segmentLabels = []string{"B", "M", "E", "S"}

// Segmenter finds the words of a text without blanks: a chain over its units (Tseng et al. 2005). It
// is immutable and may be shared.
type Segmenter struct{ model *m3n.Model }

// SegmentScratch is the memory of a Segmenter. It belongs to one goroutine.
type SegmentScratch struct {
	seq     *m3n.Sequence
	model   *m3n.Scratch
	allowed [][]uint8
	y       []uint8
}

// NewScratch returns scratch memory.
func (g *Segmenter) NewScratch() *SegmentScratch {
	return &SegmentScratch{seq: m3n.NewSequence(segmentSchema), model: g.model.NewScratch()}
}

var (
	anyLabel    = []uint8{beginsWord, insideWord, endsWord, isWord}
	beginLabels = []uint8{beginsWord, isWord}
)

// Segment appends to out the units that words start with, ascending, and, last, the number of units.
// apart, where it is not nil, says of each unit whether a word begins there in any case. It does not
// allocate once the memory has grown.
func (g *Segmenter) Segment(units []string, apart []bool, s *SegmentScratch, out []int32) []int32 {
	n := len(units)
	if n == 0 {
		return append(out, 0)
	}
	fillUnits(s.seq, units)
	var allowed [][]uint8
	if slices.Contains(apart, true) {
		s.allowed = slices.Grow(s.allowed[:0], n)
		for i := range n {
			if apart[i] {
				s.allowed = append(s.allowed, beginLabels)
			} else {
				s.allowed = append(s.allowed, anyLabel)
			}
		}
		allowed = s.allowed
	}
	s.y = slices.Grow(s.y[:0], n)[:n]
	g.model.Decode(s.seq, allowed, s.model, s.y)
	for i, y := range s.y {
		if y == beginsWord || y == isWord {
			out = append(out, int32(i))
		}
	}
	return append(out, int32(n))
}

// fillUnits resets a sequence to units and fills its columns.
func fillUnits(seq *m3n.Sequence, units []string) {
	seq.Reset(len(units))
	c, k := seq.Column(0), seq.Column(1)
	for i, u := range units {
		v, t := unitValue(u)
		c[i], k[i] = v, m3n.Int(int(t))
	}
}

// Features returns the number of the model's features.
func (g *Segmenter) Features() int { return g.model.Features() }

// Pruned returns the segmenter without small weights: see m3n.Model.Pruned.
func (g *Segmenter) Pruned(share float64) *Segmenter { return &Segmenter{g.model.Pruned(share)} }

// Marshal returns the segmenter as a file that carries the text of its training configuration.
func (g *Segmenter) Marshal(config string) ([]byte, error) {
	model, err := g.model.Marshal("")
	if err != nil {
		return nil, err
	}
	w := container.New(SegmenterKind, SegmenterVersion, config)
	w.Add("model", model)
	return w.Bytes()
}

// UnmarshalSegmenter opens the file of a segmenter, which it uses as it lies. Errors wrap those of
// package container.
func UnmarshalSegmenter(file []byte, options ...container.Option) (*Segmenter, error) {
	f, err := container.Open(file, SegmenterKind, SegmenterVersion, options...)
	if err != nil {
		return nil, err
	}
	m, err := OpenChain(f.Section("model"), segmentSchema, "segmenter", options)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(m.Labels, segmentLabels) {
		return nil, fmt.Errorf("%w: the segmenter is made for other labels: train it again", container.ErrOlder)
	}
	return &Segmenter{m}, nil
}
