package tidytalk

import (
	"io"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// liveToken is a token that is not printed.
type liveToken struct {
	end      int  // in Stream.source, of the word whose last token it is; else 0
	open     bool // there is no final decision about it
	decision data.Decision
}

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
// those after them.
func (s *Stream) add(part string, d *transcript.Document) {
	s.begun = true
	from, first := len(s.source), len(s.tokens)
	s.source += part
	sentence := data.Sentence{}
	for i := range d.Tokens {
		t := &d.Tokens[i]
		if t.Bytes.Start >= len(part) {
			break
		}
		x := liveToken{}
		if w := &d.Words[t.Word]; w.Tokens.End == i+1 {
			x.end = from + min(w.Bytes.End, len(part)) // marks behind it may stand apart
		}
		x.decision.Why = data.DisfluenciesOf(t.Text, data.O, data.NoKind)
		s.tokens = append(s.tokens, x)
		sentence.Tokens = append(sentence.Tokens, data.Token{Text: t.Text})
	}
	s.words.Bare(s.printer.Caseless)
	_, at := stages.Words(&sentence)
	for _, i := range at {
		s.tokens[first+i].open = true
		s.words.Push(sentence.Tokens[i])
	}
}

// commit prints what is committed.
func (s *Stream) commit(over bool) error {
	for s.words.Ready() || over && s.words.Pending() > 0 {
		next, err := s.words.Next(s.ctx)
		if err != nil {
			return err
		}
		s.problem(next.Problem)
		at := 0
		for i := range next.Decisions {
			for !s.tokens[at].open {
				at++
			}
			s.tokens[at].open, s.tokens[at].decision = false, next.Decisions[i]
		}
		if err := s.print(false); err != nil {
			return err
		}
	}
	if !over {
		return nil
	}
	s.words.Reset()
	s.begun, s.looked = false, false
	return s.print(true)
}

// print prints the words all of whose tokens are committed; last says that the line is
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
	var decisions []data.Decision
	for _, t := range s.tokens[:n] {
		decisions = append(decisions, t.decision)
	}
	text, err := s.printer.Print(s.source[:end], decisions, last)
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
