package chinese

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
)

// FileKind and FileVersion name the file of a Model.
const (
	FileKind    = "chinese"
	FileVersion = 1
)

// Reading is what a Reader knows of a text: its words, and the punctuation between them.
type Reading struct {
	// Starts holds the unit that each word starts with, and, last, the number of units.
	Starts []int32
	// Gaps holds the punctuation before each word, and behind the last one: it is as long as Starts.
	// Pairs are balanced and nested.
	Gaps [][]Sign
}

// Model holds what is needed to read Chinese text: a segmenter, and a Punctuator that reads the words it
// finds and the kind of text that they are of. It is immutable and may be shared.
type Model struct {
	segmenter  *Segmenter
	kinds      *kinds
	punctuator *Punctuator
	offsets    []Offsets // of each kind; nil: none
}

// newModel returns a model of its parts. The punctuator reads PlainColumns.
func newModel(s *Segmenter, k *kinds, p *Punctuator, o []Offsets) (*Model, error) {
	if got, want := strings.Join(p.More(), " "), strings.Join(PlainColumns, " "); got != want {
		return nil, fmt.Errorf("%w: the punctuation model reads the columns %q, not %q: train it again", container.ErrOlder, got, want)
	}
	return &Model{s, k, p, o}, nil
}

// Marshal returns the model as a file. config says what it was trained with.
func (m *Model) Marshal(config string) ([]byte, error) {
	w := container.New(FileKind, FileVersion, config)
	s, err := m.segmenter.Marshal("")
	if err != nil {
		return nil, err
	}
	w.Add("segmenter", s)
	k, err := m.kinds.model.Marshal("")
	if err != nil {
		return nil, err
	}
	w.Add("kinds", k)
	punctuation, err := m.punctuator.Marshal("")
	if err != nil {
		return nil, err
	}
	w.Add("marks", punctuation)
	offsets, err := marshalOffsets(m.offsets)
	if err != nil {
		return nil, err
	}
	if offsets != nil {
		w.Add("offsets", offsets)
	}
	return w.Bytes()
}

// UnmarshalModel is the inverse of Marshal. The model is used as it lies in the file, which must not
// change. Errors wrap those of package container.
func UnmarshalModel(file []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	s, err := UnmarshalSegmenter(f.Section("segmenter"), container.Inside(options)...)
	if err != nil {
		return nil, fmt.Errorf("segmenter: %w", err)
	}
	k, err := OpenChain(f.Section("kinds"), kindSchema, "model of kinds", options)
	if err != nil {
		return nil, err
	}
	punctuator, err := UnmarshalPunctuation(f.Section("marks"), container.Inside(options)...)
	if err != nil {
		return nil, fmt.Errorf("punctuation: %w", err)
	}
	offsets, err := unmarshalOffsets(f.Section("offsets"))
	if err != nil {
		return nil, err
	}
	return newModel(s, &kinds{k}, punctuator, offsets)
}

// offsetOf returns the offsets for texts of a kind.
func (m *Model) offsetOf(kind uint8) Offsets {
	if int(kind) < len(m.offsets) {
		return m.offsets[kind]
	}
	return Offsets{}
}

// String says in a few words what the model holds.
func (m *Model) String() string {
	return fmt.Sprintf("segmenter of %d features, kinds of text of %d, punctuation of %d", m.segmenter.Features(), m.kinds.model.Features(), m.punctuator.Features())
}

// Reader reads texts with a Model. It belongs to one goroutine.
type Reader struct {
	model       *Model
	segments    *SegmentScratch
	kind        *kindScratch
	punctuation *PunctuationScratch
	columns     *Columns
	simple      []byte  // the units in simplified characters, one behind the other
	at          []int32 // where each begins
}

// NewReader returns a reader.
func (m *Model) NewReader() *Reader {
	return &Reader{model: m, segments: m.segmenter.NewScratch(), kind: m.kinds.newScratch(), punctuation: m.punctuator.NewScratch(), columns: m.punctuator.NewColumns()}
}

// Read finds the words of an unpunctuated text, and predicts its punctuation. apart, where it is
// not nil, says of each unit whether a word begins there in any case: a blank or a punctuation
// mark stands before it.
// out is overwritten, and its memory used.
func (r *Reader) Read(units []string, apart []bool, out *Reading) {
	out.Starts = r.model.segmenter.Segment(units, apart, r.segments, out.Starts[:0])
	r.punctuate(units, out)
}

// ReadWords is Read of a text whose words are known: each is one of the units.
func (r *Reader) ReadWords(words []string, out *Reading) {
	out.Starts = out.Starts[:0]
	for i := range len(words) + 1 {
		out.Starts = append(out.Starts, int32(i))
	}
	r.punctuate(words, out)
}

// punctuate predicts the punctuation between the words of units.
func (r *Reader) punctuate(units []string, out *Reading) {
	r.simple, r.at = r.simple[:0], r.at[:0]
	for _, u := range units {
		r.at = append(r.at, int32(len(r.simple)))
		r.simple = appendSimplified(r.simple, u)
	}
	r.at = append(r.at, int32(len(r.simple)))
	plainWords(r.columns, len(out.Starts)-1, func(i int) []byte {
		return r.simple[r.at[out.Starts[i]]:r.at[out.Starts[i+1]]]
	})
	kind := r.model.kinds.of(r.columns.Column(ColWord), r.kind)
	r.columns.setKind(kind)
	r.punctuation.offset = r.model.offsetOf(kind)
	out.Gaps = r.model.punctuator.Predict(r.columns, r.punctuation, out.Gaps)
}
