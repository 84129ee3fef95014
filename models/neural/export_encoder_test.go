package neural

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/transformer"
)

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

// RandomEncoder returns an encoder with random weights that reads letters, and at most so many pieces at once.
func RandomEncoder(t testing.TB, positions int, shares Shares) *Encoder {
	t.Helper()
	const hidden, inner = 64, 32
	pieces := []string{"[PAD]"}
	for i := 1; i < 15; i++ {
		pieces = append(pieces, fmt.Sprintf("[unused%d]", i))
	}
	pieces = append(pieces, "[UNK]", "'", ",", ".", "-", "will")
	for c := 'a'; c <= 'z'; c++ {
		pieces = append(pieces, string(c), "##"+string(c))
	}
	type tensor struct {
		Type    string `json:"dtype"`
		Shape   []int  `json:"shape"`
		Offsets [2]int `json:"data_offsets"`
	}
	r := rand.New(rand.NewPCG(1, 2))
	header, weights := map[string]any{"__metadata__": map[string]string{
		"heads": "2", "labels.dis": strings.Join(heads[0].Labels, " "), "labels.mark": strings.Join(heads[1].Labels, " "), "labels.case": strings.Join(heads[2].Labels, " "),
	}}, []byte(nil)
	add := func(name string, around float64, shape ...int) {
		n := 1
		for _, v := range shape {
			n *= v
		}
		from := len(weights)
		for range n {
			weights = binary.LittleEndian.AppendUint32(weights, math.Float32bits(float32(around+0.3*r.NormFloat64())))
		}
		header[name] = tensor{"F32", shape, [2]int{from, len(weights)}}
	}
	add("word.weight", 0, len(pieces), hidden)
	add("pos.weight", 0, positions, hidden)
	add("ln.weight", 1, hidden)
	add("ln.bias", 0, hidden)
	for _, m := range []struct {
		name    string
		out, in int
	}{
		{"layers.0.qkv", 3 * hidden, hidden}, {"layers.0.out", hidden, hidden}, {"layers.0.up", inner, hidden}, {"layers.0.down", hidden, inner},
		{"dis", numDisfluency, hidden}, {"mark", NumMarks, hidden}, {"case", 4, hidden},
	} {
		add(m.name+".weight", 0, m.out, m.in)
		add(m.name+".bias", 0, m.out)
	}
	for _, name := range []string{"layers.0.ln1", "layers.0.ln2"} {
		add(name+".weight", 1, hidden)
		add(name+".bias", 0, hidden)
	}
	head, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	file := append(binary.LittleEndian.AppendUint64(nil, uint64(len(head))), head...)
	m, err := transformer.FromSafetensors(append(file, weights...), []byte(strings.Join(pieces, "\n")+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewEncoder(m, shares)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
