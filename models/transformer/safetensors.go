package transformer

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/models/kernels"
)

// headNames are the names of the heads whose tensors FromSafetensors looks for.
var headNames = []string{"dis", "mark", "case"}

// FromSafetensors returns the encoder whose weights are the tensors of a file in the format safetensors, of float32: matrices
// of products with a row for each output.
//
//	word.weight [pieces, hidden]   pos.weight [positions, hidden]   ln.weight, ln.bias [hidden]
//	layers.N.qkv.weight [3·hidden, hidden]   .bias [3·hidden]: queries, keys and values, N from 0 on
//	layers.N.out.weight [hidden, hidden]     .bias [hidden]
//	layers.N.ln1.weight, .bias [hidden]
//	layers.N.up.weight [inner, hidden]       .bias [inner]
//	layers.N.down.weight [hidden, inner]     .bias [hidden]
//	layers.N.ln2.weight, .bias [hidden]
//	dis.weight, mark.weight, case.weight [labels, hidden]   .bias [labels]
//
// The metadata say under "heads" how many heads of attention a layer has and may name the labels of a head, under
// "labels.dis" and so on, with spaces between them; else they are numbers. vocabulary has the pieces, one a line, in the
// order of their numbers.
func FromSafetensors(weights, vocabulary []byte) (*Model, error) {
	f, err := readTensors(weights)
	if err != nil {
		return nil, fmt.Errorf("transformer: %w", err)
	}
	m, err := f.model(vocabulary)
	if err != nil {
		return nil, fmt.Errorf("transformer: %w", err)
	}
	return m, nil
}

// tensors is a file of tensors.
type tensors struct {
	at       map[string]tensor
	metadata map[string]string
	data     []byte
}

// tensor is where a tensor lies, as the header of a file says it.
type tensor struct {
	Type    string    `json:"dtype"`
	Shape   []int     `json:"shape"`
	Offsets [2]uint64 `json:"data_offsets"`
}

// readTensors reads the header of a file.
func readTensors(file []byte) (*tensors, error) {
	const lengthSize = 8
	if len(file) < lengthSize {
		return nil, errors.New("the weights are no file in the format safetensors: it is too short")
	}
	n := binary.LittleEndian.Uint64(file)
	if n > uint64(len(file)-lengthSize) {
		return nil, fmt.Errorf("the weights are no file in the format safetensors, or were cut off: the header is said to have %d bytes, and there are %d", n, len(file)-lengthSize)
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(file[lengthSize:lengthSize+n], &header); err != nil {
		return nil, fmt.Errorf("the header of the weights: %w", err)
	}
	f := &tensors{make(map[string]tensor), nil, file[lengthSize+n:]}
	for name, raw := range header {
		if name == "__metadata__" {
			if err := json.Unmarshal(raw, &f.metadata); err != nil {
				return nil, fmt.Errorf("the metadata of the weights: %w", err)
			}
			continue
		}
		var t tensor
		if err := json.Unmarshal(raw, &t); err != nil {
			return nil, fmt.Errorf("tensor %s: %w", name, err)
		}
		f.at[name] = t
	}
	return f, nil
}

// numbers returns a tensor of a shape.
func (f *tensors) numbers(name string, shape ...int) ([]float32, error) {
	t, ok := f.at[name]
	size := 4
	for _, n := range shape {
		size *= n
	}
	switch {
	case !ok:
		return nil, fmt.Errorf("there is no tensor %s", name)
	case t.Type != "F32":
		return nil, fmt.Errorf("tensor %s is of %s: only F32 is read", name, t.Type)
	case !slices.Equal(t.Shape, shape):
		return nil, fmt.Errorf("tensor %s has the shape %v instead of %v", name, t.Shape, shape)
	case t.Offsets[1] > uint64(len(f.data)) || t.Offsets[0] > t.Offsets[1] || t.Offsets[1]-t.Offsets[0] != uint64(size):
		return nil, fmt.Errorf("tensor %s lies at bytes %d to %d of %d, and has %d", name, t.Offsets[0], t.Offsets[1], len(f.data), size)
	}
	out := make([]float32, size/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(f.data[t.Offsets[0]+4*uint64(i):]))
	}
	return out, finite("tensor "+name, out)
}

// matrix returns the shape of a tensor of rows and columns.
func (f *tensors) matrix(name string) (rows, cols int, err error) {
	t, ok := f.at[name]
	if !ok {
		return 0, 0, fmt.Errorf("there is no tensor %s", name)
	}
	if len(t.Shape) != 2 {
		return 0, 0, fmt.Errorf("tensor %s has the shape %v, and not rows and columns", name, t.Shape)
	}
	return t.Shape[0], t.Shape[1], nil
}

// config returns the shape of the encoder.
func (f *tensors) config() (c Config, err error) {
	fail := func(e error) { err = first(err, e) }
	var e error
	if c.Heads, e = strconv.Atoi(f.metadata["heads"]); e != nil {
		fail(fmt.Errorf("the metadata of the weights do not say under \"heads\" how many heads of attention there are: %q", f.metadata["heads"]))
	}
	c.Pieces, c.Hidden, e = f.matrix("word.weight")
	fail(e)
	c.Positions, _, e = f.matrix("pos.weight")
	fail(e)
	c.Inner, _, e = f.matrix("layers.0.up.weight")
	fail(e)
	for {
		if _, ok := f.at[fmt.Sprintf("layers.%d.qkv.weight", c.Layers)]; !ok {
			break
		}
		c.Layers++
	}
	for _, name := range headNames {
		n, _, e := f.matrix(name + ".weight")
		fail(e)
		labels := strings.Fields(f.metadata["labels."+name])
		if len(labels) > 0 && len(labels) != n {
			fail(fmt.Errorf("the metadata of the weights name %d labels of %s, which has %d", len(labels), name, n))
		}
		if n > MaxLabels {
			fail(fmt.Errorf("tensor %s.weight is of %d labels: more than %d", name, n, MaxLabels))
			n = 0
		}
		for len(labels) < n {
			labels = append(labels, strconv.Itoa(len(labels)))
		}
		c.Labels = append(c.Labels, Head{name, labels})
	}
	if err == nil {
		err = c.Validate()
	}
	return c, err
}

// first returns the first of two errors.
func first(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// model returns the encoder.
func (f *tensors) model(vocabulary []byte) (*Model, error) {
	c, err := f.config()
	if err != nil {
		return nil, err
	}
	m := &Model{config: c, vocabulary: bytes.Clone(vocabulary)}
	if err := checkVocabulary(vocabulary, c.Pieces); err != nil {
		return nil, err
	}
	known := make(map[string]bool)
	for _, p := range c.params() {
		known[p.name] = true
		shape := []int{p.rows, p.cols}
		transposed := strings.HasSuffix(p.name, ".weight") && p.kind != byRow && p.rows > 1
		switch {
		case transposed:
			shape = []int{p.cols, p.rows}
		case p.rows == 1 && p.kind == floats:
			shape = shape[1:]
		}
		v, err := f.numbers(p.name, shape...)
		if err != nil {
			return nil, err
		}
		if transposed {
			v = transpose(v, p.cols, p.rows)
		}
		m.params = append(m.params, quantise(v, &p))
	}
	for _, name := range slices.Sorted(maps.Keys(f.at)) {
		if !known[name] {
			return nil, fmt.Errorf("tensor %s is none of this encoder: its layers are numbered from 0 on, and have those that are documented", name)
		}
	}
	m.prepare()
	return m, nil
}

// transpose returns a matrix of rows and columns by its columns.
func transpose(v []float32, rows, cols int) []float32 {
	out := make([]float32, len(v))
	for r := range rows {
		for c, x := range v[r*cols:][:cols] {
			out[c*rows+r] = x
		}
	}
	return out
}

// quantise returns the weights as they are kept.
func quantise(v []float32, p *param) weights {
	if p.kind == floats {
		return weights{float: v}
	}
	w := weights{Matrix8: kernels.Matrix8{V: make([]int8, len(v)), Scale: make([]float32, p.scales())}}
	for i := range w.Scale {
		if p.kind == byRow {
			w.Scale[i] = kernels.Quantise(w.V[i*p.cols:], v[i*p.cols:], p.cols, 1)
		} else {
			w.Scale[i] = kernels.Quantise(w.V[i:], v[i:], p.rows, p.cols)
		}
	}
	return w
}

// checkVocabulary returns what is wrong with a vocabulary of so many pieces.
func checkVocabulary(text []byte, pieces int) error {
	if n := bytes.Count(text, []byte("\n")); n != pieces || len(text) > 0 && text[len(text)-1] != '\n' {
		return fmt.Errorf("the vocabulary has %d lines, each with a line break behind it, for %d pieces", n, pieces)
	}
	return nil
}
