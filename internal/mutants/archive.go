package mutants

import (
	"archive/zip"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// member is a file in an archive.
type member struct {
	name, text string
	stored     bool // as it is
}

func isArchive(src string) bool { return strings.HasPrefix(src, "PK\x03\x04") }

// isXML reports whether a member is XML.
func (m *member) isXML() bool {
	return strings.HasSuffix(m.name, ".xml") || strings.HasSuffix(m.name, ".rels")
}

// isSaid reports whether a member has what is said in a document: of Word, OpenDocument or a spreadsheet.
func (m *member) isSaid() bool {
	return m.name == "word/document.xml" || m.name == "content.xml" || m.name == "xl/sharedStrings.xml" || strings.HasPrefix(m.name, "xl/worksheets/sheet")
}

// members returns the files of an archive, nil if it is none.
func members(src string) []member {
	archive, err := zip.NewReader(strings.NewReader(src), int64(len(src)))
	if err != nil {
		return nil
	}
	var out []member
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			return nil
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return nil
		}
		out = append(out, member{f.Name, string(text), f.Method == zip.Store})
	}
	return out
}

// pack returns an archive of files.
func pack(all []member) string {
	var b strings.Builder
	w := zip.NewWriter(&b)
	for _, m := range all {
		method := zip.Deflate
		if m.stored {
			method = zip.Store
		}
		to, err := w.CreateHeader(&zip.FileHeader{Name: m.name, Method: method})
		if err == nil {
			_, err = io.WriteString(to, m.text)
		}
		if err != nil {
			panic(err) // it is in memory
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

// inArchive changes a member of an archive: mostly one that has what is said.
func inArchive(t *drawn.Case, src string, change func(text string) string) string {
	all := members(src)
	var said, other []int
	for i := range all {
		if m := &all[i]; m.isSaid() {
			said = append(said, i)
		} else if m.isXML() {
			other = append(other, i)
		}
	}
	if len(said) == 0 {
		return ofText(t, src)
	}
	of := said
	if len(other) > 0 && t.Int("another member", 0, 5) == 0 {
		of = other
	}
	m := &all[drawn.Of(t, "member", of...)]
	m.text = change(m.text)
	return pack(all)
}

// unpackedHead opens what Unpacked returns, and unpackedMark what is said of a member.
const (
	unpackedHead = "an archive of\n"
	unpackedMark = "\n==== "
)

// Unpacked returns the XML in an archive as one text, of which Packed makes an archive: fuzzing that changes bytes of it gets
// further than with those of the archive.
func Unpacked(src string) string {
	var b strings.Builder
	b.WriteString(unpackedHead)
	for _, m := range members(src) {
		if m.isXML() || m.stored {
			b.WriteString(unpackedMark + m.name + "\n" + m.text)
		}
	}
	return b.String()
}

// Packed returns the archive of what Unpacked returns, and any other text as it is.
func Packed(text string) string {
	rest, ok := strings.CutPrefix(text, unpackedHead)
	if !ok {
		return text
	}
	var all []member
	for _, own := range strings.Split(rest, unpackedMark)[1:] {
		name, text, _ := strings.Cut(own, "\n")
		all = append(all, member{name, text, name == "mimetype"})
	}
	return pack(all)
}
