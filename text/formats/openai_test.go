package formats

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

var openAIFixtures = []string{"ferry.sse", "openai-events-diarized.json", "openai-events-realtime.json"}

// openAIEvent is what the tests look at in an event.
type openAIEvent struct {
	Type, Delta, Text, Transcript string
	Speaker                       string
	Item                          string `json:"item_id"`
	Segment                       string `json:"segment_id"`
	ID                            string
	Logprobs                      []struct {
		Token string
		Bytes []int
	}
}

// openAITexts are the texts that events say, of each item or segment.
type openAITexts struct{ deltas, deltaTokens, texts, textTokens map[string]string }

// textsOfEvents returns what the events of a file say.
func textsOfEvents(t *testing.T, src string) openAITexts {
	t.Helper()
	x := openAITexts{make(map[string]string), make(map[string]string), make(map[string]string), make(map[string]string)}
	for line := range strings.Lines(src) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "data: "))
		if !strings.HasPrefix(line, "{") {
			continue
		}
		var e openAIEvent
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		tokens := ""
		for _, p := range e.Logprobs {
			tokens += p.Token
			spelt := make([]byte, len(p.Bytes))
			for i, b := range p.Bytes {
				spelt[i] = byte(b)
			}
			if string(spelt) != p.Token {
				t.Errorf("the bytes of %q are %v", p.Token, p.Bytes)
			}
		}
		switch id := e.Item + e.Segment; openAITypes[e.Type].kind {
		case openAIDelta:
			x.deltas[id] += e.Delta
			x.deltaTokens[id] += tokens
		case openAISegment:
			x.texts[e.ID] = e.Text
			if e.Text != "" {
				x.texts[""] += "\n" + e.Speaker + ": " + e.Text
			} else {
				x.texts[""] += "\n" + e.Speaker + ":"
			}
		case openAIDone:
			if said := "\n" + e.Text; x.texts[id] != "" && normal(said) != normal(x.texts[id]) {
				t.Errorf("the text of all is %q, and that of the segments %q", said, x.texts[id])
			}
			x.texts[id] = e.Text + e.Transcript
			x.textTokens[id] = tokens
		}
	}
	return x
}

func normal(s string) string { return strings.Join(strings.Fields(s), " ") }

// TestOpenAIEvents: whatever is removed, bits, segments, tokens with their bytes and the text of all say the same.
func TestOpenAIEvents(t *testing.T) {
	for _, name := range openAIFixtures {
		src := load(t, name)
		for _, v := range variants[:5] {
			f := mustRead(t, v.make(src), name, "")
			if f.Format != OpenAIEvents {
				t.Fatalf("%s is read as %s", name, f.Format)
			}
			for plan, d := range map[string]*Plan{"all": keepAll(f), "no fillers": dropFillers(f), "no repairs": dropRepairs(f)} {
				x := textsOfEvents(t, strings.ReplaceAll(strings.TrimPrefix(f.Rewrite(d), "\ufeff"), "\r", "\n"))
				for id, text := range x.texts {
					if got, ok := x.deltas[id]; ok && normal(got) != normal(text) {
						t.Errorf("%s, %s, %s: the deltas of %q are\n%q, the text is\n%q", name, v.name, plan, id, got, text)
					}
					if got := x.textTokens[id]; got != "" && got != text {
						t.Errorf("%s, %s, %s: the tokens of %q are\n%q, the text is\n%q", name, v.name, plan, id, got, text)
					}
					if low := strings.ToLower(text); plan != "all" && (strings.Contains(low, "um,") || strings.Contains(low, " uh,")) {
						t.Errorf("%s, %s, %s: fillers are left in %q", name, v.name, plan, text)
					}
				}
				for id, got := range x.deltaTokens {
					if got != "" && got != x.deltas[id] {
						t.Errorf("%s, %s, %s: the tokens of %q are\n%q, the deltas\n%q", name, v.name, plan, id, got, x.deltas[id])
					}
				}
			}
		}
	}
}

// TestOpenAIShapes reads events in all shapes in which they are saved, and what there is of them.
func TestOpenAIShapes(t *testing.T) {
	const (
		segment = `{"type":"transcript.text.segment","id":"s1","start":0.5,"end":2,"text":"Um, so we went.","speaker":"Ann"}`
		other   = `{"type":"transcript.text.segment","id":"s2","start":2,"end":3,"text":"Uh, home.","speaker":"Bob"}`
		delta   = `{"type":"transcript.text.delta","delta":"Um, so"}`
		rest    = `{"type":"transcript.text.delta","delta":" we went."}`
		done    = `{"type":"transcript.text.done","text":"Um, so we went."}`
		live    = `{"type":"conversation.item.input_audio_transcription.completed","item_id":"i","transcript":"Um, so we went."}`
	)
	for _, c := range []struct {
		name, src, want string
		format          Format
	}{
		{"a.jsonl", segment + "\n" + other + "\n", "Um, so we went. Uh, home.", OpenAIEvents},
		{"a.jsonl", done + "\n", "Um, so we went.", OpenAIEvents},
		{"a.json", done, "Um, so we went.", OpenAIEvents},
		{"a.json", live, "Um, so we went.", OpenAIEvents},
		{"a.txt", delta + "\n" + rest + "\n", "Um, so we went.", OpenAIEvents}, // it was given up
		{"a.jsonl", delta + "\n" + rest + "\n" + done + "\n" + done + "\n", "Um, so we went. Um, so we went.", OpenAIEvents},
		{"a.json", "[\n " + delta + ",\n " + rest + ",\n " + done + "\n]", "Um, so we went.", OpenAIEvents},
		{"a.json", "[" + segment + ", " + other + "]", "Um, so we went. Uh, home.", List},
		{"a", "data:" + delta + "\r\n\r\ndata:" + rest + "\r\n\r\n", "Um, so we went.", OpenAIEvents},
		{"a.txt", "\ufeffevent: x\ndata: " + done + "\n\n: bye }]\nid: 7\ndata: [DONE]\n", "Um, so we went.", OpenAIEvents},
		{"a.jsonl", strings.ReplaceAll(done, ".done\"", ".done\",\"logprobs\":null"), "Um, so we went.", OpenAIEvents},
		{"a.jsonl", `{"type":"session.created","session":{"id":"x"}}` + "\n" + live + "\n", "Um, so we went.", OpenAIEvents},
	} {
		f, err := Read(c.src, c.name, "")
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		if got := normal(f.Document.Source); f.Format != c.format || got != c.want {
			t.Errorf("%s is read as %s: %q, not %q", c.src, f.Format, got, c.want)
		}
		if got := f.Rewrite(keepAll(f)); got != c.src {
			t.Errorf("%s becomes\n%s", c.src, got)
		}
		if got := f.Rewrite(dropFillers(f)); strings.Contains(got, "Um") || strings.Contains(got, "Uh") || strings.Count(got, "[DONE]") != strings.Count(c.src, "[DONE]") {
			t.Errorf("%s becomes\n%s", c.src, got)
		}
	}
}

// TestOpenAIRefused refuses events that would be cleaned by half, and says of what they are.
func TestOpenAIRefused(t *testing.T) {
	const (
		delta = `{"type":"transcript.text.delta","delta":"Um, so we"}` + "\n"
		done  = `{"type":"transcript.text.done","text":"Um, so we went."}` + "\n"
		live  = `{"type":"conversation.item.input_audio_transcription.completed","item_id":"i","transcript":"Um, so we went."}` + "\n"
		token = `{"type":"transcript.text.done","text":"Um, yes.","logprobs":[{"token":"Um"},{"token":" so"}]}` + "\n"
	)
	for _, c := range []struct {
		name, src, want string
		format          Format
	}{
		{"a.jsonl", delta + done, "the deltas do not say", ""},
		{"a.jsonl", token, `the tokens of "logprobs" do not say`, ""},
		{"a.jsonl", `{"type":"transcript.text.segment","id":"s","start":0,"end":1,"text":"Um, yes.","speaker":"A"}` + "\n" + done, "the text of all does not say", ""},
		{"a.jsonl", live + live, "transcribed twice", ""},
		{"a.jsonl", live + `{"type":"response.output_audio_transcript.done","item_id":"j","transcript":"Sure."}` + "\n", `"response.output_audio_transcript.done"`, ""},
		{"a.jsonl", live + `{"text":"Um, so."}` + "\n", `without "type"`, ""},
		{"a.jsonl", done + `{"type":"transcript.text.done"}` + "\n", `has no "text"`, ""},
		{"a.sse", "data: " + done + "um so we went\n", "no line of a stream", ""},
		{"a.sse", "data: " + done + "data: {\"type\":\"transcr", "cut off", ""},
		{"a.jsonl", done, "openai-events", JSONL},
		{"a.jsonl", done + `{"type":"log","said":"um so we went"}` + "\n", `is there again in`, ""},
	} {
		_, err := Read(c.src, c.name, c.format)
		if err == nil || !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "--from text") {
			t.Errorf("%s: %v, not %s", c.src, err, c.want)
		}
	}
}
