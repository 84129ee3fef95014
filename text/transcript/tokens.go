package transcript

import (
	"strings"
)

// tokens appends the Penn Treebank tokens of a word's core. after is what
// follows the core up to the next blank.
func (d *Document) tokens(core Span, after string, word int) {
	text := d.Text(core)
	if strings.Contains(text, "’") {
		text = strings.ReplaceAll(text, "’", "'")
	}
	if head, ok := strings.CutSuffix(text, "-"); ok && after == "" && isPrefix(head, d.Source[core.End:]) {
		text = head
	}
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

// isPrefix reports whether "pre-" in "pre- and post-war" is a prefix rather than
// a partial word.
func isPrefix(head, after string) bool {
	after = strings.TrimLeft(after, " ")
	for _, link := range lang.PrefixLinks {
		if rest, ok := strings.CutPrefix(after, link); ok && strings.HasPrefix(rest, " ") {
			return lang.HangingPrefixes[strings.ToLower(head)]
		}
	}
	return false
}
