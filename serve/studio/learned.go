package studio

import (
	"cmp"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// learned is what was learned.
type learned struct {
	settings engine.Settings
	fillers  string // lines of a list
}

// use lets transcripts be cleaned with what was learned, from now on; nil: as the models came.
func (s *Studio) use(what *learned, job string) error {
	c, err := s.cleanerWith(what, nil)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cleaner, s.learned, s.from = c, what, job
	return nil
}

// cleanerWith returns a cleaner with what was learned, nil: as the models came; and with names beside those
// of the vocabulary.
func (s *Studio) cleanerWith(what *learned, names *vocabulary.List) (*tidytalk.Cleaner, error) {
	o := s.cleaning()
	o.Vocabulary = names.With(o.Vocabulary)
	if what != nil {
		own := []engine.Settings{what.settings}
		for _, x := range o.Settings {
			if x.Engine != what.settings.Engine {
				own = append(own, x)
			}
		}
		o.Settings, o.Decoder.Weights = own, s.weightsBut(&what.settings)
		if what.fillers != "" {
			var err error
			if o.Fillers, err = fillers.Parse(s.options.Fillers+"\n"+what.fillers, "what was learned"); err != nil {
				return nil, err
			}
		}
	}
	return tidytalk.New(s.options.Bundle, o)
}

// weightsBut returns the weights that cleaners are given, but those in the engine of settings that were
// learned from them.
func (s *Studio) weightsBut(learned *engine.Settings) []engine.Weight {
	var out []engine.Weight
	for _, e := range s.options.Bundle.Engines() {
		if e.Name() == cmp.Or(learned.Engine, engine.Sentences) {
			continue
		}
		for _, w := range e.In(s.options.Cleaner.Decoder.Weights) {
			w.Engine = e.Name()
			out = append(out, w)
		}
	}
	return out
}
