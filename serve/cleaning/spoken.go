package cleaning

import (
	"context"
	"io"
)

// Said is a part of live text, and whether it is the last.
type Said struct {
	Text []byte
	Over bool
}

// Spoken is live text that comes in parts, as a reader. Texts should have room for a part and for the end.
type Spoken struct {
	Context context.Context
	Texts   <-chan Said
	// Took is called when a part that is not the last has been read, so that who speaks sends no more than is cleaned.
	Took func() error

	rest []byte
	owes bool // nobody was told yet that what came is read
	over bool
}

// Read reads what has come, and waits until something has.
func (s *Spoken) Read(b []byte) (int, error) {
	for len(s.rest) == 0 {
		if s.over {
			return 0, io.EOF
		}
		if s.owes {
			s.owes = false
			if err := s.Took(); err != nil {
				return 0, err
			}
		}
		select {
		case t := <-s.Texts:
			s.rest, s.over, s.owes = t.Text, t.Over, !t.Over
		case <-s.Context.Done():
			return 0, s.Context.Err()
		}
	}
	n := copy(b, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}
