package neural

import "github.com/tidytalk/tidytalk/models/stages"

// For tests.
const (
	NumDisfluency  = numDisfluency
	NumLogits      = numLogits
	LeastPositions = leastPositions
)

// Teach returns what a model teaches of the words of a reading.
func (m *Model) Teach(in *stages.Reading, form Form, shown bool) []float32 {
	return m.teach(in, form, shown, nil)
}

// Mix mixes logits with those of the encoder.
func (e *Encoder) Mix(in *stages.Reading, logits []float32) {
	e.newReader().read(in, Stream, Hidden{}, logits)
}

// Pieces returns the pieces that the encoder reads, and where words begin.
func (e *Encoder) Pieces(in *stages.Reading, form Form, hide Hidden) (pieces, words []int32) {
	r := e.newReader()
	r.fill(in, 0, in.Len(), form, hide)
	return r.ids[0], r.at
}

// Number returns the number of a piece.
func (e *Encoder) Number(piece string) int32 { n, _ := e.words.Number(piece); return n }

// The pieces before the words.
const (
	PieceStream  = pieceStream
	PieceAlone   = pieceAlone
	PieceWritten = pieceWritten
	PieceStyle   = pieceStyle
)
