package formats

import (
	"archive/zip"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/filetest"
)

// unzipped returns the members of an archive, in order.
func unzipped(t *testing.T, src string) (names, contents []string) {
	t.Helper()
	r, err := zip.NewReader(strings.NewReader(src), int64(len(src)))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.File {
		o, err := m.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(o)
		if err != nil {
			t.Fatal(err)
		}
		names, contents = append(names, m.Name), append(contents, string(b))
	}
	return names, contents
}

// TestDOCXMembers changes the body of a document, and nothing else.
func TestDOCXMembers(t *testing.T) {
	for _, x := range fixtures {
		if x.format != DOCX {
			continue
		}
		src := load(t, x.name)
		f := mustRead(t, src, x.name, "")
		out := f.Rewrite(dropFillers(f))
		names, before := unzipped(t, src)
		after, contents := unzipped(t, out)
		if !slices.Equal(names, after) {
			t.Errorf("%s has the members %q, not %q", x.name, after, names)
		}
		for i := range names {
			if same := before[i] == contents[i]; same != (names[i] != docxBody) {
				t.Errorf("%s: %s is the same: %v", x.name, names[i], same)
			}
		}
		if again := f.Rewrite(dropFillers(f)); again != out {
			t.Errorf("%s becomes something else", x.name)
		}
	}
}

// docxOf returns a document of some paragraphs.
func docxOf(t testing.TB, paragraphs string) string {
	t.Helper()
	s, err := newDocx(`<w:document xmlns:w="w"><w:body>` + paragraphs + `</w:body></w:document>`)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestDropDOCX takes words out of runs, and paragraphs where that does no harm.
func TestDropDOCX(t *testing.T) {
	p := func(texts ...string) string {
		return "<w:p><w:r><w:t>" + strings.Join(texts, "</w:t></w:r><w:r><w:t>") + "</w:t></w:r></w:p>"
	}
	for _, c := range []struct {
		name, src, want string
		keepEmpty       bool
	}{
		{"a paragraph", p("Um.") + p("Yes."), p("Yes."), false},
		{"one that is kept", p("Um.") + p("Yes."), p("") + p("Yes."), true},
		{"runs", p("So, ", "um", ", yes."), p("So ", "", "yes."), false},
		{"a word over runs", p("We u", "m left."), p("We ", "left."), false},
		{"in a table", "<w:tc>" + p("Um.") + "</w:tc>", "<w:tc>" + p("") + "</w:tc>", false},
		{"with a section", "<w:p><w:pPr><w:sectPr/></w:pPr><w:r><w:t>Um.</w:t></w:r></w:p>", "<w:p><w:pPr><w:sectPr/></w:pPr><w:r><w:t></w:t></w:r></w:p>", false},
		{"a header with it", p("Ann  0:01") + p("Um.") + "<w:p/>" + p("Bo  0:02") + p("Yes."), p("Bo  0:02") + p("Yes."), false},
		{"in one paragraph", "<w:p><w:r><w:t>Ann  0:01</w:t><w:br/><w:t>Um.</w:t></w:r></w:p>" + p("Bo  0:02") + p("Yes."), p("Bo  0:02") + p("Yes."), false},
		{"a header stays below a title", p("Talk") + p("Ann  0:01") + p("Um."), p("Talk") + p("Ann  0:01"), false},
		{"times and a name", "<w:p><w:r><w:t>0:0:1.0 --&gt; 0:0:2.5</w:t><w:br/><w:t>Ann</w:t><w:br/><w:t>Um.</w:t></w:r></w:p><w:p><w:r><w:t>0:0:2.5 --&gt; 0:0:4.0</w:t><w:br/><w:t>Bo</w:t><w:br/><w:t>Um, yes.</w:t></w:r></w:p>",
			"<w:p><w:r><w:t>0:0:2.5 --&gt; 0:0:4.0</w:t><w:br/><w:t>Bo</w:t><w:br/><w:t>Yes.</w:t></w:r></w:p>", false},
		{"a notice stays", p("Ann  0:01") + p("Yes.") + p("Bo  0:02") + p("Um.") + p("Transcribed by https://otter.ai"),
			p("Ann  0:01") + p("Yes.") + p("Transcribed by https://otter.ai"), false},
		{"the number of a page stays", p("Ann  0:01") + p("Um.") + p("Page 1 of 2") + p("Bo  0:02") + p("Yes."), p("Page 1 of 2") + p("Bo  0:02") + p("Yes."), false},
		{"a label", p("Ann: Um.") + p("Bo: Yes."), p("Bo: Yes."), false},
		{"references", p("Um, R&amp;D &lt;x&gt;"), p("R&amp;D &lt;x&gt;"), false},
	} {
		f := mustRead(t, docxOf(t, c.src), "a.docx", "")
		d := dropFillers(f)
		d.KeepEmpty = c.keepEmpty
		_, got := unzipped(t, f.Rewrite(d))
		_, want := unzipped(t, docxOf(t, c.want))
		if got[2] != want[2] {
			t.Errorf("%s: %s, not %s", c.name, got[2], want[2])
		}
	}
}

// TestDOCXSaid finds who says what in documents.
func TestDOCXSaid(t *testing.T) {
	for name, want := range map[string]string{
		"teams.docx": "Ines Falk: Okay, um, so we have the, the quotes for the roof.. Tomas Lind (Guest): Uh.. " +
			"Tomas Lind (Guest): Yes, I, er, I sent three of them, uh, four of them, R&D too.. Ines Falk: And when, um, when can they start?",
		"otter.docx": "Nora Quist: Um, we sent the the plan uh yesterday I mean on Monday.. Abdul Rahim: Uh,. Abdul Rahim: the oven is, er, it is on the wrong side.. " +
			"Abdul Rahim: And um the window.. Nora Quist: Right. [laughter] We, uh, we move it.",
		"interview.docx": "Interviewer: So, um, how did you, how did you start?. Ada: Uh.. Ada: With a, uh, with a small loom. My grandmother, er, gave it to me.. " +
			"Interviewer: Um.. Ada: I mean, um, it was hers.",
	} {
		if got := whoSaysLines(mustRead(t, load(t, name), name, "")); got != want {
			t.Errorf("%s: %q, not %q", name, got, want)
		}
	}
}

// TestBadDOCX refuses what is no document, or too big, and says why.
func TestBadDOCX(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine reads many megabytes")
	}
	good := docxOf(t, "<w:p/>")
	other, err := newDocx("<x/>")
	if err != nil {
		t.Fatal(err)
	}
	big := docxOf(t, strings.Repeat(" ", MaxSize))
	bomb := []byte(big)
	for i := strings.Index(string(bomb), "PK\x01\x02"); i >= 0; { // what the directory says of sizes is not to be believed
		binary.LittleEndian.PutUint32(bomb[i+24:], 1000)
		n := strings.Index(string(bomb[i+4:]), "PK\x01\x02")
		if n < 0 {
			break
		}
		i += 4 + n
	}
	for _, c := range []struct {
		name, src string
		format    Format
		want      string
	}{
		{"a.docx", "Um, hello.\n", "", "a.docx:1: this is no Word document"},
		{"a.docx", good[:len(good)-10], "", "a.docx:1:1: the document is damaged or cut off"},
		{"a.txt", good[:len(good)-10], "", "a.txt:1:1: this is a zip archive"},
		{"a.docx", strings.Replace(good, docxBody, "word/documents.xm", 2), "", "a.docx:1:1: this is a zip archive"},
		{"a.docx", other, "", "a.docx:2:1: this is no Word document: its body starts with <x>"},
		{"a.docx", good, SRT, "a.docx:1:1: this is a document of the format docx, not srt"},
		{"a.docx", docxOf(t, "<w:p>"), "", "a.docx:2: no valid XML"},
		{"a.docx", big, "", "a.docx has more than 128 MiB of text"},
		{"a.docx", strings.Replace(good, "PK\x03\x04", "PK\x03\x14", 1), "", "a.docx:1"}, // whatever member it is of
		{"a.docx", strings.Join(strings.SplitAfterN(good, "PK\x03\x04", 3)[:2], "") + "?" + strings.SplitAfterN(good, "PK\x03\x04", 3)[2], "", "a.docx:1:1: the document is damaged"},
		{"a.docx", string(bomb), "", "a.docx:1:1: the document is damaged"},
	} {
		if _, err := readOrPanic(c.src, c.name, c.format); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, not %s", err, c.want)
		}
	}
}

// TestDOCXWithPictures reads documents whose directory is far from their first bytes, from all that they may come from.
func TestDOCXWithPictures(t *testing.T) {
	src := filetest.Pictures(t, load(t, "teams.docx"), 300_000, 70_000)
	path := filepath.Join(t.TempDir(), "a.docx")
	if err := os.WriteFile(path, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for what, r := range map[string]io.Reader{"a string": strings.NewReader(src), "a pipe": io.MultiReader(strings.NewReader(src)), "a file": file} {
		for _, name := range []string{"a.docx", "-"} {
			if got, err := (Reading{}).Source(r, name); err != nil || got != src {
				t.Errorf("%s as %s: %d bytes of %d, %v", what, name, len(got), len(src), err)
			}
			if s, ok := r.(io.Seeker); !ok {
				break
			} else if _, err := s.Seek(0, io.SeekStart); err != nil {
				t.Fatal(err)
			}
		}
	}
	f := mustRead(t, src, "a.docx", "")
	out := f.Rewrite(dropFillers(f))
	names, before := unzipped(t, src)
	after, contents := unzipped(t, out)
	if !slices.Equal(names, after) {
		t.Errorf("the members are %q, not %q", after, names)
	}
	for i := range names {
		if same := before[i] == contents[i]; same != (names[i] != docxBody) {
			t.Errorf("%s is the same: %v", names[i], same)
		}
	}
}
