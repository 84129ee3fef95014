package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
)

// chunk reads the words of what stands between blanks. Dashes and ellipses inside it separate
// words, and each Chinese character and Japanese syllable is one.
type chunk struct {
	d        *Document
	at, stop int  // of the source: what is not read
	first    int  // the first word of the line
	lead     *int // start of punctuation that belongs to the next word; -1: there are none

	han     int  // where the next Chinese or Japanese character is: words up to there are spaced
	address int  // the last "://" before it; before at: there is none
	mixed   bool // such characters are among the words
	quotes  int  // straight ones, so far
}

// read adds the words.
func (c *chunk) read() {
	c.next()
	c.mixed = c.han < c.stop
	for c.at < c.stop {
		start := c.at
		if c.skip(false); c.at == c.stop {
			c.marks(start)
			return
		}
		script, n := c.word()
		if n == 0 {
			c.d.addWord(Word{Bytes: Span{start, c.stop}, Core: Span{c.stop, c.stop}, Tokens: Span{len(c.d.Tokens), len(c.d.Tokens)}}, c.lead)
			return
		}
		w := Word{Bytes: Span{Start: start}, Core: Span{c.at, c.at + n}, Script: script}
		w.Tokens.Start = len(c.d.Tokens)
		c.d.tokens(w.Core, len(c.d.Words))
		w.Tokens.End = len(c.d.Tokens)
		c.at += n
		if c.at > c.han {
			c.next()
		}
		c.skip(c.mixed)
		w.Bytes.End, w.Joined = c.at, c.at < c.stop
		c.d.addWord(w, c.lead)
	}
}

// next finds where the next Chinese or Japanese character is.
func (c *chunk) next() {
	s := c.d.Source
	c.han = c.at + language.NextUnspaced(s[c.at:c.stop])
	c.address = c.at + strings.LastIndex(s[c.at:c.han], "://")
}

// starts reports whether a word does.
func (c *chunk) starts() bool { return c.at == c.han || startsCore(c.d.Source[c.at:c.han]) }

// skip goes on to the next word, or, with opening, to a punctuation mark that opens what stands around it.
func (c *chunk) skip(opening bool) {
	for c.at < c.stop && !c.starts() {
		r, size := utf8.DecodeRuneInString(c.d.Source[c.at:])
		if opening && opens(r, c.quotes) {
			return
		}
		if c.at += size; r == '"' {
			c.quotes++
		}
	}
}

// marks adds punctuation without a word behind it. It belongs to the word before, or, at the
// start of a line and for opening quotes and brackets, to the next one.
func (c *chunk) marks(start int) {
	if *c.lead >= 0 {
		return
	}
	if n := len(c.d.Words); n > c.first && !isOpening(c.d.Source[start:c.stop]) && c.d.Words[n-1].Tokens.Len() > 0 {
		c.d.Words[n-1].Bytes.End = c.stop
		return
	}
	*c.lead = start
}

// word returns the script and the length of the word that starts; 0: what starts is longer than
// any word.
func (c *chunk) word() (Script, int) {
	s := c.d.Source
	if c.at == c.han {
		return scriptOf(s[c.at:c.stop]), hanLength(s[c.at:c.stop])
	}
	n := max(coreLength(s[c.at:c.han], c.at <= c.address), markedFiller(s[c.at:c.han]))
	if n > MaxWord {
		return Spaced, 0
	}
	if k := stutter(s[c.at : c.at+n]); k > 0 {
		n = k
	}
	return Spaced, n + c.d.starred(c.at, c.at+n, c.han, c.first)
}

// hanLength returns the length of the Chinese character that s starts with, with what
// chooses among its forms.
func hanLength(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !unicode.IsMark(r) {
			break
		}
		n += size
	}
	return n
}

// opens reports whether a punctuation mark in Chinese text is the opening one of two: of straight quotes
// that is one in two, of which some were before.
func opens(r rune, quotes int) bool {
	return r == '"' && quotes%2 == 0 || isOpening(string(r))
}
