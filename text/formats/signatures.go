package formats

import (
	"archive/zip"
	"errors"
	"strings"
)

// SignatureSize is how many bytes at the start of a file tell what it is, where it is no text.
const SignatureSize = 16

// signature is how files of a kind begin that are no transcripts.
type signature struct {
	at    int    // where magic stands, after any bytes
	magic string // more than text begins with
	then  string // what stands at thenAt besides; "": anything
	from  int
	what  string
	do    string
}

// What people are told to do instead.
const (
	unpackIt  = "unpack it, and give the transcript that is in it"
	exportIt  = "export the text of it, as .docx or plain text, and give that"
	sendTalk  = "tidytalk reads transcripts, not recordings: let a recogniser transcribe it, and give what that writes; the recording may be dropped beside it in the studio, or go with --audio"
	readIt    = "if it shows a transcript, let a program read the text in it (OCR), and give that"
	giveIt    = "give the transcript itself"
	saveTable = "save the table as .xlsx or CSV, and give that"
)

// signatures are those of kinds that people take for transcripts, or name by mistake. Of those that a text might
// begin with, too, more is asked for than their letters.
var signatures = [...]signature{
	{magic: "%PDF-", what: "a PDF", do: exportIt},
	{magic: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", what: "a document of an old Office program, or one that is protected by a password", do: "save it as .docx or .xlsx without a password, and give that"},
	{magic: "\x1f\x8b", what: "compressed by gzip", do: unpackIt},
	{magic: "BZh", what: "compressed by bzip2", do: unpackIt},
	{magic: "\xfd7zXZ\x00", what: "compressed by xz", do: unpackIt},
	{magic: "\x28\xb5\x2f\xfd", what: "compressed by zstd", do: unpackIt},
	{magic: "7z\xbc\xaf\x27\x1c", what: "a 7z archive", do: unpackIt},
	{magic: "Rar!\x1a\x07", what: "a RAR archive", do: unpackIt},
	{magic: "RIFF", then: "WAVE", from: 8, what: "a sound file (WAV)", do: sendTalk},
	{magic: "RIFF", then: "AVI ", from: 8, what: "a film (AVI)", do: sendTalk},
	{magic: "RIFF", then: "WEBP", from: 8, what: "a picture (WebP)", do: readIt},
	{magic: "FORM", then: "AIF", from: 8, what: "a sound file (AIFF)", do: sendTalk},
	{magic: "fLaC\x00", what: "a sound file (FLAC)", do: sendTalk},
	{magic: "OggS\x00", what: "a sound file (Ogg)", do: sendTalk},
	{magic: "ID3\x02", what: "a sound file (MP3)", do: sendTalk},
	{magic: "ID3\x03", what: "a sound file (MP3)", do: sendTalk},
	{magic: "ID3\x04", what: "a sound file (MP3)", do: sendTalk},
	{magic: "\xff\xfb", what: "a sound file (MP3)", do: sendTalk},
	{magic: "\xff\xf3", what: "a sound file (MP3)", do: sendTalk},
	{magic: "\xff\xf1", what: "a sound file (AAC)", do: sendTalk},
	{magic: "\xff\xf9", what: "a sound file (AAC)", do: sendTalk},
	{magic: "#!AMR", what: "a sound file (AMR)", do: sendTalk},
	{magic: "caff\x00", what: "a sound file (CAF)", do: sendTalk},
	{at: 4, magic: "ftyphei", what: "a picture (HEIC)", do: readIt},
	{at: 4, magic: "ftypM4A", what: "a sound file (M4A)", do: sendTalk},
	{at: 4, magic: "ftyp", what: "a film or a sound file (MP4, MOV)", do: sendTalk},
	{magic: "\x1a\x45\xdf\xa3", what: "a film or a sound file (WebM, Matroska)", do: sendTalk},
	{magic: "\x30\x26\xb2\x75\x8e\x66", what: "a film or a sound file (WMA, WMV)", do: sendTalk},
	{magic: "\x00\x00\x01\xba", what: "pictures of subtitles (VobSub), or a film", do: "make text of the pictures first, as programs for subtitles do"},
	{magic: "\x89PNG\r\n", what: "a picture (PNG)", do: readIt},
	{magic: "\xff\xd8\xff", what: "a picture (JPEG)", do: readIt},
	{magic: "GIF8", then: "a", from: 5, what: "a picture (GIF)", do: readIt},
	{magic: "II*\x00", what: "a picture (TIFF)", do: readIt},
	{magic: "MM\x00*", what: "a picture (TIFF)", do: readIt},
	{magic: "BM", then: "\x00\x00\x00\x00", from: 6, what: "a picture (BMP)", do: readIt},
	{magic: "ooBina", what: "a binary file of Praat", do: "save it as a text file in Praat, and give that"},
	{magic: "SQLite format 3\x00", what: "a database (SQLite)", do: giveIt + ", as the program that it is of exports it"},
}

// fits reports whether a file that begins with head is of the kind.
func (s *signature) fits(head string) bool {
	return len(head) >= s.at && strings.HasPrefix(head[s.at:], s.magic) &&
		(s.then == "" || len(head) >= s.from && strings.HasPrefix(head[s.from:], s.then))
}

// Unsupported returns what a file is that begins with head, if it is of a kind that is not read, and what to do
// instead: "a PDF: export the text of it ...". It is "" if it may be a transcript. SignatureSize bytes are
// enough, but of a zip archive, which all is needed of: if it is a Word document, an OpenDocument text, or a spreadsheet, it is read.
func Unsupported[S ~string | ~[]byte](head S) string {
	start := string(head[:min(len(head), SignatureSize)])
	if strings.HasPrefix(start, "PK\x03\x04") || strings.HasPrefix(start, "PK\x05\x06") {
		return unsupportedZip(string(head))
	}
	for i := range signatures {
		if s := &signatures[i]; s.fits(start) {
			return s.what + ": " + s.do
		}
	}
	return ""
}

// zipKinds are the kinds of documents that are archives, by the start of the name of a member.
var zipKinds = [...]struct{ member, what, do string }{
	{"xl/", "a spreadsheet of another kind (.xlsb)", saveTable},
	{"ppt/", "slides (PowerPoint)", exportIt},
	{"META-INF/container.xml", "an e-book (EPUB)", exportIt},
	{"encrypted-package", "an OpenDocument file with a password", "save it without one, and give that"},
	{"content.xml", "OpenDocument slides, a drawing or a chart (.odp, .odg)", exportIt},
	{"Index/", "a document of Apple's programs (Pages, Numbers)", "export it as .docx, or a table as CSV, and give that"},
}

// unsupportedZip is Unsupported for an archive.
func unsupportedZip(src string) string {
	d, err := openDocx(src)
	if err == nil && d != nil || errors.Is(err, ErrTooLarge) {
		return ""
	}
	if err == nil {
		if archive, err := zip.NewReader(strings.NewReader(src), int64(len(src))); err == nil || errors.Is(err, zip.ErrInsecurePath) {
			for _, k := range zipKinds {
				for _, f := range archive.File {
					if strings.HasPrefix(f.Name, k.member) {
						return k.what + ": " + k.do
					}
				}
			}
		}
	}
	return "a zip archive, or a document that is one: " + unpackIt
}
