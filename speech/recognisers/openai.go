package recognisers

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// openAI reads the events of transcription of OpenAI: https://platform.openai.com/docs/guides/realtime-transcription and
// https://platform.openai.com/docs/guides/speech-to-text#streaming-transcriptions. What grows of an item is not said to stand
// before the item is complete. Items may be complete in another order than they were said in: those before are waited for.
type openAI struct {
	items []openItem // in the order of what was said
}

type openItem struct {
	id   string
	text strings.Builder
	done bool
}

// mostItems bounds those that are waited for.
const mostItems = 64

func (o *openAI) message(b []byte, tell func(Update)) error {
	var m struct {
		Type              string
		Item              string `json:"item_id"`
		Delta, Transcript string
		Text              string
		Error             *struct{ Message string }
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	switch strings.TrimPrefix(m.Type, "conversation.item.input_audio_transcription.") {
	case "input_audio_buffer.committed":
		o.item(m.Item)
	case "delta", "transcript.text.delta":
		o.item(m.Item).text.WriteString(m.Delta)
	case "completed", "transcript.text.done":
		o.end(m.Item, m.Transcript+m.Text)
	case "failed":
		o.end(m.Item, o.item(m.Item).text.String())
	case "error":
		if m.Error != nil {
			return said("OpenAI", m.Error.Message)
		}
		return said("OpenAI", "an error without a message")
	case "":
		return unlike("OpenAI", "type")
	default:
		return nil // about the session
	}
	o.tell(tell)
	return nil
}

// item returns one by its id: the last one, if it is new.
func (o *openAI) item(id string) *openItem {
	i := slices.IndexFunc(o.items, func(x openItem) bool { return x.id == id && !x.done })
	if i < 0 {
		if len(o.items) >= mostItems { // one that never ends holds up no others for ever
			o.items[0].done = true
		}
		o.items, i = append(o.items, openItem{id: id}), len(o.items)
	}
	return &o.items[i]
}

func (o *openAI) end(id, text string) {
	x := o.item(id)
	x.text.Reset()
	x.text.WriteString(text)
	x.done = true
}

// tell tells the items that are over, up to the first that is not, and what there is of the others.
func (o *openAI) tell(tell func(Update)) {
	n := 0
	for n < len(o.items) && o.items[n].done {
		n++
	}
	var tail []Word
	for i := range o.items[n:] {
		tail = append(tail, plain(o.items[n+i].text.String(), "", interval(0, 0, false))...)
	}
	for i := range o.items[:n] {
		words := plain(o.items[i].text.String(), "", interval(0, 0, false))
		tell(Update{Words: words, End: len(words) > 0, Tail: tail})
	}
	if n == 0 {
		tell(Update{Tail: tail})
	}
	o.items = slices.Delete(o.items, 0, n)
}

// soniox reads tokens of Soniox: https://soniox.com/docs/stt/api-reference/websocket-api. Those that are final are sent once, the
// others again with each message. A token may be a part of a word: words stand when they are whole.
type soniox struct {
	open  Word // the beginning of a word that stands
	begun bool
}

func (s *soniox) message(b []byte, tell func(Update)) error {
	var m struct {
		Tokens []struct {
			Text    string
			Start   *float64 `json:"start_ms"`
			End     *float64 `json:"end_ms"`
			Final   bool     `json:"is_final"`
			Speaker json.RawMessage
			Status  string `json:"translation_status"`
		}
		Finished bool
		Code     int    `json:"error_code"`
		Message  string `json:"error_message"`
	}
	if err := json.Unmarshal(b, &m); err != nil {
		return err
	}
	switch {
	case m.Code != 0 || m.Message != "":
		return said("Soniox", m.Message)
	case m.Tokens == nil:
		return unlike("Soniox", "tokens")
	}
	var words []Word
	i := 0
	flush := func(end bool) {
		if s.begun {
			words = append(words, s.open)
		}
		s.open, s.begun = Word{}, false
		if end || len(words) > 0 {
			tell(Update{Words: words, End: end})
		}
		words = nil
	}
	for ; i < len(m.Tokens) && m.Tokens[i].Final; i++ {
		t := &m.Tokens[i]
		switch {
		case t.Text == "<end>" || t.Text == "<fin>":
			flush(true)
		case t.Status != "translation": // which is not what was said
			at := interval(0, 0, false)
			if t.Start != nil && t.End != nil {
				at = interval(*t.Start/1000, *t.End/1000, true)
			}
			words = s.add(words, t.Text, at, speakerName(t.Speaker))
		}
	}
	if m.Finished {
		flush(true)
		return nil
	}
	now := *s // the word that stands in part goes on in what may change
	var tail []Word
	for ; i < len(m.Tokens); i++ {
		if t := &m.Tokens[i]; !t.Final && t.Status != "translation" && t.Text != "<end>" && t.Text != "<fin>" {
			tail = now.add(tail, t.Text, interval(0, 0, false), speakerName(t.Speaker))
		}
	}
	if now.begun {
		tail = append(tail, now.open)
	}
	tell(Update{Words: words, Tail: tail})
	return nil
}

// add adds a token, and appends the words that are whole by it.
func (s *soniox) add(words []Word, text string, at transcript.Interval, speaker string) []Word {
	for i, part := range strings.SplitAfter(text, " ") {
		part, blank := strings.CutSuffix(part, " ")
		if s.begun && (i == 0 && speaker != s.open.Speaker) {
			words = append(words, s.open)
			s.open, s.begun = Word{}, false
		}
		if part != "" {
			if !s.begun {
				s.open, s.begun = Word{Time: at, Speaker: speaker}, true
			}
			s.open.Text += part
			s.open.Time = interval(s.open.Time.Start, at.End, s.open.Time.Known && at.Known)
		}
		if blank && s.begun {
			words = append(words, s.open)
			s.open, s.begun = Word{}, false
		}
	}
	return words
}

// speakerName returns the name of a speaker who has a number, or a text.
func speakerName(raw json.RawMessage) string {
	if name := strings.Trim(string(raw), `"`); name != "" && name != "null" {
		return "Speaker " + name
	}
	return ""
}
