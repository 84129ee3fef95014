package chinese

import "github.com/tidytalk/tidytalk/internal/container"

// Reading is what a Reader knows of a text: its words, and the signs between them.
type Reading struct {
	// Starts holds the unit that each word starts with, and, last, the number of units.
	Starts []int32
	// Gaps holds the signs before each word, and behind the last one: it is as long as Starts.
	// Pairs are balanced and nested.
	Gaps [][]Sign
}

// Model holds what is needed to read Chinese text. It is immutable and may be shared.
type Model struct{}

// Reader reads texts with a Model. It belongs to one goroutine.
type Reader struct{}

// NewReader returns a reader.
func (m *Model) NewReader() *Reader { return &Reader{} }

// Read finds the words of a text without marks, and predicts the marks. apart, where it is not
// nil, says of each unit whether a word begins there in any case: a blank or a mark stands before it.
// out is overwritten.
func (r *Reader) Read(units []string, apart []bool, out *Reading) {
	out.Starts, out.Gaps = out.Starts[:0], out.Gaps[:0]
	for i := range len(units) + 1 {
		out.Starts, out.Gaps = append(out.Starts, int32(i)), append(out.Gaps, nil)
	}
}

// FileKind and FileVersion name the file of a Model.
const (
	FileKind    = "chinese"
	FileVersion = 1
)

// Marshal returns the model as a file. config says what it was trained with.
func (m *Model) Marshal(config string) ([]byte, error) {
	return container.New(FileKind, FileVersion, config).Bytes()
}

// UnmarshalModel is the inverse of Marshal.
func UnmarshalModel(file []byte, options ...container.Option) (*Model, error) {
	if _, err := container.Open(file, FileKind, FileVersion, options...); err != nil {
		return nil, err
	}
	return &Model{}, nil
}

// String says in a few words what the model holds.
func (m *Model) String() string { return "no models" }
