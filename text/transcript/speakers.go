package transcript

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
)

// Speakers are the names that open lines of a text before a colon that no blank follows, as in
// Chinese: "张三：好的", "张三:好的". Prose has such colons, too ("他说：好的", "地址：北京"), so that
// most names are known by all the lines only: see SpeakersOf. The zero value knows those that one
// line tells: words for a speaker with a number ("说话人1", "发言人 2"), and names in Latin letters
// that have a capital ("A", "Ann"). A Speakers may be used by several goroutines at once.
type Speakers struct{ names map[string]bool }

// opener counts the lines that a name may open.
type opener struct {
	lines  int
	quotes int // that go on with a quotation, as what is told of somebody does
}

// named reports whether a name may be that of a speaker: what it opens is not mostly quoted.
func (o *opener) named() bool { return 2*o.quotes < o.lines }

// SpeakersOf returns the names of speakers that open the lines of a text. Beside those that one
// line tells, these are words for a speaker ("主持人", "嘉宾", "问", "答"), where there are two
// different ones, and what may be a name and opens several lines, where most lines that say
// something open with one of several such names. Where hardly any line has none, what opens a
// single line is a name, too.
func SpeakersOf(lines iter.Seq[string]) Speakers {
	text := slices.Collect(lines) // most texts have no such colon, and need no more than a look
	if !slices.ContainsFunc(text, func(line string) bool { name, _ := opening(line); return name != "" }) {
		return Speakers{}
	}
	c := &openings{openers: make(map[string]*opener), sure: make(map[string]bool), nouns: make(map[string]bool)}
	for _, line := range text {
		c.take(strings.TrimSpace(line))
	}
	return Speakers{c.names()}
}

// openings counts what opens the lines of a text.
type openings struct {
	openers map[string]*opener
	sure    map[string]bool
	nouns   map[string]bool
	said    int  // lines that say something, as one with the label above them
	covered int  // of these, those with a name that one line tells
	alone   bool // the line before is a label
}

// take counts a line.
func (c *openings) take(line string) {
	if line == "" {
		c.alone = false
		return
	}
	name, at := Label(line)
	if d := (Document{Source: line}); name == "" && (at == len(line) || d.note(at, len(line), true, true) == len(line)-at) {
		return // a time, or a note
	}
	if name != "" {
		c.sure[name] = true
		c.covered++
	} else if name, at = opening(line); name != "" {
		c.count(name, line[at:])
	}
	if name != "" || !c.alone {
		c.said++
	}
	if language.ChineseSpeakers[name] || numbered(name) {
		c.nouns[name] = true
	}
	c.alone = name != "" && at == len(line)
}

// count counts a line that a name opens before some text.
func (c *openings) count(name, text string) {
	o := c.openers[name]
	if o == nil {
		o = &opener{}
		c.openers[name] = o
	}
	o.lines++
	if r, _ := utf8.DecodeRuneInString(text); strings.ContainsRune("“「『\"‘", r) {
		o.quotes++
	}
}

// names returns the names of speakers among what opens lines; see SpeakersOf.
func (c *openings) names() map[string]bool {
	several, different := 0, len(c.sure)
	opened, covered := c.covered, c.covered // lines with any name, and with one that opens several
	for _, o := range c.openers {
		if !o.named() {
			continue
		}
		different++
		if opened += o.lines; o.lines > 1 {
			several++
			covered += o.lines
		}
	}
	most := several+len(c.sure) > 1 && 2*covered > c.said
	all := several+len(c.sure) > 0 && different > 1 && 2*covered >= c.said && 5*opened >= 4*c.said
	names := make(map[string]bool)
	for name, o := range c.openers {
		if c.nouns[name] && len(c.nouns) > 1 || o.named() && (all || most && o.lines > 1) {
			names[name] = true
		}
	}
	return names
}

// Label returns the speaker's name at the start of a line, "" if there is none, and where the
// text starts, after the label with its time, marks of a new speaker (">>", "-") and blanks; see
// ParseText.
func (k Speakers) Label(line string) (speaker string, text int) {
	n := labelStart(line)
	if name, at := chatLabel(line); name != "" {
		return name, at
	}
	marks := emphasis(line[n:])
	name, after := beforeColon(line, n+len(marks))
	switch {
	case name == "":
		return "", n
	case marks != "":
		if name, after = emphasised(line, name, after, marks); name == "" || !isName(name) {
			return "", n
		}
	case line[after-1] == ':' && (after == len(line) || line[after] == ' ' || line[after] == '\t'):
		if !isName(name) {
			return "", n
		}
	default:
		if name, after = opening(line); name == "" || !k.names[name] && !numbered(name) && !isLatinName(name) {
			return "", n
		}
	}
	return strings.TrimRight(name, "\u00a0\u202f"), after + indent(line[after:])
}

// emphasis returns the signs of emphasis, as in Markdown, that a line starts with.
func emphasis(line string) string {
	n := len(line) - len(strings.TrimLeft(line, "*_"))
	if n > 3 {
		return ""
	}
	return line[:n]
}

// emphasised returns a name before a colon without the signs of emphasis that close behind it or behind its
// colon: "**Ann**: so", "**Ann:** so".
func emphasised(line, name string, after int, marks string) (string, int) {
	inside, ok := strings.CutSuffix(name, marks)
	if !ok {
		if !strings.HasPrefix(line[after:], marks) {
			return "", 0
		}
		after += len(marks)
	}
	if after < len(line) && line[after] != ' ' && line[after] != '\t' {
		return "", 0
	}
	return inside, after
}

// longestLabel is the length of the longest name, in bytes; longestName is that of one that
// Speakers know, in characters.
const longestLabel, longestName = 40, 10

// beforeColon returns what is before the first colon behind at, of either width, and where it
// ends; "" if there is none that may be a label's.
func beforeColon(line string, at int) (name string, after int) {
	const full = "：" // of which the last byte is not that of the other one
	s := line[at:min(len(line), at+longestLabel+len(full))]
	i := strings.IndexByte(s, ':')
	size := 1
	if j := strings.Index(s, full); j >= 0 && (i < 0 || j < i) {
		i, size = j, len(full)
	}
	if i <= 0 || i > longestLabel {
		return "", at
	}
	return s[:i], at + i + size
}

// opening returns what opens a line, before a colon of Chinese text, and may be the name of a
// speaker, as far as it tells itself; after is where the text starts. An ASCII colon is one of
// Chinese text if there is Chinese on either side.
func opening(line string) (name string, after int) {
	at := labelStart(line)
	at += len(line[at:]) - len(strings.TrimLeft(line[at:], "\u3000"))
	if name, after = beforeColon(line, at); name == "" {
		return "", 0
	}
	rest := line[after:]
	next, _ := utf8.DecodeRuneInString(rest)
	if line[after-1] == ':' && (rest == "" || strings.HasPrefix(rest, "//") || !language.HasHan(name) && !language.IsFullWidth(next)) {
		return "", 0
	}
	n, ok := couldName(name)
	if !ok {
		return "", 0
	}
	last, size := utf8.DecodeLastRuneInString(name)
	numbers := unicode.IsDigit(last) && unicode.IsDigit(next) // a time, or a score
	if numbers && line[after-1] == ':' {
		return "", 0
	}
	after += len(rest) - len(strings.TrimLeft(rest, " \t\u3000"))
	if numbered(name) || isLatinName(name) || language.ChineseSpeakers[name] {
		return name, after
	}
	before, _ := utf8.DecodeLastRuneInString(name[:len(name)-size])
	switch {
	case n > longestName, numbers, language.ChineseNoSpeakers[string(last)], language.ChineseNoSpeakers[string([]rune{before, last})]:
		return "", 0
	}
	return name, after
}

// couldName reports whether what opens a line is made as names are, of letters and what may
// stand between them, and how many characters it has.
func couldName(name string) (n int, ok bool) {
	letters := false
	for _, r := range name {
		n++
		letters = letters || unicode.IsLetter(r)
		if !inCore(r) && !strings.ContainsRune(" _-·.", r) {
			return n, false
		}
	}
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	return n, letters && inCore(first) && inCore(last)
}

// isLatinName reports whether a name is in Latin letters, with a capital, so that no other line
// has to tell that it is one.
func isLatinName(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first) && unicode.Is(unicode.Latin, first) && !language.HasHan(name) && isName(name)
}

// numbered reports whether a name is a word for a speaker with a number, or a letter, behind it.
func numbered(name string) bool {
	const signs = "零〇一二三四五六七八九十甲乙丙丁"
	noun := strings.TrimRightFunc(name, func(r rune) bool { return unicode.IsDigit(r) || strings.ContainsRune(signs, r) })
	if last, size := utf8.DecodeLastRuneInString(name); noun == name && last < utf8.RuneSelf && unicode.IsUpper(last) {
		noun = name[:len(name)-size]
	}
	if len(noun) == len(name) {
		return false
	}
	if noun = strings.TrimRight(noun, " _-"); language.ChineseSpeakers[noun] || language.ChineseNumbered[noun] {
		return true
	}
	for _, n := range lang.SpeakerNouns {
		if strings.EqualFold(n, noun) {
			return true
		}
	}
	return false
}
