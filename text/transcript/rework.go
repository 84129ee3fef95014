package transcript

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Rework is what a person changes of a document beside its words: who says what, where turns begin, and when lines are said.
// The zero value changes nothing.
type Rework struct {
	// Speakers holds labels, and what they become everywhere.
	Speakers map[string]string
	Turns    []TurnChange
	Times    []LineTime
	// Cues says that lines of one time that follow each other are one subtitle, which has one time.
	Cues bool
}

// TurnChange changes the turn that begins with a word, or makes it.
type TurnChange struct {
	Word int // in Document.Words
	// Opens says whether a turn begins there: a longer one is cut; false: it goes on the turn before, and is of its speaker. nil: as
	// it is.
	Opens *bool
	// Speaker is the label of who says it, which no renaming changes again; "": nobody known. nil: who has said it.
	Speaker *string
}

// LineTime gives the line that begins with a word a time.
type LineTime struct {
	Word       int // in Document.Words
	Start, End float64
}

// ReworkPart is a part of a Rework.
type ReworkPart uint8

// The parts.
const (
	OfSpeakers ReworkPart = iota
	OfTurns
	OfTimes
)

// ReworkRefusal is what cannot be changed, and why: an error that wraps ErrCorrection.
type ReworkRefusal struct {
	Of   ReworkPart
	Word int
	Err  error
}

// Rework returns the document as a person changes it, with the same words and tokens in the same source; d itself where nothing
// changes. A line in which a turn begins is cut in two, the times of which, where its words have none, are guessed by their
// letters. What cannot be is left out, and named.
func (d *Document) Rework(r *Rework) (*Document, []ReworkRefusal) {
	if len(r.Speakers)+len(r.Turns)+len(r.Times) == 0 {
		return d, nil
	}
	w := &reworking{d: d, out: *d}
	w.out.Turns, w.out.Lines = slices.Clone(d.Turns), slices.Clone(d.Lines)
	w.retime(r)
	w.rename(r.Speakers)
	w.turns(r.Turns)
	if !w.changed {
		return d, w.refused
	}
	w.cutLines()
	return &w.out, w.refused
}

// reworking is a Rework that is being done.
type reworking struct {
	d       *Document
	out     Document
	changed bool
	refused []ReworkRefusal
}

func (w *reworking) refuse(of ReworkPart, word int, format string, args ...any) {
	w.refused = append(w.refused, ReworkRefusal{of, word, fmt.Errorf("%w: %w", ErrCorrection, fmt.Errorf(format, args...))})
}

// mostLabel is the length of the longest label of a speaker, in bytes.
const mostLabel = 200

// checkLabel returns what is wrong with a label that a person gives.
func checkLabel(s string) error {
	switch {
	case len(s) > mostLabel:
		return fmt.Errorf("the name of a speaker is longer than %d bytes: take a shorter one", mostLabel)
	case !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) || strings.ContainsAny(s, "\u2028\u2029"):
		return fmt.Errorf("the name %q has line ends or control characters in it: leave them out", s)
	case strings.TrimSpace(s) != s:
		return fmt.Errorf("the name %q has blanks around it: leave them out", s)
	}
	return nil
}

// rename gives speakers other labels.
func (w *reworking) rename(labels map[string]string) {
	if len(labels) == 0 {
		return
	}
	first := make(map[string]int) // word of each speaker
	for i := range w.d.Turns {
		if t := &w.d.Turns[i]; t.Speaker != "" {
			if _, ok := first[t.Speaker]; !ok {
				first[t.Speaker] = t.Words.Start
			}
		}
	}
	held := make(map[string]string)
	for _, old := range sortedKeys(labels) {
		word, known := first[old]
		err := checkLabel(labels[old])
		switch {
		case !known:
			w.refuse(OfSpeakers, 0, "nobody is called %q here", old)
		case labels[old] == "":
			w.refuse(OfSpeakers, word, "%q has no new name: type one", old)
		case err != nil:
			w.refuse(OfSpeakers, word, "%w", err)
		default:
			held[old] = labels[old]
		}
	}
	for i := range w.out.Turns {
		if t := &w.out.Turns[i]; held[t.Speaker] != "" && held[t.Speaker] != t.Speaker {
			t.Speaker, w.changed = held[t.Speaker], true
		}
	}
}

func sortedKeys(m map[string]string) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// turns changes turns, in the order of their words.
func (w *reworking) turns(changes []TurnChange) {
	order := slices.Clone(changes)
	slices.SortStableFunc(order, func(a, b TurnChange) int { return a.Word - b.Word })
	before := -1
	for i := range order {
		c := &order[i]
		err := w.turn(c, before == c.Word)
		if err != nil {
			w.refuse(OfTurns, c.Word, "%w", err)
			continue
		}
		before = c.Word
	}
}

// turn changes one turn; again says that there was a change of the same word.
func (w *reworking) turn(c *TurnChange, again bool) error {
	if c.Word < 0 || c.Word >= len(w.d.Words) {
		return fmt.Errorf("there is no word %d: there are %d, from 0", c.Word, len(w.d.Words))
	}
	if again {
		return fmt.Errorf("two changes of the turn at word %d, of which the first counts", c.Word)
	}
	if c.Speaker != nil {
		if err := checkLabel(*c.Speaker); err != nil {
			return err
		}
	}
	k, begins := slices.BinarySearchFunc(w.out.Turns, c.Word, func(t Turn, word int) int { return t.Words.Start - word })
	switch {
	case c.Opens != nil && *c.Opens && !begins:
		before := &w.out.Turns[k-1]
		t := *before
		t.Words.Start, t.FirstLine = c.Word, -1
		before.Words.End = c.Word
		w.out.Turns = slices.Insert(w.out.Turns, k, t)
		w.changed = true
	case !begins:
		return fmt.Errorf("no turn begins with word %d: let one begin there first", c.Word)
	case c.Opens != nil && !*c.Opens:
		if k == 0 {
			return errors.New("there is no turn before the first one, on which it could go")
		}
		w.out.Turns[k-1].Words.End = w.out.Turns[k].Words.End
		w.out.Turns = slices.Delete(w.out.Turns, k, k+1)
		w.changed = true
		return nil
	}
	if t := &w.out.Turns[k]; c.Speaker != nil && *c.Speaker != t.Speaker {
		t.Speaker, t.Stream, w.changed = *c.Speaker, w.stream(*c.Speaker), true
	}
	return nil
}

// stream returns the stream of a speaker's turns, or that of a new one.
func (w *reworking) stream(speaker string) int {
	most := -1
	for i := range w.out.Turns {
		t := &w.out.Turns[i]
		if speaker != "" && t.Speaker == speaker {
			return t.Stream
		}
		most = max(most, t.Stream)
	}
	return most + 1
}

// cutLines cuts the lines in which turns begin, and finds the first lines of turns anew.
func (w *reworking) cutLines() {
	begins := make(map[int]bool)
	for i := range w.out.Turns {
		begins[w.out.Turns[i].Words.Start] = true
	}
	var lines []Line
	at := make([]int, len(w.out.Lines)) // where each line is then
	first := make(map[int]int)          // lines by their first words
	for i, l := range w.out.Lines {
		at[i] = len(lines)
		for word := l.Words.Start + 1; word < l.Words.End; word++ {
			if begins[word] {
				var head Line
				head, l = w.cut(l, word)
				first[head.Words.Start] = len(lines)
				lines = append(lines, head)
			}
		}
		if l.Words.Len() > 0 {
			first[l.Words.Start] = len(lines)
		}
		lines = append(lines, l)
	}
	for i := range w.out.Turns {
		if t := &w.out.Turns[i]; t.FirstLine >= 0 {
			t.FirstLine = at[t.FirstLine]
		} else {
			t.FirstLine = first[t.Words.Start]
		}
	}
	w.out.Lines = lines
}

// cut cuts a line before a word.
func (w *reworking) cut(l Line, word int) (head, rest Line) {
	d := w.d
	head, rest = l, l
	head.Words.End, rest.Words.Start = word, word
	head.Bytes.End, rest.Bytes.Start = d.Words[word].Bytes.Start, d.Words[word].Bytes.Start
	head.End, rest.Text = d.Words[word-1].Bytes.End, d.Words[word].Bytes.Start
	if !l.Time.Known {
		return head, rest
	}
	before, after := w.out.Words[word-1].Time, w.out.Words[word].Time
	if !before.Known || !after.Known {
		part := float64(rest.Text-l.Text) / float64(max(1, l.End-l.Text))
		before.End = math.Round((l.Time.Start+part*(l.Time.End-l.Time.Start))*1000) / 1000
		after.Start = before.End
	}
	head.Time.End = min(max(before.End, l.Time.Start), l.Time.End)
	rest.Time.Start = min(max(after.Start, l.Time.Start), l.Time.End)
	return head, rest
}
