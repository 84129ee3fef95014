package formats

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// Texts of messages have codes in them: tags of HTML, names and addresses in angle brackets, code between backticks, and signs of
// Markdown. What is said stands between these, which all stay.

// messagePart is a stretch of the text of a message.
type messagePart struct {
	from, to int
	kind     messagePartKind
}

type messagePartKind uint8

const (
	messageSaid  messagePartKind = iota
	messageSign                  // what is not seen
	messageCode                  // what is seen, and is not said
	messageBreak                 // a line ends
	messageOpens                 // signs of Markdown around what is said, such as **: they go where all goes that is between them
	messageCloses
)

// emphasis is a stretch of a message between signs of Markdown.
type emphasis struct {
	opens, closes     span
	utterance         int
	firstPiece, after int
	label             bool // it is that of an address, behind a bar: what closes it stays
}

// codeParts are the types of parts of a text that are code, or an address.
var codeParts = []string{"code", "pre", "link", "mention", "hashtag", "bot_command", "email", "phone"}

// part adds a part of a message. What is no text stands in it as a note.
func (v *mapView) part(e *mapElement, s *node, kind, speaker string, time transcript.Interval) {
	if s == nil || s.kind != '"' || slices.Contains(codeParts, kind) {
		v.note()
		return
	}
	all := s.field(v.f.text)
	cut := cutMessage
	var next func(string) (string, int)
	encode := asIs
	switch {
	case v.isHTML(e):
		cut, next, encode = cutHTMLMessage, unescapeHTMLText, escapeText
	case v.m.says == wordUnit:
		cut = cutMessageLines // parts have their types
	case v.f.escaped:
		next, encode = unescapeHTML, textEscapes.Replace
	}
	var open []emphasis
	for _, p := range cut(all.text) {
		switch p.kind {
		case messageOpens:
			open = append(open, emphasis{opens: span{all.at(p.from), all.at(p.to)}, utterance: len(v.words.v.utterances), firstPiece: len(v.words.u.Pieces), label: all.text[p.from:p.to] == "|"})
		case messageCloses:
			last := len(open) - 1
			x := open[last]
			x.closes, x.after = span{all.at(p.from), all.at(p.to)}, len(v.words.u.Pieces)
			v.emphases, open = append(v.emphases, x), open[:last]
		case messageCode:
			v.note()
		case messageBreak:
			v.words.end(speaker, time)
			v.words.u.Break = true // no sentence goes on in the next line
		case messageSaid:
			if strings.TrimSpace(all.text[p.from:p.to]) != "" || len(v.words.u.Pieces) > 0 {
				v.words.wordField(all.decodedPart(p.from, p.to, next, encode), transcript.Interval{}, 0, false)
			}
		}
	}
}

// dropEmphases takes out signs that nothing is left between, and puts a blank that is left before one that closes behind it.
func (v *mapView) dropEmphases(o *outcome) {
	for _, x := range v.emphases {
		fates := o.fates(v.words.v, x.utterance)
		if fates == nil || x.firstPiece == x.after {
			continue
		}
		if !slices.ContainsFunc(fates[x.firstPiece:x.after], func(f fate) bool { return strings.TrimSpace(f.text) != "" }) {
			if o.remove(x.opens); !x.label {
				o.remove(x.closes)
			} else {
				v.partAddress(o, x, fates)
			}
			continue
		}
		last, _ := v.words.v.field(x.utterance, x.after-1)
		left := fates[x.after-1].text
		end := last.raw.from + len(left)
		if strings.TrimRight(left, " ") == left || end > last.raw.to || !strings.EqualFold(v.f.text[last.raw.from:end], left) || strings.HasSuffix(v.f.text[end:last.raw.to], " ") {
			continue
		}
		o.remove(span{end - 1, end})
		if rest := fates[x.after:]; len(rest) > 0 && rest[0].text != "" && !strings.ContainsAny(rest[0].text[:1], " .,?!;:") {
			o.replace(span{x.closes.to, x.closes.to}, " ")
		}
	}
}

// partAddress puts the blanks back around an address whose label is gone, but for one that a mark stands behind.
func (v *mapView) partAddress(o *outcome, x emphasis, fates []fate) {
	if x.firstPiece > 0 {
		before, ok := v.words.v.field(x.utterance, x.firstPiece-1)
		if left := fates[x.firstPiece-1].text; ok && left != "" && strings.HasSuffix(v.f.text[before.raw.from:before.raw.to], " ") && !strings.HasSuffix(left, " ") {
			o.replace(span{before.raw.to, before.raw.to}, " ")
		}
	}
	if x.after < len(fates) {
		behind, ok := v.words.v.field(x.utterance, x.after)
		if left := fates[x.after].text; ok && left != "" && strings.HasPrefix(v.f.text[behind.raw.from:behind.raw.to], " ") && !strings.ContainsAny(left[:1], " .,?!;:") {
			o.replace(span{x.closes.to, x.closes.to}, " ")
		}
	}
}

// note adds what is not said.
func (v *mapView) note() {
	v.words.piece(nowhere, transcript.Piece{Text: "[x]"})
	v.words.v.put(nil)
}

// isHTML reports whether the text of an element is HTML, as a member beside it says.
func (v *mapView) isHTML(e *mapElement) bool {
	s := v.m.parts[mapText]
	if s == nil || len(s.steps) == 0 {
		return false
	}
	last := len(s.steps) - 1
	switch s.steps[last].name {
	case "formatted_body":
		return true
	case "content":
		for _, name := range []string{"contentType", "content_type"} {
			beside := &mapSource{steps: append(slices.Clone(s.steps[:last]), mapStep{name: name}), up: s.up, scale: 1, per: 1}
			if x, err := e.get(beside); err == nil && x.kind == '"' {
				return strings.Contains(strings.ToLower(x.text), "html")
			}
		}
	}
	return false
}

// decodedPart is part for text that has escapes in turn, which next decodes and encode writes; next is nil where it has none.
func (f *field) decodedPart(from, to int, next func(string) (string, int), encode func(string) string) *field {
	if next == nil {
		return f.part(from, to)
	}
	raw := span{f.at(from), f.at(to)}
	p := &field{raw: raw, encode: encode}
	if f.encode != nil {
		p.encode = func(s string) string { return f.encode(encode(s)) }
	}
	var b strings.Builder
	before := 0
	for i := from; i < to; {
		decoded, n := next(f.text[i:to])
		b.WriteString(decoded)
		i += n
		at := f.at(i) - raw.from
		if at-before != len(decoded) {
			p.marks = append(p.marks, mark{b.Len(), at})
		}
		before = at
	}
	p.text = b.String()
	return p
}

// cutMessageLines cuts a text into lines.
func cutMessageLines(text string) (out []messagePart) {
	for at := 0; at < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n
		}
		if at < end {
			out = append(out, messagePart{at, end, messageSaid})
		}
		if end < len(text) {
			out = append(out, messagePart{end, end + 1, messageBreak})
		}
		at = end + 1
	}
	return out
}

// cutMessage cuts a text with codes of Slack and Discord, or Markdown.
func cutMessage(text string) (out []messagePart) {
	from := 0
	add := func(to, next int, kind messagePartKind) {
		if from < to {
			out = append(out, messagePart{from, to, messageSaid})
		}
		out = append(out, messagePart{to, next, kind})
		from = next
	}
	var closing []int // where signs end something, the innermost last
	for at := 0; at < len(text); {
		n := 0
		if last := len(closing) - 1; last >= 0 && closing[last] == at {
			for n = 1; at+n < len(text) && text[at+n] == text[at] && n < 3; n++ {
			}
			add(at, at+n, messageCloses)
			closing = closing[:last]
			at += n
			continue
		}
		switch text[at] {
		case '\n':
			add(at, at+1, messageBreak)
			n = 1
		case '*', '_', '~', '|':
			limit := len(text)
			if last := len(closing) - 1; last >= 0 {
				limit = closing[last]
			}
			if size, end := emphasized(text[:limit], at); size > 0 {
				add(at, at+size, messageOpens)
				closing = append(closing, end)
				n = size
			}
		case '`':
			if n = codeSize(text[at:]); n > 0 {
				add(at, at+n, messageCode)
			}
		case '<':
			size, label := angleSize(text[at:])
			if n = size; n > 0 && label > 0 { // of an address with a label the label is said
				bar, end := at+label-1, at+n-1
				out = append(out, messagePart{from, at, messageSaid}, messagePart{at, bar, messageSign}, messagePart{bar, bar + 1, messageOpens}, messagePart{bar + 1, end, messageSaid}, messagePart{end, end + 1, messageCloses})
				from = at + n
			} else if n > 0 {
				add(at, at+n, messageCode)
			}
		}
		at += max(n, 1)
	}
	if from < len(text) {
		out = append(out, messagePart{from, len(text), messageSaid})
	}
	return out
}

// emphasized returns the length of the signs at a place that something is between, and where those are that close it: of the same
// length, in the same line, and behind what is no blank. 0: it is none.
func emphasized(text string, at int) (size, closes int) {
	sign := text[at]
	for size = 1; at+size < len(text) && text[at+size] == sign; size++ {
	}
	if r, _ := utf8.DecodeLastRuneInString(text[:at]); size > 3 || sign == '|' && size != 2 || at > 0 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
		return 0, 0
	}
	line, _, _ := strings.Cut(text[at+size:], "\n")
	if line == "" || line[0] == ' ' {
		return 0, 0
	}
	for from := 0; ; {
		n := strings.IndexByte(line[from:], sign)
		if n < 0 {
			return 0, 0
		}
		from += n
		run := from
		for run < len(line) && line[run] == sign {
			run++
		}
		after, _ := utf8.DecodeRuneInString(line[run:])
		if run-from == size && line[from-1] != ' ' && (run == len(line) || !unicode.IsLetter(after) && !unicode.IsDigit(after)) && !strings.ContainsAny(line[:from], "`<") {
			return size, at + size + from
		}
		from = run
	}
}

// codeSize returns the length of the code that a text starts with, between backticks, 0 if it is none.
func codeSize(s string) int {
	ticks := len(s) - len(strings.TrimLeft(s, "`"))
	inner := s[ticks:]
	if ticks < 3 {
		inner, _, _ = strings.Cut(inner, "\n")
	}
	n := strings.Index(inner, s[:ticks])
	if n < 0 {
		return 0
	}
	return ticks + n + ticks
}

// angleSize returns the length of the code in angle brackets that a text starts with, 0 if it is none, and where the label of an
// address starts, 0 if it has none.
func angleSize(s string) (size, label int) {
	end := strings.IndexAny(s[1:], "<>\n")
	if end < 0 || s[1+end] != '>' {
		return 0, 0
	}
	inner := s[1 : 1+end]
	scheme, _, isAddress := strings.Cut(inner, ":")
	switch {
	case inner == "":
		return 0, 0
	case isAddress && slices.Contains([]string{"http", "https", "mailto", "tel", "ftp", "slack"}, scheme):
		address, text, ok := strings.Cut(inner, "|")
		if ok && text != "" && !strings.HasSuffix(address, text) && !strings.Contains(text, "://") {
			label = 1 + len(address) + 1
		}
	case strings.IndexByte("@#!:", inner[0]) >= 0, strings.HasPrefix(inner, "a:"), strings.HasPrefix(inner, "t:"):
	default:
		return 0, 0
	}
	return end + 2, label
}

// messageUnsaid are the elements of messages in HTML that stay with what is in them: names, code, quotes and what hangs on them.
var messageUnsaid = setOf("at attachment code codeblock pre emoji mx-reply blockquote")

// cutHTMLMessage cuts a text in HTML.
func cutHTMLMessage(text string) (out []messagePart) {
	var ends unended
	broken := 0
	for at := 0; at < len(text); {
		name, n := "", 0
		if text[at] == '<' && broken < mostBroken {
			if name, n = pageTag(text[at:]); n == 0 {
				broken++
			}
		}
		if n == 0 {
			from := at
			for at++; at < len(text) && text[at] != '<'; at++ {
			}
			if last := len(out) - 1; last >= 0 && out[last].kind == messageSaid && out[last].to == from {
				out[last].to = at // < that starts no tag
			} else {
				out = append(out, messagePart{from, at, messageSaid})
			}
			continue
		}
		p := messagePart{at, at + n, messageSign}
		switch bare := strings.TrimPrefix(name, "/"); {
		case (htmlSilent[name] || messageUnsaid[name] || name == "span" && strings.Contains(text[at:p.to], "mention")) && !strings.HasSuffix(text[at:p.to], "/>"):
			p.kind, p.to = messageCode, ends.of(text, name, p.to)
		case name == "img", messageUnsaid[name]:
			p.kind = messageCode
		case name == "br", htmlBlocks[bare]:
			p.kind = messageBreak
		}
		out = append(out, p)
		at = p.to
	}
	return out
}
