package formats

import (
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/transcript"
)

// oneLine returns text without control characters and what else would end a line: blanks of
// all kinds in a row are one, and at the ends none.
func oneLine(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] > ' ' && s[i] < 0x7f
	}
	if plain {
		return s
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	return strings.Join(strings.Fields(s), " ")
}

// inLines brings words and names into lines, for formats in which a line end means
// something. Marks before a word may end in a blank.
func (t *Transcript) inLines() {
	for i := range t.Utterances {
		u := &t.Utterances[i]
		u.Speaker = oneLine(u.Speaker)
		for k := range u.Words {
			w := &u.Words[k]
			blank := w.Lead != strings.TrimRightFunc(w.Lead, unicode.IsSpace)
			if w.Lead = oneLine(w.Lead); blank && w.Lead != "" {
				w.Lead += " "
			}
			w.Core, w.Trail = oneLine(w.Core), oneLine(w.Trail)
		}
	}
}

// arrow stands between the times of a cue: in its text it would begin another one.
const arrow = "-->"

// noArrow returns a line of a cue without arrows.
func noArrow(s string) string { return strings.ReplaceAll(s, arrow, "→") }

// escapeLoose escapes what would be read as a character reference, in formats in which
// most ampersands are just that.
func escapeLoose(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		b.WriteByte(s[i])
		if s[i] == '&' {
			if _, n := unescapeText(s[i:]); n > 1 {
				b.WriteString("amp;")
			}
		}
	}
	return b.String()
}

// notLabel is a word joiner: in front of a line that begins like a speaker's name, a time
// or a dash, it is not seen, and keeps those from being read as such.
const notLabel = "\u2060"

// unlabelled returns a line of text that names no speaker so that it is read without one.
func unlabelled(line string) string {
	if _, n := transcript.Label(line); n > 0 || strings.HasPrefix(line, "# ") {
		return notLabel + line
	}
	return line
}

// unlabelledCue is unlabelled for subtitles, in which a time is something that is said.
func unlabelledCue(line string) string {
	name, n := transcript.Label(line)
	if name != "" || strings.ContainsAny(line[:n], startSigns) || strings.HasPrefix(line, "# ") {
		return notLabel + line
	}
	return line
}
