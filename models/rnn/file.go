package rnn

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/tidytalk/tidytalk/internal/container"
)

// FileKind and FileVersion are the kind and format version of model files.
const (
	FileKind    = "rnn"
	FileVersion = 1
)

// fileHeader is the part of a model file that is JSON.
type fileHeader struct{ Config Config }

// ErrQuantised is returned by Train for a first network whose weights have 8 bits.
var ErrQuantised = errors.New("rnn: a training cannot begin with 8-bit weights: it needs those that a training made")

// errShape is returned by Train for a first network of another shape.
var errShape = errors.New("rnn: a training cannot begin with a network of another shape")

// Marshal returns the model as a file, with 8-bit weights. config is the text of the
// training configuration that the file is to carry. It fails where weights are not
// finite.
func (m *Model) Marshal(config string) ([]byte, error) {
	q, err := m.weights8()
	if err != nil {
		return nil, err
	}
	head, err := json.Marshal(fileHeader{m.Config()})
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("header", head)
	for k, p := range q.shape.params {
		v := &q.params[k]
		if q.shape.kind(k) == bias {
			w.Add(p.name, container.Bytes(v.float))
			continue
		}
		w.Add(p.name, unsigned(v.V))
		w.Add(p.name+" scale", container.Bytes(v.Scale))
	}
	return w.Bytes()
}

// Unmarshal opens a model file. The model uses file as it lies, so file must not change.
// It serves inference: Train does not begin with it. Errors wrap those of package
// container.
func Unmarshal(file []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	q, err := readQuantised(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	return &Model{net: q.shape, quant: q}, nil
}

func readQuantised(f *container.File) (*quantised, error) {
	var h fileHeader
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, err
	}
	if err := h.Config.Validate(); err != nil {
		return nil, err
	}
	q := &quantised{shape: newShape(h.Config)}
	for k, p := range q.shape.params {
		weights, floats := q.shape.sizes(k)
		is, at := q.shape.kind(k), f.Section(p.name)
		var w weights8
		if is != bias {
			if len(at) != weights {
				return nil, fmt.Errorf("%s: %d weights instead of %d", p.name, len(at), weights)
			}
			w.V = signed(at)
			at = f.Section(p.name + " scale")
		}
		numbers, err := container.Slice[float32](at)
		if err != nil {
			return nil, err
		}
		if len(numbers) != floats {
			return nil, fmt.Errorf("%s: %d numbers instead of %d", p.name, len(numbers), floats)
		}
		for _, v := range numbers {
			if !(math.Abs(float64(v)) <= most) || is != bias && v < 0 {
				return nil, fmt.Errorf("%s: a number is %v", p.name, v)
			}
		}
		if is == bias {
			w.float = numbers
		} else {
			w.Scale = numbers
		}
		q.params = append(q.params, w)
	}
	q.pack()
	return q, nil
}

// Quantised returns the model with 8-bit weights, as Unmarshal returns it from a file. It
// panics where weights are not finite, as those of no training are.
func (m *Model) Quantised() *Model {
	q, err := m.weights8()
	if err != nil {
		panic(err)
	}
	return &Model{net: q.shape, quant: q}
}

// weights8 returns the 8-bit weights of a model.
func (m *Model) weights8() (*quantised, error) {
	if m.quant != nil {
		return m.quant, nil
	}
	return m.net.quantise()
}

// trainable returns why a training cannot begin with the model.
func (m *Model) trainable(n *network) error {
	if m.quant != nil {
		return ErrQuantised
	}
	if len(m.net.params) != len(n.params) {
		return errShape
	}
	for k, p := range n.params {
		if first := m.net.params[k]; first.Matrix.Rows != p.Matrix.Rows || first.Cols != p.Cols {
			return errShape
		}
	}
	return nil
}
