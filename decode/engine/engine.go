package engine

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/confidence"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/repairs"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/wordclass"
	"github.com/tidytalk/tidytalk/producers"
)

// The engines of the product.
const (
	Sentences = "sentences" // for sentences
	Streams   = "streams"   // for pieces of unbroken streams, which may hold several sentences
	Written   = "written"   // for text with punctuation, which it reads
)

// What a bundle may lack.
var (
	ErrNoEngine  = errors.New("the bundle has no such engine")
	ErrNoStreams = errors.New("the bundle has no parts for unbroken streams of words")
	ErrNoWritten = errors.New("the bundle has no parts for text with punctuation")
	ErrNoDecoder = errors.New("the bundle has no parts for the decoder")
	ErrNoExperts = errors.New("the bundle has no experts")
	ErrNoChinese = errors.New(`the bundle has no models for the language "zh" (Chinese), which are in a file of their own`)
)

// Engine decides about the words of a sentence. It is immutable and may be shared.
//
// Engines of bundles of LoadEmbedded open their models when they are first needed; Ready says
// whether that went well. Without it, methods that need the models panic where it did not.
type Engine struct {
	name       string
	components []Component
	part       func(name string) []byte // as Models.Part
	opened     func() (*opened, error)
}

// opened is what an engine has opened.
type opened struct {
	models   Models
	settings Settings
	baseline sync.Once
	pruned   *stages.Labeller // of ModeBaseline: see prunedStages
}

// prunedStages returns the stages without small weights, which all labellers share.
func (o *opened) prunedStages() *stages.Labeller {
	o.baseline.Do(func() { o.pruned = o.models.Stages.Pruned() })
	return o.pruned
}

// Models are the models of an engine. Components read those that they need: see Need.
type Models struct {
	Stages  *stages.Labeller
	Phrases []producers.Phrase // of PartPhrases
	Repairs *repairs.Model     // of PartRepairs
	Experts *experts.Model     // of PartExperts
	Classes *wordclass.Classes // of PartClasses
	// EditTerms finds repairs with an editing term with the models of PartClasses and PartEditTerms.
	EditTerms *editterms.Finder
	// Markers finds discourse markers with the model of PartMarkers.
	Markers *markers.Finder
	// Confidence says how sure removals are, of text with punctuation, with the model of PartConfidence.
	Confidence *confidence.Model
	// Network says what the network of PartNetwork thinks; all engines share it.
	Network *neural.Advisor

	part func(name string) []byte
}

// Part returns a part of the engine's bundle as a file, nil if there is none of that
// name. Where engines have parts of their own, the name is that of the engine for
// sentences.
func (m *Models) Part(name string) []byte { return m.part(name) }

// New returns an engine of stages alone, with the components of the product that need no
// other parts: to train those that do.
func New(l *stages.Labeller) *Engine {
	none := func(string) []byte { return nil }
	o := &opened{models: Models{Stages: l, part: none}}
	return &Engine{components: productComponents(), part: none, opened: func() (*opened, error) { return o, nil }}
}

// Ready opens the models, unless they are open. It may be called by any goroutine.
func (e *Engine) Ready() error {
	_, err := e.opened()
	return err
}

// open returns what is opened.
func (e *Engine) open() *opened {
	o, err := e.opened()
	if err != nil {
		panic(fmt.Sprintf("engine %s: %v", e.name, err)) // Ready says so
	}
	return o
}

// Name returns the name of the engine.
func (e *Engine) Name() string { return e.name }

// Models returns the models.
func (e *Engine) Models() *Models { return &e.open().models }

// Stages returns the stages.
func (e *Engine) Stages() *stages.Labeller { return e.Models().Stages }

// Experts returns the POS-class experts, nil if there are none.
func (e *Engine) Experts() *experts.Model { return e.Models().Experts }

// Settings returns what the decoder was tuned to. The zero value: it has no parts.
func (e *Engine) Settings() Settings { return e.open().settings }

// ownParts are the parts that an engine has in the place of those for sentences.
var ownParts = map[string]map[string]string{
	Streams: {
		string(stages.PartEdit): PartStreamEdit, PartRepairs: PartStreamRepairs, PartSettings: PartStreamSettings,
		PartExperts: "", // they belong to the edit model for sentences
	},
	Written: {
		string(stages.PartEdit): PartWrittenEdit, PartRepairs: PartWrittenRepairs, PartSettings: PartWrittenSettings,
		PartExperts: "",
	},
}

// parts returns the name of the part in the place of one of the engine for sentences.
func (e *Engine) parts(name string) string {
	if own, ok := ownParts[e.name][name]; ok {
		return own
	}
	return name
}

// newEngine returns an engine of the bundle that opens its models when they are needed.
func (b *Bundle) newEngine(name string, open func(e *Engine, o *opened) error) *Engine {
	e := &Engine{name: name, components: b.components}
	e.part = func(part string) []byte { return b.Part(e.parts(part)) }
	e.opened = sync.OnceValues(func() (*opened, error) {
		o := &opened{models: Models{part: e.part}}
		if err := open(e, o); err != nil {
			return nil, err
		}
		return o, nil
	})
	return e
}

// sentences returns the engine for sentences. The error is that of parts that are missing.
func (b *Bundle) sentences() (*Engine, error) {
	there := b.there(PartsOf(DecoderParts))
	if there != 0 && there != len(PartsOf(DecoderParts)) {
		return nil, groupError("decoder's parts", DecoderParts)
	}
	return b.newEngine(Sentences, func(e *Engine, o *opened) error {
		if err := b.openStages(e, o); err != nil {
			return err
		}
		var err error
		if file := b.Part(PartExperts); file != nil {
			if o.models.Experts, err = readExperts(o.models.Stages, b.Part(string(stages.PartEdit)), file, b.trust); err != nil {
				return err
			}
		}
		if err := b.openOptional(o); err != nil || there == 0 {
			return err
		}
		return b.openDecoder(e, o)
	}), nil
}

// there returns how many of some parts the bundle has.
func (b *Bundle) there(parts []string) int {
	return len(slices.DeleteFunc(slices.Clone(parts), func(name string) bool { return b.Part(name) == nil }))
}

// openStages opens the stages of an engine, with an edit model of its own.
func (b *Bundle) openStages(e *Engine, o *opened) error {
	models, err := b.shared.stages()
	if err != nil {
		return err
	}
	part := e.parts(string(stages.PartEdit))
	file := b.Part(part)
	if file == nil {
		return fmt.Errorf("%w: it has no part %s", ErrOlder, part)
	}
	if models.Edit, err = m3n.UnmarshalModel(file, b.trust); err != nil {
		return fmt.Errorf("part %s: %w", part, err)
	}
	if o.models.Stages, err = stages.NewLabeller(models); err != nil {
		return fmt.Errorf("%w: part %s: %w", ErrOlder, part, err)
	}
	return nil
}

// openOptional opens the parts that bundles may lack.
func (b *Bundle) openOptional(o *opened) error {
	m := &o.models
	var err error
	if m.Classes, err = b.shared.classes(); err != nil {
		return err
	}
	if m.EditTerms, err = b.shared.editTerms(); err != nil {
		return err
	}
	if m.Markers, err = b.shared.markers(); err != nil {
		return err
	}
	m.Network, err = b.shared.network()
	return err
}

// openDecoder opens the parts of the decoder.
func (b *Bundle) openDecoder(e *Engine, o *opened) error {
	m := &o.models
	var err error
	if m.Phrases, err = b.shared.phrases(); err != nil {
		return err
	}
	if m.Repairs, err = b.shared.repairs(); err != nil {
		return err
	}
	if part := e.parts(PartRepairs); part != PartRepairs {
		if m.Repairs, err = repairs.UnmarshalBeside(b.Part(part), m.Repairs, b.trust); err != nil {
			return fmt.Errorf("part %s: %w", part, err)
		}
	}
	if e.name == Written {
		if m.Confidence, err = b.shared.confidence(); err != nil {
			return err
		}
	}
	o.settings, err = ReadSettings(bytes.NewReader(e.part(PartSettings)), e.parts(PartSettings))
	o.settings.Engine = ""
	return err
}

// others are the engines besides that for sentences, with the parts that a bundle with
// them has, and what their edit models read.
var others = []struct {
	name              string
	parts, andDecoder Group
	evidence          stages.Evidence
}{
	{Streams, StreamParts, streamDecoderParts, stages.PredictedEnds},
	{Written, WrittenParts, writtenDecoderParts, stages.Punctuation},
}

// others returns the other engines that the bundle has the parts for. The error is that of
// parts that are missing.
func (b *Bundle) others() ([]*Engine, error) {
	var out []*Engine
	decodes := b.Part(PartRepairs) != nil
	for _, x := range others {
		wanted := PartsOf(x.parts)
		if !decodes {
			wanted = slices.DeleteFunc(wanted, func(name string) bool { return slices.Contains(PartsOf(x.andDecoder), name) })
		}
		if b.Part(PartNetwork) != nil {
			wanted = slices.DeleteFunc(wanted, func(name string) bool { return slices.Contains(spare, name) && b.Part(name) == nil })
		}
		switch b.there(wanted) {
		case 0:
			continue
		case len(wanted):
		default:
			return nil, groupError("parts for "+x.name, x.parts)
		}
		out = append(out, b.newEngine(x.name, func(e *Engine, o *opened) error {
			if err := b.openStages(e, o); err != nil {
				return err
			}
			if o.models.Stages.Evidence() != x.evidence {
				return fmt.Errorf("%w: part %s: it is made for another kind of text", ErrOlder, e.parts(string(stages.PartEdit)))
			}
			if err := b.openOptional(o); err != nil || !decodes {
				return err
			}
			return b.openDecoder(e, o)
		}))
	}
	return out, nil
}

// check reports parts that do not fit together.
func (e *Engine) check() error {
	if e.CanDecode() != nil {
		return nil
	}
	o := DecoderOptions{}
	known, _ := e.open().settings.split(e.features())
	known.Untuned = true
	o.Settings = &known
	if _, err := e.NewDecoder(o); err != nil {
		return fmt.Errorf("%w: %w", ErrOlder, err)
	}
	return nil
}

// EditConfig returns the training configuration of the edit model as text: see
// stages.TrainedWith.
func (e *Engine) EditConfig() (string, error) {
	return stages.PartConfig(stages.PartEdit, e.part(string(stages.PartEdit)))
}

// ExpertsBaseline returns what experts of the engine are built on.
func (e *Engine) ExpertsBaseline() (*experts.Baseline, error) {
	return expertsBaseline(e.Stages(), e.part(string(stages.PartEdit)))
}

func expertsBaseline(l *stages.Labeller, edit []byte) (*experts.Baseline, error) {
	if err := l.CanDecode(); err != nil {
		return nil, err
	}
	config, err := container.ConfigOf(edit, m3n.FileKind, m3n.FileVersion, container.Covered)
	if err != nil {
		return nil, err
	}
	return &experts.Baseline{Edit: l.Model(stages.PartEdit), Config: container.Hash(config), Tags: l.TagNames()}, nil
}

// ReadExperts opens experts of the engine's edit model, which may be in no bundle yet.
// Errors wrap those of package container, or experts.ErrOtherBaseline.
func (e *Engine) ReadExperts(file []byte) (*experts.Model, error) {
	return readExperts(e.Stages(), e.part(string(stages.PartEdit)), file)
}

func readExperts(l *stages.Labeller, edit, file []byte, options ...container.Option) (*experts.Model, error) {
	base, err := expertsBaseline(l, edit)
	if err != nil {
		return nil, err
	}
	m, err := experts.Unmarshal(file, base, options...)
	if err != nil {
		return nil, fmt.Errorf("part %s: %w", PartExperts, err)
	}
	return m, nil
}
