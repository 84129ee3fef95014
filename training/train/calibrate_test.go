package train

import (
	"math"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// The calibration finds the probability that the evidence was made with.
func TestFitCalibration(t *testing.T) {
	var all []scoredRemoval
	for odds := -3.0; odds <= 3; odds += 0.1 {
		p := 1 / (1 + math.Exp(-(0.5 + 0.8*odds)))
		all = append(all, scoredRemoval{Evidence: engine.Evidence{Label: data.E, Words: 1, Odds: odds}, words: 1000, right: int(1000*p + 0.5)})
	}
	c := fitCalibration(all, data.E)
	if math.Abs(c[0]-0.5) > 0.02 || math.Abs(c[1]-0.8) > 0.02 {
		t.Errorf("%v", c)
	}
	if c := fitCalibration(all, data.F); c != (engine.Calibration{}) {
		t.Errorf("of nothing: %v", c)
	}
}
