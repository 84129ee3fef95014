package kolar2004

import (
	"math"

	"github.com/tidytalk/tidytalk/models/classify"
)

// Equation says how a classifier of prosody is joined with a language model.
type Equation uint8

// The equations of section 6. Both have an exponent here, which the paper has in (10) only.
const (
	// ByPriors divides the posteriors of a classifier of all words by the shares of the
	// classes: equation 9.
	ByPriors Equation = iota
	// Downsampled takes the posteriors of a classifier that was trained on classes of equal
	// size as they are: equation 10.
	Downsampled
	numEquations
)

// Variant is a way to join a classifier with a language model.
type Variant struct {
	Equation Equation
	// HMM takes the scores of prosody as what the states of the model emit; else they are
	// multiplied with the posteriors of the language model, word by word.
	HMM bool
}

// variants are all ways, in the order they are shown.
var variants = []Variant{{ByPriors, false}, {ByPriors, true}, {Downsampled, false}, {Downsampled, true}}

// Name says what the variant is.
func (v Variant) Name() string {
	name := "equation 9"
	if v.Equation == Downsampled {
		name = "equation 10, downsampled"
	}
	if v.HMM {
		return name + ", HMM"
	}
	return name + ", word by word"
}

// lambdas are the exponents that are tried: up to 1 in steps of 0.05, then of 0.1.
var lambdas = func() []float64 {
	var out []float64
	for i := 1; i < 20; i++ {
		out = append(out, float64(i)/20)
	}
	for i := 10; i <= 25; i++ {
		out = append(out, float64(i)/10)
	}
	return out
}()

// heard returns ln P(class | prosody) after each word of texts, up to a constant for each
// word: divided by the priors, where they are not nil.
func heard(c classify.Classifier, texts []*Text, priors []float64) [][][]float64 {
	out := make([][][]float64, len(texts))
	for i, t := range texts {
		out[i] = matrix(len(t.words))
		for j, row := range t.rows {
			p := c.Posteriors(row, out[i][j])
			for k, v := range p {
				if priors != nil {
					v /= priors[k]
				}
				p[k] = math.Log(v)
			}
		}
	}
	return out
}

// scaled returns scores times an exponent.
func scaled(scores [][][]float64, lambda float64) [][][]float64 {
	out := make([][][]float64, len(scores))
	for i, text := range scores {
		out[i] = matrix(len(text))
		for j, row := range text {
			for k, v := range row {
				out[i][j][k] = lambda * v
			}
		}
	}
	return out
}

// multiplied returns the posteriors of a language model times those of prosody, whose
// logarithms are given, normalised.
func multiplied(posteriors, scores [][][]float64) [][][]float64 {
	out := make([][][]float64, len(posteriors))
	for i, text := range posteriors {
		out[i] = matrix(len(text))
		for j, row := range text {
			best := math.Inf(-1)
			for k, p := range row {
				out[i][j][k] = math.Log(p) + scores[i][j][k]
				best = math.Max(best, out[i][j][k])
			}
			total := 0.0
			for k, v := range out[i][j] {
				out[i][j][k] = math.Exp(v - best)
				total += out[i][j][k]
			}
			for k := range out[i][j] {
				out[i][j][k] /= total
			}
		}
	}
	return out
}

// rowsOf returns what a classifier learns from: the words of texts that have times, each text
// a group.
func rowsOf(columns []classify.Column, texts []*Text) *classify.Data {
	d := &classify.Data{Columns: columns, Classes: classNames}
	for i, t := range texts {
		for j, row := range t.rows {
			d.X, d.Y, d.Group = append(d.X, row), append(d.Y, uint8(t.gold[j])), append(d.Group, uint32(i))
		}
	}
	return d
}
