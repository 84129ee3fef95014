package formats

import (
	"strings"
	"testing"
)

// TestPage cleans the transcript of a page, and nothing else on it.
func TestPage(t *testing.T) {
	src := load(t, "rows.htm")
	f := mustRead(t, src, "rows.htm", "")
	out := f.Rewrite(dropFillers(f))
	if strings.Count(strings.ToLower(out), " um") != 1 || !strings.Contains(out, "Share this, um, page") || f.Document.Turns[0].Speaker != "Ann Berg" {
		t.Errorf("it becomes\n%s", out)
	}
	// What is said stands in a script once more.
	var said strings.Builder
	for i := range f.Document.Words {
		said.WriteString(f.Document.Text(f.Document.Words[i].Core) + " ")
	}
	again := strings.Replace(src, `var player`, `var text = "`+said.String()+`"; var player`, 1)
	if _, err := Read(again, "rows.htm", ""); err == nil || !strings.Contains(err.Error(), "again") {
		t.Errorf("a page that says it twice: %v", err)
	}
}

// TestMessages leaves what is no talk in exports of messages: code, and what a model is told.
func TestMessages(t *testing.T) {
	const src = `[{"role":"system","content":"You say um, um."},{"role":"user","content":"Um, yes."},{"role":"tool","content":"um"},{"role":"assistant","content":"So, um, no.\nUh, yes."}]`
	f := mustRead(t, src, "a.json", "")
	sameText(t, f.Rewrite(dropFillers(f)), `[{"role":"system","content":"You say um, um."},{"role":"user","content":"Yes."},{"role":"tool","content":"um"},{"role":"assistant","content":"So no.\nYes."}]`)
}
