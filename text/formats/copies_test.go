package formats

import (
	"archive/zip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/plantest"
)

// speechKeys are the members of objects that hold what was said, or a copy of it.
var speechKeys = []string{"text", "transcript", "word", "punctuated_word", "content", "partial", "transcription", "sentence", "value",
	"punct", "full_transcript", "body", "utterance", "pred_text", "display", "lexical", "itn", "maskedITN", "displayText", "Display", "Lexical", "ITN", "MaskedITN", "Word", "DisplayText", "Content", "Text",
	"utf8", "raw_text", "words", "question", "task", "delta", "token",
	"FinalSentence", "SliceSentence", "Result", "Transcript", "segment", "textEdited", "words[][]", "lines[]",
	"message", "text[]", "content[]", "text_seg", "entries[][]"}

// leaf is a value of a JSON file that holds no others.
type leaf struct{ path, value string }

// leaves returns all leaves of JSON in the order of their names, speech apart.
func leaves(path string, value any) (speech, others []leaf) {
	add := func(path string, value any) {
		s, o := leaves(path, value)
		speech, others = append(speech, s...), append(others, o...)
	}
	switch v := value.(type) {
	case map[string]any:
		var names []string
		for name := range v {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			add(path+"."+name, v[name])
		}
	case []any:
		for i := range v {
			add(path+"[]", v[i])
		}
	case string:
		if path == ".additional_formats[].content" {
			return leavesInside(path, v)
		}
		if slices.Contains(speechKeys, path[strings.LastIndexByte(path, '.')+1:]) {
			return []leaf{{path, v}}, nil
		}
		return nil, []leaf{{path, v}}
	default:
		return nil, []leaf{{path, fmt.Sprint(v)}}
	}
	return speech, others
}

// What a file within JSON has besides speech: markup, times, numbers of cues, and who speaks. It goes with what is said.
var besideSpeech = regexp.MustCompile(`(?m)<[^>]*>|^\d+$|^.* --> .*$|\[?[Ss]peaker[_ ]\d\]?|\d\d:\d\d:\d\d`)

// leavesInside is leaves of a string that holds a file: JSON, a page, subtitles, text, or a Word document in base64.
func leavesInside(path, content string) (speech, others []leaf) {
	var inside any
	if json.Unmarshal([]byte(content), &inside) == nil {
		return leaves(path, inside)
	}
	if document, err := base64.StdEncoding.DecodeString(content); err == nil && len(document) > 0 {
		content = bodyOf(string(document))
	}
	return []leaf{{path, besideSpeech.ReplaceAllString(content, " ")}}, nil
}

// bodyOf returns the XML of a Word document.
func bodyOf(document string) string {
	z, err := zip.NewReader(strings.NewReader(document), int64(len(document)))
	if err != nil {
		panic(err)
	}
	b, err := fs.ReadFile(z, docxBody)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// parse reads JSON, or lines of it.
func parse(t *testing.T, src string, format Format) (speech, others []leaf) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(src))
	d.UseNumber()
	root := ""
	if !format.IsJSON() || format.declared().values {
		root = "[]" // lines, or other values in a row, may go
	}
	for d.More() {
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%v in\n%s", err, src)
		}
		s, o := leaves(root, v)
		speech, others = append(speech, s...), append(others, o...)
	}
	return speech, others
}

var spoken = regexp.MustCompile(`[\pL\pN]+(?:['’.:/][\pL\pN]+)*`)

// bare returns the words of texts in lower case, by the places of the texts, without
// those that are removed; texts and special tokens without words are left out.
func bare(speech []leaf, goes func(string) bool) map[string][]string {
	out := make(map[string][]string)
	for _, s := range speech {
		if strings.HasPrefix(s.value, "[_") {
			continue
		}
		for _, w := range spoken.FindAllString(strings.ToLower(s.value), -1) {
			if !goes(w) {
				out[s.path] = append(out[s.path], w)
			}
		}
	}
	return out
}

// holdsJSON reports whether files of the format are made of JSON values.
func (f Format) holdsJSON() bool { return f.IsJSON() || f == JSONL || f.declared().values }

// jsonFixtures returns the fixtures that are JSON.
func jsonFixtures() []string {
	var out []string
	for _, x := range fixtures {
		if x.format.holdsJSON() {
			out = append(out, x.name)
		}
	}
	return out
}

// TestCopies takes fillers out of all places where they stand, and nothing else: not
// from members that are no speech, be they known or not.
func TestCopies(t *testing.T) {
	for _, x := range fixtures {
		if !slices.Contains(jsonFixtures(), x.name) || x.format == OTR || strings.HasSuffix(x.name, ".sse") || slices.Contains([]string{"list-teams-html.json", "list-zulip.json", "list-matrix.json"}, x.name) {
			continue // speech is in HTML there, or JSON in the lines of a stream
		}
		t.Run(x.name, func(t *testing.T) {
			src := load(t, x.name)
			f := mustRead(t, src, x.name, x.format)
			out := f.Rewrite(dropFillers(f))
			wasSpeech, wasOthers := parse(t, src, x.format)
			speech, others := parse(t, out, x.format)
			none := func(string) bool { return false }
			got, want := bare(speech, none), bare(wasSpeech, plantest.IsFiller)
			for path := range want {
				if !slices.Equal(got[path], want[path]) {
					t.Errorf("at %s is said %q, not %q", path, got[path], want[path])
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d members have speech, not %d", len(got), len(want))
			}
			left := make(map[leaf]int)
			for _, l := range wasOthers {
				left[l]++
			}
			for _, l := range others {
				if strings.Contains(l.path, "CharacterOffsets") || strings.HasSuffix(l.path, "].startOffset") || strings.HasSuffix(l.path, "].endOffset") || strings.HasSuffix(l.path, ".char") || strings.HasSuffix(l.path, "].bytes[]") {
					continue // they follow the text
				}
				if left[l]--; left[l] < 0 {
					t.Errorf("%s was not %s before", l.path, l.value)
				}
			}
			for l, n := range left {
				// What elements hold may go with them.
				if n > 0 && !strings.Contains(l.path, "[]") {
					t.Errorf("%s, which was %s, is gone", l.path, l.value)
				}
			}
		})
	}
}

// TestCopiesAgree has the text of an utterance be its words, as they were before. Marks
// count as well: mending has to do the same in all places.
func TestCopiesAgree(t *testing.T) {
	for _, c := range []struct{ name, of, text, words, word, before string }{
		{"whisper.json", "segments", "text", "words", "word", ""},
		{"whisper-x.json", "segments", "text", "words", "word", " "},
		{"whisper.cpp-full.json", "transcription", "text", "tokens", "text", ""},
		{"deepgram.json", "results.utterances", "transcript", "words", "punctuated_word", " "},
		{"deepgram-multichannel.json", "results.utterances", "transcript", "words", "punctuated_word", " "},
		{"deepgram-multichannel.json", "results.channels.0.alternatives", "transcript", "words", "punctuated_word", " "},
		{"assemblyai.json", "utterances", "text", "words", "text", " "},
		{"azure.json", "recognizedPhrases.0.nBest", "lexical", "words", "word", " "},
		{"azure-channels.json", "recognizedPhrases.1.nBest", "display", "displayWords", "displayText", " "},
		{"azure-channels.json", "recognizedPhrases.1.nBest", "lexical", "words", "word", " "},
		{"azure-fast.json", "phrases", "text", "words", "text", " "},
		{"otter.json", "speech.transcripts", "transcript", "alignment", "word", " "},
		{"google.json", "results.0.alternatives", "transcript", "words", "word", " "},
		{"google-v2.json", "results.0.alternatives", "transcript", "words", "word", " "},
	} {
		for _, r := range removals {
			t.Run(c.name+"/"+c.of+"/"+r.name, func(t *testing.T) {
				src := load(t, c.name)
				f := mustRead(t, src, c.name, "")
				for _, text := range []string{src, f.Rewrite(r.decide(f))} {
					var root any
					if err := json.Unmarshal([]byte(text), &root); err != nil {
						t.Fatal(err)
					}
					for _, u := range walk(root, c.of) {
						object := u.(map[string]any)
						if object[c.words] == nil {
							continue // an alternative without words
						}
						said := ""
						for _, w := range object[c.words].([]any) {
							if s := w.(map[string]any)[c.word].(string); !strings.HasPrefix(s, "[_") {
								said += c.before + s
							}
						}
						if got := object[c.text].(string); got != said && " "+got != said {
							t.Errorf("the text is\n     %q\nbut the words are\n     %q", got, said)
						}
					}
				}
			})
		}
	}
}

// walk returns the list at a path of names and numbers.
func walk(value any, path string) []any {
	for name := range strings.SplitSeq(path, ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[name]
		case []any:
			value = v[int(name[0]-'0')]
		}
	}
	return value.([]any)
}
