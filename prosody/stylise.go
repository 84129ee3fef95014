package prosody

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
