package formats

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

const (
	saidWhole  = "um so the rear wheel it was uh it was wobbling all the way to boston uh I mean to Dover and then I went home by train because of the rain"
	saidPart   = "So, the rear wheel: it was, uh, it was wobbling!"
	saidOther  = "somebody tells of a journey, and of a broken wheel, and that he took a train in the end"
	saidSpaced = "\\n "
)

// itemsOf returns a list of objects, one for each word.
func itemsOf(text, object string) string {
	var b strings.Builder
	for i, w := range strings.Fields(text) {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, strings.ReplaceAll(object, "AT", fmt.Sprint(i+1)), w)
	}
	return "[" + b.String() + "]"
}

// TestCovered refuses files that would be cleaned by half, names the member that would stay,
// and tells what quotes a part.
func TestCovered(t *testing.T) {
	whisper := `{"text":"` + saidWhole + `","segments":[{"text":"` + saidWhole + `"}]`
	google := `{"transcript":"` + saidWhole + `"}`
	for _, c := range []struct{ name, src, err, warning string }{
		{"another list of words", `{"text":"` + saidWhole + `","pieces":` + itemsOf(saidWhole, `{"said":%q,"start":AT}`) + `}`, `again in "pieces[].said", which is not read in Whisper`, ""},
		{"a short one", `{"text":"um so yes","pieces":` + itemsOf("um so yes", `{"said":%q}`) + `}`, `again in "pieces[].said"`, ""},
		{"pairs", `{"results":[{"alternatives":[{"transcript":"` + saidWhole + `","stamps":` + itemsOf(saidWhole, `[%q,AT,AT]`) + `}]}]}`, `again in "results[].alternatives[].stamps[][]"`, ""},
		{"in other case, with marks", whisper + `,"x":{"y":"` + strings.ToUpper(strings.ReplaceAll(saidWhole, " so ", ", so: ")) + `"}}`, `again in "x.y"`, ""},
		{"escaped", whisper + `,"x":"` + strings.ReplaceAll(saidWhole, " ", saidSpaced) + `"}`, `again in "x"`, ""},
		{"in two halves", whisper + `,"x":[["` + saidWhole[:60] + `"],["` + saidWhole[60:] + `"]]}`, `again in "x[][]"`, ""},
		{"without the fillers", whisper + `,"x":"` + strings.ReplaceAll(strings.ReplaceAll(saidWhole, "uh ", ""), "um ", "") + `"}`, `again in "x"`, ""},
		{"a quote", whisper + `,"summary":"` + saidPart + `"}`, "", `"summary" quotes what is said`},
		{"quotes", whisper + `,"summary":"` + saidPart + `","best":["` + saidPart + `"]}`, "", `"summary" and 1 more quotes`},
		{"the same quote again and again", whisper + `,"hits":["` + strings.Repeat(saidPart+`","`, 9) + `"]}`, "", `"hits[]" quotes`},
		{"something else", whisper + `,"summary":"` + saidOther + `","hits":["the rear wheel","boston"]}`, "", ""},
		{"other hypotheses", `{"results":[{"alternatives":[` + google + "," + google + "," + google + `]}]}`, "", ""},
		{"a network of words", `{"results":[{"alternatives":[` + google + `],"word_alternatives":` + itemsOf(saidWhole, `{"alternatives":[{"word":%q}]}`) + `}]}`, "", ""},
		{"pieces of words", whisper + `,"tokens":` + itemsOf("um\u00a0so th e rear wh eel it was uh it was wo bb ling all the way to bos ton uh I mean to Do ver and then I went home by tra in be cause of the rain", `{"piece":%q}`) + `}`, `again in "tokens[].piece"`, ""},
		{"of two words", `{"text":"um yes","raw":["u","m"," yes"]}`, `again in "raw[]"`, ""},
		{"of one", `{"text":"um","raw":"UM"}`, `again in "raw"`, ""},
		{"a word that is also a code", `{"text":"ok","status":"OK"}`, "", `"status" quotes`},
		{"a word that is in a text", `{"text":"ok","model":"the one that is ok for all"}`, "", ""},
		{"beside a part", whisper[:len(whisper)-1] + `,{"text":"Um, so yes.","raw_text":"um so yes"}]}`, `again in "segments[].raw_text"`, ""},
		{"in digits", `{"text":"um we left at nine twenty five yes","itn":"um we left at 9:25 yes"}`, `again in "itn"`, ""},
		{"in a document", whisper + `,"files":[{"content":"` + base64.StdEncoding.EncodeToString([]byte("%PDF-1.7\n%abc")) + `"}]}`, `"files[].content" holds a document`, ""},
		{"a sound", whisper + `,"audio":"` + base64.StdEncoding.EncodeToString([]byte("RIFF\x00\xff\x01\x02WAVEfmt \x80\x90")) + `"}`, "", ""},
		{"in subtitles of another kind", whisper + `,"srt":"{10}{20}` + strings.ReplaceAll(saidWhole, " it ", `\n{20}{30}it `) + `"}`, `again in "srt"`, ""},
		{"syllables of words", `{"text":"` + saidWhole + `","words":` + itemsOf(saidWhole, `{"word":%[1]q,"start":AT,"end":AT,"syllables":[%[1]q]}`) + `}`, "", ""},
		{"base forms of words", `{"text":"` + saidWhole + `","words":` + itemsOf(saidWhole, `{"word":%[1]q,"raw":%[1]q,"start":AT,"end":AT}`) + `}`, "", ""},
		{"beside the words of segments", `{"segments":[{"text":"` + saidWhole + `","raw":` + itemsOf(saidWhole, `{"x":%q}`) + `,"words":` + itemsOf(saidWhole, `{"word":%q}`) + `}]}`, `again in "segments[].raw[].x"`, ""},
		{"words where none are looked for", `{"results":[{"alternatives":[{"content":"um"}]},{"alternatives":[{"content":"yes"}]}]}`, `no words are found in this as Google Speech-to-Text JSON, but "results[].alternatives[].content" has some`, ""},
		{"a text where none is looked for", `{"results":[{"said":"` + saidWhole + `"}]}`, `but "results[].said" has some`, ""},
		{"silence", `{"results":[{"resultEndTime":"3s","languageCode":"en-us"},{"resultEndTime":"5s","languageCode":"en-gb"}]}`, "", ""},
		{"silence of people with names", `{"results":[],"speakers":[{"speaker_name":"Ann"},{"speaker_name":"Bob"}]}`, "", ""},
		{"silence with settings", `{"systeminfo":"AVX = 1 | AVX2 = 1 | F16C = 1 | FMA = 1","params":{"model":"models/x.bin"},"transcription":[]}`, "", ""},
	} {
		if !json.Valid([]byte(c.src)) {
			t.Fatalf("%s: this is no JSON: %s", c.name, c.src)
		}
		format := Whisper
		switch {
		case strings.HasPrefix(c.src, `{"text"`) && strings.Contains(c.src, `"words"`):
			format = List
		case strings.HasPrefix(c.src, `{"results"`):
			format = Google
		case strings.Contains(c.src, "systeminfo"):
			format = WhisperCPP
		}
		f, err := Read(c.src, "a.json", format)
		if c.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), "a.json:1: ") || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, not %s", c.name, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := fmt.Sprint(f.Warnings); len(f.Warnings) > 1 || (c.warning == "") != (len(f.Warnings) == 0) || !strings.Contains(got, c.warning) {
			t.Errorf("%s: the warnings are %s, not %q", c.name, got, c.warning)
		}
	}
}

// TestAnalyses takes fillers out of the stretches of text that services found something in.
func TestServiceAnalyses(t *testing.T) {
	words := func(object string) string { return itemsOf(saidWhole, object) }
	half := len("um so the rear wheel it was uh it was wobbling all the way to boston")
	parts := `[{"text":"` + saidWhole[:half] + `","start":0,"end":1690},{"text":"` + saidWhole[half+1:] + `","start":1700,"end":3500}]`
	for name, src := range map[string]string{
		"assemblyai": `{"audio_url":"x","status":"completed","text":"` + saidWhole + `","words":` + words(`{"text":%q,"start":AT00,"end":AT90}`) +
			`,"sentiment_analysis_results":` + parts + `,"iab_categories_result":{"results":` + parts + `},"content_safety_labels":{"results":` + parts + `}}`,
		"deepgram": `{"results":{"channels":[{"alternatives":[{"transcript":"` + saidWhole + `","words":` + words(`{"word":%q,"start":AT,"end":AT}`) +
			`}]}],"sentiments":{"segments":` + parts + `},"topics":{"segments":` + parts + `},"intents":{"segments":` + parts + `}}}`,
		"aws": `{"results":{"transcripts":[{"transcript":"` + saidWhole + `"}],"items":` + words(`{"type":"pronunciation","start_time":"AT","end_time":"AT","alternatives":[{"content":%q}]}`) +
			`,"toxicity_detection":[{"text":"` + saidWhole + `","start_time":0,"end_time":40}]}}`,
	} {
		f := mustRead(t, src, "a.json", Format(name))
		out := f.Rewrite(dropFillers(f))
		if strings.Contains(out, "uh") || strings.Contains(out, "um") {
			t.Errorf("%s: fillers are left in %s", name, out)
		}
		if n, want := strings.Count(out, "train"), strings.Count(src, "train"); n != want {
			t.Errorf("%s: %d trains, not %d, in %s", name, n, want, out)
		}
	}
}

// TestReadOnce looks for strings that are two views of what is said: they would be changed
// twice.
func TestReadOnce(t *testing.T) {
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		of := make(map[int32]int)
		for i, v := range f.views {
			for _, s := range v.slots {
				if was, ok := of[s.from]; ok && was != i && s.from >= 0 && s.to > s.from {
					t.Errorf("%s: %q is of views %d and %d", x.name, f.text[s.from:s.to], was, i)
				}
				of[s.from] = i
			}
		}
	}
}
