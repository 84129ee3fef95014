package formats

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/mutants"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestRevisionsOfMutants writes revisions and comments into documents of any making: what was read is read again.
func TestRevisionsOfMutants(t *testing.T) {
	for _, x := range fixtures {
		if x.format != DOCX {
			continue
		}
		body := wordPart(t, load(t, x.name), docxBody)
		t.Run(x.name, func(t *testing.T) {
			drawn.Check(t, func(c *drawn.Case) {
				mutant, err := newDocx(mutants.Of(c, body))
				if err != nil {
					c.Fatal(err)
				}
				f, err := Read(mutant, x.name, "")
				if err != nil || len(f.Document.Tokens) == 0 {
					return
				}
				d := drawPlan(c, f)
				d.Revisions, d.Comments = true, drawComments(c, f)
				out := f.Rewrite(d)
				if _, err := Read(out, x.name, ""); err != nil {
					c.Fatalf("%v in\n%s", err, wordPart(c, out, docxBody))
				}
			})
		})
	}
}

// drawComments draws what a person notes.
func drawComments(t *drawn.Case, f *File) []Comment {
	var out []Comment
	for range t.Int("comments", 0, 3) {
		from := t.Int("from", 0, len(f.Document.Words)-1)
		to := min(len(f.Document.Words), from+t.Int("words", 1, 12))
		out = append(out, Comment{transcript.Span{Start: from, End: to}, drawn.Of(t, "text", "", "Check this & <that>.", "Two\nlines"), drawn.Of(t, "color", append(Highlights(), "", "")...)})
	}
	return out
}

// TestRevisionsInPlace: of a Word document with revisions, accepting all makes what is written without them, and rejecting all the
// document that it was, whatever is decided.
func TestRevisionsInPlace(t *testing.T) {
	for _, x := range fixtures {
		if x.format != DOCX {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			src := load(t, x.name)
			f := mustRead(t, src, x.name, "")
			before := settle(t, wordPart(t, src, docxBody), true)
			drawn.Check(t, func(c *drawn.Case) {
				d := drawPlan(c, f)
				clean := settle(c, wordPart(c, f.Rewrite(d), docxBody), true)
				if d.Revisions = c.Bool("revisions"); c.Bool("commented") {
					d.Comments = drawComments(c, f)
				}
				out := f.Rewrite(d)
				checkWord(t, out)
				body := wordPart(c, out, docxBody)
				got := settle(c, body, true)
				if !d.Revisions && strings.Contains(body, revisionAuthor) {
					c.Fatalf("there are revisions in\n%s", body)
				}
				for i := range got.paragraphs { // one may be left empty where no other could take its place
					if i == len(clean.paragraphs) || got.paragraphs[i] != clean.paragraphs[i] {
						if got.paragraphs[i] == "" {
							clean.paragraphs = slices.Insert(clean.paragraphs, i, "")
						}
					}
				}
				if !slices.Equal(got.paragraphs, clean.paragraphs) {
					c.Fatalf("accepted it is\n%q\nnot\n%q\nin\n%s", got.paragraphs, clean.paragraphs, body)
				}
				if again := settle(c, body, false); d.Revisions && len(d.Comments) == 0 && again.all != before.all {
					c.Fatalf("rejected it is\n%s\nnot\n%s\nin\n%s", again.all, before.all, body)
				}
				if again := settle(c, body, false); d.Revisions && !slices.Equal(again.paragraphs, before.paragraphs) {
					c.Fatalf("rejected it is\n%q\nnot\n%q\nin\n%s", again.paragraphs, before.paragraphs, body)
				}
				if _, err := Read(out, x.name, ""); err != nil {
					c.Fatal(err)
				}
			})
		})
	}
}

// TestRevisionsOfAll: of a Word document that any transcript has become, accepting all revisions makes the clean text,
// and rejecting all what it was.
func TestRevisionsOfAll(t *testing.T) {
	for i, x := range fixtures {
		if i%drawn.Few(1, 4) != 0 {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			f := mustRead(t, load(t, x.name), x.name, x.format)
			plain, err := DOCX.Write(f.Transcript(nil))
			if err != nil {
				t.Fatal(err)
			}
			before := settle(t, wordPart(t, plain, docxBody), true)
			for n := range drawn.Few(20, 4) {
				drawn.From(t, uint64(n), func(c *drawn.Case) {
					d := drawPlan(c, f)
					d.Comments = drawComments(c, f)
					d.Revisions = true
					rest := f.Transcript(d)
					out, err := DOCX.Write(rest)
					if err != nil {
						c.Fatal(err)
					}
					checkWord(t, out)
					body := wordPart(c, out, docxBody)
					if got := settle(c, body, false); !slices.Equal(unescapedLoose(got.paragraphs), unescapedLoose(before.paragraphs)) {
						c.Fatalf("rejected it is\n%q\nnot\n%q", got.paragraphs, before.paragraphs)
					}
					got := strings.Join(strings.Fields(strings.Join(saidOnly(f, rest.Before, settle(c, body, true).paragraphs), "")), "")
					if want := saidThen(rest); got != want {
						c.Fatalf("accepted it says\n%s\nnot\n%s\nin\n%s", got, want, body)
					}
					if _, err := Read(out, "a.docx", ""); err != nil {
						c.Fatal(err)
					}
				})
			}
		})
	}
}

// unescapedLoose returns lines without joiners and what escapeLoose does.
func unescapedLoose(lines []string) []string {
	out := slices.Clone(lines)
	for i := range out {
		for _, c := range "<{" {
			out[i] = strings.ReplaceAll(out[i], "&#"+strconv.Itoa(int(c))+";", string(c))
		}
		out[i] = strings.ReplaceAll(strings.ReplaceAll(out[i], "&amp;", "&"), string(joiner), "")
	}
	return out
}

// saidOnly returns paragraphs without labels and headers.
func saidOnly(f *File, before *Transcript, paragraphs []string) []string {
	own := before.copy(DOCX)
	lines := own.labelledLines
	if own.timed() {
		lines = own.headedLines
	}
	heads := make(map[string]bool)
	for _, l := range lines() {
		heads[l.head] = true
	}
	var out []string
	for _, p := range paragraphs {
		best := ""
		for head := range heads {
			if strings.HasPrefix(p, head) && len(head) > len(best) {
				best = head
			}
		}
		out = append(out, strings.ReplaceAll(strings.TrimPrefix(p, best), string(joiner), ""))
	}
	return out
}

// saidThen returns all that is said, without blanks, in the order of what it was before.
func saidThen(rest *Transcript) string {
	clean := rest.copy(DOCX).cleanedWords()
	before := rest.Before.copy(DOCX)
	var b strings.Builder
	for i := range before.Utterances {
		words := before.Utterances[i].Words
		for k := range words {
			if c := clean[words[k].Word]; c.words != nil && (k == 0 || words[k-1].Word != words[k].Word) {
				b.WriteString(strings.Join(strings.Fields(strings.ReplaceAll(c.text(), string(joiner), "")), ""))
			}
		}
	}
	return b.String()
}
