package document

import (
	"io"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// parse parses a part of the line.
func (s *Stream) parse(part string) (*transcript.Document, error) {
	parse := transcript.ParseText
	if s.begun {
		parse = transcript.ParsePart
	}
	s.parsed += len(part)
	d, err := parse(part, s.o.Name)
	return d, s.located(err)
}

// add takes up the tokens of a part of the line. d is the line, since words are read by
// those after them. over says that the line ends with it.
func (s *Stream) add(part string, d *transcript.Document, over bool) {
	s.begun = true
	from := len(s.source)
	s.source += part
	var tokens []data.Token
	for i := range d.Tokens {
		t := &d.Tokens[i]
		if t.Bytes.Start >= len(part) {
			break
		}
		end := 0
		if w := &d.Words[t.Word]; w.Tokens.End == i+1 {
			end = from + min(w.Bytes.End, len(part)) // punctuation behind it may stand apart
		}
		s.ends = append(s.ends, end)
		tokens = append(tokens, data.Token{Text: t.Text})
	}
	s.words.stream.Bare(s.printer.Caseless)
	if s.listener == nil {
		s.words.push(tokens)
		return
	}
	for i, h := range s.listener.Take(texts(d.Tokens), len(tokens), over && len(tokens) == len(d.Tokens)) {
		s.words.hear(tokens[i], h)
	}
}

// commit prints what is committed.
func (s *Stream) commit(over bool) error {
	for s.words.due(over) {
		problem, err := s.words.next(s.ctx)
		if err != nil {
			return err
		}
		s.problem(problem)
		if err := s.print(false); err != nil {
			return err
		}
	}
	if !over {
		return nil
	}
	s.words.stream.Reset()
	s.begun, s.looked = false, false
	err := s.print(true)
	if s.listener != nil {
		s.listener.Open()
	}
	return err
}

// print prints the words all of whose tokens are committed; last says that the line is
// over.
func (s *Stream) print(last bool) error {
	n, end := len(s.ends), len(s.source)
	if !last {
		for n = s.words.final(); n > 0 && s.ends[n-1] == 0; n-- {
		}
		if n == 0 {
			return nil
		}
		end = s.ends[n-1]
	}
	if s.listener != nil {
		if err := s.words.change(s.ctx, s.d.pipeline, n, s.printer.Caseless); err != nil {
			return err
		}
		s.listener.Settle(n)
	}
	text, err := s.printer.Print(s.source[:end], s.words.decisions[:n], last)
	if err != nil {
		return err
	}
	s.source = strings.Clone(s.source[end:])
	s.ends = s.ends[n:]
	s.words.drop(n)
	for i := range s.ends {
		s.ends[i] = max(s.ends[i]-end, 0)
	}
	_, err = io.WriteString(s.w, text)
	return err
}
