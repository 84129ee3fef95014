package transcript

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// Letters of acronyms are joined in text without case, if they have capitals and nothing is between them.
func TestJoinLetters(t *testing.T) {
	for _, c := range []struct{ source, commas, want string }{
		{"we use the a p i", "", "We use the API."},
		{"the u s is big", "", "The US is big."},
		{"a ph d in physics", "", "A PhD in physics."},
		{"u s customers and f b i agents", "", "US customers and FBI agents."},
		{"i said b b c", "", "I said BBC."},
		{"his name is s m i t h", "", "His name is S M I T H."},
		{"w w w dot f b i dot gov", "", "WWW dot F B I dot gov."},
		{"f b i one two", "", "F B I one two."},
		{"the options b c", "b", "The options B, C."},
		{"the b b uh c", "", "The B B C."},
		{"a i think", "", "A I think."},
		{"We use the b b c", "", "We use the b b c."},
	} {
		d, err := ParseText(c.source, "test")
		if err != nil {
			t.Fatal(err)
		}
		var tokens []string
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range d.Tokens {
			text := d.Tokens[i].Text
			tokens = append(tokens, text)
			if decisions[i].Cased = text; len(text) == 1 && (text != "a" || i > 1) {
				decisions[i].Cased = strings.ToUpper(text)
			}
			if text == "uh" {
				decisions[i].Why, decisions[i].Label = data.FilledPauses, data.F
			}
			if text == c.commas {
				decisions[i].Punct = data.Comma
			}
		}
		e := d.Edit(decisions, Rewriting{})
		if got := e.Text(); got != c.want {
			t.Errorf("%q: %q, want %q", c.source, got, c.want)
		}
		if got := JoinTokens(tokens, decisions, Rewriting{}); got != c.want {
			t.Errorf("tokens of %q: %q, want %q", c.source, got, c.want)
		}
	}
}
