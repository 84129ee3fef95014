package transformer

import (
	"encoding/json"
	"fmt"
	"math"
	"unsafe"

	"github.com/tidytalk/tidytalk/internal/container"
)

// FileKind and FileVersion are the kind and format version of files of encoders.
const (
	FileKind    = "transformer"
	FileVersion = 1
)

// The sections of a file beside those of the matrices.
const (
	headerSection     = "header" // fileHeader, JSON
	vocabularySection = "vocabulary"
	scaleSuffix       = " scale" // of the section with the scales of a matrix
)

type fileHeader struct{ Config Config }

// Marshal returns the encoder as a file. config is the text of the configuration that it was made with.
func (m *Model) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(fileHeader{m.config})
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add(headerSection, head)
	w.Add(vocabularySection, m.vocabulary)
	for k, p := range m.config.params() {
		v := &m.params[k]
		if p.kind == floats {
			w.Add(p.name, container.Bytes(v.float))
			continue
		}
		w.Add(p.name, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v.V))), len(v.V)))
		w.Add(p.name+scaleSuffix, container.Bytes(v.Scale))
	}
	return w.Bytes()
}

// Load opens a file. The encoder uses it as it lies, so file must not change. Errors wrap those of package container.
func Load(file []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	m, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	return m, nil
}

func read(f *container.File) (*Model, error) {
	var h fileHeader
	if err := json.Unmarshal(f.Section(headerSection), &h); err != nil {
		return nil, err
	}
	if err := h.Config.Validate(); err != nil {
		return nil, err
	}
	m := &Model{config: h.Config, vocabulary: f.Section(vocabularySection)}
	if err := checkVocabulary(m.vocabulary, h.Config.Pieces); err != nil {
		return nil, err
	}
	for _, p := range h.Config.params() {
		section, size := f.Section(p.name), p.rows*p.cols
		var w weights
		if p.kind != floats {
			if len(section) != size {
				return nil, fmt.Errorf("%s: %d weights instead of %d", p.name, len(section), size)
			}
			w.V = unsafe.Slice((*int8)(unsafe.Pointer(unsafe.SliceData(section))), size)
			section, size = f.Section(p.name+scaleSuffix), p.scales()
		}
		numbers, err := container.Slice[float32](section)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		if len(numbers) != size {
			return nil, fmt.Errorf("%s: %d numbers instead of %d", p.name, len(numbers), size)
		}
		if err := finite(p.name, numbers); err != nil {
			return nil, err
		}
		if p.kind == floats {
			w.float = numbers
		} else {
			w.Scale = numbers
		}
		m.params = append(m.params, w)
	}
	m.prepare()
	return m, nil
}

// most is the largest size of a number in a file.
const most = 1e6

// finite returns where numbers are not such as weights are.
func finite(name string, numbers []float32) error {
	for i, v := range numbers {
		if !(math.Abs(float64(v)) <= most) {
			return fmt.Errorf("%s: number %d is %v", name, i, v)
		}
	}
	return nil
}
