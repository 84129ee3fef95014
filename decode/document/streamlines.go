package document

import (
	"io"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// pass writes what has come of a line in another language.
func (s *Stream) pass(over bool) error {
	text := s.line.String()
	s.line.drop(len(text))
	s.begun = !over
	if over {
		s.foreign, s.looked = "", false
	}
	_, err := io.WriteString(s.w, text)
	return err
}

// part looks at the complete words of the line, or, if it is over, at all of it.
func (s *Stream) part(over bool) error {
	switch {
	case s.foreign != "":
		return s.pass(over)
	case s.chinese:
		return s.chinesePart(over)
	case s.turn != "":
		return s.turnPart(over)
	case !over && !s.due():
		return nil
	case s.punctuated:
		return s.sentences(over)
	}
	return s.unpunctuated(over)
}

// unpunctuated is part for text without punctuation, or of which that is not known yet.
func (s *Stream) unpunctuated(over bool) error {
	line := s.line.String()
	cut := s.readable(line, over)
	if cut == 0 && !(over && s.begun && s.settles()) { // whose words may all have been taken
		s.line.inVain()
		return nil
	}
	var d *transcript.Document
	var err error
	if !s.looked {
		if d, err = s.lookAt(line[:cut], over); err != nil {
			return err
		}
		switch {
		case !s.looked:
			s.line.inVain()
			return nil // more is to come before anything is due
		case s.punctuated, s.foreign != "", s.chinese, s.turn != "":
			return s.part(over)
		}
	}
	if d == nil || cut < len(line) {
		if d, err = s.parse(line); err != nil {
			return err
		}
	}
	if !over && s.line.tail() > maxTail {
		cut = s.endless(d, cut)
	}
	if cut = s.heardTo(line, d, cut, over); cut == 0 && !over {
		return nil // more is to come before it is known what is commanded
	}
	s.add(line[:cut], d, over)
	s.line.drop(cut)
	if err := s.commit(over); err != nil || over {
		return err
	}
	if s.word || len(s.source)+s.printer.Held() > s.most() {
		return s.breakOff()
	}
	return nil
}

// heardTo returns how much of what can be looked at can be heard of somebody who dictates: commands come as a whole.
func (s *Stream) heardTo(line string, d *transcript.Document, cut int, over bool) int {
	if s.listener == nil || over || s.word {
		return cut
	}
	n := 0
	for n < len(d.Tokens) && d.Tokens[n].Bytes.Start < cut {
		n++
	}
	ready := s.listener.Ready(texts(d.Tokens), n)
	if ready == n {
		return cut
	}
	return min(cut, d.Words[d.Tokens[ready].Word].Bytes.Start)
}

// lookAt parses the first text of a line, and looks at it if it is enough.
func (s *Stream) lookAt(text string, over bool) (*transcript.Document, error) {
	d, err := s.parse(text)
	if err != nil {
		return nil, err
	}
	if !over && s.mayPunctuate(d) {
		return d, nil
	}
	if over || len(d.Words) > s.first() || len(text) >= s.first()*bytesPerWord || s.line.tail() > maxTail {
		s.look(d)
	}
	return d, nil
}

// readable returns how much of a line can be looked at; 0: more has to come.
func (s *Stream) readable(line string, over bool) int {
	cut := len(line)
	if over {
		return cut
	}
	if s.line.tail() <= maxTail {
		cut = s.complete(line)
	}
	if !s.begun && cut < longestLabel && !(s.settles() && noLabel(line[:cut])) {
		return 0
	}
	return cut
}

// endless returns where to cut a line that ends with something endless without a blank: behind
// a word between punctuation or dashes, as in a script without blanks, if there is one.
func (s *Stream) endless(d *transcript.Document, cut int) int {
	if n := len(d.Words) - 1 - s.holds(); n >= 0 && d.Words[n].Bytes.End > cut-s.line.tail() {
		return d.Words[n].Bytes.End
	}
	s.word = true
	return s.line.len()
}

// breakOff decides about all words that wait, as at the end of the line, which goes on.
func (s *Stream) breakOff() error {
	if err := s.commit(true); err != nil {
		return err
	}
	s.begun, s.looked = true, true
	s.printer.GoOn()
	return nil
}

// through writes what comes of something that is longer than any word, and returns the text
// behind it.
func (s *Stream) through(text string) (string, error) {
	if !s.word {
		return text, nil
	}
	n := strings.IndexFunc(text, unicode.IsSpace)
	if n < 0 {
		n = len(text)
	} else {
		s.word = false
	}
	_, err := io.WriteString(s.w, text[:n])
	return text[n:], err
}

// sentences cleans the complete sentences of a line of punctuated text, or, if it is
// over, all of it.
func (s *Stream) sentences(over bool) error {
	line := s.line.String()
	if !s.begun && !over && len(line) < longestLabel && !(s.settles() && noLabel(line)) {
		return nil
	}
	d, err := s.parse(line)
	if err != nil {
		return err
	}
	if !over {
		cut := s.sentencesIn(d, line)
		if cut == 0 {
			s.line.inVain()
			return nil
		}
		line = line[:cut]
		if d, err = s.parse(line); err != nil {
			return err
		}
	}
	spoken := s.hear(d, false)
	s.line.drop(len(line))
	s.begun = !over
	d.Assume(true, s.printer.Caseless)
	w := &work{Decider: s.d, doc: d, spoken: spoken}
	out, err := w.decideHeard(s.ctx)
	if err != nil {
		return err
	}
	for _, p := range out.Problems {
		s.problem(p.Err)
	}
	_, err = io.WriteString(s.w, out.Edit(s.o.Rewriting).Text())
	return err
}

// sentencesIn returns the length of the complete sentences of a line that goes on, or of what
// waits too long for its end; 0: more has to come.
func (s *Stream) sentencesIn(d *transcript.Document, line string) int {
	cut := 0
	for i := 0; i+s.holds() < len(d.Words); i++ {
		if d.Words[i].Final {
			cut = d.Words[i].Bytes.End
		}
	}
	switch {
	case cut > 0:
	case s.line.tail() > maxTail:
		cut, s.word = len(line), true
	case len(line) > s.most():
		cut = s.complete(line)
	}
	return cut
}
