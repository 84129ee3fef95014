package formats

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// odsType is what an OpenDocument spreadsheet is.
const odsType = "application/vnd.oasis.opendocument.spreadsheet"

// odsRows are the elements that rows of a table may be in.
var odsRows = setOf("table-rows table-header-rows table-row-group")

// odsReader reads the sheets of an OpenDocument spreadsheet (OpenDocument 1.3, part 3, 9).
type odsReader struct {
	*xmlReader
	book   *workbook
	body   int // how deep its sheets are; 0: outside of them
	sheet  *sheet
	linked bool // what the sheet says is of another file
	skip   int  // elements that are open whose content is no cell
	inRow  bool
	row    sheetRow
	at     repeatedRow // the row
	column int         // of the next cell
	cell   *odsCell    // that is open
	wide   int         // columns that it is
	spans  [2]int      // rows and columns that it is merged with, with itself
	of     *tableHead  // that is asked for; nil: all
	shown  int         // cells with texts, with those that are repeated
}

// openODS opens the spreadsheet that the file is.
func (f *File) openODS() (*workbook, error) {
	written := &File{docx: f.docx, coding: f.coding, bareCR: f.bareCR}
	w := &workbook{original: f.original, with: odsWith, write: func(parts map[string]string) string { return written.encoded(parts[odtBody]) }}
	in := f
	if f.docx == nil && !strings.HasPrefix(strings.TrimLeft(strings.TrimPrefix(f.text, utf8Mark), blanks+"\r\n"), "<") {
		return nil, f.errorLine(0, "this is no spreadsheet (%s): it is neither a zip archive nor XML", ODS)
	} else if f.docx != nil {
		in = &File{Name: f.Name + ":" + odtBody, text: f.text}
	}
	r := &odsReader{xmlReader: newXMLReader(in, "the text of the OpenDocument file"), book: w, of: f.head}
	var bad error // of an element that ended
	err := r.each(func(t xml.StartElement) error {
		if r.depth == 1 && !strings.HasPrefix(t.Name.Local, "document") {
			return f.errorAt(r.from, "this is no OpenDocument spreadsheet: it starts with <%s>", t.Name.Local)
		}
		r.start(t)
		return bad
	}, func(name string) {
		if bad == nil {
			bad = r.end(name)
		}
	}, func(text xml.CharData) {
		if r.cell != nil {
			r.cell.add(r.xmlReader, text)
		}
	})
	if err == nil {
		err = bad
	}
	return w, err
}

func (r *odsReader) start(t xml.StartElement) {
	name := t.Name.Local
	switch {
	case r.cell != nil:
		r.cell.start(r.xmlReader, t)
	case r.skip > 0:
		r.skip++
	case r.sheet == nil:
		switch {
		case name == "spreadsheet" && r.body == 0:
			r.body = r.depth + 1
		case name == "table" && r.depth == r.body:
			r.sheet, r.linked = &sheet{name: xmlAttribute(t, "name"), part: odtBody, text: r.f.text}, false
			r.at = repeatedRow{}
		}
	case odsRows[name] && !r.inRow:
	case name == "table-row" && !r.inRow && r.of.more(len(r.sheet.rows)):
		r.startRow(t)
	case r.inRow && (name == "table-cell" || name == "covered-table-cell"):
		r.cell = &odsCell{}
		r.cell.start(r.xmlReader, t)
		r.wide = odsNumber(t, "number-columns-repeated", maxColumns)
		r.spans = [2]int{odsNumber(t, "number-rows-spanned", mostRows), odsNumber(t, "number-columns-spanned", maxColumns)}
	default:
		r.linked = r.linked || name == "table-source"
		r.sheet.cut = r.sheet.cut || name == "table-row" && !r.inRow
		r.skip++
	}
}

// odsNumber returns a number that an attribute says, from 1 to most; 1 where it says none.
func odsNumber(t xml.StartElement, name string, most int) int {
	n, err := strconv.Atoi(xmlAttribute(t, name))
	if err != nil && n > 0 { // more than a number may be
		return most
	}
	return min(max(n, 1), most)
}

func (r *odsReader) startRow(t xml.StartElement) {
	first := r.at.first + max(r.at.times, 1)
	r.at = repeatedRow{span{r.from, 0}, first, odsNumber(t, "number-rows-repeated", mostRows)}
	r.row, r.column, r.inRow = sheetRow{number: first}, 0, true
}

func (r *odsReader) end(name string) error {
	switch {
	case r.cell != nil:
		if r.cell.end(r.xmlReader, name) {
			r.endCell()
		}
	case r.skip > 0:
		r.skip--
	case r.sheet == nil:
		if name == "spreadsheet" {
			r.body = 0
		}
	case name == "table-row":
		return r.endRow()
	case name == "table":
		if !r.linked {
			r.book.sheets = append(r.book.sheets, r.sheet)
			r.sheet.sortMerged()
		}
		r.sheet = nil
	}
	return nil
}

// endCell adds a cell to the row.
func (r *odsReader) endCell() {
	x := r.cell
	c := sheetCell{span: span{x.head.from, r.to}, column: int32(r.column), last: int32(min(r.column+r.wide, maxColumns) - 1)}
	r.cell = nil
	for k := r.column; r.spans[0] > 1 && k < min(r.column+r.spans[1], maxColumns) && len(r.sheet.merged) <= mostRows; k++ {
		r.sheet.merged = append(r.sheet.merged, mergedCells{k, r.row.number, r.row.number + r.spans[0] - 1})
	}
	r.column = min(r.column+r.wide, maxColumns)
	if c.text, c.kind = x.said(); c.text != "" && c.column <= c.last {
		r.row.cells = append(r.row.cells, c)
	}
}

// endRow adds a row to the sheet, as often as it is there.
func (r *odsReader) endRow() error {
	const mostRepeated = 1 << 18
	r.at.to, r.inRow = r.to, false
	if len(r.row.cells) == 0 {
		return nil
	}
	if r.at.first+r.at.times-1 > mostRows {
		return r.f.errorAt(r.at.from, "this is row %d: there are no more than %d", r.at.first+r.at.times-1, mostRows)
	}
	if r.shown += columns(r.row.cells) * r.at.times; r.shown > mostRepeated+len(r.f.text)/8 {
		return tooMuch(r.f.Name, "the same cells again and again, more than %d", mostRepeated)
	}
	if len(r.sheet.merged) > mostRows {
		return tooMuch(r.f.Name, "more than %d merged cells", mostRows)
	}
	if r.at.times > 1 {
		again := r.at
		r.row.again = &again
	}
	for n := r.at.times; n > 0 && r.of.more(len(r.sheet.rows)); n-- {
		r.sheet.rows = append(r.sheet.rows, r.row)
		r.row.number++
	}
	return nil
}
