package formats

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// docxBody is the member of a Word document that holds its text.
const docxBody = "word/document.xml"

// zipMagic is how a zip archive starts that holds anything.
const zipMagic = "PK\x03\x04"

// docx is a Word document, an OpenDocument text, or a spreadsheet: a zip archive, of which one member is read, and of a spreadsheet
// others beside it. The zip and XML
// readers of the standard library are enough for that, and keep the places of what is read,
// which libraries for Word documents do not.
type docx struct {
	archive *zip.Reader
	body    *zip.File
	format  Format
	read    uint64 // bytes that were unpacked
}

// openDocx opens a Word document, an OpenDocument text, or a spreadsheet; nil if src is an archive of another kind.
func openDocx(src string) (*docx, error) {
	if err := checkEntries(src); err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(strings.NewReader(src), int64(len(src)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, err
	}
	for _, f := range archive.File {
		switch {
		case f.Name == docxBody:
			return &docx{archive: archive, body: f, format: DOCX}, nil
		case f.Name == odtBody && openDocument(archive) != "":
			return &docx{archive: archive, body: f, format: openDocument(archive)}, nil
		case f.Name == xlsxBody:
			return &docx{archive: archive, body: f, format: XLSX}, nil
		}
	}
	return nil, nil
}

// text unpacks the body, which may be as large as check lets it, and no larger than the archive
// says.
func (d *docx) text(name string) (string, error) {
	if err := d.check(d.body, name); err != nil {
		return "", err
	}
	if d.body.Name == odtBody && strings.Contains(headOf(d.archive, odtManifest, anyRatio), "encryption-data") {
		return "", &Error{name, 1, 1, "the document is protected by a password: save it without one, and give that"}
	}
	for _, f := range d.archive.File { // all of them are copied when it is written: see pack
		if _, err := f.DataOffset(); err != nil {
			return "", damagedDocx(name, err)
		}
	}
	return d.unpack(d.body, name)
}

// member is text for another member of the archive; found is false where there is none.
func (d *docx) member(name, member string) (text string, found bool, err error) {
	i := slices.IndexFunc(d.archive.File, func(f *zip.File) bool { return f.Name == member })
	if i < 0 {
		return "", false, nil
	}
	if slices.ContainsFunc(d.archive.File[i+1:], func(f *zip.File) bool { return f.Name == member }) {
		return "", false, damagedDocx(name, fmt.Errorf("it has %s twice", member))
	}
	text, err = d.unpack(d.archive.File[i], name)
	return text, true, err
}

// unpack returns what is in a member.
func (d *docx) unpack(f *zip.File, name string) (string, error) {
	if err := d.check(f, name); err != nil {
		return "", err
	}
	r, err := f.Open()
	if err != nil {
		return "", damagedDocx(name, err)
	}
	defer r.Close()
	size := int64(f.UncompressedSize64)
	var b strings.Builder
	b.Grow(int(size)) // check bounds it
	n, err := io.Copy(&b, io.LimitReader(r, size+1))
	if err == nil && n > size {
		err = errors.New("there is more in it than it says")
	}
	if err != nil {
		return "", damagedDocx(name, err)
	}
	d.read += f.UncompressedSize64
	return b.String(), nil
}

func damagedDocx(name string, err error) error {
	return &Error{name, 1, 1, fmt.Sprintf("the document is damaged or cut off: %v", err)}
}

// pack returns the document with another body. All else is as it was, and where it was.
func (d *docx) pack(body string) string { return d.packWith(map[string]string{d.body.Name: body}, nil) }

// packWith is pack for several parts that change, and some that are new, which come last.
func (d *docx) packWith(changed map[string]string, added []docxPart) string {
	var b strings.Builder
	w := zip.NewWriter(&b)
	err := w.SetComment(d.archive.Comment)
	for _, f := range d.archive.File {
		if err != nil {
			break
		}
		text, is := changed[f.Name]
		if !is || f.Name == d.body.Name && f != d.body {
			err = w.Copy(f)
			continue
		}
		h := f.FileHeader
		h.Method = zip.Deflate
		var to io.Writer
		if to, err = w.CreateHeader(&h); err == nil {
			_, err = io.WriteString(to, text)
		}
	}
	for _, p := range added {
		var to io.Writer
		if err == nil {
			to, err = w.Create(p.name)
		}
		if err == nil {
			_, err = io.WriteString(to, xmlHead+p.text)
		}
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // it is in memory, and was read
	}
	return b.String()
}
