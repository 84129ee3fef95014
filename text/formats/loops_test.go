package formats

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestLoops writes a transcript in which a recogniser ran on in every format: what it
// repeats is found, is kept to the byte unless it is to be removed, and then its times are, too.
func TestLoops(t *testing.T) {
	src := `{"speaker":"Ann","start":0,"end":2,"text":"We went home."}` + "\n"
	for i := range 7 {
		n := string(rune('0' + i))
		src += `{"speaker":"Ann","start":3.` + n + `,"end":3.` + n + `5,"words":[{"text":"See","start":3.` + n + `0,"end":3.` + n + `1},{"text":"you","start":3.` + n + `1,"end":3.` + n + `2},{"text":"soon.","start":3.` + n + `2,"end":3.` + n + `5}]}` + "\n"
	}
	src += `{"speaker":"Bob","start":5,"end":7,"words":[{"text":"Goodbye","start":5,"end":6},{"text":"now.","start":6,"end":7}]}` + "\n"
	src = strings.Replace(src, `"text":"We went home."`, `"words":[{"text":"We","start":0,"end":1},{"text":"went","start":1,"end":1.5},{"text":"home.","start":1.5,"end":2}]`, 1)
	from := mustRead(t, src, "loop.jsonl", JSONL)
	for _, format := range written() {
		t.Run(string(format), func(t *testing.T) {
			text, err := format.Write(from.Transcript(&Plan{}))
			if err != nil {
				t.Fatal(err)
			}
			f := mustRead(t, text, "loop"+format.Extensions()[0], format)
			plan := dropLoops(t, f, 7)
			plan.Remove = data.NoDisfluencies
			if got := f.Rewrite(plan); got != text {
				t.Errorf("kept:\n%s\nwant\n%s", got, text)
			}
			plan.Remove = data.Loops
			got := f.Rewrite(plan)
			after := mustRead(t, got, f.Name, format)
			if len(after.Document.Loops()) > 0 {
				t.Errorf("a loop is left:\n%s", got)
			}
			words := func(f *File) string {
				var out []string
				for _, w := range transcriptWords(f.Transcript(&Plan{})) {
					out = append(out, strings.ToLower(w.Text))
				}
				return strings.Join(out, " ")
			}
			if w := words(after); w != "we went home see you soon goodbye now" {
				t.Errorf("%q is left:\n%s", w, got)
			}
			if format.HasCues() {
				var starts []float64
				for _, u := range after.Transcript(&Plan{}).Utterances {
					starts = append(starts, math.Round(u.Time.Start*10)/10) // a frame may be 40 ms
				}
				if !slices.Equal(starts, []float64{0, 3, 5}) {
					t.Errorf("cues start at %v", starts)
				}
			}
		})
	}
}

// dropLoops returns the plan in which the copies of a file's only loop are known as such.
func dropLoops(t *testing.T, f *File, copies int) *Plan {
	t.Helper()
	d := f.Document
	loops := d.Loops()
	if len(loops) != 1 || len(loops[0].Copies) != copies {
		t.Fatalf("loops %v, want one of %d copies", loops, copies)
	}
	plan := &Plan{Decisions: make([]data.Decision, len(d.Tokens)), Rewriting: transcript.Rewriting{}.AsWritten()}
	for _, again := range loops[0].Copies[1:] {
		for w := again.Start; w < again.End; w++ {
			for i := d.Words[w].Tokens.Start; i < d.Words[w].Tokens.End; i++ {
				plan.Decisions[i].Why = data.Loops
			}
		}
	}
	return plan
}

// TestNamedLanguages reads what files say their language is.
func TestNamedLanguages(t *testing.T) {
	cue := "00:01.000 --> 00:02.000\nHallo.\n"
	for _, c := range []struct{ name, src, want string }{
		{"a.vtt", "WEBVTT\n\n" + cue, ""},
		{"a.vtt", "WEBVTT\nKind: captions\nLanguage: de\n\n" + cue, "de"},
		{"a.json", `{"segments":[{"text":"Hallo","start":0,"end":1}],"language":"german"}`, "de"},
		{"a.json", `{"segments":[{"text":"Hallo","start":0,"end":1}],"language":null}`, ""},
		{"a.json", `{"result":{"language":"de"},"transcription":[{"text":"Hallo","offsets":{"from":0,"to":1}}]}`, "de"},
		{"a.json", `{"status":"completed","language_code":"de_ch","text":"Hallo","words":[{"text":"Hallo","start":0,"end":1}]}`, "de"},
		{"a.json", `{"jobName":"x","results":{"language_code":"de-DE","transcripts":[],"items":[]}}`, "de"},
		{"a.json", `{"results":[{"languageCode":"de-de","alternatives":[{"transcript":"Hallo"}]}]}`, "de"},
		{"a.json", `{"results":[{"languageCode":"de-de","alternatives":[{"transcript":"Hallo"}]},{"languageCode":"en-us","alternatives":[{"transcript":"Hello"}]}]}`, ""},
		{"a.json", `{"results":{"channels":[{"detected_language":"de","alternatives":[{"transcript":"","words":[]}]}]}}`, "de"},
		{"a.cha", "@UTF8\n@Begin\n@Languages:\tdeu\n*CHI:\tja .\n@End\n", "de"},
		{"a.cha", "@UTF8\n@Begin\n@Languages:\teng, deu\n*CHI:\tja .\n@End\n", ""},
		{"a.eaf", `<ANNOTATION_DOCUMENT><TIER TIER_ID="A" LANG_REF="deu"/></ANNOTATION_DOCUMENT>`, "de"},
	} {
		f := mustRead(t, c.src, c.name, "")
		if got := f.Document.Language; got != c.want {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
		if c.want == "" {
			continue
		}
		for _, to := range []Format{Whisper, WhisperCPP} {
			if text, err := to.Write(f.Transcript(&Plan{})); err == nil && !strings.Contains(text, `"language": "`+c.want+`"`) {
				t.Errorf("%s becomes %s", c.src, text)
			}
		}
	}
}
