package formats

import (
	"archive/zip"
	"errors"
	"strings"
	"testing"
)

// zipOf returns an archive with members of these names.
func zipOf(t *testing.T, names ...string) string {
	t.Helper()
	var b strings.Builder
	w := zip.NewWriter(&b)
	for _, name := range names {
		if _, err := w.Create(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestUnsupported says of files that are no transcripts what they are and what to do, whatever they are called and
// wherever they come from; what only begins like one is read.
func TestUnsupported(t *testing.T) {
	for _, c := range []struct{ src, what, do string }{
		{"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "a picture (PNG)", "OCR"},
		{"\xff\xd8\xff\xe0\x00\x10JFIF", "a picture (JPEG)", "OCR"},
		{"BM6\x00\x0c\x00\x00\x00\x00\x00\x36\x00", "a picture (BMP)", "OCR"},
		{"RIFF\x24\x08\x00\x00WAVEfmt ", "a sound file (WAV)", "transcripts, not recordings"},
		{"RIFF\x24\x08\x00\x00WEBPVP8 ", "a picture (WebP)", "OCR"},
		{"ID3\x04\x00\x00\x00\x00\x00\x00", "a sound file (MP3)", "transcripts, not recordings"},
		{"\xff\xfb\x90\x64\x00\x00", "a sound file (MP3)", "transcripts, not recordings"},
		{"\x00\x00\x00\x20ftypM4A \x00\x00", "a sound file (M4A)", "transcripts, not recordings"},
		{"\x00\x00\x00\x18ftypmp42\x00\x00", "a film or a sound file (MP4, MOV)", "transcripts, not recordings"},
		{"OggS\x00\x02", "a sound file (Ogg)", "transcripts, not recordings"},
		{"%PDF-1.7\n%\xe2\xe3", "a PDF", "export the text of it"},
		{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "a document of an old Office program", "save it as .docx"},
		{"\x1f\x8b\x08\x00", "compressed by gzip", "unpack it"},
		{zipOf(t, "[Content_Types].xml", "xl/workbook.bin"), "a spreadsheet of another kind", "CSV"},
		{zipOf(t, "mimetype", "content.xml"), "OpenDocument slides", ".docx"},
		{zipOf(t, "mimetype", "encrypted-package"), "an OpenDocument file with a password", "without one"},
		{zipOf(t, "talk.srt"), "a zip archive", "unpack it"},
		{"PK\x03\x04\x14\x00", "a zip archive", "unpack it"},
	} {
		got := Unsupported(c.src)
		if !strings.HasPrefix(got, c.what) || !strings.Contains(got, c.do) {
			t.Errorf("%q is %s", c.src, got)
		}
		for _, name := range []string{"a.txt", "a.srt", "a.json", "a", "a.png"} {
			if _, err := Read(c.src, name, ""); !errors.Is(err, ErrFormat) || err.Error() != name+":1:1: this is "+got {
				t.Errorf("%q as %s: %v", c.src, name, err)
			}
		}
		long := c.src + strings.Repeat("\x00\xa7", headSize)
		if err := (Reading{}).CheckHead(long, "a.txt"); !IsZip(c.src) && (err == nil || err.Error() != "a.txt:1:1: this is "+got) {
			t.Errorf("%q from a stream: %v", c.src, err)
		}
	}
	for _, text := range []string{"", "B", "BM", "BMW makes cars.", "ID3 tags are, um, small.", "RIFF raff, he said.", "FORM follows function.", "GIF89 is old.", "MM, yes.", "II. Act", "BZ is a town.", "OggS", "fLaC"} {
		if got := Unsupported(text); got != "" {
			t.Errorf("%q is %s", text, got)
		}
		if _, err := Read(text, "a.txt", ""); err != nil {
			t.Error(err)
		}
	}
}

// TestBinary calls what is text in no encoding by its name.
func TestBinary(t *testing.T) {
	_, err := Read("\x93\x8a\x01\x02\xff\x00\x81\x8d", "a.txt", "")
	if err == nil || !strings.HasPrefix(err.Error(), "a.txt:1:1: byte 0x93 is not UTF-8: this looks like binary data, not a transcript") {
		t.Error(err)
	}
}
