package formats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Transcript is what is left to say after a decision, free of any format. It may be changed
// before it is written, and belongs to one goroutine at a time.
type Transcript struct {
	Name       string      // of the file
	From       Format      // of the file
	Utterances []Utterance // in the order of the file, or of time where all are timed
	Reflow     Reflow      // of subtitles
	// Paragraphs says that paragraphs start where words say so, where the format has any.
	Paragraphs bool
	// Before, where set, is what it was before: Word documents show what has changed since as revisions. Other formats
	// do not have it.
	Before *Transcript

	comments []Comment // for formats that have any
	fromCues bool      // From has cues
	language string    // as transcript.Document has it
	file     *File     // it is of; nil: none
}

// Transcript returns what is left to say after a decision. Utterances that lose all words
// are not in it.
func (f *File) Transcript(d *Plan) *Transcript {
	doc := f.Document
	e := d.Edit(doc)
	t := &Transcript{Name: f.Name, From: f.Format, language: doc.Language, file: f, comments: f.comments(d)}
	if d != nil && d.Revisions {
		t.Before = f.Transcript(nil)
	}
	t.Paragraphs = d != nil && d.Paragraphs > 0
	turns, lines := linesInOrder(doc)
	cues := f.Format.HasCues()
	var kept []transcript.KeptWord
	before := -1 // the line before that is left
	for _, l := range lines {
		if f.apart > 0 && doc.Lines[l].Utterance >= f.apart {
			break // the same again, as another transcript
		}
		if kept = e.Kept(kept[:0], l); len(kept) == 0 {
			continue
		}
		speaker := ""
		if len(doc.Turns) > 0 {
			speaker = doc.Turns[turns[l]].Speaker
		}
		// The lines of a cue have its time, all of it.
		same := cues && before >= 0 && doc.Lines[l].Time.Known && doc.Lines[l].Time == doc.Lines[before].Time && turns[l] == turns[before]
		if !same {
			t.Utterances = append(t.Utterances, Utterance{Speaker: speaker, Time: doc.Lines[l].Time, Turn: e.TurnOf(turns[l])})
		}
		u := &t.Utterances[len(t.Utterances)-1]
		if !same {
			u.at = 1 + doc.Words[kept[0].Word].Bytes.Start
		}
		for i, k := range kept {
			if n := len(u.Words); i == 0 && n > 0 {
				k.Tight = language.Unspaced(u.Words[n-1].Text(), k.Lead+k.Core)
			}
			w := doc.Words[k.Word]
			if last := &doc.Words[k.Last]; w.Time.Known && last.Time.Known {
				w.Time.End = max(w.Time.End, last.Time.End)
			}
			u.Words = append(u.Words, split(Word{
				KeptWord: k, Time: w.Time, Confidence: w.Confidence, Note: w.Tokens.Len() == 0,
				StartsLine: same && i == 0, EndsSentence: strings.ContainsAny(k.Trail, ".?!。？！") && !strings.HasSuffix(k.Trail, ","),
			})...)
		}
		before = l
	}
	timed := true
	for i := range t.Utterances {
		timed = timed && t.Utterances[i].Time.Known
	}
	if timed && !cues {
		slices.SortStableFunc(t.Utterances, func(a, b Utterance) int { return cmp.Compare(a.Time.Start, b.Time.Start) })
	}
	if f.startsOnly {
		t.endWords()
	}
	return t
}

// linesInOrder returns the turn of each line of a document, and the lines in the order of the file.
func linesInOrder(doc *transcript.Document) (turns, lines []int) {
	turns, lines = make([]int, len(doc.Lines)), make([]int, len(doc.Lines))
	turn := 0
	for l := range doc.Lines {
		for turn+1 < len(doc.Turns) && doc.Turns[turn+1].FirstLine <= l {
			turn++
		}
		turns[l], lines[l] = turn, l
	}
	slices.SortStableFunc(lines, func(a, b int) int { return cmp.Compare(doc.Lines[a].Utterance, doc.Lines[b].Utterance) })
	return turns, lines
}

// endWords lets no word last longer than until the next one starts.
func (t *Transcript) endWords() {
	next := math.Inf(1)
	for i := len(t.Utterances) - 1; i >= 0; i-- {
		u := &t.Utterances[i]
		for k := len(u.Words) - 1; k >= 0; k-- {
			if w := &u.Words[k]; w.Time.Known {
				if w.Time.Start < next {
					w.Time.End = min(w.Time.End, next)
				}
				next = w.Time.Start
			}
		}
		if n := len(u.Words); n > 0 && u.Words[n-1].Time.Known {
			u.Time.End = max(u.Time.Start, u.Words[n-1].Time.End)
		}
	}
}

// split returns the words of what is one word in a file of alternatives, and of several.
func split(w Word) []Word {
	parts := strings.Fields(w.Core)
	if w.Note || len(parts) < 2 {
		return []Word{w}
	}
	out := make([]Word, len(parts))
	each := (w.Time.End - w.Time.Start) / float64(len(parts))
	for i, part := range parts {
		out[i] = w
		if out[i].Core = part; w.Time.Known {
			out[i].Time.Start = w.Time.Start + float64(i)*each
			out[i].Time.End = out[i].Time.Start + each
		}
		if i > 0 {
			out[i].Lead, out[i].Tight, out[i].Opens, out[i].StartsLine = "", false, false, false
		}
		if i+1 < len(parts) {
			out[i].Trail, out[i].EndsSentence = "", false
		}
	}
	return out
}

// Write returns the transcript in the format. What the format cannot be without is an error,
// and so is a format that is only read; see IsWritten. Times that cannot be right (not finite,
// before 0, after 10,000 hours, an end before its start) count as unknown, as they do where
// they are read.
func (f Format) Write(t *Transcript) (string, error) {
	d := f.declared()
	switch {
	case d == nil:
		return "", unknownFormat(string(f))
	case t == nil:
		return "", fmt.Errorf("there is no transcript to write as %s: it is nil", f)
	}
	if d.write == nil {
		return "", fmt.Errorf("%s cannot become %s: files of this format are cleaned, but not made of others", t.Name, f)
	}
	own := t.copy(f)
	if own.Before != nil {
		own.Before = own.Before.copy(f)
	}
	if err := own.need(d.needs, f); err != nil {
		return "", err
	}
	var b strings.Builder
	if err := d.write(&b, own); err != nil {
		return "", err
	}
	return b.String(), nil
}

// copy returns what a writer of a format may change: names, times that are missing.
func (t *Transcript) copy(f Format) *Transcript {
	own := *t
	own.fromCues = t.From.HasCues()
	own.Utterances = slices.Clone(t.Utterances)
	for i := range own.Utterances {
		u := &own.Utterances[i]
		u.Words = slices.Clone(u.Words)
		u.Time = interval(u.Time.Start, u.Time.End, u.Time.Known)
		for k := range u.Words {
			w := &u.Words[k]
			w.Time, w.Confidence = interval(w.Time.Start, w.Time.End, w.Time.Known), confidence(w.Confidence)
		}
	}
	if !f.IsJSON() && f != JSONL {
		own.inLines()
	}
	return &own
}

// start returns the first words of a text, for messages.
func start(text string) string {
	if len(text) < 40 {
		return text
	}
	n := strings.LastIndexByte(text[:40], ' ')
	return text[:max(n, 0)] + " ..."
}
