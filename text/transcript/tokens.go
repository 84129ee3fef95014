package transcript

import (
	"strings"
	"unicode"
)

// tokens appends the Penn Treebank tokens of a word's core.
func (d *Document) tokens(core Span, word int) {
	text := d.Text(core)
	if strings.Contains(text, "’") {
		text = strings.ReplaceAll(text, "’", "'")
	}
	text = uncut(text, d.Source[core.End:])
	add := func(from, to int, t string) {
		d.Tokens = append(d.Tokens, Token{Bytes: Span{from, to}, Text: t, Word: word})
	}
	for i := range lang.Splits {
		if s := &lang.Splits[i]; len(text) == len(s.Word) && strings.EqualFold(text, s.Word) {
			add(core.Start, core.Start+s.At, text[:s.At])
			add(core.Start+s.At, core.End, text[s.At:])
			return
		}
	}
	for _, c := range lang.Clitics {
		n := len(text) - len(c)
		if n <= 0 || !strings.EqualFold(text[n:], c) {
			continue
		}
		// A typographic apostrophe is longer in the source than in text.
		source := d.Text(core)
		cut := core.End - len(c) - 2*strings.Count(source[len(source)-min(len(source), len(c)+2):], "’")
		add(core.Start, cut, text[:n])
		add(cut, core.End, text[n:])
		return
	}
	add(core.Start, core.End, text)
}

// uncut returns the text of a word as models read it: with a hyphen at its end if it was broken off, and
// without one if it is whole. after is what follows it.
func uncut(text, after string) string {
	head, hyphen := strings.CutSuffix(text, "-")
	n := strings.IndexFunc(after, func(r rune) bool { return unicode.IsSpace(r) || inCore(r) })
	if n < 0 {
		n = len(after)
	}
	mark := after[:n]
	if hyphen {
		mark = "-" + mark
	}
	switch {
	case head == "":
		return text
	case cutOff(head, mark, after[n:]):
		return head + "-"
	}
	return head
}
