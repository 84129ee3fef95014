package formats

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/transcript"
)

// parseClock reads "01:02:03,456" or "02:03.456"; points are the characters that may be
// before the milliseconds.
func parseClock(s, points string) (seconds float64, ok bool) {
	sign := 1.0
	if rest, negative := strings.CutPrefix(s, "-"); negative {
		sign, s = -1, rest
	}
	at := strings.LastIndexAny(s, points)
	if at < 0 {
		return 0, false
	}
	ms, digits := s[at+1:], s[:at]
	if len(ms) == 0 || len(ms) > 3 {
		return 0, false
	}
	n, err := strconv.ParseUint(ms, 10, 16)
	if err != nil {
		return 0, false
	}
	seconds = float64(n) / math.Pow10(len(ms))
	parts := strings.Split(digits, ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	total := uint64(0)
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 32)
		if err != nil || i > 0 && (n > 59 || len(p) != 2) {
			return 0, false
		}
		total = total*60 + n
	}
	return sign * (float64(total) + seconds), true
}

// clock writes seconds as "01:02:03" with the milliseconds after point.
func clock(seconds float64, point string) string {
	ms := int64(math.Round(max(seconds, 0) * 1000))
	return fmt.Sprintf("%02d:%02d:%02d%s%03d", ms/3600000, ms/60000%60, ms/1000%60, point, ms%1000)
}

// interval returns an interval, unknown where its end is before its start or it starts
// before the recording.
func interval(from, to float64, known bool) transcript.Interval {
	if !known || !(from >= 0 && to >= from) {
		return transcript.Interval{}
	}
	return transcript.Interval{Start: from, End: to, Known: true}
}
