package formats

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"strings"
	"testing"
)

const (
	bodyHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n" + `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`
	bodyTail = `</w:body></w:document>`
)

// packed returns a Word document whose body is a text often repeated, which says that it has a size;
// 0: the one it has.
func packed(t testing.TB, unit string, times int, says uint64) string {
	t.Helper()
	var body bytes.Buffer
	{
		var alone bytes.Buffer
		w := zip.NewWriter(&alone)
		to, err := w.Create(docxBody)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(to, bodyHead)
		for range times {
			io.WriteString(to, unit)
		}
		io.WriteString(to, bodyTail)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if says == 0 {
			return alone.String()
		}
		r, err := zip.NewReader(bytes.NewReader(alone.Bytes()), int64(alone.Len()))
		if err != nil {
			t.Fatal(err)
		}
		from, err := r.File[0].OpenRaw()
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(&body, from)
	}
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	to, err := w.CreateRaw(&zip.FileHeader{Name: docxBody, Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(nil), CompressedSize64: uint64(body.Len()), UncompressedSize64: says})
	if err != nil {
		t.Fatal(err)
	}
	to.Write(body.Bytes())
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// manyMembers returns a Word document of a body and so many more members.
func manyMembers(t testing.TB, n int) string {
	t.Helper()
	var b strings.Builder
	w := zip.NewWriter(&b)
	for i := range n {
		if _, err := w.CreateHeader(&zip.FileHeader{Name: fmt.Sprint("word/media/", i)}); err != nil {
			t.Fatal(err)
		}
	}
	to, err := w.Create(docxBody)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(to, bodyHead+`<w:p><w:r><w:t>So, um, yes.</w:t></w:r></w:p>`+bodyTail)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestBombs refuses what is small and would take much, and takes next to no memory for it.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine reads many megabytes")
	}
	const said = `<w:p><w:r><w:t>So, um, I think we, we go.</w:t></w:r></w:p>`
	deep := func(open, shut string) string { return strings.Repeat(open, 10_000) + strings.Repeat(shut, 10_000) }
	for _, c := range []struct {
		what, src, name, want string
		large                 bool
	}{
		{"much from little", packed(t, said, 300_000, 0), "a.docx", "a.docx unpacks to 16 MiB of text from", true},
		{"much from little under another name", packed(t, said, 300_000, 0), "a", "a unpacks to 16 MiB of text from", true},
		{"gigabytes, as it says", packed(t, said, 1, 5<<30), "a.docx", "a.docx has more than 128 MiB of text", true},
		{"more than it says", packed(t, said, 300_000, 1000), "a.docx", "a.docx:1:1: the document is damaged", false},
		{"many members", manyMembers(t, mostEntries+1), "a.docx", "a.docx: the archive has more than 4096 members", true},
		{"deep", packed(t, deep("<w:p>", "</w:p>"), 1, 0), "a.docx", "more than 200 elements in one another", false},
		{"deep JSON", `{"segments":` + deep("[", "]") + "}", "a.json", "nested more than 100 deep", false},
		{"a long list", `{"segments":[` + strings.Repeat("0,", mostJSON) + "0]}", "a.json", "a.json has more than 4194304 elements in a list of JSON", true},
		{"an object of many members", `{"segments":{` + strings.Repeat(`"":0,`, mostJSON) + `"":0}}`, "a.json", "a.json has more than 4194304 elements in a list of JSON", true},
		{"many lines", "WEBVTT\n\n" + strings.Repeat("\n", mostLines), "a.vtt", "a.vtt has more than 16777216 lines", true},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := Read(c.src, c.name, "")
		runtime.ReadMemStats(&after)
		switch {
		case f != nil || err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, ErrTooLarge) != c.large:
			t.Errorf("%s: %v, want %s", c.what, err, c.want)
		case !c.large && !errors.Is(err, ErrFormat):
			t.Errorf("%s: %v is not about the format", c.what, err)
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 24<<20 {
			t.Errorf("%s: %d MiB were taken", c.what, taken>>20)
		}
	}
}

// TestManyElements counts elements of XML as they are read.
func TestManyElements(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine reads many megabytes")
	}
	x := newXMLReader(&File{Name: "a.xml", text: "<a>" + strings.Repeat("<b/>", mostXML) + "</a>"}, "the file")
	for {
		token, err := x.next()
		if err != nil {
			if !errors.Is(err, ErrTooLarge) {
				t.Error(err)
			}
			return
		}
		if token == nil {
			t.Fatalf("%d elements are fine", x.elements)
		}
	}
}

// TestNoBombs reads what is large, and what people may well write.
func TestNoBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine reads many megabytes")
	}
	for _, c := range []struct {
		what, src string
		words     int
	}{
		{"an empty table", packed(t, `<w:p/>`, 100_000, 0), 0},
		{"a text that is there often", packed(t, `<w:p><w:r><w:t>So, um, we go.</w:t></w:r></w:p>`, 20_000, 0), 80_000},
		{"some members", manyMembers(t, 1000), 3},
	} {
		f, err := Read(c.src, "a.docx", "")
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
		} else if len(f.Document.Words) != c.words {
			t.Errorf("%s: %d words", c.what, len(f.Document.Words))
		}
	}
	if got, want := UnpackedSize(packed(t, "<w:p/>", 1000, 0)), int64(len(bodyHead)+len(bodyTail)+6000); got != want {
		t.Errorf("a document unpacks to %d bytes, not %d", got, want)
	}
	for _, src := range []string{"", "So, um, yes.", zipMagic, manyMembers(t, mostEntries+1)} {
		if got := UnpackedSize(src); got != int64(len(src)) {
			t.Errorf("what is no document unpacks to %d bytes, not %d", got, len(src))
		}
	}
}

// TestManyRuns reads a paragraph of many runs in a time that grows as their number does: what is
// taken for each does not grow.
func TestManyRuns(t *testing.T) {
	taken := func(runs int) float64 {
		src := packed(t, `<w:p>`+strings.Repeat(`<w:r><w:t>a </w:t></w:r>`, runs)+`</w:p>`, 1, 0)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		mustRead(t, src, "a.docx", DOCX)
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc-before.TotalAlloc) / float64(runs)
	}
	if few, many := taken(2_000), taken(32_000); many > 2*few {
		t.Errorf("a run of many takes %.0f bytes, one of few %.0f", many, few)
	}
}
