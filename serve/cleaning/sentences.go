package cleaning

import (
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/decisions"
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

// writeSentences writes the sentences of a document as labels, jsonl, columns or arrays.
func writeSentences(w io.Writer, c *tidytalk.Cleaned, f *Cleaning, at *place) error {
	d := c.Document
	changes := at.edit.Changes()
	left := c.Left
	var all arrays
	for i, s := range c.Segments {
		o := &decisions.Sentence{Speaker: d.Turns[s.Turn].Speaker, Turn: at.edit.TurnOf(s.Turn) + 1}
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			o.Tokens, o.Removed = append(o.Tokens, d.Text(d.Tokens[t].Bytes)), append(o.Removed, at.edit.Removed(t))
		}
		if f.To != "labels" {
			if len(left) > 0 && left[0].Segment == i {
				o.Language, left = left[0].Language, left[1:]
			}
			o.Line = at.line + at.file.Line(s.Tokens.Start)
			// A change belongs to the sentence of the words before it.
			end := len(d.Source)
			if i+1 < len(c.Segments) {
				end = d.Words[c.Segments[i+1].Words.Start].Bytes.Start
			}
			n := sort.Search(len(changes), func(k int) bool { return changes[k].Start >= end })
			own, rest := untilEnd(d, changes[:n], s.Words.End)
			describe(o, d, s, at, own)
			changes = append(rest, changes[n:]...)
		}
		if err := writeSentence(w, f, o, c.Decisions[s.Tokens.Start:s.Tokens.End], &all); err != nil {
			return err
		}
	}
	return all.write(w)
}

// untilEnd parts changes at the end of the words of a sentence: what is deleted beyond belongs to the next one.
func untilEnd(d *transcript.Document, changes []transcript.Change, end int) (own, rest []transcript.Change) {
	n := len(changes) - 1
	if n < 0 || changes[n].Kind != transcript.Delete || changes[n].Words.End <= end {
		return changes, nil
	}
	if changes[n].Words.Start >= end {
		return changes[:n], slices.Clone(changes[n:])
	}
	own = slices.Clone(changes)
	next := own[n]
	own[n].Words.End, next.Words.Start = end, end
	own[n].End = d.Words[end-1].Bytes.End
	next.Start = own[n].End
	return own, []transcript.Change{next}
}

// describe adds the words of a sentence, its times, and the operations that clean it.
// changes are those that have not been told yet, up to the end of the sentence.
func describe(o *decisions.Sentence, d *transcript.Document, s transcript.Segment, at *place, changes []transcript.Change) {
	for w := s.Words.Start; w < s.Words.End; w++ {
		word := &d.Words[w]
		x := WordOf(d, w)
		x.From, x.To = at.origin(word.Bytes)
		x.Tokens = [2]int{word.Tokens.Start - s.Tokens.Start, word.Tokens.End - s.Tokens.Start}
		o.Words = append(o.Words, x)
	}
	o.Start, o.End = sentenceTimes(d, s.Words)
	keep := func(from, to int) {
		if from < to {
			x := decisions.Operation{Op: decisions.Keep, Words: &[2]int{from - s.Words.Start, to - s.Words.Start}}
			x.From, _ = at.origin(d.Words[from].Bytes)
			_, x.To = at.origin(d.Words[to-1].Bytes)
			o.Operations = append(o.Operations, x)
		}
	}
	next := s.Words.Start // word that nothing is said about
	for _, c := range changes {
		x := decisions.Operation{Op: c.Kind.String()}
		x.From, x.To = at.origin(c.Span)
		if c.Kind == transcript.Delete || c.Kind == transcript.Renumber || c.Kind == transcript.Retype || c.Kind == transcript.Spell {
			first, last := max(c.Words.Start, s.Words.Start), min(c.Words.End, s.Words.End)
			keep(next, first)
			if next = max(next, last); first < last {
				x.Words = &[2]int{first - s.Words.Start, last - s.Words.Start}
			}
			x.Rule = c.Rule
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

// WordOf returns a word of a document for a record, without its places in source and tokens.
func WordOf(d *transcript.Document, word int) decisions.Word {
	w := &d.Words[word]
	x := decisions.Word{Text: d.Text(w.Bytes), Confidence: decisions.Probability(w.Confidence)}
	x.Start, x.End = times(w.Time)
	return x
}

// times returns times for a record: nil where they are not known.
func times(t transcript.Interval) (start, end *decisions.Seconds) {
	if t.Known {
		from, to := decisions.Seconds(t.Start), decisions.Seconds(t.End)
		start, end = &from, &to
	}
	return start, end
}

// sentenceTimes returns when words start and end: by their own times, or by those of the
// lines of the format, such as subtitles, that they are in.
func sentenceTimes(d *transcript.Document, words transcript.Span) (start, end *decisions.Seconds) {
	at := func(w int) transcript.Interval {
		if d.Words[w].Time.Known {
			return d.Words[w].Time
		}
		return d.Lines[d.LineOf(w)].Time
	}
	start, _ = times(at(words.Start))
	_, end = times(at(words.End - 1))
	return start, end
}

// origin returns where a stretch of the document is in the input.
func (p *place) origin(s transcript.Span) (from, to int) {
	from, to, _ = p.file.Origin(s)
	return from + p.offset, to + p.offset
}

// writeSentence writes a sentence as labels, jsonl or columns, or adds it to arrays, which are to be written.
func writeSentence(w io.Writer, f *Cleaning, s *decisions.Sentence, decided []data.Decision, all *arrays) error {
	if f.To == "labels" {
		_, err := io.WriteString(w, labelsLine(s.Tokens, decided))
		return err
	}
	s.Decide(decided, f.Options.Confidence > 0 || f.Options.Explain)
	switch f.To {
	case Columns:
		return writeLine(w, columnsOf(s))
	case Arrays:
		all.add(columnsOf(s))
		return nil
	}
	return decisions.Write(w, s)
}

// labelsLine returns a sentence as token/DF/PU.
func labelsLine(tokens []string, decided []data.Decision) string {
	var b strings.Builder
	for i, t := range tokens {
		if i > 0 {
			b.WriteByte(' ')
		}
		d := &decided[i]
		b.WriteString(t + "/" + d.Label.String())
		if d.Label == data.F && d.Kind != data.NoKind {
			b.WriteString(":" + d.Kind.String())
		}
		b.WriteString("/" + decisions.PunctOf(d).String())
	}
	b.WriteByte('\n')
	return b.String()
}
