package cleaning

import (
	"encoding/json"
	"io"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/decisions"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Columns is the form of labels that has a list for each thing that is decided about words: for programs that hold them in
// arrays, which read it several times as fast as JSON lines with an object for each word.
const Columns = "columns"

// Arrays is Columns of all sentences of a text at once, without what whoever has sent the words knows: a line for a text, which is
// read twice as fast as a line for each sentence.
const Arrays = "arrays"

// arrays is what is decided about the words of a text, sentence after sentence.
type arrays struct {
	From       []int                   `json:"from"`
	Removed    []int8                  `json:"removed"`
	Kinds      []string                `json:"kinds"`
	Confidence []decisions.Probability `json:"confidence"`
	Disfluent  []decisions.Probability `json:"disfluent"`
	Marks      []string                `json:"marks"`
	Written    []string                `json:"written"`
}

// add adds the words of a sentence.
func (a *arrays) add(c *columns) {
	a.From, a.Removed, a.Kinds = append(a.From, c.From...), append(a.Removed, c.Removed...), append(a.Kinds, c.Kinds...)
	a.Confidence, a.Disfluent = append(a.Confidence, c.Confidence...), append(a.Disfluent, c.Disfluent...)
	a.Marks, a.Written = append(a.Marks, c.Marks...), append(a.Written, c.Written...)
}

// write writes a line, unless there are no words.
func (a *arrays) write(w io.Writer) error {
	if len(a.From) == 0 {
		return nil
	}
	return writeLine(w, a)
}

// columns is what is decided about the words of a sentence.
type columns struct {
	Words      []string                `json:"words"` // as the input has them
	From       []int                   `json:"from"`  // offsets into the input, in bytes
	To         []int                   `json:"to"`
	Removed    []int8                  `json:"removed"`    // 1: it is
	Kinds      []string                `json:"kinds"`      // for what it is removed, with commas between
	Confidence []decisions.Probability `json:"confidence"` // that its removal is right; 0 where it stays
	Disfluent  []decisions.Probability `json:"disfluent"`  // by the edit stage alone
	Marks      []string                `json:"marks"`      // the punctuation mark behind it
	Written    []string                `json:"written"`    // with case and marks; "" where it is removed
}

// columnsOf returns what a record says of its words.
func columnsOf(s *decisions.Sentence) *columns {
	n := len(s.Words)
	c := &columns{
		Words: make([]string, n), From: make([]int, n), To: make([]int, n), Removed: make([]int8, n), Kinds: make([]string, n),
		Confidence: make([]decisions.Probability, n), Disfluent: make([]decisions.Probability, n), Marks: make([]string, n), Written: make([]string, n),
	}
	reasons := make([][]string, n)
	var edits []decisions.Operation
	for _, op := range s.Operations {
		switch op.Op {
		case transcript.Delete.String():
			for i := op.Words[0]; i < op.Words[1]; i++ {
				c.Removed[i], reasons[i] = 1, op.Reasons
			}
		case transcript.Punctuate.String(), transcript.Recase.String(), transcript.Apostrophise.String():
			edits = append(edits, op)
		}
	}
	for i, w := range s.Words {
		first, last := w.Tokens[0], w.Tokens[1]
		c.Words[i], c.From[i], c.To[i] = w.Text, w.From, w.To
		for len(edits) > 0 && edits[0].From < w.From { // between words
			edits = edits[1:]
		}
		own := 0
		for own < len(edits) && edits[own].From <= w.To {
			own++
		}
		if s.Posteriors != nil && first < last {
			c.Disfluent[i] = decisions.Probability(1 - slices.Min(s.Posteriors.O[first:last]).Rounded())
		}
		if c.Removed[i] != 0 {
			c.Kinds[i] = strings.Join(reasonsOf(s, first, last, reasons[i]), ",")
			if s.Confidence != nil && first < last {
				c.Confidence[i] = slices.Min(s.Confidence[first:last])
			}
		} else {
			c.Written[i] = edited(&w, edits[:own])
			if first < last {
				c.Marks[i] = marks[s.Marks[last-1]]
			}
		}
		edits = edits[own:]
	}
	return c
}

// marks are punctuation marks by their names.
var marks = map[string]string{data.Comma.String(): ",", data.Period.String(): ".", data.QMark.String(): "?"}

// reasonsOf returns those of the reasons of a deletion, which are of all of its words, that hold of tokens; all where none does.
func reasonsOf(s *decisions.Sentence, first, last int, all []string) []string {
	var own data.Disfluencies
	for t := first; t < last; t++ {
		label, kind := s.Annotation(t)
		own |= data.DisfluenciesOf("", label, kind)
	}
	var some []string
	for _, r := range all {
		if slices.Contains(strings.Split(own.String(), ","), r) {
			some = append(some, r)
		}
	}
	if len(some) == 0 {
		return all
	}
	return some
}

// edited returns a word as it is written after its edits.
func edited(w *decisions.Word, edits []decisions.Operation) string {
	if len(edits) == 0 || len(w.Text) != w.To-w.From { // the input has it in other letters
		return w.Text
	}
	out := w.Text
	for _, e := range slices.Backward(edits) {
		out = out[:e.From-w.From] + *e.Text + out[min(e.To-w.From, len(out)):]
	}
	return out
}

// writeLine writes a line of JSON.
func writeLine(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
