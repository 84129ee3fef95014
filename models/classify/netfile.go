package classify

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/tidytalk/tidytalk/internal/container"
)

// NetKind and NetVersion are the kind and format version of the file of a Net.
const (
	NetKind    = "perceptron"
	NetVersion = 1
)

// Marshal returns the network as a file that carries the text of its training configuration.
func (n *Net) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(Header{Columns: n.encode.columns, Classes: n.classes, Shape: n.layers.sizes})
	if err != nil {
		return nil, err
	}
	flags, weights := make([]uint16, len(n.encode.flags)), make([]float32, len(n.weights))
	for i, f := range n.encode.flags {
		if f {
			flags[i] = 1
		}
	}
	for i, v := range n.weights {
		weights[i] = float32(v)
	}
	w := container.New(NetKind, NetVersion, config)
	w.Add("header", head)
	w.Add("means", container.Bytes(n.encode.mean))
	w.Add("scales", container.Bytes(n.encode.scale))
	w.Add("undefined", container.Bytes(flags))
	w.Add("weights", container.Bytes(weights))
	return w.Bytes()
}

// UnmarshalNet opens the file of a network. Errors wrap those of package container.
func UnmarshalNet(file []byte, options ...container.Option) (*Net, error) {
	f, err := container.Open(file, NetKind, NetVersion, options...)
	if err != nil {
		return nil, err
	}
	n, err := readNet(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	return n, nil
}

func readNet(f *container.File) (*Net, error) {
	h, err := ReadHeader(f)
	if err != nil {
		return nil, err
	}
	s := &sections{file: f}
	e := &encoding{columns: h.Columns, mean: numbers[float32](s, "means"), scale: numbers[float32](s, "scales")}
	flags, stored := numbers[uint16](s, "undefined"), numbers[float32](s, "weights")
	if s.err != nil {
		return nil, s.err
	}
	if n := len(h.Columns); len(e.mean) != n || len(e.scale) != n || len(flags) != n {
		return nil, fmt.Errorf("a network of %d columns with %d means, %d scales and %d flags", n, len(e.mean), len(e.scale), len(flags))
	}
	for _, v := range flags {
		e.flags = append(e.flags, v != 0)
	}
	e.count()
	shape, err := shaped(h.Shape, e.inputs, len(h.Classes))
	if err != nil {
		return nil, err
	}
	l := layers{shape, len(shape) > 3}
	if l.params() != len(stored) {
		return nil, fmt.Errorf("a network of shape %v with %d weights", shape, len(stored))
	}
	weights := make([]float64, len(stored))
	for i, v := range stored {
		weights[i] = float64(v)
	}
	for _, numbers := range [][]float32{e.mean, e.scale, stored} {
		for _, v := range numbers {
			if !(math.Abs(float64(v)) <= mostWeight) {
				return nil, fmt.Errorf("a number is %v", v)
			}
		}
	}
	return newNet(h.Classes, e, l, weights), nil
}

// mostWeight is more than any weight of a training, and so little that no sum overflows.
const mostWeight = 1e30

// Marshaler is a classifier that can be written to a file.
type Marshaler interface {
	Classifier
	// Marshal returns the classifier as a file that carries the text of its training
	// configuration.
	Marshal(config string) ([]byte, error)
}

// Header is the part of files of classifiers that is JSON.
type Header struct {
	Columns []Column
	Classes []string
	Shape   []int `json:",omitempty"` // of a Net
}

// ReadHeader reads the section "header" of a file, and checks that there may be such columns and classes.
func ReadHeader(f *container.File) (*Header, error) {
	var h Header
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, err
	}
	return &h, validate(h.Columns, h.Classes)
}

// sections reads numeric sections of a file, up to the first error.
type sections struct {
	file *container.File
	err  error
}

func numbers[T container.Number](s *sections, name string) []T {
	out, err := container.Slice[T](s.file.Section(name))
	if s.err == nil {
		s.err = err
	}
	return out
}
