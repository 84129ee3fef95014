package formats

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// headerStyle is one of the ways in which services write a line that says who speaks from
// when on.
type headerStyle uint8

const (
	noHeader      headerStyle = iota
	gapHeader                 // "Ann Berg  0:03", "Ann Berg - 00:03"
	roundHeader               // "Ann Berg (00:03):", maybe with text behind it
	squareHeader              // "Ann Berg [00:00:03]", the same
	bracketHeader             // "[Ann Berg] 00:00:03"
	timeHeader                // "[00:00:03] Ann Berg", "[00:00:03.100] - Speaker 1"
	labelHeader               // "00:00:03 Ann Berg: text", with or without brackets and text
	rangeHeader               // "0:0:3.0 --> 0:0:5.12", "00:00:03:00 - 00:00:05:03", with the name in the next line
	lineHeader                // "Ann (0:03 - 0:05): text", "2026-01-31 10:12 Ann: text", "0:03 - 0:05 text"
	aboveHeader               // "Ann Berg", with the time in the next line
	titleHeader               // "The Start", with the time in the next line: who speaks is not told
	aloneHeader               // "00:03": nobody is named, or lines have labels
	spaceHeader               // "Ann Berg 00:03"
	bareHeader                // "00:00:03 Speaker 1"
	textHeader                // "[00:00:03] So we went.", "0:03 so we went": nobody is named
	headerStyles
)

// weak says of styles that prose may look like them.
func (s headerStyle) weak() bool { return s >= spaceHeader }

// isAbove says of styles that the time is in the line below.
func (s headerStyle) isAbove() bool { return s == aboveHeader || s == titleHeader }

// header is a line that says who speaks from when on.
type header struct {
	style   headerStyle
	speaker string
	at      float64 // in seconds
	end     float64 // the same; 0: it does not say
	named   bool    // the name, or the time, is in the next line
	dated   bool    // it says the time of a day: when it was in the recording is not known
	text    int     // where speech starts that is in the same line; its end if there is none
	rest    int     // where what is behind a time that the line starts with does; 0: it starts with none
	behind  bool    // it does, with nothing but a blank between
}

// readHeader returns the header that a line is, of noHeader if it is none.
func readHeader(line string) header {
	text := strings.TrimRight(line, " \t\r\n")
	h := header{text: len(line)}
	if h.read(text); h.style == noHeader {
		h.lineHead(text)
	}
	if h.style == noHeader {
		h.emphasised(text)
	}
	if h.style == noHeader && h.rest > 0 {
		h.style, h.text = textHeader, h.rest
	}
	return h
}

// emphasised reads a header of Markdown that is a line of its own: "**Ann Berg** *00:03*", also in a quote.
func (h *header) emphasised(text string) {
	if !strings.Contains(text, "**") && !strings.Contains(text, "__") {
		return
	}
	plain := strings.NewReplacer("*", "", "_", "").Replace(strings.TrimPrefix(text, "> "))
	x := header{text: len(plain)}
	if x.read(plain); x.style != noHeader && x.text == len(plain) && x.speaker != "" {
		x.text, x.rest = h.text, 0
		*h = x
	}
}

// read reads a header with a name, a time, or both.
func (h *header) read(text string) {
	from := len(text) - len(strings.TrimLeft(text, " \t"))
	if from == len(text) {
		return
	}
	if h.frames(text[from:]) {
		return
	}
	if a, b, ok := strings.Cut(text[from:], " --> "); ok {
		h.between(a, b)
		return
	}
	if at, n := leadingStamp(text[from:]); n > 0 {
		h.at = at
		h.afterTime(text, from, from+n)
		return
	}
	if text[from] == '[' {
		// "[Ann Berg] 00:00:03"
		name, rest, ok := strings.Cut(text[from+1:], "] ")
		if at, timed := parseStamp(strings.TrimSpace(rest)); ok && timed && isHeaderName(name) {
			h.style, h.speaker, h.at = bracketHeader, name, at
		}
		return
	}
	if !h.behindLabel(text, from) && !h.inBrackets(text, from) {
		h.atEnd(text[from:])
	}
}

// behindLabel reads "Ann: [00:03] So we went.", and reports whether it is that.
func (h *header) behindLabel(text string, from int) bool {
	name, n := transcript.Label(text[from:])
	at := from + n
	if name == "" || at >= len(text) || text[at] != '[' && text[at] != '(' || !namesSpeaker(name) {
		return false
	}
	seconds, length := leadingStamp(text[at:])
	if length == 0 {
		return false
	}
	h.style, h.speaker, h.at = labelHeader, name, seconds
	h.text = len(text) - len(strings.TrimLeft(text[at+length:], " \t"))
	return true
}

// between reads the times around an arrow.
func (h *header) between(a, b string) {
	var times [2]float64
	for i, s := range []string{a, b} {
		var ok bool
		if times[i], ok = parseClock(s, "."); !ok {
			if times[i], ok = unpaddedClock(s); !ok {
				return
			}
		}
	}
	h.style, h.at, h.end = rangeHeader, times[0], times[1]
}

// afterTime reads what is behind the time that a line starts with.
func (h *header) afterTime(text string, from, at int) {
	bracketed := text[from] == '[' || text[from] == '('
	rest := strings.TrimLeft(text[at:], " \t")
	if meridiem().MatchString(rest) {
		return // the time of a day
	}
	gap := len(text) - at - len(rest)
	if text[at-1] == ':' || text[at-1] == '=' || text[from] == '#' || strings.HasPrefix(text[from:], "¤") {
		gap = max(gap, 1)
	}
	defer func() { h.rest = len(text) - len(rest) }()
	for _, dash := range []string{"- ", "– ", "| "} {
		if r, ok := strings.CutPrefix(rest, dash); ok {
			rest, gap = strings.TrimLeft(r, " \t"), 2
			break
		}
	}
	if strings.HasPrefix(rest, "From ") { // a chat
		if name, n := transcript.Label(text[from:]); name != "" && n > len(text)-from-len(rest) {
			h.style, h.speaker, h.text = labelHeader, name, from+n
			return
		}
	}
	name, n := transcript.Label(rest)
	switch {
	case rest == "":
		h.style = aloneHeader
	case gap == 0:
	case name != "" && namesSpeaker(name) && strings.HasPrefix(rest, name):
		h.style, h.speaker, h.text = labelHeader, name, len(text)-len(rest)+n
	case !isHeaderName(rest) || !namesSpeaker(rest): // something that is said at that time
	case bracketed || gap > 1:
		h.style, h.speaker = timeHeader, rest
	default:
		h.style, h.speaker = bareHeader, rest
	}
}

// inBrackets reads a time in brackets behind a name, which ends the line or has a colon
// behind it, and reports whether there is one.
func (h *header) inBrackets(text string, from int) bool {
	for i := from + 1; i < min(len(text), from+longestName); i++ {
		if text[i] != '(' && text[i] != '[' {
			continue
		}
		at, n := leadingStamp(text[i:])
		if n == 0 {
			continue
		}
		rest := text[i+n:]
		name := strings.TrimRight(text[from:i], " \t-–|")
		switch {
		case !isHeaderName(name):
			continue
		case rest != "" && rest != ":" && !strings.HasPrefix(rest, ": "):
			continue
		case len(rest) > 1:
			h.text = len(text) - len(strings.TrimLeft(rest[1:], " \t"))
		}
		h.speaker, h.at = name, at
		if h.style = roundHeader; text[i] == '[' {
			h.style = squareHeader
		}
		return true
	}
	return false
}

// atEnd reads a line that ends in a time.
func (h *header) atEnd(text string) {
	i := strings.LastIndexAny(text, " \t")
	if i < 0 {
		return
	}
	at, ok := parseStamp(text[i+1:])
	name := strings.TrimRight(text[:i], " \t")
	between := text[len(name) : i+1]
	dash := strings.TrimRight(strings.TrimRight(name, "-–|"), " \t")
	switch {
	case !ok:
	case len(dash) < len(name) && isHeaderName(dash):
		h.style, h.speaker, h.at = gapHeader, dash, at
	case (len(between) > 1 || between == "\t") && isHeaderName(name):
		h.style, h.speaker, h.at = gapHeader, name, at
	case isHeaderName(name) && namesSpeaker(name):
		h.style, h.speaker, h.at = spaceHeader, name, at
	}
}

// meridiem is half of the day, behind a time.
var meridiem = lazy.Regexp(`^[AaPp]\.?[Mm]\.?(?:[^\p{L}\p{N}]|$)`)

// longestName is the length of the longest name in a header, in bytes.
const longestName = 64

// isHeaderName reports whether what stands beside a time may be a speaker's name.
func isHeaderName(s string) bool {
	const most, mostLower = 6, 2
	if len(s) > longestName {
		return false
	}
	words := strings.Fields(s)
	first, _ := utf8.DecodeRuneInString(s)
	if len(words) == 0 || len(words) > most || strings.TrimSpace(s) != s || strings.ContainsAny(s, "?!;:\"<>[]{}\t？！；：，。") ||
		!unicode.IsLetter(first) && !unicode.IsNumber(first) || unicode.IsDigit(first) && headItem().FindString(s) == s {
		return false
	}
	lower := 0
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); unicode.IsLower(r) {
			lower++
		}
	}
	if last := words[len(words)-1]; strings.HasSuffix(last, ",") || strings.HasSuffix(last, ".") && len(last) > len("Esq.") {
		return false
	}
	if unicode.IsLower(first) {
		return len(words) == 1 || len(words) == 2 && isSpeakerNoun(words[0])
	}
	return lower <= mostLower
}

// leadingStamp returns the time that s starts with, in brackets or before a blank, and its
// length, which is 0 if there is none.
func leadingStamp(s string) (seconds float64, n int) {
	if seconds, n := transcript.MediaStamp(s); n > 0 {
		return seconds, n
	}
	closing := byte(0)
	switch s[0] {
	case '[':
		closing = ']'
	case '(':
		closing = ')'
	}
	from := 0
	if closing != 0 {
		from = 1
	}
	n = from
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || strings.IndexByte(":;.,", s[n]) >= 0) {
		n++
	}
	seconds, ok := parseStamp(s[from:n])
	if closing == 0 {
		if seconds, n := tmplayerStamp(s, n); n > 0 {
			return seconds, n
		}
	}
	switch {
	case !ok:
		return 0, 0
	case closing != 0 && n < len(s) && s[n] == closing:
		return seconds, n + 1
	case closing == 0 && (n == len(s) || s[n] == ' ' || s[n] == '\t'):
		return seconds, n
	}
	return 0, 0
}

// tmplayerStamp returns the time that a line of TMPlayer starts with, "0:00:03:text", "0:00:03=text" and "0:00:03|text", and its length with the sign. n is where
// what may be in a time ends.
func tmplayerStamp(s string, n int) (seconds float64, length int) {
	switch {
	case n == 0 || n == len(s):
		return 0, 0
	case s[n] == '=', s[n] == '|' && strings.Count(s, "|") == 1: // with more bars it is a row of a table
		length = n + 1
	case s[n-1] == ':':
		length, n = n, n-1
	default:
		return 0, 0
	}
	if strings.Count(s[:n], ":") != 2 || strings.ContainsAny(s[:n], ".,;") {
		return 0, 0
	}
	seconds, ok := parseStamp(s[:n])
	if !ok {
		return 0, 0
	}
	return seconds, length
}
