package formats

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Names that columns of tables have, in lower case and without signs and blanks.
var csvNames = [mapParts][]string{
	mapText: {
		"text", "transcript", "transcription", "transcripttext", "sentence", "utterance", "content", "caption", "captions", "captiontext", "subtitle", "subtitles", "subtitletext",
		"dialogue", "dialog", "speech", "message", "segment", "segmenttext", "phrase", "spokentext", "whatwassaid", "texte", "texto", "testo", "tekst", "inhalt", "transkript", "contenu", "contenido", "line", "words", "word", "punctuatedword", "token",
	},
	mapStart: {
		"start", "starttime", "starts", "begin", "begintime", "from", "in", "timein", "timecodein", "tcin", "inpoint", "starttimecode", "timecodestart", "startoffset", "starttimestamp",
		"t0", "timespan", "beginn", "anfang", "startzeit", "début", "debut", "inicio", "inizio", "timestamp", "time", "timecode", "tc", "offset", "sourcein", "recordin",
	},
	mapEnd:        {"end", "endtime", "ends", "stop", "stoptime", "to", "out", "timeout", "timecodeout", "tcout", "outpoint", "endtimecode", "timecodeend", "endoffset", "endtimestamp", "sourceout", "recordout", "t1", "ende", "endzeit", "fin", "fine"},
	mapDuration:   {"duration", "length", "dur", "len", "dauer", "durée", "duración", "durata"},
	mapSpeaker:    {"speaker", "speakername", "speakerlabel", "speakerid", "spk", "participant", "participantname", "sprecher", "locuteur", "hablante", "orador", "parlante", "spreker", "who", "name", "role", "author", "user", "username", "sender", "channel"},
	mapConfidence: {"confidence", "conf", "confidencescore", "probability", "score"},
}

// csvWords are names of columns with a word in each row.
var csvWords = []string{"word", "words", "punctuatedword", "token"}

// csvUnits are what the name of a column may say of its times.
var csvUnits = []struct {
	name string
	per  float64
}{{"milliseconds", 1000}, {"millis", 1000}, {"msec", 1000}, {"ms", 1000}, {"seconds", 1}, {"secs", 1}, {"sec", 1}, {"s", 1}}

// columnName returns the name of a column as it is looked up, and what its times are to be divided
// by, if the name says it, else 0.
func columnName(name string, part mapPart) (bare string, per float64) {
	bare = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	if part != mapStart && part != mapEnd && part != mapDuration || slices.Contains(csvNames[part], bare) {
		return bare, 0
	}
	for _, u := range csvUnits {
		if rest, ok := strings.CutSuffix(bare, u.name); ok && slices.Contains(csvNames[part], rest) {
			return rest, u.per
		}
	}
	return bare, 0
}

// csvMapping returns how the columns with given names are read, by what they are called. ok is false
// where they do not say what is said, and when or by whom.
func csvMapping(names []string) (m mapping, ok bool) {
	if alignedKinds(names) > 0 {
		return alignedMapping(names), true
	}
	used := make([]bool, len(names))
	for _, part := range []mapPart{mapText, mapStart, mapEnd, mapDuration, mapSpeaker, mapConfidence} {
		if part == mapDuration && m.parts[mapEnd] != nil || part != mapText && part < mapSpeaker && part != mapStart && m.parts[mapStart] == nil {
			continue
		}
		best, rank, unit := -1, len(csvNames[part]), 0.0
		for i, name := range names {
			bare, per := columnName(name, part)
			if k := slices.Index(csvNames[part], bare); k >= 0 && k < rank && !used[i] {
				best, rank, unit = i, k, per
			}
		}
		if best >= 0 {
			used[best] = true
			m.parts[part] = &mapSource{column: best + 1, scale: 1, per: unit, text: strconv.Quote(names[best]), part: part}
		}
	}
	if s := m.parts[mapText]; s != nil {
		if bare, _ := columnName(names[s.column-1], mapText); slices.Contains(csvWords, bare) {
			m.says = wordUnit
		} else {
			m.says = utteranceUnit
		}
	}
	return m, m.parts[mapText] != nil && (m.parts[mapStart] != nil || m.parts[mapSpeaker] != nil)
}

// csvHeadLines is how many rows may stand before the names of the columns.
const csvHeadLines = 10

// header finds the row with the names of the columns, -1: none has any that say what is in them.
func (t *csvTable) header() (row int, m mapping) {
	for i := range t.rows[:min(len(t.rows), csvHeadLines)] {
		if m, ok := csvMapping(t.names(i)); ok && !t.hasNumbers(i) {
			return i, m
		}
	}
	return -1, m
}

// hasNumbers reports whether a row has numbers or times, which no column is called.
func (t *csvTable) hasNumbers(row int) bool {
	return slices.ContainsFunc(t.names(row), func(s string) bool { return parseAnyTime(s).kind != noTime })
}

// names returns the cells of a row.
func (t *csvTable) names(row int) []string {
	var out []string
	for _, c := range t.rows[row].cells {
		out = append(out, t.text(c))
	}
	return out
}

// sniffCSV reports whether text starts with the names of the columns of a transcript, and has rows
// of as many cells.
func sniffCSV(text string) bool {
	head := headLines(text, 1)
	if len(head) == 0 || len(head[0]) > 1000 {
		return false
	}
	f := &File{text: text[:min(len(text), 4000)]}
	_, size := csvDeclared(f.text)
	d := csvDelimiter(f.text[size:])
	row, problem, _ := scanRow(f.text, size, d)
	if problem != "" || len(row.cells) < 2 {
		return false
	}
	t := &csvTable{f: f, rows: []csvRow{row}}
	m, ok := csvMapping(t.names(0))
	if !ok {
		return false
	}
	// A line of text may have such words, too.
	if d == '\t' && m.parts[mapSpeaker] == nil && m.parts[mapEnd] != nil && len(row.cells) == 3 {
		return false // the TSV of Whisper
	}
	for _, c := range row.cells {
		if strings.Count(t.text(c), " ") > 3 {
			return false
		}
	}
	next, problem, _ := scanRow(f.text, row.to, d)
	return row.to >= len(text) || problem != "" || len(next.cells) == len(row.cells)
}

// readCSV reads a table whose columns say by their names what is in them.
func readCSV(f *File) error {
	t, err := scanCSV(f, 0)
	if err != nil {
		return err
	}
	row, m := t.header()
	if row < 0 {
		t, row, m = t.parted()
	}
	if row < 0 {
		return f.unknown(0, "no row names columns of a transcript, such as Speaker, Start and Text: 'tidytalk formats guess %s' proposes a --map", f.Name)
	}
	in := &mapTable{csvTable: t, first: row + 1, columns: t.names(row)}
	in.kinds = alignedKinds(in.columns)
	if err := in.check(); err != nil {
		return err
	}
	in.unit(&m)
	return f.readTable(in, []mapping{m})
}

// parted returns the table as another delimiter parts it that shows names of columns: few rows may be left to tell it by.
func (t *csvTable) parted() (other *csvTable, row int, m mapping) {
	for _, d := range []byte(csvDelimiters) {
		if other, err := scanCSV(t.f, d); err == nil && d != t.delimiter {
			if row, m := other.header(); row >= 0 {
				return other, row, m
			}
		}
	}
	return t, -1, m
}

// readTable reads a table by maps.
func (f *File) readTable(in *mapTable, maps []mapping) error {
	if err := f.book.check(f, in.first, maps); err != nil {
		return err
	}
	if err := f.readMapped(in, maps); err != nil {
		return err
	}
	f.table = in
	finish := f.finish
	f.finish = func(o *outcome) {
		finish(o)
		for _, v := range f.views {
			o.quote(in.csvTable, v)
		}
	}
	return nil
}

// mapTable is a table that is read by a map.
type mapTable struct {
	*csvTable
	first   int      // the first row with elements
	columns []string // nil: they have no names
	kinds   int      // the column that says what a row of an aligner is about, from 1; 0: there is none
}

// check refuses rows with more cells than there are columns: what is said may be cut at its commas.
func (t *mapTable) check() error {
	if t.f.book != nil {
		return nil // there nothing is cut
	}
	columns := len(t.columns)
	if t.columns == nil && len(t.rows) > 0 {
		columns = len(t.rows[0].cells)
	}
	for _, r := range t.rows[t.first:] {
		if len(r.cells) <= columns {
			continue
		}
		for _, c := range r.cells[columns:] {
			if strings.TrimSpace(t.text(c)) != "" {
				return t.f.errorAt(c.from, "this row has %d cells, and there are %d columns: a cell with a %q in it has to be quoted", len(r.cells), columns, t.delimiter)
			}
		}
	}
	return nil
}

// unit finds the unit of numbers that are times where no name says it: that in which what is said is said
// as fast as people speak; else they are milliseconds where all are whole, and a word has more than twenty
// of them.
func (t *mapTable) unit(m *mapping) {
	const units = 20
	per, known := 1.0, false
	for _, p := range []mapPart{mapStart, mapEnd, mapDuration} {
		if s := m.parts[p]; s != nil && s.per != 0 {
			per, known = s.per, true
		}
	}
	if !known && m.parts[mapStart] != nil {
		words, first, last, whole := 0, math.Inf(1), 0.0, true
		for i := t.first; i < len(t.rows) && whole; i++ {
			get := t.get(i)
			text, _ := get(m.parts[mapText])
			words += len(strings.Fields(text.text))
			for _, p := range []mapPart{mapStart, mapEnd, mapDuration} {
				if m.parts[p] == nil {
					continue
				}
				if x, _ := get(m.parts[p]); strings.TrimSpace(x.text) != "" {
					at := parseAnyTime(x.text)
					whole = whole && at.kind == numberTime && !strings.ContainsAny(x.text, ".eE")
					first, last = min(first, at.seconds), max(last, at.seconds)
				}
			}
		}
		if unit, fit := rateFit(numberTime, whole, words, last-first); whole && fit > 0 {
			per = unit
		} else if whole && last > units*float64(words) {
			per = 1000
		}
	}
	for _, p := range []mapPart{mapStart, mapEnd, mapDuration} {
		if s := m.parts[p]; s != nil {
			s.per = per
		}
	}
}

// readMappedCSV reads a table by maps that name its columns.
func (f *File) readMappedCSV(maps []mapping) error {
	return f.readMappedTable(maps, func(bool) (*mapTable, error) {
		t, err := scanCSV(f, 0)
		return &mapTable{csvTable: t}, err
	})
}

// readMappedTable reads the table that open returns by maps that name its columns; named says that they do, rather than number
// them.
func (f *File) readMappedTable(maps []mapping, open func(named bool) (*mapTable, error)) error {
	named := false
	for i := range maps {
		m := &maps[i]
		if len(m.path) > 0 {
			return f.errorLine(0, "the map says %s: this is a table, and its elements are its rows: leave the path out", pathText(m.path))
		}
		for _, s := range m.parts {
			if s != nil && s.column == 0 {
				named = true
				if len(s.steps) != 1 || s.steps[0].name == "" {
					return f.errorLine(0, "the map says %s=%s: this is a table, where a column has a name, in double quotes if there are signs in it, or a number: #1", mapPartNames[s.part], s.text)
				}
			}
		}
	}
	in, err := open(named)
	if err != nil {
		return err
	}
	if err := in.findColumns(maps, named); err != nil {
		return err
	}
	if err := in.check(); err != nil {
		return err
	}
	return f.readTable(in, maps)
}

// findColumns finds the row with the names of the columns that maps name, and their numbers.
func (t *mapTable) findColumns(maps []mapping, named bool) error {
	if len(t.rows) == 0 {
		return nil
	}
	if !named {
		// A first row that says no time where there are times has the names of the columns.
		if s := maps[0].parts[mapStart]; s != nil && s.column <= len(t.rows[0].cells) && t.first < len(t.rows) {
			from, _ := splitRange(t.text(t.rows[0].cells[s.column-1]))
			if from != "" && parseAnyTime(from).kind == noTime {
				t.first, t.columns = 1, t.names(0)
			}
		}
		return nil
	}
	for i := range t.rows[:min(len(t.rows), csvHeadLines)] {
		if names := t.names(i); t.number(maps, names) == nil {
			t.first, t.columns = i+1, names
			return nil
		}
	}
	s := t.number(maps, t.names(0))
	return t.f.errorLine(t.rows[0].from, "the map says %s=%s, and no column is called that: there is %s", mapPartNames[s.part], s.text, quotedList(t.names(0)))
}

// number finds the numbers of named columns, and returns the first source whose column there is not.
func (t *mapTable) number(maps []mapping, names []string) *mapSource {
	for i := range maps {
		for _, s := range maps[i].parts {
			if s == nil || len(s.steps) == 0 {
				continue
			}
			name := s.steps[0].name
			k := slices.Index(names, name)
			if k < 0 {
				k = slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(strings.TrimSpace(n), strings.TrimSpace(name)) })
			}
			if k < 0 {
				return s
			}
			s.column = k + 1
		}
	}
	return nil
}

// quotedList lists names for messages.
func quotedList(names []string) string {
	const most = 12
	var out []string
	for _, n := range names[:min(len(names), most)] {
		out = append(out, strconv.Quote(start(n)))
	}
	if len(names) > most {
		return strings.Join(out, ", ") + " and others"
	}
	return strings.Join(out, ", ")
}

func (t *mapTable) each(m *mapping, f func(*mapElement) error, end func()) error {
	for i := t.first; i < len(t.rows); i++ {
		if !t.isWord(i) {
			continue
		}
		r := &t.rows[i]
		e := &mapElement{at: r.from, part: part{int32(r.from), int32(r.to)}, in: nowhere, get: t.get(i)}
		if t.f.book != nil && t.f.book.shown[i].opens {
			end()
			e.opens = true
		}
		if err := f(e); err != nil {
			return err
		}
	}
	end()
	return nil
}

// get returns what returns the cells of a row.
func (t *mapTable) get(row int) func(*mapSource) (mapValue, error) {
	cells := t.rows[row].cells
	book := t.f.book
	return func(s *mapSource) (mapValue, error) {
		var merged string
		if book != nil && s.part == mapSpeaker {
			merged = book.shown[row].sheet.above(book.shown[row].row.number, s.column-1)
		}
		if s.column > len(cells) && merged == "" {
			return mapValue{}, nil
		} else if merged != "" {
			return mapValue{kind: '"', text: merged, at: t.rows[row].from}, nil
		}
		c := cells[s.column-1]
		x := mapValue{kind: '"', text: t.text(c), at: c.from}
		if s.part == mapText {
			x.field = t.field(c)
		}
		if x.text == "" && s.part != mapText {
			x.kind = 0
		}
		return x, nil
	}
}

func (t *mapTable) missing(m *mapping, s *mapSource) error {
	at := 0
	if len(t.rows) > 0 {
		at = t.rows[0].from
	}
	return t.f.errorLine(at, "the map says %s=%s, and no row has anything there", mapPartNames[s.part], s.text)
}

func (t *mapTable) drop(o *outcome, parts []part) {
	if t.f.book != nil {
		return // formulas, and what is beside a table, lead to its rows
	}
	for _, p := range parts {
		o.remove(span{int(p.from), int(p.to)})
	}
}
