package formats

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostColumns is how many places in elements are looked at: JSON with names for keys has no end
// of them.
const mostColumns = 2000

// tableFinder finds the lists of JSON, and what their elements have.
type tableFinder struct {
	g       *guesser
	tables  map[string]*guessTable
	columns map[string]bool
}

// findTables finds the lists of JSON.
func (g *guesser) findTables(j *mapJSON) {
	t := &tableFinder{g: g, tables: make(map[string]*guessTable), columns: make(map[string]bool)}
	for _, v := range j.values[:min(len(j.values), guessRows)] {
		t.find(v, nil, 0)
	}
	// What an element is in has parts of it, too: who speaks, mostly.
	for _, inner := range g.tables {
		for up := 1; up <= inner.m.levels(); up++ {
			outer := t.tables[pathText(outerPath(inner.m.path, up))]
			if outer == nil {
				continue
			}
			for _, c := range outer.columns {
				if !c.own {
					continue
				}
				s := *c.source
				s.up, s.text = up, strings.Repeat("^", up)+s.text
				inner.columns = append(inner.columns, &guessColumn{source: &s, name: c.name, path: c.path})
			}
		}
	}
}

// outerPath returns the path of the elements that those of a path are in, so many lists outside.
func outerPath(path []mapStep, up int) []mapStep {
	for ; up > 0; up-- {
		k := len(path) - 1 // the list of the element itself
		for k--; k >= 0 && !path[k].each(); k-- {
		}
		path = path[:k+1]
	}
	return path
}

// find looks at a value that the steps lead to, of which those from the given one on are in an
// element.
func (t *tableFinder) find(n *node, path []mapStep, from int) {
	switch n.kind {
	case '{':
		for _, m := range append([]jsonMember(nil), n.members()...) {
			t.find(n.memberNode(&m), append(path[:len(path):len(path)], mapStep{name: m.name(t.g.f.text)}), from)
		}
	case '[':
		t.list(n, path, from)
	case '"', 'n':
		t.column(path, from)
	}
}

// list looks at a list: its elements are elements, or the list is one whose places mean something,
// as those of ["um", 0.5, 0.9] and [0.5, 0.9] do.
func (t *tableFinder) list(n *node, path []mapStep, from int) {
	const mostPlaces = 8
	elements := n.list()
	texts, numbers, times := 0, 0, 0
	for _, e := range elements[:min(len(elements), guessRows)] {
		switch e.kind {
		case '"':
			if texts++; parseAnyTime(e.text).kind != noTime {
				times++
			}
		case 'n':
			numbers++
		}
	}
	inList := len(path) > 0 && path[len(path)-1].each()
	if scalars := texts + numbers; scalars > 0 && len(elements) <= mostPlaces && (numbers > 0 || times > 0 || inList) {
		for i, e := range elements {
			if e.kind == '"' || e.kind == 'n' {
				t.column(append(path[:len(path):len(path)], mapStep{index: i}), from)
			}
		}
	}
	if numbers+times == len(elements) {
		return
	}
	path = append(path[:len(path):len(path)], mapStep{index: eachElement})
	for _, e := range elements[:min(len(elements), guessRows)] {
		t.find(e, path, len(path))
	}
}

// column takes down that elements have something in a place.
func (t *tableFinder) column(path []mapStep, from int) {
	key := pathText(path)
	if t.columns[key] || len(t.columns) == mostColumns {
		return
	}
	t.columns[key] = true
	of := pathText(path[:from])
	table := t.tables[of]
	if table == nil {
		table = &guessTable{m: mapping{path: path[:from:from]}}
		t.tables[of] = table
		t.g.tables = append(t.g.tables, table)
	}
	s := &mapSource{steps: path[from:], scale: 1, per: 1, text: pathText(path[from:])}
	name := ""
	for _, step := range path {
		if step.name != "" {
			name = step.name
		}
	}
	table.columns = append(table.columns, &guessColumn{source: s, name: strings.ToLower(name), path: key, own: true})
}

// findColumns finds the columns of a table.
func (g *guesser) findColumns(t *csvTable) {
	in := &mapTable{csvTable: t}
	g.in = in
	if len(t.rows) == 0 {
		return
	}
	row := t.namesRow()
	if row >= 0 {
		in.first, in.columns = row+1, t.names(row)
	}
	table := new(guessTable)
	cells := 0
	for i := in.first; i < len(t.rows); i++ {
		cells = max(cells, len(t.rows[i].cells))
	}
	for k := range min(cells, mostColumns) {
		s := &mapSource{column: k + 1, scale: 1, per: 1, text: fmt.Sprintf("#%d", k+1)}
		c := &guessColumn{source: s, path: s.text, own: true}
		if k < len(in.columns) && strings.TrimSpace(in.columns[k]) != "" {
			c.path, c.name = in.columns[k], strings.ToLower(in.columns[k])
			if count := 0; true {
				for _, n := range in.columns {
					if strings.EqualFold(strings.TrimSpace(n), strings.TrimSpace(in.columns[k])) {
						count++
					}
				}
				if count == 1 {
					s.text = mapStep{name: in.columns[k]}.text()
				}
			}
		}
		table.columns = append(table.columns, c)
	}
	g.tables = append(g.tables, table)
}

// namesRow returns the row with the names of the columns, -1: there is none. Names are short, no two are
// the same, and none is a time.
func (t *csvTable) namesRow() int {
	cells := 0
	for _, r := range t.rows {
		cells = max(cells, len(r.cells))
	}
	for i := range t.rows[:min(len(t.rows), csvHeadLines)] {
		if len(t.rows[i].cells) < cells {
			continue // before the table
		}
		seen := make(map[string]bool)
		for _, name := range t.names(i) {
			name = strings.TrimSpace(name)
			if name == "" {
				continue
			}
			if seen[name] || len(strings.Fields(name)) > 5 || utf8.RuneCountInString(name) > 40 || parseAnyTime(name).kind != noTime || strings.ContainsAny(name[len(name)-1:], ".?!,") {
				return -1
			}
			seen[name] = true
		}
		// What is there again below is no name.
		for _, r := range t.rows[i+1:] {
			for k, c := range r.cells {
				if text := strings.TrimSpace(t.text(c)); k < cells && text != "" && text == strings.TrimSpace(t.text(t.rows[i].cells[k])) {
					return -1
				}
			}
		}
		return i
	}
	return -1
}

// fill reads the values of the columns.
func (g *guesser) fill(t *guessTable) error {
	for _, c := range t.columns {
		c.text.distinct = make(map[string]int)
	}
	return g.in.each(&t.m, func(e *mapElement) error {
		if t.rows++; t.rows > guessRows {
			return nil
		}
		for _, c := range t.columns {
			x, err := e.get(c.source)
			if err != nil {
				return err
			}
			x.node, x.field = nil, nil
			c.values = append(c.values, x)
			c.text.add(x)
		}
		return nil
	}, func() {
		if n := min(t.rows, guessRows); len(t.ends) == 0 || t.ends[len(t.ends)-1] < n {
			t.ends = append(t.ends, n)
		}
	})
}

// add counts a value.
func (s *textStats) add(x mapValue) {
	if x.kind != '"' && x.kind != 'n' || x.text == "" {
		return
	}
	if s.distinct[x.text]++; x.kind == 'n' {
		return
	}
	s.strings++
	if strings.IndexFunc(x.text, unicode.IsLetter) < 0 {
		return
	}
	s.letters++
	s.chars += utf8.RuneCountInString(x.text)
	words := strings.Fields(x.text)
	if len(words) <= 1 {
		s.single++
	}
	if r, _ := utf8.DecodeRuneInString(x.text); unicode.IsUpper(r) {
		s.capital++
	}
	for _, w := range words {
		s.words++
		if isPlainWord(w) {
			s.plain++
		}
	}
}

// isPlainWord reports whether a word is written as words of a text are.
func isPlainWord(w string) bool {
	w = strings.Trim(w, `.,?!;:…"'“”‘’()[]<>%-–—，。？！、；：`)
	if w == "" {
		return true
	}
	if _, err := strconv.ParseFloat(w, 64); err == nil {
		return true
	}
	lower := false
	for i, r := range w {
		switch {
		case unicode.IsLetter(r) || unicode.IsMark(r):
			if unicode.IsUpper(r) && lower && i > 0 {
				return false // camelCase
			}
			lower = unicode.IsLower(r)
		case strings.ContainsRune("'’-&.*", r):
			lower = false
		default:
			return false
		}
	}
	return true
}
