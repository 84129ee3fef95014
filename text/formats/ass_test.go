package formats

import (
	"strings"
	"testing"
)

// TestASS takes what is spoken out of the text of dialogue, and leaves markup, drawings and
// comments.
func TestASS(t *testing.T) {
	for _, c := range []struct{ name, src, said, want string }{
		{"overrides", `{\i1}Um, {\b1}we{\b0} left{\i0} {note, um} today`, ": Um, we left today", `{\i1}{\b1}We{\b0} left{\i0} {note, um} today`},
		{"breaks", `We left,\Num,\nuh\N today`, ": We left,. : um,. : uh. : today", `We left\N today`},
		{"the last line", `We left,\N um`, ": We left,. : um", `We left`},
		{"hard blanks", `We\hum\hleft`, ": We um left", `We\hleft`},
		{"commas", `Yes, we, um, left`, ": Yes, we, um, left", `Yes, we left`},
		{"a drawing", `{\p1}m um 0{\p0}Um yes`, ": Um yes", `{\p1}m um 0{\p0}Yes`},
		{"to the end", `{\p4\pos(1,2)}m um 0{\b1}l uh 1`, "", `{\p4\pos(1,2)}m um 0{\b1}l uh 1`},
		{"no drawing", `{\pos(1,2)\pbo3\p0}um yes`, ": um yes", `{\pos(1,2)\pbo3\p0}yes`},
		{"what is escaped", `\{um\} C:\` + assJoiner + `new`, `: {um} C\new`, `\{um\} C:\` + assJoiner + `new`},
		{"a brace that is open", `um {yes`, ": um {yes", `{yes`},
		{"a label", `ANN: um yes\NBO: no`, "ANN: um yes. BO: no", `ANN: yes\NBO: no`},
	} {
		head := "[Script Info]\n[Events]\nFormat: Start, End, Name, Text\nDialogue: 0:00:01.00,0:00:02.00,,"
		f := mustRead(t, head+c.src+"\n", "a.ass", ASS)
		if got := whoSaysLines(f); got != c.said {
			t.Errorf("%s: %q, not %q", c.name, got, c.said)
		}
		if got := strings.TrimSuffix(strings.TrimPrefix(f.Rewrite(dropFillers(f)), head), "\n"); got != c.want {
			t.Errorf("%s: %s, not %s", c.name, got, c.want)
		}
	}
}

// TestWriteASS writes what would be markup so that it is none.
func TestWriteASS(t *testing.T) {
	f := mustRead(t, lines(`"start":0,"end":1,"speaker":"Berg, Ann","text":"{so} C:\\new \\{x"`), "a.jsonl", JSONL)
	text, err := ASS.Write(f.Transcript(keepAll(f)))
	if err != nil {
		t.Fatal(err)
	}
	g := mustRead(t, text, "a.ass", ASS)
	if got, want := whoSaysLines(g), `Berg; Ann: {so} C\new \{x`; got != want {
		t.Errorf("%q, not %q in\n%s", got, want, text)
	}
}
