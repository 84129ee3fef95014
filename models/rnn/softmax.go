package rnn

import (
	"slices"

	"github.com/tidytalk/tidytalk/models/kernels"
)

// Softmax writes the distribution of as many logits as out has room for. It rounds the same everywhere.
func Softmax(out, logits []float32) {
	logits = logits[:len(out)]
	top := slices.Max(logits)
	sum := float32(0)
	for i, v := range logits {
		out[i] = kernels.Exp(max(v-top, leastExponent))
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
}

// leastExponent is what exponents of Softmax are at least.
const leastExponent = -80
