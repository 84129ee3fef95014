package recognisers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/internal/prose"
)

// Auto is the name of the kind that the first message tells.
const Auto = "auto"

// Kind is what a recogniser sends.
type Kind struct {
	Name  string // short, in lower case
	Title string // of the recogniser
	About string // what of it is read
	// source returns a reader of one stream of messages.
	source func() source
	// tells reports whether an object with these members can only be of this kind.
	tells func(m members) bool
	// opens are what its lines begin with, where it has no messages.
	opens []string
}

// kinds are all that are known. The first that knows a message has it.
var kinds = []Kind{
	{
		Name: "jsonl", Title: "tidytalk's own form", About: `{"text": "so um", "final": true, "start": 1.2, "end": 1.6, "speaker": "Ann", "last": false}: text that stands if final, or all that may change`,
		source: func() source { return new(plainLines) }, tells: func(m members) bool { return m.text("text") && m.has("final") },
	},
	{
		Name: "vosk", Title: "Vosk", About: "partial and final results of its server and its programs",
		source: func() source { return new(vosk) },
		tells:  func(m members) bool { return m.text("partial") || m.text("text") && m.has("result") },
	},
	{
		Name: "whisper.cpp", Title: "whisper.cpp", About: "what its program whisper-stream prints, by steps or by voice activity, and plain lines",
		source: func() source { return new(whisperCPP) },
		opens:  []string{"\x1b[2K", "### Transcription ", "[Start speaking]", "[00:"},
	},
	{
		Name: "deepgram", Title: "Deepgram", About: "Results with is_final and speech_final, UtteranceEnd, and TurnInfo of Flux",
		source: func() source { return new(deepgram) },
		tells: func(m members) bool {
			return m.is("type", "Results", "UtteranceEnd", "TurnInfo", "Connected") || m.has("channel", "is_final") || m.is("type", "Metadata") && m.has("request_id")
		},
	},
	{
		Name: "assemblyai", Title: "AssemblyAI", About: "Turn of version 3, PartialTranscript and FinalTranscript of version 2",
		source: func() source { return new(assemblyAI) },
		tells: func(m members) bool {
			return m.is("type", "Turn", "Begin") || m.is("message_type", "PartialTranscript", "FinalTranscript", "SessionBegins")
		},
	},
	{
		Name: "google", Title: "Google Cloud", About: "StreamingRecognizeResponse as JSON, of version 1 and 2",
		source: func() source { return new(google) },
		tells: func(m members) bool {
			return m.has("speechEventType") || m.has("speech_event_type") || m.list("results") && bytes.Contains(m["results"], []byte(`"alternatives"`))
		},
	},
	{
		Name: "azure", Title: "Azure", About: "speech.hypothesis and speech.phrase, with or without the headers of their messages, and the JSON of the results of its SDK",
		source: func() source { return new(azure) },
		tells:  func(m members) bool { return m.has("RecognitionStatus") || m.has("Text", "Offset", "Duration") },
	},
	{
		Name: "sherpa-onnx", Title: "sherpa-onnx", About: "what its servers send: the text of a segment as far as it is heard",
		source: func() source { return new(sherpa) }, tells: func(m members) bool { return m.text("text") && m.has("segment") },
	},
	{
		Name: "openai", Title: "OpenAI", About: "events of transcription over the Realtime API, and of streamed transcriptions (transcript.text.delta)",
		source: func() source { return new(openAI) },
		tells: func(m members) bool {
			return m.begins("type", "conversation.item.input_audio_transcription.", "transcript.text.", "input_audio_buffer.", "transcription_session.")
		},
	},
	{
		Name: "soniox", Title: "Soniox", About: "tokens that are final or not, with <end> and <fin>",
		source: func() source { return new(soniox) },
		tells:  func(m members) bool { return m.list("tokens") && (m.has("final_audio_proc_ms") || m.has("finished")) },
	},
}

// Kinds returns all kinds.
func Kinds() []Kind { return slices.Clone(kinds) }

// Names returns their names, with Auto as the first.
func Names() []string {
	names := []string{Auto}
	for _, k := range kinds {
		names = append(names, k.Name)
	}
	return names
}

func find(name string) (*Kind, error) {
	if i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return &kinds[i], nil
	}
	return nil, fmt.Errorf("there is no recogniser %q: use %s", name, prose.Or(Names()))
}

// kindOf returns the kind of a message, nil if it may be of several. The error is that of one that is none.
func kindOf(b []byte) (*Kind, error) {
	var m members
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, err
	}
	for i := range kinds {
		if k := &kinds[i]; k.tells != nil && k.tells(m) {
			return k, nil
		}
	}
	for _, sign := range []string{"type", "message_type", "context", "Offset", "event"} {
		if m.has(sign) {
			return nil, nil // it may be about the session
		}
	}
	return nil, refused("this is no message of a recogniser that is known: say which it is, one of " + prose.Or(Names()[1:]))
}

// longestOpening is how much of lines tells what they are, in bytes.
const longestOpening = 20

// linesBy returns the kind whose lines begin so, nil if there is none.
func linesBy(begun []byte) *Kind {
	begun = bytes.TrimSpace(begun)
	for i := range kinds {
		for _, opening := range kinds[i].opens {
			if bytes.HasPrefix(begun, []byte(opening)) {
				return &kinds[i]
			}
		}
	}
	return nil
}

// members are those of an object.
type members map[string]json.RawMessage

func (m members) has(names ...string) bool {
	for _, n := range names {
		if m[n] == nil {
			return false
		}
	}
	return true
}

func (m members) text(name string) bool { return len(m[name]) > 0 && m[name][0] == '"' }
func (m members) list(name string) bool { return len(m[name]) > 0 && m[name][0] == '[' }

func (m members) is(name string, values ...string) bool {
	var s string
	return m.text(name) && json.Unmarshal(m[name], &s) == nil && slices.Contains(values, s)
}

func (m members) begins(name string, values ...string) bool {
	return slices.ContainsFunc(values, func(v string) bool { return bytes.HasPrefix(m[name], []byte(`"`+v)) })
}
