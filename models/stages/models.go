package stages

import (
	"fmt"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
)

// Part names a model of the baseline.
type Part string

// The parts, in the order in which they are trained.
const (
	PartTagger    Part = "tagger"
	PartFiller    Part = "filler"
	PartFluent    Part = "fluent-lm"    // language model of text without fillers and edit words
	PartDisfluent Part = "disfluent-lm" // language model of text as it was said
	PartEdit      Part = "edit"
	PartKinds     Part = "kinds"
)

// Parts lists all parts in the order in which they are trained. LabelParts lists
// those that are models of package m3n.
var (
	Parts      = []Part{PartTagger, PartFiller, PartFluent, PartDisfluent, PartEdit, PartKinds}
	LabelParts = []Part{PartTagger, PartFiller, PartEdit, PartKinds}
)

// Models are the models of a Labeller.
type Models struct {
	Tagger *Tagger
	Filler *m3n.Model
	Edit   *m3n.Model
	Kinds  *m3n.Model
	LanguageModels
}

// LanguageModels are the language models whose scores the edit stage reads.
type LanguageModels struct {
	Fluent    *lm.Model // of text without fillers and edit words
	Disfluent *lm.Model // of text as it was said
}

// LoadModels opens the files of all parts.
func LoadModels(file func(Part) []byte) (Models, error) {
	var m Models
	for _, p := range Parts {
		if err := m.Load(p, file(p)); err != nil {
			return m, err
		}
	}
	return m, nil
}

// Load opens the file of a part. Without a file the error wraps container.ErrOlder.
func (m *Models) Load(p Part, b []byte, options ...container.Option) (err error) {
	if b == nil {
		return fmt.Errorf("%w: it has no part %s", container.ErrOlder, p)
	}
	switch p {
	case PartTagger:
		m.Tagger, err = UnmarshalTagger(b, options...)
	case PartFiller:
		m.Filler, err = m3n.UnmarshalModel(b, options...)
	case PartFluent:
		m.Fluent, err = lm.Unmarshal(b, options...)
	case PartDisfluent:
		m.Disfluent, err = lm.Unmarshal(b, options...)
	case PartEdit:
		m.Edit, err = m3n.UnmarshalModel(b, options...)
	case PartKinds:
		m.Kinds, err = m3n.UnmarshalModel(b, options...)
	}
	if err != nil {
		return fmt.Errorf("part %s: %w", p, err)
	}
	return nil
}

// PartConfig returns the training configuration that a part's file carries.
func PartConfig(p Part, b []byte) (string, error) {
	switch p {
	case PartTagger:
		return container.ConfigOf(b, taggerKind, taggerVersion)
	case PartFluent, PartDisfluent:
		return container.ConfigOf(b, lm.FileKind, lm.FileVersion)
	}
	return container.ConfigOf(b, m3n.FileKind, m3n.FileVersion)
}
