package formats

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// odsCell is what a cell of an OpenDocument spreadsheet says, and where: in the file while that is read, and once more in the cell
// alone where that changes.
type odsCell struct {
	head       span // its start tag
	tag        xml.StartElement
	depth      int // elements that are open, with the cell
	skip       int // of these, those whose text it does not say
	paragraphs []span
	inner      span // the last start tag of a paragraph
	isOpen     bool // a paragraph is
	runs       []odsRun
	blank      bool // what follows is behind a blank, or at the start of a paragraph
}

// odsRun is a stretch of text, or an element that stands for some.
type odsRun struct {
	span
	text   string
	first  bool // in its paragraph
	parted bool // it is between paragraphs that cannot become one
}

// odsSigns are the elements that stand for characters.
var odsSigns = map[string]string{"s": " ", "tab": "\t", "line-break": "\n"}

func (x *odsCell) start(r *xmlReader, t xml.StartElement) {
	name := t.Name.Local
	x.depth++
	switch {
	case x.depth == 1:
		x.head, x.tag = span{r.from, r.to}, t.Copy()
	case x.skip > 0:
		x.skip++
	case x.depth == 2 && name == "p":
		if n := len(x.paragraphs); n > 0 {
			// Where nothing is between two paragraphs, they may become one.
			end := x.paragraphs[n-1].to
			between := span{end, r.to}
			if k := strings.LastIndexByte(r.f.text[x.paragraphs[n-1].from:end], '<'); k > 0 {
				between.from = x.paragraphs[n-1].from + k
			}
			parted := strings.HasSuffix(r.f.text[x.inner.from:x.inner.to], "/>") || strings.HasSuffix(r.f.text[r.from:r.to], "/>") || strings.TrimSpace(r.f.text[end:r.from]) != ""
			x.runs = append(x.runs, odsRun{between, "\n", false, parted})
		}
		x.paragraphs, x.inner, x.isOpen, x.blank = append(x.paragraphs, span{from: r.from}), span{r.from, r.to}, true, true
	case x.depth == 2 || odtSkipped[name] || odtBoxes[name] || name == "p" || name == "frame":
		x.skip++
	case odsSigns[name] != "":
		n := 1
		if name == "s" {
			const most = 100 // that anybody means
			n = odsNumber(t, "c", most)
		}
		x.put(odsRun{span: span{r.from, r.to}, text: strings.Repeat(odsSigns[name], n)})
		x.blank = false
		x.skip++
	}
}

// put adds a run.
func (x *odsCell) put(run odsRun) {
	n := len(x.runs)
	run.first = n == 0 || x.runs[n-1].to == x.inner.to
	x.runs = append(x.runs, run)
}

// end reports whether it is the cell that ends.
func (x *odsCell) end(r *xmlReader, name string) bool {
	if x.depth--; x.skip > 0 {
		if x.skip--; x.skip == 0 && x.isOpen && odsSigns[name] != "" {
			x.runs[len(x.runs)-1].to = r.to
		}
		return false
	}
	if x.depth == 1 && x.isOpen {
		x.paragraphs[len(x.paragraphs)-1].to, x.isOpen = r.to, false
	}
	return x.depth == 0
}

// add adds text. Several blanks are one, and one that opens a paragraph none.
func (x *odsCell) add(r *xmlReader, text xml.CharData) {
	if !x.isOpen || x.skip > 0 {
		return
	}
	var b strings.Builder
	for _, c := range string(text) {
		if strings.ContainsRune(" \t\r\n", c) {
			if !x.blank {
				b.WriteByte(' ')
			}
			x.blank = true
			continue
		}
		b.WriteRune(c)
		x.blank = false
	}
	if b.Len() > 0 {
		x.put(odsRun{span: span{r.from, r.to}, text: b.String()})
	}
}

// text returns what stands in the cell.
func (x *odsCell) text() string {
	var b strings.Builder
	for i := range x.runs {
		b.WriteString(x.runs[i].text)
	}
	return b.String()
}

// attribute returns a value that the cell has.
func (x *odsCell) attribute(name string) string { return xmlAttribute(x.tag, name) }

// said returns what the cell says, as a CSV of the table has it, and what it holds.
func (x *odsCell) said() (text string, kind cellKind) {
	text, kind = x.text(), valueCell
	switch x.attribute("value-type") {
	case "float", "percentage", "currency":
		value := x.attribute("value")
		if y, err := strconv.ParseFloat(value, 64); err == nil {
			value = shortNumber(value, y)
		}
		text = value
	case "boolean":
		text = strings.ToUpper(x.attribute("boolean-value"))
	case "date":
		text = strings.Replace(x.attribute("date-value"), "T", " ", 1)
	case "time":
		if days, ok := odsDays(x.attribute("time-value")); ok {
			kind = clockCell
			// A time that is shown as hours and minutes is taken for that.
			value := strconv.FormatFloat(days, 'g', -1, 64)
			shown := strings.TrimPrefix(text, "0")
			if text = (timeStyle{clock: true}).text(value, time.Time{}); text != shown {
				text = (timeStyle{clock: true, seconds: true}).text(value, time.Time{})
			}
		}
	default:
		if kind = textCell; len(x.paragraphs) == 0 {
			text = x.attribute("string-value")
		}
	}
	if x.attribute("formula") != "" {
		kind = formulaCell
	}
	return text, kind
}

var odsDuration = lazy.Regexp(`^P(?:(\d{1,6})D)?T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9}(?:[.,]\d*)?)S)?$`)

// odsDays returns the days of a duration, such as "PT00H01M23.5S".
func odsDays(duration string) (days float64, ok bool) {
	m := odsDuration().FindStringSubmatch(duration)
	if m == nil {
		return 0, false
	}
	for i, per := range [...]float64{1, 24, 24 * 60, daySeconds} {
		n, _ := strconv.ParseFloat(strings.Replace(m[i+1], ",", ".", 1), 64)
		days += n / per
	}
	return days, true
}

// odsWith returns the XML of a cell with another text. What else is in it, comments above all, stays.
func odsWith(s *sheet, c *sheetCell, text string) string {
	raw := s.text[c.from:c.to]
	x := &odsCell{}
	r := newXMLReader(&File{text: raw}, "")
	if err := r.each(func(t xml.StartElement) error { x.start(r, t); return nil }, func(name string) { x.end(r, name) }, func(text xml.CharData) { x.add(r, text) }); err != nil {
		return raw // it was read before
	}
	kind := c.kind
	t := parseAnyTime(text)
	if kind == clockCell && (t.kind != clockTime || t.frames >= 0) || kind == valueCell && (!isValue(text) || x.attribute("value") == "") {
		kind = textCell
	}
	changes := []splice{{x.head, retagged(raw[:x.head.to], func(name, value string) (string, string) {
		switch {
		case !odsValues().MatchString(name):
			return name, value
		case text == "":
			return "", ""
		case name == "value" && kind == valueCell, name == "string-value" && kind == textCell:
			return name, escapeHTML(text)
		case name == "time-value" && kind == clockCell:
			ms := int(math.Round(t.seconds * 1000))
			return name, fmt.Sprintf("PT%02dH%02dM%02d.%03dS", ms/3600_000, ms/60_000%60, ms/1000%60, ms%1000)
		case name == "value-type" && (kind != textCell || value == "string"):
			return name, value
		case name == "value-type":
			return name, "string"
		case name != "currency" && len(x.paragraphs) == 0:
			return "string-value", escapeHTML(text)
		}
		return "", ""
	})}}
	if text != "" && c.kind == textCell {
		changes = append(changes, x.spread(raw, text)...)
	} else {
		for i, p := range x.paragraphs {
			own := ""
			if prefix := tagPrefix(raw[p.from:]); i == 0 && text != "" {
				own = "<" + prefix + "p>" + odsEscaped(text, prefix, true) + "</" + prefix + "p>"
			}
			changes = append(changes, splice{p, own})
		}
	}
	return apply(raw, changes, func(_, new string) string { return new }, asIs)
}

// odsValues are the attributes that say what a cell holds.
var odsValues = lazy.Regexp(`^(value-type|(string-|time-|date-|boolean-)?value|currency)$`)

// spread returns what becomes of the runs of a cell with another text.
func (x *odsCell) spread(raw, text string) (out []splice) {
	if len(x.runs) == 0 {
		return nil
	}
	runs := make([]sheetRun, len(x.runs))
	for i := range x.runs {
		runs[i].text = x.runs[i].text
	}
	prefix := tagPrefix(raw[x.inner.from:])
	for i, now := range spread(runs, text) {
		run := &x.runs[i]
		blank := now.text != "" && strings.TrimSpace(now.text+run.text) == "" // what parts words goes on doing so
		if now.text != run.text && !run.parted && !blank {
			out = append(out, splice{run.span, odsEscaped(now.text, prefix, run.first)})
		}
	}
	return out
}

// odsEscaped returns a text as paragraphs have it, in which several blanks would be one; opens says that it opens one.
func odsEscaped(text, prefix string, opens bool) string {
	var b strings.Builder
	waiting := 0 // blanks
	flush := func() {
		if waiting > 0 && !opens {
			b.WriteByte(' ')
			waiting--
		}
		if waiting == 1 {
			b.WriteString("<" + prefix + "s/>")
		} else if waiting > 0 {
			fmt.Fprintf(&b, `<%ss %sc="%d"/>`, prefix, prefix, waiting)
		}
		waiting, opens = 0, false
	}
	text = escapeText(xmlText(text))
	for i := range len(text) {
		if text[i] == ' ' || text[i] == '\r' {
			waiting++
			continue
		}
		flush()
		switch text[i] {
		case '\t':
			b.WriteString("<" + prefix + "tab/>")
		case '\n':
			b.WriteString("<" + prefix + "line-break/>")
		default:
			b.WriteByte(text[i])
		}
	}
	flush()
	return b.String()
}
