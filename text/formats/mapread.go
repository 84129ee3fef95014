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
	first  float64   // the first date
	next   int       // in starts
}

// mapCounts says what the elements of a mapping are like.
type mapCounts struct {
	elements, texts, single, letters, spaced, frames int
	found                                            [mapParts]bool
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
					if t.kind == dateTime {
						v.first = min(v.first, t.seconds)
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
	v.words.spaced = words && v.counts.spaced > 0
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
	if err != nil || text.kind == 0 {
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
		if v.m.each() == 0 && e.part == nowhere { // all that is said
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

// splitRange cuts "0:01 - 0:05", which a start may say, into both times.
func splitRange(s string) (from, to string) {
	for _, sign := range []string{"-->", " - ", "–", "→", " to "} {
		if a, b, ok := strings.Cut(s, sign); ok {
			return strings.TrimSpace(a), strings.TrimSpace(b)
		}
	}
	return s, ""
}

// seconds returns the time that a value says, in seconds.
func (v *mapView) seconds(x mapValue, text string, part mapPart) (float64, bool, error) {
	s := v.m.parts[part]
	if x.kind == 0 || strings.TrimSpace(text) == "" {
		return 0, false, nil
	}
	t := parseAnyTime(text)
	switch {
	case t.kind == numberTime:
		return t.seconds * s.scale / s.per, true, nil
	case t.kind == clockTime:
		return t.seconds + float64(max(t.frames, 0))/v.rate, true, nil
	case t.kind == dateTime && part != mapDuration:
		return t.seconds - v.first, true, nil
	case x.kind == 'n':
		return 0, false, nil // NaN, of Python
	}
	return 0, false, v.f.errorAt(x.at, "the map says %s=%s, and %q is no time", mapPartNames[part], s.text, start(x.text))
}

// times returns from when to when an element is said, as it says so. known is that of the start.
func (v *mapView) times(e *mapElement) (from, to float64, known bool, err error) {
	a, err := v.value(e, mapStart)
	if err != nil || a.kind == 0 {
		return 0, 0, false, err
	}
	first, second := splitRange(a.text)
	if from, known, err = v.seconds(a, first, mapStart); err != nil {
		return 0, 0, false, err
	}
	to = math.NaN()
	b, part, text := a, mapStart, second
	for _, p := range []mapPart{mapEnd, mapDuration} {
		if v.m.parts[p] == nil {
			continue
		}
		if b, err = v.value(e, p); err != nil {
			return 0, 0, false, err
		}
		part, text = p, b.text
	}
	x, ok, err := v.seconds(b, text, part)
	if err != nil {
		return 0, 0, false, err
	}
	if ok {
		if to = x; part == mapDuration {
			to += from
		}
	}
	return from, to, known, nil
}

// interval returns when an element of so many letters is said. Where only its start is known, it
// lasts up to the next one, but no longer than it takes to say it.
func (v *mapView) interval(e *mapElement, letters int, word bool) (transcript.Interval, error) {
	from, to, known, err := v.times(e)
	if err != nil || !known {
		return transcript.Interval{}, err
	}
	if v.starts != nil {
		v.next++
	}
	if math.IsNaN(to) {
		if v.starts == nil {
			return transcript.Interval{}, nil
		}
		next := math.Inf(1)
		for _, s := range v.starts[min(v.next, len(v.starts)):] {
			if s > from {
				next = s
				break
			}
			if s < from {
				break
			}
		}
		if word {
			next = min(next, from+wordPause)
		}
		to = shareTime(from, next, []int{letters})[0].End
	}
	return v.f.interval(e.at, from, to, true), nil
}

// checkFollows refuses a file whose maps are not about the same words: what is in no word of the
// first view would be left as it is.
func (f *File) checkFollows() error {
	for i, v := range f.views {
		if i == 0 || v.repeats != nil || v.to == nil {
			continue
		}
		doc := v.document(f)
		others, words := 0, 0
		for l := range doc.Lines {
			line := &doc.Lines[l]
			own, at := 0, -1
			for w := line.Words.Start; w < line.Words.End; w++ {
				t := doc.Words[w].Tokens
				if t.Len() == 0 {
					continue
				}
				if own++; v.to[t.Start] < 0 {
					others++
				} else {
					at = w
				}
			}
			if words += own; own >= anchor && at < 0 {
				return f.notFollowing(doc, line.Words.Start, i)
			}
		}
		if len(doc.Words) > 0 && others*5 > words {
			return f.notFollowing(doc, 0, i)
		}
	}
	return nil
}

func (f *File) notFollowing(doc *transcript.Document, word, view int) error {
	p := doc.Pieces[0]
	for _, x := range doc.Pieces {
		if x.Bytes.Start > doc.Words[word].Core.Start {
			break
		}
		p = x
	}
	field, _ := f.views[view].field(p.Utterance, p.Piece)
	return f.errorLine(field.raw.from, "mapping %d of the map leads to what the first one does not say: the others are for copies of it", view+1)
}

// mappedFormat returns what a file that is read by a map is: JSON of any shape, lines of JSON, or a
// table. In this format it is written again.
func (f *File) mappedFormat() Format {
	text := strings.TrimLeft(strings.TrimPrefix(f.text, "\ufeff"), " \t\r\n")
	switch {
	case ByExtension(f.Name) == JSONL:
		return JSONL
	case !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "["):
		if slices.ContainsFunc(byExtension(f.Name), func(d *declaration) bool { return d.members != nil }) {
			return List
		}
		return CSV
	}
	if rest := strings.TrimSpace(text[valueSize(text):]); rest != "" && (rest[0] == '{' || rest[0] == '[') {
		return JSONL
	}
	return List
}

// detectMapped finds the format of a file that is read by maps.
func (f *File) detectMapped(format Format, maps string) (*declaration, error) {
	var err error
	if f.maps, err = parseMaps(maps); err != nil {
		return nil, err
	}
	if format == "" {
		format = f.mappedFormat()
	}
	switch d := format.declared(); {
	case d == nil:
		return nil, unknownFormat(string(format))
	case !format.IsMapped():
		return nil, f.errorLine(0, "a map is for JSON (%s), lines of JSON (%s) and tables (%s), and not for %s", List, JSONL, CSV, format)
	default:
		return d, nil
	}
}

// readByMap reads the file by its maps.
func (f *File) readByMap() error {
	if f.declared.format == CSV {
		return f.readMappedCSV(f.maps)
	}
	return f.readMappedJSON(f.declared.format == JSONL, f.maps)
}
