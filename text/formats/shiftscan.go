package formats

import (
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// mayTime is what may be a time in a file: a number or a clock, by itself, that is not said.
type mayTime struct {
	span
	value  float64 // as it is written; of clocks seconds
	clock  bool
	path   string // what it is of: names of members, of an element and an attribute, a column
	key    string // the last name of the path
	inside []int  // the objects, elements or lines around it, from within
}

var (
	clockText  = lazy.Regexp(`(?:\d+:)?\d{1,2}:\d{1,2}(?:[.,]\d{1,3})?`)
	numberText = lazy.Regexp(`-?\d+(?:\.\d+)?`)
	// wholeTime is a value that is a time alone: a clock, or a number of a unit that may be named.
	wholeTime   = lazy.Regexp(`^\s*(?:PT)?((?:\d+:)?\d{1,2}:\d{2}(?:[.,]\d{1,3})?|-?\d+(?:\.\d+)?)(?:ms|s|S)?\s*$`)
	attributeAt = lazy.Regexp(`([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)
	keyOfLine   = lazy.Regexp(`([\w-]+)\s*=\s*\\?["']?$`)
)

// timeScan collects what may be times of a file.
type timeScan struct {
	l     *labelFinder
	text  string
	found []mayTime
	of    int // objects so far
}

// mayTimes returns what may be times.
func (f *File) mayTimes() []mayTime {
	s := &timeScan{l: newLabelFinder(f), text: f.text}
	switch s.l.kind {
	case 'j':
		s.json()
	case 'x':
		s.xml()
	default:
		s.lines(f.Format)
	}
	return s.found
}

// add takes down a stretch that may be a time.
func (s *timeScan) add(at span, path, key string, inside ...int) {
	text := s.text[at.from:at.to]
	x := mayTime{span: at, path: path, key: key, inside: inside, clock: strings.Contains(text, ":")}
	if s.l.isSaid(at) {
		return
	}
	if x.clock {
		x.value = secondsOf(text)
	} else {
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return
		}
		x.value = value
	}
	s.found = append(s.found, x)
}

// value takes down a value that is a time alone.
func (s *timeScan) value(at span, path, key string, inside ...int) {
	if m := wholeTime().FindStringSubmatchIndex(s.text[at.from:at.to]); m != nil {
		s.add(span{at.from + m[2], at.from + m[3]}, path, key, inside...)
	}
}

// json goes over the values of JSON.
func (s *timeScan) json() {
	type level struct {
		path, key string
		id        int
		object    bool
	}
	stack := []level{{}}
	key, wantKey := "", false
	inside := func() (ids []int) { // from within
		for k := len(stack) - 1; k >= 0; k-- {
			if stack[k].object {
				ids = append(ids, stack[k].id)
			}
		}
		return ids
	}
	leaf := func(at span) {
		top := &stack[len(stack)-1]
		path, name := top.path+"."+key, key
		if !top.object {
			path, name = top.path+"[]", top.key
		}
		if wholeTime().MatchString(s.text[at.from:at.to]) {
			s.value(at, path, name, inside()...)
		}
	}
	for i := 0; i < len(s.text); i++ {
		top := &stack[len(stack)-1]
		switch c := s.text[i]; c {
		case '{', '[':
			s.of++
			path, name := top.path+"."+key, key
			if !top.object {
				path, name = top.path+"[]", top.key
			}
			stack = append(stack, level{path, name, s.of, c == '{'})
			wantKey = c == '{'
		case '}', ']':
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
		case ',':
			wantKey = top.object
		case '"':
			end := i + 1
			for end < len(s.text) && s.text[end] != '"' {
				if s.text[end] == '\\' {
					end++
				}
				end++
			}
			at := span{i + 1, min(end, len(s.text))}
			if i = end; wantKey {
				key, wantKey = s.text[at.from:at.to], false
			} else {
				leaf(at)
			}
		case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
			end := i
			for end < len(s.text) && strings.IndexByte("+-.eE0123456789", s.text[end]) >= 0 {
				end++
			}
			leaf(span{i, end})
			i = end - 1
		}
	}
}

// xml goes over the attributes and the texts of XML.
func (s *timeScan) xml() {
	type level struct {
		name string
		id   int
	}
	stack := []level{{}}
	for i := 0; i < len(s.text); {
		open := strings.IndexByte(s.text[i:], '<')
		if open < 0 {
			break
		}
		top := stack[len(stack)-1]
		s.words(span{i, i + open}, top.name, top.id)
		i += open
		end := strings.IndexByte(s.text[i:], '>')
		if end < 0 {
			break
		}
		tag := s.text[i : i+end+1]
		name := strings.TrimRight(tag[1:len(tag)-1], "/ ")
		if n := strings.IndexAny(name, " \t\r\n/"); n > 0 {
			name = name[:n]
		}
		switch {
		case strings.HasPrefix(tag, "</"):
			for k := len(stack) - 1; k > 0; k-- {
				if stack[k].name == strings.TrimSpace(tag[2:len(tag)-1]) {
					stack = stack[:k]
					break
				}
			}
		case tag[1] != '!' && tag[1] != '?':
			s.of++
			inside := []int{s.of}
			for k := len(stack) - 1; k >= 0; k-- {
				inside = append(inside, stack[k].id)
			}
			for _, m := range attributeAt().FindAllStringSubmatchIndex(tag, -1) {
				for g := 4; g < 10; g += 2 {
					if m[g] >= 0 {
						key := tag[m[2]:m[3]]
						s.value(span{i + m[g], i + m[g+1]}, name+"@"+key, key, inside...)
					}
				}
			}
			if !strings.HasSuffix(tag, "/>") {
				stack = append(stack, level{name, s.of})
			}
		}
		i += end + 1
	}
}

// words takes down the text of an element, if it is a time alone, or clocks in it.
func (s *timeScan) words(at span, name string, id int) {
	if m := wholeTime().FindStringIndex(s.text[at.from:at.to]); m != nil {
		s.value(at, name, name, id)
		return
	}
	s.clocks(at, name, id)
}

// clocks takes down clocks that are no parts of something longer, such as a date.
func (s *timeScan) clocks(at span, path string, id int) {
	for _, m := range clockText().FindAllStringIndex(s.text[at.from:at.to], -1) {
		x := span{at.from + m[0], at.from + m[1]}
		if !partOfLonger(s.text, x) {
			s.add(x, path+":", "time", id)
		}
	}
}

// partOfLonger reports whether a stretch goes on before or behind it.
func partOfLonger(text string, x span) bool {
	before, after := byte(' '), byte(' ')
	if x.from > 0 {
		before = text[x.from-1]
	}
	if x.to < len(text) {
		after = text[x.to]
	}
	return strings.IndexByte(":.", before) >= 0 || before >= '0' && before <= '9' || before >= 'A' && before <= 'Z' ||
		after == ':' || after >= '0' && after <= '9'
}

// lines goes over lines: clocks anywhere, numbers by their keys or by their columns.
func (s *timeScan) lines(format Format) {
	var before [4]string // the lines before, the last one first
	for from := 0; from < len(s.text); {
		end := strings.IndexByte(s.text[from:], '\n')
		if end < 0 {
			end = len(s.text) - from
		}
		line := strings.TrimSpace(s.text[from : from+end])
		s.of++
		s.clocks(span{from, from + end}, "line", s.of)
		switch {
		case format != TextGrid || !wholeTime().MatchString(line):
			s.columns(s.text[from:from+end], from, format)
		case !isCount(before):
			s.value(span{from, from + end}, "bare", "time", s.of)
		}
		before = [4]string{line, before[0], before[1], before[2]}
		from += end + 1
	}
}

// isCount reports whether a number alone on its line in a short TextGrid, behind these lines, counts what follows: tiers, or
// the intervals of one, behind its class, its name, and when it starts and ends.
func isCount(before [4]string) bool {
	return strings.HasSuffix(before[0], ">") || strings.Contains(before[3], "Tier") && strings.HasSuffix(before[2], `"`) && wholeTime().MatchString(before[1]) && wholeTime().MatchString(before[0])
}

// columns takes down the numbers of a line.
func (s *timeScan) columns(line string, from int, format Format) {
	for _, m := range numberText().FindAllStringIndex(line, -1) {
		x := span{from + m[0], from + m[1]}
		before := line[:m[0]]
		switch key := keyOfLine().FindStringSubmatch(before); {
		case key != nil:
			s.add(x, key[1]+"=", key[1], s.of)
		case strings.HasSuffix(before, "\x15"):
			s.add(x, "bullet", "time", s.of)
		case strings.HasPrefix(line[m[1]:], "\x15") && strings.HasSuffix(before, "_"):
			s.add(x, "bullet end", "time", s.of)
		case format == MicroDVD && strings.HasPrefix(line, "{1}{1}"):
			// The rate of frames.
		case !partOfLonger(s.text, x):
			in := timeColumns[format]
			if n := s.columnsBefore(span{from, x.from}, in.by); in.by != "" && n >= in.first && n <= in.last {
				s.add(x, "column "+strconv.Itoa(n), "time", s.of)
			}
		}
	}
}

// timeColumns are the columns, from 0, in which there may be times, and the characters between columns.
var timeColumns = map[Format]struct {
	by          string
	first, last int
}{CTM: {blanks, 2, 3}, STM: {blanks, 3, 4}, WhisperTSV: {"\t", 0, 1}, CSV: {",;\t", 0, 99}, XLSX: {",", 0, 99}, ODS: {",", 0, 99}, MicroDVD: {"}", 0, 1}, MPL2: {"]", 0, 1}}

const blanks = " \t"

// columnsBefore counts the columns in the start of a line. What is said may have anything in it.
func (s *timeScan) columnsBefore(start span, between string) int {
	n, parted := 0, false
	for i := start.from; i < start.to; i++ {
		is := strings.IndexByte(between, s.text[i]) >= 0 && !s.l.isSaid(span{i, i + 1})
		if is && (!parted || between != blanks) {
			n++
		}
		parted = is
	}
	return n
}

// secondsOf returns the seconds of a time as clocks show it.
func secondsOf(clock string) float64 {
	seconds := 0.0
	for part := range strings.SplitSeq(strings.ReplaceAll(clock, ",", "."), ":") {
		x, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return -1
		}
		seconds = seconds*60 + x
	}
	return seconds
}
