package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/inorder"
)

// workbook is a spreadsheet. What is said in it is read from a table (CSV) that stands for its transcripts in File.text, with all
// cells in quotes: so columns mean what they mean there. What that table becomes is put back cell by cell.
type workbook struct {
	original string
	sheets   []*sheet
	size     int        // of their XML
	cut      bool       // it has more rows
	shown    []shownRow // of the table, in order
	lines    []int32    // where they end in it
	// with returns the XML of a cell with another text, and write the file with other parts.
	with  func(s *sheet, c *sheetCell, text string) string
	write func(parts map[string]string) string
}

// sheet is a table of a workbook.
type sheet struct {
	name, part string // what people call it, and the member of the archive that it is in
	text       string // of that
	cut        bool   // there are more rows than those that are asked for
	rows       []sheetRow
	merged     []mergedCells
}

// sheetRow is a row with the cells that are not empty; those without any are left out.
type sheetRow struct {
	number int // from 1
	cells  []sheetCell
	again  *repeatedRow // nil: the element is this row alone
}

// repeatedRow is an element that stands for several rows.
type repeatedRow struct {
	span         // in the text of the part
	first, times int
}

// sheetCell is a cell, or several that an element stands for.
type sheetCell struct {
	span               // in the text of the part
	column, last int32 // from 0
	kind         cellKind
	text         string     // as a CSV of the table has it
	runs         []sheetRun // of a text that cells may share; nil: it is read again in the cell
}

// columns returns how many columns cells have.
func columns(cells []sheetCell) (n int) {
	for i := range cells {
		n += int(cells[i].last-cells[i].column) + 1
	}
	return n
}

// cellKind says what a cell holds.
type cellKind uint8

const (
	textCell cellKind = iota
	valueCell
	clockCell // a value that is shown as a time of the day, or a duration
	formulaCell
)

// sheetRun is a stretch of the text of a cell that looks the same.
type sheetRun struct {
	properties string // XML, without a prefix
	text       string
}

// mergedCells are cells of a column that are one.
type mergedCells struct{ column, from, to int }

// shownRow is a row of the table that stands for a workbook.
type shownRow struct {
	sheet *sheet
	row   *sheetRow
	opens bool // it is the first of a sheet
}

// mostRows is how many rows a sheet may have: that of Excel and LibreOffice.
const mostRows = 1 << 20

// sortMerged puts the cells that are one in order.
func (s *sheet) sortMerged() {
	slices.SortFunc(s.merged, func(a, b mergedCells) int {
		return cmp.Or(cmp.Compare(a.column, b.column), cmp.Compare(a.from, b.from))
	})
}

// find returns the cell of a column, nil if it is empty.
func (r *sheetRow) find(column int) *sheetCell {
	i, ok := slices.BinarySearchFunc(r.cells, int32(column), func(c sheetCell, column int32) int {
		if c.column <= column && column <= c.last {
			return 0
		}
		return cmp.Compare(c.column, column)
	})
	if !ok {
		return nil
	}
	return &r.cells[i]
}

// above returns what a cell says that is merged with it, "" where none is.
func (s *sheet) above(row, column int) string {
	i, ok := slices.BinarySearchFunc(s.merged, mergedCells{column, row, 0}, func(m, at mergedCells) int {
		if m.column == at.column && m.from <= at.from && at.from <= m.to {
			return 0
		}
		return cmp.Or(cmp.Compare(m.column, at.column), cmp.Compare(m.from, at.from))
	})
	if !ok {
		return ""
	}
	k, ok := slices.BinarySearchFunc(s.rows, s.merged[i].from, func(r sheetRow, number int) int { return cmp.Compare(r.number, number) })
	if !ok {
		return ""
	}
	if c := s.rows[k].find(column); c != nil {
		return c.text
	}
	return ""
}

// table returns rows of a sheet as CSV.
func (s *sheet) table(rows []sheetRow) *csvTable {
	w := &workbook{}
	for i := range rows {
		w.shown = append(w.shown, shownRow{sheet: s, row: &rows[i]})
	}
	text, _ := w.csv(MaxSize)
	t, _ := scanCSV(&File{text: text}, ',')
	return t
}

// csv returns the table that stands for the workbook; ok is false if it has more than so many bytes, or cells: what cells share, and
// what is repeated, is small in the file.
func (w *workbook) csv(most int) (text string, ok bool) {
	var b strings.Builder
	cells := 0
	for _, x := range w.shown {
		at := int32(0)
		for i := range x.row.cells {
			c := &x.row.cells[i]
			if cells += int(c.last-at) + 1; cells > mostXML || b.Len()+int(c.last-at)+int(c.last-c.column+1)*len(c.text) > most {
				return "", false
			}
			for ; at < c.column; at++ {
				b.WriteByte(',')
			}
			own := `"` + quoteCSV(c.text) + `"`
			for b.WriteString(own); at < c.last; at++ {
				b.WriteString("," + own)
			}
		}
		b.WriteByte('\n')
		w.lines = append(w.lines, int32(b.Len()-1))
	}
	return b.String(), true
}

// openBook opens the spreadsheet that the file is. One of which the first rows are asked for is not rewritten, and so needs no XML.
func (f *File) openBook(format Format) (w *workbook, err error) {
	if f.head != nil && f.head.book != nil {
		again := *f.head.book
		return &again, nil
	}
	if format == ODS {
		w, err = f.openODS()
	} else {
		w, err = f.openXLSX()
	}
	if err != nil {
		return nil, err
	}
	for i, s := range w.sheets {
		if i == 0 || s.part != w.sheets[i-1].part {
			w.size += len(s.text)
		}
	}
	if slices.ContainsFunc(w.sheets, func(s *sheet) bool { return s.cut }) {
		w.cut = true
		for _, s := range w.sheets {
			s.text = ""
		}
	}
	if f.head != nil {
		own := *w
		f.head.book = &own
	}
	return w, nil
}

// standBook puts the table of the rows that are shown in place of the workbook.
func (f *File) standBook(w *workbook) (*csvTable, error) {
	const times = 4 // as much text as there is XML: tags are longer than what most cells say
	text, ok := w.csv(min(MaxSize, max(anyRatio, times*w.size)))
	if !ok {
		return nil, tooMuch(f.Name, "the same texts again and again, so that they are more than %d times as long as the file", times)
	}
	f.stand(text, w.pack)
	f.newlines = append([]int32{-1}, w.lines...)
	f.book, f.docx, f.coding, f.bareCR = w, nil, nil, false
	return scanCSV(f, ',')
}

// place returns the row of the sheet, and the number of the cell, of a line of the table and an offset into the text.
func (w *workbook) place(f *File, line, offset int) (row, column int) {
	if line > len(w.shown) {
		return 1, 1
	}
	r, _, _ := scanRow(f.text, int(f.newlines[line-1])+1, ',')
	column = 1
	for _, c := range r.cells[min(1, len(r.cells)):] {
		if c.from <= offset {
			column++
		}
	}
	return w.shown[line-1].row.number, column
}

// pack returns the spreadsheet whose table has become another one. Where it is a table of other cells, nothing is
// done: who wants that reads the file again.
func (w *workbook) pack(text string) string {
	t, err := scanCSV(&File{text: text}, ',')
	if err != nil || len(t.rows) != len(w.shown) || w.cut {
		return w.original
	}
	own := make([][]splice, len(t.rows)) // what becomes of the cells of each
	for i, row := range t.rows {
		found := 0
		var texts []string
		for k, cell := range row.cells {
			switch c, text := w.shown[i].row.find(k), t.text(cell); {
			case c == nil && text != "":
				return w.original
			case c != nil:
				found++
				if texts = append(texts, text); k == int(c.last) {
					own[i] = w.change(own[i], w.shown[i].sheet, c, texts)
					texts = nil
				}
			}
		}
		if found != columns(w.shown[i].row.cells) {
			return w.original
		}
	}
	splices := make(map[string][]splice)
	parts := make(map[string]string)
	for i := 0; i < len(own); {
		x := &w.shown[i]
		n := 1
		for again := x.row.again; again != nil && i+n < len(own) && w.shown[i+n].row.again == again; {
			n++
		}
		if now := w.changeRow(x, own[i:i+n]); len(now) > 0 {
			splices[x.sheet.part] = append(splices[x.sheet.part], now...)
			parts[x.sheet.part] = x.sheet.text
		}
		i += n
	}
	if len(parts) == 0 {
		return w.original
	}
	for part, text := range parts {
		parts[part] = apply(text, splices[part], func(_, new string) string { return new }, asIs)
	}
	return w.write(parts)
}

// change adds what becomes of a cell, or of several that an element stands for.
func (w *workbook) change(out []splice, s *sheet, c *sheetCell, texts []string) []splice {
	same := func(text string) bool { return text == c.text }
	if c.kind == formulaCell || !slices.ContainsFunc(texts, func(text string) bool { return !same(text) }) {
		return out
	}
	if len(slices.Compact(slices.Clone(texts))) == 1 {
		return append(out, splice{c.span, w.with(s, c, texts[0])})
	}
	var b strings.Builder
	for _, text := range texts {
		one := s.text[c.from:c.to]
		if !same(text) {
			one = w.with(s, c, text)
		}
		b.WriteString(once(one))
	}
	return append(out, splice{c.span, b.String()})
}

// changeRow returns what becomes of rows that one element stands for: it is parted if they are no longer the same.
func (w *workbook) changeRow(x *shownRow, own [][]splice) []splice {
	again := x.row.again
	if again == nil || len(own) == again.times && !slices.ContainsFunc(own, func(o []splice) bool { return !slices.Equal(o, own[0]) }) {
		return own[0]
	}
	if !slices.ContainsFunc(own, func(o []splice) bool { return len(o) > 0 }) {
		return nil
	}
	var b strings.Builder
	for i := range again.times {
		row := x.sheet.text[again.from:again.to]
		if k := i - (x.row.number - again.first); k >= 0 && k < len(own) {
			changes := slices.Clone(own[k])
			for n := range changes {
				changes[n].span = span{changes[n].from - again.from, changes[n].to - again.from}
			}
			row = apply(row, changes, func(_, new string) string { return new }, asIs)
		}
		b.WriteString(once(row))
	}
	return []splice{{again.span, b.String()}}
}

// once returns an element that stands for itself alone.
func once(element string) string {
	_, n := xmlTag(element)
	return retagged(element[:n], func(name, value string) (string, string) {
		if name == "number-rows-repeated" || name == "number-columns-repeated" {
			return "", ""
		}
		return name, value
	}) + element[n:]
}

// spread cuts a text that has come of the text of runs into these.
func spread(runs []sheetRun, text string) []sheetRun {
	out := slices.Clone(runs)
	switch len(runs) {
	case 0:
		return []sheetRun{{text: text}}
	case 1:
		out[0].text = text
		return out
	}
	var old strings.Builder
	var of []int32 // the run of each byte
	for i, r := range runs {
		old.WriteString(r.text)
		for range len(r.text) {
			of = append(of, int32(i))
		}
		out[i].text = ""
	}
	a, b := cutWords(old.String()), cutWords(text)
	looks := func(w string) string {
		if strings.TrimSpace(w) == "" {
			return " "
		}
		return cmp.Or(bareWord(w), w)
	}
	from := inorder.Match(len(a), len(b), func(i, k int) bool { return looks(a[i]) == looks(b[k]) })
	at, last := make([]int, len(a)+1), 0 // where words start; the run of what was last
	for i, w := range a {
		at[i+1] = at[i] + len(w)
	}
	parts := make([]strings.Builder, len(runs))
	for i := 0; i < len(b); i++ {
		if k := from[i]; k >= 0 {
			for j := range len(b[i]) {
				last = int(of[at[k]+min(j, len(a[k])-1)])
				parts[last].WriteByte(b[i][j])
			}
			continue
		}
		parts[last].WriteString(b[i])
	}
	for i := range out {
		out[i].text = parts[i].String()
	}
	return out
}

// cutWords cuts a text into words and what is between them.
func cutWords(text string) (out []string) {
	for text != "" {
		n := strings.IndexAny(text, " \t\r\n")
		if n == 0 {
			n = len(text) - len(strings.TrimLeft(text, " \t\r\n"))
		} else if n < 0 {
			n = len(text)
		}
		out, text = append(out, text[:n]), text[n:]
	}
	return out
}

// sheetTable is a sheet that may be a transcript.
type sheetTable struct {
	*sheet
	rows  int // up to the names of the columns, with them
	names []string
	m     mapping
}

// transcripts returns the sheets that say by the names of their columns that they are transcripts.
func (w *workbook) transcripts() (out []sheetTable) {
	for _, s := range w.sheets {
		t := s.table(s.rows[:min(len(s.rows), csvHeadLines)])
		if row, m := t.header(); row >= 0 {
			out = append(out, sheetTable{s, row + 1, t.names(row), m})
		}
	}
	return out
}

// readSheets reads a spreadsheet: the sheets whose columns say by their names what is in them.
func readSheets(f *File) error {
	w, err := f.openBook(f.declared.format)
	if err != nil {
		return err
	}
	all := w.transcripts()
	if len(all) == 0 {
		return f.unknown(0, "no sheet has a row that names columns of a transcript, such as Speaker, Start and Text: 'tidytalk formats guess %s' proposes a --map", f.Name)
	}
	in, err := f.showSheets(w, all)
	if err != nil {
		return err
	}
	in.kinds = alignedKinds(in.columns)
	m := all[0].m
	in.unit(&m)
	return f.readTable(in, []mapping{m})
}

// showSheets makes a table of transcripts with the same columns.
func (f *File) showSheets(w *workbook, all []sheetTable) (*mapTable, error) {
	first := &all[0]
	for i := range all {
		s := &all[i]
		if !slices.Equal(s.names, first.names) {
			return nil, f.errorLine(0, "the sheets %q and %q are transcripts with other columns: leave one of them in the file, or save each as a file of its own", first.name, s.name)
		}
		rows := s.sheet.rows
		if i > 0 {
			rows = rows[s.rows:] // the names of the columns are there already
		}
		for k := range rows {
			w.shown = append(w.shown, shownRow{s.sheet, &rows[k], i > 0 && k == 0})
		}
	}
	t, err := f.standBook(w)
	if err != nil {
		return nil, err
	}
	return &mapTable{csvTable: t, first: first.rows, columns: first.names}, nil
}

// readMappedSheets reads a spreadsheet by maps: the first sheet that has columns which are called so, or the first one at all
// if they have no names, with those that have the same columns.
func (f *File) readMappedSheets(maps []mapping) error {
	w, err := f.openBook(f.declared.format)
	if err != nil {
		return err
	}
	return f.readMappedTable(maps, func(named bool) (*mapTable, error) {
		var own []sheetTable
		for _, s := range w.sheets {
			head := &mapTable{csvTable: s.table(s.rows[:min(len(s.rows), csvHeadLines)])}
			for i := range head.rows {
				names := head.names(i)
				if len(own) > 0 && slices.Equal(names, own[0].names) || len(own) == 0 && named && head.number(maps, names) == nil {
					own = append(own, sheetTable{sheet: s, rows: i + 1, names: names})
					break
				}
			}
		}
		if len(own) > 0 {
			return f.showSheets(w, own)
		}
		return f.firstSheet(w)
	})
}

// firstSheet makes a table of the first sheet that has anything in it.
func (f *File) firstSheet(w *workbook) (*mapTable, error) {
	for _, s := range w.sheets {
		for i := range s.rows {
			w.shown = append(w.shown, shownRow{sheet: s, row: &s.rows[i]})
		}
		if len(s.rows) > 0 {
			break
		}
	}
	t, err := f.standBook(w)
	return &mapTable{csvTable: t}, err
}

// check refuses texts that nobody has written: formulas would say them again.
func (w *workbook) check(f *File, first int, maps []mapping) error {
	if w == nil {
		return nil
	}
	for i, x := range w.shown[first:] {
		for k := range maps {
			column := maps[k].parts[mapText].column - 1
			if c := x.row.find(column); c != nil && c.kind == formulaCell {
				return f.errorLine(int(f.newlines[first+i])+1, "cell %s of the sheet %q has what a formula makes of others: put the texts themselves in its place (paste special, values), or save the table as CSV", sheetPlace(x.row.number, column), x.sheet.name)
			}
		}
	}
	return nil
}

// sheetPlace returns what a cell is called: "C5".
func sheetPlace(row, column int) string {
	name := ""
	for column++; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return fmt.Sprintf("%s%d", name, row)
}
