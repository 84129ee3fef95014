package transcript

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrText is wrapped by the errors of ParseText.
var ErrText = errors.New("not a text transcript")

// MaxLine is the length, in bytes, of the longest line that ParseText accepts:
// about sixty hours of speech.
const MaxLine = 4 << 20

// TextError says where input is no text. It wraps ErrText.
type TextError struct {
	Name         string
	Line, Column int // from 1; the column in bytes
	Reason       string
}

func (e *TextError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Name, e.Line, e.Column, e.Reason)
}

// Unwrap returns ErrText.
func (e *TextError) Unwrap() error { return ErrText }

// CheckText reports the first place where src is not UTF-8, holds a control
// character, or has a line longer than MaxLine, as a *TextError.
func CheckText(src, name string) error {
	line, start := 1, 0
	for i := 0; i < len(src); {
		c := src[i]
		size := 1
		reason := ""
		switch {
		case c == '\n':
			line, start = line+1, i+1
		case c < ' ' && c != '\t' && c != '\r' && c != '\f' && c != '\v' || c == 0x7f:
			reason = fmt.Sprintf("control character 0x%02x: this looks like binary data, not text", c)
		case c >= utf8.RuneSelf:
			var r rune
			if r, size = utf8.DecodeRuneInString(src[i:]); r == utf8.RuneError && size == 1 {
				reason = fmt.Sprintf("byte 0x%02x is not UTF-8: convert the file first, for example with iconv", c)
			}
		}
		if i-start > MaxLine {
			reason = fmt.Sprintf("the line is longer than %d bytes: break it, at best where the speaker changes", MaxLine)
		}
		if reason != "" {
			return &TextError{name, line, i - start + 1, reason}
		}
		i += size
	}
	return nil
}

// ParseText reads a plain text transcript. A line may start with a label: an
// optional time in brackets or bare ("[00:01:02]"), then a speaker's name of at
// most four words, a colon, and a blank or the end of the line ("Speaker 1:",
// "ALICE:", "A:"). A name starts with a capital or a digit, or is a single word
// of lower case with or without a number ("speaker 2:"). No blank has to follow a full-width
// colon, or one in Chinese ("张三：好的", "张三:好的"), where other lines tell that it is behind a
// name: see SpeakersOf. A line is a turn of its
// own; in text with sentence punctuation it goes on in the next line where it has no
// final punctuation and the next one starts in lower case without a label, as in
// hard-wrapped text. Stretches in square or angle brackets and braces ("[laughter]"),
// some in round ones ("(laughs)"), tags, songs ("♪ la ♪") and signs before a line or a
// speaker ("•", ">>") are notes, not words. Errors are those of CheckText. A byte order mark is kept,
// but no part of the text.
func ParseText(src, name string) (*Document, error) { return parseText(src, name, wholeText) }

// ParsePart is ParseText for a part of a line behind its beginning: there is no
// label in it.
func ParsePart(src, name string) (*Document, error) { return parseText(src, name, partOfLine) }

// parsing says what parseText reads.
type parsing uint8

const (
	partOfLine parsing = iota // there is no label
	oneLine                   // or the beginning of one
	wholeText                 // of which all lines tell more than each of them: SpeakersOf, MetaLines
)

// parseText is ParseText for some kind of text.
func parseText(src, name string, what parsing) (*Document, error) {
	if err := CheckText(src, name); err != nil {
		return nil, err
	}
	d := &Document{Name: name, Source: src}
	var speakers []string
	var known Speakers
	var meta []bool
	if what != partOfLine {
		known = SpeakersOf(strings.Lines(strings.TrimPrefix(src, "\ufeff")))
	}
	if what == wholeText {
		meta = MetaLines(slices.Collect(strings.Lines(strings.TrimPrefix(src, "\ufeff"))), known, false)
	}
	for at := 0; at < len(src); {
		end := len(src)
		if n := strings.IndexByte(src[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		line := Line{Bytes: Span{at, end}, Utterance: len(d.Lines), Text: at, End: at + len(strings.TrimRightFunc(src[at:end], unicode.IsSpace))}
		if at == 0 && strings.HasPrefix(src, "\ufeff") {
			line.Text = min(len("\ufeff"), line.End)
		}
		line.End = max(line.End, line.Text)
		speaker, n := "", 0
		if what != partOfLine {
			speaker, n = known.Label(src[line.Text:line.End])
		}
		line.Text += n
		if k := len(d.Lines); k < len(meta) && meta[k] {
			line.Meta, line.Text = true, line.End
			if !isChatNotice(d.Source[min(at+n, line.End):line.End]) {
				speaker = ""
			}
		}
		line.Words.Start = len(d.Words)
		d.words(line.Text, line.End, what != partOfLine)
		line.Words.End = len(d.Words)
		d.Lines = append(d.Lines, line)
		speakers = append(speakers, speaker)
		at = end
	}
	d.part()
	d.turns(speakers)
	d.findCase()
	return d, nil
}

// Label returns the speaker's name at the start of a line, "" if there is none, and
// where the text starts, after the label; see ParseText. Of names with a colon that no blank
// follows it knows those that need no other line: see Speakers.
func Label(line string) (speaker string, text int) { return Speakers{}.Label(line) }

// labelStart returns the length of what may stand before a label: blanks, marks of a new
// speaker (">>", "-"), and a time.
func labelStart(s string) (n int) {
	skip := func(chars string) {
		for n < len(s) && strings.IndexByte(chars, s[n]) >= 0 {
			n++
		}
	}
	skip(" \t")
	if rest := s[n:]; strings.HasPrefix(rest, ">>") || strings.HasPrefix(rest, "> ") || strings.HasPrefix(rest, "- ") {
		skip(">- \t")
	} else if r, size := utf8.DecodeRuneInString(rest); isDash(r) {
		// "-Yes." and "– Yes."
		if next, _ := utf8.DecodeRuneInString(rest[size:]); unicode.IsLetter(next) || next == ' ' || strings.ContainsRune("[(<♪\"“", next) {
			n += size
			skip(" \t")
		}
	}
	n += timeStamp(s[n:])
	skip(" \t")
	return n
}

// timeStamp returns the length of a time such as "00:01:02.5", "[1:02]" or
// "(00:01)", or a link to a place in the recording, at the start of s, 0 if there is none.
func timeStamp(s string) int {
	if _, n := MediaStamp(s); n > 0 {
		return n
	}
	const around, closing = "[(", "])"
	start, bracket := 0, -1
	if s != "" {
		bracket = strings.IndexByte(around, s[0])
	}
	if bracket >= 0 {
		start = 1
	}
	n := start
	for n < len(s) && strings.IndexByte("0123456789:.,", s[n]) >= 0 {
		n++
	}
	rest := s[n:]
	if bracket < 0 && rest != "" && n > 0 && s[0] >= '0' && s[0] <= '9' {
		switch colons := strings.Count(s[:n], ":"); { // TMPlayer: "0:00:03=so", "0:00:03:so"
		case colons == 2 && rest[0] == '=':
			return n + 1
		case colons == 3 && s[n-1] == ':':
			return n
		}
	}
	switch {
	case !strings.Contains(s[start:n], ":") || strings.IndexByte("0123456789", s[start]) < 0:
		return 0
	case bracket >= 0 && rest != "" && rest[0] == closing[bracket]:
		return n + 1
	case bracket < 0 && (rest == "" || rest[0] == ' ' || rest[0] == '\t'):
		return n
	}
	return 0
}

// isName reports whether what stands before a colon may be the name of a speaker. Names that are said twice have two
// capitals ("Duran Duran"); "Je je viens:" is a stutter. Before a no-break blank, with which all French colons stand, a name has
// one word without a capital at most ("Voix off", not "Il est là").
func isName(s string) bool {
	words, lower := 0, 0
	before, twice := "", false
	for w := range strings.FieldsSeq(s) {
		if words++; words > 4 {
			return false
		}
		twice = twice || strings.EqualFold(w, before)
		before = w
		first, _ := utf8.DecodeRuneInString(w)
		if unicode.IsLower(first) {
			lower++
		}
		for _, r := range w {
			if !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_.-'’#()&", r) {
				return false
			}
		}
	}
	if words == 0 || s[len(s)-1] == ' ' || twice && lower > 0 {
		return false
	}
	if last, _ := utf8.DecodeLastRuneInString(s); unicode.IsSpace(last) && lower > 1 {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	if unicode.IsLower(first) {
		return words == 1 || words == 2 && lower == 1
	}
	return unicode.IsLetter(first) || unicode.IsNumber(first)
}

// turns groups the lines into turns.
func (d *Document) turns(speakers []string) {
	punctuated := d.punctuated()
	for i := range d.Lines {
		l := &d.Lines[i]
		if l.Words.Len() == 0 {
			continue
		}
		if n := len(d.Turns); n > 0 && punctuated && i > 0 && speakers[i] == "" && l.Text == l.Bytes.Start+indent(d.Text(l.Bytes)) && d.goesOn(i) {
			d.Turns[n-1].Words.End = l.Words.End
			continue
		}
		// The text after a label on a line of its own is that speaker's.
		speaker := speakers[i]
		if speaker == "" && i > 0 && speakers[i-1] != "" && d.Lines[i-1].Words.Len() == 0 {
			speaker = speakers[i-1]
		}
		d.Turns = append(d.Turns, Turn{Speaker: speaker, Words: l.Words, FirstLine: i})
	}
	d.findStreams(func(t *Turn) (voice, bool) { return voice{speaker: t.Speaker}, true })
	d.numberTurns(nil)
	for i := range d.Turns {
		d.setFinals(d.Turns[i].Words)
	}
	d.findPunctuated(punctuated)
}

func indent(s string) int { return len(s) - len(strings.TrimLeft(s, " \t")) }

// goesOn reports whether line i continues the sentence of the line before it.
func (d *Document) goesOn(i int) bool {
	before := d.Lines[i-1].Words
	if before.Len() == 0 {
		return false
	}
	last, first := d.Words[before.End-1], d.Words[d.Lines[i].Words.Start]
	if last.Tokens.Len() == 0 || first.Tokens.Len() == 0 || isFinal(d.Source[last.Core.End:last.Bytes.End]) {
		return false
	}
	if scripts[first.Script].unspaced {
		mark := softPunct(d.Source[last.Core.End:last.Bytes.End])
		return scripts[last.Script].unspaced && (mark == ',' || mark == ';')
	}
	r, _ := utf8.DecodeRuneInString(d.Source[first.Core.Start:])
	return unicode.IsLower(r)
}

// punctuated reports whether the text has sentence punctuation: at least one in 40
// words. Chinese text may have one comma after the other, and sentence punctuation at the ends of
// paragraphs: there, a punctuation mark in 20 words will do.
func (d *Document) punctuated() bool {
	finals, marks := 0, 0
	for i := range d.Words {
		w := &d.Words[i]
		if w.Core.End == w.Bytes.End {
			continue
		}
		trail := d.Source[w.Core.End:w.Bytes.End]
		final := isFinal(trail)
		if final {
			finals++
		}
		if scripts[w.Script].unspaced && (final || softPunct(trail) == ',' || softPunct(trail) == ';') {
			marks++
		}
	}
	if finals == 0 && marks == 0 {
		return false
	}
	words := d.count(Span{0, len(d.Words)})
	return finals > 0 && finals*40 >= words || marks > 1 && marks*20 >= words
}
