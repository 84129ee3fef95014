package formats

import "strings"

// Streams of events, as servers send them over HTTP, are lines of fields: "data: {...}" is what an event
// says, "event:", "id:" and "retry:" are about it, and what starts with a colon is a comment.

// eventFields are the fields of events.
var eventFields = []string{"data:", "event:", "id:", "retry:", ":"}

// eventsDone is the value that ends a stream.
const eventsDone = "[DONE]"

// eventField returns where the value of JSON starts in a line of a stream of events, the length of the line
// where it has none; ok is false where it is no line of such a stream.
func eventField(line string) (n int, ok bool) {
	trimmed := strings.TrimSpace(line)
	if trimmed == "" {
		return len(line), true
	}
	for _, name := range eventFields {
		if !strings.HasPrefix(line, name) {
			continue
		}
		value := strings.TrimSpace(line[len(name):])
		if name != "data:" || value == "" || value == eventsDone {
			return len(line), true
		}
		return strings.Index(line, value), true
	}
	return 0, false
}

// isEventStream reports whether a text starts with a line of a stream of events that has a value, or with those that
// come before one.
func isEventStream(text string) bool {
	for _, line := range headLines(text, len(eventFields)) {
		n, ok := eventField(line)
		if !ok {
			return false
		}
		if n < len(line) {
			return line[n] == '{'
		}
	}
	return false
}

// unwrapEvents puts the values of a stream of events, at their places, in place of the file, if it is one.
func (f *File) unwrapEvents() error {
	if !isEventStream(strings.TrimPrefix(f.text, "\ufeff")) {
		return nil
	}
	original := f.text
	values := []byte(original)
	lines := f.lines()
	around := make([]span, len(lines)) // what stands before the value
	for i, l := range lines {
		n, ok := eventField(original[l.from:l.end])
		if !ok {
			return f.errorLine(l.from, "this is no line of a stream of events, which start with %q and the like: it is cut off, or something else is in it", eventFields[0])
		}
		around[i] = span{l.from, l.from + n}
		for at := l.from; at < l.from+n; at++ {
			values[at] = ' '
		}
	}
	f.stand(string(values), func(text string) string {
		var b strings.Builder
		b.Grow(len(text))
		b.WriteString(original[:len(original)-len(strings.TrimPrefix(original, "\ufeff"))])
		at := b.Len()
		for _, s := range around {
			n := lineLength(text[at:])
			b.WriteString(original[s.from:s.to])
			b.WriteString(text[at+s.to-s.from : at+n])
			at += n
		}
		return b.String()
	})
	return nil
}
