package chinese

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
func (r *Reader) Read(units []string, apart []bool, out *Reading) {}
