package voice

import (
	"math"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/coordinate"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
)

// logs are natural logarithms about the marks after the words of one example.
type logs [][data.NumPuncts]float64

// leastMark is the least probability that counts.
const leastMark = 1e-5

// logsOf returns the logarithms of the probabilities of marks.
func logsOf(p *punct.Prediction) logs {
	out := make(logs, len(p.Posteriors))
	for t, post := range p.Posteriors {
		for y, v := range post {
			out[t][y] = math.Log(max(v, leastMark))
		}
	}
	return out
}

// combination says how what two models say of the marks is joined.
type combination struct {
	weight  float64 // of the second
	offsets [data.NumPuncts]float64
}

// mark returns the mark with the highest sum.
func (c *combination) mark(first, second *[data.NumPuncts]float64) data.Punct {
	best, mark := math.Inf(-1), data.NoPunct
	for y := range first {
		v := first[y] + c.offsets[y]
		if second != nil {
			v += c.weight * second[y]
		}
		if v > best {
			best, mark = v, data.Punct(y)
		}
	}
	return mark
}

// at returns the mark of word t of example i; voice is nil where there is none.
func (c *combination) at(words, voice []logs, i, t int) data.Punct {
	if voice == nil {
		return c.mark(&words[i][t], nil)
	}
	return c.mark(&words[i][t], &voice[i][t])
}

// marks counts the marks of examples.
func (c *combination) marks(in []*punct.Example, words, voice []logs, workers int) metric.Marks {
	parts := make([]metric.Marks, len(in))
	parallel.Strided(workers, len(in), func(_, i int) {
		for t := range words[i] {
			if in[i].Gold.Fluent[t] {
				parts[i].Add(in[i].Gold.Puncts[t], c.at(words, voice, i, t))
			}
		}
	})
	return total(parts)
}

// total adds up the marks of examples.
func total(of []metric.Marks) (out metric.Marks) {
	for _, m := range of {
		for y := range m {
			out[y] = out[y].Plus(m[y])
		}
	}
	return out
}

// tune returns the combination with the best F1 of all marks that a search along the weight
// and each offset finds. Of equal ones the first is taken.
func tune(in []*punct.Example, words, voice []logs, workers int) combination {
	var c combination
	value := func() float64 {
		m := c.marks(in, words, voice, workers)
		return m.All().F1()
	}
	params := []*float64{}
	if voice != nil {
		c.weight = 1
		params = append(params, &c.weight)
	}
	for y := data.Comma; y < data.NumPuncts; y++ {
		params = append(params, &c.offsets[y])
	}
	coordinate.Ascend(value, params, leastGain)
	return c
}

// leastGain is the least gain that counts.
const leastGain = 1e-6
