package rnn

import (
	"math"
	"testing"
)

// The gradient is that of the cross-entropy with the mean of label and teacher, by finite differences.
func TestTeacher(t *testing.T) {
	logits := []float32{0.3, -1.2, 2, 0.1}
	soft := []float32{0.1, 0.2, 0.4, 0.3}
	const weight, teacher, step = 0.7, 0.25, 1e-2
	for _, c := range []struct {
		name   string
		y      int
		soft   []float32
		target []float64 // nil: nothing is learned
	}{
		{"label", 1, nil, []float64{0, weight, 0, 0}},
		{"both", 1, soft, []float64{weight * teacher * 0.1, weight * (1 - teacher + teacher*0.2), weight * teacher * 0.4, weight * teacher * 0.3}},
		{"teacher", -1, soft, []float64{weight * teacher * 0.1, weight * teacher * 0.2, weight * teacher * 0.4, weight * teacher * 0.3}},
		{"nothing", -1, nil, nil},
	} {
		var l headLoss
		d := make([]float32, len(logits))
		l.learn(d, logits, c.y, c.soft, teacher, weight)
		if (l.words > 0) != (c.y >= 0) {
			t.Errorf("%s: %v words are counted", c.name, l.words)
		}
		for k := range logits {
			loss := func(by float32) float64 {
				x, p := append([]float32(nil), logits...), make([]float32, len(logits))
				x[k] += by
				Softmax(p, x)
				sum := 0.0
				for i, q := range c.target {
					sum -= q * math.Log(float64(p[i]))
				}
				return sum
			}
			if want := (loss(step) - loss(-step)) / (2 * step); math.Abs(want-float64(d[k])) > 1e-4 {
				t.Errorf("%s: the gradient of logit %d is %v, want %v", c.name, k, d[k], want)
			}
		}
	}
}
