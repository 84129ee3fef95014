package adapt

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/steps"
	"github.com/tidytalk/tidytalk/metric"
)

// Text is what bundles are scored on.
type Text struct {
	Name  string
	Sides []data.Side
}

// Curve is an experiment.
type Curve struct {
	Bundle *engine.Bundle
	Sample *Sample
	Sizes  []int // sentences to adapt to, ascending
	Texts  []Text
	Seed   uint64
	// Adapt returns a bundle that is adapted to sides, as a file, or why there is none.
	Adapt   func(ctx context.Context, b *engine.Bundle, sides []data.Side) (file []byte, why string, err error)
	Workers int
	Dir     string            // of finished steps; "" keeps none
	Report  func(steps.Event) // told of them; may be nil
	First   *Point            // the bundle as it comes, where that is known
}

// Point is what adapting to so many sentences gains.
type Point struct {
	Sentences int // 0: as the bundle comes
	Words     int
	Wall, CPU time.Duration // of adapting
	Why       string        // nothing was gained: the scores are those of the bundle as it comes
	Scores    []Scores      // of each text
}

// Scores are those of a text, by form.
type Scores map[Form]Score

// Score is that of a form.
type Score struct {
	Counts
	// Edit and filler F1: the p-values of being better than the bundle as it comes, and of
	// being worse (paired bootstrap over sentences).
	EditP, FillerP, EditWorse, FillerWorse, RemovedWorse float64

	sentences []Counts
}

// samples are those of the bootstrap.
const samples = 1000

// Run scores the bundle as it comes, and adapted to the first sentences of the sample, and
// hands each point to each as soon as it is there.
func (c *Curve) Run(ctx context.Context, each func(Point) error) error {
	var first Point
	if c.First != nil {
		first = *c.First
	} else {
		var err error
		if first.Scores, err = c.score(ctx, c.Bundle, nil); err != nil {
			return err
		}
	}
	if err := each(first); err != nil {
		return err
	}
	for _, n := range c.Sizes {
		p := Point{Sentences: n}
		sides, err := c.Sample.Sides(n)
		if err != nil {
			return err
		}
		for i := range sides {
			p.Words += len(sides[i].Tokens)
		}
		file, err := c.adapted(ctx, sides, &p)
		if err != nil {
			return fmt.Errorf("%d sentences: %w", n, err)
		}
		if p.Scores = first.Scores; file != nil {
			b, err := engine.Load(file)
			if err != nil {
				return err
			}
			if p.Scores, err = c.score(ctx, b, first.Scores); err != nil {
				return err
			}
		}
		if err := each(p); err != nil {
			return err
		}
	}
	return nil
}

// adapted returns the bundle adapted to sides, nil where nothing is gained, and tells the
// point how that went.
func (c *Curve) adapted(ctx context.Context, sides []data.Side, p *Point) ([]byte, error) {
	h := xxh3.New()
	if err := data.WriteTSV(h, sides); err != nil {
		return nil, err
	}
	base, err := c.Bundle.With(nil)
	if err != nil {
		return nil, err
	}
	// What a step keeps: a line about how it went, and the bundle.
	type head struct {
		Wall, CPU time.Duration
		Why       string
	}
	config := fmt.Sprintf("bundle %016x, corpus %016x, seed %d", xxh3.Hash(base), h.Sum64(), c.Seed)
	kept, err := steps.Run(c.Dir, fmt.Sprintf("adapted to %d by %d", p.Sentences, c.Seed), config, c.Report, func() ([]byte, error) {
		start, cpu := time.Now(), cpuTime()
		file, why, err := c.Adapt(ctx, c.Bundle, sides)
		if err != nil {
			return nil, err
		}
		out, err := json.Marshal(head{time.Since(start), cpuTime() - cpu, why})
		return slices.Concat(out, []byte{'\n'}, file), err
	})
	if err != nil {
		return nil, err
	}
	line := slices.Index(kept, '\n')
	var x head
	if err := json.Unmarshal(kept[:max(line, 0)], &x); err != nil {
		return nil, fmt.Errorf("the step that is kept is not what it should be: %w", err)
	}
	if p.Wall, p.CPU, p.Why = x.Wall, x.CPU, x.Why; line+1 == len(kept) {
		return nil, nil
	}
	return kept[line+1:], nil
}

// score scores a bundle on all texts, and compares it with the one before.
func (c *Curve) score(ctx context.Context, b *engine.Bundle, before []Scores) ([]Scores, error) {
	var out []Scores
	for i := range c.Texts {
		forms, err := score(ctx, b, c.Texts[i].Sides, c.Workers)
		if err != nil {
			return nil, err
		}
		own := make(Scores)
		for form, sentences := range forms {
			x := Score{Counts: Total(sentences), sentences: sentences, EditP: 1, FillerP: 1, EditWorse: 1, FillerWorse: 1, RemovedWorse: 1}
			if before != nil {
				was := before[i][form].sentences
				p := func(a, b []Counts, value func(Counts) float64) float64 {
					return metric.PairedBootstrapOf(a, b, value, samples, c.Seed)
				}
				x.EditP, x.FillerP = p(sentences, was, Counts.editF1), p(sentences, was, Counts.fillerF1)
				x.EditWorse, x.FillerWorse = p(was, sentences, Counts.editF1), p(was, sentences, Counts.fillerF1)
				x.RemovedWorse = p(was, sentences, Counts.removedF1)
			}
			own[form] = x
		}
		out = append(out, own)
	}
	return out, nil
}

// cpuTime returns how much processor time the program has used so far.
func cpuTime() time.Duration {
	runtime.GC() // which counts it
	used := []metrics.Sample{{Name: "/cpu/classes/user:cpu-seconds"}, {Name: "/cpu/classes/gc/total:cpu-seconds"}}
	metrics.Read(used)
	sum := 0.0
	for _, s := range used {
		if s.Value.Kind() == metrics.KindFloat64 {
			sum += s.Value.Float64()
		}
	}
	return time.Duration(sum * float64(time.Second))
}
