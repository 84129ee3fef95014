package tidytalk

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/repairs"
	"github.com/tidytalk/tidytalk/stages"
	"github.com/tidytalk/tidytalk/truecase"
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
	files    []*container.File // later ones first
	manifest Manifest
	labeller *stages.Labeller
	experts  *experts.Model // nil: the bundle has none
	decoder  *decoderModels // nil: the bundle has none
	streams  *streamModels  // nil: the bundle has none
}

// OpenBundle reads a bundle from files. See LoadBundle.
func OpenBundle(paths ...string) (*Bundle, error) {
	var files [][]byte
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, b)
	}
	bundle, err := LoadBundle(files...)
	if err != nil {
		return nil, fmt.Errorf("bundle %s: %w", strings.Join(paths, " with "), err)
	}
	return bundle, nil
}

// LoadBundle opens a bundle in memory, which may lie in several files: the parts of
// later files replace those of earlier ones, or add to them. Models are used as
// they lie in the files, which must not change. Every checksum is verified.
func LoadBundle(files ...[]byte) (*Bundle, error) {
	bundle := &Bundle{}
	for _, b := range files {
		f, err := container.Open(b, bundleKind, bundleVersion)
		if err != nil {
			return nil, err
		}
		var m Manifest
		if err := json.Unmarshal(f.Section(manifestName), &m); err != nil {
			return nil, fmt.Errorf("%w: manifest: %w", ErrChecksum, err)
		}
		bundle.files = slices.Insert(bundle.files, 0, f)
		bundle.manifest = bundle.manifest.with(m)
	}
	models, err := stages.LoadModels(func(p stages.Part) []byte { return bundle.Part(string(p)) })
	if err != nil {
		return nil, err
	}
	if bundle.labeller, err = stages.NewLabeller(models); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOlder, err)
	}
	if bundle.experts, err = bundle.loadExperts(); err != nil {
		return nil, err
	}
	if bundle.decoder, err = bundle.loadDecoder(); err != nil {
		return nil, err
	}
	if bundle.decoder != nil && bundle.labeller.CanDecode() == nil {
		if _, err := bundle.NewDecoder(DecoderOptions{}); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrOlder, err)
		}
	}
	if bundle.streams, err = bundle.loadStreams(); err != nil {
		return nil, err
	}
	return bundle, nil
}

// with returns the manifest of a bundle to which a file with manifest m is added.
func (m Manifest) with(o Manifest) Manifest {
	parts := slices.DeleteFunc(slices.Clone(m.Parts), func(p PartManifest) bool {
		return slices.ContainsFunc(o.Parts, func(q PartManifest) bool { return p.Name == q.Name })
	})
	o.Parts = append(parts, o.Parts...)
	return o
}

// Manifest returns what the bundle holds.
func (b *Bundle) Manifest() Manifest { return b.manifest }

// Part returns a part as a file, nil if the bundle has none of that name.
func (b *Bundle) Part(name string) []byte {
	for _, f := range b.files {
		if s := f.Section(name); s != nil {
			return s
		}
	}
	return nil
}

// Model returns the model of a part ("tagger", "filler", "edit", "kinds",
// "stream-edit").
func (b *Bundle) Model(part string) (*m3n.Model, error) {
	if part == PartStreamEdit && b.streams != nil {
		return b.streamLabeller().Model(stages.PartEdit), nil
	}
	m := b.labeller.Model(stages.Part(part))
	if m == nil {
		return nil, fmt.Errorf("no part %q: there are %v", part, stages.LabelParts)
	}
	return m, nil
}

// LanguageModels returns the language models of the bundle.
func (b *Bundle) LanguageModels() stages.LanguageModels { return b.labeller.LanguageModels() }

// Labeller returns the two-stage baseline of the bundle.
func (b *Bundle) Labeller() *stages.Labeller { return b.labeller }

// partNames are the names of all parts in the order of files.
func partNames() []string {
	var names []string
	for _, p := range stages.Parts {
		names = append(names, string(p))
	}
	return append(append(append(names, PartExperts), DecoderParts...), StreamParts...)
}

// BuildBundle makes a bundle file of parts (files by name): all of stages.Parts,
// all of DecoderParts or none of them, all of StreamParts or none of them, and
// PartExperts if there are experts. Sizes
// and configurations in the manifest are filled in.
func BuildBundle(m Manifest, parts map[string][]byte) ([]byte, error) {
	for _, p := range stages.Parts {
		if _, ok := parts[string(p)]; !ok {
			return nil, errors.New("a bundle needs a " + string(p) + " model")
		}
	}
	out, err := BuildParts(m, parts)
	if err != nil {
		return nil, err
	}
	if _, err := LoadBundle(out); err != nil {
		return nil, fmt.Errorf("the parts do not fit together: %w", err)
	}
	return out, nil
}

// BuildParts makes a file of some parts, for LoadBundle to add to others.
func BuildParts(m Manifest, parts map[string][]byte) ([]byte, error) {
	m.Parts = nil
	for _, name := range partNames() {
		b, ok := parts[name]
		if !ok {
			continue
		}
		config, err := partConfig(name, b)
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
		m.Parts = append(m.Parts, PartManifest{name, len(b), container.Hash(config)})
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	w := container.New(bundleKind, bundleVersion, "")
	w.Add(manifestName, text)
	for _, p := range m.Parts {
		w.Add(p.Name, parts[p.Name])
	}
	return w.Bytes()
}

// partConfig returns what a part was made with; of text, the text itself.
func partConfig(name string, b []byte) (string, error) {
	switch name {
	case PartPhrases, PartSettings, PartStreamSettings:
		return string(b), nil
	case PartPunct, PartPunctClean:
		return punct.FileConfig(b)
	case PartTruecaser:
		return containerConfig(b, truecase.FileKind, truecase.FileVersion)
	case PartStreamEdit:
		return stages.PartConfig(stages.PartEdit, b)
	case PartRepairs, PartStreamRepairs:
		return containerConfig(b, repairs.FileKind, repairs.FileVersion)
	case PartExperts:
		return containerConfig(b, experts.FileKind, experts.FileVersion)
	}
	return stages.PartConfig(stages.Part(name), b)
}

func containerConfig(b []byte, kind string, version uint16) (string, error) {
	f, err := container.Open(b, kind, version)
	if err != nil {
		return "", err
	}
	return f.Config(), nil
}

// Named returns the bundle with another version in its manifest.
func (b *Bundle) Named(version string) *Bundle {
	out := *b
	out.manifest.Version = version
	return &out
}

// With returns the bundle as one file, with other parts in place of its own.
func (b *Bundle) With(replaced map[string][]byte) ([]byte, error) {
	parts := make(map[string][]byte)
	for _, p := range b.manifest.Parts {
		parts[p.Name] = b.Part(p.Name)
	}
	maps.Copy(parts, replaced)
	return BuildBundle(b.manifest, parts)
}
