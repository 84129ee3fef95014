package formats

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// nasty are words, and what stands between them, that some format could take for something
// else.
var nasty = []string{"yes", "no,", "Well:", "I", "<b>x", "y</b>", "a<b>c", "<v Bob>", "&amp;", "AT&T;", "&lt;b&gt;", "-->", "a-->b", "\n", "\n\n", "\r\n\r\n", "00:00:01,000 --> 00:00:02,000",
	"00:01.000 --> 00:02.000", "42", "12:30", "[00:12]", "{\\an8}", "{ a / b }", ">>", "[x", "y]", "‹z›", "<", ">", "\x01", "\x1b[31m", "\u2028", "\ufeff", "-", "–", "•", "♪", "#", "# so",
	"WEBVTT", "NOTE", "STYLE", "]]>", "x\ty", ";;", "\"", "\"\"", "@", "(.)", "http://a.b/<c>&d=1", "f***", "Ann:", "- no", "@Begin", "*ANN:", "\\n", "\u0085"}

var nastyNames = []string{"Ann", "Bob", "", " ", "A:B", "A\nB", "A]", "<v>", "-->", "Ann ", "1", "\x01", "R&D", "&amp;", "\"x\"", "[00:12]", "- Al", "a b c d e f g", "Müller", ";;", "*X", "\t"}

// TestNastyWords writes words in all formats that look like parts of these: what is
// written reads back as the same words.
func TestNastyWords(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		var b strings.Builder
		for i := range t.Int("utterances", 1, 5) {
			text := strings.Join(drawn.Several(t, "words", 1, 6, nasty...), " ")
			if t.Bool("breaks") {
				text = strings.ReplaceAll(text, " ", "")
			}
			if err := json.NewEncoder(&b).Encode(map[string]any{"speaker": drawn.Of(t, "name", nastyNames...), "start": 2 * i, "end": 2*i + 1, "text": "so " + text + " it is"}); err != nil {
				t.Fatal(err)
			}
		}
		f := mustRead(t, b.String(), "nasty.jsonl", JSONL)
		s := f.Transcript(keepAll(f))
		s.Reflow.On = t.Bool("reflow")
		var want []string
		said := transcriptWords(s)
		for _, w := range said {
			want = append(want, w.Text)
		}
		for _, to := range All() {
			if to == CHAT {
				continue // which has no words like those
			}
			text, err := to.Write(s)
			if err != nil {
				continue // for lack of times of words
			}
			g, err := Read(text, "out"+to.Extensions()[0], to)
			if err != nil {
				t.Fatalf("as %s: %v in\n%s", to, err, text)
			}
			var got []string
			back, there := make(map[string]string), make(map[string]string)
			for i, w := range transcriptWords(g.Transcript(keepAll(g))) {
				got = append(got, w.Text)
				if to != Text && to != SRT && to != VTT || i >= len(said) || strings.Contains(b.String(), `\u003e\u003e`) {
					continue // somebody else speaks there
				}
				was := oneLine(said[i].Speaker, -1)
				if was == "" && to == Text {
					continue // it may look as if the line before went on
				}
				if was != "" && back[w.Speaker] != "" && back[w.Speaker] != was || there[was] != "" && there[was] != w.Speaker {
					t.Fatalf("as %s %q is %q, as others are\n%s", to, was, w.Speaker, text)
				}
				back[w.Speaker], there[was] = was, w.Speaker
			}
			// Words hold control characters in addresses alone.
			if strip := strings.NewReplacer("\x01", "", "\x1b", "", string(joiner), ""); strip.Replace(strings.Join(got, "\n")) != strip.Replace(strings.Join(want, "\n")) {
				t.Fatalf("as %s it says\n%q, not\n%q\n%s", to, got, want, text)
			}
		}
	})
}
