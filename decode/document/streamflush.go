package document

// Flush writes what can be decided about by now, for who does not want to wait until as many words have
// come as a Stream wants to see: sentences that have as many words behind them as the look-ahead says, or, where
// the text has paused, all that have ended. What is not decided about, as a sentence that somebody may
// still repair, waits. What a Stream writes depends on when it is flushed; one that never is writes the same whenever
// the text comes.
func (s *Stream) Flush(paused bool) error {
	switch {
	case s.err != nil:
		return s.err
	case s.closed:
		return ErrClosed
	}
	s.err = s.early(paused)
	return s.err
}

func (s *Stream) early(paused bool) error {
	if s.foreign != "" || s.chinese || s.turn != "" || s.word || !s.o.Decides() {
		return nil // nothing waits, or nothing that could be decided about
	}
	line := s.line.String()
	if cut := s.readable(line, false); cut > 0 && !s.punctuated {
		d, err := s.parse(line[:cut])
		if err != nil {
			return err
		}
		if !s.looked {
			if len(d.Words) < s.d.options.LookAhead {
				return nil // too few to tell whether there is punctuation
			}
			if s.look(d); s.foreign != "" || s.chinese || s.turn != "" {
				return s.part(false)
			}
		}
		if !s.punctuated {
			if d, err = s.parse(line); err != nil {
				return err
			}
			if !paused {
				cut = s.heardTo(line, d, cut, false)
			}
			if cut > 0 {
				s.add(line[:cut], d, false)
				s.line.drop(cut)
			}
		}
	}
	if s.punctuated {
		return s.sentences(false)
	}
	behind := s.d.options.LookAhead
	if paused {
		behind = min(behind, held)
	}
	problem, err := s.words.early(s.ctx, behind)
	if err != nil {
		return err
	}
	s.problem(problem)
	return s.print(false)
}
