package voiceview

import (
	"fmt"
	"math"

	"github.com/tidytalk/tidytalk/speech/prosody"
)

// View is what is drawn.
type View struct {
	Title string
	// Lanes are the channels, of which each has a lane in every row.
	Lanes []Lane
	// Start and End are the stretch of the recording that is drawn, in seconds.
	Start, End float64
	// Row is how long a row is, in seconds; 0: DefaultRow.
	Row float64
}

// Lane is a channel with the words that are said on it.
type Lane struct {
	Name   string // "" where there is only one
	Tracks *prosody.Tracks
	Words  []Word // in order of time
}

// Word is a word with its place in the recording.
type Word struct {
	Text       string // without the punctuation behind it
	Mark       string // what stands behind it: "," or "."; "" where there is none
	Ends       bool   // a sentence ends with the punctuation
	Start, End float64
	About      string // what is seen when somebody points at it; "" where nothing is
}

// DefaultRow is the length of a row in seconds.
const DefaultRow = 6

// MostRows is how many rows are drawn at most.
const MostRows = 100

// rows returns how many rows a view has.
func (v *View) rows() int {
	return max(1, int(math.Ceil((v.End-v.Start)/v.row()-1e-9)))
}

func (v *View) row() float64 {
	if v.Row > 0 {
		return v.Row
	}
	return DefaultRow
}

// Check returns an error for a view that is too long to be drawn, or has nothing in it.
func (v *View) Check() error {
	switch n := v.rows(); {
	case !(v.End > v.Start):
		return fmt.Errorf("there is nothing to draw from %s to %s", Clock(v.Start), Clock(v.End))
	case n > MostRows:
		return fmt.Errorf("%s of sound are %d rows of %g seconds, and a drawing has %d at most", Clock(v.End-v.Start), n, v.row(), MostRows)
	}
	return nil
}

// Clock writes a time as m:ss, or h:mm:ss, with tenths where there are some.
func Clock(seconds float64) string {
	t := int(math.Round(max(0, min(seconds, 1e9)) * 10))
	s := fmt.Sprintf("%d:%02d", t/600%60, t/10%60)
	if t >= 36000 {
		s = fmt.Sprintf("%d:%02d:%02d", t/36000, t/600%60, t/10%60)
	}
	if t%10 > 0 {
		s += fmt.Sprintf(".%d", t%10)
	}
	return s
}
