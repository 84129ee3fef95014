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

// Reading is what a Reader knows of a text: its words, and the signs between them.
type Reading struct {
	// Starts holds the unit that each word starts with, and, last, the number of units.
	Starts []int32
	// Gaps holds the signs before each word, and behind the last one: it is as long as Starts.
	// Pairs are balanced and nested.
	Gaps [][]Sign
}

// Model holds what is needed to read Chinese text: a segmenter, and marks that read the words it
// finds and the kind of text that they are of. It is immutable and may be shared.
type Model struct {
	segmenter *Segmenter
	kinds     *kinds
	marks     *Marks
}

// newModel returns a model of its parts. The marks read PlainColumns.
func newModel(s *Segmenter, k *kinds, m *Marks) (*Model, error) {
	if got, want := strings.Join(m.More(), " "), strings.Join(PlainColumns, " "); got != want {
		return nil, fmt.Errorf("%w: the marks read the columns %q, not %q: train them again", container.ErrOlder, got, want)
	}
	return &Model{s, k, m}, nil
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
	marks, err := m.marks.Marshal("")
	if err != nil {
		return nil, err
	}
	w.Add("marks", marks)
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
	marks, err := UnmarshalPunctuation(f.Section("marks"), container.Inside(options)...)
	if err != nil {
		return nil, fmt.Errorf("marks: %w", err)
	}
	return newModel(s, &kinds{k}, marks)
}

// String says in a few words what the model holds.
func (m *Model) String() string {
	return fmt.Sprintf("segmenter of %d features, kinds of text of %d, marks of %d", m.segmenter.Features(), m.kinds.model.Features(), m.marks.Features())
}

// Reader reads texts with a Model. It belongs to one goroutine.
type Reader struct {
	model    *Model
	segments *SegmentScratch
	kind     *kindScratch
	marks    *PunctuationScratch
	columns  *Columns
	simple   []byte  // the units in simplified characters, one behind the other
	at       []int32 // where each begins
}

// NewReader returns a reader.
func (m *Model) NewReader() *Reader {
	return &Reader{model: m, segments: m.segmenter.NewScratch(), kind: m.kinds.newScratch(), marks: m.marks.NewScratch(), columns: m.marks.NewColumns()}
}

// Read finds the words of a text without marks, and predicts the marks. apart, where it is not
// nil, says of each unit whether a word begins there in any case: a blank or a mark stands before it.
// out is overwritten, and its memory used.
func (r *Reader) Read(units []string, apart []bool, out *Reading) {
	out.Starts = r.model.segmenter.Segment(units, apart, r.segments, out.Starts[:0])
	r.readMarks(units, out)
}

// ReadWords is Read of a text whose words are known: each is one of the units.
func (r *Reader) ReadWords(words []string, out *Reading) {
	out.Starts = out.Starts[:0]
	for i := range len(words) + 1 {
		out.Starts = append(out.Starts, int32(i))
	}
	r.readMarks(words, out)
}

// readMarks predicts the marks between the words of units.
func (r *Reader) readMarks(units []string, out *Reading) {
	r.simple, r.at = r.simple[:0], r.at[:0]
	for _, u := range units {
		r.at = append(r.at, int32(len(r.simple)))
		r.simple = appendSimplified(r.simple, u)
	}
	r.at = append(r.at, int32(len(r.simple)))
	plainWords(r.columns, len(out.Starts)-1, func(i int) []byte {
		return r.simple[r.at[out.Starts[i]]:r.at[out.Starts[i+1]]]
	})
	r.columns.setKind(r.model.kinds.of(r.columns.Column(ColWord), r.kind))
	out.Gaps = r.model.marks.Predict(r.columns, r.marks, out.Gaps)
}
