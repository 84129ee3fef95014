package decisions

import (
	"fmt"
	"math"
	"strconv"
)

// Seconds is a time, written to the millisecond.
type Seconds float64

// Rounded returns the time as it is written.
func (s Seconds) Rounded() float64 { return math.Round(float64(s)*1000) / 1000 }

// Append appends the time as it is written.
func (s Seconds) Append(b []byte) []byte { return strconv.AppendFloat(b, s.Rounded(), 'f', -1, 64) }

// MarshalJSON writes the time. One that is no number is an error.
func (s Seconds) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(s)) || math.IsInf(s.Rounded(), 0) {
		return nil, fmt.Errorf("%v is no time", float64(s))
	}
	return s.Append(nil), nil
}

// mostSeconds is longer than any recording.
const mostSeconds = 1e9

// UnmarshalJSON reads and rounds a time.
func (s *Seconds) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseFloat(string(b), 64)
	if err != nil || !(math.Abs(v) <= mostSeconds) {
		return fmt.Errorf("%s is no number of seconds", b)
	}
	*s = Seconds(Seconds(v).Rounded())
	return nil
}

// Probability is written with five digits after the point.
type Probability float64

// Rounded returns the probability as it is written.
func (p Probability) Rounded() float64 { return float64(int(float64(p)*1e5+0.5)) / 1e5 }

// MarshalJSON rounds it.
func (p Probability) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, p.Rounded(), 'f', -1, 64), nil
}

// UnmarshalJSON reads and rounds a probability.
func (p *Probability) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseFloat(string(b), 64)
	if err != nil || !(v >= 0 && v <= 1) {
		return fmt.Errorf("%s is no probability", b)
	}
	*p = Probability(Probability(v).Rounded())
	return nil
}
