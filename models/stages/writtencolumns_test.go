package stages

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// TestStretches looks at the columns about stretches between punctuation marks of "it has, uh, they
// have it".
func TestStretches(t *testing.T) {
	lexicon := newLexicon()
	var in instance
	tag := map[string]uint32{"it": m3n.Symbol("PRP"), "they": m3n.Symbol("PRP"), "has": m3n.Symbol("VBZ"), "have": m3n.Symbol("VBP"), "uh": m3n.Symbol("UH")}
	words := []string{"it", "has", "uh", "they", "have", "it"}
	for i, w := range words {
		in.words = append(in.words, lexicon.get(w))
		in.tag = append(in.tag, tag[w])
		in.filler = append(in.filler, m3n.Absent)
		in.written = append(in.written, data.Written{After: map[int]data.Mark{1: data.CommaMark, 2: data.CommaMark, 5: data.PeriodMark}[i]})
	}
	in.filler[2] = m3n.Bool(true)
	seq := m3n.NewSequence(writtenSchema)
	seq.Reset(len(words))
	in.fillStretches(seq)
	toMark, last, next, start := seq.Column(colToMark), seq.Column(colLast), seq.Column(colNext), seq.Column(colStart)
	if toMark[0] != m3n.Int(data.NumMarks+int(data.CommaMark)) || toMark[1] != m3n.Int(int(data.CommaMark)) {
		t.Error("it has a wrong distance to its mark")
	}
	if last[0] != tag["has"] || next[0] != tag["they"] || next[1] != tag["they"] {
		t.Error("the tags around the mark are wrong: the filler is in between")
	}
	if want := m3n.Int((1+int(samePOS))*(longestStretch+1) + 2); start[0] != want || start[1] != want {
		t.Error("'they' does not correspond to 'it'")
	}
	if next[5] != m3n.Absent || start[5] != m3n.Int(3) {
		t.Error("the last stretch has something behind it")
	}
}

func TestNumber(t *testing.T) {
	lexicon := newLexicon()
	for text, want := range map[string][]bool{
		"call five oh five":  {false, true, true, true},
		"the one i like":     {false, false, false, false},
		"it ended one one":   {false, false, true, true},
		"flight b b 4":       {false, true, true, true},
		"i think so":         {false, false, false},
		"i i i think":        {false, false, false, false},
		"room oh oh oh":      {false, true, true, true},
		"at eleven p.m. yes": {false, true, true, false},
	} {
		var in instance
		for _, w := range strings.Fields(text) {
			in.words, in.tag = append(in.words, lexicon.get(w)), append(in.tag, 0)
		}
		for i, is := range want {
			if got := in.number(i); got != is {
				t.Errorf("%s: word %d: %v", text, i, got)
			}
		}
	}
}
