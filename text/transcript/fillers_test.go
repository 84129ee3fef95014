package transcript

import (
	"strings"
	"testing"
)

// TestMarkedFillers: filled pauses in brackets are words, with their brackets, and all else in
// brackets are notes.
func TestMarkedFillers(t *testing.T) {
	for _, c := range []struct{ in, want string }{ // tokens of each word, with "|" between
		{"so [uh] yes", "so|[uh]|yes"},
		{"so [Uhh], yes", "so|[Uhh]|yes"},
		{"so <um>yes", "so|<um>|yes"},
		{"[uh][um]", "[uh]|[um]"},
		{"so [hesitation] <hes>", "so|[hesitation]|<hes>"},
		{"so %HESITATION (%uh)", "so|%HESITATION|%uh"},
		{"so &uh &-um", "so|&uh|&-um"},
		{"so [noise] <laugh> (laughs) [uh huh] [hmm]", "so|||||"},
		{"so [uh yes", "so|uh|yes"},
		{"50% of 5%uh %d", "50%|of|5%uh|d"},
		{"without hesitation", "without|hesitation"},
	} {
		d, err := ParseText(c.in, "text")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range d.Words {
			var tokens []string
			for i := w.Tokens.Start; i < w.Tokens.End; i++ {
				tokens = append(tokens, d.Tokens[i].Text)
				if d.Text(d.Tokens[i].Bytes) != d.Tokens[i].Text {
					t.Errorf("%q: the token %q is at %q", c.in, d.Tokens[i].Text, d.Text(d.Tokens[i].Bytes))
				}
			}
			got = append(got, strings.Join(tokens, " "))
		}
		if s := strings.Join(got, "|"); s != c.want {
			t.Errorf("%q: got %q, want %q", c.in, s, c.want)
		}
	}
}
