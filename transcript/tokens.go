package transcript

import (
	"strings"
)

// clitics are what the Penn Treebank splits off the end of a word.
var clitics = []string{"n't", "'s", "'re", "'ve", "'ll", "'d", "'m"}

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
	if n := len(text); n == len("cannot") && strings.EqualFold(text, "cannot") {
		add(core.Start, core.Start+3, text[:3])
		add(core.Start+3, core.End, text[3:])
		return
	}
	for _, c := range clitics {
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
	if !strings.HasPrefix(after, "and ") && !strings.HasPrefix(after, "or ") && !strings.HasPrefix(after, "to ") {
		return false
	}
	switch strings.ToLower(head) {
	case "pre", "post", "non", "anti", "pro", "mid", "semi", "sub", "super", "over", "under", "inter", "intra", "multi", "bi", "micro", "macro",
		"short", "long", "full", "half", "first", "second", "one", "two", "three", "four", "five", "ten":
		return true
	}
	return false
}
