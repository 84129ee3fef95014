package document

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// Bounds of what a Stream holds of a line.
const (
	// held is how many of the last words are not looked at, since what follows may
	// change how they are read ("pre- and post-war").
	held = 3
	// longestLabel is more than a speaker's label with its time can have: a part of it is
	// none.
	longestLabel = 100
	// maxTail is how many bytes without a blank are waited for: more than a word with its
	// punctuation has.
	maxTail = 4 * transcript.MaxWord
	// fewWords is in how many bytes there are words, or it is not waited for them, and
	// shortWords in how many they, or a sentence, mostly are: what is longer is not looked
	// at with every word.
	fewWords   = 4 << 10
	shortWords = 512
	// mostHeld is how many bytes words wait, whatever there is in them, and a sentence may
	// have; with a long look-ahead bytesPerWord for each word.
	mostHeld     = 16 << 10
	bytesPerWord = 64
)

// most is how many bytes of a line the stream holds.
func (s *Stream) most() int { return max(mostHeld, s.first()*bytesPerWord) }

// first is how many words of a line have to be there before anything is due.
func (s *Stream) first() int {
	if s.settles() {
		return s.firstSettled()
	}
	return 3 * s.d.options.LookAhead
}

// pending is text of a line that is not looked at yet: words that may go on, or a
// sentence whose end has not come.
type pending struct {
	text  []byte
	tried int  // bytes of it that were looked at in vain
	known int  // of begun, then
	begun int  // places behind blanks where something begins
	blank int  // where its last blank ends
	after bool // it is behind a blank, or at the start: the next character begins something
	ends  bool // there may be a sentence boundary in it
}

// len returns the length of the text.
func (p *pending) len() int { return len(p.text) }

// String returns the text.
func (p *pending) String() string { return string(p.text) }

// tail returns the length of what is behind the last blank.
func (p *pending) tail() int { return len(p.text) - p.blank }

// add adds text.
func (p *pending) add(text string) {
	if len(p.text) == 0 {
		p.after = true
	}
	for i, r := range text {
		switch {
		case unicode.IsSpace(r):
			p.blank, p.after = len(p.text)+i+utf8.RuneLen(r), true
		case p.after:
			p.begun, p.after = p.begun+1, false
		}
		p.ends = p.ends || strings.ContainsRune(".?!\u2026\u3002\uff1f\uff01", r)
	}
	p.text = append(p.text, text...)
}

// drop drops the first bytes.
func (p *pending) drop(n int) {
	rest := string(p.text[n:])
	*p = pending{text: p.text[:0]}
	p.add(rest)
}

// inVain says that all of it was looked at, and more has to come.
func (p *pending) inVain() { p.tried, p.known = len(p.text), p.begun }

// due reports whether looking at the line may bring anything: so that text that comes a
// character at a time is not parsed with every one, nor long text that has no place to
// cut it again and again.
func (s *Stream) due() bool {
	p := &s.line
	n, short := p.len(), fewWords
	if s.looked {
		short = shortWords
	}
	switch {
	case n > short && n < p.tried+p.tried/8, p.begun == p.known && n <= maxTail:
		return false
	case !s.looked:
		return p.begun > s.first() || n >= s.first()*bytesPerWord || p.tail() > maxTail
	case s.punctuated:
		return p.ends || n > s.most() || p.tail() > maxTail
	}
	return true
}

// complete returns the length of what can be looked at of a line that goes on: up to a
// blank with some words after it, outside brackets; where there are no words in much text,
// up to any blank. 0: more has to come.
func (s *Stream) complete(line string) int {
	at, words := len(line), 0
	for words < s.holds() {
		blank := strings.LastIndexFunc(line[:at], unicode.IsSpace)
		if blank < 0 {
			break
		}
		if strings.ContainsFunc(line[blank:at], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			words++
		}
		at = blank
	}
	if words < s.holds() {
		if len(line) <= fewWords {
			return 0
		}
		at = max(0, strings.LastIndexFunc(line, unicode.IsSpace))
	}
	if s.settles() {
		at = settledReading(line, min(at, strings.LastIndexFunc(line, unicode.IsSpace)+1))
	}
	return transcript.OpenNote(line[:at])
}
