// Package mutants changes the sample files of tests at random: as files differ that are damaged, that
// somebody has edited, or that another version of a program has written.
//
// Start with [Of] and [OfMarkup], and for fuzzing with [Unpacked].
package mutants

import (
	"strings"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// inserted is what is put into a file.
var inserted = []string{"<i>", "</i>", "<b>um</b>", "<um>", "<", ">", "&amp;", "&nbsp;", "&#10;", "&", "{\\an8}", "{", "}", "[x]", "[", "(uh)", ">> um ", ">>", "- ", "• ", "♪", "♪ um ♪", "#", "***", "\x01", "\x1b[0m",
	"\r", "\n", "\n\n", "\t", "\u2028", "\ufeff", "-->", "um ", " uh,", "um", "♫", "<ALT>", "{ um / uh }", "{ um / no }", "@", "‡", "(.)", "[/]", "&-uh ", "\"", "\\n", "%mor:\tx\n", "00:00:01,000 --> 00:00:02,000\n", "<00:00:01.000>"}

// spoken is what is put into a file where somebody speaks.
var spoken = []string{" um, you know, I I mean ", "呃，我们", "Dr. ", "twenty five ", "U.S.", "http://a.b/c ", "\xff", "\u0301", "🎵"}

// Of changes a file a little: its characters and lines, the values and names of JSON, the elements and attributes of XML, and what is
// in an archive.
func Of(t *drawn.Case, src string) string {
	if isArchive(src) && t.Int("in the archive", 0, 15) > 0 {
		return inArchive(t, src, func(text string) string { return several(t, text) })
	}
	return several(t, src)
}

// several makes some changes.
func several(t *drawn.Case, src string) string {
	head := strings.TrimLeft(src, " \r\n\t\ufeff[")
	own, name := ofText, "of text"
	if strings.HasPrefix(head, "{") {
		own, name = ofJSON, "of JSON"
	} else if strings.HasPrefix(head, "<") {
		own, name = ofXML, "of XML"
	}
	for range t.Int("mutations", 1, 4) {
		switch {
		case src == "":
			return src
		case t.Int(name, 0, 7) > 0:
			src = own(t, src)
		default:
			src = ofText(t, src)
		}
	}
	return src
}

// OfMarkup changes a text a little: its characters, lines and markup; in an archive that which has what is said.
func OfMarkup(t *drawn.Case, src string) string {
	if isArchive(src) {
		return inArchive(t, src, func(text string) string { return several(t, text) })
	}
	for range t.Int("mutations", 1, 4) {
		if src == "" {
			return src
		}
		src = change(t, src, inserted)
	}
	return src
}

// ofText changes one place of a text.
func ofText(t *drawn.Case, src string) string {
	if t.Int("spoken", 0, 2) == 0 {
		return change(t, src, spoken)
	}
	return change(t, src, inserted)
}

// change changes one place of a text, or puts something in there.
func change(t *drawn.Case, src string, inserted []string) string {
	at := t.Int("at", 0, len(src)-1)
	switch t.Int("kind", 0, 5) {
	case 0:
		return src[:at]
	case 1:
		lines := strings.SplitAfter(src, "\n")
		i, k := t.Int("line", 0, len(lines)-1), t.Int("other line", 0, len(lines)-1)
		lines[i], lines[k] = lines[k], lines[i]
		return strings.Join(lines, "")
	case 2:
		return src[:at] + string(rune(' '+t.Int("byte", 0, 94))) + src[at+1:]
	case 3:
		return src[:at] + src[min(len(src), at+t.Int("lost", 1, 12)):]
	}
	// Between words, mostly: within them it makes other words.
	if n := strings.IndexByte(src[at:], ' '); n >= 0 && t.Int("within", 0, 3) > 0 {
		at += n + 1
	}
	return src[:at] + drawn.Of(t, "inserted", inserted...) + src[at:]
}
