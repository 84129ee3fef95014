package formats

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func sniffRTF(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text[:min(len(text), 100)], "\ufeff \t\r\n"), `{\rtf`)
}

// rtfDelimiter stands behind a control word that no blank ends, before text, while the file is read: what comes in place of the text may
// begin with a letter or a blank, which would go with the word.
const rtfDelimiter = "\u2063"

// rtfSkipped are destinations, groups of what is not said.
var rtfSkipped = setOf("fonttbl colortbl stylesheet info pict header headerl headerr headerf footer footerl footerr footerf footnote annotation object xe tc fldinst themedata listtable listoverridetable generator nonshppict listtext pntext pntxta pntxtb upr shpinst datastore latentstyles rsidtbl filetbl revtbl")

// rtfSigns are control words that stand for signs.
var rtfSigns = map[string]string{"emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": "\u2003", "enspace": "\u2002",
	"~": "\u00a0", "_": "\u2011", "-": "", "\\": `\`, "{": "{", "}": "}"}

// rtfCharsets are the encodings of fonts, by the numbers of their character sets.
var rtfCharsets = map[int]string{77: "macintosh", 161: "windows-1253", 162: "windows-1254", 163: "windows-1258", 177: "windows-1255", 178: "windows-1256", 186: "windows-1257", 204: "windows-1251", 222: "windows-874", 238: "windows-1250",
	128: "shift_jis", 129: "euc-kr", 134: "gbk", 136: "big5"}

// rtfToken is a group that starts or ends, a control word or sign, or a character.
type rtfToken struct {
	word  string // of a control; "": it is a character, or a brace
	value int
	has   bool // it has a value
	size  int
	open  bool // no blank ends the control word
}

// rtfNext returns the token that text begins with.
func rtfNext(s string) (t rtfToken) {
	if s[0] != '\\' || len(s) == 1 {
		_, t.size = utf8.DecodeRuneInString(s)
		return t
	}
	n := 1
	for n < len(s) && (s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z') {
		n++
	}
	if n == 1 {
		if s[1] == '\'' && len(s) >= 4 {
			if v, err := strconv.ParseUint(s[2:4], 16, 8); err == nil {
				return rtfToken{word: "'", value: int(v), has: true, size: 4}
			}
		}
		_, size := utf8.DecodeRuneInString(s[1:])
		return rtfToken{word: s[1 : 1+size], size: 1 + size}
	}
	t.word = s[1:n]
	from := n
	if n < len(s) && s[n] == '-' {
		n++
	}
	digits := n
	for n < len(s) && isDigit(s[n]) && n < digits+10 {
		n++
	}
	if n > digits {
		t.value, _ = strconv.Atoi(s[from:n])
		t.has = true
	} else {
		n = from
	}
	if t.size = n; n < len(s) && s[n] == ' ' {
		t.size++
	} else {
		t.open = true
	}
	return t
}

// rtfState is what holds up to the end of a group.
type rtfState struct {
	skip, hidden bool
	fonts        bool // this is the table of fonts
	fallback     int  // characters behind one in Unicode that stand for it elsewhere
	font         int
}

// rtfReader finds the paragraphs of a document. They are those of a Word document then.
type rtfReader struct {
	docxReader
	state    rtfState
	stack    []rtfState
	page     string // the encoding of the document
	charsets map[int]string
	first    bool // a group has just begun
}

// readRTF reads a document: text with headers, or with labels, as in Word documents. Paragraphs stay, without their words.
func readRTF(f *File) error {
	if !sniffRTF(f.text) {
		return f.errorLine(0, `this is no RTF: it does not start with {\rtf`)
	}
	body := strings.TrimRight(f.text, "\x00")
	nuls := f.text[len(body):]
	if strings.Contains(body, rtfDelimiter) {
		return f.errorLine(0, "an RTF document with a character that it would have as a code (U+2063)")
	}
	f.stand(rtfDelimited(body), func(text string) string { return rtfPlain(text) + nuls })
	r := &rtfReader{docxReader: docxReader{xmlReader: newXMLReader(f, "the document")}, page: "windows-1252", charsets: make(map[int]string)}
	r.state.fallback = 1
	r.docxPlace.paragraph = -1
	if err := r.read(); err != nil {
		return err
	}
	return r.say(f)
}

// rtfDelimited puts delimiters in.
func rtfDelimited(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/8)
	for at := 0; at < len(text); {
		t := rtfNext(text[at:])
		b.WriteString(text[at : at+t.size])
		if at += t.size; t.open && at < len(text) && rtfIsText(text[at:]) {
			b.WriteString(rtfDelimiter)
		}
	}
	return b.String()
}

// rtfIsText reports whether text begins with what is shown.
func rtfIsText(s string) bool {
	switch t := rtfNext(s); {
	case t.word == "":
		return strings.IndexByte("{}\r\n", s[0]) < 0
	case t.word == "u" && t.has, t.word == "'":
		return true
	default:
		_, is := rtfSigns[t.word]
		return is
	}
}

// rtfPlain takes them out again, but for those that are needed now.
func rtfPlain(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for {
		before, after, ok := strings.Cut(text, rtfDelimiter)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		if text = after; text != "" && (text[0] == ' ' || text[0] == '-' || isDigit(text[0]) || text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z') {
			b.WriteByte(' ')
		}
	}
}

func (r *rtfReader) read() error {
	const deepest = 10_000
	text := r.f.text
	for at := strings.IndexByte(text, '{'); at < len(text); { // a byte order mark is no text
		switch text[at] {
		case '{':
			if r.stack = append(r.stack, r.state); len(r.stack) > deepest {
				return r.f.errorAt(at, "more than %d groups in one another: this is no transcript", deepest)
			}
			r.first = true
			at++
			continue
		case '}':
			if len(r.stack) == 0 {
				return r.f.errorAt(at, "a group ends that none has begun: the document is damaged")
			}
			r.state, r.stack = r.stack[len(r.stack)-1], r.stack[:len(r.stack)-1]
			r.first = false
			if at++; len(r.stack) == 0 {
				r.endParagraph(at)
				return nil // what is behind is no part of it
			}
			continue
		}
		if strings.HasPrefix(text[at:], rtfDelimiter) {
			at += len(rtfDelimiter)
			continue
		}
		if !r.state.skip && !r.state.hidden && rtfIsText(text[at:]) {
			n, err := r.run(at)
			if err != nil {
				return err
			}
			at += n
			r.first = false
			continue
		}
		t := rtfNext(text[at:])
		if t.word == "bin" && t.value > 0 {
			t.size += min(t.value, len(text)-at-t.size)
		}
		if t.word != "" {
			r.control(t, at)
		}
		at += t.size
	}
	return r.f.errorAt(len(text), "the document ends too early: it is cut off")
}

// control takes a control word.
func (r *rtfReader) control(t rtfToken, at int) {
	first := r.first
	if r.first = false; first && (t.word == "*" || rtfSkipped[t.word]) {
		r.state.skip = true
		r.state.fonts = t.word == "fonttbl"
	}
	s := &r.state
	switch t.word {
	case "ansicpg":
		r.page = fmt.Sprintf("windows-%d", t.value)
	case "mac":
		r.page = "macintosh"
	case "uc":
		s.fallback = min(max(t.value, 0), 100) // it is 0, 1 or 2
	case "f":
		s.font = t.value
	case "fcharset":
		if s.fonts {
			r.charsets[s.font] = rtfCharsets[t.value]
		}
	case "v", "deleted":
		s.hidden = !t.has || t.value != 0
	case "plain":
		s.hidden = false
	}
	if s.skip {
		return
	}
	switch t.word {
	case "par", "sect", "page", "cell", "nestcell", "row", "nestrow", "\n", "\r":
		r.endParagraph(at)
	case "line":
		if r.open() != nil {
			r.newLine()
		}
	case "tab":
		r.add(nil, "\t")
	}
}

func (r *rtfReader) endParagraph(at int) {
	if p := r.open(); p != nil {
		p.block.to = at
	}
	r.paragraph = -1
}

// run takes text up to the next control word, and returns its size.
func (r *rtfReader) run(at int) (int, error) {
	text := r.f.text
	end := at
	for end < len(text) && strings.IndexByte("{}", text[end]) < 0 && (rtfIsText(text[end:]) && !strings.HasPrefix(text[end:], rtfDelimiter) || text[end] == '\r' || text[end] == '\n') {
		n, err := r.charSize(text[end:])
		if err != nil {
			return 0, r.f.errorAt(end, "%v", err)
		}
		end += n
	}
	if r.open() == nil {
		r.paragraph = len(r.paragraphs)
		r.paragraphs = append(r.paragraphs, docxParagraph{block: span{at, 0}})
		r.newLine()
	}
	c, err := encodingOf(r.encoding())
	if err != nil {
		return 0, r.f.errorAt(at, "an encoding that is not known: %s", r.encoding())
	}
	fallback := r.state.fallback
	r.add(decodedField(text, span{at, end}, func(s string) (string, int) { return rtfChar(s, fallback, c) }, func(s string) string { return rtfEscape(s, fallback) }), "")
	return end - at, nil
}

// encoding returns the name of the encoding of what is written as bytes.
func (r *rtfReader) encoding() string {
	if name := r.charsets[r.state.font]; name != "" {
		return name
	}
	switch r.page {
	case "windows-932":
		return "shift_jis"
	case "windows-936":
		return "gbk"
	case "windows-949":
		return "euc-kr"
	case "windows-950":
		return "big5"
	case "windows-65001":
		return "utf-8"
	}
	if _, err := encodingOf(r.page); err != nil {
		return "windows-1252"
	}
	return r.page
}

// charSize returns the size of a character, with what stands for it elsewhere.
func (r *rtfReader) charSize(s string) (int, error) {
	if s[0] == '\\' && rtfNext(s).word == "'" && rtfNext(s).value >= utf8.RuneSelf {
		switch name := r.encoding(); name {
		case "shift_jis", "euc-kr", "gbk", "big5", "utf-8":
			return 0, fmt.Errorf("text in %s, of which characters are several bytes: save the document as .docx, and give that", name)
		}
	}
	return rtfCharSize(s, r.state.fallback), nil
}

func rtfCharSize(s string, fallback int) int {
	t := rtfNext(s)
	if t.word != "u" {
		return t.size
	}
	n := t.size
	for range fallback {
		if n == len(s) || strings.IndexByte("{}\r\n", s[n]) >= 0 || strings.HasPrefix(s[n:], rtfDelimiter) {
			break
		}
		next := rtfNext(s[n:])
		if next.word != "" && next.word != "'" && len(next.word) > 1 {
			break
		}
		n += next.size
	}
	return n
}

// rtfChar decodes the character that s begins with, of which bytes are in an encoding.
func rtfChar(s string, fallback int, c *coding) (string, int) {
	n := rtfCharSize(s, fallback)
	switch t := rtfNext(s); {
	case t.word == "u":
		high := rune(uint16(t.value))
		if rest := s[n:]; utf16.IsSurrogate(high) && strings.HasPrefix(rest, `\u`) {
			if low := rtfNext(rest); low.word == "u" {
				return string(utf16.DecodeRune(high, rune(uint16(low.value)))), n + rtfCharSize(rest, fallback)
			}
		}
		return string(high), n
	case t.word == "'":
		if t.value < utf8.RuneSelf || c == nil {
			return string(rune(t.value)), n
		}
		out, _ := c.NewDecoder().String(string([]byte{byte(t.value)}))
		return out, n
	case t.word != "":
		return rtfSigns[t.word], n
	case s[0] == '\r' || s[0] == '\n':
		return "", n
	}
	return s[:n], n
}

// rtfEscape returns text as it stands in a document.
func rtfEscape(s string, fallback int) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c == '\\' || c == '{' || c == '}':
			b.WriteString(`\` + string(c))
		case c == '\n' || c == '\r':
			b.WriteByte(' ')
		case c < utf8.RuneSelf:
			b.WriteRune(c)
		default:
			for _, u := range utf16.Encode([]rune{c}) {
				fmt.Fprintf(&b, `\u%d`, int16(u))
				if b.WriteString(strings.Repeat("?", fallback)); fallback == 0 {
					b.WriteByte(' ')
				}
			}
		}
	}
	return b.String()
}
