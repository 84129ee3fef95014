package formats

import "testing"

// TestNeMoCTM reads what NeMo's forced aligner writes: several words in a line, and pieces of words.
func TestNeMoCTM(t *testing.T) {
	for _, c := range []struct{ name, src, said, left string }{
		{"segments", "t 1 0.5 2 so<space>um<space>yes NA lex NA\n", "so um yes", "t 1 0.5 2 so<space>yes NA lex NA\n"},
		{"pieces", "t 1 0.5 .2 ▁so NA lex NA\nt 1 0.7 .2 ▁u NA lex NA\nt 1 0.9 .1 m NA lex NA\nt 1 1 .2 ▁ye NA lex NA\nt 1 1.2 .2 s NA lex NA\n", "so um yes",
			"t 1 0.5 .2 ▁so NA lex NA\nt 1 1 .2 ▁ye NA lex NA\nt 1 1.2 .2 s NA lex NA\n"},
		{"a sign alone", "t 1 0.5 .2 ▁ NA lex NA\nt 1 0.7 .2 so NA lex NA\nt 1 0.9 .1 ▁ NA lex NA\nt 1 1 .2 yes NA lex NA\n", "so yes",
			"t 1 0.5 .2 ▁ NA lex NA\nt 1 0.7 .2 so NA lex NA\nt 1 0.9 .1 ▁ NA lex NA\nt 1 1 .2 yes NA lex NA\n"},
	} {
		f := mustRead(t, c.src, "a.ctm", "")
		if got := f.Document.Source; got != c.said && got != c.said+"\n" {
			t.Errorf("%s: it says %q", c.name, got)
		}
		sameText(t, f.Rewrite(keepAll(f)), c.src)
		sameText(t, f.Rewrite(dropFillers(f)), c.left)
	}
}
