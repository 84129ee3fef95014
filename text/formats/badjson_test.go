package formats

import (
	"strings"
	"testing"
)

// TestBadJSON is TestBad for the recognisers whose files are told apart by small things,
// or may hold several values.
func TestBadJSON(t *testing.T) {
	for _, c := range []struct {
		format Format // "": what the file says
		src    string
		want   string // the start of the message, after the name
	}{
		{Vosk, "{\"text\": \"um\"}\n{}\n", `2: this looks like Vosk, but a result has neither "text" nor "result"`},
		{Soniox, `{"id": "1", "status": "completed"}`, `1: this does not look like Soniox: there is no list "tokens": fetch the transcript`},
		{Soniox, `{"error_code": 401, "error_message": "no key"}`, `1: this is an error of Soniox: no key`},
		{Soniox, "{\"tokens\": [{\"text\": \"um\", \"start_ms\": 1},\n{\"start_ms\": 2}]}", `2: this looks like Soniox, but a token has no "text"`},
		{Kaldi, "{\"status\": 0}\n{\"id\": 1}\n", `2: this looks like Kaldi, but an answer has no list "hypotheses"`},
		{Kaldi, `{"status": 0, "result": {"hypotheses": [{"words": "um"}]}}`, `1: this looks like Kaldi, but a hypothesis has no "transcript"`},
		{NeMo, "{\"audio_filepath\": \"a\", \"text\": \"um\"}\n{\"text\": \"um\"}\n", `2: a line of a manifest is an object with "audio_filepath"`},
		{ElevenLabs, `{"language_probability":1,"text":"Um.","words":[{"text":"Um.","type":"word"}],"additional_formats":[{"requested_format":"srt","content":"1\\n00:00"}]}`, `1: "additional_formats" holds what is said once more, as srt`},
		{Vosk, `um`, "1:1: no valid JSON"},
		{Vosk, `[1]`, "1: this looks like Vosk, but a result"},
		{Vosk, `{"result": {}, "text": "um"}`, `1: this looks like Vosk, but "result" is no list`},
		{"", "[\n{\"result\": [{\"word\": \"um\"},\n{\"conf\": 1}]}]", `3: this looks like Vosk, but a word has no "word"`},
		{"", "{\"result\": [{\"word\": \"um\"}], \"text\": \"um\"}\n{\"partial\": \"u", "2:15: the JSON ends too early: the file is cut off"},
		{Speechmatics, `{"a": 1}`, `1: this does not look like Speechmatics: there is no list "results"`},
		{"", "{\n\"job\": {\"id\": \"x\", \"status\": \"running\"}}", `1: this is a job of Speechmatics with the status "running"`},
		{"", "{\"results\": [{\"type\": \"word\", \"alternatives\": [{\"content\": \"um\"}]},\n{\"type\": \"word\"}]}", "2: this looks like Speechmatics, but a result has no content"},
		{List, `{"a": []}`, `1: this is no list of words or segments`},
		{List, `[1]`, `1: this is no list of words or segments`},
		{"", "[{\"text\": \"um\", \"start\": 0, \"duration\": 1},\n{\"start\": 1}]", "2: this looks like a list of words or segments, but an element has no"},
		{"", "{\"words\": [{\"word\": \"um\", \"start\": 0, \"end\": 1},\n[]]}", "2: this looks like a list of words or segments, but an element has no"},
		{RevAI, `{"a": 1}`, `1: this does not look like Rev.ai: there is no list "monologues"`},
		{"", "{\"monologues\": [{\"elements\": []},\n{}]}", `2: this looks like Rev.ai, but a monologue has no list "elements"`},
		{"", "{\"monologues\": [{\"elements\": [\n{\"type\": \"text\"}]}]}", `2: this looks like Rev.ai, but an element has no "value"`},
		{Azure, `{"a": 1}`, `1: this looks like Azure Speech, but a phrase has neither "NBest" nor "DisplayText"`},
		{"", `{"recognizedPhrases": {}}`, `1: this looks like Azure Speech, but there is no list "recognizedPhrases"`},
		{"", "{\"recognizedPhrases\": [\n{\"recognitionStatus\": \"Success\"}]}", "2: this looks like Azure Speech, but a phrase has neither"},
		{"", "{\"recognizedPhrases\": [{\"nBest\": [{\"display\": \"Um.\",\n\"words\": [{}]}]}]}", `2: this looks like Azure Speech, but a word has no "word"`},
		{"", "{\"combinedPhrases\": [],\n\"phrases\": [{}]}", `2: this looks like Azure Speech, but a phrase has no "text"`},
		{Watson, `{"a": 1}`, `1: this does not look like IBM Watson: there is no list "results"`},
		{"", "{\"result_index\": 0,\n\"results\": [{}]}", "2: this looks like IBM Watson, but a result has no alternatives"},
		{"", "{\"result_index\": 0,\n\"results\": [{\"alternatives\": [{}]}]}", `2: this looks like IBM Watson, but an alternative has neither "transcript" nor "timestamps"`},
		{"", "{\"results\": [{\"alternatives\": [{\"timestamps\": [[\"um\", 0, 1],\n\"uh\"]}]}]}", "2: this looks like IBM Watson, but a timestamp is no list"},
		{AWSCalls, `{"a": 1}`, `1: this does not look like AWS Call Analytics: there is no list "Transcript"`},
		{"", "{\n\"JobStatus\": \"FAILED\"}", `1: this is a job of AWS Call Analytics with the status "FAILED"`},
		{"", "{\"Transcript\": [{\"Content\": \"um\"},\n{}]}", `2: this looks like AWS Call Analytics, but a turn has no "Content"`},
		{"", "{\"Transcript\": [{\"Content\": \"um\", \"Items\": [\n{}]}]}", `2: this looks like AWS Call Analytics, but an item has no "Content"`},
		{Otter, `{"a": 1}`, `1: this does not look like Otter.ai: there is no list "transcripts"`},
		{"", "{\"speech\": {\"otid\": \"x\",\n\"transcripts\": [{}]}}", `2: this looks like Otter.ai, but a segment has no "transcript"`},
		{"", "{\"transcripts\": [{\"transcript\": \"um\", \"alignment\": [\n{}]}]}", `2: this looks like Otter.ai, but a word has no "word"`},
		{"", "{\"text\": \"\"}\n{\"partial\": \"u", "2:15: the JSON ends too early: the file is cut off"},
		{ElevenLabs, `{"a": 1}`, `1: this does not look like ElevenLabs: there is no list "words"`},
		{"", "{\"text\": \"Um\", \"words\": [{\"text\": \"Um\", \"type\": \"word\"},\n{\"type\": \"word\"}]}", `2: this looks like ElevenLabs, but a word has no "text"`},
	} {
		f, err := readOrPanic(c.src, "a.json", c.format)
		if err == nil {
			t.Errorf("%.80q is read as %s: %q", c.src, f.Format, f.Document.Source)
			continue
		}
		checkError(t, c.src, "a.json", err)
		if !strings.HasPrefix(err.Error(), "a.json:"+c.want) {
			t.Errorf("%.80q: %v\nnot %s", c.src, err, c.want)
		}
	}
}

// TestTold tells files apart that have members in common.
func TestTold(t *testing.T) {
	for _, c := range []struct {
		src  string
		want Format
	}{
		{"{\"text\": \"um\"}\n{\"text\": \"uh\"}\n", JSONL},
		{"{\n \"text\": \"um\"\n}\n{\n \"text\": \"\"\n}\n", Vosk},
		{"{\"text\": \"\"}\n{\"partial\": \"um\"}\n", Vosk},
		{`{"result": [], "text": ""}`, Vosk},
		{`{"id": "1", "text": "um", "tokens": [{"text": "um", "start_ms": 1, "end_ms": 90}]}`, Soniox},
		{"{\"tokens\": [{\"text\": \"um\", \"is_final\": false}]}\n{\"tokens\": [], \"final_audio_proc_ms\": 10}\n", Soniox},
		{`{"status": 0, "hypotheses": [{"utterance": "um"}]}`, Kaldi},
		{"{\"status\": 0, \"id\": \"x\"}\n{\"status\": 0, \"result\": {\"hypotheses\": [{\"transcript\": \"um\"}], \"final\": true}}\n", Kaldi},
		{"{\"audio_filepath\": \"a.wav\", \"duration\": 1, \"text\": \"um\"}\n", NeMo},
		{`{"version": "1.0.0", "segments": [{"startTime": 0.5, "endTime": 1, "body": "um"}]}`, List},
		{`{"result": {"transcription": {"full_transcript": "um", "utterances": [{"text": "um", "start": 1.5, "end": 2}]}}}`, List},
		{`{"retval": {"punct": "Um.", "words": [{"word": "um", "punct": "Um.", "start": 1.5, "end": 2}]}}`, List},
		{`{"transcript": [{"time_ms": 10, "text": "um"}]}`, List},
		{`{"alternatives": [{"confidence": 1.5, "text": "um"}]}`, Vosk},
		{`{"result": [{"conf": 1, "end": 1, "start": 0, "word": "um"}], "text": "um"}`, Vosk},
		{`{"format": "2.9", "metadata": {"transcription_config": {"language": "en"}}, "results": []}`, Speechmatics},
		{`{"results": [{"type": "word", "alternatives": [{"content": "um"}]}]}`, Speechmatics},
		{`{"results": [{"alternatives": [{"transcript": "um"}]}]}`, Google},
		{`[{"text": "um", "start": 0, "duration": 1.5}]`, List},
		{`[{"w": "um", "s": 0, "e": 0.5}]`, List},
		{`[{"speaker": "Ann", "sentence": "um"}]`, List},
		{`[[{"text": "um", "offset": 10, "duration": 1500}], []]`, List},
		{`{"video_id": "x", "snippets": [{"text": "um", "start": 0, "duration": 1.5}]}`, List},
		{`{"words": [{"word": "um", "start": 0.1, "end": 1.5}]}`, List},
		{"{\"words\": [{\"text\": \"um\", \"start\": 100, \"end\": 1500}],\n\"text\": \"um\"}", AssemblyAI},
		{`{"utterances": [{"text": "um", "start": 1.5, "end": 2}]}`, List},
		{`{"segments": [{"text": "um", "start": 1.5, "end": 2}]}`, Whisper},
		{`{"transcript": [{"text": "um", "start_ms": 10, "end_ms": 200}]}`, List},
		{`{"monologues": []}`, RevAI},
		{`{"type": "final", "ts": 0.5, "end_ts": 1, "elements": [{"type": "text", "value": "um"}]}`, RevAI},
		{`{"monologues": [{"speaker": "A", "text": "um"}]}`, List},
		{`{"recognizedPhrases": []}`, Azure},
		{`{"combinedPhrases": [], "phrases": []}`, Azure},
		{`{"RecognitionStatus": "Success", "DisplayText": "Um.", "Offset": 1, "Duration": 2}`, Azure},
		{`[{"RecognitionStatus": "NoMatch"}]`, Azure},
		{`{"results": [], "result_index": 0}`, Watson},
		{`{"results": [{"final": true, "alternatives": [{"transcript": "um "}]}]}`, Watson},
		{`{"JobStatus": "COMPLETED", "Transcript": []}`, AWSCalls},
		{`{"Segments": [{"Transcript": {"Content": "um"}}]}`, AWSCalls},
		{`{"speech": {"otid": "x", "transcripts": []}}`, Otter},
		{`{"transcripts": [{"transcript": "um", "start_offset": 16000, "end_offset": 32000}]}`, Otter},
		{`{"transcripts": [{"transcript": "um", "start": 1, "end": 2}]}`, List},
		{`{"language_code": "eng", "language_probability": 1, "text": "", "words": []}`, ElevenLabs},
	} {
		for _, name := range []string{"a.json", "-"} {
			if got, err := Detect(c.src, name); err != nil || got != c.want {
				t.Errorf("%q as %s is taken for %q, not %s: %v", c.src, name, got, c.want, err)
			}
		}
	}
	// JSON lines are those of tidytalk, unless they are those of another format.
	for src, want := range map[string]Format{"{\"text\": \"um\"}\n": JSONL, "{\"audio_filepath\": \"a\", \"pred_text\": \"um\"}\n": NeMo, "{\"partial\": \"\"}\n{\"text\": \"um\"}\n": Vosk} {
		if got, err := Detect(src, "a.jsonl"); err != nil || got != want {
			t.Errorf("%q is taken for %q, not %s: %v", src, got, want, err)
		}
	}
}

// TestNamedLanguage reads what files say their language is.
func TestNamedLanguage(t *testing.T) {
	for src, want := range map[string]string{
		`{"metadata": {"transcription_config": {"language": "de"}}, "results": []}`:                                                       "de",
		`{"metadata": {"transcription_config": {"language": "auto"}}, "results": []}`:                                                     "",
		`{"language": "German (auto-generated)", "language_code": "de", "snippets": [{"text": "so", "start": 0, "duration": 1}]}`:         "de",
		`{"language": "english", "words": [{"word": "so", "start": 0, "end": 1}]}`:                                                        "en",
		`{"JobStatus": "COMPLETED", "LanguageCode": "fr-CA", "Transcript": []}`:                                                           "fr",
		`{"recognizedPhrases": [{"locale": "es-MX", "nBest": [{"display": "Sí."}]}, {"locale": "es-ES", "nBest": [{"display": "No."}]}]}`: "es",
		`{"recognizedPhrases": [{"locale": "es-MX", "nBest": [{"display": "Sí."}]}, {"locale": "en-US", "nBest": [{"display": "No."}]}]}`: "",
		`[{"NBest": [{"Display": "Ja."}], "PrimaryLanguage": {"Language": "de-DE"}}]`:                                                     "de",
	} {
		if f := mustRead(t, src, "a.json", ""); f.Document.Language != want {
			t.Errorf("%s is in %q, not %q", src, f.Document.Language, want)
		}
	}
}
