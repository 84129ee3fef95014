package document

import (
	"io"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// mostTurn is how many bytes of a line of another language wait: what is longer is decided about in parts.
const mostTurn = 16 << 10

// turnPart decides about a line without punctuation that is in a language whose turns are decided about as a whole, when
// it ends, and of a longer one about a part that ends at a blank.
func (s *Stream) turnPart(over bool) error {
	if !over && s.line.len() < mostTurn {
		return nil
	}
	line := s.line.String()
	if !over {
		if n := strings.LastIndexFunc(line, unicode.IsSpace); n > 0 {
			line = line[:n]
		}
	}
	d, err := s.parse(line)
	if err != nil {
		return err
	}
	decisions := make([]data.Decision, len(d.Tokens))
	if len(d.Tokens) > 0 {
		all := transcript.Segment{Words: transcript.Span{End: len(d.Words)}, Tokens: transcript.Span{End: len(d.Tokens)}}
		if err := s.d.decideTurnIn(s.ctx, s.turn, d, all, &loops{}, s.habits, decisions); err != nil {
			return err
		}
		countSigns(&s.habits, decisions)
	}
	text, err := s.printer.Print(line, decisions, over)
	if err != nil {
		return err
	}
	s.line.drop(len(line))
	s.begun = true
	if over {
		s.turn, s.looked, s.begun = "", false, false
	}
	_, err = io.WriteString(s.w, text)
	return err
}
