package formats

import (
	"encoding/json"
	"strings"

	"github.com/tidytalk/tidytalk/text/decisions"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// sniffJSONL reports whether the first lines are JSON objects with speech.
func sniffJSONL(text string) bool {
	head := headLines(text, 2)
	for _, line := range head {
		var o struct {
			Text  *string
			Words []struct{ Text, Word *string }
			// Members of answers of recognisers, which may be written in one line.
			Segments, Chunks, Results, Status, Task, Utterances json.RawMessage
			Tokens                                              []any
			Probability                                         json.RawMessage `json:"language_probability"`
			Medium                                              json.RawMessage `json:"media-time"` // of oTranscribe
		}
		if json.Unmarshal([]byte(line), &o) != nil || o.Text == nil && len(o.Words) == 0 || len(o.Words) > 0 && o.Words[0].Text == nil && (o.Words[0].Word == nil || o.Text == nil || len(head) == 1) {
			return false
		}
		if o.Segments != nil || o.Chunks != nil || o.Results != nil || o.Status != nil || o.Task != nil || o.Utterances != nil || o.Probability != nil || o.Medium != nil {
			return false
		}
		if len(o.Tokens) > 0 {
			if _, words := o.Tokens[0].(string); !words {
				return false
			}
		}
	}
	return len(head) > 0
}

// readJSONL reads lines of JSON: an utterance a line, with text or words, and maybe a
// speaker and times; see docs/formats.md.
func readJSONL(f *File) error {
	words := newWordList(f)
	parts := newTexts(f)
	type object struct {
		textLine
		root       int32 // where the value starts
		utterances span
		text       int // utterance of parts, -1: none
	}
	var objects []object
	recording := int32(0)
	for _, l := range f.lines() {
		if l.from == l.end {
			continue
		}
		n, err := parseValue(f, l.from, l.end)
		if err != nil {
			return err
		}
		list, text := n.get("words"), n.get("text")
		if n.kind != '{' || (list == nil || list.kind != '[') && (text == nil || text.kind != '"') {
			return f.errorLine(l.from, "a line is an object with %q or %q; 'tidytalk formats guess %s' proposes how to read others", "text", "words", f.Name)
		}
		if openAITypes[n.str("type")].kind != 0 {
			return f.errorLine(l.from, "this is an event of OpenAI, and others may say the same: name the format %s", OpenAIEvents)
		}
		members := n.members()
		for i := range members {
			if m := n.memberNode(&members[i]); decisions.OfTokens(members[i].name(f.text), m.kind == '[') {
				f.covers(m)
			}
		}
		time, speaker := seconds(n, "start", "end", 1), n.scalar("speaker")
		x := object{textLine: l, root: int32(n.from), text: -1}
		from := len(words.v.utterances)
		if len(list.list()) == 0 {
			if text != nil {
				words.word(nil, nil, text, transcript.Interval{}, probability(n, "confidence"), false)
			}
		} else {
			words.spaced = joined(list.list(), "word") // as faster-whisper has them
			for _, w := range list.list() {
				s := whisperWord(w)
				if s == nil || s.kind != '"' {
					return f.errorLine(w.from, "a word is an object with %q", "text")
				}
				words.word(list, w, s, seconds(w, "start", "end", 1), whisperConfidence(w), false)
			}
			if text != nil {
				x.text = len(parts.v.utterances)
				parts.add(text, speaker, time, nil, nil)
			}
		}
		words.end(speaker, time)
		if taken, ok := takenFrom(n.get("taken_from")); ok && len(words.v.utterances) > from {
			if f.taken == nil {
				f.taken = make(map[int]Taken)
			}
			f.taken[from] = taken
			recording++ // nothing is known of what is between them
		}
		for u := from; u < len(words.v.utterances); u++ {
			words.v.utterances[u].Recording = recording
		}
		parts.repeat(from, len(words.v.utterances))
		x.utterances = span{from, len(words.v.utterances)}
		objects = append(objects, x)
	}
	f.finish = func(o *outcome) {
		words.drop(o)
		for _, x := range objects {
			removed, changed := x.utterances.to > x.utterances.from, false
			for u := x.utterances.from; u < x.utterances.to; u++ {
				removed = removed && o.utteranceRemoved(words.v, u)
				changed = changed || o.fates(words.v, u) != nil
			}
			switch {
			case removed && !o.keepEmpty:
				o.remove(x.span)
			case changed:
				o.dropMembers(f.json.at(int(x.root)), func(name string, value *node) bool {
					return decisions.OfTokens(name, value.kind == '[')
				})
			}
		}
	}
	return nil
}

// Taken says where an utterance was taken from that a file of others was made of.
type Taken struct {
	Document string  `json:"document"` // the name of the file
	Speaker  string  `json:"speaker,omitempty"`
	Later    float64 `json:"later,omitempty"` // seconds by which times here are later than there
}

// TakenFrom returns where an utterance was taken from, by its number in the file; ok is false where
// the file does not say any.
func (f *File) TakenFrom(utterance int) (o Taken, ok bool) {
	o, ok = f.taken[utterance]
	return o, ok
}

// takenFrom reads the member "taken_from" of an utterance. What is something else, of
// other programs, says nothing.
func takenFrom(n *node) (o Taken, ok bool) {
	o = Taken{Document: n.str("document"), Speaker: n.scalar("speaker")}
	o.Later, ok = n.number("later")
	return o, o.Document != "" && (ok && o.Later >= 0 || n.get("later") == nil)
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
