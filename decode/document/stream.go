package document

import (
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/decode/dictation"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/models/rules"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// StreamOptions say what a Stream writes. The zero value is what a Cleaner does. A Stream
// makes no paragraphs, whatever the options say.
type StreamOptions struct {
	transcript.Rewriting
	Name string // of the text, for errors
	// Problem, where set, is told of pieces that the decoder failed on, with the number of
	// the line: the decisions of the two-stage models stand.
	Problem func(line int, err error)
	// Left, where set, is told of lines that are left as they are, in part or as a whole,
	// since they are in another language than the models know. See LanguageName.
	Left func(line int, language string)
	// Latency, where set, lets words settle one by one, and not with the sentence pieces that they are in, as the
	// look-ahead says: what is written comes earlier, and is less sure.
	Latency pipeline.Latency
}

// Stream cleans text as it comes, in whatever parts, and writes what it has committed to.
// Lines are turns, as in transcript.ParseText. The decision about a word is final when
// enough words have come after it (see Options.LookAhead), or the line is over. What it
// writes is what Cleaner.Text makes of the whole text, where that has no sentence-final
// punctuation, with the same look-ahead, but for what comes later and tells how people talk
// in the text, for what a speaker says in other lines, for names before a full-width colon, of which only those count that one line
// tells (see transcript.Speakers), and for quotes and brackets, where a bundle has models that put them in: both
// of a pair are written if they are decided about at once. Text is cleaned sentence by
// sentence from the first line on that begins with some, and no sentence goes on in the next
// line. The language of a line without punctuation is told from its first words, of other lines from each sentence,
// weighed with what has come before, of the speaker above all. Loops of recognisers are not looked for. Whether the text has apostrophes of its
// own in contractions, so that "its" is not "it's", is told from what has come. Unpunctuated Chinese,
// where there are models for it, and text of other languages waits for the end of its line, or for some thousand characters.
//
// A Stream belongs to one goroutine. Its memory does not grow with the text, and its time
// grows as the text does, whatever comes: where there is too little to decide about in too
// much text (16 KiB without the words that others wait for, a sentence of more than that,
// something of 4 KiB without a blank), what is there is decided about as if the line ended.
type Stream struct {
	ctx   context.Context
	d     *Decider
	o     StreamOptions
	w     io.Writer
	words queue // tokens of source

	looked     bool // whether the line has punctuation and case
	punctuated bool
	wrote      bool // some line had punctuation
	known      bool // words enough were heard to tell that they are in a language that there are models for
	printer    transcript.Printer

	heard   heard    // languages, so far
	speaker string   // of the line
	names   []string // of speakers, so far
	before  string   // language of what is before in the line
	foreign string   // language of the line, where it is left; of text without punctuation
	chinese bool     // the line is Chinese, and has no punctuation

	habits rules.Habits // of the lines in languages that turns are decided about in
	turn   string       // language of the line, which is decided about as a turn of it when it ends, and has no punctuation

	listener *dictation.Listener // nil: nobody dictates

	cut    []byte // the beginning of a character whose end has not come yet
	lines  int    // that are over
	column int    // bytes of the line that have come
	line   pending
	word   bool   // what is between blanks is longer than any word: it passes
	begun  bool   // a part of the line has been looked at
	source string // source of the tokens
	ends   []int  // for each token the end in source of the word whose last one it is; else 0
	parsed int    // bytes that were parsed so far: the work
	closed bool
	err    error
}

// ErrClosed is the error of writing to a Stream that is closed.
var ErrClosed = errors.New("the stream is closed")

// NewStream returns a stream that writes to w. When ctx is done, writing to it fails with
// the error of ctx. It needs a bundle with the parts for streams: see engine.ErrNoStreams.
func (d *Decider) NewStream(ctx context.Context, w io.Writer, o StreamOptions) (*Stream, error) {
	if err := o.Latency.Validate(); err != nil {
		return nil, err
	}
	words, err := d.pipeline.Stream()
	if err != nil {
		return nil, err
	}
	words.Settle(o.Latency)
	o.Paragraphs = 0 // which take the whole turn
	if o.Name == "" {
		o.Name = "stream"
	}
	s := &Stream{ctx: ctx, d: d, o: o, w: w, words: queue{stream: words}}
	if d.finder != nil {
		s.listener = d.finder.Listen()
		s.listener.Live(d.options.LookAhead)
	}
	s.printer = transcript.Printer{Rewriting: o.Rewriting, Caseless: true}
	return s, nil
}

// mostTaken is how many bytes are taken at a time, however long a text is written at once.
const mostTaken = 64 << 10

// Write takes more text, UTF-8 that may end inside a word or character, and writes what
// is committed by it. Text that is not UTF-8 is a *transcript.TextError. After an error
// every call returns it; after Close the error is ErrClosed, and nothing is written.
func (s *Stream) Write(b []byte) (int, error) {
	switch {
	case s.err != nil:
		return 0, s.err
	case s.closed:
		return 0, ErrClosed
	}
	whole := b
	if len(s.cut) > 0 {
		whole = append(s.cut, b...)
	}
	for {
		n := wholeRunes(whole[:min(len(whole), mostTaken)])
		if n == 0 {
			break
		}
		if s.err = s.take(string(whole[:n])); s.err != nil {
			return 0, s.err
		}
		whole = whole[n:]
	}
	s.cut = append([]byte(nil), whole...)
	return len(b), nil
}

// Close ends the last line and writes what is left. Closing again does nothing, and returns
// what the first call did.
func (s *Stream) Close() error {
	if s.closed {
		return s.err
	}
	s.closed = true
	if s.err == nil && len(s.cut) > 0 {
		s.err = s.take(string(s.cut)) // which is no UTF-8
		s.cut = nil
	}
	if s.err == nil && (s.line.len() > 0 || s.begun) {
		s.err = s.part(true)
	}
	return s.err
}

// take takes whole characters.
func (s *Stream) take(text string) error {
	if err := s.check(text); err != nil {
		return err
	}
	if !s.o.Decides() { // the models need not be asked
		return s.copy(text)
	}
	for text != "" {
		n := strings.IndexByte(text, '\n') + 1
		if n == 0 && s.settles() {
			return s.takeWords(text)
		}
		if n == 0 {
			s.column += len(text)
			rest, err := s.through(text)
			if err != nil || rest == "" {
				return err
			}
			s.line.add(rest)
			return s.part(false)
		}
		if s.settles() {
			if err := s.takeWords(text[:n-1]); err != nil {
				return err
			}
			text, n = text[n-1:], 1
		}
		rest, err := s.through(text[:n])
		if err != nil {
			return err
		}
		s.line.add(rest)
		text = text[n:]
		if err := s.part(true); err != nil {
			return err
		}
		s.lines, s.column = s.lines+1, 0
	}
	return nil
}

// copy writes text as it is.
func (s *Stream) copy(text string) error {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	if n := strings.Count(text, "\n"); n > 0 {
		s.lines, s.column = s.lines+n, 0
	}
	s.column += len(text) - strings.LastIndexByte(text, '\n') - 1
	_, err := io.WriteString(s.w, text)
	return err
}

// check is transcript.CheckText for a part of the text.
func (s *Stream) check(text string) error {
	err := s.located(transcript.CheckText(text, s.o.Name))
	var at *transcript.TextError
	if errors.As(err, &at) && at.Line == s.lines+1 {
		at.Column += s.column
	}
	return err
}

// located returns an error about the line as one about the text.
func (s *Stream) located(err error) error {
	var at *transcript.TextError
	if errors.As(err, &at) {
		at.Line += s.lines
	}
	return err
}

// wholeRunes returns the length of b without a character that is cut off at its end.
func wholeRunes(b []byte) int {
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return i
			}
			break
		}
	}
	return len(b)
}

func (s *Stream) problem(err error) {
	if err != nil && s.o.Problem != nil {
		s.o.Problem(s.lines+1, err)
	}
}
