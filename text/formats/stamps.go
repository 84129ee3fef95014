package formats

import "strings"

// parseStamp reads "0:03", "1:02:03", "00:00:03.5", and time codes ("01:00:03:12").
func parseStamp(s string) (seconds float64, ok bool) {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	if seconds, ok := parseFrames(s); ok {
		return seconds, true
	}
	if !strings.ContainsAny(s, ".,") {
		s += ".0"
	}
	return parseClock(s, ".,")
}

// parseFrames reads a time code with frames, "01:00:03:12" or "01;00;03;12". How many frames a second has is
// not said; it is taken for 30.
func parseFrames(s string) (seconds float64, ok bool) {
	const rate = 30
	seconds, frames, ok := parseTimeCode(s)
	if !ok || frames < 0 {
		return 0, false
	}
	return seconds + float64(min(frames, rate-1))/rate, true
}

// frames reads a line of two time codes, in brackets or without, as editors write it: the name is in the next
// line. It reports whether the line is one.
func (h *header) frames(text string) bool {
	text = strings.TrimSuffix(strings.TrimPrefix(text, "["), "]")
	for _, between := range []string{" - ", " – ", " --> "} {
		a, b, ok := strings.Cut(text, between)
		if !ok {
			continue
		}
		from, ok := parseFrames(a)
		to, ok2 := parseFrames(b)
		if ok && ok2 {
			h.style, h.at, h.end = rangeHeader, from, to
			return true
		}
	}
	return false
}
