package formats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Guess says how a file may be read.
type Guess struct {
	Format Format // of the file; where there is a Map, that in which it is written again
	Map    string // that reads it, for Reading.Map; "": it is of a known format
	File   *File  // as it is read then; of a long table only its first rows
	Left   []Left // where there is a Map: what has texts, and is not read
	// Known says that the file can be read without the map, but by that more is known of it: times, or
	// who speaks.
	Known bool
}

// Left is a member, or a column, with texts that stay as they are.
type Left struct {
	Path   string
	Sample string // its first text, or the start of it
	Count  int    // texts
}

// ErrNoTranscript is wrapped by the error of [MakeGuess] for a file in which nothing looks like
// what somebody says.
var ErrNoTranscript = errors.New("nothing in it looks like a transcript")

// MakeGuess finds out how a file may be read. Of JSON, lines of JSON and tables that are of no known
// format it proposes a map: what is said is in texts of many words, with times at which people could
// say them, and with names of few speakers.
func MakeGuess(src, name string) (*Guess, error) {
	how := Reading{head: &tableHead{rows: csvHeadLines + guessRows}}
	known, err := how.Read(src, name)
	if err == nil {
		if out := (&Guess{Format: known.Format, File: known}); !known.Format.IsMapped() {
			return out, nil
		}
		return known.guessMore(src), nil
	}
	var bad *Error
	if !errors.As(err, &bad) {
		return nil, err
	}
	f, unread := how.decodeFile(src, name)
	if unread != nil {
		return nil, unread
	}
	if f.docx != nil && !f.docx.format.IsMapped() {
		return nil, err
	}
	g, failed := f.guesser()
	if failed != nil {
		return nil, failed
	}
	if g == nil {
		return nil, err // it is of another format, and something is wrong in it
	}
	out, failed := g.guess(src)
	if failed != nil {
		return nil, failed
	}
	return out, nil
}

// HoldsNone reports whether a file, whose error wraps ErrUnknown, holds no transcript of any shape.
func HoldsNone(src, name string) bool {
	_, err := MakeGuess(src, name)
	return errors.Is(err, ErrNoTranscript)
}

// guessMore returns how a file of a format for files of many shapes is read: by a map, if more is known by
// it.
func (f *File) guessMore(src string) *Guess {
	out := &Guess{Format: f.Format, File: f}
	again, err := f.how.decodeFile(src, f.Name)
	if err != nil {
		return out
	}
	g, err := again.guesser()
	if g == nil || err != nil {
		return out
	}
	if more, err := g.guess(src); err == nil && more.Format == f.Format {
		words, times, speakers := f.known()
		w, t, s := more.File.known()
		if w*10 >= words*9 && t >= times && s >= speakers && (t+s-times-speakers)*5 > words {
			more.Known = true
			return more
		}
	}
	return out
}

// known counts the words of a file, those with times, also of their lines, and those of which the
// speaker is known.
func (f *File) known() (words, times, speakers int) {
	d := f.Document
	for _, l := range d.Lines {
		if words += l.Words.Len(); l.Time.Known {
			times += l.Words.Len()
		}
	}
	for _, t := range d.Turns {
		if t.Speaker != "" {
			speakers += t.Words.Len()
		}
	}
	return words, times, speakers
}

// guesser looks for what is said in a file of unknown shape.
type guesser struct {
	f      *File
	format Format
	in     mapFile
	tables []*guessTable
}

// guessTable is a list of elements: objects of JSON that a path leads to, or the rows of a table.
type guessTable struct {
	m       mapping
	columns []*guessColumn
	rows    int
	ends    []int // the rows behind the last ones of lists
}

// guessColumn is what elements have in one place.
type guessColumn struct {
	source *mapSource
	name   string // of the member or the column, in lower case, for what it may mean
	path   string // as messages have it
	own    bool   // it is in the element itself
	values []mapValue
	text   textStats
}

// textStats says what the strings of a column are like.
type textStats struct {
	strings, letters, words, plain, single, chars, capital int
	distinct                                               map[string]int
}

// guessRows is how many elements of a list are looked at.
const guessRows = 3000

// tableHead is what a guess is made of: tables may have any number of rows, and what each says takes memory.
type tableHead struct {
	rows int       // of a table, at most
	book *workbook // what was read of a spreadsheet
}

// more reports whether more rows are asked for than there are; of nil all are.
func (h *tableHead) more(rows int) bool { return h == nil || rows < h.rows }

// guesser returns what looks for what is said in a file, nil if it is neither JSON nor a table.
func (f *File) guesser() (*guesser, error) {
	if err := f.checkText(); err != nil {
		return nil, err
	}
	g := &guesser{f: f, format: f.mappedFormat()}
	switch {
	case f.docx != nil && !g.format.IsMapped():
		return nil, nil
	case g.format.isBook():
		w, err := f.openBook(g.format)
		if err != nil {
			return nil, err
		}
		in, err := f.firstSheet(w)
		if err != nil {
			return nil, err
		}
		g.findColumns(in.csvTable)
	case g.format != CSV:
		j := &mapJSON{f: f, lines: g.format == JSONL}
		var err error
		if g.format == JSONL {
			j.values, err = parseJSONValues(f)
		} else {
			var root *node
			root, err = parseJSON(f)
			j.values = []*node{root}
		}
		if err != nil {
			return nil, err
		}
		g.in = j
		g.findTables(j)
	case ByExtension(f.Name) == CSV || strings.HasSuffix(strings.ToLower(f.Name), ".tsv") || f.isTableOfText():
		t, err := scanCSV(f, 0)
		if err != nil {
			return nil, err
		}
		g.findColumns(t)
	default:
		return nil, nil
	}
	return g, nil
}

// guess finds the best map that the file can be read by.
func (g *guesser) guess(src string) (*Guess, error) {
	var candidates []candidate
	for _, t := range g.tables {
		if err := g.fill(t); err != nil {
			return nil, err
		}
		for _, c := range t.columns {
			if x, ok := t.candidate(c); ok {
				candidates = append(candidates, x)
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	var first error
	for i := range candidates {
		const leastScore, mostTries = 3, 4
		if i == mostTries || candidates[i].score < leastScore {
			break
		}
		out, err := g.try(src, candidates, i)
		if err == nil {
			return out, nil
		}
		first = cmp.Or(first, err)
	}
	if first != nil {
		return nil, first
	}
	return nil, fmt.Errorf("%s: %w: no list of texts with times or speakers, and no long text", g.f.Name, ErrNoTranscript)
}

// candidate is a column that may be what is said.
type candidate struct {
	table *guessTable
	text  *guessColumn
	m     mapping
	score float64
}

// try reads the file by a candidate, with the others that are copies of it.
func (g *guesser) try(src string, candidates []candidate, main int) (*Guess, error) {
	x := &candidates[main]
	how := Reading{Format: g.format, Map: x.m.text(), head: g.f.head}
	f, err := how.decodeFile(src, g.f.Name)
	if err != nil {
		return nil, err
	}
	f.uncovered = true // copies are looked for below
	if err := f.parse(how.Format, how.Map); err != nil {
		return nil, err
	}
	c := newCoverage(f)
	used := map[*guessColumn]bool{x.text: true}
	for i := range candidates {
		if other := &candidates[i]; i != main && c.areCopies(other.text.values) {
			how.Map += "; " + other.m.text()
			used[other.text] = true
		}
	}
	if f, err = how.Read(src, g.f.Name); err != nil {
		return nil, err
	}
	out := &Guess{Format: f.Format, Map: how.Map, File: f}
	for _, t := range g.tables {
		for _, c := range t.columns {
			if c.own && !used[c] && c.text.letters > 0 && !x.reads(t, c) {
				out.Left = append(out.Left, c.left())
			}
		}
	}
	return out, nil
}

// reads reports whether a column of a table is a part of a candidate.
func (x *candidate) reads(t *guessTable, c *guessColumn) bool {
	for _, own := range x.table.columns {
		if own.path == c.path && slices.ContainsFunc(x.m.parts[:], func(s *mapSource) bool { return s != nil && s.text == own.source.text }) {
			return true
		}
	}
	return false
}

// areCopies reports whether texts have as much of what is said as a copy has.
func (c *coverage) areCopies(values []mapValue) bool {
	g := &copyOf{next: -1}
	for i := range values {
		g.add(c, values[i].text)
	}
	return len(c.words) > 0 && c.isCopy(g)
}

// left returns what is told of a column that is not read.
func (c *guessColumn) left() Left {
	l := Left{Path: c.path, Count: c.text.strings}
	for _, v := range c.values {
		if v.kind == '"' && strings.IndexFunc(v.text, unicode.IsLetter) >= 0 {
			l.Sample = start(oneLine(v.text, -1))
			break
		}
	}
	return l
}

// text writes a mapping.
func (m *mapping) text() string {
	var b strings.Builder
	if len(m.path) > 0 {
		b.WriteString(pathText(m.path) + ": ")
	}
	for part, s := range m.parts {
		if s == nil {
			continue
		}
		name := mapPartNames[part]
		if mapPart(part) == mapText && m.says == wordUnit {
			name = "word"
		} else if mapPart(part) != mapText {
			b.WriteByte(' ')
		}
		b.WriteString(name + "=" + s.text)
		if s.per != 1 {
			fmt.Fprintf(&b, "/%v", s.per)
		}
	}
	return b.String()
}

// candidate judges a column as what is said.
func (t *guessTable) candidate(c *guessColumn) (candidate, bool) {
	s := &c.text
	// Texts have words; ids, addresses and dates have few that are plain.
	if !c.own || s.strings == 0 || s.words == 0 || s.plain*10 < s.words*7 {
		return candidate{}, false
	}
	x := candidate{table: t, text: c, m: mapping{path: t.m.path}}
	said := *c.source
	said.part = mapText
	x.m.parts[mapText] = &said
	x.m.says = utteranceUnit
	const wordLetters = 12
	words := s.single*10 >= s.strings*9 && s.chars <= wordLetters*s.strings && s.strings > 1
	if words {
		x.m.says = wordUnit
	}
	timed := t.findTimes(&x)
	spoken := t.findSpeakers(&x)
	t.findConfidence(&x)
	x.score = math.Log2(float64(s.words)+1) / 3
	if timed {
		x.score += 3
	}
	if spoken {
		x.score += 2
	}
	if isNamed(c.name, mapText) {
		x.score += 1.5
	}
	switch {
	case words && timed:
		x.score += 0.5
	case words:
		x.score -= 1.5 // labels, tags and names are single words, too
	}
	if len(s.distinct)*3 < s.strings && !words && s.strings > 8 {
		x.score -= 3 // the same again and again
	}
	return x, true
}

// isNamed reports whether a name is one that members and columns with a part of what is said have.
func isNamed(name string, part mapPart) bool {
	bare, _ := columnName(name, part)
	if slices.Contains(csvNames[part], bare) {
		return true
	}
	for _, n := range partHints[part] {
		if strings.Contains(bare, n) {
			return true
		}
	}
	return false
}

// partHints are in the names of members that say something.
var partHints = [mapParts][]string{
	mapText:       {"text", "transcript", "word", "utterance", "sentence", "caption"},
	mapStart:      {"start", "begin", "onset", "offset"},
	mapEnd:        {"end", "stop", "offset"},
	mapDuration:   {"dur", "length"},
	mapSpeaker:    {"speaker", "spk", "participant", "user", "author", "person", "agent", "caller", "party", "name"},
	mapConfidence: {"conf", "prob", "score"},
}
