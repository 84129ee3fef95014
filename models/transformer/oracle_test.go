package transformer

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/models/kernels"
)

// oracle computes what an encoder says of a sequence, plainly and in float64: with its weights as they are kept, and with
// inputs of products that are rounded to 8 bits by rows, or are not.
type oracle struct {
	m       *Model
	rounded bool
}

// at returns a weight.
func (o *oracle) at(k int, p *param, r, c int) float64 {
	w := &o.m.params[k]
	switch p.kind {
	case byRow:
		return float64(w.V[r*p.cols+c]) * float64(w.Scale[r])
	case byColumn:
		return float64(w.V[r*p.cols+c]) * float64(w.Scale[c])
	}
	return float64(w.float[r*p.cols+c])
}

// product returns rows times a matrix, and its bias, which is the next one.
func (o *oracle) product(k int, rows [][]float64) [][]float64 {
	params := o.m.config.params()
	p, bias := &params[k], &params[k+1]
	var out [][]float64
	for _, row := range rows {
		if o.rounded && p.kind == byColumn {
			unit := slices.Max(row)
			if strings.HasSuffix(p.name, "down.weight") {
				unit = (max(unit, 0) + belowGelu) / (2 * kernels.Largest)
			} else {
				unit = max(unit, -slices.Min(row)) / kernels.Largest
			}
			row = slices.Clone(row)
			for i, v := range row {
				row[i] = math.RoundToEven(v/unit) * unit
			}
		}
		y := make([]float64, p.cols)
		for c := range y {
			y[c] = o.at(k+1, bias, 0, c)
			for r, v := range row {
				y[c] += v * o.at(k, p, r, c)
			}
		}
		out = append(out, y)
	}
	return out
}

// norm returns a row and another one added, normalised.
func (o *oracle) norm(k int, x, add []float64) []float64 {
	p := param{cols: len(x)}
	mean, square := 0.0, 0.0
	out := make([]float64, len(x))
	for i := range x {
		out[i] = x[i] + add[i]
		mean += out[i] / float64(len(x))
	}
	for _, v := range out {
		square += (v - mean) * (v - mean) / float64(len(x))
	}
	for i, v := range out {
		out[i] = (v-mean)/math.Sqrt(square+1e-12)*o.at(k, &p, 0, i) + o.at(k+1, &p, 0, i)
	}
	return out
}

// attend returns what the heads of a layer find.
func (o *oracle) attend(qkv [][]float64) [][]float64 {
	c := &o.m.config
	size := c.Hidden / c.Heads
	var out [][]float64
	for t := range qkv {
		row := make([]float64, c.Hidden)
		for head := range c.Heads {
			at := head * size
			sum, scores := 0.0, make([]float64, len(qkv))
			for s := range qkv {
				for i := range size {
					scores[s] += qkv[t][at+i] * qkv[s][c.Hidden+at+i] / math.Sqrt(float64(size))
				}
				scores[s] = math.Exp(scores[s])
				sum += scores[s]
			}
			for s := range qkv {
				for i := range size {
					row[at+i] += scores[s] / sum * qkv[s][2*c.Hidden+at+i]
				}
			}
		}
		out = append(out, row)
	}
	return out
}

func (o *oracle) logits(pieces []int32) [][]float64 {
	c := &o.m.config
	params := c.params()
	var x [][]float64
	for t, piece := range pieces {
		word, position := make([]float64, c.Hidden), make([]float64, c.Hidden)
		for i := range word {
			word[i], position[i] = o.at(paramWord, &params[paramWord], int(piece), i), o.at(paramPosition, &params[paramPosition], t, i)
		}
		x = append(x, o.norm(paramGain, word, position))
	}
	for l := range c.Layers {
		k := paramLayers + l*layerParams
		for t, y := range o.product(k+layerOut, o.attend(o.product(k+layerQKV, x))) {
			x[t] = o.norm(k+layerGain1, x[t], y)
		}
		up := o.product(k+layerUp, x)
		for _, row := range up {
			for i, v := range row {
				row[i] = v * (1 + math.Erf(v/math.Sqrt2)) / 2
			}
		}
		for t, y := range o.product(k+layerDown, up) {
			x[t] = o.norm(k+layerGain2, x[t], y)
		}
	}
	out := make([][]float64, len(x))
	for head := range c.Labels {
		for t, y := range o.product(paramLayers+c.Layers*layerParams+2*head, x) {
			out[t] = append(out[t], y...)
		}
	}
	return out
}

// The encoder says what plain code in float64 does: nearly so where that rounds inputs as the encoder does, and but for these
// 8 bits where it does not.
func TestOracle(t *testing.T) {
	c := Config{Layers: 2, Hidden: 64, Heads: 2, Inner: 96, Pieces: 20, Positions: 40, Labels: heads(3, 4)}
	for seed := range uint64(3) {
		m := drawn(c, seed)
		sequences := sequencesOf(&c, 1, 9, 40)
		got := logitsOf(m, sequences)
		for _, rounded := range []bool{true, false} {
			largest, mean, n := 0.0, 0.0, 0.0
			for s, pieces := range sequences {
				for p, row := range (&oracle{m, rounded}).logits(pieces) {
					for k, v := range row {
						d := math.Abs(float64(got[s][p][k]) - v)
						largest, mean, n = max(largest, d), mean+d, n+1
					}
				}
			}
			mean /= n
			t.Logf("rounded: %t: largest difference %.2g, mean %.2g", rounded, largest, mean)
			// An input between two integers may become the other one: 1/127 of the largest input of one weight.
			if most := map[bool]float64{true: 0.02, false: 0.1}[rounded]; largest > most || mean > most/5 {
				t.Errorf("rounded: %t: largest difference %v, mean %v", rounded, largest, mean)
			}
		}
	}
}
