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
		end := at + lineLength(f.text[at:])
		out = append(out, textLine{span{at, end}, at + len(strings.TrimRight(f.text[at:end], " \t\r\n"))})
		at = end
	}
	return out
}

// lineLength returns the length of the first line of a text with its end. A CR ends one as well, unless
// an LF follows, with up to two other CRs between: files with CR alone are put together with
// others.
func lineLength(text string) int {
	at := strings.IndexAny(text, "\r\n") + 1
	switch {
	case at == 0:
		return len(text)
	case text[at-1] == '\n':
		return at
	}
	run := at
	for run < min(len(text), at+2) && text[run] == '\r' {
		run++
	}
	if run == len(text) || text[run] != '\n' {
		return at
	}
	return run + 1
}

// headLines returns the first lines of text that are not empty.
func headLines(text string, n int) []string {
	var out []string
	for len(text) > 0 {
		length := lineLength(text)
		line := text[:length]
		text = text[length:]
		if line = strings.TrimSpace(line); line != "" {
			if out = append(out, line); len(out) == n {
				break
			}
		}
	}
	return out
}
