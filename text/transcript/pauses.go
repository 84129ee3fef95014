package transcript

import "strings"

// pauseNote returns the length of a pause as transcripts of conversation analysis (Jefferson, GAT 2, HIAT) write it, at the
// start of s, 0 if there is none: "(.)", "(--)", "(0.5)", "(2s)", "((1,2s))", and, between blanks, dots in a row, "••".
func pauseNote(s string) int {
	if strings.HasPrefix(s, "•") {
		n := len(s) - len(strings.TrimLeft(s, "•"))
		if n == len(s) || strings.IndexByte(" \t\r\n", s[n]) >= 0 {
			return n
		}
		return 0
	}
	open := len(s) - len(strings.TrimLeft(s, "("))
	if open == 0 || open > 2 {
		return 0
	}
	const longest = 16
	n := strings.IndexByte(s[:min(len(s), longest)], ')')
	if n < 0 || !isPauseLength(strings.TrimSpace(s[open:n])) || !strings.HasPrefix(s[n:], "))"[:open]) {
		return 0
	}
	return n + open
}

// isPauseLength reports whether what stands in brackets is how long nobody speaks: dots or dashes, or seconds, which are no
// whole number without their unit: "(2)" may be of a list.
func isPauseLength(inside string) bool {
	if inside == "" {
		return false
	}
	if strings.Trim(inside, ".…-–") == "" {
		return true
	}
	number := strings.TrimLeft(inside, "0123456789")
	if fraction := strings.TrimLeft(number, ".,"); len(number)-len(fraction) == 1 {
		if rest := strings.TrimLeft(fraction, "0123456789"); rest != fraction {
			unit := strings.TrimSpace(rest)
			return unit == "" || isSeconds(unit)
		}
		return false
	}
	return number != inside && isSeconds(strings.TrimSpace(number))
}

func isSeconds(unit string) bool {
	switch strings.ToLower(strings.TrimSuffix(unit, ".")) {
	case "s", "sec", "secs", "sek", "second", "seconds", "ms":
		return true
	}
	return false
}
