package formats

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// oneLine returns text without control characters and what else would end a line: blanks of
// all kinds in a row are one, and at the ends none. instead comes in place of control
// characters; -1: nothing does.
func oneLine(s string, instead rune) string {
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
			return instead
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	return strings.Join(strings.Fields(s), " ")
}

// inLines brings words and names into lines, for formats in which a line end means
// something, and leaves out tags, which mean something else there. The blanks
// between a word and its punctuation is kept.
func (t *Transcript) inLines() {
	all := make([]Utterance, 0, len(t.Utterances))
	for i := range t.Utterances {
		u := &t.Utterances[i]
		u.Speaker = oneLine(u.Speaker, -1)
		words := make([]Word, 0, len(u.Words))
		startsLine := false
		for k := range u.Words {
			w := u.Words[k]
			var tag bool
			if tag, startsLine = w.Note && isTag(w.Core), startsLine || w.StartsLine; tag {
				continue
			}
			if w.StartsLine = startsLine; k > 0 && u.Words[k-1].Note && isTag(u.Words[k-1].Core) {
				w.Tight = false
			}
			startsLine = false
			blank := w.Lead != strings.TrimRightFunc(w.Lead, unicode.IsSpace)
			if w.Lead = oneLine(w.Lead, joiner); blank && w.Lead != "" {
				w.Lead += " "
			}
			blank = w.Trail != strings.TrimLeftFunc(w.Trail, unicode.IsSpace)
			if w.Trail = oneLine(w.Trail, joiner); blank && w.Trail != "" {
				w.Trail = " " + w.Trail
			}
			w.Core = oneLine(w.Core, joiner)
			if w.Text() != "" {
				words = append(words, w)
			}
		}
		if u.Words = words; len(words) > 0 {
			all = append(all, *u)
		}
	}
	t.Utterances = all
}

// isTag reports whether a note is a tag, of HTML or as in subtitles.
func isTag(s string) bool {
	if s == "" {
		return false
	}
	_, n := srtTag(s)
	return n == len(s)
}

// arrow stands between the times of a cue: in its text it would begin another one.
const arrow = "-->"

// noArrow returns a line of a cue with arrows escaped.
func noArrow(s string) string { return strings.ReplaceAll(s, arrow, "--&gt;") }

// escapeLoose escapes what would be read as a character reference or as a tag, in formats
// in which most of those signs are just that. Tags are left out before: see inLines.
func escapeLoose(s string) string {
	if !strings.ContainsAny(s, "&<{") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '&':
			if _, n := unescapeText(s[i:]); n > 1 {
				b.WriteString("&amp;")
				continue
			}
		case '<', '{':
			if _, n := srtTag(s[i:]); n > 0 {
				fmt.Fprintf(&b, "&#%d;", s[i])
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// joiner is a word joiner: at the start of a line that begins like a speaker's name, a
// time, a dash or a song, and at the end of one that ends like a song, it is not seen, and
// keeps those from being read as such.
const joiner = '\u2060'

// unlabelled returns a line of text that names no speaker so that it is read without one.
func unlabelled(line string) string {
	name, n := transcript.Label(line)
	at := 0
	switch {
	case name != "":
		at = strings.Index(line, name)
	case n == 0 || line[0] == '[' || line[0] == '(':
		return unsung(line) // a time in brackets is no word anyway
	}
	return line[:at] + string(joiner) + unsung(line[at:])
}

// unlabelledCue is unlabelled for subtitles, in which a time is something that is said.
func unlabelledCue(line string) string {
	name, n := transcript.Label(line)
	if name == "" && !strings.ContainsAny(line[:n], startSigns) {
		return unnamed(line)
	}
	at := max(0, strings.Index(line, name))
	return line[:at] + string(joiner) + unnamed(line[at:])
}

// unnamed returns a line of a cue, after the speaker's name, so that no other one is read
// in it.
func unnamed(line string) string {
	for at := 1; at < len(line); at++ {
		if line[at-1] != ' ' || !strings.HasPrefix(line[at:], ">>") {
			continue
		}
		rest := strings.TrimLeft(line[at:], ">- ")
		if name, _ := transcript.Label(line[at:]); name != "" || isSong(rest) {
			at = len(line) - len(rest)
			line = line[:at] + string(joiner) + line[at:]
		}
	}
	return unsung(line)
}

// isSong reports whether a line begins as one that is sung, without signs of music.
func isSong(line string) bool { return strings.HasPrefix(line, "# ") }

// unsung returns a line that begins or ends with a sign of numbers so that it is not
// taken for a song.
func unsung(line string) string {
	if isSong(line) {
		line = string(joiner) + line
	}
	if strings.HasSuffix(line, " #") {
		line += string(joiner)
	}
	return line
}

// joinable reports whether two stretches of text say the same in one line as in two.
func joinable(a, b string) bool {
	if !strings.ContainsAny(a+b, "♩♪♫♬🎵🎶[](){}<>#*_（）【】") {
		return true
	}
	return wordsIn(a)+wordsIn(b) == wordsIn(a+" "+b)
}

// wordsIn returns the number of the words of a line.
func wordsIn(line string) int {
	d, err := transcript.ParsePart(line, "")
	if err != nil {
		return -1
	}
	return len(d.Tokens)
}
