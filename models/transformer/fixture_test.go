package transformer

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// fixture is a random encoder of two layers with the logits that the network it was exported from, which computes in float32
// throughout, gives: written by PyTorch 2, with the weights of a model of two layers, 64 numbers, 2 heads and 32 units.
type fixture []struct {
	Pieces []int32
	Logits [][]float32
}

// tiny returns the encoder of the fixture.
func tiny(t testing.TB) (*Model, fixture) {
	t.Helper()
	read := func(name string) []byte {
		b, err := os.ReadFile("testdata/tiny." + name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	m, err := FromSafetensors(read("safetensors"), read("vocab"))
	if err != nil {
		t.Fatal(err)
	}
	var f fixture
	if err := json.Unmarshal(read("json"), &f); err != nil {
		t.Fatal(err)
	}
	return m, f
}

// logitsOf returns what an encoder gives for sequences.
func logitsOf(m *Model, sequences [][]int32) [][][]float32 {
	out := make([][][]float32, len(sequences))
	m.NewRunner().Run(sequences, func(s, t int, logits []float32) {
		if t != len(out[s]) {
			panic("pieces come in another order")
		}
		out[s] = append(out[s], append([]float32(nil), logits...))
	})
	return out
}

// The encoder says what the network it was exported from does, but for 8 bits.
func TestFixture(t *testing.T) {
	m, f := tiny(t)
	var sequences [][]int32
	for _, x := range f {
		sequences = append(sequences, x.Pieces)
	}
	sum, n := 0.0, 0
	for s, got := range logitsOf(m, sequences) {
		for p, row := range got {
			for k, v := range row {
				d := math.Abs(float64(v - f[s].Logits[p][k]))
				if sum, n = sum+d, n+1; d > 0.2 {
					t.Errorf("sequence %d, piece %d, label %d: %v instead of %v", s, p, k, v, f[s].Logits[p][k])
				}
			}
		}
	}
	t.Logf("mean difference %.4f of %d logits", sum/float64(n), n)
}
