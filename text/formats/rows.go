package formats

import (
	"slices"
	"strings"
)

// rows returns the lines that are neither empty nor comments.
func (f *File) rows() []textLine {
	return slices.DeleteFunc(f.lines(), func(l textLine) bool {
		return l.from == l.end || strings.HasPrefix(f.text[l.from:], ";;")
	})
}

// cells cuts a line at its blanks.
func (f *File) cells(l textLine) []span {
	var out []span
	for at := l.from; at < l.end; {
		for at < l.end && (f.text[at] == ' ' || f.text[at] == '\t') {
			at++
		}
		from := at
		for at < l.end && f.text[at] != ' ' && f.text[at] != '\t' {
			at++
		}
		if at > from {
			out = append(out, span{from, at})
		}
	}
	return out
}

func (f *File) cell(c span) string { return f.text[c.from:c.to] }

// row is a line that holds an utterance, or a piece of one, and is removed with it.
type row struct {
	textLine
	utterance, piece int // piece < 0: all of the utterance
}

// dropRows takes out the lines whose words are removed.
func (o *outcome) dropRows(v *view, rows []row) {
	for _, r := range rows {
		if r.piece < 0 && !o.keepEmpty && o.utteranceRemoved(v, r.utterance) || r.piece >= 0 && o.pieceRemoved(v, r.utterance, r.piece) {
			o.remove(r.span)
		}
	}
}

func isNumber(s string) bool {
	_, ok := parseNumber(s)
	return ok && strings.Trim(s, "0123456789.-+eE") == ""
}

// timedRows tells tables of times from what somebody says of numbers: "Section 4 2 1 3 is void". One line alone has fractions.
type timedRows struct {
	n         int
	fractions bool
}

func (r *timedRows) add(times ...string) {
	r.n++
	for _, s := range times {
		r.fractions = r.fractions || strings.Contains(s, ".")
	}
}

func (r *timedRows) are() bool { return r.n > 1 || r.n == 1 && r.fractions }

// parseSeconds reads a time in seconds.
func parseSeconds(s string) (float64, bool) {
	v, ok := parseNumber(s)
	return v, ok && isNumber(s)
}
