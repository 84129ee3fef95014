package formats

import (
	"strings"
)

// Formats of players have a subtitle in a line of the file, and a bar where a line of it ends.

// barredLines cuts a text at the bars in it.
func barredLines(text string, s span) []textLine { return cutLines(text, s, "|") }

// cutLines cuts a text at what stands between its lines.
func cutLines(text string, s span, between string) []textLine {
	var out []textLine
	for from := s.from; ; {
		n := strings.Index(text[from:s.to], between)
		if n < 0 {
			return append(out, textLine{span{from, s.to}, from + len(strings.TrimRight(text[from:s.to], " \t\r\n"))})
		}
		out = append(out, textLine{span{from, from + n + len(between)}, from + len(strings.TrimRight(text[from:from+n], " \t"))})
		from += n + len(between)
	}
}

// inBarred returns lines of a subtitle as one of the file. There is no way to write a bar that is none: a
// broken one is close.
func inBarred(lines []string) string {
	for i, line := range lines {
		lines[i] = strings.ReplaceAll(line, "|", "¦")
	}
	return strings.Join(lines, "|")
}
