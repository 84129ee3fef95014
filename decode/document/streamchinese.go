package document

import (
	"io"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/transcript"
)

const (
	// leastChinese is how many bytes there are at least in text that is decided about before
	// its line ends.
	leastChinese = 3 * pipeline.ChineseWindow
	// mostChinese is how many bytes of a line wait, whatever there is in them.
	mostChinese = 64 << 10
)

// chinesePart decides about a line of Chinese without punctuation when it ends, and of a longer one
// about what is looked at together, as Clean does.
func (s *Stream) chinesePart(over bool) error {
	for {
		n := s.line.len()
		if !over && (n < leastChinese || n < s.line.tried+s.line.tried/8) {
			return nil
		}
		goesOn, err := s.chineseWindow(over || n > mostChinese)
		if err != nil {
			return err
		}
		if goesOn {
			continue
		}
		if over {
			s.chinese, s.looked, s.begun = false, false, false
		} else if s.line.len() == n {
			s.line.inVain()
		}
		return nil
	}
}

// chineseWindow decides about the next window of the line, or, if it is the last one, about
// all that has come, and prints it. goesOn says that there may be another one.
func (s *Stream) chineseWindow(last bool) (goesOn bool, err error) {
	line := s.line.String()
	d, err := s.parse(line)
	if err != nil {
		return false, err
	}
	chinese, err := s.d.chinese()
	if err != nil {
		return false, err
	}
	all := transcript.Segment{Words: transcript.Span{End: len(d.Words)}, Tokens: transcript.Span{End: len(d.Tokens)}}
	units, at := chineseUnits(d, all, &loops{})
	decisions := make([]data.Decision, len(d.Tokens))
	decision := func(i int) *data.Decision { return &decisions[at[i]] }
	// What comes may be part of a note, or of a word, that has begun.
	if first := len(units) > pipeline.ChineseWindow+transcript.LongestNote; !first && !last {
		return false, nil
	} else if first {
		n, err := chinese.First(s.ctx, units, decision)
		if err != nil {
			return false, err
		}
		word := d.Tokens[at[n-1]].Word
		at, decisions = at[:n], decisions[:d.Words[word].Tokens.End]
		line, last = line[:d.Words[word].Bytes.End], false
		goesOn = true
	} else if err := chinese.Decide(s.ctx, units, decision); err != nil {
		return false, err
	}
	for _, first := range at {
		spread(decisions, d.Words[d.Tokens[first].Word].Tokens)
	}
	over := last && s.line.len() <= mostChinese
	text, err := s.printer.Print(line, decisions, last)
	if err != nil {
		return false, err
	}
	s.line.drop(len(line))
	if s.begun = true; last && !over {
		s.printer.GoOn()
	}
	_, err = io.WriteString(s.w, text)
	return goesOn, err
}
