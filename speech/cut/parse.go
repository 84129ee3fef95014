package cut

import (
	"fmt"
	"strconv"
)

// mostPause is the longest pause that may be asked for, in seconds.
const mostPause = 60

// ParsePause reads how long pauses are to be: "natural", "keep" or a number of seconds.
func ParsePause(s string) (Pause, error) {
	switch s {
	case "natural":
		return Pause{}, nil
	case "keep":
		return Pause{Kind: PauseKeep}, nil
	}
	seconds, err := strconv.ParseFloat(s, 64)
	if err != nil || !(seconds >= 0 && seconds <= mostPause) {
		return Pause{}, fmt.Errorf("natural, keep or a number of seconds up to %d, not %q", mostPause, s)
	}
	return Pause{Kind: PauseSeconds, Seconds: seconds}, nil
}
