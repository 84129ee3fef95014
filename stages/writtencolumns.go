package stages

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// writtenSchema names the columns of an edit stage for text with punctuation: those
// of the edit stage, and how the words are written.
var writtenSchema = func() *m3n.Schema {
	s := StageSchema()
	s.Symbols = append(s.Symbols,
		"ma", // mark after the word
		"mb", // mark before the word
		"c",  // its shape
		"mc", // strongest mark between the word and the repair of its rough copy
		"me", // that, and the mark where the repair ends, if it is as long as the reparandum
	)
	return s
}()

var (
	colAfter  = len(stageSchema.Symbols)
	colBefore = colAfter + 1
	colShape  = colAfter + 2
	colApart  = colAfter + 3
	colEven   = colAfter + 4
)

// fillWritten fills the columns that writtenSchema adds. fillStage has filled the
// others with the rough copier.
func (in *instance) fillWritten(seq *m3n.Sequence, copier *roughCopier) {
	if len(in.written) == 0 {
		return
	}
	after, before, shape := seq.Column(colAfter), seq.Column(colBefore), seq.Column(colShape)
	for t, w := range in.written {
		after[t], before[t], shape[t] = m3n.Int(int(w.After)), m3n.Int(int(w.Before)), m3n.Int(int(w.Shape))
	}
	apart, even := seq.Column(colApart), seq.Column(colEven)
	for i, t := range copier.at {
		if copier.score[i] <= 0 {
			continue
		}
		r := copier.region[i]
		strongest := data.NoMark
		for _, w := range in.written[t:copier.at[r.end]] {
			strongest = max(strongest, w.After)
		}
		apart[t] = m3n.Int(int(strongest))
		behind := data.NumMarks
		if last := 2*r.end - r.start - 1; int(last) < len(copier.at) {
			behind = int(in.written[copier.at[last]].After)
		}
		even[t] = m3n.Int(int(strongest)*(data.NumMarks+1) + behind)
	}
}
