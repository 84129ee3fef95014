package formats

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// mapValue is what a source of a map leads to.
type mapValue struct {
	kind  byte // as that of a node; 0: there is nothing
	text  string
	at    int    // where it is
	node  *node  // of JSON
	field *field // of a table
}

// mapElement is one of the elements that the path of a map leads to.
type mapElement struct {
	at   int
	part part // what is removed where all of its words are; nowhere: nothing
	in   part // what is removed where all of the words are that are in the same list; nowhere: nothing
	get  func(*mapSource) (mapValue, error)
	// opens says that what is said before is another transcript.
	opens bool
}

// mapFile is a file that is read by a map: JSON, or a table.
type mapFile interface {
	// each calls f for all elements, in order, and end after the last one of a list.
	each(m *mapping, f func(*mapElement) error, end func()) error
	// drop takes out what is removed.
	drop(o *outcome, parts []part)
	// missing is the error about a source that leads to nothing in any element.
	missing(m *mapping, s *mapSource) error
}

// mapView is a view of a file that is read by a map.
type mapView struct {
	f       *File
	in      mapFile
	m       *mapping
	words   *wordList
	holders []holder
	// What is found out about all elements, before they are read.
	counts mapCounts
	starts []float64 // where there is no end: the starts that are known
	rate   float64   // frames in a second
	first  float64   // the first date, or time since 1970, in seconds
	next   int       // in starts
	// emphases are stretches of messages between signs.
	emphases []emphasis
}

// mapCounts says what the elements of a mapping are like.
type mapCounts struct {
	elements, texts, single, letters, spaced int
	found                                    [mapParts]bool
}

// readMapped reads a file by maps: the first says what is cleaned, the others what follows.
func (f *File) readMapped(in mapFile, maps []mapping) error {
	var views []*mapView
	for i := range maps {
		v := &mapView{f: f, in: in, m: &maps[i], words: newWordList(f)}
		views = append(views, v)
		if err := v.count(); err != nil {
			return err
		}
		if err := v.read(); err != nil {
			return err
		}
	}
	f.finish = func(o *outcome) {
		// What several views have something of goes where all of them lose it.
		held, lost := make(map[part]int), make(map[part]int)
		for _, v := range views {
			v.losses(o, held, lost)
		}
		var parts []part
		for p, n := range lost {
			if n == held[p] {
				parts = append(parts, p)
			}
		}
		in.drop(o, outermost(parts))
		for _, v := range views {
			if f.json != nil {
				v.words.extend(o)
			}
			v.dropEmphases(o)
		}
	}
	return nil
}

// outermost returns the parts that are in no others, in order.
func outermost(parts []part) []part {
	slices.SortFunc(parts, func(a, b part) int {
		if a.from != b.from {
			return int(a.from) - int(b.from)
		}
		return int(b.to) - int(a.to)
	})
	end := int32(-1)
	return slices.DeleteFunc(parts, func(p part) bool {
		if p.from < end {
			return true
		}
		end = p.to
		return false
	})
}

// losses counts what has something of a view, and what loses all of it.
func (v *mapView) losses(o *outcome, held, lost map[part]int) {
	for _, u := range v.words.units {
		if u.part != nowhere {
			held[u.part]++
		}
	}
	for _, p := range v.words.removed(o) {
		lost[p]++
	}
	for _, h := range v.holders {
		held[h.part]++
		if !o.keepEmpty && o.allRemoved(v.words.v, h.utterances) {
			lost[h.part]++
		}
	}
}

// value returns what a part of an element is.
func (v *mapView) value(e *mapElement, part mapPart) (mapValue, error) {
	s := v.m.parts[part]
	if s == nil {
		return mapValue{}, nil
	}
	x, err := e.get(s)
	if err != nil {
		return x, err
	}
	if x.kind == '0' {
		x.kind = 0 // null
	}
	switch {
	case x.kind == 0:
	case v.f.messages && (x.kind == '{' || x.kind == '[' || part == mapText && x.kind != '"'):
		if part != mapText || x.kind != '[' {
			x.kind = 0
		}
	case part == mapText && x.kind != '"':
		return x, v.f.errorAt(x.at, "the map says text=%s, and this is %s: text is a string", s.text, kindName(x.kind))
	case x.kind == '{' || x.kind == '[':
		return x, v.f.errorAt(x.at, "the map says %s=%s, and this is %s: say which member or element of it", mapPartNames[part], s.text, kindName(x.kind))
	}
	return x, nil
}

// kindName says what a value is.
func kindName(kind byte) string {
	switch kind {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 'n':
		return "a number"
	}
	return "true or false"
}

// count looks at all elements.
func (v *mapView) count() error {
	c := &v.counts
	highest := -1
	v.first = math.Inf(1)
	err := v.in.each(v.m, func(e *mapElement) error {
		c.elements++
		for part := range mapParts {
			x, err := v.value(e, part)
			if err != nil {
				return err
			}
			if x.kind == 0 {
				continue
			}
			c.found[part] = true
			switch part {
			case mapText:
				c.texts++
				c.letters += utf8.RuneCountInString(x.text)
				if len(strings.Fields(x.text)) <= 1 {
					c.single++
				}
				if strings.HasPrefix(x.text, " ") {
					c.spaced++
				}
			case mapStart, mapEnd:
				from, to := splitRange(x.text)
				for _, s := range []string{from, to} {
					t := parseAnyTime(s)
					highest = max(highest, t.frames)
					scaled := t.seconds
					if m := v.m.parts[part]; t.kind == numberTime {
						scaled *= m.scale / m.per
					}
					if t.kind == dateTime || t.kind == numberTime && scaled >= epoch {
						v.first = min(v.first, scaled)
					}
				}
			}
		}
		return nil
	}, func() {})
	if err != nil {
		return err
	}
	v.rate = frameRate(highest)
	for part := range mapParts {
		if s := v.m.parts[part]; s != nil && v.f.maps != nil && c.elements > 0 && !c.found[part] && (part == mapText || part == mapStart) {
			return v.in.missing(v.m, s)
		}
	}
	if v.m.parts[mapStart] == nil || c.found[mapEnd] || c.found[mapDuration] {
		return nil
	}
	return v.in.each(v.m, func(e *mapElement) error {
		from, _, known, err := v.times(e)
		if known {
			v.starts = append(v.starts, from)
		}
		return err
	}, func() {})
}

// areWords reports whether the elements are words: nearly all are one, and short.
func (v *mapView) areWords() bool {
	if v.m.says != foundUnit {
		return v.m.says == wordUnit
	}
	c := &v.counts
	const wordLetters = 12 // more than words have on average
	return c.single*10 >= 9*c.texts && c.letters <= wordLetters*c.texts
}

// read adds all elements to the view.
func (v *mapView) read() error {
	words := v.areWords()
	v.words.spaced = words && (v.counts.spaced > 0 || v.f.messages)
	if s := v.m.parts[mapEnd]; s != nil && s.up == 0 && len(s.steps) == 1 {
		v.words.ends = []string{s.steps[0].name}
	}
	from := 0
	var in part
	return v.in.each(v.m, func(e *mapElement) error {
		in = e.in
		return v.element(e, words)
	}, func() {
		v.words.end(v.words.u.Speaker, transcript.Interval{})
		if to := len(v.words.v.utterances); words && to > from {
			if in != nowhere {
				v.holders = append(v.holders, holder{in, span{from, to}})
			}
			from = to
		}
	})
}

// element adds an element.
func (v *mapView) element(e *mapElement, words bool) error {
	text, err := v.value(e, mapText)
	if err != nil {
		return err
	}
	who, err := v.value(e, mapSpeaker)
	if err != nil {
		return err
	}
	trust, err := v.value(e, mapConfidence)
	if err != nil {
		return err
	}
	time, err := v.interval(e, utf8.RuneCountInString(text.text), words)
	isMessage := v.f.messages && v.m.each() > 0 // else it is all that is said
	if err == nil && isMessage {
		v.message(e, text, strings.TrimSpace(who.text), time, v.m.says == wordUnit)
	}
	if err != nil || text.kind == 0 || isMessage {
		return err
	}
	speaker := strings.TrimSpace(who.text)
	if who.kind == 'n' {
		speaker = "Speaker " + speaker
	}
	p := v.trust(trust)
	switch {
	case words:
		tight := text.text != "" && strings.Trim(text.text, ".,?!;:…") == ""
		if !tight {
			v.words.cut(speaker, time)
		}
		v.words.value(text, e.part, time, p, tight)
	case v.m.each() == 0 && v.m.parts[mapSpeaker] == nil && strings.Contains(text.text, "\n"):
		v.lines(text)
	default:
		from := len(v.words.v.utterances)
		v.words.value(text, nowhere, transcript.Interval{}, p, false)
		v.words.end(speaker, time)
		if v.m.each() == 0 && e.part == nowhere || e.opens { // all that is said
			v.words.v.utterances[from].Break = true
		}
		if e.part != nowhere {
			v.holders = append(v.holders, holder{e.part, span{from, from + 1}})
		}
	}
	return nil
}

// value adds a piece.
func (l *wordList) value(x mapValue, p part, time transcript.Interval, confidence float64, tight bool) {
	n := len(l.units)
	if l.word(nil, nil, x.node, time, confidence, tight); x.node == nil {
		l.wordField(x.field, time, confidence, tight)
	}
	if n < len(l.units) {
		l.units[n].part = p
	}
}

// lines adds a text of several lines, which may start with the names of speakers.
func (v *mapView) lines(x mapValue) {
	all := x.field
	if x.node != nil {
		all = x.node.field(v.f.text)
	}
	known := transcript.SpeakersOf(strings.Lines(all.text))
	speaker := ""
	for at := 0; at < len(all.text); {
		end := len(all.text)
		if n := strings.IndexByte(all.text[at:], '\n'); n >= 0 {
			end = at + n
		}
		name, n := known.Label(all.text[at:end])
		if name != "" {
			speaker = name
		}
		if at += n; at < end {
			u := v.words.v.addText(speaker, transcript.Interval{}, all.part(at, end))
			v.words.v.utterances[u].Break = name != ""
		}
		at = end + 1
	}
}

// trust returns the confidence that a value says, 0 where there is none.
func (v *mapView) trust(x mapValue) float64 {
	if x.kind == 0 {
		return 0
	}
	s := v.m.parts[mapConfidence]
	text, percent := strings.CutSuffix(strings.TrimSpace(x.text), "%")
	p, ok := parseNumber(text)
	if !ok {
		return 0
	}
	if percent {
		p /= 100
	}
	return confidence(p * s.scale / s.per)
}
