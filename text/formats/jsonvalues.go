package formats

import "strings"

// parseJSONValues reads the file as JSON values, one after another; there may be none.
func parseJSONValues(f *File) ([]*node, error) {
	var out []*node
	at := len(f.text) - len(strings.TrimPrefix(f.text, "\ufeff"))
	for {
		for at < len(f.text) && strings.IndexByte(" \t\r\n", f.text[at]) >= 0 {
			at++
		}
		if at == len(f.text) {
			return out, nil
		}
		end := at + valueSize(f.text[at:])
		n, err := parseValue(f, at, end)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
		at = end
	}
}

// jsonValues returns the values of a file that may hold several.
func (f *File) jsonValues() ([]*node, error) {
	if f.root != nil {
		return []*node{f.root}, nil
	}
	return parseJSONValues(f)
}

// valuesHead is the size, in bytes, of what is looked at of a file to see whether it holds several values.
const valuesHead = 128 << 10

// valueSize returns the size of the object or list that text begins with; that of all
// text, if it is something else or does not end.
func valueSize(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// dropValues takes values out of a file that holds several, with what is between them and
// the next one.
func (o *outcome) dropValues(values []*node, removed func(i int) bool) {
	if len(values) < 2 {
		return // what is one value stays one
	}
	for i := 0; i < len(values); i++ {
		if !removed(i) {
			continue
		}
		first := i
		for i+1 < len(values) && removed(i+1) {
			i++
		}
		s := span{values[first].from, values[i].to}
		switch {
		case i+1 < len(values):
			s.to = values[i+1].from
		case first > 0:
			s.from = values[first-1].to
		}
		o.remove(s)
	}
}
