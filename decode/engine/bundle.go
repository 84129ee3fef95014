package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/models/editor"
)

// What can be wrong with a bundle or model file; errors of Load and Open wrap one of
// these.
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
	Base        string         `json:"base,omitempty"` // of a file of parts: the models that they stand beside, such as "open"; "": the embedded ones
	Parts       []PartManifest `json:"parts"`
}

// PartManifest says what one part of a bundle is.
type PartManifest struct {
	Name   string `json:"name"`
	Size   int    `json:"size"`   // bytes
	Config string `json:"config"` // hash of the training configuration
}

// Bundle holds the models of engines, and those that restore punctuation and case. It is
// immutable and may be shared.
type Bundle struct {
	files      []*container.File // later ones first
	manifest   Manifest
	engines    []*Engine
	shared     shared
	licences   []string         // of files, by their manifests
	known      string           // see Knowing
	origin     *Origin          // see LearnedFrom
	trust      container.Option // how parts are opened: the files around them are checked, or part of the program
	components []Component
}

// ReadFile reads a file of a bundle, and no more than its head of one that is none.
func ReadFile(path string) ([]byte, error) {
	b, err := bounded.ReadChecked(path, bounded.Models, container.HeadSize, container.CheckHead)
	if errors.Is(err, ErrForeign) {
		return nil, fmt.Errorf("bundle %s: %w", path, err)
	}
	return b, err
}

// Open reads a bundle from files. See Load.
func Open(paths ...string) (*Bundle, error) {
	var files [][]byte
	for _, path := range paths {
		b, err := ReadFile(path)
		if err != nil {
			return nil, err
		}
		files = append(files, b)
	}
	bundle, err := Load(files...)
	if err != nil {
		return nil, fmt.Errorf("bundle %s: %w", strings.Join(paths, " with "), err)
	}
	return bundle, nil
}

// Load opens a bundle in memory, which may lie in several files: the parts of
// later files replace those of earlier ones, or add to them. Models are used as
// they lie in the files, which must not change. Every checksum is verified.
func Load(files ...[]byte) (*Bundle, error) {
	b, err := newBundle(files, container.Covered)
	if err != nil {
		return nil, err
	}
	if b.engines == nil {
		return nil, ErrNoEnglish
	}
	return b.checked()
}

// LoadParts is Load for a file that may hold models for other languages alone, to look at its parts:
// then the bundle has no engines.
func LoadParts(file []byte) (*Bundle, error) {
	b, err := newBundle([][]byte{file}, container.Covered)
	if err != nil {
		return nil, err
	}
	return b.checked()
}

// checked opens all models, and returns the bundle where nothing is wrong with them.
func (b *Bundle) checked() (*Bundle, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	return b, nil
}

// check opens all models, and reports what is wrong with them.
func (b *Bundle) check() error {
	for _, e := range b.engines {
		if err := e.Ready(); err != nil {
			return err
		}
	}
	switch r, err := b.OpenRestoring(); {
	case err != nil:
		return err
	case r != nil:
		if _, err := r.voice(); err != nil {
			return err
		}
	}
	for _, e := range b.engines {
		if err := e.check(); err != nil {
			return err
		}
	}
	if _, err := b.Chinese(); err != nil {
		return err
	}
	if _, err := b.Languages(); err != nil {
		return err
	}
	_, err := b.statements()
	return err
}

// LoadEmbedded is Load for models that are part of the program, which nobody can damage but
// with it: no checksum is verified, and models are opened when they are first needed. It
// takes next to no time. Errors of the models come from what needs them.
func LoadEmbedded(files ...[]byte) (*Bundle, error) {
	b, err := newBundle(files, container.Trusted)
	if err == nil && b.engines == nil {
		return nil, ErrNoEnglish
	}
	return b, err
}

// newBundle returns a bundle none of whose models are open. One of models for other languages alone,
// or of an encoder, has no engines.
func newBundle(files [][]byte, trust container.Option) (*Bundle, error) {
	if len(files) == 0 {
		return nil, errors.New("a bundle needs at least one file")
	}
	b := &Bundle{components: productComponents(), trust: trust}
	var options []container.Option
	if trust == container.Trusted {
		options = append(options, trust)
	}
	for _, file := range files {
		f, err := container.Open(file, bundleKind, bundleVersion, options...)
		if err != nil {
			return nil, err
		}
		var m Manifest
		if err := json.Unmarshal(f.Section(manifestName), &m); err != nil {
			return nil, fmt.Errorf("%w: manifest: %w", ErrChecksum, err)
		}
		b.files = slices.Insert(b.files, 0, f)
		b.licences = slices.Insert(b.licences, 0, m.Licence)
		b.manifest = b.manifest.with(m)
	}
	b.share()
	if (b.Part(PartChinese) != nil || b.HasLanguages() || b.Part(PartEncoder) != nil) && b.there(PartsOf(StageParts)) == 0 {
		return b, nil
	}
	sentences, err := b.sentences()
	if err != nil {
		return nil, err
	}
	others, err := b.others()
	if err != nil {
		return nil, err
	}
	b.engines = append([]*Engine{sentences}, others...)
	b.manifest.Base = "" // it is there
	return b, nil
}

// Embedded reports whether models are opened when they are first needed: see LoadEmbedded.
func (b *Bundle) Embedded() bool { return b.trust == container.Trusted }

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

// Engine returns the engine of a name, nil if the bundle has none.
func (b *Bundle) Engine(name string) *Engine {
	for _, e := range b.engines {
		if e.name == name {
			return e
		}
	}
	return nil
}

// Engines returns the engines, that for sentences first.
func (b *Bundle) Engines() []*Engine { return slices.Clone(b.engines) }

// Sentences returns the engine for sentences, which every bundle has.
func (b *Bundle) Sentences() *Engine { return b.engines[0] }

// Streams returns the engine for pieces of streams. The error is ErrNoStreams.
func (b *Bundle) Streams() (*Engine, error) {
	if e := b.Engine(Streams); e != nil {
		return e, nil
	}
	return nil, ErrNoStreams
}

// OpenRestoring returns the models that restore punctuation and case, nil if the bundle has
// none.
func (b *Bundle) OpenRestoring() (*Restoring, error) {
	if b.Engine(Streams) == nil {
		return nil, nil
	}
	return b.shared.restoring()
}

// ErrNoEnglish is the error of Load and Open for files that hold models for other languages alone, or an encoder and what goes with it.
var ErrNoEnglish = errors.New("there are models for other languages, or an encoder, and none for English: give their file after those of another bundle")

// Chinese returns the models for Chinese text, nil if the bundle has none.
func (b *Bundle) Chinese() (*chinese.Model, error) { return b.shared.chinese() }

// Editor returns the model of what editors of clean verbatim take out besides, nil if the bundle has none.
func (b *Bundle) Editor() (*editor.Model, error) { return b.shared.editor() }

// Restoring is OpenRestoring for bundles that have opened them, as those of Load have; it
// panics where that fails.
func (b *Bundle) Restoring() *Restoring {
	r, err := b.OpenRestoring()
	if err != nil {
		panic(err.Error())
	}
	return r
}

// Build makes a bundle file of parts (files by name): all of StageParts, all of
// DecoderParts or none of them, all of StreamParts or none of them, all of
// WrittenParts or none of them, and what there is of others. Sizes and configurations in
// the manifest are filled in.
func Build(m Manifest, parts map[string][]byte) ([]byte, error) {
	for _, name := range PartsOf(StageParts) {
		if _, ok := parts[name]; !ok {
			return nil, errors.New("a bundle needs a " + name + " model")
		}
	}
	m.Base = ""
	out, err := BuildParts(m, parts)
	if err != nil {
		return nil, err
	}
	if _, err := Load(out); err != nil {
		return nil, fmt.Errorf("the parts do not fit together: %w", err)
	}
	return out, nil
}

// BuildParts makes a file of some parts, for Load to add to others.
func BuildParts(m Manifest, parts map[string][]byte) ([]byte, error) {
	parts, err := besideRepairs(parts)
	if err != nil {
		return nil, err
	}
	m.Parts = nil
	names := slices.Collect(maps.Keys(parts))
	sortParts(names)
	for _, name := range names {
		if name == "" || name == manifestName || strings.ContainsAny(name, ", \t\r\n") {
			return nil, fmt.Errorf("no part may have the name %q: give it another one, without blanks and commas", name)
		}
		config, err := partConfig(name, parts[name])
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
		m.Parts = append(m.Parts, PartManifest{name, len(parts[name]), container.Hash(config)})
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

// Named returns the bundle with another version in its manifest.
func (b *Bundle) Named(version string) *Bundle {
	out := *b
	out.manifest.Version = version
	return &out
}

// Beside returns the bundle with the name of the models that a file of its parts stands beside: see Manifest.Base.
func (b *Bundle) Beside(base string) *Bundle {
	out := *b
	out.manifest.Base = base
	return &out
}

// Licensed returns the bundle with another licence in its manifest.
func (b *Bundle) Licensed(licence string) *Bundle {
	out := *b
	out.manifest.Licence = licence
	return &out
}

// Described returns the bundle with another description in its manifest.
func (b *Bundle) Described(description string) *Bundle {
	out := *b
	out.manifest.Description = description
	return &out
}

// Files returns the parts of the bundle as files by name, none of which needs another one to
// be read.
func (b *Bundle) Files() (map[string][]byte, error) {
	parts := make(map[string][]byte)
	for _, p := range b.manifest.Parts {
		parts[p.Name] = b.Part(p.Name)
	}
	return aloneRepairs(parts)
}

// With returns the bundle as one file, with other parts in place of its own. What it says of
// what they were made from is what LearnedFrom says, unless PartSources is among them.
func (b *Bundle) With(replaced map[string][]byte) ([]byte, error) {
	return b.with(replaced, slices.Collect(maps.Keys(replaced)))
}

// with is With for parts not all of which learned anything: others are those of the bundle in
// another form.
func (b *Bundle) with(replaced map[string][]byte, learned []string) ([]byte, error) {
	parts, err := b.Files()
	if err != nil {
		return nil, err
	}
	maps.Copy(parts, replaced)
	if replaced[PartSources] == nil {
		if err := b.restate(parts, learned); err != nil {
			return nil, err
		}
	}
	return Build(b.manifest, parts)
}

// WithSettings returns the bundle as one file, with settings in place of those of the
// engine that they name: what they say nothing of has its default.
func (b *Bundle) WithSettings(s Settings) ([]byte, error) {
	e, err := b.engineOf(s)
	if err != nil {
		return nil, err
	}
	s.Engine, s.Untuned = "", false // the part says which engine it is of, and is all that is said
	return b.With(map[string][]byte{e.parts(PartSettings): []byte(s.String())})
}

// Fitted returns the bundle as one file whose settings have a weight for every feature of the
// engine for sentences, and none for what is not there. Nothing is learned by that.
func (b *Bundle) Fitted() ([]byte, error) {
	s := b.Sentences().Fit(b.Sentences().Settings())
	s.Engine = "" // as in WithSettings
	return b.with(map[string][]byte{PartSettings: []byte(s.String())}, nil)
}

// engineOf returns the engine that settings name.
func (b *Bundle) engineOf(s Settings) (*Engine, error) {
	if s.Engine == "" {
		return b.Sentences(), nil
	}
	if e := b.Engine(s.Engine); e != nil {
		return e, nil
	}
	return nil, b.NoEngine(s)
}

// NoEngine returns the error about settings of an engine that the bundle does not have.
func (b *Bundle) NoEngine(s Settings) error {
	return b.noEngine("settings are", s.Engine)
}

// noEngine returns the error about something that is for an engine that the bundle does not have.
func (b *Bundle) noEngine(what, name string) error {
	var names []string
	for _, e := range b.engines {
		names = append(names, e.name)
	}
	return fmt.Errorf("%w: %s for %q, and there are %s", ErrNoEngine, what, name, strings.Join(names, " and "))
}
