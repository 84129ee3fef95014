package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
)

// spokenLine is a line of text as it is written for people: who speaks, and what is said. Plain text and Word
// documents are made of the same lines.
type spokenLine struct {
	gap   bool // an empty line is before it
	head  string
	above bool // head is a line of its own, above this one
	text  string
	words []placedWord
}

// placedWord is a word, and where its text starts in that of its line.
type placedWord struct {
	*Word
	at int
}

// lineBuilder puts a line together.
type lineBuilder struct {
	strings.Builder
	words []placedWord
}

// add adds an utterance; paragraphs says that they are kept apart.
func (b *lineBuilder) add(u *Utterance, paragraphs bool) {
	for i := range u.Words {
		w := &u.Words[i]
		switch {
		case i > 0 && paragraphs && w.Opens:
			b.WriteString(blankLine)
		case i > 0 && !w.Tight:
			b.WriteByte(' ')
		}
		b.words = append(b.words, placedWord{w, b.Len()})
		b.WriteString(w.Text())
	}
}

// take returns what was put together, a line for each paragraph, and begins anew. The first has the head.
func (b *lineBuilder) take(head string) []spokenLine {
	var out []spokenLine
	at, words := 0, b.words
	for i, text := range strings.Split(b.String(), blankLine) {
		l := spokenLine{gap: i > 0, text: text}
		if i == 0 {
			l.head = head
		}
		n := 0
		for ; n < len(words) && words[n].at < at+len(text); n++ {
			words[n].at -= at
		}
		l.words, words = words[:n], words[n:]
		out = append(out, l)
		at += len(text) + len(blankLine)
	}
	b.Reset()
	b.words = nil
	return out
}

// labelledLines returns a line for each turn, with the speaker's label, or, of a turn that has several paragraphs, one
// for each of them.
func (t *Transcript) labelledLines() []spokenLine {
	var out []spokenLine
	var line lineBuilder
	labels := t.labels()
	flush := func(speaker string) { out = append(out, line.take(labels[speaker])...) }
	words, ends := 0, false // half words of the line, and whether a sentence ends with it
	for i := range t.Utterances {
		u := &t.Utterances[i]
		switch {
		case i == 0:
		case u.Speaker != t.Utterances[i-1].Speaker || u.Speaker == "" && (u.Turn != t.Utterances[i-1].Turn || words >= 2*longParagraph && ends && !t.Paragraphs):
			flush(t.Utterances[i-1].Speaker)
			words = 0
		case t.Paragraphs && u.Words[0].Opens:
			line.WriteString(blankLine)
		case !joinable(line.String(), u.Text()):
			flush(u.Speaker)
		case !u.Words[0].Tight && !language.Unspaced(line.String(), u.Words[0].Text()):
			line.WriteByte(' ')
		}
		line.add(u, t.Paragraphs)
		for k := range u.Words {
			if words += 2; language.IsHan(firstRune(u.Words[k].Core)) {
				words-- // two characters are a word
			}
		}
		ends = u.Words[len(u.Words)-1].EndsSentence
	}
	if n := len(t.Utterances); n > 0 {
		flush(t.Utterances[n-1].Speaker)
	}
	return out
}

// headedLines returns a line for each turn below a header with its time; long ones get several.
func (t *Transcript) headedLines() []spokenLine {
	var out []spokenLine
	var line lineBuilder
	words, ends, head := 0, false, ""
	flush := func() {
		if line.Len() > 0 {
			out = append(out, line.take(head)...)
			out[len(out)-1].above, out[len(out)-1].gap = true, len(out) > 1
		}
	}
	for i := range t.Utterances {
		u := &t.Utterances[i]
		switch {
		case i == 0 || u.Speaker != t.Utterances[i-1].Speaker || u.Turn != t.Utterances[i-1].Turn || words >= longParagraph && ends:
			flush()
			words, head = 0, stamp(u.Time.Start)
			if u.Speaker != "" {
				head = headedName(u.Speaker) + "  " + head
			}
		case !u.Words[0].Tight && !language.Unspaced(line.String(), u.Words[0].Text()):
			line.WriteByte(' ')
		}
		line.add(u, false)
		words += len(u.Words)
		ends = u.Words[len(u.Words)-1].EndsSentence
	}
	flush()
	return out
}
