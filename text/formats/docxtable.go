package formats

import (
	"strings"
)

// docxCell is a cell of a table in a Word document.
type docxCell struct {
	table, row, column int
	head               bool // its row is said to be a heading
	text               string
	silent             bool   // nothing is said in it
	speaker            string // who says what it holds; "": nobody is known
}

// docxTables are the tables of a Word document.
type docxTables struct {
	cells []docxCell
	open  []docxOpenTable
	count int
}

// docxOpenTable is a table that is not read to its end.
type docxOpenTable struct {
	table, row, column int
	head               bool
	cell               int // in docxTables.cells; -1: none is open
}

// start notes that an element of a table starts.
func (t *docxTables) start(name string) {
	if name == "tbl" {
		t.open = append(t.open, docxOpenTable{table: t.count, row: -1, cell: -1})
		t.count++
		return
	}
	if len(t.open) == 0 {
		return
	}
	switch o := &t.open[len(t.open)-1]; name {
	case "tr":
		o.row, o.column, o.head = o.row+1, -1, false
	case "tblHeader":
		o.head = true
	case "tc":
		o.column++
		o.cell = len(t.cells)
		t.cells = append(t.cells, docxCell{table: o.table, row: o.row, column: o.column, head: o.head})
	}
}

// end is start for the end of an element.
func (t *docxTables) end(name string) {
	switch n := len(t.open); {
	case n == 0:
	case name == "tbl":
		t.open = t.open[:n-1]
	case name == "tc":
		t.open[n-1].cell = -1
	}
}

// cell returns the cell that is open, -1 if there is none.
func (t *docxTables) cell() int {
	if len(t.open) == 0 {
		return -1
	}
	return t.open[len(t.open)-1].cell
}

// docxColumn is what the cells of a column are, but for the first one, which may say it.
type docxColumn struct {
	full, times, names, colons, words int
	different                         map[string]bool
	title                             string
}

// take counts a cell.
func (c *docxColumn) take(text string) {
	if text == "" {
		return
	}
	c.full++
	c.words += len(strings.Fields(text))
	name := cellName(text)
	switch {
	case isTimes(text), isInteger(text):
		c.times++
	case isHeaderName(name) && namesSpeaker(name) && len(strings.Fields(name)) <= 4 && !lang.Backchannels[strings.ToLower(name)]:
		c.names++
		c.different[name] = true
		if name != text {
			c.colons++
		}
	}
}

// cellName returns the name that a cell holds, without a colon.
func cellName(text string) string { return strings.TrimRight(text, ":： ") }

// mostly reports whether a number is four fifths of all cells, or more.
func (c *docxColumn) mostly(n int) bool { return c.full > 0 && 5*n >= 4*c.full }

// timed reports whether the column holds times, or numbers of rows.
func (c *docxColumn) timed() bool { return c.mostly(c.times) }

// named reports whether the column holds the names of speakers: it says so itself, they have colons, or, before
// what is said, they come again or stand beside much. said is how many words the largest column has, and first says
// that this is before it.
func (c *docxColumn) named(said int, first bool) bool {
	switch {
	case !c.mostly(c.names):
		return false
	case c.mostly(c.colons) || isSpeakerNoun(c.title):
		return true
	}
	return first && (len(c.different) < c.full || 4*c.words <= said)
}

// isTimes reports whether a text is a time, or from when to when.
func isTimes(text string) bool {
	found := false
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t-–—>→[]()", r) }) {
		_, n := leadingStamp(part)
		if n != len(part) {
			return false
		}
		found = true
	}
	return found
}

// readTables finds the lines that say nothing in tables of which a column says who speaks, or when, and takes out
// their texts: of such columns, and of a heading. It returns the speakers of the lines beside names.
func (r *docxReader) readTables(texts []string) (speakers map[int]string) {
	cells := r.tables.cells
	said := make([][]string, len(cells))
	for i := range r.lines {
		if cell := r.lines[i].cell; cell >= 0 && texts[i] != "" {
			said[cell] = append(said[cell], texts[i])
		}
	}
	for i := range cells {
		cells[i].text = strings.TrimSpace(strings.Join(said[i], " "))
	}
	for from := 0; from < len(cells); {
		to := from + 1
		for to < len(cells) && cells[to].table == cells[from].table {
			to++
		}
		readTable(cells[from:to])
		from = to
	}
	speakers = make(map[int]string)
	for i := range r.lines {
		cell := r.lines[i].cell
		if cell < 0 {
			continue
		}
		if speakers[i] = cells[cell].speaker; cells[cell].silent {
			texts[i] = ""
		}
	}
	return speakers
}

// docxLayout says what the columns of a table are.
type docxLayout struct {
	columns       []docxColumn
	named, spoken int // of the columns; -1: there is none
	timed         bool
}

// layoutOf finds what the columns of a table are, below a heading or without one, and reports whether there are any of
// names or times, and one of something else.
func layoutOf(cells []docxCell, heading bool) (l docxLayout, ok bool) {
	for i := range cells {
		c := &cells[i]
		for len(l.columns) <= c.column {
			l.columns = append(l.columns, docxColumn{different: make(map[string]bool)})
		}
		if c.row > 0 || !heading {
			l.columns[c.column].take(c.text)
		} else {
			l.columns[c.column].title = c.text
		}
	}
	largest, last, empty := 0, 0, false // last: of those that more may stand in than in others
	for k := range l.columns {
		if l.columns[k].words > l.columns[largest].words {
			largest = k
		}
		if l.columns[k].full == 0 { // all of it is removed
			last, empty = k, true
		}
	}
	last = max(last, largest)
	l.named, l.spoken = -1, -1
	for k := range l.columns {
		switch c := &l.columns[k]; {
		case c.timed():
			l.timed = true
		case l.named < 0 && c.named(l.columns[largest].words, k < last):
			l.named = k
		case c.full > 0 && (l.spoken < 0 || c.words > l.columns[l.spoken].words):
			l.spoken = k
		}
	}
	return l, (l.spoken >= 0 || empty) && (l.named >= 0 || l.timed)
}

// readTable finds the cells of a table that say nothing, and who speaks in the others.
func readTable(cells []docxCell) {
	l, ok := layoutOf(cells, true)
	heading := ok && l.isHeading(cells)
	if !heading {
		l, ok = layoutOf(cells, false)
	}
	if !ok {
		return
	}
	for i := range cells {
		c := &cells[i]
		c.silent = l.columns[c.column].timed() || c.column == l.named || c.row == 0 && heading
	}
	speaker := "" // where a cell names nobody, the one above goes on
	for from := 0; from < len(cells); {
		to := from
		for ; to < len(cells) && cells[to].row == cells[from].row; to++ {
			if c := &cells[to]; c.column == l.named && c.text != "" && !(c.row == 0 && heading) {
				speaker = cellName(c.text)
			}
		}
		for ; from < to; from++ {
			cells[from].speaker = speaker
		}
	}
}

// isHeading reports whether the first row of a table says what the columns are.
func (l *docxLayout) isHeading(cells []docxCell) bool {
	const most = 3 // words
	for i := range cells {
		switch c := &cells[i]; {
		case c.row > 0 || c.text == "":
		case c.head:
			return true
		case c.column == l.spoken && (len(strings.Fields(c.text)) > most || !isTitle(c.text)),
			l.columns[c.column].timed() && (isTimes(c.text) || isInteger(c.text)),
			c.column == l.named && l.columns[l.named].different[cellName(c.text)]:
			return false
		}
	}
	return true
}
