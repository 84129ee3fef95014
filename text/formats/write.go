package formats

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// second is a time that is written in seconds, to the millisecond.
type second float64

func (s second) MarshalJSON() ([]byte, error) { return []byte(s.String()), nil }

func (s second) String() string {
	return strconv.FormatFloat(math.Round(float64(s)*1000)/1000, 'f', -1, 64)
}

// millis is a time that is written in milliseconds.
type millis float64

func (s millis) MarshalJSON() ([]byte, error) {
	return strconv.AppendInt(nil, int64(math.Round(float64(s)*1000)), 10), nil
}

// writeJSON writes a value with indents.
func writeJSON(b *strings.Builder, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// text returns all that is said in one line, without notes.
func (t *Transcript) text() string {
	var b strings.Builder
	for i := range t.Utterances {
		u := Utterance{Words: t.Utterances[i].spoken()}
		b.WriteString(spaced(b.String(), u.Text()))
	}
	return b.String()
}

// recording returns the name of the recording for formats that name it: that of the file
// without folder and extension.
func (t *Transcript) recording() string {
	name := t.Name[strings.LastIndexAny(t.Name, `/\`)+1:]
	if n := strings.LastIndexByte(name, '.'); n > 0 {
		name = name[:n]
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == ';' {
			return '_'
		}
		return r
	}, name)
}

// token returns a name as one word.
func token(name, otherwise string) string {
	if name = strings.Join(strings.Fields(name), "_"); name == "" {
		return otherwise
	}
	return name
}
