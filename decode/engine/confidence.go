package engine

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/confidence"
	"github.com/tidytalk/tidytalk/models/stages"
)

// In returns the removal as models of confidence read it, in the sentence of a session with the labels
// of a hypothesis.
func (x *Removal) In(s *stages.Session, labels []data.Label) *confidence.Removal {
	terms := x.Evidence.Terms()
	return &confidence.Removal{Columns: s.Columns(), Fluent: s.LanguageModels().Fluent, Labels: labels, From: x.From, To: x.To, Terms: terms[1:]}
}

// Judged reports whether a model of confidence is asked about a removal: about reparanda that are no mere copies of
// what follows, of which the calibration knows enough, and do not end in the beginning of a word, which corpora leave out.
func (e *Evidence) Judged() bool { return e.Label == data.E && !e.Copied && !e.Cut }

// Confidence returns the probability that a removal is right by the calibration alone.
func (s *Settings) Confidence(e Evidence) float64 { return s.calibration(e.Label).Probability(e) }

// estimate says of removals how likely it is that they are right: by the calibration of the settings, and by
// the model of confidence, too, if there is one and it is asked.
func (l *Labeller) estimate(removed []Removal, s *stages.Session, labels []data.Label) {
	m := l.engine.Models().Confidence
	var keys []uint32
	for i := range removed {
		x := &removed[i]
		x.Probability = l.settings.Confidence(x.Evidence)
		if m != nil && x.Evidence.Judged() {
			x.Probability, keys = m.Probability(x.In(s, labels), x.Probability, keys)
		}
	}
}

// doubts reports whether the search has to compute the margin of a stretch that is at least that of the
// evidence: see Level.doubts. A model of confidence reads it wherever the decision depends on a probability.
func (l *Labeller) doubts(e Evidence) bool {
	level := l.options.Level
	switch {
	case !l.calibrated():
		return false
	case l.engine.Models().Confidence != nil && e.Judged():
		return level.keeps(e, 0) && !level.keeps(e, 1)
	}
	return level.doubts(&l.settings, e)
}
