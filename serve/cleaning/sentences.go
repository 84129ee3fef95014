package cleaning

import (
	"encoding/json"
	"io"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// place is where a document is in its input: a file, or a block of one that starts
// after some lines and bytes.
type place struct {
	file         *formats.File
	edit         *transcript.Edit
	line, offset int
}

// writeSentences writes the sentences of a document as labels or jsonl.
func writeSentences(w io.Writer, c *tidytalk.Cleaned, f *Cleaning, at *place) error {
	d := c.Document
	changes := at.edit.Changes()
	left := c.Left
	for i, s := range c.Segments {
		o := sentenceOutput{Speaker: d.Turns[s.Turn].Speaker}
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			o.add(d.Text(d.Tokens[t].Bytes), at.edit.Removed(t))
		}
		if f.To == "jsonl" {
			turn := s.Turn + 1
			if len(left) > 0 && left[0].Segment == i {
				o.Language, left = left[0].Language, left[1:]
			}
			o.Line, o.Turn = at.line+at.file.Line(s.Tokens.Start), &turn
			// A change belongs to the sentence of the words before it.
			end := len(d.Source)
			if i+1 < len(c.Segments) {
				end = d.Words[c.Segments[i+1].Words.Start].Bytes.Start
			}
			n := sort.Search(len(changes), func(k int) bool { return changes[k].Start >= end })
			o.describe(d, s, at, changes[:n])
			changes = changes[n:]
		}
		if err := o.write(w, f, c.Decisions[s.Tokens.Start:s.Tokens.End]); err != nil {
			return err
		}
	}
	return nil
}

// sentenceOutput is the object of --to jsonl; every list from tokens on has one element
// per token.
type sentenceOutput struct {
	Line       int               `json:"line"`           // of the input, from 1
	Turn       *int              `json:"turn,omitempty"` // from 1
	Speaker    string            `json:"speaker,omitempty"`
	Start      *Seconds          `json:"start,omitempty"`
	End        *Seconds          `json:"end,omitempty"`
	Language   string            `json:"language,omitempty"` // of what is left, since it is not English
	Words      []WordOutput      `json:"words,omitempty"`
	Operations []OperationOutput `json:"operations,omitempty"`
	Tokens     []string          `json:"tokens"`
	POS        []string          `json:"pos"`
	Labels     []string          `json:"labels"`
	Kinds      []string          `json:"kinds"` // "" for words that are no fillers
	Marks      []string          `json:"marks"` // after each token: COMMA, PERIOD, QMARK or NONE
	Removed    []bool            `json:"removed"`
	Posteriors posteriorsOutput  `json:"posteriors"`
	// Confidence in the removal of each word, with --confidence.
	Confidence []probability `json:"confidence,omitempty"`
	// ByHand says of each token whether a person has decided about its word, where one has
	// about any.
	ByHand []bool `json:"by_hand,omitempty"`
}

// WordOutput is a word of the source, with its marks.
type WordOutput struct {
	Text       string      `json:"text"`
	From       int         `json:"from"` // offsets into the source, in bytes
	To         int         `json:"to"`
	Start      *Seconds    `json:"start,omitempty"`
	End        *Seconds    `json:"end,omitempty"`
	Confidence probability `json:"confidence,omitempty"`
	Tokens     [2]int      `json:"tokens"` // the first, and the first after
}

// OperationOutput says what becomes of a stretch of the source.
type OperationOutput struct {
	Op      string   `json:"op"` // keep, delete, punctuate, case or number
	From    int      `json:"from"`
	To      int      `json:"to"`
	Text    *string  `json:"text,omitempty"`  // what comes in its place, of punctuate, case and number
	Words   *[2]int  `json:"words,omitempty"` // of keep, delete and number: the first, and the first after
	Reasons []string `json:"reasons,omitempty"`
}

// Seconds is a time to the millisecond.
type Seconds float64

func (s Seconds) MarshalJSON() ([]byte, error) {
	return json.Marshal(math.Round(float64(s)*1000) / 1000)
}

// posteriorsOutput holds P(label) of every token, for each label.
type posteriorsOutput struct {
	E []probability `json:"E"`
	F []probability `json:"F"`
	O []probability `json:"O"`
}

// probability is written with five digits after the point.
type probability float64

func (p probability) MarshalJSON() ([]byte, error) {
	return json.Marshal(float64(int(float64(p)*1e5+0.5)) / 1e5)
}

func (o *sentenceOutput) add(token string, removed bool) {
	o.Tokens, o.Removed = append(o.Tokens, token), append(o.Removed, removed)
}

// describe adds the words of a sentence, its times, and the operations that clean it.
// changes are those that have not been told yet, up to the end of the sentence.
func (o *sentenceOutput) describe(d *transcript.Document, s transcript.Segment, at *place, changes []transcript.Change) {
	for w := s.Words.Start; w < s.Words.End; w++ {
		word := &d.Words[w]
		x := WordOutput{Text: d.Text(word.Bytes), Confidence: probability(word.Confidence)}
		x.From, x.To = at.origin(word.Bytes)
		x.Tokens = [2]int{word.Tokens.Start - s.Tokens.Start, word.Tokens.End - s.Tokens.Start}
		if word.Time.Known {
			from, to := Seconds(word.Time.Start), Seconds(word.Time.End)
			x.Start, x.End = &from, &to
		}
		o.Words = append(o.Words, x)
	}
	o.Start, o.End = sentenceTimes(d, s.Words)
	keep := func(from, to int) {
		if from < to {
			x := OperationOutput{Op: "keep", Words: &[2]int{from - s.Words.Start, to - s.Words.Start}}
			x.From, _ = at.origin(d.Words[from].Bytes)
			_, x.To = at.origin(d.Words[to-1].Bytes)
			o.Operations = append(o.Operations, x)
		}
	}
	next := s.Words.Start // word that nothing is said about
	for _, c := range changes {
		x := OperationOutput{Op: c.Kind.String()}
		x.From, x.To = at.origin(c.Span)
		if c.Kind == transcript.Delete || c.Kind == transcript.Renumber {
			first, last := max(c.Words.Start, s.Words.Start), min(c.Words.End, s.Words.End)
			keep(next, first)
			if next = max(next, last); first < last {
				x.Words = &[2]int{first - s.Words.Start, last - s.Words.Start}
			}
			if c.Why != 0 {
				x.Reasons = strings.Split(c.Why.String(), ",")
			}
		}
		if c.Kind != transcript.Delete {
			x.Text = &c.Text
		}
		o.Operations = append(o.Operations, x)
	}
	keep(next, s.Words.End)
}

// sentenceTimes returns when words start and end: by their own times, or by those of the
// lines of the format, such as subtitles, that they are in.
func sentenceTimes(d *transcript.Document, words transcript.Span) (start, end *Seconds) {
	at := func(w int) transcript.Interval {
		if d.Words[w].Time.Known {
			return d.Words[w].Time
		}
		return d.Lines[d.LineOf(w)].Time
	}
	if first := at(words.Start); first.Known {
		s := Seconds(first.Start)
		start = &s
	}
	if last := at(words.End - 1); last.Known {
		s := Seconds(last.End)
		end = &s
	}
	return start, end
}

// origin returns where a stretch of the document is in the input.
func (p *place) origin(s transcript.Span) (from, to int) {
	from, to, _ = p.file.Origin(s)
	return from + p.offset, to + p.offset
}

// write writes the sentence as labels or jsonl.
func (o *sentenceOutput) write(w io.Writer, f *Cleaning, decisions []data.Decision) error {
	if f.To == "labels" {
		_, err := io.WriteString(w, labelsLine(o.Tokens, decisions))
		return err
	}
	o.POS, o.Labels, o.Kinds, o.Marks = []string{}, []string{}, []string{}, []string{}
	o.Posteriors = posteriorsOutput{[]probability{}, []probability{}, []probability{}}
	for i := range decisions {
		d := &decisions[i]
		kind := ""
		if d.Kind != data.NoKind {
			kind = d.Kind.String()
		}
		o.POS, o.Labels = append(o.POS, d.Tag), append(o.Labels, d.Label.String())
		o.Kinds, o.Marks = append(o.Kinds, kind), append(o.Marks, PunctOfFluent(d).String())
		o.Posteriors.E = append(o.Posteriors.E, probability(d.Posteriors[data.E]))
		o.Posteriors.F = append(o.Posteriors.F, probability(d.Posteriors[data.F]))
		o.Posteriors.O = append(o.Posteriors.O, probability(d.Posteriors[data.O]))
		if f.Options.Confidence > 0 || f.Options.Explain {
			o.Confidence = append(o.Confidence, probability(d.Confidence))
		}
	}
	if slices.ContainsFunc(decisions, func(d data.Decision) bool { return d.ByHand != nil }) {
		for i := range decisions {
			o.ByHand = append(o.ByHand, decisions[i].ByHand != nil)
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(o)
}

// labelsLine returns a sentence as token/DF/PU.
func labelsLine(tokens []string, decisions []data.Decision) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			b.WriteByte(' ')
		}
		d := &decisions[i]
		b.WriteString(t + "/" + d.Label.String())
		if d.Label == data.F && d.Kind != data.NoKind {
			b.WriteString(":" + d.Kind.String())
		}
		b.WriteString("/" + PunctOfFluent(d).String())
	}
	b.WriteByte('\n')
	return b.String()
}

// PunctOfFluent returns the punctuation after a token as it is scored: words that are
// not fluent have none.
func PunctOfFluent(d *data.Decision) data.Punct {
	if d.Label != data.O {
		return data.NoPunct
	}
	return d.Punct
}
