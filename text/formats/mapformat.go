package formats

import (
	"slices"
	"strings"
)

// mappedFormat returns what a file that is read by a map is: JSON of any shape, lines of JSON, or a
// table. In this format it is written again.
func (f *File) mappedFormat() Format {
	if f.docx != nil {
		return f.docx.format
	} else if sniffODS(f.text) {
		return ODS
	}
	text := strings.TrimLeft(strings.TrimPrefix(f.text, "\ufeff"), " \t\r\n")
	switch {
	case ByExtension(f.Name) == JSONL:
		return JSONL
	case !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "["):
		if slices.ContainsFunc(byExtension(f.Name), func(d *declaration) bool { return d.members != nil }) {
			return List
		}
		return CSV
	}
	if rest := strings.TrimSpace(text[valueSize(text):]); rest != "" && (rest[0] == '{' || rest[0] == '[') {
		return JSONL
	}
	return List
}

// detectMapped finds the format of a file that is read by maps.
func (f *File) detectMapped(format Format, maps string) (*declaration, error) {
	var err error
	if f.maps, err = parseMaps(maps); err != nil {
		return nil, err
	}
	if format == "" {
		format = f.mappedFormat()
	}
	switch d := format.declared(); {
	case d == nil:
		return nil, unknownFormat(string(format))
	case !format.IsMapped():
		return nil, f.errorLine(0, "a map is for JSON (%s), lines of JSON (%s) and tables (%s, %s, %s), and not for %s", List, JSONL, CSV, XLSX, ODS, format)
	default:
		return d, nil
	}
}

// readByMap reads the file by its maps.
func (f *File) readByMap() error {
	switch {
	case f.declared.sheets:
		return f.readMappedSheets(f.maps)
	case f.declared.format == CSV:
		return f.readMappedCSV(f.maps)
	}
	return f.readMappedJSON(f.declared.format == JSONL, f.maps)
}
