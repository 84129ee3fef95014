package emnlp2010

import (
	"fmt"
	"slices"
	"strings"
)

// Mark is what stands after a word (Lu and Ng 2010, Table 1).
type Mark uint8

// The marks. Those from Period on end a sentence.
const (
	None Mark = iota
	Comma
	Period
	QMark
	EMark
	numMarks
)

var markNames = []string{"NONE", "COMMA", "PERIOD", "QMARK", "EMARK"}

// String returns the name of a mark in files.
func (m Mark) String() string { return markNames[m] }

// ends reports whether a mark ends a sentence.
func (m Mark) ends() bool { return m >= Period }

// Tag says of a word where in a sentence of which kind it is (Table 2).
type Tag uint8

// The tags, the one of the first word before that of the others; kinds of sentences in
// the order of the marks that end them.
const (
	DeBeg Tag = iota
	DeIn
	QnBeg
	QnIn
	ExBeg
	ExIn
	numTags
)

var tagNames = []string{"DEBEG", "DEIN", "QNBEG", "QNIN", "EXBEG", "EXIN"}

// String returns the name of a tag in files.
func (t Tag) String() string { return tagNames[t] }

// begins reports whether a tag is that of the first word of a sentence.
func (t Tag) begins() bool { return t%2 == 0 }

// mark returns the mark that ends the sentence of a tag.
func (t Tag) mark() Mark { return Period + Mark(t/2) }

// tagOf returns the tag of a word of the sentence that a mark ends.
func tagOf(end Mark, first bool) Tag {
	t := Tag(end-Period) * 2
	if !first {
		t++
	}
	return t
}

// Tags returns the tags that belong to marks. A sentence that the utterance leaves open is
// a statement.
func Tags(marks []Mark) []Tag {
	out := make([]Tag, len(marks))
	from := 0
	for t, m := range marks {
		if t+1 == len(marks) && !m.ends() {
			m = Period
		}
		for ; m.ends() && from <= t; from++ {
			out[from] = tagOf(m, from == 0 || marks[from-1].ends())
		}
	}
	return out
}

// checkTag says what is wrong with the tag of word t, given the ones before.
func checkTag(marks []Mark, tags []Tag, t int) error {
	tag := tags[t]
	switch first := t == 0 || marks[t-1].ends(); {
	case first && !tag.begins():
		return fmt.Errorf("%s does not fit: a sentence begins here, with %s, %s or %s", tag, DeBeg, QnBeg, ExBeg)
	case !first && tag != tags[t-1]|1:
		return fmt.Errorf("%s does not fit: the sentence goes on with %s", tag, tags[t-1]|1)
	case marks[t].ends() && marks[t] != tag.mark():
		return fmt.Errorf("%s does not fit %s: a sentence with that mark has %s and %s", tag, marks[t], tagOf(marks[t], true), tagOf(marks[t], false))
	}
	return nil
}

// parse returns the index of a name among names.
func parse(what, name string, names []string) (uint8, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("unknown %s %q: use %s", what, name, strings.Join(names, ", "))
	}
	return uint8(i), nil
}
