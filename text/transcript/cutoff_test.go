package transcript

import (
	"strings"
	"testing"
)

func TestCutOff(t *testing.T) {
	for _, c := range []struct {
		text string
		want string // the tokens that are partial words
	}{
		// However it is spelled.
		{"a wor- word", "wor-"},
		{"a wor-- word", "wor-"},
		{"a wor… word", "wor-"},
		{"a wor... word", "wor-"},
		{"a wor– word", "wor-"},
		{"a wor— word", "wor-"},
		{"a wor/ word", "wor-"},
		{"a wor~ word", "wor-"},
		{"a wor—word", "wor-"},
		{"a Wor-, big word", "Wor-"},
		{"a flib- and so on", "flib-"},
		{"flib-", "flib-"},
		// A dash, an ellipsis or a slash behind a word.
		{"I mean- obviously", ""},
		{"a half- two thirds of it", ""},
		{"I like went-", ""},
		{"scared to death-, I was not", ""},
		{"from 16- no", ""},
		{"a flib-- no", ""},
		{"the flibs… word", ""},
		{"and/or orange", ""},
		// Words that are said again, or begin the next one.
		{"I- I think", "I-"},
		{"it's- well it's", "it's-"},
		{"in- individual", "in-"},
		{"the- they went", "the-"},
		{"the- and they went", ""},
		// Without a mark that breaks.
		{"th the man", "th-"},
		{"th th the man", "th- th-"},
		{"th, th, the man", "th- th-"},
		{"wh what", "wh-"},
		{"th man", ""},
		{"vitamin b because", ""},
		{"mm mmhm", ""},
		{"dr drake", ""},
		{"the TV tvs", ""},
		{"win, the window", ""},
		{"th\nthe man", ""},
		// Prefixes that hang.
		{"pre- and post-war", ""},
		{"long- or short-term", ""},
		{"pre-, and post-war", "pre-"},
		{"the pre- tax profit in mid- 40s, a non- GAAP measure", ""},
		{"it was pre- the year before", "pre-"},
		{"it was pre- previously", "pre-"},
		{"it was pre- uh, not so", "pre-"},
		// Stutters.
		{"w-we", "w-"},
		{"w-w-what", "w- w-"},
		{"well-known", ""},
		{"-", ""},
		{"--", ""},
	} {
		d, err := ParseText(c.text, "t")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, x := range d.Tokens {
			if strings.HasSuffix(x.Text, "-") && x.Text != "-" {
				got = append(got, x.Text)
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%q: %q, want %q", c.text, s, c.want)
		}
	}
}

// A word is cut off or not by the words that live text is read with, and no others.
func TestCutOffAhead(t *testing.T) {
	next := []string{"it", "and", "th", "word", "so", "the", "wor", "in"}
	for i := range len(next) * len(next) * len(next) {
		near := " " + next[i%8] + " " + next[i/8%8] + " " + next[i/64]
		for _, head := range []string{"wor", "th", "in", "flib"} {
			for _, mark := range []string{"", ",", "-", "--", "…"} {
				want := cutOff(head, mark, near)
				for _, more := range []string{" word the", " in inner", "\nword", " th"} {
					if cutOff(head, mark, near+more) != want {
						t.Fatalf("%s%s%s: %v, and not so with%s", head, mark, near, want, more)
					}
				}
			}
		}
	}
}
