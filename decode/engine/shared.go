package engine

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/models/confidence"
	"github.com/tidytalk/tidytalk/models/editor"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/multilingual"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/repairs"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/wordclass"
	"github.com/tidytalk/tidytalk/producers"
)

// shared are the models that engines of a bundle share, each opened when it is first needed.
// Those that bundles may lack are nil where they do.
type shared struct {
	stages     func() (stages.Models, error) // but for the edit model
	phrases    func() ([]producers.Phrase, error)
	repairs    func() (*repairs.Model, error) // that for sentences
	classes    func() (*wordclass.Classes, error)
	editTerms  func() (*editterms.Finder, error) // nil without classes, too
	markers    func() (*markers.Finder, error)
	editor     func() (*editor.Model, error)
	confidence func() (*confidence.Model, error)
	network    func() (*neural.Advisor, error)
	encoder    func() (*neural.Encoder, error)
	restoring  func() (*Restoring, error)
	chinese    func() (*chinese.Model, error)
	languages  func() ([]*multilingual.Model, error) // of all files, the last one first
}

// share says how the models that the engines of the bundle share are opened.
func (b *Bundle) share() {
	s := &b.shared
	s.stages = sync.OnceValues(func() (m stages.Models, err error) {
		for _, p := range stages.Parts {
			if p == stages.PartEdit {
				continue
			}
			if err := m.Load(p, b.Part(string(p)), b.trust); err != nil {
				return m, err
			}
		}
		return m, nil
	})
	s.phrases = sync.OnceValues(func() ([]producers.Phrase, error) {
		return producers.ReadPhrases(bytes.NewReader(b.Part(PartPhrases)), PartPhrases)
	})
	s.repairs = opening(b, PartRepairs, repairs.Unmarshal)
	s.classes = opening(b, PartClasses, wordclass.Unmarshal)
	s.network = opening(b, PartNetwork, func(file []byte, options ...container.Option) (*neural.Advisor, error) {
		m, err := neural.Unmarshal(file, options...)
		if err != nil {
			return nil, err
		}
		e, err := s.encoder()
		if err != nil {
			return nil, err
		}
		return neural.NewAdvisor(m.With(e), neural.DefaultGate), nil
	})
	s.encoder = opening(b, PartEncoder, neural.UnmarshalEncoder)
	s.editTerms = opening(b, PartEditTerms, func(file []byte, options ...container.Option) (*editterms.Finder, error) {
		classes, err := s.classes()
		if classes == nil || err != nil {
			return nil, err
		}
		m, err := editterms.Unmarshal(file, options...)
		if err != nil {
			return nil, err
		}
		return editterms.NewFinder(m, classes), nil
	})
	s.markers = opening(b, PartMarkers, func(file []byte, options ...container.Option) (*markers.Finder, error) {
		m, err := markers.Unmarshal(file, options...)
		if err != nil {
			return nil, err
		}
		return markers.NewFinder(m), nil
	})
	s.editor = opening(b, PartEditor, editor.Unmarshal)
	s.confidence = opening(b, PartConfidence, confidence.Unmarshal)
	s.chinese = opening(b, PartChinese, chinese.UnmarshalModel)
	s.languages = sync.OnceValues(b.openLanguages)
	s.restoring = sync.OnceValues(b.openRestoring)
}

// opening returns what opens a part that the bundle may lack, once.
func opening[M any](b *Bundle, part string, open func([]byte, ...container.Option) (*M, error)) func() (*M, error) {
	return sync.OnceValues(func() (*M, error) {
		file := b.Part(part)
		if file == nil {
			return nil, nil
		}
		m, err := open(file, b.trust)
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", part, err)
		}
		return m, nil
	})
}
