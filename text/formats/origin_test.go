package formats

import (
	"html"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestOrigin finds every token where it stands in the file.
func TestOrigin(t *testing.T) {
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		before := 0
		for i, token := range f.Document.Tokens {
			from, to, ok := f.Origin(token.Bytes)
			if !ok || from >= to {
				t.Errorf("%s: %q is nowhere", x.name, token.Text)
				continue
			}
			raw := f.text[from:to]
			if f.Document.Pieces != nil && strings.HasPrefix(x.name, "alternations.") && len(raw) > len(token.Text)+1 {
				if !strings.Contains(raw, token.Text) {
					t.Errorf("%s: %q is %q", x.name, token.Text, raw)
				}
				continue // an alternation, all of it
			}
			if strings.Contains(raw, "t_dtw") || strings.Contains(raw, "start_ms") || x.name == "list-parakeet.json" && strings.Contains(raw, "duration") || x.name == "tokens.ctm" && strings.Contains(raw, "\n") {
				continue // two tokens of whisper.cpp, Soniox, Parakeet or NeMo, with all that is between them
			}
			switch {
			case x.format.holdsJSON():
				s, err := strconv.Unquote(`"` + strings.ReplaceAll(raw, `\/`, "/") + `"`)
				if err != nil {
					t.Errorf("%s: %q is %q", x.name, token.Text, raw)
				}
				raw = s
			case x.format == DOCX, x.format == ODT:
				raw = html.UnescapeString(anyTag.ReplaceAllString(raw, "")) // words go on over runs
			case x.format == EXB, x.format == Folker:
				raw = strings.Join(strings.Fields(html.UnescapeString(anyTag.ReplaceAllString(raw, ""))), "") // and over events, and points of time
			case x.format == RTF:
				raw = rtfText(raw)
			case x.format == SRV:
				raw = html.UnescapeString(html.UnescapeString(raw)) // version 1 is escaped twice
			case x.format == CHAT:
				raw = strings.Map(func(r rune) rune {
					if strings.ContainsRune("&-+()@", r) {
						return -1
					}
					return r
				}, raw)
			default:
				raw = html.UnescapeString(raw)
			}
			if raw = strings.ReplaceAll(raw, "’", "'"); !strings.HasPrefix(raw, strings.TrimSuffix(token.Text, "-")) {
				t.Errorf("%s: %q is %q", x.name, token.Text, raw)
			}
			line, column := f.Position(from)
			if f.docx != nil {
				if p := strings.Count(f.text[:from], "</w:p>") + strings.Count(f.text[:from], "<w:p/>") + 1; x.format == DOCX && x.name != "interview.docx" && p != line || line != f.Line(i) {
					t.Errorf("%s: %q is in paragraph %d (%d), not %d", x.name, token.Text, line, f.Line(i), p)
				}
				continue
			}
			if f.book != nil {
				at := sort.Search(len(f.book.lines), func(i int) bool { return int(f.book.lines[i]) >= from }) // cells may have several lines
				if row := f.book.shown[at].row.number; line != row || line != f.Line(i) || column < 2 || column > 4 {
					t.Errorf("%s: %q is in row %d (%d), cell %d, not in row %d", x.name, token.Text, line, f.Line(i), column, row)
				}
				continue
			}
			lines := strings.SplitAfter(f.text, "\n")
			if line != f.Line(i) || column < 1 || !strings.HasPrefix(strings.Join(lines[line-1:], "")[column-1:], f.text[from:to]) {
				t.Errorf("%s: %q is in line %d (%d), column %d", x.name, token.Text, line, f.Line(i), column)
			}
			if x.format == SRT && from < before {
				t.Errorf("%s: %q is before the token before it", x.name, token.Text)
			}
			before = from
		}
		// All of it, and nothing.
		if from, to, ok := f.Origin(transcript.Span{End: len(f.Document.Source)}); !ok || from < 0 || to > len(f.text) || from >= to {
			t.Errorf("%s: all is at %d, %d", x.name, from, to)
		}
	}
}

// rtfText returns what RTF says, without its controls.
func rtfText(raw string) string {
	var b strings.Builder
	c, _ := encodingOf("windows-1252")
	for at := 0; at < len(raw); {
		if rtfIsText(raw[at:]) && !strings.HasPrefix(raw[at:], rtfDelimiter) {
			text, n := rtfChar(raw[at:], 1, c)
			b.WriteString(text)
			at += n
			continue
		}
		at += rtfNext(raw[at:]).size
	}
	return b.String()
}
