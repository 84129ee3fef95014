package formats

import (
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// A line may have more in front of what is said than a name and a time: when it starts and ends, the
// day, brackets around this or that. What comes in which order differs from program to program,
// so that a head is read item by item: times, dates, and one name.

var (
	// headItem is a time or a date: with a day, with half of the day, as a clock shows it, or in seconds.
	headItem = lazy.Regexp(`^(?:(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)|(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}-[A-Z][a-z]{2}-\d{2,4})|(\d{1,2}:\d{2}(?::\d{2})?[\s\x{202f}\x{a0}]?[AaPp]\.?[Mm]\.?)|(\d{1,3}:\d{2}(?::\d{2}(?:[:;]\d{2})?)?(?:[.,]\d{1,3})?)|(\d+(?:\.\d+)?)s\b)`)
	// headCounter is the number of a subtitle, before the time codes of its start and its end.
	headCounter = lazy.Regexp(`^\d{1,5}[ \t]+\d{1,2}:\d{2}:\d{2}[:;]\d{2}[ \t]`)
	// headSeconds are seconds that nothing but the brackets around them tells to be some.
	headSeconds = lazy.Regexp(`^(\d+\.\d+)`)
	// headColon ends a head, with the signs that close emphasis.
	headColon = lazy.Regexp(`^[*_]{0,3}:[*_]{0,3}([ \t]|$)`)
	// headCell ends one in a cell of its own.
	headCell = lazy.Regexp(`^ ?(\t|\| )`)
	// headNameEnd is where a name may end.
	headNameEnd = lazy.Regexp(`[:*\t|]|[ \t][\[(]|[,–-] ?\d`)
	// headBetween is what stands between the items.
	headBetween = lazy.Regexp(`^[\s*_\x{202f}\x{a0}\x{200e}\x{200f}]*(?:-->|->|→|[,|~–—-]|to\s|bis\s)?[\s\x{202f}\x{a0}\x{200e}\x{200f}]*`)
)

// lineHead is what a line has in front of what is said.
type lineHead struct {
	speaker  string
	times    []float64 // in seconds
	dated    bool      // the times are those of a day
	meridiem bool      // they are one with the half of the day, and without the day
	bracket  bool      // brackets end it
	sole     bool      // it is all that the line has
	named    bool      // of that, the name is the last
	colon    bool      // a colon ends it, or the cell of a table
	square   bool      // a time in square brackets ends it
	end      int       // where it ends, and what is said starts
}

// readLineHead returns the head that a line starts with; without a time or a date it is none.
func readLineHead(line string) (h lineHead, ok bool) {
	if !strings.ContainsAny(line, "0123456789") {
		return h, false // as most
	}
	at := 0
	if headCounter().MatchString(line) {
		at = strings.IndexAny(line, " \t")
	}
	for {
		at += len(headBetween().FindString(line[at:]))
		n := h.item(line, at)
		if n == 0 {
			break
		}
		h.square, h.bracket = line[at] == '[', strings.IndexByte("[(<{", line[at]) >= 0
		h.end = at + n
		at = h.end
		m := headColon().FindString(line[at:])
		if m == "" && h.speaker != "" && len(h.times) > 0 {
			m = headCell().FindString(line[at:])
		}
		if m != "" {
			h.colon, h.end = true, at+len(m)
			break
		}
	}
	h.end += len(line[h.end:]) - len(strings.TrimLeft(line[h.end:], " \t"))
	timed := len(h.times) > 0 || h.dated
	if timed && h.isTable(line[h.end:]) {
		return h, false
	}
	named := h.speaker != "" && h.square && len(h.times) == 1 && h.end < len(line) // "Ann Berg [0:03] Yes."
	return h, timed && (h.colon || named) || len(h.times) == 2 && h.speaker == "" && !h.dated || h.alone(line)
}

// isTable reports whether more cells with times or numbers follow a head: it is a row of a table.
func (h *lineHead) isTable(rest string) bool {
	cell, _, more := strings.Cut(rest, "\t")
	if !more {
		return false
	}
	if _, timed := parseStamp(cell); timed {
		return true
	}
	_, numeric := parseNumber(cell)
	return numeric
}

// alone reports whether a head with the time of a day is all that a line has: "Ann Berg [10:12 AM]", "[1/31/2026 10:12 AM] ann". The name
// of somebody who writes may be of small letters; it ends the line.
func (h *lineHead) alone(line string) bool {
	if !h.dated || h.speaker == "" && h.end == len(line) && !h.meridiem {
		return false
	}
	if rest := strings.TrimRight(line[h.end:], " \t\r\n"); rest != "" && h.speaker == "" && h.bracket && isHeaderName(rest) && namesSpeaker(rest) {
		h.speaker, h.end, h.named = rest, len(line), true
	}
	h.sole = h.end == len(line)
	return h.sole
}

// item reads the item of a head at a place in a line, and returns its length, 0 if there is none.
func (h *lineHead) item(line string, at int) int {
	rest := line[at:]
	if rest == "" {
		return 0
	}
	if n := h.bracketed(rest); n > 0 {
		return n
	}
	if n := h.bracketedName(rest); n > 0 && at == 0 {
		return n
	}
	if n := h.time(rest, false); n > 0 {
		return n
	}
	if h.speaker != "" {
		return 0
	}
	end := headNameEnd().FindStringIndex(rest[:min(len(rest), longestName)])
	if end == nil {
		return 0
	}
	if name := strings.TrimRight(rest[:end[0]], " -–|"); isHeaderName(name) && namesSpeaker(name) {
		h.speaker = name
		return len(name)
	}
	return 0
}

// bracketed reads times in brackets.
func (h *lineHead) bracketed(s string) int {
	closing := map[byte]byte{'[': ']', '(': ')', '<': '>', '{': '}'}[s[0]]
	if closing == 0 {
		return 0
	}
	end := strings.IndexByte(s[:min(len(s), longestName)], closing)
	if end < 0 {
		return 0
	}
	inside := *h
	for at := 1; ; {
		at += len(headBetween().FindString(s[at:end]))
		if at == end {
			break
		}
		n := inside.time(s[at:end], true)
		if n == 0 {
			return 0
		}
		at += n
	}
	if len(inside.times) == len(h.times) && inside.dated == h.dated {
		return 0
	}
	*h = inside
	return end + 1
}

// bracketedName reads a name in square brackets: of one word, it has a digit, since notes stand in brackets, too.
func (h *lineHead) bracketedName(s string) int {
	end := strings.IndexByte(s[:min(len(s), longestName)], ']')
	if s[0] != '[' || end < 0 || h.speaker != "" {
		return 0
	}
	name := s[1:end]
	if !isHeaderName(name) || !namesSpeaker(name) || !strings.ContainsAny(name, "0123456789") && !strings.Contains(name, " ") {
		return 0
	}
	h.speaker = name
	return end + 1
}

// time reads a time, or a date.
func (h *lineHead) time(s string, bracketed bool) int {
	m := headItem().FindStringSubmatch(s)
	switch {
	case m == nil && bracketed:
		if m = headSeconds().FindStringSubmatch(s); m == nil {
			return 0
		}
		seconds, _ := strconv.ParseFloat(m[1], 64)
		h.times = append(h.times, seconds)
	case m == nil:
		return 0
	case m[1] != "", m[2] != "", m[3] != "":
		h.meridiem = m[3] != "" && !h.dated
		h.dated = true
	case m[4] != "":
		seconds, ok := parseStamp(m[4])
		if !ok {
			return 0
		}
		h.times = append(h.times, seconds)
	default:
		seconds, _ := strconv.ParseFloat(m[5], 64)
		h.times = append(h.times, seconds)
	}
	return len(m[0])
}

// lineHead reads a head with more than a name and a time. Times of a day are none of the recording.
func (h *header) lineHead(text string) {
	x, ok := readLineHead(text)
	if !ok {
		return
	}
	h.style, h.speaker, h.dated, h.text = lineHeader, x.speaker, x.dated, x.end
	switch {
	case x.end < len(text):
	case x.speaker == "":
		h.style = aloneHeader
	case !x.sole: // a colon ends it
	case x.named:
		h.style = timeHeader
	case x.bracket:
		h.style = squareHeader
	default:
		h.style = gapHeader
	}
	if x.dated || len(x.times) == 0 {
		h.dated = true
		return
	}
	if !x.colon && x.speaker != "" {
		h.style, h.behind = squareHeader, true
	}
	h.at = x.times[0]
	if len(x.times) > 1 && x.times[1] > x.times[0] {
		h.end = x.times[1]
	}
}
