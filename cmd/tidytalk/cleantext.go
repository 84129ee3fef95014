package main

import (
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/transcript"
)

// blockSize is about how many bytes of a transcript are worked on at a time: it
// bounds the memory that long input takes, and the wait for the first output.
const blockSize = 256 << 10

// cleanText cleans a transcript block by block. All of it is checked first, so
// that bad input gives no output.
func cleanText(ctx context.Context, cleaner *tidytalk.Cleaner, f *cleaning, src, name string, w io.Writer) error {
	if err := transcript.CheckText(src, name); err != nil {
		return err
	}
	line := 1
	for src != "" {
		block := src[:blockEnd(src)]
		src = src[len(block):]
		d, err := transcript.ParseText(block, name)
		if err != nil {
			return err
		}
		out, err := cleaner.Document(ctx, d)
		if err != nil {
			return err
		}
		for _, p := range out.Problems {
			at, _ := d.Position(d.Tokens[out.Segments[p.Segment].Tokens.Start].Bytes.Start)
			f.warn(name, line+at-1, p.Err)
		}
		if err := writeCleaned(w, out, f, line); err != nil {
			return err
		}
		line += strings.Count(block, "\n")
	}
	return nil
}

// blockEnd returns where to cut src: at the end of a line, at best one before a
// blank line.
func blockEnd(src string) int {
	if len(src) <= blockSize {
		return len(src)
	}
	if n := strings.LastIndex(src[:blockSize], "\n\n"); n > blockSize/2 {
		return n + 2
	}
	if n := strings.IndexByte(src[blockSize:], '\n'); n >= 0 {
		return blockSize + n + 1
	}
	return len(src)
}

// writeCleaned writes a document whose first line is the given one of its file.
func writeCleaned(w io.Writer, c *tidytalk.Cleaned, f *cleaning, line int) error {
	edit := c.Without(f.remove)
	edit.Restore(c.Restored, f.punct, f.letters)
	if f.to == "text" {
		text := ""
		if f.diff {
			text = edit.Diff(f.colour)
		} else {
			text = edit.Text()
		}
		_, err := io.WriteString(w, text)
		return err
	}
	d := c.Document
	for i, s := range c.Segments {
		o := sentenceOutput{Speaker: d.Turns[s.Turn].Speaker}
		at, _ := d.Position(d.Tokens[s.Tokens.Start].Bytes.Start)
		o.Line = line + at - 1
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			o.add(d.Text(d.Tokens[t].Bytes), edit.Removed(t))
		}
		if err := o.write(w, f.to, c.Labellings[i]); err != nil {
			return err
		}
	}
	return nil
}

// sentenceOutput is the object of --to jsonl; every list has one element per
// token.
type sentenceOutput struct {
	Line       int              `json:"line"` // of the input, from 1
	Speaker    string           `json:"speaker,omitempty"`
	Tokens     []string         `json:"tokens"`
	POS        []string         `json:"pos"`
	Labels     []string         `json:"labels"`
	Kinds      []string         `json:"kinds"` // "" for words that are no fillers
	Marks      []string         `json:"marks"` // after each token: COMMA, PERIOD, QMARK or NONE
	Removed    []bool           `json:"removed"`
	Posteriors posteriorsOutput `json:"posteriors"`
	// Confidence in the removal of each word, with --confidence.
	Confidence []probability `json:"confidence,omitempty"`
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

// write writes the sentence as labels or jsonl.
func (o *sentenceOutput) write(w io.Writer, to string, l *tidytalk.Labelling) error {
	if to == "labels" {
		_, err := io.WriteString(w, labelsLine(o.Tokens, l))
		return err
	}
	o.POS, o.Labels, o.Kinds, o.Marks = l.POS, []string{}, []string{}, []string{}
	o.Posteriors = posteriorsOutput{[]probability{}, []probability{}, []probability{}}
	for i := range o.Tokens {
		o.Labels = append(o.Labels, l.Labels[i].String())
		kind := ""
		if l.Kinds[i] != data.NoKind {
			kind = l.Kinds[i].String()
		}
		o.Kinds, o.Marks = append(o.Kinds, kind), append(o.Marks, markOf(l, i).String())
		p := &l.Posteriors[i]
		o.Posteriors.E = append(o.Posteriors.E, probability(p[data.E]))
		o.Posteriors.F = append(o.Posteriors.F, probability(p[data.F]))
		o.Posteriors.O = append(o.Posteriors.O, probability(p[data.O]))
	}
	for _, p := range l.Confidence {
		o.Confidence = append(o.Confidence, probability(p))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(o)
}

// labelsLine returns a sentence as token/DF/PU.
func labelsLine(tokens []string, l *tidytalk.Labelling) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t + "/" + l.Labels[i].String())
		if l.Labels[i] == data.F && l.Kinds[i] != data.NoKind {
			b.WriteString(":" + l.Kinds[i].String())
		}
		b.WriteString("/" + markOf(l, i).String())
	}
	b.WriteByte('\n')
	return b.String()
}

// markOf returns the mark after token i, as the marks are scored: words that are
// not fluent have none.
func markOf(l *tidytalk.Labelling, i int) data.Punct {
	if l.Marks == nil || l.Labels[i] != data.O {
		return data.NoPunct
	}
	return l.Marks[i]
}
