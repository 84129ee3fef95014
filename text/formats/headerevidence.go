package formats

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// headLimit is how many lines of a file are looked at for headers.
const headLimit = 400

// stylesIn returns the style of the headers of some lines, noHeader where there are none,
// whether the lines are a transcript beyond doubt, and whether they would be if anything
// stood below the headers. Empty lines are among the lines.
func stylesIn(lines []string) (style headerStyle, sure, silent bool) {
	style = commonStyle(lines)
	if style == noHeader {
		return style, false, false
	}
	e, ok := style.evidence(lines)
	if !ok || !style.proved(e) {
		return style, false, false
	}
	return style, e.speech, !e.speech
}

// commonStyle returns the style of most headers, noHeader where there are none.
func commonStyle(lines []string) (style headerStyle) {
	var count [headerStyles]int
	for _, line := range lines {
		count[readHeader(line).style]++
	}
	count[noHeader] = 0
	for s := range count {
		if count[s] > count[style] {
			style = headerStyle(s)
		}
	}
	switch {
	case (style == timeHeader || style == bareHeader) && 2*count[textHeader] > count[style]:
		return textHeader // some of what is said may be a name
	case style != aloneHeader:
	case count[gapHeader] > 0:
		style = gapHeader
	default:
		return styleAbove(lines)
	}
	return style
}

// headerEvidence is what lines show of being a transcript with headers.
type headerEvidence struct {
	full    int  // lines that are not empty
	found   int  // headers
	first   int  // full lines before the first of them; -1: there is none
	ordered int  // headers whose time is not before that of the one before
	behind  int  // headers with speech behind them and nothing but a blank between
	labels  int  // other lines with a speaker's name before what is said
	timed   int  // other lines that a time stands before
	speech  bool // something is said below headers, or behind them
	titles  bool // only titles are before the first header
}

// evidence looks at lines for headers of the style. It is not there where what is before the
// first header is said, too.
func (s headerStyle) evidence(lines []string) (e headerEvidence, ok bool) {
	known := transcript.SpeakersOf(slices.Values(lines))
	fields := transcript.MetaLines(lines, known, false)
	before := 0.0
	e.first, e.titles = -1, true
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		e.full++
		h := s.header(lines, i)
		if h.style == noHeader && s.isAbove() && i > 0 && s.header(lines, i-1).style == s {
			continue // its time
		}
		if h.style == noHeader {
			if name, n := known.Label(line); name != "" && namesSpeaker(name) && n < len(line) && !(e.found == 0 && fields[i]) {
				if e.labels++; e.found == 0 && (s == aloneHeader || s == labelHeader) {
					return e, false
				}
			}
			if _, n := leadingStamp(strings.TrimLeft(line, " \t")); n > 0 {
				e.timed++
			}
			e.speech = e.speech || e.found > 0
			e.titles = e.titles && (e.found > 0 || isTitle(line))
			continue
		}
		if h.behind {
			e.behind++
		}
		if e.found++; e.first < 0 {
			e.first = e.full - 1
		}
		if h.at >= before || h.dated {
			e.ordered++
		}
		before = h.at
		e.speech = e.speech || h.text < len(line)
	}
	return e, true
}

// proved reports whether lines are a transcript with headers of the style.
func (s headerStyle) proved(e headerEvidence) bool {
	const (
		preamble = 20 // lines before the first header at most
		apart    = 40 // lines to a header at most
	)
	switch {
	case e.first > preamble || 5*e.ordered < 4*e.found:
		return false
	case s == aloneHeader && 5*e.labels >= 4*(e.full-e.first-e.found): // between labels that is enough
		return true
	case e.full > apart*e.found:
		return false
	case (s == labelHeader || s == lineHeader) && e.found < 4*e.labels:
		return false // times are here and there
	case (s == lineHeader || 2*e.behind > e.found) && 3*e.found < e.full:
		return false
	case (s == timeHeader || s == bareHeader) && e.found < 2*e.timed:
		return false // most of what is behind times is said
	case s == textHeader && (e.found < 3 || 3*e.found < 2*(e.full-e.first)):
		return false // a time here and there
	case s == aloneHeader && e.full > apart/4*e.found:
		return false
	case e.found == 1 && s.isAbove() && e.full > apart/4:
		return false
	case e.found == 1 && (!e.titles || s.weak() || s == labelHeader || s == lineHeader || s == timeHeader):
		return false
	}
	return true
}

// isTitle reports whether a line may stand above what is said: it is no sentence.
func isTitle(line string) bool {
	line = strings.TrimRight(line, " \t\r\n")
	return len(strings.Fields(line)) <= 12 && !strings.ContainsAny(line[len(line)-1:], ".?!")
}

// header returns the header that a line is in a file with headers of the style.
func (s headerStyle) header(lines []string, i int) header {
	h := readHeader(lines[i])
	empty := func(i int) bool { return i < 0 || strings.TrimSpace(lines[i]) == "" }
	switch {
	case s.isAbove():
		name := strings.TrimSpace(lines[i])
		if i+1 == len(lines) || !isHeading(name) || s == aboveHeader && !(isHeaderName(name) && namesSpeaker(name)) {
			break
		}
		if below := readHeader(lines[i+1]); below.style == aloneHeader {
			h := header{style: s, at: below.at, end: below.end, dated: below.dated, named: true, text: len(lines[i])}
			if s == aboveHeader {
				h.speaker = name
			}
			return h
		}
	case h.style == s && s == spaceHeader && !empty(i-1):
	case h.style == s && s == rangeHeader:
		if i+1 < len(lines) {
			name := strings.TrimSpace(lines[i+1])
			if h.named = isHeaderName(name); h.named {
				h.speaker = name
			}
		}
		return h
	case h.style == s, h.style == aloneHeader && !h.dated && s == gapHeader && empty(i-1):
		return h
	case s == textHeader && h.rest > 0:
		return header{style: s, at: h.at, text: h.rest}
	}
	return header{text: len(lines[i])}
}

// sniffHeaded reports whether text is one of headers and what is said below them.
func sniffHeaded(text string) bool {
	_, sure, _ := stylesIn(firstLines(text, headLimit))
	return sure
}

// firstLines returns up to n lines of text.
func firstLines(text string, n int) []string {
	var out []string
	for line := range strings.Lines(text) {
		if out = append(out, line); len(out) == n {
			break
		}
	}
	return slices.Clip(out)
}
