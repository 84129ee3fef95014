package engine_test

import (
	"math"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/stages"
)

// The margin of a removal is what its keeping costs, or so much of it as is enough.
func TestRemovalMargins(t *testing.T) {
	e := bundletest.Default(t).Sentences()
	d, err := e.NewDecoder(engine.DecoderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const far = 8 // beyond this margins tell no more
	var atLeast, exact int
	for _, doubted := range []func(engine.Evidence) bool{nil, func(v engine.Evidence) bool { return v.Margin < 2 }} {
		for _, line := range bundletest.Lines() {
			words, _ := stages.Words(line)
			in := beam.NewInput(&words)
			best, removed, err := e.Removals(t.Context(), d, in, doubted)
			in.Release()
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range removed {
				labels := append([]data.Label(nil), best.Labels...)
				for w := x.From; w < x.To; w++ {
					labels[w] = data.O
				}
				kept, err := d.Evaluate(t.Context(), &words, labels)
				if err != nil {
					t.Fatal(err)
				}
				margin := (best.Score - kept[0].Score) * float64(len(labels))
				switch {
				case math.Abs(margin-x.Evidence.Margin) < 1e-9:
					exact++
				case x.Evidence.Margin > margin || x.Evidence.Margin < far && (doubted == nil || doubted(x.Evidence)):
					t.Errorf("%v: a margin of %v, which is %v", x.Stretch, x.Evidence.Margin, margin)
				default:
					atLeast++
				}
			}
		}
	}
	if atLeast == 0 || exact == 0 {
		t.Errorf("%d margins that are enough, %d exact ones: they tell nothing", atLeast, exact)
	}
}
