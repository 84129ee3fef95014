package formats

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// timeKind is how a time is written.
type timeKind uint8

const (
	noTime     timeKind = iota
	numberTime          // a number of units that somebody else knows
	clockTime           // "01:02:03.5", "12.5s", "PT1M2S": seconds are known
	dateTime            // a date with a time: seconds since 1970
)

// anyTime is a time in any way that programs write it.
type anyTime struct {
	kind    timeKind
	seconds float64 // units, of a number; of a time code those of the frames are not in it
	frames  int     // of a time code "00:00:05:12"; -1: it is none
}

// parseAnyTime reads a time in any way that programs write it.
func parseAnyTime(s string) anyTime {
	s = strings.TrimSpace(s)
	if x, ok := parseNumber(s); ok && isNumber(s) {
		return anyTime{numberTime, x, -1}
	}
	if a, b, ok := strings.Cut(s, ","); ok && len(b) <= 3 && isNumber(a) && isNumber(b) { // as Germans write it
		x, _ := parseNumber(a + "." + b)
		return anyTime{numberTime, x, -1}
	}
	if x, ok := parseHalfDay(s); ok {
		return anyTime{clockTime, x, -1}
	}
	if s == "" || !isDigit(s[len(s)-1]) && !strings.ContainsAny(s[len(s)-1:], "sSmMhHZz])") {
		return anyTime{}
	}
	if n := len(s); n > 2 && (s[0] == '[' && s[n-1] == ']' || s[0] == '(' && s[n-1] == ')') {
		return parseAnyTime(s[1 : n-1])
	}
	if x, ok := parseUnits(s); ok {
		return anyTime{clockTime, x, -1}
	}
	if x, frames, ok := parseTimeCode(s); ok {
		return anyTime{clockTime, x, frames}
	}
	if x, ok := parseDate(s); ok {
		return anyTime{dateTime, x, -1}
	}
	return anyTime{}
}

// parseHalfDay reads "12:00:01 AM" and "9:05 p.m." as seconds since midnight: spreadsheets show times so.
func parseHalfDay(s string) (seconds float64, ok bool) {
	const longest = len("12:00:00.000000 a.m.") // so that texts are not looked at
	if len(s) > longest {
		return 0, false
	}
	s = strings.ReplaceAll(strings.ToLower(s), ".m.", "m")
	rest, morning := strings.CutSuffix(s, "am")
	if !morning {
		if rest, ok = strings.CutSuffix(s, "pm"); !ok {
			return 0, false
		}
	}
	rest = strings.TrimSpace(rest)
	hour, after, ok := strings.Cut(rest, ":")
	if !ok || len(hour) > 2 {
		return 0, false
	}
	h, err := strconv.ParseUint(hour, 10, 8)
	if err != nil || h < 1 || h > 12 {
		return 0, false
	}
	if !strings.Contains(after, ":") {
		after += ":00"
	}
	if seconds, frames, ok := parseTimeCode(after); ok && frames < 0 && seconds >= 0 && seconds < 3600 {
		if h %= 12; !morning {
			h += 12
		}
		return float64(h)*3600 + seconds, true
	}
	return 0, false
}

// parseUnits reads "12.5s", "350ms", "1m 2.5s", "1h2m" and "PT1M2.5S".
func parseUnits(s string) (seconds float64, ok bool) {
	s = strings.ToLower(s)
	s = strings.TrimPrefix(s, "pt")
	before := math.Inf(1)
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		n := 0
		for n < len(s) && (isDigit(s[n]) || s[n] == '.') {
			n++
		}
		x, err := strconv.ParseFloat(s[:n], 64)
		if err != nil {
			return 0, false
		}
		s = strings.TrimSpace(s[n:])
		unit := 0.0
		for _, u := range []struct {
			name string
			unit float64
		}{{"ms", 1e-3}, {"sec", 1}, {"s", 1}, {"min", 60}, {"m", 60}, {"h", 3600}} {
			if rest, found := strings.CutPrefix(s, u.name); found {
				s, unit = rest, u.unit
				break
			}
		}
		if unit == 0 || unit >= before {
			return 0, false // the units get smaller
		}
		seconds, before, ok = seconds+x*unit, unit, true
	}
	return seconds, ok
}

// parseTimeCode reads "1:02", "01:02:03", "01:02:03.456", with a comma, too, and with frames
// "01:02:03:12" and "01:02:03;12".
func parseTimeCode(s string) (seconds float64, frames int, ok bool) {
	if x, ok := parseClock(s, ".,"); ok {
		return x, -1, true
	}
	s, frames = strings.ReplaceAll(s, ";", ":"), -1
	parts := strings.Split(s, ":")
	if len(parts) == 4 {
		n, err := strconv.ParseUint(parts[3], 10, 8)
		if err != nil || len(parts[3]) > 3 || n > 120 {
			return 0, -1, false
		}
		frames, parts = int(n), parts[:3]
	}
	// A fraction of more digits than milliseconds have.
	last := parts[len(parts)-1]
	fraction := 0.0
	if whole, digits, found := strings.Cut(last, "."); found && len(digits) > 3 && len(digits) < 10 {
		n, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			return 0, -1, false
		}
		parts[len(parts)-1], fraction = whole, float64(n)/math.Pow10(len(digits))
	}
	if len(parts) < 2 || len(parts) > 3 {
		return 0, -1, false
	}
	total := uint64(0)
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 32)
		if err != nil || i > 0 && (n > 59 || len(p) != 2) {
			return 0, -1, false
		}
		total = total*60 + n
	}
	return float64(total) + fraction, frames, true
}

var dateLayouts = []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02 15:04:05.999999999 -0700", "2006-01-02 15:04:05 MST", "01/02/2006 15:04:05", "01/02/2006 03:04:05 PM"}

// parseDate reads a date with a time of the day.
func parseDate(s string) (seconds float64, ok bool) {
	if len(s) < len("2006-01-02 15:04") || len(s) > 40 {
		return 0, false
	}
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, s); err == nil {
			return float64(t.Unix()) + float64(t.Nanosecond())*1e-9, true
		}
	}
	return 0, false
}

// frameRates are those of film and video.
var frameRates = []int{24, 25, 30, 50, 60, 120}

// frameRate returns how many frames a second has whose highest number is given.
func frameRate(highest int) float64 {
	for _, rate := range frameRates {
		if highest < rate {
			return float64(rate)
		}
	}
	return float64(highest + 1)
}
