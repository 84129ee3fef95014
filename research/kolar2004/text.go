package kolar2004

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// Text is a recording, or another stream of words that is not split into sentences.
type Text struct {
	Name  string
	words []string // in lower case, as a recogniser has them
	tags  []string
	gold  []Class
	timed bool // some words have times
	said  []prosody.Word
	rows  [][]float32 // what the voice says after each word; nil: the text is not timed
}

// Texts returns the streams of recordings: their words in the order of the file.
func Texts(recorded []prosody.Recorded) []*Text {
	var out []*Text
	for i := range recorded {
		r := &recorded[i]
		t := &Text{Name: r.Name, said: r.Words}
		for j := range r.Tokens {
			token := &r.Tokens[j]
			t.words, t.tags = append(t.words, strings.ToLower(token.Text)), append(t.tags, token.POS)
			t.gold = append(t.gold, classOf(token))
			t.timed = t.timed || token.Timed
		}
		out = append(out, t)
	}
	return out
}

// classOf returns the class after a token. The ends of sentences are those that the corpus
// marks, since "." may be that of an abbreviation.
func classOf(t *data.Token) Class {
	switch {
	case t.Boundary != 0:
		return Sentence
	case t.Punct == ',':
		return Comma
	}
	return None
}

// voice measures the texts that have times. Vowels and syllables are normalised by stats.
func voice(texts []*Text, stats *prosody.Durations) {
	for _, t := range texts {
		if t.timed {
			t.rows = prosody.Extract(t.said, stats)
			for i := range t.rows {
				t.rows[i] = ofPaper(t.rows[i])
			}
		}
	}
}

// timed returns the texts that have times.
func timed(texts []*Text) []*Text {
	var out []*Text
	for _, t := range texts {
		if t.timed {
			out = append(out, t)
		}
	}
	return out
}

// Words returns how many words texts have.
func Words(texts []*Text) int {
	n := 0
	for _, t := range texts {
		n += len(t.words)
	}
	return n
}

// positional is the length of a positional tag (section 5).
const positional = 15

// subtag returns what the paper keeps of a positional tag: detailed part of speech, case
// (nominative, genitive, accusative, or other), person, tense and grade. Other tags stay as
// they are.
func subtag(tag string) string {
	if len(tag) != positional {
		return tag
	}
	grammaticalCase := tag[4]
	if !strings.ContainsRune("124-", rune(grammaticalCase)) {
		grammaticalCase = 'o'
	}
	return string([]byte{tag[1], grammaticalCase, tag[7], tag[8], tag[9]})
}

// isPositional reports whether texts have positional tags, from which there are subtags.
func isPositional(texts []*Text) bool {
	for _, t := range texts {
		for _, tag := range t.tags {
			return len(tag) == positional
		}
	}
	return false
}

// shares returns the shares of the classes in texts.
func shares(texts []*Text) []float64 {
	var y []uint8
	for _, t := range texts {
		for _, c := range t.gold {
			y = append(y, uint8(c))
		}
	}
	return priorsOf(y, int(numClasses))
}
