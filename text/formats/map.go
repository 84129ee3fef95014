package formats

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A map says where in a file of unknown shape is what is said: see docs/formats.md, "Files of
// unknown shape". Several mappings, the first of which is cleaned and the others of which are
// copies of it, are separated by semicolons:
//
//	maps    = mapping { ";" mapping }
//	mapping = [ path ":" ] part { part }
//	path    = "." | step { [ "." ] step }
//	part    = ( "text" | "word" | "start" | "end" | "duration" | "speaker" | "confidence" ) "=" source
//	source  = { "^" } ( "." | step { [ "." ] step } | "#" number ) [ ( "*" | "/" ) number ]
//	step    = name | "[]" | "[" number "]"
//	name    = letters and signs without meaning here | string in double quotes

// mapping says where one view of a file is: the elements that a path leads to, and what of
// each is said, and when, and by whom.
type mapping struct {
	path  []mapStep
	parts [mapParts]*mapSource // nil: the file does not say it
	says  mapUnit
}

// mapUnit is what an element says.
type mapUnit uint8

const (
	foundUnit     mapUnit = iota // that is found out: words, if nearly all are one
	wordUnit                     // a word
	utteranceUnit                // what somebody says at a stretch
)

// mapPart is what an element says.
type mapPart int

// The parts of an element.
const (
	mapText mapPart = iota
	mapStart
	mapEnd
	mapDuration
	mapSpeaker
	mapConfidence
	mapParts
)

var mapPartNames = [mapParts]string{"text", "start", "end", "duration", "speaker", "confidence"}

// mapStep is a step on the way to a value.
type mapStep struct {
	name  string // of a member, "": of none
	index int    // of an element of a list; eachElement: all of them, one after the other
}

const eachElement = -1

func (s mapStep) each() bool { return s.name == "" && s.index == eachElement }

// mapSource says where a part of an element is.
type mapSource struct {
	up     int // how far outside of the element
	steps  []mapStep
	column int     // of a table, from 1; 0: it has a name
	scale  float64 // of numbers, that they are multiplied by
	per    float64 // that they are divided by
	text   string  // as it is written
	part   mapPart
}

// CheckMap returns what is wrong with a map, as Reading.Map has it.
func CheckMap(text string) error {
	_, err := parseMaps(text)
	return err
}

// parseMaps reads a map.
func parseMaps(text string) ([]mapping, error) {
	p := &mapParser{text: text}
	var out []mapping
	for {
		m, err := p.mapping()
		if err != nil {
			return nil, err
		}
		out = append(out, m)
		if p.space(); p.at == len(p.text) {
			return out, nil
		}
		p.at++ // the semicolon
		if p.space(); p.at == len(p.text) {
			return out, nil
		}
	}
}

// each returns how many lists a path goes through.
func (m *mapping) each() int { return countEach(m.path) }

func countEach(steps []mapStep) int {
	n := 0
	for _, s := range steps {
		if s.each() {
			n++
		}
	}
	return n
}

// levels returns how many values an element is in: the value of the file, and the elements of the
// lists on the way to it.
func (m *mapping) levels() int {
	n := m.each()
	if k := len(m.path); k > 0 && !m.path[k-1].each() {
		n++
	}
	return n
}

// mapParser reads a map.
type mapParser struct {
	text string
	at   int
}

func (p *mapParser) fail(at int, format string, args ...any) error {
	return fmt.Errorf("the map %s, character %d: %s", strconv.Quote(p.text), utf8.RuneCountInString(p.text[:at])+1, fmt.Sprintf(format, args...))
}

func (p *mapParser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// next returns the next byte, 0 at the end.
func (p *mapParser) next() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

// mapping reads one mapping, up to a semicolon or the end.
func (p *mapParser) mapping() (m mapping, err error) {
	p.space()
	start := p.at
	if p.hasPath() {
		if m.path, err = p.path(); err != nil {
			return m, err
		}
		if p.space(); p.next() != ':' {
			return m, p.fail(p.at, "a path ends with a colon: segments[].words[]: text=word")
		}
		p.at++
	}
	for {
		if p.space(); p.at == len(p.text) || p.next() == ';' {
			break
		}
		if err := p.part(&m); err != nil {
			return m, err
		}
	}
	if m.parts[mapText] == nil {
		return m, p.fail(start, "it does not say where the text is: text=NAME")
	}
	if m.parts[mapEnd] != nil && m.parts[mapDuration] != nil {
		return m, p.fail(start, "end and duration say the same: leave one of them out")
	}
	if m.parts[mapStart] == nil && (m.parts[mapEnd] != nil || m.parts[mapDuration] != nil) {
		return m, p.fail(start, "an end without a start is no time: start=NAME")
	}
	return m, nil
}

// hasPath reports whether a mapping starts with a path: there is a colon before the first "=".
func (p *mapParser) hasPath() bool {
	quoted := false
	for i := p.at; i < len(p.text); i++ {
		switch c := p.text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ':':
			return true
		case c == '=' || c == ';':
			return false
		}
	}
	return false
}

// path reads steps from a value to others, "." for none.
func (p *mapParser) path() (steps []mapStep, err error) {
	p.space()
	if p.next() == '.' && !p.isStep(p.at+1) {
		p.at++
		return nil, nil
	}
	for {
		if len(steps) > 0 && p.next() == '.' {
			p.at++
		}
		if !p.isStep(p.at) {
			if len(steps) == 0 || p.text[p.at-1] == '.' {
				return nil, p.fail(p.at, "here is the name of a member to be: a name with blanks or signs is written in double quotes")
			}
			return steps, nil
		}
		s, err := p.step()
		if err != nil {
			return nil, err
		}
		if steps = append(steps, s); len(steps) > maxDepth {
			return nil, p.fail(p.at, "there are more than %d steps", maxDepth)
		}
		if c := p.next(); c != '.' && c != '[' {
			return steps, nil
		}
	}
}

// isStep reports whether a step starts at an offset.
func (p *mapParser) isStep(at int) bool {
	if at >= len(p.text) {
		return false
	}
	if p.text[at] == '"' || p.text[at] == '[' {
		return true
	}
	r, _ := utf8.DecodeRuneInString(p.text[at:])
	return isMapName(r)
}

// isMapName reports whether a character may be in a name that is not quoted.
func isMapName(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.IsControl(r) && !strings.ContainsRune(`.[]:;=*/^#"`, r)
}

// step reads a name, "[]" or "[3]".
func (p *mapParser) step() (mapStep, error) {
	start := p.at
	if p.next() != '[' {
		name, err := p.name()
		return mapStep{name: name}, err
	}
	end := strings.IndexByte(p.text[p.at:], ']')
	if end < 0 {
		return mapStep{}, p.fail(start, "this bracket is not closed")
	}
	inside := strings.TrimSpace(p.text[p.at+1 : p.at+end])
	p.at += end + 1
	if inside == "" {
		return mapStep{index: eachElement}, nil
	}
	n, err := strconv.ParseUint(inside, 10, 31)
	if err != nil {
		return mapStep{}, p.fail(start, "in brackets is the number of an element, from 0, or nothing: all of them")
	}
	return mapStep{index: int(n)}, nil
}

func (p *mapParser) name() (string, error) {
	start := p.at
	if p.next() != '"' {
		for p.at < len(p.text) {
			r, size := utf8.DecodeRuneInString(p.text[p.at:])
			if !isMapName(r) {
				break
			}
			p.at += size
		}
		return p.text[start:p.at], nil
	}
	var b strings.Builder
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '"':
			if p.at++; b.Len() == 0 {
				return "", p.fail(start, "this name is empty")
			}
			return b.String(), nil
		case c == '\\' && p.at+1 < len(p.text):
			p.at++
			b.WriteByte(p.text[p.at])
		default:
			b.WriteByte(c)
		}
	}
	return "", p.fail(start, "this name is not closed by a double quote")
}

// part reads "start=begin/1000".
func (p *mapParser) part(m *mapping) error {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] >= 'a' && p.text[p.at] <= 'z' {
		p.at++
	}
	name, which := p.text[start:p.at], mapPart(0)
	for which < mapParts && mapPartNames[which] != name {
		which++
	}
	if name == "word" {
		m.says, which = wordUnit, mapText
	}
	after := p.at
	p.space()
	switch {
	case which == mapParts:
		return p.fail(start, "here is one of word, %s to be, and \"=\"", strings.Join(mapPartNames[:], ", "))
	case p.next() != '=':
		return p.fail(after, "after %s comes \"=\" and where it is: %[1]s=NAME", name)
	case m.parts[which] != nil:
		return p.fail(start, "it says twice where %s is", mapPartNames[which])
	}
	p.at++
	s, err := p.source(m, which)
	m.parts[which] = s
	return err
}

// source reads where a part is.
func (p *mapParser) source(m *mapping, part mapPart) (*mapSource, error) {
	p.space()
	start := p.at
	s := &mapSource{scale: 1, per: 1, part: part}
	for p.next() == '^' {
		s.up++
		p.at++
	}
	var err error
	if s.up == 0 && p.next() == '#' {
		p.at++
		digits := p.at
		for p.at < len(p.text) && isDigit(p.text[p.at]) {
			p.at++
		}
		n, err := strconv.ParseUint(p.text[digits:p.at], 10, 20)
		if err != nil || n == 0 {
			return nil, p.fail(start, "after # is the number of a column, from 1")
		}
		s.column = int(n)
	} else if s.steps, err = p.path(); err != nil {
		return nil, err
	}
	s.text = p.text[start:p.at]
	if s.up > m.levels() {
		return nil, p.fail(start, "%s leads out of the file: the elements are in %d values", s.text, m.levels())
	}
	if n := countEach(s.steps); n > 0 {
		if !p.outside(s, m, n) {
			return nil, p.fail(start, "%s goes through another list than the path of the elements: a part of an element is in it, or in what it is in", s.text)
		}
	}
	end := p.at
	p.space()
	if op := p.next(); op != '*' && op != '/' {
		p.at = end
	} else {
		if part == mapText || part == mapSpeaker {
			return nil, p.fail(p.at, "%s is no number", mapPartNames[part])
		}
		p.at++
		p.space()
		from := p.at
		for p.at < len(p.text) && strings.IndexByte("0123456789.eE+-", p.text[p.at]) >= 0 {
			p.at++
		}
		x, ok := parseNumber(p.text[from:p.at])
		if !ok || !(x > 0) || x > 1e18 || x < 1e-18 {
			return nil, p.fail(from, "after %q comes a number above 0", op)
		}
		if op == '*' {
			s.scale = x
		} else {
			s.per = x
		}
	}
	if p.at < len(p.text) && strings.IndexByte(" \t\r\n;", p.text[p.at]) < 0 {
		r, _ := utf8.DecodeRuneInString(p.text[p.at:])
		return nil, p.fail(p.at, "%q does not go on %s: a name with signs is written in double quotes", r, p.text[start:p.at])
	}
	return s, nil
}

// outside makes steps that start at the value of the file, through n lists, start at the element
// of the last of them. ok is false where the path of the elements does not go through these lists.
func (p *mapParser) outside(s *mapSource, m *mapping, n int) (ok bool) {
	last := 0
	for i, step := range s.steps {
		if i >= len(m.path) && step.each() || i < len(m.path) && step != m.path[i] && countEach(s.steps[i:]) > 0 {
			return false
		}
		if step.each() {
			last = i + 1
		}
	}
	if s.up > 0 {
		return false
	}
	s.up, s.steps = m.levels()-n, s.steps[last:]
	return true
}
