package fillers

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestSpellings tells what models read for the last word of a text.
func TestSpellings(t *testing.T) {
	for text, want := range map[string]string{
		"uh": "", "Uhhh": "uh", "UH": "", "I mean UH": "", "umm": "um", "uhm": "um", "Uhmmm": "um", "er": "uh", "errr": "uh", "Erm": "um",
		"ermm": "um", "ahm": "um", "ehm": "um", "hmm": "uh", "Hmmmm": "uh", "mm": "uh", "mmmm": "uh", "ah": "uh", "aahhh": "uh",
		"[uh]": "uh", "<um>": "um", "(erm)": "um", "%uh": "uh", "&uh": "uh", "&-uhm": "um", "[ummm]": "um",
		"%HESITATION": "uh", "[hesitation]": "uh", "<hes>": "uh", "%bcack": "uh-huh",
		"mhm": "uh-huh", "Mm-hmm": "uh-huh", "uh-huh": "", "um-hum": "uh-huh", "nuh-uh": "huh-uh", "mmhm": "uh-huh",
		// Words that only look like these.
		"hesitation": "", "err": "", "ooh": "", "m": "", "her": "", "hum": "", "like": "", "oh": "", "ohhh": "oh",
		// What case and the words before tell.
		"to the er": "", "To the er": "uh", "We went to the ER": "", "ER": "", "I ER": "", "WELL ER": "uh", "They like ERM": "", "GO TO THE ER": "", "THEY SAID AH": "uh", "I'm at the er": "",
		"I saw the er": "", "Well the er": "uh", "met Ah": "", "Ah": "uh", "5 mm": "", "ten mm": "", "so mm": "uh", "The five mm": "",
		"[ER]": "uh", "the [er]": "uh",
	} {
		r := Default().NewReader()
		got := ""
		for token := range strings.FieldsSeq(text) {
			got = r.Read(token).Reads
		}
		if got != want {
			t.Errorf("for the last word of %q models read %q, not %q", text, got, want)
		}
	}
}

// TestStretched tells that words with letters said long are the words themselves.
func TestStretched(t *testing.T) {
	for e := range Default().All() {
		if !e.Long || strings.Contains(e.Words, " ") {
			continue
		}
		drawn.Check(t, func(c *drawn.Case) {
			var b strings.Builder
			for _, r := range e.Words {
				n := 1
				if r != '-' {
					n = c.Int("times", 1, 3)
				}
				b.WriteString(strings.Repeat(string(r), n))
			}
			if got := Default().lookup(b.String()); !Default().lang.NoFillers[b.String()] && (got == nil || got.Words != e.Words) {
				t.Errorf("%q is %+v, not %q", b.String(), got, e.Words)
			}
		})
	}
}

// TestDecide lets the list decide where models have. Labels are those of the words, with a
// kind where it is not that of a filled pause.
func TestDecide(t *testing.T) {
	for _, c := range []struct{ list, words, models, want string }{
		{"", "so um we go", "O O O O", "O F:F O O"},
		{"", "we um we go", "E E O O", "E E:F O O"},
		{"", "we um we go", "E E:F O O", "E E:F O O"},
		{"", "hmm", "F:F", "O"},
		{"", "hmm mm", "O F:F", "O O"},
		{"", "hmm yes", "O O", "F:F O"},
		{"", "uh-huh yes", "F:D O", "O O"},
		{"", "uh huh yes", "F:F O O", "O O O"},
		{"", "uhh huhh yes", "F:F O O", "O O O"},
		{"", "oh my gosh yes", "F:F O O O", "O O O O"},
		{"", "oh my mother", "F:F O O", "F:F O O"},
		{"", "aye yes", "F:D O", "O O"},
		{"", "you know it", "F:D F:D O", "F:D F:D O"},
		{"", "He met UM there", "O O F:F O", "O O O O"},
		{"- you know", "you know it", "F:D F:D O", "O O O"},
		{"- you know", "you know it", "F:D O O", "F:D O O"},
		{"- you know", "to you know to", "E E:D E:D O", "E E E O"},
		{"- you know", "to you know to", "E F:D E O", "E F:D E O"},
		{"- um", "so um ummm uhm", "O F:F F:F F:F", "O O O F:F"},
		{"- um", "we um we", "E E:F O", "E E O"},
		{"- umm", "um umm ummm", "F:F F:F F:F", "F:F O F:F"},
		{"+ like", "i like um it", "O O F:F O", "O F:F F:F O"},
		{"+ like D", "like we like it", "F:D E E O", "F:D E E:D O"},
		{"+ at the end of the day D", "at the end of the day at the end", "O O O O O O O O O", "F:D F:D F:D F:D F:D F:D O O O"},
		{"+ don't know", "i do n't know", "O O O O", "O F:F F:F F:F"},
		{"+ don't know", "i don't know", "O O O", "O F:F F:F"},
		{"+ don't know", "i do n't know", "O O F:D O", "O F:F F:F F:F"},
		{"+ dont know", "i do n't know", "O O O O", "O F:F F:F F:F"},
		{"+ dont know", "i dont know", "O O O", "O F:F F:F"},
		{"+ sort of\n+ sort of like", "sort of like it sort of it", "O O O O O O O", "F:F F:F F:F O F:F F:F O"},
		{"+ hmm", "hmm", "O", "F:F"},
		{"+ uh-huh", "uh-huh uh-huh", "O O", "F:F F:F"},
		{"+ er", "the ER", "O O", "O F:F"},
		{"+ righto B", "righto", "F:D", "O"},
	} {
		list, err := Parse(c.list, "list")
		if err != nil {
			t.Fatal(err)
		}
		words := readAll(list, c.words)
		decisions := parseDecisions(t, c.models)
		list.Decide(words, 0, decisions, true)
		if got := formatDecisions(decisions); got != c.want {
			t.Errorf("with %q, %q, models: %s: got %s, want %s", c.list, c.words, c.models, got, c.want)
		}
		for i, d := range decisions {
			if why := data.DisfluenciesOf(words[i].text, d.Label, d.Kind); d.Why != why {
				t.Errorf("with %q, %q: word %d is removed for %v, not %v", c.list, c.words, i, d.Why, why)
			}
		}
	}
}

// TestDecidePart tells that decisions about a part of the words are those about all.
func TestDecidePart(t *testing.T) {
	list, err := Parse("+ so to say\n- you know\n+ um D", "list")
	if err != nil {
		t.Fatal(err)
	}
	vocabulary := strings.Fields("so to say you know um uh uh-huh hmm it")
	drawn.Check(t, func(c *drawn.Case) {
		text := drawn.Several(c, "words", 1, 12, vocabulary...)
		words := readAll(list, strings.Join(text, " "))
		all, part := make([]data.Decision, len(words)), make([]data.Decision, len(words))
		list.Decide(words, 0, all, false)
		cut := c.Int("cut", 0, len(words))
		list.Decide(words, 0, part[:cut], false)
		list.Decide(words, cut, part[cut:], false)
		if a, b := formatDecisions(all), formatDecisions(part); a != b {
			t.Errorf("%v: %s, but cut at %d: %s", text, a, cut, b)
		}
	})
}

func readAll(l *List, text string) []Word {
	r := l.NewReader()
	var words []Word
	for token := range strings.FieldsSeq(text) {
		words = append(words, r.Read(token))
	}
	return words
}

func parseDecisions(t *testing.T, labels string) []data.Decision {
	var out []data.Decision
	for f := range strings.FieldsSeq(labels) {
		d := data.Decision{Label: data.Label(strings.IndexByte("OFE", f[0]))}
		if _, kind, ok := strings.Cut(f, ":"); ok {
			if d.Kind, ok = data.ParseKind(kind[0]); !ok {
				t.Fatalf("no kind: %s", f)
			}
		}
		d.Why = data.DisfluenciesOf("word", d.Label, d.Kind)
		out = append(out, d)
	}
	return out
}

func formatDecisions(decisions []data.Decision) string {
	var out []string
	for _, d := range decisions {
		s := d.Label.String()
		if d.Kind != data.NoKind {
			s += ":" + d.Kind.String()
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestParse(t *testing.T) {
	l, err := Parse("\ufeff# mine\r\n\n+ Ehem # at times\n+so to say D\n-  You   Know\n+ that’s all\n", "list")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Entry{
		"ehem":       {Words: "ehem", Reads: "uh", Kind: FilledPause, Use: Removed, Own: true},
		"so to say":  {Words: "so to say", Reads: "so to say", Kind: DiscourseMarker, Use: Removed, Own: true},
		"you know":   {Words: "you know", Reads: "you know", Kind: DiscourseMarker, Use: Kept, Own: true},
		"that's all": {Words: "that's all", Reads: "that's all", Kind: FilledPause, Use: Removed, Own: true},
	}
	for e := range l.All() {
		if w, ok := want[e.Words]; ok && e != w || e.Own != ok {
			t.Errorf("got %+v, want %+v", e, w)
		}
		delete(want, e.Words)
	}
	if len(want) > 0 {
		t.Errorf("not there: %v", want)
	}
	for e := range Default().All() {
		if e.Own {
			t.Errorf("the default list has changed: %+v", e)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for src, want := range map[string]string{
		"um":                      `list:1: "um": a line is + and a word to add, or - and a word to cut`,
		"\n# x\n+":                `list:3: there is no word after +`,
		"- # um":                  `list:1: there is no word after -`,
		"+ um\n- UM":              `list:2: "um" is on line 1, too`,
		"+ --":                    `list:1: "--" is no word: it has neither letters nor digits`,
		"+ [um]":                  `list:1: "[um]": leave out brackets, signs and punctuation: uh stands for [uh], %uh and "uh,", too`,
		"+ %um yes":               "",
		"+ %foo":                  `list:1: "%foo": leave out brackets, signs and punctuation: uh stands for [uh], %uh and "uh,", too`,
		"+ a b c d e f g":         `list:1: a phrase of 7 words: it may have 6`,
		"+ a b c d e f D":         "",
		"+ D":                     "",
		"- %hesitation":           "",
		"+ um Z\n+ um\n+ um F\n+": `list:3: "um" is on line 2, too`,
	} {
		_, err := Parse(src, "list")
		var at *ListError
		switch {
		case err == nil && want != "", err != nil && err.Error() != want:
			t.Errorf("%q: got %v, want %s", src, err, want)
		case err != nil && (!errors.Is(err, ErrList) || !errors.As(err, &at)):
			t.Errorf("%q: the error is of type %T", src, err)
		}
	}
}

func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "mine.txt")
	if _, err := ReadFile(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if err := os.WriteFile(path, []byte("- uh\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !l.Keeps("[Uhh]") || l.Keeps("um") || Default().Keeps("uh") {
		t.Error("the cut of uh is not in effect, or elsewhere, too")
	}
}

func TestJoined(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "",
		"uh huh":               "+.",
		"yes uh huh uh huh no": ".+.+..",
		"uh i know uh uh huh":  "....+.",
		"you know i mean uh":   ".....",
		"uh-huh uh":            "..",
		"uh Huuuh":             "+.",
	} {
		r := Default().NewReader()
		var words []Word
		for _, w := range strings.Fields(text) {
			words = append(words, r.Read(w))
		}
		got := ""
		for _, joined := range Default().Joined(nil, words) {
			if joined {
				got += "+"
			} else {
				got += "."
			}
		}
		if got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}
