package formats

import (
	"slices"
	"strings"
)

// detect finds the format. The extension decides where it is that of one format; plain
// text may turn out to be another one.
func (f *File) detect() (*declaration, error) {
	if d := f.sniff(); d != nil {
		if (d.format == NeMo || d.format == JSONL) && f.detectServiceLines() {
			return JSONL.declared(), nil
		}
		if d.format == Text {
			return d, f.checkIsText()
		}
		return d, nil
	}
	if f.mappedFormat() == JSONL && f.detectServiceLines() {
		return JSONL.declared(), nil
	}
	var err error
	if f.root, err = parseJSON(f); err != nil {
		return nil, err
	}
	if f.detectService([]*node{f.root}, false) {
		return List.declared(), nil
	}
	d, err := f.detectJSON()
	if err != nil && f.detectService([]*node{f.root}, true) {
		return List.declared(), nil
	}
	return d, err
}

// sniff returns the format that a file is of by its name and its first lines, nil where
// it is JSON, of which the members decide.
func (f *File) sniff() *declaration {
	switch {
	case f.docx != nil:
		return f.docx.format.declared()
	case f.stl != nil:
		return EBUSTL.declared()
	}
	text := strings.TrimPrefix(f.text, "\ufeff")
	format := ByExtension(f.Name)
	if format == WhisperTSV && !sniffWhisperTSV(text) && sniffCSV(text) {
		return CSV.declared()
	}
	if format == JSONL {
		for i := range table {
			if d := &table[i]; d.values && d.sniff(text) {
				return d // they are lines of JSON, too
			}
		}
		return format.declared()
	} else if d := format.declared(); format != "" && format != Text && !d.rare {
		return d
	}
	isJSON := slices.ContainsFunc(byExtension(f.Name), func(d *declaration) bool { return d.members != nil })
	for i := range table {
		d := &table[i]
		if d.format == JSONL && isJSON && len(headLines(text, 2)) == 1 {
			continue // one value
		}
		if d.sniff != nil && d.sniff(text) {
			return d
		}
	}
	start := strings.TrimLeft(text, " \t\r\n")
	if !isJSON && (!strings.HasPrefix(start, "{") && !strings.HasPrefix(start, "[") || !sniffJSON(start)) {
		return Text.declared()
	}
	return nil
}

// sniffJSON reports whether text that starts as JSON has a member's name near its
// start.
func sniffJSON(text string) bool {
	head := text[:min(len(text), 400)]
	return strings.Contains(head, `":`) || strings.Contains(head, `" :`) || strings.HasPrefix(head, "[{") || strings.TrimRight(head, " \r\n") == "{}"
}

// detectJSON finds the format of JSON by its members. Shapes that are nearly one say
// what is missing.
func (f *File) detectJSON() (*declaration, error) {
	var titles []string
	for i := range table {
		switch d := &table[i]; {
		case d.members == nil:
		case d.members(f.root):
			return d, nil
		default:
			titles = append(titles, d.title)
		}
	}
	return nil, f.unknown(f.root.from, "JSON of a shape that is not known: it is none of %s; name its format, or see what 'tidytalk formats guess %s' proposes", strings.Join(titles, ", "), f.Name)
}
