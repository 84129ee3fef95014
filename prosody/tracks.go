package prosody

// Step is the time between frames in seconds; frame i is centred at (i+0.5)*Step.
const Step = 0.01

// Tracks are what was measured of one channel of a recording. Immutable.
type Tracks struct {
	F0     []float32 // Hz, as tracked; 0: unvoiced
	Clean  []float32 // Hz, after octave errors are removed (4.1.1, LTM) and the median filter; 0: unvoiced or removed
	Style  []Piece   // stylised contour: pieces in time order
	Energy []float32 // RMS of the frame, dB relative to full scale
	Nuclei []Nucleus // syllable nuclei
}

// Duration returns the length of the channel in seconds.
func (t *Tracks) Duration() float64 { return float64(len(t.Energy)) * Step }

// Piece is a straight line of the stylised contour, from Start to End in seconds, and from From to To in semitones re 1 Hz.
type Piece struct{ Start, End, From, To float64 }

// Slope returns the slope of the piece in semitones a second.
func (p Piece) Slope() float64 { return (p.To - p.From) / (p.End - p.Start) }

// Nucleus is a syllable nucleus.
type Nucleus struct {
	Start, End float64 // s
	Peak       float64 // dB
}
