// Package mutants changes the sample files of tests at random: as files differ that are damaged, that
// somebody has edited, or that another version of a program has written.
//
// Start with [Of] and [OfMarkup].
package mutants

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// inserted is what is put into a file.
var inserted = []string{"<i>", "</i>", "<b>um</b>", "<um>", "<", ">", "&amp;", "&nbsp;", "&#10;", "&", "{\\an8}", "{", "}", "[x]", "[", "(uh)", ">> um ", ">>", "- ", "• ", "♪", "♪ um ♪", "#", "***", "\x01", "\x1b[0m",
	"\r", "\n", "\n\n", "\t", "\u2028", "\ufeff", "-->", "um ", " uh,", "um", "♫", "<ALT>", "{ um / uh }", "{ um / no }", "@", "‡", "(.)", "[/]", "&-uh ", "\"", "\\n", "%mor:\tx\n", "00:00:01,000 --> 00:00:02,000\n", "<00:00:01.000>"}

// spoken is what is put into a file where somebody speaks.
var spoken = []string{" um, you know, I I mean ", "呃，我们", "Dr. ", "twenty five ", "U.S.", "http://a.b/c ", "\xff", "\u0301", "🎵"}

// Of changes a file a little: its characters and lines, the values and names of JSON, and the text of
// a Word document.
func Of(t *drawn.Case, src string) string {
	if strings.HasPrefix(src, "PK\x03\x04") && t.Int("in the archive", 0, 7) > 0 {
		return inArchive(t, src)
	}
	isJSON := strings.HasPrefix(strings.TrimLeft(src, " \r\n\t\ufeff["), "{")
	for range t.Int("mutations", 1, 4) {
		if src == "" {
			return src
		}
		if isJSON && t.Int("of JSON", 0, 7) > 0 {
			src = ofJSON(t, src)
			continue
		}
		src = ofText(t, src)
	}
	return src
}

// OfMarkup changes a text a little: its characters, lines and markup.
func OfMarkup(t *drawn.Case, src string) string {
	for range t.Int("mutations", 1, 4) {
		if src == "" {
			return src
		}
		src = change(t, src, inserted)
	}
	return src
}

// ofText changes one place of a text.
func ofText(t *drawn.Case, src string) string {
	if t.Int("spoken", 0, 2) == 0 {
		return change(t, src, spoken)
	}
	return change(t, src, inserted)
}

// change changes one place of a text, or puts something in there.
func change(t *drawn.Case, src string, inserted []string) string {
	at := t.Int("at", 0, len(src)-1)
	switch t.Int("kind", 0, 5) {
	case 0:
		return src[:at]
	case 1:
		lines := strings.SplitAfter(src, "\n")
		i, k := t.Int("line", 0, len(lines)-1), t.Int("other line", 0, len(lines)-1)
		lines[i], lines[k] = lines[k], lines[i]
		return strings.Join(lines, "")
	case 2:
		return src[:at] + string(rune(' '+t.Int("byte", 0, 94))) + src[at+1:]
	case 3:
		return src[:at] + src[min(len(src), at+t.Int("lost", 1, 12)):]
	}
	// Between words, mostly: within them it makes other words.
	if n := strings.IndexByte(src[at:], ' '); n >= 0 && t.Int("within", 0, 3) > 0 {
		at += n + 1
	}
	return src[:at] + drawn.Of(t, "inserted", inserted...) + src[at:]
}

// inArchive changes the text of a Word document.
func inArchive(t *drawn.Case, src string) string {
	archive, err := zip.NewReader(strings.NewReader(src), int64(len(src)))
	if err != nil {
		return ofText(t, src)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == "word/document.xml" {
			changed := string(text)
			for range t.Int("mutations", 1, 4) {
				if changed != "" {
					changed = ofText(t, changed)
				}
			}
			text = []byte(changed)
		}
		m, err := w.Create(f.Name)
		if err == nil {
			_, err = m.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
