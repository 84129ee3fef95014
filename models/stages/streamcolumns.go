package stages

import (
	"github.com/tidytalk/tidytalk/m3n"
)

// streamSchema names the columns of an edit stage for pieces of streams, which may
// hold several sentences: those of the edit stage, and what the punctuation
// predictor says (the soft cascade of EMNLP 2014, section 4.2, with posteriors in
// steps in place of labels).
var streamSchema = func() *m3n.Schema {
	s := StageSchema()
	s.Symbols = append(s.Symbols,
		"u",  // P(a sentence ends after the word)
		"m",  // punctuation mark predicted after the word
		"uc", // highest P(a sentence ends) between the word and the repair of its rough copy
	)
	return s
}()

var (
	colEnds   = len(stageSchema.Symbols)
	colPuncts = colEnds + 1
	colCross  = colEnds + 2
)

// fillStream fills the columns that streamSchema adds. fillStage has filled the
// others with the rough copier.
func (in *instance) fillStream(seq *m3n.Sequence, copier *roughCopier) {
	if len(in.ends) == 0 {
		return
	}
	u, m, cross := seq.Column(colEnds), seq.Column(colPuncts), seq.Column(colCross)
	for t, p := range in.ends {
		u[t], m[t] = m3n.Int(endLevel(p)), m3n.Int(int(in.puncts[t]))
	}
	for i, t := range copier.at {
		if copier.score[i] <= 0 {
			continue
		}
		highest := float32(0)
		for _, p := range in.ends[t:copier.at[copier.region[i].end]] {
			highest = max(highest, p)
		}
		cross[t] = m3n.Int(endLevel(highest))
	}
}

// endSteps are the probabilities at which the levels of Columns.End rise by one;
// from SureEnd on a sentence ends.
var endSteps = [...]float32{0.01, 0.04, 0.12, 0.3, 0.5, 0.7, 0.88, 0.96}

// SureEnd is the level of Columns.End of a probability of more than 0.7.
const SureEnd = 6

// endLevel returns a probability in steps.
func endLevel(p float32) int {
	n := 0
	for _, at := range endSteps {
		if p > at {
			n++
		}
	}
	return n
}

// takeEvidence takes up the evidence of kept words of another instance. A sentence
// that ends in words which are not kept ends before them.
func (in *instance) takeEvidence(from *instance, kept []int32) {
	in.ends, in.puncts, in.written = in.ends[:0], in.puncts[:0], in.written[:0]
	if len(from.written) > 0 {
		for _, t := range kept {
			in.written = append(in.written, from.written[t])
		}
	}
	if len(from.ends) == 0 {
		return
	}
	for i, t := range kept {
		next := len(from.ends)
		if i+1 < len(kept) {
			next = int(kept[i+1])
		}
		end, mark := from.ends[t], from.puncts[t]
		for j := int(t) + 1; j < next; j++ {
			if from.ends[j] > end {
				end, mark = from.ends[j], from.puncts[j]
			}
		}
		in.ends, in.puncts = append(in.ends, end), append(in.puncts, mark)
	}
}
