package data

import "strings"

// Clitic reports whether a token is written with what is before it ("n't", "'s").
func (t *Token) Clitic() bool { return t.Text == "n't" || strings.HasPrefix(t.Text, "'") }

// Typed writes tokens as text, with the punctuation of the transcript.
func Typed(tokens []Token) string {
	var b strings.Builder
	for i := range tokens {
		t := &tokens[i]
		if b.Len() > 0 && !t.Clitic() {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
		if t.Punct != 0 {
			b.WriteByte(t.Punct)
		}
	}
	return b.String()
}
