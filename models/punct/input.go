package punct

import (
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Input is a stream of words with what other models make of them.
type Input struct {
	Reading *stages.Reading
	// DF holds the disfluency label of each word; nil: unknown.
	DF []data.Label
	// First is what a first pass says of the punctuation, without DF; nil: unknown.
	First *Prediction
}

// The columns after those of the edit stage.
var (
	stageColumns = len(stages.StageSchema().Symbols)
	schema       = func() *m3n.Schema {
		s := stages.StageSchema()
		s.Symbols = append(s.Symbols,
			"so", "sc", "se", "si", // style
			"d", // most probable disfluency label
			"r") // the word is removed
		return s
	}()
	// secondSchema has those of a second pass, too: what the first says of P(a sentence
	// ends here) and P(QMARK) in steps, and of the punctuation mark; and of the sentence so far the
	// first two words that are kept, the tag of the first, and the length.
	secondSchema = func() *m3n.Schema {
		s := *schema
		s.Symbols = append(slices.Clone(s.Symbols), "u", "q", "m", "s1", "s2", "t1", "n")
		return &s
	}()
	voicedSchema, voicedSecondSchema = stages.WithVoice(schema), stages.WithVoice(secondSchema)
)

const (
	colStyle = iota
	colDF    = colStyle + 4
	colOut   = colDF + 1
	// of a second pass
	colEnd   = colOut + 1
	colQ     = colEnd + 1
	colMark  = colEnd + 2
	colWord1 = colEnd + 3
	colWord2 = colEnd + 4
	colTag1  = colEnd + 5
	colSize  = colEnd + 6
)

// columns computes the columns of a chain; it belongs to one goroutine.
type columns struct{ stage stages.ReadingColumns }

// fill fills seq, with second the columns of a second pass, with voiced those of the voice,
// too. style is that of the
// transcriber, or the one to punctuate in.
func (c *columns) fill(seq *m3n.Sequence, in *Input, style Style, second, voiced bool) {
	c.stage.Fill(seq, in.Reading)
	if voiced {
		in.Reading.FillVoice(seq)
	}
	col := func(i int) []uint32 { return seq.Column(stageColumns + i) }
	for i, v := range [...]uint8{style.OpenClause, style.CommaClause, style.CommaEnd, style.Inside} {
		values := col(colStyle + i)
		for t := range values {
			values[t] = m3n.Int(int(v))
		}
	}
	if in.DF != nil {
		d, out := col(colDF), col(colOut)
		for t, y := range in.DF {
			d[t], out[t] = m3n.Int(int(y)), m3n.Bool(y != data.O)
		}
	}
	if second && in.First != nil {
		fillFirst(col, in)
	}
}

// fillFirst fills the columns of the first pass.
func fillFirst(col func(int) []uint32, in *Input) {
	u, q, m := col(colEnd), col(colQ), col(colMark)
	word1, word2, tag1, size := col(colWord1), col(colWord2), col(colTag1), col(colSize)
	from, n := [2]int{-1, -1}, 0 // the first kept words of the sentence, and how many there are
	for t := range in.First.Ends {
		u[t], q[t] = m3n.Int(level(in.First.Ends[t])), m3n.Int(level(in.First.Posteriors[t][data.QMark]))
		m[t] = m3n.Int(int(in.First.Puncts[t]))
		if in.DF == nil || in.DF[t] == data.O {
			if n < len(from) {
				from[n] = t
			}
			n++
		}
		if n > 0 {
			word1[t], tag1[t] = in.Reading.Symbol(from[0]), in.Reading.Tag(from[0])
		}
		if n > 1 {
			word2[t] = in.Reading.Symbol(from[1])
		}
		size[t] = m3n.Int(min(n, 8))
		if in.First.Ends[t] >= 0.5 {
			n = 0
		}
	}
}

// level returns a probability in steps.
func level(p float64) int {
	n := 0
	for _, at := range [...]float64{0.01, 0.04, 0.12, 0.3, 0.5, 0.7, 0.88, 0.96} {
		if p > at {
			n++
		}
	}
	return n
}
