package formats

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
)

// csvTable is a table of rows of cells, as programs of tables write it: cells are parted by a
// delimiter, and quoted where they have to be (RFC 4180).
type csvTable struct {
	f         *File
	delimiter byte
	rows      []csvRow // with cells
}

// csvRow is a row; its span has the line end.
type csvRow struct {
	span
	cells []csvCell
}

// csvCell is a cell.
type csvCell struct {
	span        // all of it, with its quotes
	inner  span // what is in them
	quoted bool
}

// csvDelimiters are what may part cells.
const csvDelimiters = ",;\t|"

// maxColumns is how many cells a row may have.
const maxColumns = 1000

// scanCSV reads the file as a table; the delimiter 0 is that which its first rows say.
func scanCSV(f *File, delimiter byte) (*csvTable, error) {
	at := len(f.text) - len(strings.TrimPrefix(f.text, "\ufeff"))
	declared, size := csvDeclared(f.text[at:])
	if at += size; delimiter == 0 {
		delimiter = declared
	}
	if delimiter == 0 {
		delimiter = csvDelimiter(f.text[at:])
	}
	t := &csvTable{f: f, delimiter: delimiter}
	for at < len(f.text) && f.head.more(len(t.rows)) {
		row, problem, where := scanRow(f.text, at, delimiter)
		if problem != "" {
			return nil, f.errorAt(where, "%s", problem)
		}
		if at = row.to; len(row.cells) > 1 || row.cells[0].from < row.cells[0].to {
			t.rows = append(t.rows, row)
		}
	}
	return t, nil
}

// csvDeclared returns the delimiter that a first line "sep=;" says, and the size of that line.
func csvDeclared(text string) (delimiter byte, size int) {
	line, _, found := strings.Cut(text, "\n")
	line = strings.TrimSuffix(line, "\r")
	if len(line) != len("sep=;") || !strings.EqualFold(line[:4], "sep=") {
		return 0, 0
	}
	if size = len(line); found {
		size = strings.IndexByte(text, '\n') + 1
	}
	return line[4], size
}

// csvDelimiter returns the delimiter of a table by its first rows: the one that cuts most of them
// into as many cells, of several the one that makes more.
func csvDelimiter(text string) byte {
	const most = 40
	best, bestScore := byte(','), 0.0
	for _, d := range []byte(csvDelimiters) {
		counts := make(map[int]int)
		rows, at := 0, 0
		for rows < most && at < len(text) {
			row, problem, _ := scanRow(text, at, d)
			if problem != "" {
				break
			}
			at = row.to
			counts[len(row.cells)]++
			rows++
		}
		for cells, n := range counts {
			if score := float64(n)/float64(rows) + float64(min(cells, 20))/1000; cells > 1 && score > bestScore {
				best, bestScore = d, score
			}
		}
	}
	return best
}

// scanRow reads the row that starts at an offset. A problem has a place.
func scanRow(text string, at int, delimiter byte) (row csvRow, problem string, where int) {
	row.from = at
	for {
		cell, end, problem, where := scanCell(text, at, delimiter)
		if problem != "" {
			return row, problem, where
		}
		if row.cells = append(row.cells, cell); len(row.cells) > maxColumns {
			return row, fmt.Sprintf("a row of more than %d cells", maxColumns), at
		}
		at = end
		switch {
		case at == len(text):
			row.to = at
			return row, "", 0
		case text[at] == delimiter:
			at++
		case text[at] == '\r' && at+1 < len(text) && text[at+1] == '\n':
			row.to = at + 2
			return row, "", 0
		default:
			row.to = at + 1
			return row, "", 0
		}
	}
}

// scanCell reads the cell that starts at an offset, up to what ends it.
func scanCell(text string, at int, delimiter byte) (cell csvCell, end int, problem string, where int) {
	first := at
	for first < len(text) && text[first] == ' ' {
		first++ // some programs write a blank behind each comma
	}
	if first < len(text) && text[first] == '"' && (first == at || closesCell(text, first, delimiter)) {
		cell = csvCell{inner: span{from: first + 1}, quoted: true}
		for i := first + 1; ; i++ {
			n := strings.IndexByte(text[i:], '"')
			if n < 0 {
				return cell, 0, "this quoted cell does not end: the file is cut off, or a quote in it is not doubled", first
			}
			if i += n; i+1 < len(text) && text[i+1] == '"' {
				i++
				continue
			}
			cell.inner.to, end = i, i+1
			break
		}
		cell.span = span{first, end}
		for end < len(text) && text[end] == ' ' {
			end++
		}
		if end < len(text) && text[end] != delimiter && text[end] != '\n' && text[end] != '\r' {
			return cell, 0, "something follows a quoted cell: a quote in a cell is doubled, and the cell is quoted", end
		}
		return cell, end, "", 0
	}
	for end = at; end < len(text) && text[end] != delimiter && text[end] != '\n' && text[end] != '\r'; {
		end++
	}
	cell.span = span{at, end}
	cell.inner = cell.span
	return cell, end, "", 0
}

// closesCell reports whether a quote that stands behind blanks opens a cell that ends with another
// one.
func closesCell(text string, at int, delimiter byte) bool {
	for i := at + 1; i < len(text) && text[i] != '\n'; i++ {
		if text[i] != '"' {
			continue
		}
		rest := strings.TrimLeft(text[i+1:], " ")
		return rest == "" || rest[0] == delimiter || rest[0] == '\n' || rest[0] == '\r'
	}
	return false
}

// text returns what a cell says.
func (t *csvTable) text(c csvCell) string {
	s := t.f.text[c.inner.from:c.inner.to]
	if c.quoted {
		s = strings.ReplaceAll(s, `""`, `"`)
	}
	return s
}

// field returns the field of a cell.
func (t *csvTable) field(c csvCell) *field {
	if !c.quoted {
		return plainField(t.f.text, c.inner)
	}
	if !strings.Contains(t.f.text[c.inner.from:c.inner.to], `"`) {
		x := plainField(t.f.text, c.inner)
		x.encode = quoteCSV
		return x
	}
	return decodedField(t.f.text, c.inner, func(s string) (string, int) {
		if strings.HasPrefix(s, `""`) {
			return `"`, 2
		}
		return s[:1], 1
	}, quoteCSV)
}

// quoteCSV returns text as it stands in a quoted cell.
func quoteCSV(s string) string { return strings.ReplaceAll(s, `"`, `""`) }

// needsQuotes reports whether a text can stand in a cell only with quotes.
func (t *csvTable) needsQuotes(s string) bool {
	return strings.IndexByte(s, t.delimiter) >= 0 || strings.ContainsAny(s, "\r\n") || strings.HasPrefix(strings.TrimLeft(s, " "), `"`)
}

// quote puts quotes around the cells, of utterances of a view, that were fine without, and are not as
// they become.
func (o *outcome) quote(t *csvTable, v *view) {
	anew := make(map[span]string)
	for u, fates := range o.changed[v.number] {
		for p := range fates {
			x, ok := v.field(u, p)
			if !ok || x.encode != nil || !t.needsQuotes(fates[p].text) {
				continue
			}
			if strings.Contains(fates[p].text, `"`) {
				anew[x.raw] = `"` + quoteCSV(fates[p].text) + `"`
				continue
			}
			o.labels = append(o.labels, splice{span{x.raw.from, x.raw.from}, `"`})
			o.replace(span{x.raw.to, x.raw.to}, `"`)
		}
	}
	if len(anew) > 0 {
		o.replaceAll(anew)
	}
}

// replaceAll puts texts in place of stretches, whatever else was to become of what is in them.
func (o *outcome) replaceAll(anew map[span]string) {
	all := slices.SortedFunc(maps.Keys(anew), func(a, b span) int { return a.from - b.from })
	o.splices = slices.DeleteFunc(o.splices, func(s splice) bool {
		i := sort.Search(len(all), func(i int) bool { return all[i].to >= s.from })
		return i < len(all) && s.from >= all[i].from && s.to <= all[i].to
	})
	for _, s := range all {
		o.replace(s, anew[s])
	}
}
