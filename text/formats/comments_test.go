package formats

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// comment is one about some words.
func comment(from, end int, text, color string) Comment {
	return Comment{transcript.Span{Start: from, End: end}, text, color}
}

// TestCheckComment refuses comments about what is not there, and such as say nothing.
func TestCheckComment(t *testing.T) {
	f := mustRead(t, "Ann: Um, we go home.\n", "a.txt", "")
	for _, c := range []struct {
		comment Comment
		want    string // "": it can be
	}{
		{comment(0, 4, "Who?", ""), ""},
		{comment(3, 4, "", "yellow"), ""},
		{comment(-1, 2, "Who?", ""), "no words from -1 to 2: there are 4"},
		{comment(2, 2, "Who?", ""), "no words from 2 to 2"},
		{comment(3, 5, "Who?", ""), "no words from 3 to 5"},
		{comment(0, 1, " \n", ""), "neither a text nor a colour"},
		{comment(0, 1, "Who?", "red"), `the colour "red" is unknown: use yellow, green, blue, pink or gray`},
		{comment(0, 1, strings.Repeat("x", MostComment+1), ""), "shorten it"},
	} {
		err := f.CheckComment(c.comment)
		if (err == nil) != (c.want == "") || err != nil && (!errors.Is(err, ErrComment) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+.100v: %v", c.comment, err)
		}
	}
	d := keepAll(f)
	d.Comments = []Comment{comment(3, 9, "Who?", "")}
	if out, err := DOCX.Write(f.Transcript(d)); err != nil || wordPart(t, out, docxComment) != "" {
		t.Errorf("it is written, or %v", err)
	}
}

// TestPageComments marks words on a page, and leads from them to the note and back.
func TestPageComments(t *testing.T) {
	f := mustRead(t, "Ann: Um, we go home.\nBob: Yes.\n", "a.txt", "")
	d := dropFillers(f)
	d.Comments = []Comment{comment(0, 2, "Who is <we>?\nAsk.", "yellow"), comment(3, 5, "All of it.", ""), comment(4, 5, "", "pink")}
	var b strings.Builder
	if err := f.WriteHTML(&b, d, "a.txt"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`<del class="k1" title="filled-pauses"><mark class="yellow">Um, </mark></del>`,
		`<ins><mark class="yellow">W</mark></ins><mark class="yellow">e</mark><sup><a id="r1" href="#n1" aria-label="Note 1">1</a></sup> go <mark class="noted">home.</mark></p>`,
		`<aside id="n1" role="note"><a href="#r1" aria-label="Note 1: back to the text">1</a> Who is &lt;we&gt;?<br>Ask.</aside>`,
		`<b>Bob</b> <mark class="pink">Yes.</mark><sup><a id="r2" href="#n2" aria-label="Note 2">2</a></sup></p>`,
		`<aside id="n2" role="note">`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %s in\n%s", want, b.String()[strings.Index(b.String(), "<main>"):])
		}
	}
}

// TestPageCommentsAnywhere: whatever is noted, a page says the same, and has all notes.
func TestPageCommentsAnywhere(t *testing.T) {
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		for n := range drawn.Few(8, 2) {
			drawn.From(t, uint64(n), func(c *drawn.Case) {
				d := drawPlan(c, f)
				var before, after strings.Builder
				if err := f.WriteHTML(&before, d, x.name); err != nil {
					c.Fatal(err)
				}
				d.Comments = drawComments(c, f)
				if err := f.WriteHTML(&after, d, x.name); err != nil {
					c.Fatal(err)
				}
				notes := slices.DeleteFunc(f.comments(d), func(c Comment) bool { return c.Text == "" })
				if got := strings.Count(after.String(), "<aside "); got != len(notes) || strings.Count(after.String(), "<sup>") != got {
					c.Fatalf("%d notes, not %d in\n%s", got, len(notes), after.String())
				}
				if got, want := plainPage(after.String()), plainPage(before.String()); got != want {
					c.Fatalf("%s\nbecomes\n%s", want, got)
				}
				if _, err := parsePage(after.String()); err != nil {
					c.Fatal(err)
				}
			})
		}
	}
}

// plainPage returns a page without notes, and with what was cut for them in one.
func plainPage(page string) string {
	for _, x := range [...][2]string{{"<aside ", "</aside>\n"}, {"<sup>", "</sup>"}} {
		for from := strings.Index(page, x[0]); from >= 0; from = strings.Index(page, x[0]) {
			page = page[:from] + page[from+strings.Index(page[from:], x[1])+len(x[1]):]
		}
	}
	for from := strings.Index(page, "<mark "); from >= 0; from = strings.Index(page, "<mark ") {
		page = page[:from] + page[from+strings.IndexByte(page[from:], '>')+1:]
	}
	page = strings.ReplaceAll(page, "</mark>", "")
	for at := 0; ; { // <del class="m">a</del><del class="m">b</del>
		n := strings.Index(page[at:], "</del><del ")
		if n < 0 {
			return page
		}
		at += n
		tag := page[at+len("</del>") : at+len("</del>")+strings.IndexByte(page[at+len("</del>"):], '>')+1]
		if before := strings.LastIndex(page[:at], "<del "); strings.HasPrefix(page[before:], tag) {
			page = page[:at] + page[at+len("</del>")+len(tag):]
		} else {
			at++
		}
	}
}
