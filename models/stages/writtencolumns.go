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
		"ma", // punctuation mark after the word
		"mb", // punctuation mark before the word
		"c",  // its shape
		"mc", // strongest mark between the word and the repair of its rough copy
		"me", // that, and the mark where the repair ends, if it is as long as the reparandum
		// Of the stretch between punctuation marks that the word is in:
		"md", // how many words on it ends, and with what mark
		"mt", // tag of its last word
		"mf", // tag of the first word after it that is no filler
		"ms", // how that word corresponds to the first of the stretch, and the length of the stretch
	)
	return s
}()

var (
	colAfter  = len(stageSchema.Symbols)
	colBefore = colAfter + 1
	colShape  = colAfter + 2
	colApart  = colAfter + 3
	colEven   = colAfter + 4
	colToMark = colAfter + 5
	colLast   = colAfter + 6
	colNext   = colAfter + 7
	colStart  = colAfter + 8
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
	in.fillStretches(seq)
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

// Bounds of what is told of stretches between punctuation marks.
const (
	longestToMark  = 6
	longestStretch = 7
)

// fillStretches fills the columns about the stretches between punctuation marks.
func (in *instance) fillStretches(seq *m3n.Sequence) {
	toMark, last, next, start := seq.Column(colToMark), seq.Column(colLast), seq.Column(colNext), seq.Column(colStart)
	n := len(in.words)
	for from := 0; from < n; {
		to := from // the last word
		for to+1 < n && in.written[to].After < data.CommaMark {
			to++
		}
		after := to + 1
		for after < n && in.filler[after] != m3n.Absent {
			after++
		}
		first := from
		for first < to && in.filler[first] != m3n.Absent {
			first++
		}
		how, tag := uint32(0), m3n.Absent
		if after < n {
			how, tag = 1+uint32(in.compare(first, after)), in.tag[after]
		}
		mark := int(in.written[to].After)
		for t := from; t <= to; t++ {
			toMark[t] = m3n.Int(min(to-t, longestToMark)*data.NumMarks + mark)
			last[t], next[t] = in.tag[to], tag
			start[t] = m3n.Int(int(how)*(longestStretch+1) + min(to-first+1, longestStretch))
		}
		from = to + 1
	}
}

// compare returns how two words correspond.
func (in *instance) compare(i, j int) match {
	a, b := in.words[i], in.words[j]
	switch {
	case a.word == b.word:
		return sameWord
	case a.prefix[2] == b.prefix[2] && a.prefix[2] != m3n.Absent, a.stem == b.stem:
		return samePrefix
	case in.tag[i] == in.tag[j]:
		return samePOS
	}
	return noMatch
}
