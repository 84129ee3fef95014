package style

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

func TestBuiltIn(t *testing.T) {
	for name, remove := range map[string]data.Disfluencies{"verbatim": data.NoDisfluencies, "clean": data.DefaultRemoved, "clean-verbatim": data.DefaultRemoved | data.Editorial} {
		s := Named(name)
		if s == nil || s.Name != name || s.About == "" || s.Remove != remove {
			t.Fatalf("%s is %+v, and removes %v", name, s, remove)
		}
		if again, err := Parse(s.Source, name); err != nil || again.Remove != s.Remove || again.Shares != s.Shares {
			t.Errorf("%s read again is %+v, %v", name, again, err)
		}
		if got, err := Find(name); err != nil || got != s {
			t.Errorf("%s is found as %v, %v", name, got, err)
		}
		if name != "clean-verbatim" && (s.Forms != nil || s.Notes != nil || s.Numbers+s.Level+s.Punct+s.Case != "") {
			t.Errorf("%s changes words: %+v", name, s)
		}
	}
	if len(Names()) != len(builtIn()) || Named("x") != nil || Named(Default) == nil {
		t.Error("names and styles differ")
	}
}

func TestParse(t *testing.T) {
	s, err := Parse("\ufefflike clean # at first\r\n\nkeep repairs\nremove loops, tags\nopeners 0.8\nlevel full\nnumbers digits\nnumber-style short, plain\npunct keep\ncase lower\nparagraphs 40\n"+
		"notes out Door Slams,laughs\nnotes keep him\nspell Gonna, ‘cos = going to|before verb | before i, we\nanswer Yep = yes\nspell gonna = gon' to\n", "mine")
	if err != nil {
		t.Fatal(err)
	}
	if s.Remove != data.DefaultRemoved&^data.Repairs|data.Loops|data.TagQuestions|data.Openers || s.Shares != (data.Shares{0.8, data.DefaultShare}) {
		t.Errorf("it removes %v, by %v", s.Remove, s.Shares)
	}
	if s.Name != "mine" || s.About != "" || s.Level != "full" || s.Numbers != "digits" || s.NumberStyle != "short,plain" || s.Punct != "keep" || s.Case != "lower" || s.Paragraphs != 40 {
		t.Errorf("it is %+v", s)
	}
	for note, rule := range map[string]string{"[The door slams!]": "door slams", "(laughs)": "laughs", "(laughs at him)": "", "door": "", "": ""} {
		if got := s.Notes.Rule(note); got != rule {
			t.Errorf("%s goes for %q, not %q", note, got, rule)
		}
	}
	for _, c := range []struct {
		context Context
		rule    string
	}{
		{Context{Word: "Gonna", Next: "We", NextTag: "VB"}, "gonna = gon' to"},
		{Context{Word: "'cos", Next: "we", NextTag: "VBP"}, "'cos = going to | before verb | before i, we"},
		{Context{Word: "'cos", Next: "we", NextTag: "NN"}, ""},
		{Context{Word: "'cos", Next: "they", NextTag: "VB"}, ""},
		{Context{Word: "yep", Answers: true}, "answer yep = yes"},
		{Context{Word: "yep"}, ""},
	} {
		got := ""
		if f := s.Forms.Find(&c.context); f != nil {
			got = f.Rule
		}
		if got != c.rule {
			t.Errorf("%+v is spelled out by %q, not %q", c.context, got, c.rule)
		}
	}
	if rules := s.Rules(); len(rules) != 15 || rules[0] != "like clean" {
		t.Errorf("the rules are %q", rules)
	}
	if Named("clean").Forms != nil || Named("clean-verbatim").Forms.Find(&Context{Word: "gonna", Next: "go", NextTag: "VB"}).To != "going to" {
		t.Error("a style has changed the one that it is like")
	}
	empty, err := Parse("# nothing\n", "x")
	if err != nil || empty.Remove != data.NoDisfluencies {
		t.Errorf("no rules are %+v, %v", empty, err)
	}
	none, err := Parse("like clean-verbatim\nremove none\nhedges 1", "x")
	if err != nil || none.Remove != data.Hedges || none.Shares.Of(data.Hedges) != 1 || none.Shares.Of(data.Openers) != 0 {
		t.Errorf("begun anew it is %+v, %v", none, err)
	}
}

func TestParseErrors(t *testing.T) {
	for src, want := range map[string]string{
		"about x\nlike clean":                  "f:2: like is the first line of a style: what else it says holds beside it",
		"like me":                              `f:1: not a style: there is no style "me": use verbatim, clean, clean-verbatim, or the lines of a style`,
		"delete uh":                            `f:1: "delete": a line begins with like, about, remove, keep, level, notes, spell, answer, numbers, number-style, punct, case or paragraphs, or a kind of what editors take out (openers, tags, listening, hedges, false-starts)`,
		"repairs 0.5":                          "*",
		"all 0.5":                              "*",
		"editorial 0.5":                        "*",
		"level":                                "f:1: there is nothing after level",
		"level high":                           `f:1: "high": use light, standard or full`,
		"level full\n\nlevel full":             "f:3: level is on line 1, too",
		"openers 0":                            `f:1: "0": a share of editors is above 0, at most 1, such as 0.5`,
		"openers 1.5":                          "*",
		"openers NaN":                          "*",
		"openers most":                         "*",
		"remove uhs":                           "*",
		"keep uhs":                             "*",
		"paragraphs 3":                         `f:1: "3": a paragraph has from 20 to 10000 words; none breaks no turns`,
		"paragraphs none 5":                    "*",
		"notes laughs":                         `f:1: what becomes of notes is "out" or "keep", with words that are in them: notes out laughs, door slams`,
		"notes out laughs, ,":                  `f:1: "" has no words`,
		"number-style roman":                   "*",
		"spell gonna":                          `f:1: "gonna": what is spelled out and its form stand around "=": gonna = going to`,
		"spell gonna =":                        "*",
		"spell kind of = kinda":                `f:1: "kind of": what is spelled out is one word, of letters, apostrophes and hyphens`,
		"spell = x":                            "*",
		"spell gonna = go, now":                `f:1: "go, now": a form is letters, apostrophes, hyphens and blanks, 80 bytes of them at most`,
		"spell gonna = x | after me":           `f:1: "after me": a condition is "before verb", "before" and a comma list of words, or "conjunction"`,
		"spell -in' = ing":                     `f:1: "-in'" = "ing": the end of words is spelled out as one, with - before both`,
		"spell - = -":                          "*",
		"answer yeah":                          "*",
		"spell x = " + strings.Repeat("y", 81): "*",
	} {
		_, err := Parse(src, "f")
		var at *Error
		if err == nil || want != "*" && err.Error() != want || !errors.Is(err, ErrStyle) || !errors.As(err, &at) {
			t.Errorf("%q: %v, not %s", src, err, want)
		}
	}
	if _, err := Find("mine.style"); !errors.Is(err, ErrStyle) {
		t.Errorf("a request names a file: %v", err)
	}
	if s, err := Find("like clean"); err != nil || s.Remove != data.DefaultRemoved {
		t.Errorf("the lines of a style: %+v, %v", s, err)
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.style")
	if _, err := ReadFile(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("remove repairs\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if s, err := ReadFile(path); err != nil || s.Remove != data.Repairs || s.Name != path {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestWrite(t *testing.T) {
	for _, c := range []struct {
		rule, word     string
		opens, shouted bool
		want           string
	}{
		{"gonna = going to", "gonna", true, false, "going to"},
		{"gonna = going to", "Gonna", false, false, "Going to"},
		{"gonna = going to", "GONNA", false, false, "GOING TO"},
		{"'cause = because", "'Cause", true, false, "Because"},
		{"OK = okay", "OK", true, false, "Okay"},
		{"OK = okay", "OK", false, false, "okay"},
		{"OK = okay", "OK", false, true, "OKAY"},
		{"-in' = -ing", "goin'", false, false, "going"},
		{"-in' = -ing", "GOIN'", false, false, "GOING"},
		{"-in' = -ing", "Naïvin'", false, false, "Naïving"},
	} {
		s, err := Parse("spell "+c.rule, "x")
		if err != nil {
			t.Fatal(err)
		}
		f := s.Forms.Find(&Context{Word: c.word})
		if f == nil {
			t.Errorf("%s: no rule for %q", c.rule, c.word)
		} else if got := f.Write(c.word, c.opens, c.shouted); got != c.want {
			t.Errorf("%s: %q is written %q, not %q", c.rule, c.word, got, c.want)
		}
	}
}

// TestShares has one share for each kind, and none for others.
func TestShares(t *testing.T) {
	var s data.Shares
	if s.Any() || s.Of(data.Openers) != 0 {
		t.Error("nothing is something")
	}
	s.Set(data.Hedges|data.Repairs, 0.7)
	if s.Of(data.Hedges) != 0.7 || s.Of(data.Repairs) != 0 || s.Of(data.FalseStarts) != 0 || !s.Any() {
		t.Errorf("the shares are %v", s)
	}
	if n := len(strings.Split(data.Editorial.String(), ",")); n != data.NumEditorial {
		t.Errorf("there are %d kinds, and shares of %d", n, data.NumEditorial)
	}
}

// TestParseAnyhow draws lines: what can be read is read again as the same rules, and nothing panics.
func TestParseAnyhow(t *testing.T) {
	words := slices.Concat(order, []string{"openers", "0.5", "=", "|", "before", "verb", "gonna", "going", "'", "-", "-in'", "all", "none", "out", "#", "\n", "\n", ",", "OK", "é"})
	drawn.Check(t, func(c *drawn.Case) {
		src := strings.Join(drawn.Several(c, "words", 0, 20, words...), " ")
		s, err := Parse(src, "x")
		if err != nil {
			if !errors.Is(err, ErrStyle) {
				t.Fatalf("%q: %v", src, err)
			}
			return
		}
		again, err := Parse(strings.Join(s.Rules(), "\n"), "x")
		if err != nil || again.Remove != s.Remove || again.Shares != s.Shares || !slices.Equal(again.Rules(), s.Rules()) {
			t.Fatalf("%q: its rules are %+v, %v", src, again, err)
		}
		for _, w := range []string{"'", "gonna", "goin'", "OK", "", "é"} {
			if f := s.Forms.Find(&Context{Word: w}); f != nil && f.Write(w, true, true) == "" {
				t.Fatalf("%q: %q is written as nothing", src, w)
			}
		}
	})
}
