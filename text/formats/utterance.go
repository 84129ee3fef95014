package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Utterance is what somebody says at a stretch: a cue, a segment, a turn.
type Utterance struct {
	Speaker string
	Time    transcript.Interval
	Words   []Word
	Turn    int // of the document
	at      int // 1 more than where it starts in the document of its file; 0: it is of none
}

// Word is a word with its punctuation.
type Word struct {
	transcript.KeptWord
	Time         transcript.Interval
	Confidence   float64 // as in transcript.Word
	Note         bool    // no word, but "[laughter]"
	StartsLine   bool    // it starts another line of its cue
	EndsSentence bool    // a sentence ends after it

	name string // of the speaker, where it is written out at the start of Lead
}

// Text returns the word with its punctuation.
func (w *Word) Text() string { return w.Lead + w.Core + w.Trail }

// Text returns the words of an utterance in a line.
func (u *Utterance) Text() string {
	var b strings.Builder
	u.write(&b, false)
	return b.String()
}

// write writes the words of an utterance in a line, or in one for each of its paragraphs.
func (u *Utterance) write(b *strings.Builder, paragraphs bool) {
	for i := range u.Words {
		switch {
		case i > 0 && paragraphs && u.Words[i].Opens:
			b.WriteString(blankLine)
		case i > 0 && !u.Words[i].Tight:
			b.WriteByte(' ')
		}
		b.WriteString(u.Words[i].Text())
	}
}

// spaced returns text that goes on behind other text, with the blank that belongs between.
func spaced(before, text string) string {
	if before == "" || text == "" || language.Unspaced(before, text) {
		return text
	}
	return " " + text
}

// inOneLine returns lines, or words, as one line.
func inOneLine(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(spaced(b.String(), p))
	}
	return b.String()
}

// breaks reports whether a line may be broken before a word: behind a blank, or beside a
// Chinese character.
func breaks(words []Word, i int) bool {
	return i == 0 || !words[i].Tight || language.IsHan(firstRune(words[i].Core)) || language.IsHan(lastRune(words[i-1].Core))
}

// wide returns how wide a text is, in letters: Chinese characters and signs are twice as wide.
func wide(text string) int {
	n := 0
	for _, r := range text {
		if n++; language.IsFullWidth(r) {
			n++
		}
	}
	return n
}

// spoken returns the words that are no notes.
func (u *Utterance) spoken() []Word {
	var out []Word
	apart := false // a note was left out, which may be all that parted two words
	for _, w := range u.Words {
		if apart = apart || !w.Tight || w.Note; !w.Note {
			w.Tight = !apart
			out, apart = append(out, w), false
		}
	}
	return out
}

// fill spreads words without times evenly, by their letters, between those that have
// them, or over the utterance.
func (u *Utterance) fill() {
	for i := 0; i < len(u.Words); i++ {
		if u.Words[i].Time.Known {
			continue
		}
		first, letters := i, 0
		for ; i < len(u.Words) && !u.Words[i].Time.Known; i++ {
			letters += len(u.Words[i].Core) + 1
		}
		from, to := u.Time.Start, u.Time.End
		if first > 0 {
			from = u.Words[first-1].Time.End
		}
		if i < len(u.Words) {
			to = max(from, u.Words[i].Time.Start)
		}
		to = max(from, to)
		each, at := (to-from)/float64(letters), from
		for k := first; k < i; k++ {
			end := at + each*float64(len(u.Words[k].Core)+1)
			u.Words[k].Time = transcript.Interval{Start: at, End: end, Known: true}
			at = end
		}
	}
}

// share gives words that have one time together, as those of an entity may, each a part of
// it, by their letters.
func (u *Utterance) share() {
	for i := 0; i < len(u.Words); i++ {
		first, letters := i, len(u.Words[i].Core)+1
		for i+1 < len(u.Words) && u.Words[i+1].Time.Known && u.Words[i+1].Time == u.Words[first].Time {
			i++
			letters += len(u.Words[i].Core) + 1
		}
		if i == first {
			continue
		}
		all := u.Words[first].Time
		at, each := all.Start, (all.End-all.Start)/float64(letters)
		for k := first; k <= i; k++ {
			end := at + each*float64(len(u.Words[k].Core)+1)
			u.Words[k].Time.Start, u.Words[k].Time.End = at, end
			at = end
		}
	}
}
