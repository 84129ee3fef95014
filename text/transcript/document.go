package transcript

import (
	"sort"

	"github.com/tidytalk/tidytalk/data"
)

// Document is a transcript: its source, and what was found in it. That of plain text
// is the file itself; that of other forms is what was said, turn by turn, as Build puts
// it together.
type Document struct {
	Name   string // for errors and output
	Source string
	// Language is the BCP 47 code of what the transcript itself says its language is, such
	// as "de"; "" where it does not say it.
	Language string
	Turns    []Turn
	Lines    []Line
	Words    []Word
	Tokens   []Token
	// Pieces says where the pieces of utterances are in Source, in order; nil for
	// plain text.
	Pieces []Place

	caseless bool // see findCase
	mixed    bool // some turns have sentence punctuation, and some have not: see findPunctuated
}

// Turn is a stretch that one speaker says: a line, or several where a line goes
// on in the next.
type Turn struct {
	Speaker    string // label as written, without colon; "" where there is none
	Words      Span   // in Document.Words
	FirstLine  int    // in Document.Lines
	Punctuated bool   // the turn has the sentence punctuation of the text that it belongs to: see findPunctuated
	// Stream numbers the streams of words that the document holds: turns of one speaker in one
	// recording are of the same one, whatever others say between. A turn of nobody known goes on
	// in the next one where nothing says that somebody else speaks there.
	Stream int
}

// Speakers returns the labels of the speakers, in the order in which they speak first.
func (d *Document) Speakers() []string {
	var out []string
	seen := map[string]bool{"": true}
	for i := range d.Turns {
		if s := d.Turns[i].Speaker; !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// Line is a line of the source.
type Line struct {
	Bytes Span // with its line end
	Text  int  // offset at which the text starts, after the speaker's label
	End   int  // offset at which the text ends, before the line end
	Words Span // in Document.Words
	// Utterance is the number of the utterance that the line is, in a document that
	// Build made; of plain text it is the number of the line.
	Utterance int
	Time      Interval
	Meta      bool // it is about the transcript, and not said: see MetaLines
}

// Word is what stands between blanks, with the punctuation around it, or a Chinese character.
type Word struct {
	Bytes  Span // with its punctuation
	Core   Span // without
	Tokens Span // in Document.Tokens; empty for a note such as "[laughter]"
	Final  bool // a sentence ends after the word
	Joined bool // no blank between this word and the next: "I--I", "你好"
	Parted bool // punctuation may stand behind it, and a sentence may end
	Script Script
	Whole  bool // it is a piece, as a whole: see Piece
	Kept   bool // it is never removed
	// Turn numbers what the speaker says at a stretch, from 1 on: words of a stream between which
	// somebody else speaks have different numbers, and so have those of different turns of the
	// document, which go on where somebody else has only said a backchannel. 0: the stream is one
	// turn, as far as is known. After many turns it begins anew.
	Turn uint16
	Time Interval
	// Confidence is the recogniser's, above 0 and at most 1; 0 where there is none.
	Confidence float64
	// Voice holds what the voice says at the boundary after the word: see data.Token.
	Voice []float32
}

// Interval is a stretch of time, in seconds from the start of the recording.
type Interval struct {
	Start, End float64
	Known      bool
}

// Token is one Penn Treebank token: a word, or a part of a contraction.
type Token struct {
	Bytes Span
	Text  string // what the models see; typographic apostrophes are plain
	Word  int    // in Document.Words
	// Given holds the disfluencies that the source itself says the token is part of.
	Given data.Disfluencies
}

// Span is a half-open range.
type Span struct{ Start, End int }

// Len returns the length of the span.
func (s Span) Len() int { return s.End - s.Start }

// Text returns the source of a span of bytes.
func (d *Document) Text(s Span) string { return d.Source[s.Start:s.End] }

// Position returns line and column (in bytes) of an offset into the source, both
// from 1.
func (d *Document) Position(offset int) (line, column int) {
	if len(d.Lines) == 0 {
		return 1, offset + 1
	}
	i := sort.Search(len(d.Lines)-1, func(i int) bool { return d.Lines[i+1].Bytes.Start > offset })
	return i + 1, offset - d.Lines[i].Bytes.Start + 1
}
