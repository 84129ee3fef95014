package data

import "testing"

func TestTyped(t *testing.T) {
	for _, c := range []struct {
		tokens []Token
		want   string
	}{
		{nil, ""},
		{[]Token{{Text: "No", Punct: ','}, {Text: "I"}, {Text: "do"}, {Text: "n't"}, {Text: "know"}, {Text: "Ann"}, {Text: "'s", Punct: '.'}}, "No, I don't know Ann's."},
		{[]Token{{Text: "'em"}, {Text: "all"}}, "'em all"},
	} {
		if got := Typed(c.tokens); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
