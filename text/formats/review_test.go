package formats

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/style"
	"github.com/tidytalk/tidytalk/text/transcript"
)

var (
	reviewRows = regexp.MustCompile(`(?s)<tr><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>`)
	cellTag    = regexp.MustCompile(`<[^>]*>`)
)

// bareCell returns the words of a cell.
func bareCell(s string) string {
	return strings.Join(strings.Fields(html.UnescapeString(cellTag.ReplaceAllString(s, ""))), " ")
}

// TestReview has what was said and what is left of it beside each other, with the rule of each change.
func TestReview(t *testing.T) {
	f := mustRead(t, "A: I went, uh, gonna\nB: Mm-hmm.\nA: go <there> (laughs).\nB: Did you?\nA: Yeah.\n", "a.txt", Text)
	d := &Plan{Decisions: make([]data.Decision, len(f.Document.Tokens))}
	s := style.Named("clean-verbatim")
	d.Rewriting = transcript.Rewriting{Remove: s.Remove, Notes: s.Notes, Forms: s.Forms}.AsWritten()
	for i, tok := range f.Document.Tokens {
		switch tok.Text {
		case "uh":
			d.Decisions[i].Why = data.FilledPauses
		case "Mm-hmm":
			d.Decisions[i].Why = data.Listening
		case "go":
			d.Decisions[i].Tag = "VB"
		}
	}
	var b strings.Builder
	if err := f.WriteReview(&b, d, "a & b"); err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, m := range reviewRows.FindAllStringSubmatch(b.String(), -1) {
		rows = append(rows, bareCell(m[1])+" | "+bareCell(m[2])+" | "+bareCell(m[3]))
	}
	got := strings.Join(rows, "\n")
	for _, want := range []string{"Did you?", "| A Yes. | Yeah → Yes answer yeah = yes", "uh, filled-pauses", "gonna → going to", "Mm-hmm. listening", "(laughs). notes out laughs"} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %q:\n%s", want, got)
		}
	}
	if !strings.Contains(b.String(), "<title>a &amp; b</title>") || strings.Contains(b.String(), "<there>") || !strings.Contains(b.String(), "#k9") {
		t.Errorf("names are no text, or the colours of kinds are missing:\n%s", b.String())
	}
}

// TestReviewAnyhow draws texts: the columns are the words of the source, and of the text that is left.
func TestReviewAnyhow(t *testing.T) {
	drawn.Check(t, func(c *drawn.Case) {
		text := strings.Join(drawn.Several(c, "parts", 1, 14, "um", "yes,", "No.", "I", "gonna", "(laughs)", "<b>", "&", "\nA:", "\nB:", "\n", "OK"), " ")
		f, err := Read(text, "a.txt", Text)
		if err != nil {
			return
		}
		d := &Plan{Decisions: make([]data.Decision, len(f.Document.Tokens))}
		s := style.Named("clean-verbatim")
		d.Rewriting = transcript.Rewriting{Remove: s.Remove, Notes: s.Notes, Forms: s.Forms}.AsWritten()
		for i := range d.Decisions {
			if c.Int("goes", 0, 3) == 0 {
				d.Decisions[i].Why = drawn.Of(c, "why", data.FilledPauses, data.Listening)
			}
		}
		var b strings.Builder
		if err := f.WriteReview(&b, d, "x"); err != nil {
			t.Fatal(err)
		}
		edit := d.Edit(f.Document)
		var said, clean, wantSaid, wantClean []string
		for _, m := range reviewRows.FindAllStringSubmatch(regexp.MustCompile(`<b>[^<]*</b> `).ReplaceAllString(b.String(), ""), -1) {
			said, clean = append(said, strings.Fields(bareCell(m[1]))...), append(clean, strings.Fields(bareCell(m[2]))...)
		}
		var kept []transcript.KeptWord
		for l := range f.Document.Lines {
			for w := f.Document.Lines[l].Words.Start; w < f.Document.Lines[l].Words.End; w++ {
				wantSaid = append(wantSaid, strings.Fields(f.Document.Text(f.Document.Words[w].Bytes))...)
			}
			kept = edit.Kept(kept[:0], l)
			for _, k := range kept {
				wantClean = append(wantClean, strings.Fields(k.Lead+k.Core+k.Trail)...)
			}
		}
		if a, b := strings.Join(said, ""), strings.Join(wantSaid, ""); a != b {
			t.Fatalf("%q: what was said is %q, not %q", text, a, b)
		}
		if a, b := strings.Join(clean, ""), strings.Join(wantClean, ""); a != b {
			t.Fatalf("%q: what is left is %q, not %q", text, a, b)
		}
	})
}
