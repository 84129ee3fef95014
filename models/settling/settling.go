// Package settling says of a word of live text, read when only some words have come after it, whether it would be read
// the same with all that follows: so that it may be settled before a sentence is over.
//
// Others wait for a fixed number of words, or teach a recogniser of disfluencies a third answer, "wait" (Chen et al. 2022,
// Teaching BERT to Wait). Here a [Model], logistic regression over the [Evidence] that the models of a stream leave
// behind, weighs what a fixed number cannot: whether a repair may be under way at the edge. It is trained by replaying
// conversations: was the reading that of the whole text?
//
// This package is unstable: it serves the engine and its training.
package settling

import "math"

// What is known of a word that may be settled. Probabilities are logits, bounded by mostLogit.
const (
	Bias       = iota
	Behind0    // no word has come after it
	Behind1    // one has
	Behind2    // and so on
	Behind3    //
	Behind4    //
	Behind5    // five or six
	Behind7    // seven to nine
	Behind10   // ten to fourteen
	Behind15   // fifteen to nineteen
	Behind20   // twenty to twenty-nine
	Behind30   // thirty and more
	Removed    // it is an edit word
	Filler     // it is another word that goes
	Sure       // the network's probability of its label
	Edit       // that it is an edit word
	EditAfter  // the highest that one after it is
	EditNext   // that the next one is, with few words behind it
	Comma      // a comma follows it
	Final      // a sentence ends
	SureMark   // the network's probability of its mark
	SureEnd    // how far that of a sentence's end is from a half
	Ended      // a sentence surely ends between the word and the last one
	EdgeFiller // the last word is a filler
	Fillers    // share of fillers among the words after it
	EdgeCopy   // the last word stood shortly before, at the word or before it
	EdgeNear   // and with few words behind it
	Copied     // the word stands again after it
	Case       // the network's probability of its case
	Function   // it is a word that repairs often begin at
	Length     // words of the sentence before it, up to a few
	Editing    // an edit word is open before it in the sentence
	SinceEdit  // the last words are edit words
	NumEvidence
)

// Evidence is what is known of a word: see the constants.
type Evidence [NumEvidence]float32

const mostLogit = 6

// Logit returns the logarithm of the odds of a probability, bounded.
func Logit(p float64) float32 {
	return float32(max(-mostLogit, min(mostLogit, math.Log(max(p, 1e-9)/max(1-p, 1e-9)))))
}

// Behind sets how many words have come after the word.
func (e *Evidence) Behind(n int) {
	switch {
	case n < 5:
		e[Behind0+n] = 1
	case n < 7:
		e[Behind5] = 1
	case n < 10:
		e[Behind7] = 1
	case n < 15:
		e[Behind10] = 1
	case n < 20:
		e[Behind15] = 1
	case n < 30:
		e[Behind20] = 1
	default:
		e[Behind30] = 1
	}
}

// Model says how likely it is that a word is read as it will be. It is immutable.
type Model struct {
	Weights [NumEvidence]float64
	// Least are, by latency in words from 1 on, the least probabilities at which words settle; longer ones have the last.
	Least []float64
}

// Probability returns the probability that what was read stays.
func (m *Model) Probability(e *Evidence) float64 {
	z := 0.0
	for i, w := range m.Weights {
		z += w * float64(e[i])
	}
	return 1 / (1 + math.Exp(-z))
}

// Threshold returns the least probability at which words settle, for a latency in words.
func (m *Model) Threshold(words int) float64 {
	return m.Least[min(max(words, 1), len(m.Least))-1]
}

// Example is what was known of a word, and whether that stays.
type Example struct {
	Evidence
	Stays bool // it goes or stays as it does with many more words behind it
}

// Train fits a model by Newton's method, with a penalty on the squares of the weights.
func Train(examples []Example, penalty float64) *Model {
	m := &Model{}
	for range 25 {
		var gradient [NumEvidence]float64
		var curve [NumEvidence][NumEvidence]float64
		for i := range examples {
			x := &examples[i]
			p, y := m.Probability(&x.Evidence), 0.0
			if x.Stays {
				y = 1
			}
			for a := range x.Evidence {
				va := float64(x.Evidence[a])
				if va == 0 {
					continue
				}
				gradient[a] += (y - p) * va
				for b := range a + 1 {
					curve[a][b] += p * (1 - p) * va * float64(x.Evidence[b])
				}
			}
		}
		for a := range NumEvidence {
			gradient[a] -= penalty * m.Weights[a]
			curve[a][a] += penalty
			for b := range a {
				curve[b][a] = curve[a][b]
			}
		}
		step, far := solve(&curve, &gradient), 0.0
		for a, s := range step {
			m.Weights[a] += s
			far = max(far, math.Abs(s))
		}
		if far < 1e-6 {
			break
		}
	}
	return m
}

// solve solves a system of equations whose matrix is positive definite (Cholesky).
func solve(a *[NumEvidence][NumEvidence]float64, b *[NumEvidence]float64) [NumEvidence]float64 {
	x := *b
	for i := range NumEvidence {
		for j := range i + 1 {
			sum := a[i][j]
			for k := range j {
				sum -= a[i][k] * a[j][k]
			}
			if i == j {
				a[i][i] = math.Sqrt(max(sum, 1e-12))
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
		for k := range i {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	for i := NumEvidence - 1; i >= 0; i-- {
		for k := i + 1; k < NumEvidence; k++ {
			x[i] -= a[k][i] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
