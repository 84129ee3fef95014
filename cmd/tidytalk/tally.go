package main

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/formats"
	"github.com/tidytalk/tidytalk/transcript"
)

// tally counts what becomes of the words of an input, for a report. All methods of a nil
// one do nothing.
type tally struct {
	words, removed int
	kinds          [data.NumDisfluencies]int // removed; a word of several kinds counts for the first
	marks          int                       // places where punctuation came, went or changed
	letters        int                       // words whose case changed
	numbers        int                       // written in digits
	examples       [data.NumDisfluencies][]example
}

// example is a stretch that goes.
type example struct {
	Line int    `json:"line"` // of the input, from 1
	Text string `json:"text"`
}

// The first examples of each kind are kept, and the beginning of long ones.
const (
	mostExamples = 3
	exampleSize  = 80 // characters
)

// add adds a document that starts after some lines of the input.
func (t *tally) add(file *formats.File, plan *formats.Plan, after int) {
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
		t.kinds[k] += n
		t.removed += n
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
			continue
		}
		t.words++
		k := firstKind(edit.Why(i))
		if k != kind {
			flush()
		}
		if kind = k; k < 0 || len(t.examples[k]) == mostExamples {
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
			t.marks++
		case transcript.Recase:
			t.letters++
		case transcript.Renumber:
			if c.Text != "" {
				t.numbers++
			}
		}
	}
}

// addWord adds a tokenised word, and the disfluencies for which it goes.
func (t *tally) addWord(word string, line int, why data.Disfluencies) {
	if t == nil {
		return
	}
	t.words++
	if k := firstKind(why); k >= 0 {
		t.removed++
		t.kinds[k]++
		t.example(k, line, word)
	}
}

func (t *tally) example(kind, line int, text string) {
	if len(t.examples[kind]) == mostExamples {
		return
	}
	if r := []rune(text); len(r) > exampleSize {
		text = string(r[:exampleSize]) + "..."
	}
	t.examples[kind] = append(t.examples[kind], example{line, text})
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

// sum adds the counts of another tally.
func (t *tally) sum(o *tally) {
	t.words += o.words
	t.removed += o.removed
	t.marks += o.marks
	t.letters += o.letters
	t.numbers += o.numbers
	for k := range o.kinds {
		t.kinds[k] += o.kinds[k]
	}
}
