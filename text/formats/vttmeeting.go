package formats

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// Meeting services write WebVTT in ways of their own: Microsoft Teams has times without
// leading zeros, Webex has speakers in the names of cues, and Microsoft Stream says the
// language in a note.

// unpaddedClock reads "0:0:3.490", as Microsoft Teams writes it: hours, minutes and seconds
// without leading zeros, with one to seven digits behind the point.
func unpaddedClock(s string) (seconds float64, ok bool) {
	whole, fraction, ok := strings.Cut(s, ".")
	parts := strings.Split(whole, ":")
	if !ok || len(parts) != 3 || len(fraction) == 0 || len(fraction) > 7 {
		return 0, false
	}
	total := uint64(0)
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 32)
		if err != nil || i > 0 && (n > 59 || len(p) > 2) {
			return 0, false
		}
		total = total*60 + n
	}
	n, err := strconv.ParseUint(fraction, 10, 32)
	return float64(total) + float64(n)/math.Pow10(len(fraction)), err == nil
}

// cueNameSpeaker returns the speaker that the name of a cue says, as Webex writes it:
// `12 "Ann Berg" (3094854912)`; "" for any other name.
func cueNameSpeaker(name string) string {
	number, rest, _ := strings.Cut(name, ` "`)
	end := strings.LastIndex(rest, `" (`)
	if end < 0 || !isInteger(number) {
		return ""
	}
	if id, ok := strings.CutSuffix(rest[end+len(`" (`):], ")"); !ok || id == "" || strings.Trim(id, "0123456789") != "" {
		return ""
	}
	return strings.TrimSpace(rest[:end])
}

// noteLanguage returns the language that a note says, as Microsoft Stream writes it:
// "NOTE language:en-us"; "" where it says none.
func noteLanguage(head string) string {
	name, ok := strings.CutPrefix(head, "NOTE language:")
	if !ok {
		return ""
	}
	return strings.TrimSpace(name)
}

// looseLabel returns what is before the first colon of a line, and where the text after
// it starts, if it may be a name that people give themselves in a meeting: "Ann’s iPhone",
// "Berg, Ann (she/her)".
func looseLabel(line string) (name string, text int) {
	const longest, words = 64, 8
	name, rest, ok := strings.Cut(line[:min(len(line), longest)], ": ")
	first, _ := utf8.DecodeRuneInString(name)
	if !ok || strings.TrimSpace(name) != name || len(strings.Fields(name)) > words ||
		strings.ContainsAny(name, "<>?!:\"") || !unicode.IsLetter(first) && !unicode.IsNumber(first) {
		return "", 0
	}
	return name, len(name) + len(": ") + len(rest) - len(strings.TrimLeft(rest, " "))
}

// allLabelled reports whether a file has a name in front of almost every cue, as Zoom
// writes it: then what is before the colon is a name even if it does not look like one. Most
// of the names have to look like names, or be there several times.
func (c *cues) allLabelled(found []textCue) bool {
	texts, names, sure := 0, 0, 0
	count := make(map[string]int)
	var loose []string
	for i := range found {
		if len(found[i].text) == 0 {
			continue
		}
		l := found[i].text[0]
		line := c.source()[l.from:l.end]
		texts++
		name, n := looseLabel(line)
		if n == 0 {
			continue
		}
		names++
		if s, _ := transcript.Label(line); s == name && namesSpeaker(name) {
			sure++
			continue
		}
		count[name]++
		loose = append(loose, name)
	}
	for _, name := range loose {
		if count[name] > 2 {
			sure++
		}
	}
	return names >= 3 && 10*names >= 9*texts && 2*sure > names
}
