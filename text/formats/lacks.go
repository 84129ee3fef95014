package formats

import (
	"fmt"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// LackError is why a transcript cannot be written in a format: it has no times where the format
// needs them.
type LackError struct {
	Name   string // of the file
	Format Format
	Line   int    // of the file, from 1; 0: not known
	Reason string // what is missing, and what to do
}

func (e *LackError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s cannot become %s: %s", e.Name, e.Format, e.Reason)
	}
	return fmt.Sprintf("%s:%d: cannot become %s: %s", e.Name, e.Line, e.Format, e.Reason)
}

// Place returns the reason with the line, for those who know which file and format it is about.
func (e *LackError) Place() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Reason)
}

// Formats returns the formats that the transcript can be written in, as far as its times go.
func (t *Transcript) Formats() []Format {
	can, _ := t.written()
	return can
}

// Lacks returns why the transcript cannot be written in those formats that are missing among
// Formats, though they can be written: for each the error that Write gives.
func (t *Transcript) Lacks() []*LackError {
	_, lacks := t.written()
	return lacks
}

// written sorts the formats that are written by whether this transcript can be.
func (t *Transcript) written() (can []Format, lacks []*LackError) {
	var missing [wordTimes + 1]*LackError
	for needs := range missing {
		missing[needs] = t.lack(times(needs))
	}
	for i := range table {
		switch d := &table[i]; {
		case d.write == nil:
		case missing[d.needs] == nil:
			can = append(can, d.format)
		default:
			own := *missing[d.needs]
			own.Format = d.format
			lacks = append(lacks, &own)
		}
	}
	return can, lacks
}

// lack returns the first place at which the transcript has no times that are needed, nil where there is none.
// Its format is left open.
func (t *Transcript) lack(needs times) *LackError {
	if needs == noTimes {
		return nil
	}
	timed := false
	for i := range t.Utterances {
		timed = timed || t.Utterances[i].Time.Known
	}
	before := -1
	for i := range t.Utterances {
		u := &t.Utterances[i]
		said := start(u.Text())
		if !interval(u.Time.Start, u.Time.End, u.Time.Known).Known {
			at, line := t.origin(u)
			switch odd := t.oddBetween(before, at); {
			case odd != "":
				return t.lackAt(line, "%s, at %q: set its times right", odd, said)
			case timed:
				return t.lackAt(line, "it has no times at %q, and has some elsewhere: put them in", said)
			default:
				return t.lackAt(line, "it has no times, and the format needs them, from %q on: take a form without times, or start from a transcript that has them", said)
			}
		}
		before, _ = t.origin(u)
	}
	for i := range t.Utterances {
		if u := &t.Utterances[i]; needs == wordTimes && !u.timed() && len(u.spoken()) > 0 {
			_, line := t.origin(u)
			return t.lackAt(line, "the format has a time for every word, and there are none in %q: take a form with times of lines, or start from a transcript that has those of words", start(u.Text()))
		}
	}
	return nil
}

// timed reports whether any word has a time that can be right.
func (u *Utterance) timed() bool {
	for i := range u.Words {
		if w := &u.Words[i]; interval(w.Time.Start, w.Time.End, w.Time.Known).Known {
			return true
		}
	}
	return false
}

func (t *Transcript) lackAt(line int, format string, args ...any) *LackError {
	return &LackError{Name: t.Name, Line: line, Reason: fmt.Sprintf(format, args...)}
}

// need fills in what a format needs that can be filled in: times of words that lie between words with times. It
// reports what cannot.
func (t *Transcript) need(what times, format Format) error {
	if lack := t.lack(what); lack != nil {
		lack.Format = format
		return lack
	}
	if what == wordTimes {
		for i := range t.Utterances {
			t.Utterances[i].fill()
		}
	}
	return nil
}

// origin returns where an utterance starts in the file, and in which of its lines; -1 and 0 where that is not known.
func (t *Transcript) origin(u *Utterance) (at, line int) {
	if t.file == nil || u.at == 0 {
		return -1, 0
	}
	at, _, _ = t.file.Origin(transcript.Span{Start: u.at - 1, End: u.at})
	line, _ = t.file.Position(at)
	return at, line
}

// oddBetween returns what is odd about times that stand behind one place of the file, up to another; "": nothing is.
func (t *Transcript) oddBetween(before, at int) string {
	if t.file == nil {
		return ""
	}
	what := ""
	for _, x := range t.file.odd {
		if before < x.at && x.at <= at {
			what = x.what
		}
	}
	return what
}

// oddPlace is where times of a file cannot be right, and why.
type oddPlace struct {
	at   int // an offset into its text
	what string
}

// warnOdd warns of times that cannot be right.
func (f *File) warnOdd(at int, what string) {
	f.odd = append(f.odd, oddPlace{at, what})
	f.warn(at, "%s: %s", what, leftAlone)
}
