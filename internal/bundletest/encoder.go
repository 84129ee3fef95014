package bundletest

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Encoder returns the files of an encoder, its weights as safetensors and its pieces, with random weights and the heads of
// networks. It reads letters, and so many pieces at once.
func Encoder(t testing.TB, positions int) (weights, pieces []byte) {
	t.Helper()
	const hidden, inner = 64, 32
	names := []string{"[PAD]"}
	for i := 1; i < 15; i++ {
		names = append(names, fmt.Sprintf("[unused%d]", i))
	}
	names = append(names, "[UNK]", "'", ",", ".", "-", "will")
	for c := 'a'; c <= 'z'; c++ {
		names = append(names, string(c), "##"+string(c))
	}
	type tensor struct {
		Type    string `json:"dtype"`
		Shape   []int  `json:"shape"`
		Offsets [2]int `json:"data_offsets"`
	}
	r := rand.New(rand.NewPCG(1, 2))
	const disfluencies, marks, cases = "O F E-begin E-inside E-end E-single O-repair", "NONE COMMA NONE/ COMMA/ PERIOD/ QMARK/", "lower Title UPPER mixed"
	header := map[string]any{"__metadata__": map[string]string{"heads": "2", "labels.dis": disfluencies, "labels.mark": marks, "labels.case": cases}}
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
	add("word.weight", 0, len(names), hidden)
	add("pos.weight", 0, positions, hidden)
	add("ln.weight", 1, hidden)
	add("ln.bias", 0, hidden)
	for _, m := range []struct {
		name    string
		out, in int
	}{
		{"layers.0.qkv", 3 * hidden, hidden}, {"layers.0.out", hidden, hidden}, {"layers.0.up", inner, hidden}, {"layers.0.down", hidden, inner},
		{"dis", len(strings.Fields(disfluencies)), hidden}, {"mark", len(strings.Fields(marks)), hidden}, {"case", len(strings.Fields(cases)), hidden},
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
	return append(file, weights...), []byte(strings.Join(names, "\n") + "\n")
}
