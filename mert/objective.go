package mert

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/metric"
)

// Stats are the sufficient statistics of an objective: counts that add over
// sentences.
type Stats struct {
	Edit   metric.Counts // edit words
	Filler metric.Counts // filler words
	Punct  metric.Counts // punctuation marks
	BLEU   metric.BLEU   // n-grams of the text
}

// Plus returns the sum of two statistics.
func (s Stats) Plus(o Stats) Stats {
	s.add(&o)
	return s
}

// Minus returns the difference of two statistics.
func (s Stats) Minus(o Stats) Stats {
	s.subtract(&o)
	return s
}

// add and subtract are Plus and Minus in place.
func (s *Stats) add(o *Stats) {
	s.Edit, s.Filler, s.Punct = s.Edit.Plus(o.Edit), s.Filler.Plus(o.Filler), s.Punct.Plus(o.Punct)
	s.BLEU.Add(&o.BLEU)
}

func (s *Stats) subtract(o *Stats) {
	s.Edit, s.Filler, s.Punct = s.Edit.Minus(o.Edit), s.Filler.Minus(o.Filler), s.Punct.Minus(o.Punct)
	s.BLEU.Subtract(&o.BLEU)
}

// Objective is what is made as large as possible. A new one is a small type.
type Objective interface {
	Name() string
	Value(Stats) float64
}

// EditF is the F-measure of edit words; see metric.Counts.F.
type EditF struct{ Alpha float64 }

// Name returns "edit-f1" or "edit-f:ALPHA".
func (o EditF) Name() string {
	if o.Alpha == 0.5 {
		return "edit-f1"
	}
	return "edit-f:" + strconv.FormatFloat(o.Alpha, 'g', -1, 64)
}

// Value returns the F-measure.
func (o EditF) Value(s Stats) float64 { return s.Edit.F(o.Alpha) }

// OverallF1 is the F1 of edit words, filler words and punctuation marks together.
type OverallF1 struct{}

// Name returns "overall-f1".
func (OverallF1) Name() string { return "overall-f1" }

// Value returns the F1.
func (OverallF1) Value(s Stats) float64 { return s.Edit.Plus(s.Filler).Plus(s.Punct).F1() }

// PunctF is the F-measure of punctuation marks in which recall weighs Recall times as much
// as precision: (1+a)PR / (aP+R), the F-alpha of Peitz et al. (2014), section 3.1. As alpha
// of metric.Counts.F, which is the weight of precision, a is 1/(1+a).
type PunctF struct{ Recall float64 }

// Name returns "punctuation-f1", "punctuation-f2" and so on.
func (o PunctF) Name() string {
	return punctF + strconv.FormatFloat(o.Recall, 'g', -1, 64)
}

const punctF = "punctuation-f"

// Value returns the F-measure.
func (o PunctF) Value(s Stats) float64 { return s.Punct.F(1 / (1 + o.Recall)) }

// BLEU is corpus BLEU of the text.
type BLEU struct{}

// Name returns "bleu".
func (BLEU) Name() string { return "bleu" }

// Value returns BLEU, from 0 to 1.
func (BLEU) Value(s Stats) float64 { return s.BLEU.Score() }

// ParseObjective reads the name of an objective: edit-f1, edit-f:ALPHA (1 is
// precision, 0 recall), overall-f1, punctuation-f1, punctuation-fN (recall weighs N times as
// much as precision), bleu.
func ParseObjective(name string) (Objective, error) {
	switch name {
	case "edit-f1":
		return EditF{0.5}, nil
	case "overall-f1":
		return OverallF1{}, nil
	case "bleu":
		return BLEU{}, nil
	}
	if a, ok := strings.CutPrefix(name, "edit-f:"); ok {
		if v, err := strconv.ParseFloat(a, 64); err == nil && v >= 0 && v <= 1 {
			return EditF{v}, nil
		}
	}
	if a, ok := strings.CutPrefix(name, punctF); ok {
		if v, err := strconv.ParseFloat(a, 64); err == nil && v >= 0 && !math.IsInf(v, 0) {
			return PunctF{v}, nil
		}
	}
	return nil, fmt.Errorf("unknown objective %q: use edit-f1, edit-f:ALPHA with ALPHA from 0 (recall) to 1 (precision), overall-f1, punctuation-f1, punctuation-fN with recall N times as heavy as precision, or bleu", name)
}
