package languages

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/multilingual"
)

// Calibration says how much may be removed.
type Calibration struct {
	Harm  float64 // units of fluent text, of 1,000, that may be removed at most
	Least float64 // least mean probability of what is removed, however little that is
	// Spoken is Least for languages of which the network has learned from so many units of speech as Speech.
	Spoken float64
	Speech int
	Blind  float64 // Least for languages of which there is no fluent text
	Units  int     // of each part that are read at most
}

// DefaultCalibration returns the calibration of the product.
func DefaultCalibration() Calibration {
	return Calibration{Harm: 0.25, Least: 0.6, Spoken: 0.5, Speech: 10000, Blind: 0.8, Units: 60000}
}

// Calibrate returns the model with the least probability at which repairs of each language are removed:
// the lowest one at which its fluent text in the corpus, that of all sources together, loses no more than the harm.
func Calibrate(ctx context.Context, m *multilingual.Model, corpus *Corpus, c Calibration, workers int) (*multilingual.Model, error) {
	fluent := corpus.Without(func(p *Part) bool { return p.Speech }).parts
	runs := make([][]Run, len(fluent))
	// Quantised models are what is used, and may be shared.
	m = m.Quantised()
	err := parallel.Each(ctx, workers, len(fluent), func(i int) error {
		fluent[i] = fluent[i].first(c.Units)
		runs[i], _ = corpus.Repairs(m, fluent[i])
		return nil
	})
	if err != nil {
		return nil, err
	}
	type text struct {
		runs  []Run
		units int
	}
	of := make(map[string]text)
	for i, p := range fluent {
		t := of[p.Language]
		of[p.Language] = text{append(t.runs, runs[i]...), t.units + len(p.units)}
	}
	least, spoken := make(map[string]float64), make(map[string]int)
	for _, p := range corpus.parts {
		if p.Speech {
			spoken[p.Language] += len(p.units)
		}
	}
	for code, t := range of {
		from := c.Least
		if spoken[code] >= c.Speech {
			from = c.Spoken
		}
		least[code] = lowest(t.runs, c.Harm/1000*float64(t.units), from)
	}
	for _, l := range m.Languages() {
		if l.Repairs = least[l.Code]; l.Repairs == 0 {
			l.Repairs = c.Blind
		}
		m = m.With(l)
	}
	return m, nil
}

// lowest returns the lowest mean probability from which on runs have at most so many units.
func lowest(runs []Run, units, least float64) float64 {
	runs = slices.Clone(runs)
	slices.SortFunc(runs, func(a, b Run) int { return cmp.Compare(b.Mean, a.Mean) })
	n, at := 0.0, least
	for _, r := range runs {
		if r.Mean < least {
			break
		}
		if n += float64(r.Units); n > units {
			at = math.Nextafter(r.Mean, 2)
			break
		}
	}
	return at
}

// first returns about the first units of a part, whole lines.
func (p *Part) first(units int) *Part {
	if units <= 0 || len(p.units) <= units {
		return p
	}
	out := *p
	line := p.lineOf(units)
	out.lines = p.lines[:line+1]
	out.units = p.units[:out.lines[line]]
	return &out
}

// HoldOut returns a corpus without the last share of each part, and one of what is left out: whole lines.
func (c *Corpus) HoldOut(share float64) (train, held *Corpus) {
	train, held = &Corpus{words: c.words, number: c.number}, &Corpus{words: c.words, number: c.number}
	for _, p := range c.parts {
		line := p.lineOf(int(float64(len(p.units)) * (1 - share)))
		if share <= 0 || line == 0 || line >= len(p.lines)-1 {
			train.parts = append(train.parts, p)
			continue
		}
		at := p.lines[line]
		head, tail := *p, *p
		head.lines, head.units = p.lines[:line+1], p.units[:at]
		tail.lines, tail.units = nil, p.units[at:]
		for _, l := range p.lines[line:] {
			tail.lines = append(tail.lines, l-at)
		}
		train.parts, held.parts = append(train.parts, &head), append(held.parts, &tail)
	}
	return train, held
}
