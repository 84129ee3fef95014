package formats

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// Of a spreadsheet of Excel (ECMA-376, part 1, 18): the members that are read beside its sheets.
const (
	xlsxBody   = "xl/workbook.xml"
	xlsxRels   = "xl/_rels/workbook.xml.rels"
	xlsxStyles = "xl/styles.xml"
	xlsxShared = "xl/sharedStrings.xml"
	xlsxFolder = "xl/"
)

// xlsxReader reads the parts of a spreadsheet.
type xlsxReader struct {
	f      *File
	d      *docx
	from   time.Time // the day that dates are counted from
	shared []sharedText
	styles []timeStyle // of the formats of cells, in order
}

// openXLSX opens the spreadsheet that the file is.
func (f *File) openXLSX() (*workbook, error) {
	if f.docx == nil {
		return nil, f.errorLine(0, "this is no spreadsheet (%s): it is no zip archive", XLSX)
	}
	x := &xlsxReader{f: f, d: f.docx}
	w := &workbook{original: f.original, with: xlsxWith, write: func(parts map[string]string) string { return x.d.packWith(parts, nil) }}
	targets := make(map[string]string)
	err := x.part(xlsxRels, func(_ *xmlReader, t xml.StartElement) error {
		if t.Name.Local == "Relationship" {
			target := xmlAttribute(t, "Target")
			if !strings.HasPrefix(target, "/") {
				target = path.Join(xlsxFolder, target)
			}
			targets[xmlAttribute(t, "Id")] = strings.TrimPrefix(target, "/")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	x.from = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	err = x.part(xlsxBody, func(_ *xmlReader, t xml.StartElement) error {
		switch t.Name.Local {
		case "workbookPr":
			if is := xmlAttribute(t, "date1904"); is == "1" || is == "true" {
				x.from = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
			}
		case "sheet":
			for _, a := range t.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					w.sheets = append(w.sheets, &sheet{name: xmlAttribute(t, "name"), part: targets[a.Value]})
				}
			}
		}
		return nil
	})
	if err == nil {
		err = x.readStyles()
	}
	if err == nil {
		err = x.readShared()
	}
	if err != nil {
		return nil, err
	}
	w.sheets = slices.DeleteFunc(w.sheets, func(s *sheet) bool { return !strings.HasPrefix(s.part, xlsxFolder+"worksheets/") }) // others are charts
	for _, s := range w.sheets {
		if err := x.readSheet(s); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// open returns what reads a part, nil if there is none.
func (x *xlsxReader) open(name string) (*xmlReader, error) {
	text, found, err := x.d.member(x.f.Name, name)
	if !found || err != nil {
		return nil, err
	}
	return newXMLReader(&File{Name: x.f.Name + ":" + name, text: text}, "this part of the spreadsheet"), nil
}

// part hands the elements of a part to a function.
func (x *xlsxReader) part(name string, start func(r *xmlReader, t xml.StartElement) error) error {
	r, err := x.open(name)
	if r == nil {
		return err
	}
	return r.each(func(t xml.StartElement) error { return start(r, t) }, func(string) {}, func(xml.CharData) {})
}

// timeStyle says what numbers of a format are shown as.
type timeStyle struct{ date, clock, seconds bool }

// readStyles reads the formats of numbers.
func (x *xlsxReader) readStyles() error {
	codes := make(map[string]string)
	cells := false
	return x.part(xlsxStyles, func(r *xmlReader, t xml.StartElement) error {
		switch t.Name.Local {
		case "numFmt":
			codes[xmlAttribute(t, "numFmtId")] = xmlAttribute(t, "formatCode")
		case "cellStyleXfs", "cellXfs":
			cells = t.Name.Local == "cellXfs"
		case "xf":
			if id := xmlAttribute(t, "numFmtId"); cells {
				x.styles = append(x.styles, styleOfCode(cmp.Or(codes[id], xlsxCodes[id])))
			}
		case "cellStyles":
			cells = false
		}
		return nil
	})
}

// xlsxCodes are the formats of times that files do not declare: ECMA-376, part 1, 18.8.30.
var xlsxCodes = map[string]string{"14": "d/m/y", "15": "d-m-y", "16": "d-m", "17": "m-y", "18": "h:mm AM/PM", "19": "h:mm:ss AM/PM", "20": "h:mm", "21": "h:mm:ss", "22": "d/m/y h:mm", "45": "mm:ss", "46": "[h]:mm:ss", "47": "mm:ss.0"}

var xlsxLiterals = lazy.Regexp(`"[^"]*"|\\.|[_*].|\[[^hms\]][^\]]*\]`)

// styleOfCode returns what a format shows numbers as.
func styleOfCode(code string) (s timeStyle) {
	code = strings.ToLower(code)
	if strings.Contains(code, "general") {
		return s
	}
	code, _, _ = strings.Cut(xlsxLiterals().ReplaceAllString(code, ""), ";")
	noon := strings.Contains(code, "am/pm") || strings.Contains(code, "a/p")
	code = strings.NewReplacer("am/pm", "", "a/p", "").Replace(code)
	s.date = strings.ContainsAny(code, "yd")
	s.clock = strings.ContainsAny(code, "hs")
	s.seconds = s.clock && (noon || strings.Contains(code, "s")) || s.date
	return s
}

// sharedText is a text that cells may have in common.
type sharedText struct {
	runs []sheetRun
	text string // of all of them
}

// readShared reads the strings that cells have in common.
func (x *xlsxReader) readShared() error {
	r, err := x.open(xlsxShared)
	if r == nil {
		return err
	}
	var in xlsxText
	return r.each(func(t xml.StartElement) error {
		if t.Name.Local == "si" {
			in = xlsxText{}
		}
		in.start(r, t.Name.Local)
		return nil
	}, func(name string) {
		if in.end(r, name); name == "si" {
			x.shared = append(x.shared, in.done())
		}
	}, in.add)
}

// xlsxText collects a text of runs.
type xlsxText struct {
	runs     []sheetRun
	grown    []byte // the text of the last one
	from     int    // where the properties of a run start
	looks    int    // elements that are open that are such properties
	phonetic int    // elements that are open that say how words are pronounced
	text     bool
}

func (x *xlsxText) start(r *xmlReader, name string) {
	switch name {
	case "r":
		x.endRun()
		x.runs = append(x.runs, sheetRun{})
	case "rPr":
		if x.looks++; x.looks == 1 {
			x.from = r.from
		}
	case "rPh":
		x.phonetic++
	case "t":
		if x.text = x.phonetic == 0; x.text && len(x.runs) == 0 {
			x.runs = append(x.runs, sheetRun{})
		}
	}
}

func (x *xlsxText) end(r *xmlReader, name string) {
	switch name {
	case "rPr":
		if x.looks--; x.looks != 0 {
			return
		}
		if n := len(x.runs); n > 0 {
			x.runs[n-1].properties = prefixed(r.f.text[x.from:r.to], tagPrefix(r.f.text[x.from:]), "")
		}
	case "rPh":
		x.phonetic--
	case "t":
		x.text = false
	}
}

func (x *xlsxText) add(text xml.CharData) {
	if x.text {
		x.grown = append(x.grown, text...)
	}
}

// endRun sets the text of the last run.
func (x *xlsxText) endRun() {
	if n := len(x.runs); n > 0 {
		x.runs[n-1].text = xlsxUnescaped(string(x.grown))
	}
	x.grown = nil
}

// done returns the text.
func (x *xlsxText) done() sharedText {
	if x.endRun(); len(x.runs) == 1 {
		return sharedText{x.runs, x.runs[0].text}
	}
	var b strings.Builder
	for i := range x.runs {
		b.WriteString(x.runs[i].text)
	}
	return sharedText{x.runs, b.String()}
}

// tagPrefix returns the prefix of the name of the element that starts a text, with its colon.
func tagPrefix(text string) string {
	name := text[1:max(1, strings.IndexAny(text, " \t\r\n/>"))]
	return name[:strings.IndexByte(name, ':')+1]
}

// prefixed returns XML whose names have another prefix.
func prefixed(text, old, prefix string) string {
	return strings.NewReplacer("</"+old, "</"+prefix, "<"+old, "<"+prefix).Replace(text)
}

var xlsxEscape = lazy.Regexp(`_x([0-9A-Fa-f]{4})_`)

// xlsxUnescaped returns a text without the escapes that strings of Excel have for what XML cannot hold (ECMA-376, part 1, 22.9.2.19); of
// characters that nobody reads they stay.
func xlsxUnescaped(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return xlsxEscape().ReplaceAllStringFunc(s, func(escape string) string {
		n, _ := strconv.ParseUint(escape[2:6], 16, 16)
		switch r := rune(n); {
		case isXMLChar(r):
			return string(r)
		}
		return escape
	})
}

var xlsxCarriage = strings.NewReplacer("\r", "_x000D_")

// xlsxEscaped returns a text as strings of Excel have it.
func xlsxEscaped(s string) string {
	if strings.Contains(s, "_x") {
		s = xlsxEscape().ReplaceAllStringFunc(s, func(escape string) string {
			if xlsxUnescaped(escape) == escape {
				return escape
			}
			return "_x005F" + escape
		})
	}
	return xlsxCarriage.Replace(escapeText(xmlText(s)))
}

// sheetReader reads the cells of a sheet.
type sheetReader struct {
	*xmlReader
	x       *xlsxReader
	s       *sheet
	row     sheetRow
	column  int        // of the last cell, from 1; 0: there is none in the row
	cell    *sheetCell // that is open
	style   int
	kind    string // its type
	value   strings.Builder
	isValue bool
	in      xlsxText // what is in it
}

// readSheet reads the cells of a sheet.
func (x *xlsxReader) readSheet(s *sheet) error {
	in, err := x.open(s.part)
	if in == nil {
		return err
	}
	s.text = in.f.text
	r := &sheetReader{xmlReader: in, x: x, s: s}
	var bad error // of an element that ended
	err = r.each(func(t xml.StartElement) error {
		return cmp.Or(bad, r.start(t))
	}, func(name string) {
		bad = cmp.Or(bad, r.end(name))
	}, func(text xml.CharData) {
		if r.isValue {
			r.value.Write(text)
		}
		r.in.add(text)
	})
	s.sortMerged()
	if err = cmp.Or(err, bad); err == errEnough {
		err = nil
	}
	return err
}

// errEnough ends the reading of a sheet of which all rows are there that are asked for.
var errEnough = errors.New("enough")

func (r *sheetReader) start(t xml.StartElement) error {
	name := t.Name.Local
	switch {
	case name == "row" && !r.x.f.head.more(len(r.s.rows)):
		r.s.cut = true
		return errEnough
	case name == "row":
		before := r.row.number
		r.row, r.column = sheetRow{number: before + 1}, 0
		if at := xmlAttribute(t, "r"); at != "" {
			r.row.number, _ = strconv.Atoi(at)
		}
		if r.row.number <= before || r.row.number > mostRows {
			return r.f.errorAt(r.from, "row %q after row %d: rows are in order, and no more than %d", xmlAttribute(t, "r"), before, mostRows)
		}
	case name == "c":
		before := r.column
		if r.column++; xmlAttribute(t, "r") != "" {
			_, r.column = cellPlace(xmlAttribute(t, "r"))
		}
		if r.column <= before {
			return r.f.errorAt(r.from, "cell %q is not behind the one before it", xmlAttribute(t, "r"))
		}
		r.cell = &sheetCell{span: span{r.from, 0}, column: int32(r.column - 1), last: int32(r.column - 1)}
		r.kind, r.in = xmlAttribute(t, "t"), xlsxText{}
		r.style, _ = strconv.Atoi(xmlAttribute(t, "s"))
		r.value.Reset()
	case name == "mergeCell":
		from, to, _ := strings.Cut(xmlAttribute(t, "ref"), ":")
		first, column := cellPlace(from)
		last, end := cellPlace(to)
		for k := column; column > 0 && last > first && k <= min(end, maxColumns); k++ {
			r.s.merged = append(r.s.merged, mergedCells{k - 1, first, last})
		}
		if len(r.s.merged) > mostRows {
			return tooMuch(r.f.Name, "more than %d merged cells", mostRows)
		}
	case r.cell == nil:
	case name == "f":
		r.cell.kind = formulaCell
	case name == "v":
		r.isValue = true
	default:
		r.in.start(r.xmlReader, name)
	}
	return nil
}

func (r *sheetReader) end(name string) error {
	switch {
	case name == "row" && len(r.row.cells) > 0:
		r.s.rows = append(r.s.rows, r.row)
		r.row.cells = nil
	case r.cell == nil:
	case name == "v":
		r.isValue = false
	case name == "c":
		c := r.cell
		r.cell, c.to = nil, r.to
		if err := r.setText(c); err != nil {
			return err
		}
		if c.text != "" && c.column < maxColumns {
			r.row.cells = append(r.row.cells, *c)
		}
	default:
		r.in.end(r.xmlReader, name)
	}
	return nil
}

// setText sets what a cell says.
func (r *sheetReader) setText(c *sheetCell) error {
	value := r.value.String()
	switch r.kind {
	case "s":
		n, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil || n < 0 || n >= len(r.x.shared) {
			return r.f.errorAt(c.from, "the text of this cell is string %s of the file, and there are %d", value, len(r.x.shared))
		}
		c.runs, c.text = r.x.shared[n].runs, r.x.shared[n].text
	case "inlineStr":
		own := r.in.done()
		c.runs, c.text = own.runs, own.text
	case "str", "e", "d":
		c.text = xlsxUnescaped(value)
		return nil
	case "b":
		c.text = map[string]string{"0": "FALSE", "1": "TRUE"}[value]
		return nil
	default:
		var style timeStyle
		if r.style >= 0 && r.style < len(r.x.styles) {
			style = r.x.styles[r.style]
		}
		c.text = style.text(strings.TrimSpace(value), r.x.from)
		if c.kind == textCell {
			if c.kind = valueCell; style.clock && !style.date {
				c.kind = clockCell
			}
		}
		return nil
	}
	return nil
}

// cellPlace returns row and column of "C5", from 1; 0, 0: it is none.
func cellPlace(name string) (row, column int) {
	i := 0
	for i < len(name) && name[i] >= 'A' && name[i] <= 'Z' && i < 3 {
		column = column*26 + int(name[i]-'A') + 1
		i++
	}
	row, err := strconv.Atoi(name[i:])
	if err != nil || row < 1 || column == 0 {
		return 0, 0
	}
	return row, column
}

const daySeconds = 24 * 60 * 60

// text returns a number as it is shown, but with all of a second that it has; from is the day that dates are counted from.
func (s timeStyle) text(value string, from time.Time) string {
	const lastDay = 2958466 // of the year 9999
	x, err := strconv.ParseFloat(value, 64)
	switch {
	case err != nil:
		return value
	case !s.date && !s.clock || x < 0 || x >= lastDay:
		return shortNumber(value, x)
	}
	ms := int64(math.Round(x * daySeconds * 1000))
	seconds := ms / 1000
	fraction := ""
	if ms %= 1000; ms > 0 {
		fraction = fmt.Sprintf(".%03d", ms)
	}
	switch {
	case s.date && s.clock:
		return from.Add(time.Duration(seconds)*time.Second).Format("2006-01-02 15:04:05") + fraction
	case s.date:
		return from.AddDate(0, 0, int(x)).Format(time.DateOnly)
	case !s.seconds && seconds%60 == 0 && ms == 0:
		return fmt.Sprintf("%d:%02d", seconds/3600, seconds/60%60)
	}
	return fmt.Sprintf("%d:%02d:%02d%s", seconds/3600, seconds/60%60, seconds%60, fraction)
}

// shortNumber returns a number with the digits that Excel shows, which are not all that a float64 has.
func shortNumber(value string, x float64) string {
	const digits = 15
	short := strconv.FormatFloat(x, 'g', digits, 64)
	if y, err := strconv.ParseFloat(short, 64); err != nil || math.Abs(y) >= 1e15 || y != 0 && math.Abs(y) < 1e-9 {
		return value
	} else {
		return strconv.FormatFloat(y, 'f', -1, 64)
	}
}

// xlsxWith returns the XML of a cell with another text. It is in the cell itself: what cells have in common stays for the others.
func xlsxWith(s *sheet, c *sheetCell, text string) string {
	raw := s.text[c.from:c.to]
	name, n := xmlTag(raw)
	name = strings.TrimSuffix(name, "/")
	prefix := strings.TrimSuffix(name, "c")
	element := func(kind, content string) string {
		tag := retagged(raw[:n], func(name, value string) (string, string) {
			if name == "t" {
				return "", ""
			}
			return name, value
		})
		tag = strings.TrimRight(strings.TrimSuffix(tag[:len(tag)-1], "/"), blanks) + kind
		if content == "" {
			return tag + "/>"
		}
		return tag + ">" + content + "</" + name + ">"
	}
	t := parseAnyTime(text)
	switch {
	case text == "":
		return element("", "")
	case c.kind == clockCell && t.kind == clockTime && t.frames < 0:
		return element("", "<"+prefix+"v>"+strconv.FormatFloat(t.seconds/daySeconds, 'g', -1, 64)+"</"+prefix+"v>")
	case c.kind == valueCell && isValue(text):
		return element("", "<"+prefix+"v>"+text+"</"+prefix+"v>")
	}
	var b strings.Builder
	for _, r := range spread(c.runs, text) {
		if r.text == "" {
			continue
		}
		own := "<" + prefix + `t xml:space="preserve">` + xlsxEscaped(r.text) + "</" + prefix + "t>"
		if len(c.runs) > 1 || r.properties != "" {
			own = "<" + prefix + "r>" + prefixed(r.properties, "", prefix) + own + "</" + prefix + "r>"
		}
		b.WriteString(own)
	}
	return element(` t="inlineStr"`, "<"+prefix+"is>"+b.String()+"</"+prefix+"is>")
}

// isValue reports whether a text can be the value of a cell.
func isValue(text string) bool {
	return parseAnyTime(text).kind == numberTime && isNumber(text) && isDigit(text[len(text)-1])
}
