package ted

import (
	"context"
	"math"
	"time"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/metric"
)

// Score compares marks with those of a text.
func (t *Text) Score(marks []data.Punct) metric.Marks {
	var out metric.Marks
	for i, gold := range t.Marks {
		out.Add(gold, marks[i])
	}
	return out
}

// Speed is how long one goroutine took for words.
type Speed struct {
	Words int
	Time  time.Duration
}

// PerSecond returns words a second.
func (s Speed) PerSecond() float64 {
	return float64(s.Words) / max(s.Time.Seconds(), 1e-9)
}

// Restored returns the marks that the models of a bundle put into a text: one stream of
// words without times, of which nothing goes.
func Restored(ctx context.Context, b *engine.Bundle, t *Text) ([]data.Punct, Speed, error) {
	p, err := pipeline.New(b, pipeline.Options{})
	if err != nil {
		return nil, Speed{}, err
	}
	start := time.Now()
	out, err := p.Whole(ctx, &data.Sentence{Tokens: t.tokens()})
	if err != nil {
		return nil, Speed{}, err
	}
	speed := Speed{len(t.Words), time.Since(start)}
	marks := make([]data.Punct, len(t.Words))
	for i := range out.Decisions {
		marks[i] = out.Decisions[i].Punct
	}
	return marks, speed, nil
}

// Chances are the probabilities of the marks after each word.
type Chances [][data.NumPuncts]float32

// Offsets are added to the logarithms of the probabilities of the marks before the largest
// one is taken. The zero value changes nothing.
type Offsets [data.NumPuncts]float64

// Marks returns the mark of each word that is most probable with the offsets.
func (c Chances) Marks(o Offsets) []data.Punct {
	var factor [data.NumPuncts]float32
	for k, v := range o {
		factor[k] = float32(math.Exp(v))
	}
	out := make([]data.Punct, len(c))
	for i, p := range c {
		best := float32(-1)
		for k, v := range p {
			if v *= factor[k]; v > best {
				best, out[i] = v, data.Punct(k)
			}
		}
	}
	return out
}

// Offsets are searched in steps, up to the largest.
const (
	offsetStep = 0.05
	maxOffset  = 2.0
)

// Tune returns the offsets of the marks with the best F1 of all marks in a text, one mark
// after the other, until none gets better. Of equal ones the smallest is taken.
func (c Chances) Tune(t *Text) Offsets {
	var out Offsets
	of := func(o Offsets) float64 {
		s := t.Score(c.Marks(o))
		return s.All().F1()
	}
	best := of(out)
	for better := true; better; {
		better = false
		for k := data.Comma; k < data.NumPuncts; k++ {
			for n := range int(2*maxOffset/offsetStep) + 1 {
				// 0, then step, -step, and so on.
				o := out
				o[k] = offsetStep * float64((n+1)/2)
				if n%2 == 0 {
					o[k] = -o[k]
				}
				if f := of(o); f > best+1e-9 {
					best, out, better = f, o, true
				}
			}
		}
	}
	return out
}
