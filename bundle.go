package tidytalk

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/tidytalk/tidytalk/baseline"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
)

// What can be wrong with a bundle or model file; errors of LoadBundle and
// OpenBundle wrap one of these.
var (
	ErrForeign  = container.ErrForeign
	ErrKind     = container.ErrKind
	ErrNewer    = container.ErrNewer
	ErrOlder    = container.ErrOlder
	ErrChecksum = container.ErrChecksum
)

const (
	bundleKind    = "bundle"
	bundleVersion = 1
	manifestName  = "manifest"
)

// ModelLicence is the licence of models trained from the Switchboard Dialog Act
// Corpus. It follows the data and is separate from the licence of the code.
const ModelLicence = "CC BY-NC-SA 3.0"

// Manifest says what a bundle holds.
type Manifest struct {
	Version     string         `json:"version"`
	Description string         `json:"description"`
	Licence     string         `json:"licence"`
	Parts       []PartManifest `json:"parts"`
}

// PartManifest says what one part of a bundle is.
type PartManifest struct {
	Name   string `json:"name"`
	Size   int    `json:"size"`   // bytes
	Config string `json:"config"` // hash of the training configuration
}

// Bundle holds every model a Cleaner needs. It is immutable and may be shared.
type Bundle struct {
	file     *container.File
	manifest Manifest
	labeller *baseline.Labeller
}

// OpenBundle reads a bundle from a file. See LoadBundle.
func OpenBundle(path string) (*Bundle, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	bundle, err := LoadBundle(b)
	if err != nil {
		return nil, fmt.Errorf("bundle %s: %w", path, err)
	}
	return bundle, nil
}

// LoadBundle opens a bundle in memory. Models are used as they lie in b, which
// must not change. Every checksum is verified.
func LoadBundle(b []byte) (*Bundle, error) {
	f, err := container.Open(b, bundleKind, bundleVersion)
	if err != nil {
		return nil, err
	}
	bundle := &Bundle{file: f}
	if err := json.Unmarshal(f.Section(manifestName), &bundle.manifest); err != nil {
		return nil, fmt.Errorf("%w: manifest: %w", ErrChecksum, err)
	}
	if bundle.labeller, err = loadBaseline(f); err != nil {
		return nil, err
	}
	return bundle, nil
}

func loadBaseline(f *container.File) (*baseline.Labeller, error) {
	models, err := baseline.LoadModels(func(p baseline.Part) []byte { return f.Section(string(p)) })
	if err != nil {
		return nil, err
	}
	l, err := baseline.NewLabeller(models)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOlder, err)
	}
	return l, nil
}

// Manifest returns what the bundle holds.
func (b *Bundle) Manifest() Manifest { return b.manifest }

// Part returns a part as a file, nil if the bundle has none of that name.
func (b *Bundle) Part(name string) []byte { return b.file.Section(name) }

// Model returns the model of a part ("tagger", "filler", "edit", "kinds").
func (b *Bundle) Model(part string) (*m3n.Model, error) {
	m := b.labeller.Model(baseline.Part(part))
	if m == nil {
		return nil, fmt.Errorf("no part %q: there are %v", part, baseline.LabelParts)
	}
	return m, nil
}

// LanguageModels returns the language models of the bundle.
func (b *Bundle) LanguageModels() baseline.LanguageModels { return b.labeller.LanguageModels() }

// Labeller returns the two-stage baseline of the bundle.
func (b *Bundle) Labeller() *baseline.Labeller { return b.labeller }

// BuildBundle makes a bundle file of parts (files by name, all of
// baseline.Parts). Sizes and configurations in the manifest are filled in.
func BuildBundle(m Manifest, parts map[baseline.Part][]byte) ([]byte, error) {
	m.Parts = nil
	w := container.New(bundleKind, bundleVersion, "")
	for _, p := range baseline.Parts {
		b, ok := parts[p]
		if !ok {
			return nil, errors.New("a bundle needs a " + string(p) + " model")
		}
		config, err := baseline.PartConfig(p, b)
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", p, err)
		}
		m.Parts = append(m.Parts, PartManifest{string(p), len(b), container.Hash(config)})
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	w.Add(manifestName, text)
	for _, p := range baseline.Parts {
		w.Add(string(p), parts[p])
	}
	out, err := w.Bytes()
	if err != nil {
		return nil, err
	}
	if _, err := LoadBundle(slices.Clone(out)); err != nil {
		return nil, fmt.Errorf("the parts do not fit together: %w", err)
	}
	return out, nil
}
