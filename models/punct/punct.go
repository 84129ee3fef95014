// Package punct predicts punctuation of a speaker's unbroken stream of words: the
// M3N chain of Wang, Sim and Ng (EMNLP 2014), the linear-chain CRF and the
// hidden-event language model of Lu and Ng (EMNLP 2010), sections 3 and 4, and
// others that are registered. A prediction also says where sentences end, by which
// package segmentation cuts a stream into pieces for the disfluency decoder.
//
// P(PU|x) and P(PU|DF,x) of EMNLP 2014, section 4, are the same Chain, trained
// without and with what a disfluency model says of the words (Input.DF).
//
// Start with [Predictor] and [Models]; [Chain], [HiddenEvents] and [Translator] are the predictors, a [Mix] adds the
// network, a [Voice] the recording.
//
// This package is unstable: it serves the engine and its training.
package punct

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/metric"
)

// Predictor predicts the punctuation of a stream of words. Implementations are
// immutable and may be used by several goroutines at once.
type Predictor interface {
	// Name says which kind of predictor it is, for reports.
	Name() string
	// Predict fills out, whose memory it reuses, with an element per word.
	Predict(in *Input, out *Prediction)
}

// Prediction says for each word of a stream which punctuation mark follows it.
type Prediction struct {
	Puncts []data.Punct
	// Posteriors holds P(mark) of each word, indexed by data.Punct.
	Posteriors [][data.NumPuncts]float64
	// Ends holds for each word the probability that a sentence ends after it, with a
	// punctuation mark or without.
	Ends []float64
	// EndCommas holds for each word the probability that a comma follows it and a sentence
	// ends there; 0 from predictors whose commas do not tell whether a sentence ends.
	EndCommas []float64
	// Last holds for each word the punctuation mark at the end of a sentence that ends after it: a
	// full stop or a question mark.
	Last []data.Punct
	// Signs holds for each word the punctuation around it that its mark does not tell, nil for
	// none; it is empty from predictors that know no others.
	Signs []*data.Signs
}

// Reset makes the prediction n words long.
func (p *Prediction) Reset(n int) {
	p.Puncts, p.Posteriors, p.Ends, p.EndCommas, p.Last = p.Puncts[:0], p.Posteriors[:0], p.Ends[:0], p.EndCommas[:0], p.Last[:0]
	p.Signs = p.Signs[:0]
	for range n {
		p.Puncts, p.Posteriors = append(p.Puncts, data.NoPunct), append(p.Posteriors, [data.NumPuncts]float64{})
		p.Ends, p.EndCommas, p.Last = append(p.Ends, 0), append(p.EndCommas, 0), append(p.Last, data.NoPunct)
	}
}

// Set makes the prediction a copy of another.
func (p *Prediction) Set(of *Prediction) {
	p.Puncts, p.Posteriors = append(p.Puncts[:0], of.Puncts...), append(p.Posteriors[:0], of.Posteriors...)
	p.Ends, p.EndCommas, p.Last = append(p.Ends[:0], of.Ends...), append(p.EndCommas[:0], of.EndCommas...), append(p.Last[:0], of.Last...)
	p.Signs = append(p.Signs[:0], of.Signs...)
}

// EndThreshold is the least probability of punctuation marks at the end of a sentence for one
// to be predicted there, by development score.
const EndThreshold = 0.5

// EndPunct returns the punctuation mark after word t by data.PapersRule: the most probable of those at
// the end of a sentence, where the probability that there is one at all is at least a
// threshold.
func (p *Prediction) EndPunct(t int, threshold float64) data.Punct {
	best := p.Posteriors[t]
	best[data.NoPunct], best[data.Comma] = 0, p.EndCommas[t]
	mark, sum := data.Comma, 0.0
	for m := data.Comma; m < data.NumPuncts; m++ {
		if sum += best[m]; best[m] > best[mark] {
			mark = m
		}
	}
	if sum < threshold {
		return data.NoPunct
	}
	return mark
}

// EndPuncts returns EndPunct of all words.
func (p *Prediction) EndPuncts(threshold float64) []data.Punct {
	out := make([]data.Punct, len(p.Ends))
	for t := range out {
		out[t] = p.EndPunct(t, threshold)
	}
	return out
}

// Sequence is a sequence of punctuation marks.
type Sequence struct {
	Puncts []data.Punct
	Ends   []bool  // a sentence ends after the word
	Logp   float64 // natural logarithm of its probability under the predictor
}

// Tunable is a predictor that can be tuned to a labelled corpus: see Chain.Tune.
type Tunable interface {
	Predictor
	Tune(corpus *Corpus) *Tuned
	// Score returns what Tune makes large, for a corpus: the punctuation of words with times and
	// without together.
	Score(corpus *Corpus) metric.Counts
	// Marshal returns the predictor as a file that carries the text of its training
	// configuration.
	Marshal(config string) ([]byte, error)
}
