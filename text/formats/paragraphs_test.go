package formats

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestParagraphs: turns are broken in text that is made of other formats, in text, and in
// pages; turns stay what they are.
func TestParagraphs(t *testing.T) {
	boats := strings.TrimSpace(strings.Repeat("The boat and the other boats sailed. ", 4))
	horses := strings.TrimSpace(strings.Repeat("The horse and the other horses ran. ", 4))
	r := transcript.Rewriting{Remove: data.NoDisfluencies, Punct: transcript.PunctKeep, Case: transcript.CaseKeep, Paragraphs: 28}
	lines := func(speaker, text string) string {
		return `{"speaker":"` + speaker + `","text":"` + text + `"}` + "\n"
	}
	for _, c := range []struct{ name, src, text, page string }{
		{"one utterance", lines("Ann", boats+" "+horses) + lines("Bob", "Yes."), "Ann: " + boats + "\n\n" + horses + "\nBob: Yes.\n",
			"<p><b>Ann</b> " + boats + "</p>\n<p>" + horses + "</p>\n<p><b>Bob</b> Yes.</p>"},
		{"two utterances", lines("Ann", boats) + lines("Ann", horses), "Ann: " + boats + "\n\n" + horses + "\n",
			"<p><b>Ann</b> " + boats + " </p>\n<p>" + horses + "</p>"},
		{"nobody's name", lines("", boats+" "+horses), boats + "\n\n" + horses + "\n", "<p>" + boats + "</p>\n<p>" + horses + "</p>"},
	} {
		f := mustRead(t, c.src, "x.jsonl", JSONL)
		plan := &Plan{Rewriting: r}
		text, err := Text.Write(f.Transcript(plan))
		if err != nil || text != c.text {
			t.Errorf("%s: %v\n%q, want\n%q", c.name, err, text, c.text)
		}
		var page strings.Builder
		if err := f.WriteHTML(&page, plan, "x"); err != nil || !strings.Contains(page.String(), c.page) {
			t.Errorf("%s: %v, %q is not in the page\n%s", c.name, err, c.page, page.String())
		}
		if err := checkPage(f, plan); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if got := f.Rewrite(&Plan{}); got != c.src {
			t.Errorf("%s changes: %q", c.name, got)
		}
	}
	// Somebody goes on in a later line: turns are put together, lines stay lines.
	src := "Ann: " + boats + " And\nBob: uh-huh\nAnn: then it went. " + horses + "\n"
	f := mustRead(t, src, "x.txt", Text)
	if got := f.Rewrite(&Plan{Rewriting: r}); strings.Count(got, "Ann: ") != 2 || strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(src), " ") || !strings.Contains(got, "\n\n") {
		t.Errorf("%q", got)
	}
}
