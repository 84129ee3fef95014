package prosody

import "slices"

// Piece is one straight line of a stylised contour. From and To are semitones above
// 1 Hz (12 log2 of Hz) at Start and End, which are seconds.
type Piece struct{ Start, End, From, To float64 }

// Slope is that of the line in semitones a second; 0 of a piece without length.
func (p Piece) Slope() float64 {
	if p.End <= p.Start {
		return 0
	}
	return (p.To - p.From) / (p.End - p.Start)
}

// At is the value of the line at a time in seconds.
func (p Piece) At(seconds float64) float64 { return p.From + p.Slope()*(seconds-p.Start) }

const (
	styleGap   = 3   // unvoiced frames that a line may cross
	leastPiece = 3   // frames from the first voiced to the last of a piece
	mostPiece  = 300 // frames of a piece: it bounds the time that stylising takes
)

// stylise finds the straight lines that stand for a contour in Hz: of each voiced stretch, as few
// lines as there can be with a root mean square distance of no more than the tolerance, and
// among so few those with the least squared error; by dynamic programming over where they begin. Lines are
// fitted by least squares, each for itself. Pieces that are too short to be divided may be further
// from the contour; so few of them as can be are. Stretches of fewer than three frames
// have no line.
func stylise(f0 []float32, tolerance float64) []Piece {
	var pieces []Piece
	var s styler
	stretches(f0, styleGap, func(from, to int) {
		if to-from >= leastPiece {
			pieces = s.stretch(pieces, f0[from:to], from, tolerance)
		}
	})
	return pieces
}

// A styler has the scratch of stylise.
type styler struct {
	tones []float64 // semitones; 0: unvoiced
	best  []styled
}

// moments are sums over voiced frames, for fits of lines. x counts from the first frame of
// a piece and y from the value there: little is lost to cancellation.
type moments struct{ n, x, y, xx, xy, yy float64 }

func (m *moments) add(x, y float64) {
	m.n++
	m.x += x
	m.y += y
	m.xx += x * x
	m.xy += x * y
	m.yy += y * y
}

// line fits a line: y = at + slope*(x - middle).
func (m moments) line() (middle, at, slope, squares float64) {
	middle, at = m.x/m.n, m.y/m.n
	spread := m.xx - m.x*middle
	joint := m.xy - m.x*at
	squares = m.yy - m.y*at
	if spread > 1e-9 {
		slope = joint / spread
		squares -= slope * joint
	}
	return middle, at, slope, max(squares, 0)
}

// styled is the best way to style what is before a frame.
type styled struct {
	beyond  int // pieces beyond the tolerance
	pieces  int
	squares float64
	from    int // first frame of the last piece; -1: there is no way
}

func (s styled) betterThan(o styled) bool {
	switch {
	case o.from < 0:
		return true
	case s.beyond != o.beyond:
		return s.beyond < o.beyond
	case s.pieces != o.pieces:
		return s.pieces < o.pieces
	}
	return s.squares < o.squares
}

// stretch appends the pieces of a stretch of at least leastPiece frames, the first of which is
// frame first of the recording.
func (s *styler) stretch(pieces []Piece, f0 []float32, first int, tolerance float64) []Piece {
	s.tones, s.best = s.tones[:0], append(s.best[:0], styled{})
	for _, hz := range f0 {
		tone := 0.0
		if hz > 0 {
			tone = semitones(float64(hz))
		}
		s.tones = append(s.tones, tone)
		s.best = append(s.best, styled{from: -1})
	}
	for from := 0; from <= len(f0)-leastPiece; from++ {
		if s.best[from].from >= 0 {
			s.extend(from, tolerance)
		}
	}
	return s.back(pieces, first)
}

// extend looks at the pieces that begin at a frame.
func (s *styler) extend(from int, tolerance float64) {
	before := s.best[from]
	var m moments
	for i := from; i < min(len(s.tones), from+mostPiece); i++ {
		if s.tones[i] > 0 {
			m.add(float64(i-from), s.tones[i]-s.tones[s.voiced(from)])
		}
		length := i + 1 - from
		if length < leastPiece || m.n == 0 {
			continue
		}
		_, _, _, squares := m.line()
		way := styled{before.beyond, before.pieces + 1, before.squares + squares, from}
		if squares > tolerance*tolerance*m.n {
			if length >= 2*leastPiece {
				continue
			}
			way.beyond++
		}
		if way.betterThan(s.best[i+1]) {
			s.best[i+1] = way
		}
	}
}

// voiced returns the first voiced frame from one on.
func (s *styler) voiced(from int) int {
	for s.tones[from] == 0 {
		from++
	}
	return from
}

// back appends the pieces of the best way.
func (s *styler) back(pieces []Piece, first int) []Piece {
	begin := len(pieces)
	for to := len(s.tones); to > 0; {
		from := s.best[to].from
		level := s.tones[s.voiced(from)]
		var m moments
		for i := from; i < to; i++ {
			if s.tones[i] > 0 {
				m.add(float64(i-from), s.tones[i]-level)
			}
		}
		middle, at, slope, _ := m.line()
		// Frame i is centred at i+0.5 steps.
		value := func(edge int) float64 { return level + at + slope*(float64(edge-from)-0.5-middle) }
		pieces = append(pieces, Piece{float64(first+from) * Step, float64(first+to) * Step, value(from), value(to)})
		to = from
	}
	slices.Reverse(pieces[begin:])
	return pieces
}
