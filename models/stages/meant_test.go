package stages

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// A word that stands twice may be two words.
func TestApart(t *testing.T) {
	all, _, _ := product(t)
	for text, want := range map[string]bool{
		"the lights are on on the left":    true,
		"luckily for you you do":           true,
		"what about that that is fine":     true,
		"i was there for you you know who": true,
		"you you do":                       false,
		"i think you you do":               false,
		"for the the people":               false,
		"it is for you you guys":           false,
		"he gave her her book":             true,
		"he saw her her book":              false,
		"it was long long ago":             true,
		"it was last last year":            false,
	} {
		words := strings.Fields(text)
		c := sessionOf(t, all, words)
		at := 0
		for words[at] != words[at+1] {
			at++
		}
		if got := c.Apart(at); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
		c.Release()
	}
}

// sessionOf returns a session on words.
func sessionOf(t *testing.T, l *Labeller, words []string) *Session {
	t.Helper()
	s := data.Sentence{}
	for _, w := range words {
		s.Tokens = append(s.Tokens, data.Token{Text: w})
	}
	c, err := l.NewSession(&s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What stands in brackets may be a pair with what follows, or one of two halves.
func TestPairs(t *testing.T) {
	all, _, _ := product(t)
	for text, want := range map[string][2]bool{ // paired, correlated
		"we learned [ little by ] little":             {true, false},
		"she went from [ door to ] door":              {true, false},
		"we like it [ more and ] more":                {true, false},
		"we ran [ on and ] on":                        {true, false},
		"and [ then and ] then we ran":                {false, false},
		"we know [ he and ] he ran":                   {false, false},
		"time [ by time ] by time":                    {false, false},
		"we [ little by ] little by then":             {false, false},
		"we [ went to ] went home":                    {false, false},
		"[ the more you know ] the more you grow":     {false, true},
		"[ the longer you wait ] the worse it is":     {false, true},
		"[ the more the more ] the more you know":     {false, false},
		"[ the house you saw ] the more you know":     {false, false},
		"[ the more you know ] the house that we saw": {false, false},
	} {
		var words []string
		var from, to int
		for w := range strings.FieldsSeq(text) {
			switch w {
			case "[":
				from = len(words)
			case "]":
				to = len(words)
			default:
				words = append(words, w)
			}
		}
		var follow []int
		for i := to; i < len(words); i++ {
			follow = append(follow, i)
		}
		c := sessionOf(t, all, words)
		if got := [2]bool{c.Paired(from, to, follow), c.Correlated(from, to, follow)}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		c.Release()
	}
}
