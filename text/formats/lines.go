package formats

import "strings"

// textLine is a line of the file.
type textLine struct {
	span
	end int // where its text ends, before the line end and blanks
}

// lines cuts the text of the file into lines, without its byte order mark.
func (f *File) lines() []textLine {
	out := make([]textLine, 0, 1+strings.Count(f.text, "\n"))
	at := 0
	if strings.HasPrefix(f.text, "\ufeff") {
		at = len("\ufeff")
	}
	for at < len(f.text) {
		end := len(f.text)
		if n := strings.IndexByte(f.text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		out = append(out, textLine{span{at, end}, at + len(strings.TrimRight(f.text[at:end], " \t\r\n"))})
		at = end
	}
	return out
}

// headLines returns the first lines of text that are not empty.
func headLines(text string, n int) []string {
	var out []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			if out = append(out, line); len(out) == n {
				break
			}
		}
	}
	return out
}
