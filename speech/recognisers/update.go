package recognisers

import (
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Word is a word as the recogniser writes it, with its marks. In text without blanks it may be more than a word.
type Word struct {
	Text    string
	Time    transcript.Interval // unknown where the recogniser does not tell it
	Speaker string              // "": not known
}

// Update is what a message says.
type Update struct {
	// Words stand from now on, behind those of updates before.
	Words []Word
	// End says that an utterance ends behind Words, or, without any, behind those before.
	End bool
	// Tail is all that is heard behind the words that stand, and may still change: it replaces that of the update
	// before.
	Tail []Word
}

// Text returns words in a line, with blanks between where their writing has some.
func Text(words []Word) string {
	var b strings.Builder
	for i := range words {
		if i > 0 && !language.Unspaced(words[i-1].Text, words[i].Text) {
			b.WriteByte(' ')
		}
		b.WriteString(words[i].Text)
	}
	return b.String()
}

// plain returns the words of a text. Their times are parts of its own, by their letters.
func plain(text, speaker string, time transcript.Interval) []Word {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil
	}
	words := make([]Word, len(fields))
	letters := 0
	for _, f := range fields {
		letters += len(f) + 1
	}
	at, each := time.Start, (time.End-time.Start)/float64(letters)
	for i, f := range fields {
		words[i] = Word{Text: f, Speaker: speaker}
		if time.Known {
			end := at + each*float64(len(f)+1)
			words[i].Time = transcript.Interval{Start: at, End: end, Known: true}
			at = end
		}
	}
	return words
}

// timed returns words whose text has the marks and the case that the list of words lacks, with the times of that; of a text of
// other words, plain ones over the same time.
func timed(text string, list []Word) []Word {
	fields := strings.Fields(text)
	switch {
	case len(list) == 0:
		return plain(text, "", transcript.Interval{})
	case len(fields) == len(list):
		for i := range list {
			list[i].Text = fields[i]
		}
		return list
	case len(fields) == 0:
		return list
	}
	first, last := list[0].Time, list[len(list)-1].Time
	return plain(text, list[0].Speaker, interval(first.Start, last.End, first.Known && last.Known))
}

// interval returns a time that is known if it can be.
func interval(start, end float64, known bool) transcript.Interval {
	if !known || start < 0 || end < start {
		return transcript.Interval{}
	}
	return transcript.Interval{Start: start, End: end, Known: true}
}
