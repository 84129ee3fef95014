package formats

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// linesAbove is what stands in the lines above times.
type linesAbove struct {
	found  int  // times
	parted int  // of these, with an empty line before the line above, or nothing
	said   int  // other lines behind the first of them that are not empty
	first  bool // the first one is the first line of all

	names    map[string]bool
	nameless int // those that no name of a speaker looks like
	titles   int // those that are titles beyond doubt
	perhaps  int // others that may be
}

// styleAbove returns the style of headers that are a time, by what stands in the line above each: the name of a speaker, a
// title, or something else.
func styleAbove(lines []string) headerStyle {
	a := linesAbove{names: make(map[string]bool)}
	for i, line := range lines {
		if readHeader(line).style != aloneHeader {
			if a.found > 0 && strings.TrimSpace(line) != "" && (i+1 == len(lines) || readHeader(lines[i+1]).style != aloneHeader) {
				a.said++
			}
		} else if !a.take(lines, i) {
			return aloneHeader
		}
	}
	return a.style(lines)
}

// take looks at the line above a time, and reports whether it may be a name or a title.
func (a *linesAbove) take(lines []string, time int) bool {
	name := ""
	if time > 0 {
		name = strings.TrimSpace(lines[time-1])
	}
	if !isHeading(name) {
		return false
	}
	if a.found++; time < 2 || strings.TrimSpace(lines[time-2]) == "" {
		a.parted++
	}
	if a.found == 1 {
		a.first = firstFull(lines) == time-1
	}
	a.names[name] = true
	if !isHeaderName(name) || !namesSpeaker(name) {
		a.nameless++
	}
	switch startsTitle(name) {
	case surelyTitle:
		a.titles++
	case perhapsTitle:
		a.perhaps++
	}
	return true
}

// style returns what the lines above times make of them.
func (a *linesAbove) style(lines []string) headerStyle {
	different := len(a.names)
	titles := a.titles > 0 || 2*a.perhaps > a.found
	switch {
	case a.nameless > 0 && (!titles || different < a.found || 2*(a.titles+a.perhaps) < a.found):
		return aloneHeader
	case a.nameless == 0 && areNames(a.found, a.parted, different):
		return aboveHeader
	case a.parted < a.found || a.said == 0 || a.found == 1 && !a.first:
		return aloneHeader
	case !titles && !haveLabels(lines):
		return aboveHeader
	case a.found == 1:
		return aloneHeader // what is above it is a title anyway
	}
	return titleHeader
}

// areNames reports whether so many different lines above times are names of speakers: some come again, and where no
// empty line is before each, most do.
func areNames(found, parted, different int) bool {
	return different < found && (parted == found || found > 2 && 2*different <= found)
}

// haveLabels reports whether a line has the name of its speaker before what is said.
func haveLabels(lines []string) bool {
	known := transcript.SpeakersOf(slices.Values(lines))
	return slices.ContainsFunc(lines, func(line string) bool {
		name, n := known.Label(line)
		return name != "" && namesSpeaker(name) && n < len(line)
	})
}

// isHeading reports whether a line may be a name or a title: it starts as these do, and is no sentence.
func isHeading(line string) bool {
	first, _ := utf8.DecodeRuneInString(line)
	return line != "" && !unicode.IsLower(first) && (unicode.IsLetter(first) || unicode.IsNumber(first)) && isTitle(line) || isHeaderName(line) && namesSpeaker(line)
}

// likeTitle says whether a line is a title rather than a name.
type likeTitle uint8

const (
	noTitle likeTitle = iota
	perhapsTitle
	surelyTitle
)

// startsTitle reports whether a line is made as titles are, and names are not: of words that are no names, and say nothing
// of who speaks.
func startsTitle(line string) likeTitle {
	words := strings.Fields(line)
	first := strings.TrimRight(strings.ToLower(words[0]), ":.,-–")
	switch {
	case len(words) > 1 && lang.Numerals.Determiners[first], lang.TitleWords[first]:
		return surelyTitle
	case lang.SpeakerRoles[first] || !isCommon(first):
		return noTitle
	case len(words) == 1:
		return perhapsTitle // "Mark"
	}
	for _, w := range words[1:] {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsLower(r) && !isCommon(strings.Trim(strings.ToLower(w), ":.,-–&")) {
			return noTitle // "Will Smith"
		}
	}
	return surelyTitle
}

// isCommon reports whether a word in small letters is a common word, though some are names as well ("mark").
func isCommon(word string) bool { return lang.Whole()[word] || language.Written(word) == word }
