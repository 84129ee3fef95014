package formats

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// longParagraph is the number of words after which text without speakers gets a line
// of its own at the end of a sentence.
const longParagraph = 60

// writeText writes a line a turn, with the speaker's name.
func writeText(b *strings.Builder, t *Transcript) error {
	words, ends := 0, false
	for i := range t.Utterances {
		u := &t.Utterances[i]
		switch {
		case i == 0 || u.Speaker != t.Utterances[i-1].Speaker || u.Speaker == "" && (u.Turn != t.Utterances[i-1].Turn || words >= longParagraph && ends):
			if i > 0 {
				b.WriteByte('\n')
			}
			if words = 0; u.Speaker != "" {
				b.WriteString(label(u.Speaker))
			}
		case !u.Words[0].Tight:
			b.WriteByte(' ')
		}
		b.WriteString(u.Text())
		words += len(u.Words)
		ends = u.Words[len(u.Words)-1].EndsSentence
	}
	if len(t.Utterances) > 0 {
		b.WriteByte('\n')
	}
	return nil
}

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
	var out []string
	for i := range t.Utterances {
		u := Utterance{Words: t.Utterances[i].spoken()}
		if text := u.Text(); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

func writeJSONL(b *strings.Builder, t *Transcript) error {
	type word struct {
		Text       string  `json:"text"`
		Start      *second `json:"start,omitempty"`
		End        *second `json:"end,omitempty"`
		Confidence float64 `json:"confidence,omitempty"`
	}
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for i := range t.Utterances {
		u := &t.Utterances[i]
		var o struct {
			Speaker string  `json:"speaker,omitempty"`
			Start   *second `json:"start,omitempty"`
			End     *second `json:"end,omitempty"`
			Text    string  `json:"text"`
			Words   []word  `json:"words,omitempty"`
		}
		o.Speaker, o.Text = u.Speaker, u.Text()
		o.Start, o.End = timesOf(u.Time.Known, u.Time.Start, u.Time.End)
		timed := false
		for _, w := range u.Words {
			x := word{Text: w.Text(), Confidence: w.Confidence}
			x.Start, x.End = timesOf(w.Time.Known, w.Time.Start, w.Time.End)
			timed = timed || w.Time.Known
			o.Words = append(o.Words, x)
		}
		if !timed {
			o.Words = nil
		}
		if err := e.Encode(o); err != nil {
			return err
		}
	}
	return nil
}

func timesOf(known bool, from, to float64) (*second, *second) {
	if !known {
		return nil, nil
	}
	a, b := second(from), second(to)
	return &a, &b
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

func writeCTM(b *strings.Builder, t *Transcript) error {
	name := t.recording()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		for _, w := range u.spoken() {
			fmt.Fprintf(b, "%s %s %.3f %.3f %s", name, token(u.Speaker, "1"), w.Time.Start, w.Time.End-w.Time.Start, w.Core)
			if w.Confidence > 0 {
				fmt.Fprintf(b, " %.4g", w.Confidence)
			}
			b.WriteByte('\n')
		}
	}
	return nil
}

func writeSTM(b *strings.Builder, t *Transcript) error {
	name := t.recording()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		var words []string
		for _, w := range u.spoken() {
			words = append(words, w.Core)
		}
		if len(words) > 0 {
			fmt.Fprintf(b, "%s 1 %s %.3f %.3f %s\n", name, token(u.Speaker, "unknown"), u.Time.Start, u.Time.End, strings.Join(words, " "))
		}
	}
	return nil
}
