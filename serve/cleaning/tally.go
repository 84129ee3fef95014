package cleaning

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Tally counts what becomes of the words of an input, for a report. All methods of a nil
// one do nothing.
type Tally struct {
	Words, Removed int
	Kinds          [data.NumDisfluencies]int // removed; a word of several kinds counts for the first
	Marks          int                       // places where punctuation was restored, removed or changed
	Letters        int                       // words whose case changed
	Numbers        int                       // written in digits
	Spelled        int                       // spelled out by a style
	Notes          int                       // taken out by a style
	Examples       [data.NumDisfluencies][]Example
}

// Example is a stretch of words that is removed.
type Example struct {
	Line int    `json:"line"` // of the input, from 1
	Text string `json:"text"`
}

// The first examples of each kind are kept, and the beginning of long ones.
const (
	MostExamples = 3
	exampleSize  = 80 // characters
)

// add adds a document that starts after some lines of the input.
func (t *Tally) add(file *formats.File, plan *formats.Plan, after int) {
	if t == nil {
		return
	}
	d := file.Document
	own := *plan
	if file.Format.BareWords() {
		own.Rewriting = own.AsWritten()
	}
	edit := own.Edit(d)
	for k, n := range edit.Counts() {
		t.Kinds[k] += n
		t.Removed += n
	}
	var text []string
	kind, line := -1, 0
	flush := func() {
		if len(text) > 0 {
			t.example(kind, line, strings.Join(text, " "))
		}
		text = text[:0]
	}
	for i := range d.Words {
		w := &d.Words[i]
		if w.Tokens.Len() == 0 {
			if edit.NoteRule(i) != "" {
				t.Notes++
			}
			continue
		}
		t.Words++
		if edit.Why(i) == 0 && edit.Removed(w.Tokens.Start) {
			t.Removed++ // a command
		}
		k := firstKind(edit.Why(i))
		if k != kind {
			flush()
		}
		if kind = k; k < 0 || len(t.Examples[k]) == MostExamples {
			continue
		}
		if len(text) == 0 {
			line = after + file.Line(w.Tokens.Start)
		}
		text = append(text, d.Text(w.Bytes))
	}
	flush()
	for _, c := range edit.Changes() {
		switch c.Kind {
		case transcript.Punctuate, transcript.Apostrophise:
			t.Marks++
		case transcript.Recase:
			t.Letters++
		case transcript.Renumber:
			if c.Text != "" {
				t.Numbers++
			}
		case transcript.Spell:
			t.Spelled++
		}
	}
}

// addWord adds a tokenised word, and the disfluencies for which it is removed.
func (t *Tally) addWord(word string, line int, why data.Disfluencies) {
	if t == nil {
		return
	}
	t.Words++
	if k := firstKind(why); k >= 0 {
		t.Removed++
		t.Kinds[k]++
		t.example(k, line, word)
	}
}

func (t *Tally) example(kind, line int, text string) {
	if len(t.Examples[kind]) == MostExamples {
		return
	}
	if r := []rune(text); len(r) > exampleSize {
		text = string(r[:exampleSize]) + "..."
	}
	t.Examples[kind] = append(t.Examples[kind], Example{line, text})
}

// firstKind returns the number of the first kind in a set, -1 of none.
func firstKind(d data.Disfluencies) int {
	for k := range data.NumDisfluencies {
		if d&(1<<k) != 0 {
			return k
		}
	}
	return -1
}

// Sum adds the counts of another tally.
func (t *Tally) Sum(o *Tally) {
	t.Words += o.Words
	t.Removed += o.Removed
	t.Marks += o.Marks
	t.Letters += o.Letters
	t.Numbers += o.Numbers
	t.Spelled += o.Spelled
	t.Notes += o.Notes
	for k := range o.Kinds {
		t.Kinds[k] += o.Kinds[k]
	}
}
