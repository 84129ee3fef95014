package experts

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// FileKind and FileVersion are the kind and format version of the file of a Model.
const (
	FileKind    = "experts"
	FileVersion = 1
)

// Model are the experts of a baseline, held as what differs from its edit model. It
// is immutable and may be shared between goroutines.
type Model struct {
	classes  Classes
	variants *m3n.Variants // of the trained classes
	trained  []int         // class of each variant
	variant  []int         // variant for each tag of the tagger, -1 for none
	base     *m3n.Model
}

// ErrOtherBaseline is wrapped by the error of Unmarshal for experts of another
// baseline.
var ErrOtherBaseline = errors.New("the experts belong to another baseline")

// Baseline is what experts are built on.
type Baseline struct {
	Edit   *m3n.Model // with the labels O, F and E as in package data
	Config string     // hash of the edit model's training configuration
	Tags   []string   // that the tagger knows
}

// fileHeader is the part of a file that is JSON.
type fileHeader struct {
	Classes  string // text, see ReadClasses
	Trained  []int
	Baseline string // Baseline.Config
}

// newModel puts a model together.
func newModel(classes Classes, trained []int, v *m3n.Variants, b *Baseline) *Model {
	m := &Model{classes: classes, variants: v, trained: trained, base: b.Edit}
	for _, class := range classes.Index(b.Tags) {
		m.variant = append(m.variant, slices.Index(trained, class))
	}
	return m
}

// Classes returns the classes, also those without an expert.
func (m *Model) Classes() Classes { return m.classes }

// Trained returns the classes that have an expert, as indices of Classes.
func (m *Model) Trained() []int { return m.trained }

// Expert returns the expert for a tag, an index of Labeller.TagNames; as an index
// of Trained. -1 stands for the baseline.
func (m *Model) Expert(tag uint8) int { return m.variant[tag] }

// Rows returns how many rows of weights differ from the baseline's.
func (m *Model) Rows() int { return m.variants.Rows() }

// Pruned returns the edit model without the features of small weights that no expert has
// others for (see m3n.Variants.Pruned), and the experts of that.
func (m *Model) Pruned(share float64) (*m3n.Model, *Model) {
	out := *m
	out.base, out.variants = m.variants.Pruned(share)
	return out.base, &out
}

// Marshal returns the model as a file.
func (m *Model) Marshal(config string, b *Baseline) ([]byte, error) {
	head, err := json.Marshal(fileHeader{m.classes.String(), m.trained, b.Config})
	if err != nil {
		return nil, err
	}
	variants, err := m.variants.Marshal(config)
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("header", head)
	w.Add("variants", variants)
	return w.Bytes()
}

// Unmarshal opens a file of experts for a baseline. The model uses the file as it
// lies. Errors wrap those of package container, or ErrOtherBaseline.
func Unmarshal(file []byte, b *Baseline, options ...container.Option) (*Model, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	var h fileHeader
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	if h.Baseline != b.Config {
		return nil, fmt.Errorf("%w: they were trained on one with the configuration %s, and this one has %s", ErrOtherBaseline, h.Baseline, b.Config)
	}
	classes, err := ReadClasses(strings.NewReader(h.Classes), "classes", b.Tags)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	v, err := m3n.UnmarshalVariants(f.Section("variants"), b.Edit, container.Inside(options)...)
	if err != nil {
		return nil, err
	}
	if len(h.Trained) != v.Len() {
		return nil, fmt.Errorf("%w: %d experts of %d classes", container.ErrChecksum, v.Len(), len(h.Trained))
	}
	for i, k := range h.Trained {
		if k < 0 || k >= len(classes) || i > 0 && k <= h.Trained[i-1] {
			return nil, fmt.Errorf("%w: experts of the classes %v", container.ErrChecksum, h.Trained)
		}
	}
	return newModel(classes, h.Trained, v, b), nil
}
