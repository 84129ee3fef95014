package engine

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/corrections"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/neural"
	"github.com/tidytalk/tidytalk/producers"
	"github.com/tidytalk/tidytalk/repairs"
	"github.com/tidytalk/tidytalk/stages"
	"github.com/tidytalk/tidytalk/wordclass"
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
)

// Engine decides about the words of a sentence. It is immutable and may be shared.
type Engine struct {
	name       string
	models     Models
	components []Component
	settings   Settings
}

// Models are the models of an engine, which its components read.
type Models struct {
	Stages  *stages.Labeller
	Phrases []producers.Phrase // of PartPhrases
	Repairs *repairs.Model     // of PartRepairs
	Experts *experts.Model     // of PartExperts
	Classes *wordclass.Classes // of PartClasses
	// Corrections finds corrections with the models of PartClasses and PartCorrections.
	Corrections *corrections.Finder
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
	return &Engine{models: Models{Stages: l, part: func(string) []byte { return nil }}, components: productComponents()}
}

// Name returns the name of the engine.
func (e *Engine) Name() string { return e.name }

// Models returns the models.
func (e *Engine) Models() *Models { return &e.models }

// Stages returns the stages.
func (e *Engine) Stages() *stages.Labeller { return e.models.Stages }

// Experts returns the POS-class experts, nil if there are none.
func (e *Engine) Experts() *experts.Model { return e.models.Experts }

// Settings returns what the decoder was tuned to. The zero value: it has no parts.
func (e *Engine) Settings() Settings { return e.settings }

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

// newEngine returns an engine of the bundle with the stages given and no other parts yet.
func (b *Bundle) newEngine(name string, l *stages.Labeller) *Engine {
	e := &Engine{name: name, components: b.components}
	e.models = Models{Stages: l, part: func(part string) []byte { return b.Part(e.parts(part)) }}
	return e
}

// loadSentences opens the engine for sentences.
func (b *Bundle) loadSentences(l *stages.Labeller) (*Engine, error) {
	e := b.newEngine(Sentences, l)
	var err error
	if file := b.Part(PartExperts); file != nil {
		if e.models.Experts, err = e.ReadExperts(file); err != nil {
			return nil, err
		}
	}
	if err := e.loadCorrections(); err != nil {
		return nil, err
	}
	if err := e.loadNetwork(); err != nil {
		return nil, err
	}
	there := slices.DeleteFunc(PartsOf(DecoderParts), func(name string) bool { return b.Part(name) == nil })
	switch len(there) {
	case 0:
		return e, nil
	case len(PartsOf(DecoderParts)):
		return e, e.loadDecoder(nil)
	}
	return nil, groupError("decoder's parts", DecoderParts)
}

// loadCorrections opens the word classes and the model of corrections, as far as there are
// any.
func (e *Engine) loadCorrections() error {
	m := &e.models
	var err error
	if file := m.Part(PartClasses); file != nil {
		if m.Classes, err = wordclass.Unmarshal(file); err != nil {
			return fmt.Errorf("part %s: %w", PartClasses, err)
		}
	}
	if file := m.Part(PartCorrections); file != nil && m.Classes != nil {
		model, err := corrections.Unmarshal(file)
		if err != nil {
			return fmt.Errorf("part %s: %w", PartCorrections, err)
		}
		m.Corrections = corrections.NewFinder(model, m.Classes)
	}
	return nil
}

// loadNetwork opens the network, if there is one.
func (e *Engine) loadNetwork() error {
	file := e.models.Part(PartNetwork)
	if file == nil {
		return nil
	}
	m, err := neural.Unmarshal(file)
	if err != nil {
		return fmt.Errorf("part %s: %w", PartNetwork, err)
	}
	e.models.Network = neural.NewAdvisor(m, neural.DefaultGate)
	return nil
}

// loadDecoder opens the parts of the decoder. sentences is the model of repairs of the engine
// for sentences, which the others' may need.
func (e *Engine) loadDecoder(sentences *repairs.Model) error {
	m := &e.models
	var err error
	if m.Phrases, err = producers.ReadPhrases(bytes.NewReader(m.Part(PartPhrases)), PartPhrases); err != nil {
		return err
	}
	if m.Repairs, err = repairs.UnmarshalBeside(m.Part(PartRepairs), sentences); err != nil {
		return fmt.Errorf("part %s: %w", e.parts(PartRepairs), err)
	}
	e.settings, err = ReadSettings(bytes.NewReader(m.Part(PartSettings)), e.parts(PartSettings))
	e.settings.Engine = ""
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

// loadOthers opens the other engines that the bundle has the parts for, and the models
// that restore punctuation and case.
func (b *Bundle) loadOthers(sentences *Engine) error {
	decodes := b.Part(PartRepairs) != nil
	for _, o := range others {
		wanted := PartsOf(o.parts)
		if !decodes {
			wanted = slices.DeleteFunc(wanted, func(name string) bool { return slices.Contains(PartsOf(o.andDecoder), name) })
		}
		there := slices.DeleteFunc(slices.Clone(wanted), func(name string) bool { return b.Part(name) == nil })
		if len(there) == 0 {
			continue
		}
		if len(there) < len(wanted) {
			return groupError("parts for "+o.name, o.parts)
		}
		if o.name == Streams {
			var err error
			if b.restoring, err = b.loadRestoring(); err != nil {
				return err
			}
		}
		part := ownParts[o.name][string(stages.PartEdit)]
		edit, err := m3n.UnmarshalModel(b.Part(part))
		if err != nil {
			return fmt.Errorf("part %s: %w", part, err)
		}
		l, err := sentences.Stages().WithEdit(edit)
		if err == nil && l.Evidence() != o.evidence {
			err = errors.New("it is made for another kind of text")
		}
		if err != nil {
			return fmt.Errorf("%w: part %s: %w", ErrOlder, part, err)
		}
		e := b.newEngine(o.name, l)
		e.models.Classes, e.models.Corrections, e.models.Network = sentences.models.Classes, sentences.models.Corrections, sentences.models.Network
		if decodes {
			if err := e.loadDecoder(sentences.models.Repairs); err != nil {
				return err
			}
		}
		b.engines = append(b.engines, e)
	}
	return nil
}

// check reports parts that do not fit together.
func (e *Engine) check() error {
	if e.CanDecode() != nil {
		return nil
	}
	o := DecoderOptions{}
	known, _ := e.settings.split(e.features())
	o.Settings = &known
	if _, err := e.NewDecoder(o); err != nil {
		return fmt.Errorf("%w: %w", ErrOlder, err)
	}
	return nil
}

// EditConfig returns the training configuration of the edit model as text: see
// stages.TrainedWith.
func (e *Engine) EditConfig() (string, error) {
	return stages.PartConfig(stages.PartEdit, e.models.Part(string(stages.PartEdit)))
}

// ExpertsBaseline returns what experts of the engine are built on.
func (e *Engine) ExpertsBaseline() (*experts.Baseline, error) {
	l := e.Stages()
	if err := l.CanDecode(); err != nil {
		return nil, err
	}
	config, err := e.EditConfig()
	if err != nil {
		return nil, err
	}
	return &experts.Baseline{Edit: l.Model(stages.PartEdit), Config: container.Hash(config), Tags: l.TagNames()}, nil
}

// ReadExperts opens experts of the engine's edit model, which may be in no bundle yet.
// Errors wrap those of package container, or experts.ErrOtherBaseline.
func (e *Engine) ReadExperts(file []byte) (*experts.Model, error) {
	base, err := e.ExpertsBaseline()
	if err != nil {
		return nil, err
	}
	m, err := experts.Unmarshal(file, base)
	if err != nil {
		return nil, fmt.Errorf("part %s: %w", PartExperts, err)
	}
	return m, nil
}
