package tidytalk

import (
	"context"
	"io"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/stages"
	"github.com/tidytalk/tidytalk/transcript"
)

// StreamOptions say what a Stream writes. The zero value removes nothing, and
// restores marks and case.
type StreamOptions struct {
	Remove transcript.Reasons
	Punct  transcript.PunctMode
	Case   transcript.CaseMode
	// Problem, where set, is told of pieces that the decoder failed on: the baseline's
	// labels stand.
	Problem func(err error)
}

// Stream cleans text as it comes, in whatever parts, and writes what is settled.
// Lines are turns, as in transcript.ParseText. A word is settled when enough words
// have come after it (see Options.LookAhead), or the line is over. What it writes is
// what Document and Edit.Text make of the whole text, where that has no sentence
// marks; text is cleaned sentence by sentence from the first line on that begins with
// some, and no sentence goes on in the next line. A Stream belongs to
// one goroutine, and its memory does not grow with the text.
type Stream struct {
	c    *Cleaner
	o    StreamOptions
	w    io.Writer
	flow *flow

	judged     bool // whether the line has marks and case
	punctuated bool
	printer    transcript.Printer

	line   string // source that is not looked at yet: words that may go on
	begun  bool   // a part of the line has been looked at
	source string // source of the tokens
	tokens []liveToken
	err    error
}

// liveToken is a token that is not printed.
type liveToken struct {
	end     int  // in Stream.source, of the word whose last token it is; else 0
	open    bool // the models see it, and it is not settled
	text    string
	reasons transcript.Reasons
	mark    data.Punct
	form    string
}

// NewStream returns a stream that writes to w. It needs a bundle with the parts for
// streams: see ErrNoStreams.
func (c *Cleaner) NewStream(w io.Writer, o StreamOptions) (*Stream, error) {
	if c.streams == nil {
		return nil, ErrNoStreams
	}
	s := &Stream{c: c, o: o, w: w, flow: c.newFlow()}
	s.printer = transcript.Printer{Remove: o.Remove, Punct: o.Punct, Case: o.Case, Caseless: true}
	return s, nil
}

// Write takes more text, valid UTF-8 that may end inside a word, and writes what is
// settled by it. After an error every call returns it.
func (s *Stream) Write(ctx context.Context, text string) error {
	for text != "" && s.err == nil {
		n := strings.IndexByte(text, '\n') + 1
		if n == 0 {
			s.line += text
			s.err = s.take(ctx, false)
			break
		}
		s.line += text[:n]
		text = text[n:]
		s.err = s.take(ctx, true)
	}
	return s.err
}

// Close ends the last line and writes what is left.
func (s *Stream) Close(ctx context.Context) error {
	if s.err == nil && (s.line != "" || s.begun) {
		s.err = s.take(ctx, true)
	}
	return s.err
}

// judge looks at the first text of a line for marks and case. Text that has once had
// either is taken to have it from there on.
func (s *Stream) judge(d *transcript.Document) {
	s.judged = true
	s.punctuated = len(d.Turns) > 0 && d.Turns[0].Punctuated
	s.printer.Caseless = s.printer.Caseless && d.Caseless()
}

// take takes up the complete words of the line, or, if it is over, all of it.
func (s *Stream) take(ctx context.Context, over bool) error {
	if s.punctuated {
		return s.sentences(ctx, over)
	}
	part := s.line
	if !over {
		part = s.line[:complete(s.line)]
		if part == "" || !s.begun && len(part) < longestLabel {
			return nil
		}
	}
	if !s.judged {
		d, err := transcript.ParseText(part, "stream")
		if err != nil {
			return err
		}
		if !over && len(d.Words) <= 3*s.c.options.LookAhead {
			return nil // more is to come before anything is due
		}
		if s.judge(d); s.punctuated {
			return s.take(ctx, over)
		}
	}
	if err := s.add(part); err != nil {
		return err
	}
	s.line = s.line[len(part):]
	return s.settle(ctx, over)
}

// held is how many of the last words are not looked at, since what follows may
// change how they are read ("pre- and post-war").
const held = 3

// longestLabel is more than a speaker's label with its time can have: a part of it is
// none.
const longestLabel = 100

// complete returns the length of what can be looked at of a line that goes on: up to
// a blank with some words after it, outside brackets.
func complete(line string) int {
	at, words := len(line), 0
	for words < held {
		blank := strings.LastIndexFunc(line[:at], unicode.IsSpace)
		if blank < 0 {
			return 0
		}
		if r := line[blank+1:]; r != "" && (r[0] >= 'a' && r[0] <= 'z' || r[0] >= 'A' && r[0] <= 'Z' || r[0] >= '0' && r[0] <= '9') {
			words++
		}
		at = blank
	}
	if open := strings.LastIndexAny(line[:at], "[<("); open >= 0 && !strings.ContainsAny(line[open:at], "]>)") && at-open < 80 {
		at = open
	}
	return at
}

// add takes up the tokens of a part of the line.
func (s *Stream) add(part string) error {
	parse := transcript.ParseText
	if s.begun {
		parse = transcript.ParsePart
	}
	d, err := parse(part, "stream")
	if err != nil {
		return err
	}
	s.begun = true
	from, first := len(s.source), len(s.tokens)
	s.source += part
	sentence := data.Sentence{}
	for i := range d.Tokens {
		t := &d.Tokens[i]
		x := liveToken{text: t.Text}
		if w := &d.Words[t.Word]; w.Tokens.End == i+1 {
			x.end = from + w.Bytes.End
		}
		label := data.O
		if data.IsPartial(t.Text) {
			label = data.E
		}
		x.reasons = transcript.ReasonsOf(t.Text, label, data.NoKind)
		s.tokens = append(s.tokens, x)
		sentence.Tokens = append(sentence.Tokens, data.Token{Text: t.Text})
	}
	words, at := stages.Words(&sentence)
	for _, i := range at {
		s.tokens[first+i].open = true
	}
	s.flow.push(words.Tokens...)
	return nil
}

// settle prints what is settled.
func (s *Stream) settle(ctx context.Context, over bool) error {
	for s.flow.ready() || over && s.flow.pending() > 0 {
		settled, err := s.flow.next(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			s.problem(err)
		}
		at := 0
		for i := range settled {
			for !s.tokens[at].open {
				at++
			}
			t, w := &s.tokens[at], &settled[i]
			t.open, t.mark, t.form = false, w.mark, w.form
			t.reasons = transcript.ReasonsOf(t.text, w.label, w.kind)
		}
		if err := s.print(false); err != nil {
			return err
		}
	}
	if !over {
		return nil
	}
	s.flow.reset()
	s.begun, s.judged = false, false
	return s.print(true)
}

// print prints the words all of whose tokens are settled; last says that the line is
// over.
func (s *Stream) print(last bool) error {
	n, end := 0, 0
	for i := range s.tokens {
		if s.tokens[i].open {
			break
		}
		if s.tokens[i].end > 0 {
			n, end = i+1, s.tokens[i].end
		}
	}
	if last {
		n, end = len(s.tokens), len(s.source)
	}
	if n == 0 && !last {
		return nil
	}
	var reasons []transcript.Reasons
	var r transcript.Restored
	for _, t := range s.tokens[:n] {
		reasons, r.Marks, r.Forms = append(reasons, t.reasons), append(r.Marks, t.mark), append(r.Forms, t.form)
	}
	text, err := s.printer.Print(s.source[:end], reasons, &r, last)
	if err != nil {
		return err
	}
	s.source = strings.Clone(s.source[end:])
	s.tokens = append(s.tokens[:0:0], s.tokens[n:]...)
	for i := range s.tokens {
		s.tokens[i].end = max(s.tokens[i].end-end, 0)
	}
	_, err = io.WriteString(s.w, text)
	return err
}

// sentences cleans the complete sentences of a line of punctuated text, or, if it is
// over, all of it.
func (s *Stream) sentences(ctx context.Context, over bool) error {
	parse := transcript.ParseText
	if s.begun {
		parse = transcript.ParsePart
	} else if !over && len(s.line) < longestLabel {
		return nil
	}
	part := s.line
	d, err := parse(part, "stream")
	if err != nil {
		return err
	}
	if !over {
		end := 0
		for i := 0; i+held < len(d.Words); i++ {
			if d.Words[i].Final {
				end = d.Words[i].Bytes.End
			}
		}
		if end == 0 {
			return nil
		}
		part = part[:end]
		if d, err = parse(part, "stream"); err != nil {
			return err
		}
	}
	s.line, s.begun = s.line[len(part):], !over
	d.Judge(true, s.printer.Caseless)
	out, err := s.c.Clean(ctx, d)
	if err != nil {
		return err
	}
	for _, p := range out.Problems {
		s.problem(p.Err)
	}
	e := out.Without(s.o.Remove)
	e.Restore(out.Restored, s.o.Punct, s.o.Case)
	_, err = io.WriteString(s.w, e.Text())
	return err
}

func (s *Stream) problem(err error) {
	if s.o.Problem != nil {
		s.o.Problem(err)
	}
}
